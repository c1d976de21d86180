"""`goatherd status`, `games`, `show` and `export`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from engine.dice import Roll
from engine.places import path
from engine.position import new_position, with_goat_at
from engine.position_json import position_json
from engine.record import DieEntry, Entry, PositionEntry, RedoEntry, RollEntry, TurnEntry, UndoEntry, replay
from engine.turns import PASS, Climb, Turn
from pi.shell.main import main
from pi.shell.record_file import FILE_NAME
from pi.shell.store import open_store

FIRST = new_position(2, ("Ann", "Bo"))
TENS = TurnEntry(Turn((), (Climb((4, 6), 10),)))
ENTRIES: tuple[Entry, ...] = (
    RollEntry(Roll((2, 3, 4, 6)), (6, 4, 3, 2)),
    TENS,
    RollEntry(Roll((1, 1, 4, 6)), None),
    DieEntry(1, 5),
    TurnEntry(PASS),
    UndoEntry(),
    RedoEntry(),
    PositionEntry(with_goat_at(replay(FIRST, ()).position, 1, path(5, 0), path(5, 2))),
    RollEntry(Roll((2, 2, 4, 6)), (2, 2, 4, 6)),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store = open_store(tmp_path, create=True)
    game_id = store.begin_game(FIRST)
    for entry in ENTRIES:
        store.append(game_id, (entry,), 1, {"faces": [2, 2, 4, 6]} if isinstance(entry, RollEntry) else None)
    store.close()
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    assert main([str(argument) for argument in arguments]) == 0
    return capsys.readouterr().out


def test_status_tells_the_last_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(answer(capsys, "status", "--data", folder))
    assert told == {
        "game": 1,
        "phase": "choosing",
        "position": position_json(replay(FIRST, ENTRIES).position),
        "roll": [2, 2, 4, 6],
        "reading": {"faces": [2, 2, 4, 6]},
        "turns": 2,
        "presses": len(ENTRIES),
        "saved": True,
    }


def test_a_roll_entered_by_hand_has_no_reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = open_store(tmp_path, create=True)
    store.append(store.begin_game(FIRST), (RollEntry(Roll((2, 2, 4, 6)), None),), 1)
    assert json.loads(answer(capsys, "status", "--data", tmp_path))["reading"] is None


def test_games_lists_all_games(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    open_store(folder, create=True).begin_game(new_position(3, ("Ann", "Bo", "Cy")))
    lines = answer(capsys, "games", "--data", folder).splitlines()
    assert ["running" in line for line in lines] == [True, True]
    assert "Ann 0, Bo 0, Cy 0" in lines[1]
    listed = [json.loads(line) for line in answer(capsys, "games", "--json", "--data", folder).splitlines()]
    assert [(game["id"], game["turns"], game["over"]) for game in listed] == [(1, 2, False), (2, 0, False)]


def test_show_tells_everything_that_happened(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = answer(capsys, "show", "1", "--data", folder).splitlines()
    told = [line.strip().split("  ", 1)[1] for line in lines[1 : 1 + len(ENTRIES)]]
    assert told[0] == "round 1  Ann rolls 2 3 4 6  (read by the camera)"
    assert told[1] == "round 1  Ann plays 4+6 on 10: climbed 10"
    assert told[2] == "round 1  Bo rolls 1 1 4 6  (entered by hand)"
    assert told[3] == 'correction: {"old": 1, "new": 5}'
    assert told[4] == "round 1  Bo plays nothing"
    assert told[5].startswith("undo")
    assert told[6].startswith("redo")
    assert told[7].startswith("correction")


def test_export_holds_everything_a_game_can_be_replayed_from(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    exported = json.loads(answer(capsys, "export", "1", "--data", folder))
    assert exported["first"] == position_json(FIRST)
    assert [entry["kind"] for entry in exported["entries"]] == [
        "roll", "turn", "roll", "die", "turn", "undo", "redo", "position", "roll",
    ]  # fmt: skip
    assert exported["position"] == position_json(replay(FIRST, ENTRIES).position)
    assert [player["name"] for player in exported["sheet"]["players"]] == ["Ann", "Bo"]


def test_export_as_csv_holds_the_turns_that_stand(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(answer(capsys, "export", "1", "--format", "csv", "--data", folder))))
    assert [(row["turn"], row["name"], row["dice"], row["groups"]) for row in rows] == [
        ("1", "Ann", "2 3 4 6", "4 6"),
        ("2", "Bo", "1 4 5 6", ""),
    ]


@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        (("show", "7"), 2, "game 7"),
        (("export", "7"), 2, "game 7"),
        (("export", "1", "--format", "xml"), 2, "xml"),
        (("show", "first"), 2, "first"),
    ],
)
def test_a_wrong_request_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], status: int, reason: str
) -> None:
    try:
        ended: object = main([*arguments, "--data", str(folder)])
    except SystemExit as stopped:
        ended = stopped.code
    told = capsys.readouterr()
    assert (ended, told.out) == (status, "")
    assert reason in told.err


@pytest.mark.parametrize("command", ["status", "games"])
def test_a_folder_without_games_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main([command, "--data", str(tmp_path / "nothing")]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "nothing: holds no games" in told.err


def test_a_broken_record_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database at all, but long enough to be taken for one" * 50)
    assert main(["status", "--data", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert FILE_NAME in told.err
    assert told.err.count("\n") == 1
