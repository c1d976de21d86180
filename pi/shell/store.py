"""The record on disk: one SQLite file of games and entries to which rows are only ever added.

Every addition is one transaction that is on the disk when the call returns (write-ahead log, synchronous=FULL).
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.position import Position
from engine.position_json import parse_position, position_json
from engine.record import Entry, Game, entry_json, entry_kind, parse_entry, replay
from engine.rules import RuleSet
from pi.shell.errors import NoSuchGameError, RecordError
from pi.shell.record_file import FILE_NAME, check_disk, check_whole, make_resumed, prepare, unreadable

_MORE = "more"
"""In an entry's body: how many entries of the same step follow it. Half a step makes sense to nobody."""
_BUSY_TIMEOUT_S = 5.0
_GAMES_REMEMBERED = 50
"""Whose players are offered as names."""


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """An entry as kept.

    Attributes:
        number: counts from 1 within its game.
        at: wall-clock time, ISO 8601, UTC; for people, never for order.
        entry: what was entered.
        presses: button presses since the entry before.
        reading: what the camera saw, as JSON; None when the entry comes from no picture.
    """

    number: int
    at: str
    entry: Entry
    presses: int
    reading: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as kept.

    Attributes:
        id: its number in the record.
        started_at: wall-clock time, ISO 8601, UTC.
        first: the position at the start.
        entries: everything that happened, in order.
        game: where they lead.
    """

    id: int
    started_at: str
    first: Position
    entries: tuple[StoredEntry, ...]
    game: Game

    @property
    def presses(self) -> int:
        """Button presses in the whole game."""
        return sum(stored.presses for stored in self.entries)


class Store:
    """The record in a folder. Used by one thread."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    def begin_game(self, first: Position) -> int:
        """Opens a new game and returns its id; raises RecordError when it can't be written."""
        row = (_now(), json.dumps(position_json(first)))
        with self.writing():
            cursor = self._connection.execute("INSERT INTO games (started_at, first) VALUES (?, ?)", row)
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    def append(
        self, game_id: int, entries: Sequence[Entry], presses: int, reading: dict[str, Any] | None = None
    ) -> None:
        """Adds entries to a game, all or none; presses and reading belong to the first. Raises RecordError."""
        at = _now()
        with self.writing():
            last = self._connection.execute("SELECT max(number) FROM entries WHERE game = ?", (game_id,)).fetchone()[0]
            extras = [(presses, None if reading is None else json.dumps(reading)), *[(0, None)] * (len(entries) - 1)]
            bodies = [
                entry_json(entry) | ({_MORE: more} if more else {})
                for entry, more in zip(entries, reversed(range(len(entries))), strict=True)
            ]
            rows = [
                (game_id, number, at, entry_kind(entry), json.dumps(body), *extra)
                for number, (entry, body, extra) in enumerate(
                    zip(entries, bodies, extras, strict=True), start=(last or 0) + 1
                )
            ]
            self._connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", rows)

    def game_ids(self) -> tuple[int, ...]:
        """All games, the oldest first."""
        return tuple(row[0] for row in self.read("SELECT id FROM games ORDER BY id"))

    def resume_game(self, game_id: int) -> None:
        """Makes an older game the last one, until the next is begun; raises RecordError when it can't be written."""
        with self.writing():
            make_resumed(self._connection)
            self._connection.execute(
                "INSERT INTO resumed (game, newest) SELECT id, (SELECT max(id) FROM games) FROM games WHERE id = ?",
                (game_id,),
            )

    def last_game(self) -> StoredGame | None:
        """The game begun or taken up again last; None when there is none."""
        ids = self.game_ids()
        if not ids:
            return None
        resumed = self._resumed_since(ids[-1])
        return self.game(ids[-1] if resumed is None else resumed)

    def _resumed_since(self, newest: int) -> int | None:
        """The game taken up again last since this one was begun; None for none."""
        if not self.read("SELECT 1 FROM sqlite_master WHERE name = 'resumed'"):
            return None
        rows = self.read("SELECT game FROM resumed WHERE newest = ? ORDER BY number DESC LIMIT 1", newest)
        return int(rows[0][0]) if rows else None

    def game(self, game_id: int) -> StoredGame:
        """Reads a game; raises NoSuchGameError, or RecordError when what is kept of it makes no sense."""
        rows = self.read("SELECT started_at, first FROM games WHERE id = ?", game_id)
        if not rows:
            raise NoSuchGameError(f"game {game_id}: not in {self.path}; `goatherd games` lists those that are")
        started_at, first_text = rows[0]
        try:
            first = parse_position(json.loads(first_text))
            entries = tuple(self._entries(game_id, first))
            game = replay(first, (stored.entry for stored in entries))
        except (EngineError, ValueError, TypeError) as error:
            raise RecordError(f"{self.path}: game {game_id} can't be read ({error}); move the file away") from error
        return StoredGame(game_id, started_at, first, entries, game)

    def player_names(self) -> tuple[str, ...]:
        """The names of those who played, those of the latest games first, each once."""
        rows = self.read("SELECT first FROM games ORDER BY id DESC LIMIT ?", _GAMES_REMEMBERED)
        try:
            names = [player["name"] for row in rows for player in json.loads(row[0])["players"]]
        except (ValueError, TypeError, KeyError) as error:
            raise RecordError(f"{self.path}: a game can't be read ({error}); move the file away") from error
        return tuple(dict.fromkeys(names))

    def check_whole(self) -> None:
        """Goes through the whole file; raises DamagedError when some of it is missing or makes no sense."""
        try:
            check_whole(self.path, self._connection)
        except sqlite3.Error as error:
            raise unreadable(self.path, error) from error

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def _entries(self, game_id: int, first: Position) -> Iterator[StoredEntry]:
        query = "SELECT number, at, kind, body, presses, reading FROM entries WHERE game = ? ORDER BY number"
        for number, at, kind, body, presses, reading in self.read(query, game_id):
            entry, _ = parse_body(kind, body, first.rules)
            yield StoredEntry(number, at, entry, presses, None if reading is None else json.loads(reading))

    def read(self, query: str, *values: object) -> list[Any]:
        """Answers a query; raises RecordError when the file can't be read."""
        try:
            return self._connection.execute(query, values).fetchall()
        except sqlite3.Error as error:
            raise unreadable(self.path, error) from error

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Lends the connection for one transaction, kept whole or not at all; raises RecordError when it can't be."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                self._roll_back()
                raise
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()  # a commit that failed leaves its transaction open, and no other could begin
            raise RecordError(
                f"{self.path}: can't be written ({error}); free some space or check its rights"
            ) from error

    def _roll_back(self) -> None:
        if self._connection.in_transaction:  # a full disk may have ended it already
            self._connection.execute("ROLLBACK")


