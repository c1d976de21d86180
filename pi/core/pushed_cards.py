"""Which option pushed dice show where cards lie beside the board: a goat is a 1, another number, or an ability."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from engine.dice import GOAT, Face, worth
from engine.play import dice_given
from engine.position import Position
from engine.suggest import Advice
from engine.turns import Ability, Climb, Turn

Group = tuple[Face, ...]


def option_with_cards(position: Position, advice: Sequence[Advice], groups: Sequence[Group]) -> int | None:
    """The option that uses most of the groups, and nothing that lies in none; the best of several.

    Args:
        position: that the roll is played on.
        advice: the options of the roll, the best first.
        groups: faces of the dice that lie together.

    Returns:
        Its index in `advice`; None when the groups make no turn.
    """
    turns = [one.option.turn for one in advice]
    fitting = [index for index, turn in enumerate(turns) if turn.steps and _lies_in(position, turn, tuple(groups))]
    return max(fitting, key=lambda index: _uses(position, turns[index]), default=None)


def _lies_in(position: Position, turn: Turn, groups: tuple[Group, ...]) -> bool:
    """Whether each group of the turn lies there, and a goat by itself for each ability that leaves the dice alone."""
    sums = tuple(step.mountain for step in turn.steps if isinstance(step, Climb))
    return any(left.count((GOAT,)) >= _alone(position, turn) for left in _left(sums, _numbers(position, turn), groups))


def _left(sums: tuple[int, ...], numbers: Group, groups: tuple[Group, ...]) -> Iterator[tuple[Group, ...]]:
    """The groups that are left when the others give these sums, some of their goats counting as these numbers."""
    if not sums:
        yield groups
        return
    for index, group in enumerate(groups):
        for count in range(min(group.count(GOAT), len(numbers)) + 1):
            for given in set(combinations(numbers, count)):
                if worth(group) - count + sum(given) == sums[0]:
                    yield from _left(sums[1:], _without(numbers, given), (*groups[:index], *groups[index + 1 :]))


def _without(numbers: Group, given: Group) -> Group:
    left = list(numbers)
    for number in given:
        left.remove(number)
    return tuple(left)


def _numbers(position: Position, turn: Turn) -> Group:
    return tuple(number for step in turn.steps for number in dice_given(position, step))


def _alone(position: Position, turn: Turn) -> int:
    return sum(isinstance(step, Ability) and not dice_given(position, step) for step in turn.steps)


def _uses(position: Position, turn: Turn) -> int:
    """How many groups a turn uses."""
    return sum(isinstance(step, Climb) for step in turn.steps) + _alone(position, turn)
