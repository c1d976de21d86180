"""The base game on many tables at once, as rows of whole numbers.

A row is what `lay_out` makes of a position. Its seats are counted from the one that has the first turn of every round,
so the last of them ends the round. What a turn does depends only on how often each mountain is climbed (B6); those
counts are the rows of `CLIMBS`, and what a roll can be used for is a set of them.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import TYPE_CHECKING

import numpy as np

from engine.base import BONUS, DICE, FACES, TOPS
from engine.dice import Roll, worth
from engine.groups import groupings
from engine.guess import likely_totals
from engine.places import Region
from engine.play import turnable, useful_sums
from engine.position import Position
from engine.rules import rule_set

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Tables = NDArray[np.int64]
    """Tables (N, width): for each seat what `SEAT_WIDTH` counts, then what the whole table has."""

MOUNTAINS = len(TOPS)
NUMBERS = np.array(list(TOPS))
HEIGHTS = np.array(list(TOPS.values()))

# In the part of a seat: six heights, six counts of tokens, then these.
TOKENS_AT = MOUNTAINS
REWARDED_AT = 2 * MOUNTAINS  # bonus tokens taken
POINTS_AT = REWARDED_AT + 1  # of tokens and bonus
SEAT_WIDTH = POINTS_AT + 1

# After the seats: six stacks, then these.
BONUS_AT = MOUNTAINS  # bonus tokens gone from the row
LAST_ROUND_AT = BONUS_AT + 1
MOVED_AT = LAST_ROUND_AT + 1  # the seat that has just had its turn
OVER_AT = MOVED_AT + 1
SHARED_WIDTH = OVER_AT + 1

BONUS_ROW = np.array([*BONUS, 0])
_EMPTY_STACKS_TO_END = 3


def width(seats: int) -> int:
    """The length of a row."""
    return seats * SEAT_WIDTH + SHARED_WIDTH


def lay_out(position: Position) -> Tables:
    """Writes a position as one row (width,).

    Where expansions are played with, it is what the base game can see of it: a goat that stands off the paths counts as
    one at the foot of its mountain, and points are those that are likely in the end, so far as expansions give them.
    """
    seats = len(position.players)
    totals = likely_totals(position)
    row: list[int] = []
    for place in range(seats):
        seat = (position.starts + place) % seats
        player = position.players[seat]
        heights = [0] * MOUNTAINS
        for goat in player.goats:
            if goat.region is Region.PATH:
                heights[position.rules.index(goat.number)] = goat.step
        row += (*heights, *player.tokens, len(player.bonus), round(totals[seat]))
    moved = (position.to_move - position.starts - 1) % seats
    row += (*position.stacks, len(BONUS) - len(position.bonus), position.last_round, moved, position.over)
    return np.array(row, np.int64)


def turns_played(tables: Tables, seats: int) -> Tables:
    """Plays every row of `CLIMBS` on every table, for the seat whose turn it is.

    Args:
        tables: (N, width), none of them over, all with the same seat to move.
        seats: how many play.

    Returns:
        Tables at the end of the turn: (N, climbs, width).
    """
    climbs = climb_counts()
    after = np.repeat(tables[:, None, :], len(climbs), axis=1)
    shared = after[..., seats * SEAT_WIDTH :]
    mover = (int(tables[0, seats * SEAT_WIDTH + MOVED_AT]) + 1) % seats
    parts = [after[..., seat * SEAT_WIDTH : (seat + 1) * SEAT_WIDTH] for seat in range(seats)]
    mine = parts[mover]
    heights, tokens, stacks = mine[..., :TOKENS_AT], mine[..., TOKENS_AT:REWARDED_AT], shared[..., :MOUNTAINS]
    to_climb = HEIGHTS - heights
    arrives = (to_climb > 0) & (climbs >= to_climb)
    wanted = np.maximum(climbs - to_climb, 0) + arrives
    for seat, part in enumerate(parts):
        if seat != mover:
            part[..., :TOKENS_AT][arrives & (part[..., :TOKENS_AT] == HEIGHTS)] = 0
    heights += np.minimum(climbs, to_climb)
    taken = np.minimum(wanted, stacks)
    tokens += taken
    stacks -= taken
    row, gone = BONUS_ROW, shared[..., BONUS_AT]
    # Only taking a token claims a bonus; on a table set up by hand a claim may have been left open before.
    claims = taken.any(axis=-1) * np.clip(tokens.min(axis=-1) - mine[..., REWARDED_AT], 0, len(BONUS) - gone)
    sums = np.concatenate([[0], np.cumsum(row)])
    mine[..., POINTS_AT] += taken @ NUMBERS + sums[gone + claims] - sums[gone]
    mine[..., REWARDED_AT] += claims
    gone += claims
    ending = ((stacks == 0).sum(axis=-1) >= _EMPTY_STACKS_TO_END) | (gone == len(BONUS))
    shared[..., LAST_ROUND_AT] |= ending
    shared[..., MOVED_AT] = mover
    if mover == seats - 1:
        shared[..., OVER_AT] = shared[..., LAST_ROUND_AT]
    return after


def standings(tables: Tables, seats: int) -> Tables:
    """How far ahead each seat is (..., seats): points, tops held, and the highest of them (B12) in one number."""
    found = []
    for seat in range(seats):
        part = tables[..., seat * SEAT_WIDTH : (seat + 1) * SEAT_WIDTH]
        held = part[..., :TOKENS_AT] == HEIGHTS
        highest = (held * NUMBERS).max(axis=-1)
        found.append((part[..., POINTS_AT] * (MOUNTAINS + 1) + held.sum(axis=-1)) * (NUMBERS[-1] + 1) + highest)
    return np.stack(found, axis=-1)


def shares(tables: Tables, seats: int) -> NDArray[np.float64]:
    """What each seat has of the first place if the game ends here: (..., seats), together 1."""
    standing = standings(tables, seats)
    first = standing == standing.max(axis=-1, keepdims=True)
    return np.asarray(first / first.sum(axis=-1, keepdims=True))


@cache
def rolls() -> tuple[tuple[int, ...], ...]:
    """Every roll once, its faces sorted."""
    return tuple(combinations_with_replacement(FACES, DICE))


@cache
def roll_chances() -> NDArray[np.float64]:
    """How likely each of `rolls` is: (rolls,), together 1."""
    ways = [factorial(DICE) / np.prod([factorial(faces.count(face)) for face in FACES]) for faces in rolls()]
    return np.asarray(np.array(ways) / len(FACES) ** DICE)


@cache
def climb_counts() -> Tables:
    """Every way to use any roll: how often each mountain is climbed (climbs, mountains); the first is passing."""
    return np.array(sorted({counts for uses in _uses(False) for counts in uses}))


@cache
def uses(must_move: bool) -> NDArray[np.bool_]:
    """Which rows of `climb_counts` each of `rolls` can be used for: (rolls, climbs)."""
    known = [tuple(counts) for counts in climb_counts().tolist()]
    return np.array([[counts in usable for counts in known] for usable in _uses(must_move)])


@cache
def _uses(must_move: bool) -> tuple[frozenset[tuple[int, ...]], ...]:
    rules = rule_set(("base",))
    sums, numbers = useful_sums(rules), tuple(TOPS)
    found = []
    for faces in rolls():
        ways = groupings(faces, turnable(rules, Roll(faces)), sums, must_move)
        climbed = [[worth(group) for group in way.groups] for way in ways]
        found.append(frozenset(tuple(map(each.count, numbers)) for each in climbed))
    return tuple(found)
