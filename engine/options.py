"""Everything a player can make of a roll: every distinct position once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from engine.dice import Roll, worth
from engine.errors import EngineError
from engine.facts import Fact
from engine.groups import Grouping, groupings
from engine.play import end_turn, must_sums, perform, steps_of, turnable, useful_sums
from engine.position import Position
from engine.saga.walks import walks
from engine.turns import GroupStep, Turn


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to make of a roll.

    Attributes:
        turn: the simplest that leads there: fewest dice turned, then fewest used.
        position: after it, the next player to move.
        facts: what happens on the way.
    """

    turn: Turn
    position: Position
    facts: tuple[Fact, ...]


def options(position: Position, roll: Roll) -> tuple[Option, ...]:
    """Lists every distinct position that the player to move can reach, passing included where it is legal.

    Goats are taken back without dice only where a group needs one (V6).

    Returns:
        The simplest turn first, always in the same order; never empty.

    Raises:
        EngineError: when the game is over.
    """
    if position.over:
        raise EngineError("over: the game is over; no turn can be played")
    found = _by_steps(position, roll) if position.rules.free_order else _by_sums(position, roll)
    return tuple(sorted(found, key=_effort))


def _by_steps(position: Position, roll: Roll) -> Iterator[Option]:
    """Walks on step by step, whatever a step may bring about."""
    for reached, walk in walks(position, roll.faces).items():
        ended = end_turn(reached)
        yield Option(Turn((), walk.steps), ended.position, walk.facts + ended.facts)


def _by_sums(position: Position, roll: Roll) -> Iterator[Option]:
    """Looks at sums before steps, as a group can do nothing that its sum does not tell."""
    rules = position.rules
    sums = useful_sums(rules)
    optional = sums - must_sums(rules)
    by_sums = _Walks(position)
    found: dict[Position, tuple[Grouping, _Walk]] = {}
    for way in groupings(roll.faces, turnable(rules, roll), sums, position.settings.must_move, optional):
        for reached, walk in by_sums.over(tuple(map(worth, way.groups))).items():
            found.setdefault(reached, (way, walk))  # the simplest way comes first, so it keeps the position
    return (_option(reached, *how) for reached, how in found.items())


def _option(reached: Position, way: Grouping, walk: _Walk) -> Option:
    ended = end_turn(reached)
    return Option(Turn(way.turned, _with_dice(walk.steps, way)), ended.position, walk.facts + ended.facts)


def _effort(option: Option) -> tuple[int, int, int]:
    """The less the simpler, as for groupings; but a group that must be used and can do nothing is no effort."""
    turn = option.turn
    return len(turn.turned), sum(len(step.dice) for step in turn.steps), len(turn.steps)


@dataclass(frozen=True, slots=True)
class _Walk:
    """Steps, and what they make happen."""

    steps: tuple[GroupStep, ...] = ()
    facts: tuple[Fact, ...] = ()


class _Walks:
    """The positions within a turn that groups of some sums lead to, each sum in each order worked out once."""

    def __init__(self, position: Position) -> None:
        self._known: dict[tuple[int, ...], dict[Position, _Walk]] = {(): {position: _Walk()}}

    def over(self, sums: tuple[int, ...]) -> dict[Position, _Walk]:
        """Gives each position after groups of exactly these sums, in any order, with one walk that leads there."""
        if sums not in self._known:
            self._known[sums] = self._last_steps(sums)
        return self._known[sums]

    def _last_steps(self, sums: tuple[int, ...]) -> dict[Position, _Walk]:
        """Tries every group as the last one, the highest first, so that walks go from low to high where they can."""
        found: dict[Position, _Walk] = {}
        for last in sorted(set(sums), reverse=True):
            index = sums.index(last)
            for before, walk in self.over(sums[:index] + sums[index + 1 :]).items():
                for reached, longer in _steps_on(before, walk, last):
                    found.setdefault(reached, longer)
        return found


def _steps_on(position: Position, walk: _Walk, total: int) -> Iterable[tuple[Position, _Walk]]:
    """Goes one step further in every way; a group that can do nothing is left out."""
    steps = steps_of(position, total)
    if not steps:
        yield position, walk
    for step in steps:
        outcome = perform(position, step)
        yield outcome.position, _Walk((*walk.steps, step), walk.facts + outcome.facts)


def _with_dice(steps: tuple[GroupStep, ...], way: Grouping) -> tuple[GroupStep, ...]:
    """Gives each step a group of its sum."""
    groups = list(way.groups)
    dressed = []
    for step in steps:
        group = next(group for group in groups if worth(group) == step.number)
        groups.remove(group)
        dressed.append(replace(step, dice=group))
    return tuple(dressed)
