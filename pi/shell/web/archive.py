"""The games kept, for the page: lists, one game turn by turn, import, export, and putting games away.

Games from elsewhere are kept in a file of their own beside the record, so that none of them is ever taken for the
running game. Nothing is deleted: games put away are named in a small file and can be brought back.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TextIO

from engine.errors import EngineError
from engine.position import Position, parse_position, position_json
from engine.record import Game, RollEntry, TurnEntry, parse_entry, replay
from engine.scoring import sheet, sheet_json
from pi.shell.commands.games import export_json, export_rows
from pi.shell.data import write_whole
from pi.shell.store import FILE_NAME, RecordError, Store, StoredGame, open_store
from pi.shell.web.luck import expected_gain, gain
from pi.shell.web.messages import Played
from pi.shell.web.news import played

IMPORTED: Final = "imported"
"""Folder of the games from elsewhere, in the data folder."""
HIDDEN_NAME: Final = "games-put-away.json"
MOST_ENTRIES: Final = 5000
MOST_LETTERS: Final = 250_000
"""A game has less."""

Progress = Callable[[int, int], None]
"""Told how many are done, of how many."""


class ArchiveError(Exception):
    """A game can't be had, or what was given is none; one line."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What the dice gave one seat in a game: the most they could gain, and what could be expected."""

    gained: float
    expected: float


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in short; `luck` by seat, None when it was not worked out."""

    id: str
    started_at: str
    rules: tuple[str, ...]
    names: tuple[str, ...]
    totals: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    turns: int
    over: bool
    luck: tuple[Luck, ...] | None = None


class Archive:
    """The games of a data folder. Calls may come from any thread; one works at a time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._known: dict[str, tuple[int, Summary]] = {}

    def ids(self, put_away: bool = False) -> tuple[str, ...]:
        """All games, the newest first: "12" of this table, "i3" from elsewhere."""
        hidden = self._hidden()
        return tuple(one for one in self._all_ids() if (one in hidden) == put_away)

    def summary(self, game_id: str, with_luck: bool = False) -> Summary:
        """A game in short; raises ArchiveError."""
        with self._lock:
            entries = self._count(game_id)
            known = self._known.get(game_id)
            if known is not None and known[0] == entries and (known[1].luck is not None or not with_luck):
                return known[1]
            stored = self._stored(game_id)
            summary = _summary(game_id, stored, with_luck)
            self._known[game_id] = (entries, summary)
            return summary

    def game(self, game_id: str) -> dict[str, Any]:
        """A game with the board after every turn; raises ArchiveError."""
        with self._lock:
            stored = self._stored(game_id)
        boards = [position_json(stored.first)]
        turns: list[Played] = []
        moments = stored.game.moments
        for before, after in pairwise(moments):
            if isinstance(after.change, TurnEntry):
                turns.append(played(before, after, after.change, len(turns) + 1))
                boards.append(position_json(after.position))
        return {
            "id": game_id,
            "started_at": stored.started_at,
            "boards": boards,
            "turns": turns,
            "position": position_json(stored.game.position),
            "sheet": sheet_json(sheet(stored.game.position)),
        }

    def export(self, game_id: str, kind: str) -> str:
        """A game for other programs, as JSON on one line or as CSV; raises ArchiveError."""
        import csv
        import io

        with self._lock:
            stored = self._stored(game_id)
        if kind == "json":
            return json.dumps(export_json(stored), ensure_ascii=False) + "\n"
        written = io.StringIO()
        csv.writer(written, lineterminator="\n").writerows(export_rows(stored.game))
        return written.getvalue()

    def take_in(self, path: Path, progress: Progress) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Adds the games of a file, one exported game a line.

        Returns:
            The new games, and what was wrong with those left out, a line each.
        """
        new: list[str] = []
        wrong: list[str] = []
        with path.open(encoding="utf-8") as file:
            lines = sum(1 for _ in _lines(file))
        with path.open(encoding="utf-8") as file, self._lock, closing(_open(self._folder / IMPORTED)) as store:
            for number, line in enumerate(_lines(file), start=1):
                if line.strip():
                    try:
                        new.append(f"i{_take_in(line, store)}")
                    except ArchiveError as error:
                        wrong.append(f"line {number}: {error}")
                progress(number, lines)
        return tuple(new), tuple(wrong)

    def put_away(self, game_ids: list[str], is_away: bool) -> None:
        """Takes games out of the lists, or back in; raises ArchiveError."""
        known = set(self._all_ids())
        for game_id in game_ids:
            if game_id not in known:
                raise ArchiveError(f"{game_id}: there is no such game")
        with self._lock:
            hidden = self._hidden()
            hidden = hidden | set(game_ids) if is_away else hidden - set(game_ids)
            write_whole(self._folder / HIDDEN_NAME, json.dumps(sorted(hidden)))

    def _hidden(self) -> frozenset[str]:
        try:
            return frozenset(json.loads((self._folder / HIDDEN_NAME).read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError, TypeError):
            return frozenset()

    def _all_ids(self) -> tuple[str, ...]:
        own = [str(one) for one in self._ids_in(self._folder)]
        others = [f"i{one}" for one in self._ids_in(self._folder / IMPORTED)]
        return (*reversed(own), *reversed(others))

    def _ids_in(self, folder: Path) -> tuple[int, ...]:
        if not (folder / FILE_NAME).is_file():
            return ()
        with _translated(), closing(_open(folder)) as store:
            return store.game_ids()

    def _folder_of(self, game_id: str) -> tuple[Path, int]:
        number = game_id.removeprefix("i")
        if not (number.isascii() and number.isdecimal() and len(number) < 10):
            raise ArchiveError("there is no such game")
        return (self._folder / IMPORTED if game_id.startswith("i") else self._folder), int(number)

    def _stored(self, game_id: str) -> StoredGame:
        folder, number = self._folder_of(game_id)
        with _translated(), closing(_open(folder)) as store:
            return store.game(number)

    def _count(self, game_id: str) -> int:
        """How many entries a game has; what is known of it holds while there come no more."""
        folder, number = self._folder_of(game_id)
        try:
            with closing(sqlite3.connect(f"file:{folder / FILE_NAME}?mode=ro", uri=True, timeout=5)) as connection:
                found = connection.execute("SELECT count(*) FROM entries WHERE game = ?", (number,)).fetchone()
        except sqlite3.Error as error:
            raise ArchiveError(f"the record can't be read ({error})") from error
        return int(found[0])


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except RecordError as error:
        raise ArchiveError(str(error)) from error


def _open(folder: Path) -> Store:
    try:
        return open_store(folder, create=folder.name == IMPORTED)
    except RecordError as error:
        raise ArchiveError(str(error)) from error


def _summary(game_id: str, stored: StoredGame, with_luck: bool) -> Summary:
    position = stored.game.position
    standing = sheet(position)
    return Summary(
        id=game_id,
        started_at=stored.started_at,
        rules=position.rules.names,
        names=tuple(player.name for player in position.players),
        totals=tuple(player.total for player in standing.players),
        ranking=standing.ranking,
        turns=stored.game.turns,
        over=position.over,
        luck=_luck(stored.game) if with_luck else None,
    )


def _luck(game: Game) -> tuple[Luck, ...]:
    gained = [0.0] * len(game.position.players)
    expected = list(gained)
    for before, after in pairwise(game.moments):
        if isinstance(after.change, TurnEntry) and before.roll is not None:
            seat = before.position.to_move
            gained[seat] += gain(before.position, before.roll)
            expected[seat] += expected_gain(before.position)
    return tuple(Luck(*both) for both in zip(gained, expected, strict=True))


def _lines(file: TextIO) -> Iterator[str]:
    """The lines of a file, overlong ones cut short, so that they are no games."""
    while line := file.readline(MOST_LETTERS):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = file.readline(MOST_LETTERS)
        yield line


def _take_in(line: str, store: Store) -> int:
    """Adds one exported game; everything about it is played again before it is believed."""
    if len(line) >= MOST_LETTERS:
        raise ArchiveError("is too long for a game")
    try:
        given = json.loads(line)
        first: Position = parse_position(given["first"])
        written = given["entries"]
        if not isinstance(written, list) or len(written) > MOST_ENTRIES:
            raise ArchiveError(f"entries: expected a list of at most {MOST_ENTRIES}")
        entries = [parse_entry(_kind(one), one, first.rules) for one in written]
        game = replay(first, entries)
    except KeyError as error:
        raise ArchiveError(f"{error} is missing") from error
    except (ValueError, TypeError, AttributeError, RecursionError, EngineError) as error:
        raise ArchiveError(f"is no exported game ({error})") from error
    if not any(isinstance(moment.change, RollEntry) for moment in game.moments):
        raise ArchiveError("nothing was ever rolled in it")
    try:
        number = store.begin_game(first)
        if entries:
            store.append(number, entries, 0)
    except RecordError as error:
        raise ArchiveError(str(error)) from error
    return number


def _kind(entry: Any) -> str:
    kind = entry["kind"]
    if not isinstance(kind, str):
        raise ArchiveError("entries: a kind is a word")
    return kind
