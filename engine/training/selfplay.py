"""Games of the network against itself, one table at a time, and what it learns from each.

TD(lambda) as in TD-Gammon (Tesauro 1995): the seat that moves takes the option after which it wins most often by the
network's own judgement; when the game is over, the chances along it are pulled towards those that came later and, in
the end, towards who won. All the functions here are compiled, so they take plain arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.base import BONUS
from engine.training.compiled import compiled
from engine.values import readings, tables
from engine.values.tables import HEIGHTS, MOUNTAINS, NUMBERS, SEAT_WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Weights = tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]
    """See `engine.training.trainer.Trainer`: rows, bias, outputs, direct."""
    Whole = NDArray[np.int64]

PLIES_MAX = 600
_ROW = np.array([*BONUS, 0])
_SETS = len(BONUS)
_TOKENS = tables.TOKENS_AT
_REWARDED = tables.REWARDED_AT
_POINTS = tables.POINTS_AT
_BONUS = tables.BONUS_AT
_LAST_ROUND = tables.LAST_ROUND_AT
_MOVED = tables.MOVED_AT
_OVER = tables.OVER_AT
_TOKENS_MAX = readings.TOKENS_MAX
_SPARE_MAX = readings.SPARE_MAX
_LEAD_MAX = readings.LEAD_MAX
_CLOSE_LEAD_MAX = readings.CLOSE_LEAD_MAX
_SCARCE_MAX = readings.SCARCE_MAX


@compiled
def play_turn(table: Whole, seats: int, climbs: Whole) -> None:
    """Plays a turn of the next seat on a table, in place."""
    shared = seats * SEAT_WIDTH
    mover = (table[shared + _MOVED] + 1) % seats
    mine = mover * SEAT_WIDTH
    sets = 1000
    empty = 0
    took = False
    for m in range(MOUNTAINS):
        count = climbs[m]
        if count > 0:
            to_climb = HEIGHTS[m] - table[mine + m]
            wanted = count
            if to_climb > 0:
                table[mine + m] += min(count, to_climb)
                wanted = max(count - to_climb, 0)
                if count >= to_climb:
                    wanted += 1
                    for seat in range(seats):
                        if seat != mover and table[seat * SEAT_WIDTH + m] == HEIGHTS[m]:
                            table[seat * SEAT_WIDTH + m] = 0
            taken = min(wanted, table[shared + m])
            took = took or taken > 0
            table[shared + m] -= taken
            table[mine + _TOKENS + m] += taken
            table[mine + _POINTS] += taken * NUMBERS[m]
        sets = min(sets, table[mine + _TOKENS + m])
        if table[shared + m] == 0:
            empty += 1
    while took and table[mine + _REWARDED] < sets and table[shared + _BONUS] < _SETS:
        table[mine + _POINTS] += _ROW[table[shared + _BONUS]]
        table[mine + _REWARDED] += 1
        table[shared + _BONUS] += 1
    if empty >= 3 or table[shared + _BONUS] == _SETS:
        table[shared + _LAST_ROUND] = 1
    table[shared + _MOVED] = mover
    if mover == seats - 1 and table[shared + _LAST_ROUND] == 1:
        table[shared + _OVER] = 1


@compiled
def share_first_place(table: Whole, seats: int, found: NDArray[np.float64]) -> None:
    """Fills `found` (seats,) with what each seat has of the first place."""
    best = -1
    sharing = 0
    for seat in range(seats):
        standing = _standing(table, seat)
        if standing > best:
            best = standing
            sharing = 0
        if standing == best:
            sharing += 1
    for seat in range(seats):
        found[seat] = 1.0 / sharing if _standing(table, seat) == best else 0.0


@compiled
def _standing(table: Whole, seat: int) -> int:
    return int(table[seat * SEAT_WIDTH + _POINTS] * 1000 + _tops(table, seat))


@compiled
def _tops(table: Whole, seat: int) -> int:
    held = 0
    highest = 0
    for m in range(MOUNTAINS):
        if table[seat * SEAT_WIDTH + m] == HEIGHTS[m]:
            held += 1
            highest = NUMBERS[m]
    return held * 11 + highest


@compiled
def read(table: Whole, seats: int, found: Whole) -> None:
    """Fills `found` (readings,) as `engine.values.readings.read` does."""
    shared = seats * SEAT_WIDTH
    moved = table[shared + _MOVED]
    last_round = table[shared + _LAST_ROUND]
    at = 0
    for turn in range(seats):
        part = (moved + turn) % seats * SEAT_WIDTH
        rewarded = table[part + _REWARDED]
        lacking = 0
        for m in range(MOUNTAINS):
            found[at + m] = table[part + m]
            found[at + MOUNTAINS + m] = min(table[part + _TOKENS + m], _TOKENS_MAX)
            spare = min(max(table[part + _TOKENS + m] - rewarded, 0), _SPARE_MAX)
            found[at + 2 * MOUNTAINS + m] = spare
            if spare == 0:
                lacking += 1
            near = 0
            if table[part + m] == HEIGHTS[m]:
                near = 1
                for seat in range(seats):
                    height = table[seat * SEAT_WIDTH + m]
                    if height < HEIGHTS[m]:
                        near = max(near, height + 1)
            found[at + 3 * MOUNTAINS + m] = near
        found[at + 4 * MOUNTAINS] = lacking
        found[at + 4 * MOUNTAINS + 1] = rewarded
        at += 4 * MOUNTAINS + 2
    points = table[moved * SEAT_WIDTH + _POINTS]
    tops = _tops(table, moved)
    for turn in range(1, seats):
        seat = (moved + turn) % seats
        lead = points - table[seat * SEAT_WIDTH + _POINTS]
        found[at] = min(max(lead, -_LEAD_MAX), _LEAD_MAX) + _LEAD_MAX
        found[at + 1] = last_round * (min(max(lead, -_CLOSE_LEAD_MAX), _CLOSE_LEAD_MAX) + _CLOSE_LEAD_MAX + 1)
        other = _tops(table, seat)
        found[at + 2] = 2 if tops > other else (1 if tops == other else 0)
        at += 3
    empty = 0
    for m in range(MOUNTAINS):
        found[at + m] = table[shared + m]
        if table[shared + m] == 0:
            empty += 1
    at += MOUNTAINS
    found[at] = min(empty, 3)
    found[at + 1] = min(_three_smallest(table, shared), _SCARCE_MAX)
    found[at + 2] = table[shared + _BONUS]
    turns_left = seats - 1 - moved
    found[at + 3] = turns_left
    found[at + 4] = last_round * (turns_left + 1)


@compiled
def _three_smallest(table: Whole, at: int) -> int:
    first = second = third = 1000
    for m in range(MOUNTAINS):
        stack = table[at + m]
        if stack < first:
            first, second, third = stack, first, second
        elif stack < second:
            second, third = stack, second
        elif stack < third:
            third = stack
    return first + second + third


@compiled
def judge(found: Whole, starts: Whole, weights: Weights, hidden: NDArray[np.float32], out: NDArray[np.float64]) -> None:
    """Fills `hidden` (units,) and `out` (seats,), the chances of the seat that has moved and of those after it.

    A reading of value v switches on its first v rows, so that what is learnt of one value helps with its neighbours.
    """
    hidden[:] = weights[1]
    out[:] = weights[2][len(hidden)]
    _switch(np.zeros(len(found), np.int64), found, starts, weights, hidden, out)
    _end_judging(weights, hidden, out)


@compiled
def _switch(
    before: Whole,
    found: Whole,
    starts: Whole,
    weights: Weights,
    hidden: NDArray[np.float32],
    out: NDArray[np.float64],
) -> None:
    """Takes the sums of the hidden units and the outputs from some readings to others."""
    rows, direct = weights[0], weights[3]
    for k in range(len(found)):
        change = found[k] - before[k]
        if change == 0:
            continue
        first = starts[k]
        for row in range(first + before[k], first + found[k]):
            for unit in range(len(hidden)):
                hidden[unit] += rows[row, unit]
        for row in range(first + found[k], first + before[k]):
            for unit in range(len(hidden)):
                hidden[unit] -= rows[row, unit]
        scaled = change / (starts[k + 1] - first)
        for seat in range(len(out)):
            out[seat] += scaled * direct[k, seat]


@compiled
def _end_judging(weights: Weights, hidden: NDArray[np.float32], out: NDArray[np.float64]) -> None:
    """Takes the sums to what the hidden units and the outputs make of them."""
    outputs = weights[2]
    seats = len(out)
    for unit in range(len(hidden)):
        if hidden[unit] > 0:
            for seat in range(seats):
                out[seat] += hidden[unit] * outputs[unit, seat]
        else:
            hidden[unit] = 0
    highest = out.max()
    total = 0.0
    for seat in range(seats):
        out[seat] = np.exp(out[seat] - highest)
        total += out[seat]
    for seat in range(seats):
        out[seat] /= total


@compiled
def _learn(
    found: Whole,
    starts: Whole,
    weights: Weights,
    target: NDArray[np.float64],
    rate: float,
    hidden: NDArray[np.float32],
    out: NDArray[np.float64],
    slope: NDArray[np.float32],
) -> float:
    """Pulls the chances of one table towards `target`, by one step down the log loss; returns that loss."""
    rows, bias, outputs, direct = weights
    judge(found, starts, weights, hidden, out)
    units = len(hidden)
    seats = len(out)
    loss = 0.0
    for seat in range(seats):
        loss -= target[seat] * np.log(max(out[seat], 1e-9))
        out[seat] = rate * (target[seat] - out[seat])
    for unit in range(units):
        slope[unit] = 0
        if hidden[unit] > 0:
            for seat in range(seats):
                slope[unit] += out[seat] * outputs[unit, seat]
                outputs[unit, seat] += out[seat] * hidden[unit]
    for seat in range(seats):
        outputs[units, seat] += out[seat]
    for unit in range(units):
        bias[unit] += slope[unit]
    for k in range(len(found)):
        value = found[k]
        first = starts[k]
        for row in range(first, first + value):
            for unit in range(units):
                rows[row, unit] += slope[unit]
        scaled = value / (starts[k + 1] - first)
        for seat in range(seats):
            direct[k, seat] += scaled * out[seat]
    return loss


@compiled
def play_games(
    seed: int,
    games: int,
    table: Whole,
    starts: Whole,
    weights: Weights,
    climbs: Whole,
    uses: Whole,
    uses_at: Whole,
    rolls: Whole,
    rate: float,
    trust: float,
    wandering: float,
) -> tuple[float, int]:
    """Plays games from one table and learns from each.

    Args:
        seed: of the dice.
        games: how many.
        table: the first position.
        starts: (readings + 1,) first row of each reading.
        weights: changed in place.
        climbs: rows of `climb_counts`.
        uses: for each roll in turn the rows of `climbs` that it can be used for.
        uses_at: (rolls + 1,) where those of a roll begin.
        rolls: for each of the equally likely throws its roll.
        rate: how far one step goes.
        trust: lambda, 0..1: what later chances count against the next one.
        wandering: how often a turn is any, not the best.

    Returns:
        The sum of the log losses, and the number of turns learnt from.
    """
    np.random.seed(seed)
    bias, outputs = weights[1], weights[2]
    units, seats = len(bias), outputs.shape[1]
    count = len(starts) - 1
    hidden = np.zeros(units, np.float32)
    slope = np.zeros(units, np.float32)
    out = np.zeros(seats)
    best_out = np.zeros(seats)
    target = np.zeros(seats)
    relative = np.zeros(seats)
    nothing = np.zeros(count, np.int64)
    found = np.zeros(count, np.int64)
    passing = np.zeros(count, np.int64)
    passing_hidden = np.zeros(units, np.float32)
    passing_out = np.zeros(seats)
    kept = np.zeros((PLIES_MAX, count), np.int64)
    chances = np.zeros((PLIES_MAX, seats))  # by seat, after the best option
    wandered = np.zeros(PLIES_MAX, np.bool_)
    now = table.copy()
    after = table.copy()
    next_table = table.copy()
    shared = seats * SEAT_WIDTH
    loss = 0.0
    learnt = 0
    for _ in range(games):
        now[:] = table
        plies = 0
        while now[shared + _OVER] == 0 and plies < PLIES_MAX:
            mover = (now[shared + _MOVED] + 1) % seats
            roll = rolls[np.random.randint(len(rolls))]
            first, beyond = uses_at[roll], uses_at[roll + 1]
            wandered[plies] = np.random.random() < wandering
            chosen = first + np.random.randint(beyond - first) if wandered[plies] else -1
            best = -1.0
            for use in range(first, beyond):
                after[:] = now
                play_turn(after, seats, climbs[uses[use]])
                if after[shared + _OVER] == 1:
                    share_first_place(after, seats, target)
                    for turn in range(seats):
                        out[turn] = target[(mover + turn) % seats]
                else:
                    # Passing comes first; the other options differ from it in a few readings only.
                    read(after, seats, found)
                    if use == first:
                        passing[:] = found
                        passing_hidden[:] = bias
                        passing_out[:] = outputs[units]
                        _switch(nothing, found, starts, weights, passing_hidden, passing_out)
                    hidden[:] = passing_hidden
                    out[:] = passing_out
                    _switch(passing, found, starts, weights, hidden, out)
                    _end_judging(weights, hidden, out)
                if out[0] > best:
                    best = out[0]
                    best_out[:] = out
                    if chosen < 0:
                        next_table[:] = after
                        kept[plies] = found
                if use == chosen:
                    next_table[:] = after
                    kept[plies] = found
            now[:] = next_table
            for turn in range(seats):
                chances[plies, (mover + turn) % seats] = best_out[turn]
            plies += 1
        if now[shared + _OVER] == 0:
            continue
        share_first_place(now, seats, target)
        for ply in range(plies - 2, -1, -1):
            # What came of a turn that was not the best says nothing about the table before it.
            weight = 0.0 if wandered[ply + 1] else trust
            target[:] = weight * target + (1 - weight) * chances[ply + 1]
            mover = ply % seats
            for turn in range(seats):
                relative[turn] = target[(mover + turn) % seats]
            loss += _learn(kept[ply], starts, weights, relative, rate, hidden, out, slope)
            learnt += 1
    return loss, learnt
