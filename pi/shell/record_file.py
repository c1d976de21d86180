"""The file of the record: what makes it one, whether it is whole, and whether the disk takes it."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pi.shell.errors import DamagedError, DiskError, RecordError

log = logging.getLogger(__name__)

FILE_NAME = "goatherd.sqlite"

_APPLICATION_ID = 0x476F6174  # "Goat"
_VERSION = 2
_SCHEMA = """
CREATE TABLE games (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  started_at TEXT NOT NULL,
  first TEXT NOT NULL
) STRICT;
CREATE TABLE entries (
  game INTEGER NOT NULL REFERENCES games (id),
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  presses INTEGER NOT NULL,
  reading TEXT,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'games are never changed'); END;
CREATE TRIGGER games_last BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'games are never deleted'); END;
CREATE TRIGGER entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER entries_last BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
"""
_RESUMED_SCHEMA = (
    """CREATE TABLE IF NOT EXISTS resumed (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  game INTEGER NOT NULL REFERENCES games (id),
  newest INTEGER NOT NULL
) STRICT""",
    """CREATE TRIGGER IF NOT EXISTS resumed_stays BEFORE UPDATE ON resumed
  BEGIN SELECT RAISE(ABORT, 'games taken up again are never changed'); END""",
    """CREATE TRIGGER IF NOT EXISTS resumed_lasts BEFORE DELETE ON resumed
  BEGIN SELECT RAISE(ABORT, 'games taken up again are never deleted'); END""",
)
# Since format 2. "If not exists", as two programs may open an older file at once.
_CAMPAIGNS_SCHEMA = """
CREATE TABLE IF NOT EXISTS campaigns (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  started_at TEXT NOT NULL,
  name TEXT NOT NULL,
  pack TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS campaign_entries (
  campaign INTEGER NOT NULL REFERENCES campaigns (id),
  number INTEGER NOT NULL,
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (campaign, number)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER IF NOT EXISTS campaigns_stay BEFORE UPDATE ON campaigns
  BEGIN SELECT RAISE(ABORT, 'campaigns are never changed'); END;
CREATE TRIGGER IF NOT EXISTS campaigns_last BEFORE DELETE ON campaigns
  BEGIN SELECT RAISE(ABORT, 'campaigns are never deleted'); END;
CREATE TRIGGER IF NOT EXISTS campaign_entries_stay BEFORE UPDATE ON campaign_entries
  BEGIN SELECT RAISE(ABORT, 'entries are never changed'); END;
CREATE TRIGGER IF NOT EXISTS campaign_entries_last BEFORE DELETE ON campaign_entries
  BEGIN SELECT RAISE(ABORT, 'entries are never deleted'); END;
"""
_ROOM_NEEDED = 64 * 1024
"""The shared memory and the log that SQLite keeps beside the file, in bytes."""
_DISK_ERRORS = (errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.EIO, errno.EFBIG)
_PRIMARY_CODE = 0xFF
"""The lower bits of SQLite's error codes tell the kind."""


def prepare(path: Path, connection: sqlite3.Connection) -> None:
    """Makes a connection fit for the record, and a new file a record; raises RecordError for a file of another kind."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    is_new = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if not is_new and application != _APPLICATION_ID:
        raise RecordError(f"{path}: is the file of another program; move it away or name another folder with --data")
    if not is_new and version > _VERSION:
        raise RecordError(f"{path}: was written by a newer Goatherd (format {version}); update this one")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    if is_new:
        connection.executescript(
            f"BEGIN; PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {_VERSION}; "
            f"{_SCHEMA} {_CAMPAIGNS_SCHEMA} COMMIT;"
        )
    elif version < _VERSION:
        _bring_up_to_date(connection)


def _bring_up_to_date(connection: sqlite3.Connection) -> None:
    """Adds what older files lack; one that can't be written just holds no campaigns."""
    try:
        connection.executescript(f"BEGIN IMMEDIATE; PRAGMA user_version = {_VERSION}; {_CAMPAIGNS_SCHEMA} COMMIT;")
    except sqlite3.OperationalError as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        if error.sqlite_errorcode & _PRIMARY_CODE != sqlite3.SQLITE_READONLY:
            raise


def check_whole(path: Path, connection: sqlite3.Connection) -> None:
    """Goes through the whole file; raises DamagedError, and sqlite3.Error where even that fails.

    A page that is gone would be noticed only when a game needs it, and nothing could be saved any more.
    """
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found == "ok" and _is_cut(path, connection):
        found = "it is cut short"
    if found != "ok":
        raise DamagedError(f"{path}: is damaged ({' '.join(found.split())}); goatherd play keeps what is whole")


def _is_cut(path: Path, connection: sqlite3.Connection) -> bool:
    """Missing bytes are read as zeros, which may pass for data. Pages may also be missing because the log has them."""
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    size = pages * connection.execute("PRAGMA page_size").fetchone()[0]
    if path.stat().st_size >= size:
        return False
    is_busy = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
    return not is_busy and path.stat().st_size < size


def unreadable(path: Path, error: sqlite3.Error) -> RecordError:
    """The error to raise when SQLite can't read the file."""
    if getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE == sqlite3.SQLITE_CORRUPT:
        return DamagedError(f"{path}: is damaged ({error}); goatherd play keeps what is whole")
    return RecordError(f"{path}: can't be read ({error}); move it away or name another folder with --data")


def make_resumed(connection: sqlite3.Connection) -> None:
    """Makes the table of games taken up again, where it is not there yet; few records ever need it."""
    for statement in _RESUMED_SCHEMA:
        connection.execute(statement)


def rescue_resumed(damaged: sqlite3.Connection, fresh: sqlite3.Connection) -> None:
    """Copies which games were taken up again, as far as they were kept; committing is left to the caller."""
    if any(whole_rows(damaged, "SELECT 1 FROM sqlite_master WHERE name = 'resumed'")):
        make_resumed(fresh)
        query = "INSERT INTO resumed (game, newest) SELECT id, ? FROM games WHERE id = ?"
        rows = whole_rows(damaged, "SELECT newest, game FROM resumed ORDER BY number")
        fresh.executemany(query, rows)


def whole_rows(damaged: sqlite3.Connection, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
    """Yields the rows of a damaged record up to the first that can't be read; none where the table is missing."""
    try:
        yield from damaged.execute(query, values)
    except sqlite3.Error as error:
        log.warning("a row of the damaged record can't be read (%s)", error)


def check_disk(folder: Path) -> None:
    """Writes as much as opening the record needs, and takes it away again; raises RecordError when that fails.

    Raises:
        DiskError: the disk takes nothing.
        RecordError: it would, but not into this folder.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".write-check"
        try:
            with probe.open("wb") as file:
                file.write(bytes(_ROOM_NEEDED))
                file.flush()
                os.fsync(file.fileno())
        finally:
            probe.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in _DISK_ERRORS:
            raise DiskError(f"{folder}: the disk takes nothing ({reason}); free some space or replace it") from error
        raise RecordError(f"{folder}: can't be written ({reason}); name another folder with --data") from error
