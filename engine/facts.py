"""What happened, in the order in which it happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.places import Place, place_text

if TYPE_CHECKING:
    from engine.position import Position

FactKind = Literal[
    "climbed", "bumped", "took", "emptied", "valley", "landed", "redeployed", "bonus", "last_round", "over",
    "ability", "moved", "scored", "points", "manual", "reminded", "stopped",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that happened.

    Attributes:
        kind: what it was. Of the Saga: `ability`: a goat face used a card; `moved`: a card took a goat a step up or
            down; `scored`: a mountain, token or no token; `points`: given by a card; `manual`: the players do what the
            card says by hand; `reminded`: of what it says; `stopped`: the card would set itself off again, and so on.
        seat: whom it happened to; for `emptied`, `last_round`, `over` and `stopped` the one who set it off.
        mountain: where, if it belongs to a mountain.
        points: of the token or bonus taken, of the valley field reached, or given by a card.
        space: of the Big Mountain, if a goat landed there.
        origin: where a goat came from that was put elsewhere.
        card: code of the card that did it.
        steps: 1 for a goat that a card moved up, -1 for one that it moved down.
    """

    kind: FactKind
    seat: int
    mountain: int | None = None
    points: int | None = None
    space: int | None = None
    origin: Place | None = None
    card: str | None = None
    steps: int | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A position and the facts that led to it."""

    position: Position
    facts: tuple[Fact, ...] = ()


def fact_json(fact: Fact) -> dict[str, Any]:
    """Writes a fact; `mountain`, `space`, `from`, `points`, `card` and `steps` only where they apply."""
    written: dict[str, Any] = {"fact": fact.kind, "seat": fact.seat}
    details = {
        "mountain": fact.mountain,
        "space": fact.space,
        "from": None if fact.origin is None else place_text(fact.origin),
        "points": fact.points,
        "card": fact.card,
        "steps": fact.steps,
    }
    return written | {name: value for name, value in details.items() if value is not None}
