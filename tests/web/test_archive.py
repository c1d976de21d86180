"""The games kept, for the page: lists, looking back, import, export, putting away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.record import replay
from pi.shell.store import open_store
from pi.shell.web.archive import Archive, ArchiveError
from pi.shell.web.judging import Judge
from pi.shell.web.messages import CostlyTurn
from pi.shell.web.past import Past, PastError
from pi.shell.web.shapes import check_shape
from pi.shell.web.telling import record_told
from tests.web.games import entries_of, keep, played_game


@pytest.fixture
def archive(tmp_path: Path) -> Archive:
    for seed in range(3):
        keep(tmp_path, played_game(seed, ("Ann", "Bo", "Cy")[: 2 + seed % 2]))
    return Archive(tmp_path, Judge())


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


def test_a_game_is_looked_back_on(archive: Archive) -> None:
    told = archive.game("1")
    turns = archive.costly_turns("1")
    assert [turn["cost"] for turn in turns] == sorted((turn["cost"] for turn in turns), reverse=True)
    for turn in turns:
        assert turn["board"] == told["boards"][turn["number"] - 1]
        assert turn["seat"] == told["turns"][turn["number"] - 1]["seat"]
        better, played = turn["better"]["chance"], turn["played"]["chance"]
        assert better is not None
        assert played is not None
        assert better > played
        check_shape(turn, CostlyTurn, "turn", is_limited=False)
    assert archive.costly_turns("1") is turns  # worked out once


def test_of_a_game_that_is_not_over_no_chance_is_told(tmp_path: Path) -> None:
    game = played_game(1)
    unfinished = replay(game.moments[0].position, entries_of(game)[:8])
    archive = Archive(tmp_path, Judge())
    told = archive.game(str(keep(tmp_path, unfinished)))
    assert [turn["chances"] for turn in told["turns"]] == [[]] * 4
    assert told["start_chances"] == []
    with pytest.raises(ArchiveError, match="not over"):
        archive.costly_turns("1")
    past = Past(Judge())
    past.keep(json.dumps({"number": 1, **record_told(unfinished)}).encode())
    with pytest.raises(PastError, match="not over"):
        past.review(1)