def parse_body(kind: str, text: str, rules: RuleSet) -> tuple[Entry, int]:
    """Reads the body of an entry as stored.

    Returns:
        The entry, and how many of the same step follow it.

    Raises:
        EngineError: it is no such entry.
        ValueError: it is no JSON.
        TypeError: it is of another type.
    """
    body = json.loads(text)
    more = body.pop(_MORE, 0) if isinstance(body, dict) else 0
    if not isinstance(more, int):
        raise TypeError(f"{_MORE}: expected a whole number, found {more!r}")
    return parse_entry(kind, body, rules), more


def open_store(folder: Path, create: bool = False) -> Store:
    """Opens the record of a folder.

    Args:
        folder: where everything that lasts is kept.
        create: whether to make folder and file when they are missing.

    Raises:
        RecordError: when the folder can't be used, or the file is missing, broken, or of another program or version.
            With `create` also DiskError and DamagedError, for what a player can go on with.
    """
    path = folder / FILE_NAME
    if create:
        check_disk(folder)
    elif not path.is_file():
        raise RecordError(f"{folder}: holds no games; name the folder of your games with --data")
    try:
        connection = sqlite3.connect(path, timeout=_BUSY_TIMEOUT_S, isolation_level=None)
    except sqlite3.Error as error:
        raise RecordError(f"{path}: can't be opened ({error}); check its rights") from error
    try:
        prepare(path, connection)
        if create:
            check_whole(path, connection)
    except sqlite3.Error as error:
        connection.close()
        if create:
            check_disk(folder)
        raise unreadable(path, error) from error
    except RecordError:
        connection.close()
        raise
    return Store(path, connection)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
