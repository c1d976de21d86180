"""Opening the record on a full, read-only or worn disk, and what is kept of a damaged file."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from engine.position import new_position
from engine.record import RedoEntry, UndoEntry
from pi.core.effects import BeginGame, Record
from pi.core.events import SaveFailed, SaveSucceeded
from pi.shell.errors import DamagedError, DiskError, RecordError
from pi.shell.opening import Opened, mend, open_record
from pi.shell.record_file import FILE_NAME
from pi.shell.recorder import Recorder
from pi.shell.store import open_store
from tests.games.scripting import ROOT
from tests.pi.test_store import FIRST, ROLL, entries_in

UNDONE_AND_REDONE = 30
ENTRIES = 1 + 2 * UNDONE_AND_REDONE
GAMES = 4


def fill(folder: Path, games: int = GAMES) -> None:
    """A record of some games, closed, so that all of it is in the one file."""
    store = open_store(folder, create=True)
    for _ in range(games):
        game_id = store.begin_game(FIRST)
        store.append(game_id, (ROLL,), 1, {"faces": [2, 3, 4, 6]})
        for _ in range(UNDONE_AND_REDONE):
            store.append(game_id, (UndoEntry(),), 1)
            store.append(game_id, (RedoEntry(),), 1)
    store.close()


def kept(opened: Opened) -> list[int]:
    """How many entries of each game are left."""
    with closing(opened.store) as store:
        return [len(store.game(game_id).entries) for game_id in store.game_ids()]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    fill(folder)
    return folder


def cut(whole: Path, folder: Path, missing: int) -> Path:
    shutil.copytree(whole, folder)
    path = folder / FILE_NAME
    os.truncate(path, path.stat().st_size - missing)
    return folder


def test_a_whole_file_is_left_as_it_is(whole: Path, tmp_path: Path) -> None:
    opened = open_record(cut(whole, tmp_path / "games", missing=0))
    assert (opened.mended, opened.is_spare) == (None, False)
    assert kept(opened) == [ENTRIES] * GAMES


@pytest.mark.parametrize("missing", [1, 7, 100, 512, 2048, 4095, 4096])
def test_of_a_file_cut_in_its_last_page_all_that_is_whole_is_kept(whole: Path, tmp_path: Path, missing: int) -> None:
    folder = cut(whole, tmp_path / "games", missing)
    damaged = (folder / FILE_NAME).read_bytes()
    opened = open_record(folder)
    assert opened.mended == GAMES
    lost = GAMES * ENTRIES - sum(kept(opened))
    assert 0 < lost < 2 * ENTRIES
    assert kept(open_record(folder))[: GAMES - 2] == [ENTRIES] * (GAMES - 2)
    assert (folder / f"{FILE_NAME}.damaged-1").read_bytes() == damaged


def test_a_mended_record_takes_games_again_and_is_whole(whole: Path, tmp_path: Path) -> None:
    folder = cut(whole, tmp_path / "games", missing=100)
    store = open_record(folder).store
    game_id = store.begin_game(FIRST)
    store.append(game_id, (ROLL,), 1)
    store.close()
    assert game_id > GAMES
    assert open_record(folder).mended is None
    assert entries_in(folder, game_id) == [ROLL]


@pytest.mark.parametrize(
    ("kind", "body", "reading"),
    [
        ("turn", '{"turn": 7}', None),
        ("turn", "no JSON", None),
        ("no kind", "{}", None),
        ("redo", "{}", "no JSON"),
        ("turn", '{"turn": {"turned": [], "steps": []}}', None),
    ],
    ids=["no turn", "no JSON", "no kind", "no reading", "a turn without a roll"],
)
def test_an_entry_that_makes_no_sense_ends_what_is_kept_of_its_game(
    tmp_path: Path, kind: str, body: str, reading: str | None
) -> None:
    store = open_store(tmp_path, create=True)
    for _ in range(2):
        store.append(store.begin_game(FIRST), (ROLL, UndoEntry()), 1)
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other, other:
        for number in (3, 4):
            row = (1, number, "now", kind if number == 3 else "redo", body if number == 3 else "{}", 0, reading)
            other.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    assert mend(tmp_path) == 2
    assert kept(open_record(tmp_path)) == [2, 2]


@pytest.mark.parametrize(("whole_rows", "left"), [(1, 1), (2, 1), (3, 3), (4, 3), (5, 3), (6, 6)])
def test_a_step_of_several_entries_is_kept_whole_or_not_at_all(tmp_path: Path, whole_rows: int, left: int) -> None:
    steps = ((ROLL,), (UndoEntry(), RedoEntry()), (UndoEntry(), RedoEntry(), UndoEntry()))
    store = open_store(tmp_path, create=True)
    game_id = store.begin_game(FIRST)
    for step in steps:
        store.append(game_id, step, 1)
    store.close()
    with closing(sqlite3.connect(tmp_path / FILE_NAME)) as other, other:
        other.execute("DROP TRIGGER entries_last")
        other.execute("DELETE FROM entries WHERE number > ?", (whole_rows,))
    mend(tmp_path)
    assert kept(open_record(tmp_path)) == [left]


@pytest.mark.parametrize("missing", [5000, 12_000])
def test_of_a_file_cut_further_what_can_be_reached_is_kept(whole: Path, tmp_path: Path, missing: int) -> None:
    opened = open_record(cut(whole, tmp_path / "games", missing))
    assert opened.mended is not None
    assert sum(kept(opened)) < GAMES * ENTRIES


def test_a_log_cut_short_keeps_every_entry_that_is_whole_in_it(tmp_path: Path) -> None:
    """The power goes while the last entry is being written: no file is damaged then."""
    store = open_store(tmp_path / "playing", create=True)
    game_id = store.begin_game(FIRST)
    store.append(game_id, (ROLL,), 1)
    store.append(game_id, (UndoEntry(),), 1)
    shutil.copytree(tmp_path / "playing", tmp_path / "cut")
    log = tmp_path / "cut" / f"{FILE_NAME}-wal"
    os.truncate(log, log.stat().st_size - 10)
    opened = open_record(tmp_path / "cut")
    assert opened.mended is None
    assert kept(opened) == [1]


def test_other_commands_say_what_to_do_about_a_damaged_file(whole: Path, tmp_path: Path) -> None:
    folder = cut(whole, tmp_path / "games", missing=8000)
    with pytest.raises(DamagedError, match=r"is damaged .*; goatherd play keeps what is whole"):
        open_store(folder).check_whole()


def test_what_is_no_record_is_not_mended(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"This is no database. " * 400)
    with pytest.raises(RecordError, match="not a database"):
        open_record(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [FILE_NAME]


# A disk that takes nothing


class SmallDisk:
    """A file system of its own, in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._filling = folder / "filling"

    def fill_up(self) -> None:
        with self._filling.open("ab", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                return

    def make_room(self) -> None:
        self._filling.unlink()

    def mount(self, mode: str) -> None:
        subprocess.run(["mount", "-o", f"remount,{mode}", str(self.folder)], check=True)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[SmallDisk]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() != 0:
        pytest.skip("only the superuser may mount a small disk")
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=512k", "none", str(folder)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("a small disk can't be mounted here")
    yield SmallDisk(folder)
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_costs_nothing_and_is_written_to_as_soon_as_it_can_be(disk: SmallDisk) -> None:
    fill(disk.folder, games=1)
    recorder = Recorder(open_record(disk.folder).store, 1)
    disk.fill_up()
    for at in range(3):
        saving = recorder.record((Record((UndoEntry(), RedoEntry()), 1),), float(at))
        assert isinstance(saving, SaveFailed)
        assert "free some space" in saving.reason
    assert not recorder.is_saved
    disk.make_room()
    assert recorder.record((), 3.0) == SaveSucceeded(3.0)
    recorder.close()
    assert entries_in(disk.folder, 1)[ENTRIES:] == [UndoEntry(), RedoEntry()] * 3


@pytest.mark.parametrize("was_killed", [False, True])
def test_started_on_a_full_disk_the_game_goes_on_and_is_saved_later(disk: SmallDisk, was_killed: bool) -> None:
    fill(disk.folder, games=1)
    store = open_store(disk.folder)
    store.append(1, (UndoEntry(),), 1)
    while_playing = {path: path.read_bytes() for path in disk.folder.glob(f"{FILE_NAME}*")}
    store.close()
    if was_killed:
        for path, content in while_playing.items():
            if not path.name.endswith("-shm"):
                path.write_bytes(content)
    disk.fill_up()
    opened = open_record(disk.folder)
    assert opened.is_spare
    assert opened.store.game(1).entries[-1].entry == UndoEntry()
    recorder = Recorder(opened.store, 1, opened.is_spare)
    assert isinstance(recorder.record((), 0.0), SaveFailed)
    assert isinstance(recorder.record((Record((RedoEntry(),), 1),), 1.0), SaveFailed)
    disk.make_room()
    assert recorder.record((), 2.0) == SaveSucceeded(2.0)
    assert recorder.record((), 3.0) is None
    recorder.close()
    assert entries_in(disk.folder, 1)[-2:] == [UndoEntry(), RedoEntry()]


def test_started_on_an_empty_disk_without_room_a_game_can_begin(disk: SmallDisk) -> None:
    disk.fill_up()
    opened = open_record(disk.folder / "games")
    assert (opened.is_spare, opened.store.last_game(), opened.store.player_names()) == (True, None, ())
    recorder = Recorder(opened.store, None, opened.is_spare)
    assert isinstance(recorder.record((BeginGame(FIRST), Record((ROLL,), 1)), 0.0), SaveFailed)
    disk.make_room()
    assert recorder.record((), 1.0) == SaveSucceeded(1.0)
    recorder.close()
    assert entries_in(disk.folder / "games", 1) == [ROLL]


def test_a_read_only_disk_is_played_from_all_the_same(disk: SmallDisk) -> None:
    fill(disk.folder, games=1)
    disk.mount("ro")
    opened = open_record(disk.folder)
    assert opened.is_spare
    assert kept(opened) == [ENTRIES]
    recorder = Recorder(open_record(disk.folder).store, 1, is_spare=True)
    assert isinstance(recorder.record((Record((UndoEntry(),), 1),), 0.0), SaveFailed)
    with pytest.raises(RecordError, match=r"not saved: .*the disk takes nothing"):
        recorder.finish()
    disk.mount("rw")
    recorder.finish()
    assert entries_in(disk.folder, 1)[-1] == UndoEntry()


def test_a_disk_that_takes_nothing_is_an_error_of_its_own(disk: SmallDisk) -> None:
    disk.mount("ro")
    with pytest.raises(DiskError, match=r"the disk takes nothing .*; free some space or replace it"):
        open_store(disk.folder / "games", create=True)


LIMITED = """
import resource, signal, sys
from pathlib import Path
from pi.core.effects import BeginGame, Record
from pi.shell.opening import open_record
from pi.shell.recorder import Recorder
from tests.pi.test_store import FIRST, ROLL
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
folder = Path(sys.argv[1])
recorder = Recorder(open_record(folder).store, None)
recorder.record((BeginGame(FIRST),), 0.0)
size = (folder / "goatherd.sqlite-wal").stat().st_size
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 100, resource.RLIM_INFINITY))
print(type(recorder.record((Record((ROLL,), 1),), 1.0)).__name__)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print(type(recorder.record((), 2.0)).__name__)
recorder.close()
"""


def test_a_write_that_stops_halfway_is_made_good_by_the_next(tmp_path: Path) -> None:
    """The disk takes the beginning of an entry and no more."""
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ended.stdout.split() == ["SaveFailed", "SaveSucceeded"]
    assert entries_in(tmp_path, 1) == [ROLL]


def test_a_commit_that_failed_does_not_block_those_after_it(tmp_path: Path) -> None:
    store = open_store(tmp_path, create=True)
    store.begin_game(FIRST)
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    long_reading = {"seen": "x" * 10_000}
    for _ in range(3):
        with pytest.raises(RecordError, match="full"):
            store.append(1, (ROLL,), 1, long_reading)
    store._connection.execute("PRAGMA max_page_count = 1000000")
    store.append(1, (ROLL,), 1, long_reading)
    assert entries_in(tmp_path, 1) == [ROLL]


def test_a_commit_that_another_program_held_up_does_not_block_those_after_it(tmp_path: Path) -> None:
    """Without a write-ahead log, as on some file systems, somebody who reads holds up a commit, which stays open."""
    store = open_store(tmp_path, create=True)
    store.begin_game(FIRST)
    store._connection.execute("PRAGMA journal_mode = DELETE")
    store._connection.execute("PRAGMA busy_timeout = 0")
    reader = sqlite3.connect(tmp_path / FILE_NAME, isolation_level=None)
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM games").fetchall()
    with pytest.raises(RecordError, match="locked"):
        store.append(1, (ROLL,), 1)
    reader.close()
    store.append(1, (ROLL,), 1)
    assert entries_in(tmp_path, 1) == [ROLL]


def test_names_of_those_who_played_last_come_first(tmp_path: Path) -> None:
    store = open_store(tmp_path, create=True)
    for names in (("Ann", "Bo"), ("Cy", "Ann"), ("Di", "Cy")):
        store.begin_game(new_position(2, names))
    assert store.player_names() == ("Di", "Cy", "Ann", "Bo")
