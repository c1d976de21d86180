"""Finished games for the record, played by chance in a fixed way."""

from __future__ import annotations

import random
from contextlib import closing
from functools import cache
from pathlib import Path

from engine.dice import Roll
from engine.options import options
from engine.position import new_position
from engine.record import Entry, Game, RollEntry, TurnEntry, enter, new_game
from engine.scoring import points
from pi.shell.store import open_store


@cache
def played_game(seed: int, names: tuple[str, ...] = ("Ann", "Bo"), rules: tuple[str, ...] = ("base",)) -> Game:
    """A game in which everybody takes the most points at once, else the most climbing."""
    chance = random.Random(seed)
    game = new_game(new_position(len(names), names, rules))
    while not game.position.over:
        roll = Roll(tuple(sorted(chance.randint(1, 6) for _ in range(4))))
        seat = game.position.to_move
        best = max(options(game.position, roll), key=lambda one: (points(one.position, seat), len(one.turn.steps)))
        game = enter(enter(game, RollEntry(roll)), TurnEntry(best.turn))
    return game


def entries_of(game: Game) -> list[Entry]:
    """The entries that make a game."""
    return [moment.change for moment in game.moments if moment.change is not None]


def keep(folder: Path, game: Game) -> int:
    """Puts a game into the record of a folder."""
    with closing(open_store(folder, create=True)) as store:
        number = store.begin_game(game.moments[0].position)
        store.append(number, entries_of(game), 0)
    return number
