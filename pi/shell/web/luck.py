"""How lucky the dice were: what the best use of a roll gains, against what it gains on average over all rolls.

A token gains its points. A step gains its share of the mountain's number, so that the way to a top is worth one token.
What players make of a roll does not come into it.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from engine.dice import Roll
from engine.groups import groupings
from engine.play import turnable, useful_sums
from engine.position import Position
from engine.rules import RuleSet


def gain(position: Position, roll: Roll) -> float:
    """The most that the player to move can gain on the mountains with a roll."""
    return _best(_gains(position), _sums_of(position.rules, roll.faces))


def expected_gain(position: Position) -> float:
    """The same on average, over all that can be rolled."""
    gains = _gains(position)
    rules = position.rules
    return sum(chance * _best(gains, _sums_of(rules, faces)) for faces, chance in _rolls(rules.faces, rules.dice))


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


def _best(gains: dict[tuple[int, int], float], sums: tuple[tuple[tuple[int, int], ...], ...]) -> float:
    return max((sum(gains.get(one, 0.0) for one in way) for way in sums), default=0.0)


@cache
def _sums_of(rules: RuleSet, faces: tuple[int, ...]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Every way to use a roll, as mountains and how often each is climbed."""
    ways = groupings(faces, turnable(rules, Roll(faces)), useful_sums(rules), False)
    return tuple({tuple(sorted(Counter(map(sum, way.groups)).items())) for way in ways})


@cache
def _rolls(faces: tuple[int, ...], dice: int) -> tuple[tuple[tuple[int, ...], float], ...]:
    """Every roll with its chance."""
    return tuple(
        (roll, factorial(dice) / prod(map(factorial, Counter(roll).values())) / len(faces) ** dice)
        for roll in combinations_with_replacement(faces, dice)
    )
