"""What the first roll would have to wait for, done before it."""

from __future__ import annotations

from engine.dice import Roll
from engine.position import Position, new_position
from engine.suggest import advise
from pi.core.model import Model

_ANY_ROLL = Roll((2, 3, 5, 6))


def warm_up(model: Model) -> None:
    """Loads the learnt chances and lays out what every advice needs; from any thread."""
    advise(_first_position(model), _ANY_ROLL)


def _first_position(model: Model) -> Position:
    """Where the running game began, else one with as many players as are set up."""
    return new_position(model.setup.players) if model.game is None else model.game.moments[0].position
