"""The games kept, for the page: lists, one game turn by turn, looking back on it, import, export, and putting away."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TextIO

from engine.errors import EngineError
from engine.position import Position
from engine.position_json import parse_position, position_json
from engine.record import RollEntry, parse_entry, replay
from engine.scoring import sheet, sheet_json
from pi.core.statistics import Summary, summary_of
from pi.shell.errors import RecordError
from pi.shell.kept import KeptGames
from pi.shell.store import Store, StoredGame
from pi.shell.web.judging import Judge
from pi.shell.web.messages import CostlyTurn
from pi.shell.web.telling import played, rounded, turns_played

MOST_ENTRIES: Final = 5000
MOST_LETTERS: Final = 250_000
"""A game has less."""
MOST_LOOKED_BACK: Final = 32
"""Games whose costly turns are remembered."""

Progress = Callable[[int, int], None]
"""Told how many are done, of how many."""


class ArchiveError(Exception):
    """A game can't be had, or what was given is none; one line."""


class Archive:
    """The games of a data folder. Calls may come from any thread."""

    def __init__(self, folder: Path, judge: Judge) -> None:
        self._kept = KeptGames(folder)
        self._judge = judge
        self._working = threading.Lock()
        self._known: dict[str, tuple[int, Summary]] = {}
        self._looked_back: dict[tuple[str, int], list[CostlyTurn]] = {}

    def ids(self, put_away: bool = False) -> tuple[str, ...]:
        """The games in use, or those put away, the newest first; raises ArchiveError."""
        with _translated():
            return self._kept.ids(put_away)

    def summary(self, game_id: str, with_luck: bool = False) -> Summary:
        """A game in short; raises ArchiveError."""
        with _translated():
            entries = self._kept.entries(game_id)
            number, known = self._known.get(game_id, (-1, None))
            if known is not None and number == entries and (known.luck is not None or not with_luck):
                return known
            stored = self._kept.game(game_id)
        summary = summary_of(stored.game, game_id, stored.started_at)
        if with_luck:
            summary = replace(summary, luck=self._judge.luck(stored.game))
        self._known[game_id] = (len(stored.entries), summary)
        return summary

    def game(self, game_id: str) -> dict[str, Any]:
        """A game with the board after every turn; raises ArchiveError."""
        stored = self._stored(game_id)
        turns = tuple(turns_played(stored.game))
        # Somebody who plays without hints may look here, too: nothing is told of a game that is not over.
        line = self._judge.chance_line(stored.game) if stored.game.position.over else [()] * (len(turns) + 1)
        return {
            "id": game_id,
            "started_at": stored.started_at,
            "boards": [position_json(stored.first), *(position_json(turn.after.position) for turn in turns)],
            "turns": [played(turn, line[turn.number]) for turn in turns],
            "start_chances": rounded(line[0]),
            "position": position_json(stored.game.position),
            "sheet": sheet_json(sheet(stored.game.position)),
        }

    def costly_turns(self, game_id: str) -> list[CostlyTurn]:
        """The turns of a game that cost most; takes a while at first, one game at a time; raises ArchiveError."""
        with self._working:
            stored = self._stored(game_id)
            if not stored.game.position.over:
                raise ArchiveError("the game is not over")
            key = (game_id, len(stored.entries))
            if key not in self._looked_back:
                if len(self._looked_back) >= MOST_LOOKED_BACK:
                    del self._looked_back[next(iter(self._looked_back))]
                self._looked_back[key] = self._judge.costly_turns(stored.game)
            return self._looked_back[key]

    def export(self, game_id: str, kind: str) -> str:
        """A game for other programs, as JSON on one line or as CSV; raises ArchiveError."""
        import csv
        import io

        from pi.shell.commands.games import export_json, export_rows  # brings the table's model

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

        Raises:
            ArchiveError: the games can't be kept.
        """
        new: list[str] = []
        wrong: list[str] = []
        with path.open(encoding="utf-8") as file:
            lines = sum(1 for _ in _lines(file))
        with path.open(encoding="utf-8") as file, _translated(), closing(self._kept.imported()) as store:
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
        with self._working, _translated():
            self._kept.put_away(game_ids, is_away)

    def _stored(self, game_id: str) -> StoredGame:
        with _translated():
            return self._kept.game(game_id)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except RecordError as error:
        raise ArchiveError(str(error)) from error


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
