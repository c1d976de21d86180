"""The record on disk: durable, append-only, and clear about what is wrong with a file."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.dice import Roll
from engine.position import new_position
from engine.record import Entry, RedoEntry, RollEntry, TurnEntry, UndoEntry, replay
from engine.turns import PASS
from pi.core.effects import BeginGame, Record
from pi.core.events import SaveFailed, SaveSucceeded
from pi.shell.errors import NoSuchGameError, RecordError
from pi.shell.record_file import FILE_NAME
from pi.shell.recorder import Recorder
from pi.shell.store import open_store
from tests.pi.driving import reading
from vision.reading import reading_json

FIRST = new_position(2, ("Ann", "Bo"))
ROLL = RollEntry(Roll((2, 3, 4, 6)), (6, 4, 3, 2))


def entries_in(folder: Path, game_id: int) -> list[Entry]:
    return [kept.entry for kept in open_store(folder).game(game_id).entries]


def test_what_was_entered_is_there_after_a_restart(tmp_path: Path) -> None:
    store = open_store(tmp_path, create=True)
    game_id = store.begin_game(FIRST)
    store.append(game_id, (ROLL,), presses=3, reading={"faces": [2, 3, 4, 6]})
    store.append(game_id, (TurnEntry(PASS), UndoEntry(), RedoEntry()), presses=2)
    store.close()
    kept = open_store(tmp_path).game(game_id)
    assert [one.entry for one in kept.entries] == [ROLL, TurnEntry(PASS), UndoEntry(), RedoEntry()]
    assert [one.number for one in kept.entries] == [1, 2, 3, 4]
    assert [one.presses for one in kept.entries] == [3, 2, 0, 0]
    assert kept.presses == 5
    assert kept.entries[0].reading == {"faces": [2, 3, 4, 6]}
    assert kept.game == replay(FIRST, [one.entry for one in kept.entries])


def test_the_last_game_is_the_one_begun_last(tmp_path: Path) -> None:
    store = open_store(tmp_path, create=True)
    ids = [store.begin_game(new_position(players)) for players in (2, 3, 4)]
    assert store.game_ids() == tuple(ids)
    last = store.last_game()
    assert last is not None
    assert len(last.first.players) == 4


@pytest.mark.parametrize(
    "statement",
    ["UPDATE entries SET body = '{}'", "DELETE FROM entries", "UPDATE games SET first = ''", "DELETE FROM games"],
)
def test_nothing_in_the_record_can_be_changed_or_deleted(tmp_path: Path, statement: str) -> None:
    store = open_store(tmp_path, create=True)
    store.append(store.begin_game(FIRST), (ROLL,), presses=0)
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        sqlite3.connect(tmp_path / FILE_NAME).execute(statement)


def test_a_group_of_entries_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    store = open_store(tmp_path, create=True)
    game_id = store.begin_game(FIRST)
    blocker = sqlite3.connect(tmp_path / FILE_NAME)
    blocker.execute(
        "CREATE TRIGGER full BEFORE INSERT ON entries WHEN new.kind = 'undo' "
        "BEGIN SELECT RAISE(ABORT, 'disk full'); END"
    )
    with pytest.raises(RecordError, match="disk full"):
        store.append(game_id, (ROLL, UndoEntry()), presses=0)
    assert entries_in(tmp_path, game_id) == []


def test_an_addition_is_on_the_disk_when_the_call_returns(tmp_path: Path) -> None:
    """The process ends without closing anything, as if the power went."""
    code = (
        "import os, sys; from pathlib import Path\n"
        "from pi.shell.store import open_store; from tests.pi.test_store import FIRST, ROLL\n"
        "store = open_store(Path(sys.argv[1]), create=True); store.append(store.begin_game(FIRST), (ROLL,), 1)\n"
        "os._exit(137)"
    )
    ended = subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=False)
    assert ended.returncode == 137
    assert entries_in(tmp_path, 1) == [ROLL]


def test_synchronous_is_full(tmp_path: Path) -> None:
    store = open_store(tmp_path, create=True)
    assert store._connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


# Broken and foreign files


def write_noise(path: Path) -> None:
    path.write_bytes(b"This is no database. " * 400)


def write_foreign_database(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.commit()


def write_newer_version(path: Path) -> None:
    open_store(path.parent, create=True).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.commit()


def write_nonsense_entry(path: Path) -> None:
    store = open_store(path.parent, create=True)
    store.append(store.begin_game(FIRST), (ROLL,), 0)
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO entries VALUES (1, 2, 'now', 'turn', '{\"turn\": 7}', 0, NULL)")
    connection.commit()


@pytest.mark.parametrize(
    ("write", "reason"),
    [
        (write_noise, "not a database"),
        (write_foreign_database, "another program"),
        (write_newer_version, "newer Goatherd"),
        (write_nonsense_entry, "game 1 can't be read"),
    ],
)
def test_a_file_that_is_no_record_is_named_and_left_as_it_is(tmp_path: Path, write: object, reason: str) -> None:
    path = tmp_path / FILE_NAME
    assert callable(write)
    write(path)
    before = path.read_bytes()
    with pytest.raises(RecordError, match=reason) as caught:
        open_store(tmp_path, create=True).last_game()
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


def test_a_folder_without_games_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="holds no games"):
        open_store(tmp_path)


def test_a_game_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoSuchGameError, match="game 7"):
        open_store(tmp_path, create=True).game(7)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write anywhere")
def test_a_folder_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RecordError, match="can't be written"):
        open_store(tmp_path / "games", create=True)


def test_a_file_in_place_of_the_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("in the way")
    with pytest.raises(RecordError, match="can't be written"):
        open_store(tmp_path / "games", create=True)


# The recorder


def test_what_the_disk_does_not_take_is_kept_and_saved_once_it_does(tmp_path: Path) -> None:
    store = open_store(tmp_path, create=True)
    recorder = Recorder(store, None)
    assert recorder.record((BeginGame(FIRST),), 0.0) is None
    other = sqlite3.connect(tmp_path / FILE_NAME)
    other.execute("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    failed = recorder.record((Record((ROLL,), 1, reading(6, 4, 3, 2)),), 1.0)
    assert isinstance(failed, SaveFailed)
    assert "disk full" in failed.reason
    assert isinstance(recorder.record((Record((TurnEntry(PASS),), 1),), 2.0), SaveFailed)
    assert not recorder.is_saved
    other.execute("DROP TRIGGER full")
    assert recorder.record((), 3.0) == SaveSucceeded(3.0)
    assert recorder.is_saved
    assert entries_in(tmp_path, 1) == [ROLL, TurnEntry(PASS)]
    assert open_store(tmp_path).game(1).entries[0].reading == reading_json(reading(6, 4, 3, 2))
