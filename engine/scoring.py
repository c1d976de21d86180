"""The score sheet: lines, totals, and who is ahead of whom (B12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, groupby
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from engine.position import Position

DecidedBy = Literal["points", "tops", "highest-top", "shared"]

_CRITERIA: tuple[DecidedBy, ...] = ("points", "tops", "highest-top")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a sheet: what the points are for, and how many."""

    what: str
    points: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may still happen before the end.

    Attributes:
        share_left: how much of the game is left, 1 at the start, 0 in the last round.
        ripe: by seat, how much of what may be hoped for is likely to come true in the turns that are left, 0..1.
    """

    share_left: float
    ripe: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class SeatSheet:
    """The sheet of one player."""

    name: str
    total: int
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everybody's sheet.

    Attributes:
        players: by seat.
        ranking: seats, the first place first; seats that share a place together, in order.
        decided_by: what sets the first place apart from the second, or `shared`.
    """

    players: tuple[SeatSheet, ...]
    ranking: tuple[tuple[int, ...], ...]
    decided_by: DecidedBy


def sheet(position: Position) -> Sheet:
    """Adds up a position, over or not."""
    names = (player.name for player in position.players)
    players = tuple(
        SeatSheet(name, sum(line.points for line in lines), lines)
        for name, lines in zip(names, _lines(position), strict=True)
    )
    standings = [(players[seat].total, *_tops(position, seat)) for seat in range(len(players))]
    best_first = sorted(range(len(players)), key=lambda seat: standings[seat], reverse=True)
    ranking = tuple(tuple(sorted(seats)) for _, seats in groupby(best_first, key=lambda seat: standings[seat]))
    return Sheet(players, ranking, _decided_by([standings[seat] for seat in best_first]))


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """Writes a sheet in the contract's shape."""
    return {
        "players": [
            {
                "name": player.name,
                "total": player.total,
                "lines": [{"what": line.what, "points": line.points} for line in player.lines],
            }
            for player in sheet.players
        ],
        "ranking": [list(seats) for seats in sheet.ranking],
        "decided_by": sheet.decided_by,
    }


def points(position: Position, seat: int) -> int:
    """Adds up what a player has now."""
    return totals(position)[seat]


def totals(position: Position) -> tuple[int, ...]:
    """Adds up what everybody has now, by seat."""
    return tuple(sum(line.points for line in lines) for lines in _lines(position))


def tops_held(position: Position, seat: int) -> Iterator[int]:
    """Gives the mountains whose top a player holds, the lowest first."""
    goats = position.players[seat].goats
    return (mountain.number for mountain, top in position.rules.tops if top in goats)


def _lines(position: Position) -> Iterator[tuple[Line, ...]]:
    by_module = [module.lines(position) for module in position.rules.modules]
    return (tuple(chain.from_iterable(lines)) for lines in zip(*by_module, strict=True))


def _tops(position: Position, seat: int) -> tuple[int, int]:
    held = tuple(tops_held(position, seat))
    return len(held), max(held, default=0)


def _decided_by(standings: list[tuple[int, int, int]]) -> DecidedBy:
    first, second = standings[:2]
    for criterion, one, other in zip(_CRITERIA, first, second, strict=True):
        if one != other:
            return criterion
    return "shared"
