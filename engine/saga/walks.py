"""Everything that a roll can lead to where steps depend on each other: from position to position, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import combinations
from operator import mul
from typing import TYPE_CHECKING

from engine.base import TOPS
from engine.dice import worth
from engine.groups import Group
from engine.places import Place, path
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


WALKS_MAX = 4_000
"""About so many positions are reached within a turn: beyond, cards leave more than anybody could look through."""


def walks(position: Position, dice: Group) -> Mapping[Position, Walk]:
    """Gives each position at which the turn can end, with the simplest walk there: fewest dice, then fewest steps.

    All positions are found unless there are more than about `WALKS_MAX` on the way. Then those of fewer dice are, and
    further dice go on from what is best for the player to move, each with its share of the room; `is_cut` tells.

    A step that only gives a die another value can as well come first as later, so it is tried from the start alone.
    """
    return _searched(position, dice)[0]


def is_cut(position: Position, dice: Group) -> bool:
    """Says whether there is too much to try, so that `walks` may lack positions."""
    return _searched(position, dice)[1]


@lru_cache(maxsize=1)
def _searched(position: Position, dice: Group) -> tuple[Mapping[Position, Walk], bool]:
    """Remembered, as whoever asks for the walks asks next whether they are all."""
    search = _Search(useful_sums(position.rules))
    search.run(position, dice)
    return search.ends, search.is_cut


@dataclass(frozen=True, slots=True, eq=False)
class _Reached:
    """What a walk has reached: a position, the number that it has in the search, and dice left."""

    position: Position
    number: int
    left: Group
    walk: Walk
    effort: tuple[int, int]

    @property
    def key(self) -> tuple[int, Group]:
        """Tells it apart from all that something else can follow."""
        return self.number, self.left


class _Search:
    """Goes from walks that have used few dice to those that have used more; what waits for a choice gets it at once.

    Attributes:
        ends: where the turn can end, with the simplest walk there.
        is_cut: not every walk was gone on from.
    """

    __slots__ = ("_by_dice", "_choosing", "_efforts", "_numbers", "_sums", "ends", "is_cut")

    def __init__(self, sums: frozenset[int]) -> None:
        self._sums = sums
        self.ends: dict[Position, Walk] = {}
        self.is_cut = False
        self._numbers: dict[Position, int] = {}
        self._efforts: dict[tuple[int, Group], tuple[int, int]] = {}
        self._by_dice: dict[int, list[_Reached]] = {}
        self._choosing: list[_Reached] = []

    def run(self, position: Position, dice: Group) -> None:
        """Finds the ends."""
        self._reach(position, dice, Walk(), (0, 0))
        while self._by_dice:
            level = self._by_dice.pop(min(self._by_dice))
            simplest = [each for each in level if each.effort == self._efforts[each.key]]
            simplest.sort(key=lambda each: each.effort)
            for each in simplest:
                self.ends.setdefault(each.position, each.walk)
            self._go_on([each for each in simplest if each.left])

    def _go_on(self, level: list[_Reached]) -> None:
        """Takes the next dice, from the best positions first, as long as there is room for what that reaches."""
        level.sort(key=lambda each: _promise(each.position), reverse=True)
        reached = len(self._efforts)
        dice = max((len(each.left) for each in level), default=1)
        room = reached + (WALKS_MAX - reached) * 2 // (dice + 1)  # the last die gets all, others leave some for it
        for each in level:
            self._choosing.append(each)
            while self._choosing:
                if len(self._efforts) >= room:
                    self.is_cut = True
                    self._choosing.clear()
                    return
                self._take_steps(self._choosing.pop())

    def _take_steps(self, before: _Reached) -> None:
        now = before.position
        for step, rest in _next_steps(now, before.left, self._sums):
            given = dice_given(now, step)
            if given and before.number != 0:
                continue
            outcome = perform(now, step)
            left = tuple(sorted((*rest, *given))) if given else rest
            effort = before.effort[0] + len(step.dice), before.effort[1] + 1
            self._reach(outcome.position, left, Walk(before.walk, step, outcome.facts), effort)

    def _reach(self, position: Position, left: Group, walk: Walk, effort: tuple[int, int]) -> None:
        number = self._numbers.setdefault(position, len(self._numbers))
        known = self._efforts.get((number, left))
        if known is not None and known <= effort:
            return
        self._efforts[number, left] = effort
        reached = _Reached(position, number, left, walk, effort)
        if position.pending:
            self._choosing.append(reached)
        else:
            self._by_dice.setdefault(effort[0], []).append(reached)


_PROGRESS: dict[Place, float] = {
    path(mountain, step): mountain * step / top for mountain, top in TOPS.items() for step in range(top + 1)
}


def _promise(position: Position) -> float:
    """How good a position is for the player to move, quickly: points, and how far goats have come."""
    mover = position.mover
    by_tokens: int = sum(map(mul, position.rules.numbers, mover.tokens))
    return by_tokens + sum([points for _, points in mover.extra]) + sum([_PROGRESS[goat] for goat in mover.goats])


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
