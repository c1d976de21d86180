"""Positions that tests put together."""

from __future__ import annotations

from engine.places import path
from engine.position import Position, with_goat_at


def with_goat(position: Position, seat: int, mountain: int, step: int) -> Position:
    """The goat of a mountain on another step of it."""
    return with_goat_at(position, seat, position.players[seat].goat_on(mountain), path(mountain, step))
