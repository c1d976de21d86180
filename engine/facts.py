"""What happened, in the order in which it happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.places import Place, place_text

if TYPE_CHECKING:
    from engine.position import Position

FactKind = Literal[
    "climbed", "bumped", "took", "emptied", "valley", "landed", "redeployed", "bonus", "last_round", "over"
]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened.

    Attributes:
        kind: what it was.
        seat: whom it happened to; for `emptied`, `last_round` and `over` the one who set it off.
        mountain: where, if it belongs to a mountain.
        points: of the token or bonus taken, or of the valley field reached.
        space: of the Big Mountain, if a goat landed there.
        origin: where a goat came from that was put elsewhere.
    """

    kind: FactKind
    seat: int
    mountain: int | None = None
    points: int | None = None
    space: int | None = None
    origin: Place | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A position and the facts that led to it."""

    position: Position
    facts: tuple[Fact, ...] = ()


def fact_json(fact: Fact) -> dict[str, Any]:
    """Writes a fact; `mountain`, `space`, `from` and `points` only where they apply."""
    written: dict[str, Any] = {"fact": fact.kind, "seat": fact.seat}
    details = {
        "mountain": fact.mountain,
        "space": fact.space,
        "from": None if fact.origin is None else place_text(fact.origin),
        "points": fact.points,
    }
    return written | {name: value for name, value in details.items() if value is not None}
