"""Tables to tell of."""

from __future__ import annotations

from dataclasses import replace

from engine.position import new_position
from engine.record import new_game
from pi.core.model import Model, resumed
from tests.pi.driving import EMPTIED, OK, new_table, play, thrown


def after_turns(count: int, model: Model | None = None) -> Model:
    """A table at which the best option was taken some times."""
    table = new_table() if model is None else model
    for _ in range(count):
        table = play(table, *thrown(1, 1, 4, 6), OK, EMPTIED)
    return table


def before_the_end() -> Model:
    """Bo is about to end the game: it is the last round, and nobody comes after him."""
    position = new_position(2, ("Ann", "Bo"))
    return resumed(new_table(), new_game(replace(position, to_move=1, round=9, last_round=True)))
