"""What happened, in the order in which it happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from engine.position import Position

FactKind = Literal["climbed", "bumped", "took", "emptied", "bonus", "last_round", "over"]


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened.

    Attributes:
        kind: what it was.
        seat: whom it happened to; for `emptied`, `last_round` and `over` the one who set it off.
        mountain: where, if it belongs to a mountain.
        points: of the token or bonus taken.
    """

    kind: FactKind
    seat: int
    mountain: int | None = None
    points: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A position and the facts that led to it."""

    position: Position
    facts: tuple[Fact, ...] = ()


def fact_json(fact: Fact) -> dict[str, Any]:
    """Writes a fact; `mountain` and `points` only where they apply."""
    written: dict[str, Any] = {"fact": fact.kind, "seat": fact.seat}
    if fact.mountain is not None:
        written["mountain"] = fact.mountain
    if fact.points is not None:
        written["points"] = fact.points
    return written
