"""Opening the record to play from it, whatever state disk and file are in.

A device must not refuse to start because its card is full, read-only or cut short: what can be read is played on, and
what can't be saved yet is saved as soon as it can be.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.position_json import parse_position
from engine.record import enter, new_game
from pi.shell.errors import DamagedError, DiskError, RecordError
from pi.shell.record_file import FILE_NAME, prepare, rescue_resumed, whole_rows
from pi.shell.store import Store, open_store, parse_body

log = logging.getLogger(__name__)

Row = tuple[Any, ...]
"""Of a table, as stored."""

MEMORY_DISK = Path("/dev/shm")
"""A folder in memory on Linux."""
_LOG = "-wal"
_SHARED = "-shm"
_PAGE_SIZE_AT, _PAGES_AT = slice(16, 18), slice(28, 32)
"""Where an SQLite file says how long its pages are and how many there are (file format, section 1.3)."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The record, ready to be played from.

    Attributes:
        store: of the folder; a copy in memory when `is_spare`.
        is_spare: whether the disk takes nothing, so that writing has to wait.
        mended: how many games were kept of a damaged file; None for a whole one.
    """

    store: Store
    is_spare: bool = False
    mended: int | None = None


def open_record(folder: Path) -> Opened:
    """Opens the record of a folder, or what there is of it.

    Raises:
        RecordError: the folder is of no use, or the file is no record.
    """
    try:
        return Opened(open_store(folder, create=True))
    except DamagedError as error:
        log.warning("%s", error)
        games = mend(folder)
        return Opened(open_store(folder, create=True), mended=games)
    except DiskError as error:
        log.warning("%s", error)
        return Opened(_spare(folder), is_spare=True)


def _spare(folder: Path) -> Store:
    """The record copied into memory, empty where there is none."""
    path = folder / FILE_NAME
    memory = sqlite3.connect(":memory:", isolation_level=None)
    if not path.is_file():
        prepare(path, memory)
        return Store(path, memory)
    with _copied(path) as copy, contextlib.closing(sqlite3.connect(copy)) as connection:
        try:
            connection.backup(memory)
        except sqlite3.Error as error:
            raise RecordError(f"{path}: can't be read ({error}); move it away or name another folder") from error
    return Store(path, memory)


@contextlib.contextmanager
def _copied(path: Path) -> Iterator[Path]:
    """A copy of the file and its log where it can be written, even if nothing else can."""
    with tempfile.TemporaryDirectory(prefix="goatherd-", dir=MEMORY_DISK if MEMORY_DISK.is_dir() else None) as name:
        copy = Path(name) / path.name
        shutil.copyfile(path, copy)
        with contextlib.suppress(FileNotFoundError):
            shutil.copyfile(f"{path}{_LOG}", f"{copy}{_LOG}")
        yield copy


def mend(folder: Path) -> int:
    """Replaces a damaged record by one of all that is whole in it; the damaged file is kept beside it.

    Returns:
        How many games were kept.
    """
    from pi.shell.campaigns import rescue_campaigns  # a start that finds its record whole needs none of it

    path = folder / FILE_NAME
    fresh_folder = folder / "mending"
    shutil.rmtree(fresh_folder, ignore_errors=True)
    open_store(fresh_folder, create=True).close()
    with (
        _copied(path) as copy,
        contextlib.closing(sqlite3.connect(copy)) as damaged,
        contextlib.closing(sqlite3.connect(fresh_folder / FILE_NAME)) as fresh,
    ):
        _pad(copy)
        games = [row for row in whole_rows(damaged, "SELECT * FROM games ORDER BY id") if _is_game(row)]
        fresh.executemany("INSERT INTO games VALUES (?, ?, ?)", games)
        for row in games:
            fresh.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", _whole_entries(damaged, row))
        rescue_campaigns(damaged, fresh)
        rescue_resumed(damaged, fresh)
        fresh.commit()
    aside = next(one for number in count(1) if not (one := folder / f"{FILE_NAME}.damaged-{number}").exists())
    os.link(path, aside)
    for suffix in (_LOG, _SHARED):  # they belong to the damaged file alone
        with contextlib.suppress(FileNotFoundError):
            Path(f"{path}{suffix}").replace(f"{aside}{suffix}")
    (fresh_folder / FILE_NAME).replace(path)
    shutil.rmtree(fresh_folder)
    log.warning("%s: kept %s games; the damaged file is now %s", path, len(games), aside.name)
    return len(games)


def _pad(path: Path) -> None:
    """Fills up a file that was cut short: SQLite refuses one that is shorter than it says."""
    with path.open("r+b") as file:
        header = file.read(_PAGES_AT.stop)
        page_size = int.from_bytes(header[_PAGE_SIZE_AT]) or 1
        size = int.from_bytes(header[_PAGES_AT]) * (65536 if page_size == 1 else page_size)
        file.seek(0, os.SEEK_END)
        if file.tell() < size:
            file.truncate(size)


def _is_game(row: Row) -> bool:
    try:
        parse_position(json.loads(row[2]))
    except (EngineError, ValueError, TypeError):
        return False
    return isinstance(row[1], str)


def _whole_entries(damaged: sqlite3.Connection, game_row: Row) -> Iterator[Row]:
    """Yields a game's entries, by whole steps, up to the first that is missing or makes no sense after those before."""
    game_id, _, first_text = game_row
    first = parse_position(json.loads(first_text))
    game = new_game(first)
    query = "SELECT * FROM entries WHERE game = ? ORDER BY number"
    step: list[Row] = []
    for number, row in enumerate(whole_rows(damaged, query, game_id), start=1):
        try:
            entry, more = parse_body(row[3], row[4], first.rules)
            game = enter(game, entry)
            json.loads(row[6] or "null")
        except (EngineError, ValueError, TypeError):
            return
        if not (row[1] == number and isinstance(row[2], str) and isinstance(row[5], int)):
            return
        step.append(row)
        if not more:
            yield from step
            step = []
