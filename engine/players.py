"""Built-in players, and games among them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine.dice import Roll
from engine.errors import EngineError
from engine.fields import shown
from engine.guess import guessed_chances
from engine.options import Option, options
from engine.position import Position
from engine.scoring import points, sheet
from engine.suggest import advise

Player = Callable[[Position, Roll, Random], Option]
"""Chooses an option of the seat to move; any chance in it comes from the `Random`."""


def choose_random(position: Position, roll: Roll, random: Random) -> Option:
    """Takes any option, each as likely as the others."""
    return random.choice(options(position, roll))


def choose_greedy(position: Position, roll: Roll, random: Random) -> Option:
    """Takes the most points now; of as many, the most progress: each path counts its mountain's number in all."""
    mover = position.to_move
    return max(options(position, roll), key=lambda option: _greed(option.position, mover))


def choose_linear(position: Position, roll: Roll, random: Random) -> Option:
    """Takes what a linear rating, learnt by self-play, finds best.

    Raises:
        EngineError: when none was learnt for these rules.
    """
    from engine.values.learnt import learnt

    rating = learnt(position, "linear")
    if rating is None:
        raise EngineError(f"seats: linear does not know the rules {', '.join(position.rules.names)}")
    found = options(position, roll)
    chances = rating.chances([option.position for option in found], turns=0)
    return max(zip(found, chances, strict=True), key=lambda pair: pair[1][position.to_move])[0]


def choose_handmade(position: Position, roll: Roll, random: Random) -> Option:
    """Takes what has the best chance by hand-made features."""
    mover = position.to_move
    return max(options(position, roll), key=lambda option: _handmade_chance(option.position, mover))


def choose_advised(position: Position, roll: Roll, random: Random) -> Option:
    """Takes the first suggestion."""
    return advise(position, roll)[0].option


PLAYERS: Mapping[str, Player] = {
    "random": choose_random,
    "greedy": choose_greedy,
    "linear": choose_linear,
    "handmade": choose_handmade,
    "advisor": choose_advised,
}


def player_named(name: str) -> Player:
    """Finds a built-in player; raises EngineError when there is none of that name."""
    if name not in PLAYERS:
        raise EngineError(f"seats: unknown player {shown(name)}; known are {', '.join(PLAYERS)}")
    return PLAYERS[name]


def play_out(first: Position, players: Sequence[Player], random: Random) -> Position:
    """Plays a game to its end, one player for each seat; gives the last position."""
    position = first
    rules = first.rules
    while not position.over:
        roll = Roll(tuple(sorted(random.choices(rules.faces, k=rules.dice))))
        position = players[position.to_move](position, roll, random).position
    return position


def _handmade_chance(position: Position, seat: int) -> tuple[float, int]:
    """In the end it is the share of the first place, and of as much the more points."""
    if position.over:
        first = sheet(position).ranking[0]
        return (1 / len(first) if seat in first else 0.0), points(position, seat)
    return guessed_chances(position)[seat], points(position, seat)


def _greed(position: Position, seat: int) -> tuple[int, float]:
    goats = position.players[seat].goats
    tops = {mountain.number: mountain.top for mountain in position.rules.mountains}
    progress = sum(goat.number * goat.step / tops[goat.number] for goat in goats if goat.number in tops)
    return points(position, seat), progress
