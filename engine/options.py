"""Everything a player can make of a roll: every distinct position once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.dice import Roll
from engine.errors import EngineError
from engine.facts import Fact, Outcome
from engine.groups import Group, groupings
from engine.moves import then
from engine.play import end_turn, perform, turnable, useful_sums
from engine.position import Position
from engine.turns import Step, Turn


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

    Returns:
        The simplest turn first, always in the same order; never empty.

    Raises:
        EngineError: when the game is over.
    """
    if position.over:
        raise EngineError("over: the game is over; no turn can be played")
    rules = position.rules
    ways = groupings(roll.faces, turnable(rules, roll), useful_sums(rules), position.settings.must_move)
    found: dict[Position, Option] = {}
    for way in ways:  # the simplest first, so the first to reach a position keeps it
        for steps, outcome in _walks(position, way.groups):
            ended = then(outcome, end_turn(outcome.position))
            if ended.position not in found:
                found[ended.position] = Option(Turn(way.turned, steps), ended.position, ended.facts)
    return tuple(found.values())


def _walks(position: Position, groups: tuple[Group, ...]) -> Iterator[tuple[tuple[Step, ...], Outcome]]:
    """Gives each choice of a step for each group, in order, with its outcome."""
    walks: list[tuple[tuple[Step, ...], Outcome]] = [((), Outcome(position))]
    for group in groups:
        walks = [
            ((*steps, step), then(outcome, perform(outcome.position, step)))
            for steps, outcome in walks
            for module in position.rules.modules
            for step in module.steps(outcome.position, group)
        ]
    yield from walks
