"""Everything that a roll can lead to where steps depend on each other: from position to position, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from heapq import heappop, heappush
from itertools import combinations, count
from typing import TYPE_CHECKING

from engine.dice import worth
from engine.groups import Group
from engine.play import card_steps, dice_given, perform, steps_of, useful_sums

if TYPE_CHECKING:
    from engine.facts import Fact
    from engine.position import Position
    from engine.turns import GroupStep, Step


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """Steps, the last one after those before it, and what the last one made happen."""

    before: Walk | None = None
    step: Step | None = None
    made: tuple[Fact, ...] = ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps in order."""
        return tuple(each.step for each in self._from_the_start() if each.step is not None)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All that happened, in order."""
        return tuple(fact for each in self._from_the_start() for fact in each.made)

    def _from_the_start(self) -> list[Walk]:
        found = []
        each: Walk | None = self
        while each is not None:
            found.append(each)
            each = each.before
        return found[::-1]


WALKS_MAX = 20_000
"""So many positions within a turn are gone on from, the simplest first: beyond, some cards together know no end."""


def walks(position: Position, dice: Group) -> dict[Position, Walk]:
    """Gives each position at which the turn can end, with the simplest walk there: fewest dice, then fewest steps.

    All positions are found unless there are more than `WALKS_MAX` on the way; then the simplest are.

    A step that only gives a die another value can as well come first as later, so it is tried from the start alone.
    """
    sums = useful_sums(position.rules)
    numbers: dict[Position, int] = {}
    simplest: dict[tuple[int, Group], tuple[int, int]] = {}
    ends: dict[Position, Walk] = {}
    order = count()
    waiting: list[_Waiting] = []

    def reach(effort: tuple[int, int], reached: Position, left: Group, walk: Walk) -> None:
        key = numbers.setdefault(reached, len(numbers)), left
        if key not in simplest or effort < simplest[key]:
            simplest[key] = effort
            heappush(waiting, (effort, next(order), key[0], reached, left, walk))

    reach((0, 0), position, dice, Walk())
    gone_on = 0
    while waiting and gone_on < WALKS_MAX:
        effort, _, number, now, left, walk = heappop(waiting)
        if effort > simplest[number, left]:
            continue
        gone_on += 1
        if not now.pending:
            ends.setdefault(now, walk)
        for step, rest in _next_steps(now, left, sums):
            given = dice_given(now, step)
            if given and number != 0:
                continue
            outcome = perform(now, step)
            dice_left = tuple(sorted((*rest, *given))) if given else rest
            further = effort[0] + len(step.dice), effort[1] + 1
            reach(further, outcome.position, dice_left, Walk(walk, step, outcome.facts))
    return ends


_Waiting = tuple[tuple[int, int], int, int, "Position", Group, Walk]


def _next_steps(position: Position, dice: Group, sums: frozenset[int]) -> Iterator[tuple[Step, Group]]:
    """Gives every step that can be next, each with the dice that it leaves."""
    if not position.pending:
        for group, rest in _groups(dice, sums):
            for step in steps_of(position, worth(group)):
                yield _with_dice(step, group), rest
    for card_step in card_steps(position, dice):
        yield card_step, without(dice, card_step.dice)


@cache
def _with_dice(step: GroupStep, group: Group) -> GroupStep:
    return replace(step, dice=group)


@cache
def _groups(dice: Group, sums: frozenset[int]) -> tuple[tuple[Group, Group], ...]:
    """Lists the groups of a useful sum that can be taken of some dice, each with the dice that it leaves."""
    taken = {group for size in range(1, len(dice) + 1) for group in combinations(dice, size) if worth(group) in sums}
    return tuple((group, without(dice, group)) for group in sorted(taken, key=lambda group: (len(group), group)))


@cache
def without(dice: Group, taken: Group) -> Group:
    """Gives the dice that are left when some are taken."""
    return tuple(sorted((Counter(dice) - Counter(taken)).elements()))
