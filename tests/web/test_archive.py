"""The games kept: lists, import, export, putting away, luck and statistics."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from engine.dice import Roll
from engine.position import new_position, with_goat
from pi.shell.store import open_store
from pi.shell.web.archive import Archive, ArchiveError, Luck, Summary
from pi.shell.web.luck import expected_gain, gain
from pi.shell.web.statistics import statistics
from tests.web.games import keep, played_game


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    for seed in range(3):
        keep(tmp_path, played_game(seed, ("Ann", "Bo", "Cy")[: 2 + seed % 2]))
    return Archive(tmp_path)


def test_games_are_listed_the_newest_first(archive: Archive) -> None:
    assert archive.ids() == ("3", "2", "1")
    summary = archive.summary("2")
    assert summary.names == ("Ann", "Bo", "Cy")
    assert summary.over
    assert summary.turns == played_game(1, ("Ann", "Bo", "Cy")).turns


def test_a_game_is_told_turn_by_turn(archive: Archive) -> None:
    told = archive.game("1")
    assert len(told["boards"]) == len(told["turns"]) + 1
    assert told["boards"][-1] == told["position"]


def test_what_is_exported_can_be_taken_in(archive: Archive, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(archive.export(one, "json") for one in archive.ids()))
    steps: list[tuple[int, int]] = []
    new, wrong = archive.take_in(file, lambda done, of: steps.append((done, of)))
    assert new == ("i1", "i2", "i3")
    assert wrong == ()
    assert steps == [(1, 3), (2, 3), (3, 3)]
    assert archive.game("i1")["boards"] == archive.game("3")["boards"]


def test_a_game_from_elsewhere_is_never_the_running_one(archive: Archive, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(archive.export("1", "json"))
    archive.take_in(file, lambda done, of: None)
    store = open_store(tmp_path)
    last = store.last_game()
    store.close()
    assert last is not None
    assert last.id == 3


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[]",
        "{}",
        '{"first": 3, "entries": []}',
        '{"first": {}, "entries": {}}',
        "[" * 100_000,
        "\x00",
        "1e999",
        "9" * 2_500_000,
    ],
    ids=["words", "list", "empty", "no position", "no entries", "deep", "nul", "number", "long"],
)
def test_what_is_no_game_is_left_out_by_its_line(archive: Archive, tmp_path: Path, line: str) -> None:
    file = tmp_path / "bad.jsonl"
    file.write_text(archive.export("1", "json") + line + "\n")
    new, wrong = archive.take_in(file, lambda done, of: None)
    assert len(new) == 1
    assert len(wrong) == 1
    assert wrong[0].startswith("line 2: ")


def test_a_game_whose_turns_are_not_legal_is_left_out(archive: Archive, tmp_path: Path) -> None:
    game = json.loads(archive.export("1", "json"))
    next(entry for entry in game["entries"] if entry["kind"] == "roll")["dice"] = [1, 1, 1, 2]
    file = tmp_path / "cheat.json"
    file.write_text(json.dumps(game))
    assert archive.take_in(file, lambda done, of: None)[0] == ()


def test_games_put_away_can_be_brought_back(archive: Archive) -> None:
    archive.put_away(["2"], is_away=True)
    assert archive.ids() == ("3", "1")
    assert archive.ids(put_away=True) == ("2",)
    archive.put_away(["2"], is_away=False)
    assert archive.ids() == ("3", "2", "1")


@pytest.mark.parametrize("game_id", ["4", "0", "", "i1", "../1", "1;DROP TABLE games", "9" * 30, "²"])
def test_there_is_no_other_game(archive: Archive, game_id: str) -> None:
    for ask in (archive.game, archive.summary, lambda one: archive.export(one, "csv")):
        with pytest.raises(ArchiveError):
            ask(game_id)
    with pytest.raises(ArchiveError):
        archive.put_away([game_id], is_away=True)


def test_a_step_gains_its_share_of_the_mountain_and_a_token_its_points() -> None:
    start = new_position(2)
    assert gain(start, Roll((4, 5, 5, 6))) == pytest.approx(10 / 2 + 10 / 2)  # 4 6, 5 5: twice the 10
    on_top = with_goat(start, 0, 10, 2)
    assert gain(on_top, Roll((4, 5, 5, 6))) == pytest.approx(20)


def test_the_expected_gain_is_the_mean_over_all_1296_throws() -> None:
    position = with_goat(new_position(2), 0, 9, 2)
    faces = range(1, 7)
    throws = [tuple(sorted(throw)) for throw in product(faces, repeat=4)]
    known = {throw: gain(position, Roll(throw)) for throw in set(throws)}
    mean = sum(known[throw] for throw in throws) / len(throws)
    assert expected_gain(position) == pytest.approx(mean)


def test_statistics_add_up_by_player() -> None:
    games = [
        Summary("1", "", ("base",), ("Ann", "Bo"), (50, 40), ((0,), (1,)), 20, True, (Luck(30, 25), Luck(20, 25))),
        Summary("2", "", ("base",), ("Bo", "Ann"), (60, 60), ((0, 1),), 20, True, (Luck(30, 25), Luck(20, 25))),
        Summary("3", "", ("base",), ("Ann", "Bo"), (5, 0), ((0,), (1,)), 2, False),
    ]
    ann, bo = statistics(games)
    assert ann == {
        "name": "Ann", "games": 2, "wins": 1.5, "mean": 55.0, "best": 60, "scores": [50, 60],
        "rival": {"name": "Bo", "games": 2, "won": 1}, "gained": 50, "expected": 50,
    }  # fmt: skip
    assert (bo["wins"], bo["mean"], bo["gained"]) == (0.5, 50.0, 50)
