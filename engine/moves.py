"""The verbs of the table: what a goat, a token and a stack do, one small change each."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.facts import Fact, Outcome
from engine.places import Place, path

if TYPE_CHECKING:
    from engine.position import Position


def climb(position: Position, seat: int, mountain: int) -> Outcome:
    """Moves a goat one step: on the top it bumps the others and takes a token (B7); already there it takes one (B8)."""
    top = position.rules.mountain(mountain).top
    goat = position.players[seat].goat_on(mountain)
    if goat.step == top:
        return take_token(position, seat, mountain)
    higher = path(mountain, goat.step + 1)
    moved = Outcome(move_goat(position, seat, goat, higher), (Fact("climbed", seat, mountain),))
    if higher.step < top:
        return moved
    bumped = then(moved, bump_others(moved.position, seat, higher))
    return then(bumped, take_token(bumped.position, seat, mountain))


def redeploy(position: Position, seat: int, origin: Place, mountain: int) -> Outcome:
    """Takes a goat back and puts it to the foot of a mountain."""
    return Outcome(
        move_goat(position, seat, origin, path(mountain, 0)), (Fact("redeployed", seat, mountain, origin=origin),)
    )


def move_goat(position: Position, seat: int, goat: Place, to: Place) -> Position:
    """Puts one goat of a player somewhere else."""
    player = position.players[seat]
    goats = list(player.goats)
    goats[goats.index(goat)] = to
    return position.seated(seat, player.with_goats(goats))


def bump_others(position: Position, seat: int, top: Place) -> Outcome:
    """Sends every goat but the seat's own from a top back to its foot."""
    facts = []
    foot = path(top.number, 0)
    for other, player in enumerate(position.players):
        if other != seat and top in player.goats:
            position = move_goat(position, other, top, foot)
            facts.append(Fact("bumped", other, top.number))
    return Outcome(position, tuple(facts))


def take_token(position: Position, seat: int, mountain: int) -> Outcome:
    """Takes a token; from an empty stack there is none (B9), and a module may know something else instead."""
    index = position.rules.index(mountain)
    left = position.stacks[index]
    if left == 0:
        for module in position.rules.modules:
            if (instead := module.instead_of_token(position, seat, mountain)) is not None:
                return instead
        return Outcome(position)
    player = position.players[seat]
    took = replace(player, tokens=with_item(player.tokens, index, player.tokens[index] + 1))
    facts = [Fact("took", seat, mountain, points=mountain)]
    if left == 1:
        facts.append(Fact("emptied", seat, mountain))
    stacks = with_item(position.stacks, index, left - 1)
    return Outcome(replace(position.seated(seat, took), stacks=stacks), tuple(facts))


def then(before: Outcome, after: Outcome) -> Outcome:
    """Joins two outcomes, the second of which began where the first ended."""
    return Outcome(after.position, before.facts + after.facts)


def with_item(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Gives the values with one of them replaced."""
    return (*values[:index], value, *values[index + 1 :])
