"""How lucky the dice were: what the best use of a roll gains, against what it gains on average over all rolls.

A token gains its points. A step gains its share of the mountain's number, so that the way to a top is worth one token.
What players make of a roll does not come into it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, pairwise
from math import factorial, prod

from engine.dice import Roll, worth
from engine.groups import groupings
from engine.play import turnable, useful_sums
from engine.position import Position
from engine.record import Game, TurnEntry
from engine.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Luck:
    """What the dice gave: the most they could gain, and what could be expected."""

    gained: float = 0.0
    expected: float = 0.0

    def __add__(self, other: Luck) -> Luck:
        """Adds up."""
        return Luck(self.gained + other.gained, self.expected + other.expected)


def luck_of(game: Game) -> tuple[Luck, ...]:
    """The luck of everybody's dice in a game, by seat."""
    luck = [Luck()] * len(game.position.players)
    for before, after in pairwise(game.moments):
        if isinstance(after.change, TurnEntry) and before.roll is not None:
            luck[before.position.to_move] += Luck(gain(before.position, before.roll), expected_gain(before.position))
    return tuple(luck)


def gain(position: Position, roll: Roll) -> float:
    """The most that the player to move can gain on the mountains with a roll."""
    gains = _gains(position)
    return max((_worth(way, gains) for way in _ways(position.rules, roll.faces)), default=0.0)


def expected_gain(position: Position) -> float:
    """The same on average, over all that can be rolled."""
    plan = _plan(position.rules)
    gains = _gains(position)
    worth = [_worth(way, gains) for way in plan.ways]
    return sum(chance * max([worth[way] for way in ways], default=0.0) for ways, chance in plan.rolls)


Way = tuple[tuple[int, int], ...]
"""A way to use a roll: mountains, and how often each is climbed."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """All rolls, and what can be made of them.

    Attributes:
        ways: each once, since different rolls can be used in the same way.
        rolls: for each the indexes of its ways, and its chance.
    """

    ways: tuple[Way, ...]
    rolls: tuple[tuple[tuple[int, ...], float], ...]


def _gains(position: Position) -> dict[tuple[int, int], float]:
    """What climbing a mountain so many times gains, by mountain and times."""
    gains: dict[tuple[int, int], float] = {}
    for mountain, stack in zip(position.rules.mountains, position.stacks, strict=True):
        if not position.mover.has_goat_on(mountain.number):
            continue
        left = mountain.top - position.mover.goat_on(mountain.number).step
        for times in range(1, position.rules.dice + 1):
            steps = min(times, left)
            tokens = min(times - steps, stack)
            gains[mountain.number, times] = mountain.number * (tokens + steps / mountain.top * (stack > 0))
    return gains


def _worth(way: Way, gains: dict[tuple[int, int], float]) -> float:
    return sum([gains.get(one, 0.0) for one in way])


@cache
def _plan(rules: RuleSet) -> _Plan:
    rolls = [(_ways(rules, faces), chance) for faces, chance in _rolls(rules.faces, rules.dice)]
    index = {way: number for number, way in enumerate(dict.fromkeys(way for ways, _ in rolls for way in ways))}
    return _Plan(tuple(index), tuple((tuple(index[way] for way in ways), chance) for ways, chance in rolls))


@cache
def _ways(rules: RuleSet, faces: tuple[int, ...]) -> tuple[Way, ...]:
    """Every way to use a roll that does not fall short of another in everything: climbing more never gains less."""
    ways = groupings(faces, turnable(rules, Roll(faces)), useful_sums(rules), False)
    counts = {tuple(sorted(Counter(map(worth, way.groups)).items())) for way in ways}
    return tuple(way for way in counts if not any(_falls_short(way, other) for other in counts))


def _falls_short(way: Way, other: Way) -> bool:
    climbs = dict(other)
    return way != other and all(times <= climbs.get(mountain, 0) for mountain, times in way)


@cache
def _rolls(faces: tuple[int, ...], dice: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every roll with its chance."""
    return tuple(
        (roll, factorial(dice) / prod(map(factorial, Counter(roll).values())) / len(faces) ** dice)
        for roll in combinations_with_replacement(faces, dice)
    )
