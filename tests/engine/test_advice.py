"""Advice as a whole, for every rule set and number of players: what must hold whatever the chances were learnt from."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Roll
from engine.position import Position, new_position
from engine.scoring import sheet
from engine.suggest import advise, chances
from engine.values.learnt import learnt
from tests.engine.tables import RULE_SETS, positions_of_any_rules, rolls


def rotated(position: Position, by: int) -> Position:
    """Everybody moves on so many seats; the turns keep their order."""
    seats = len(position.players)
    return replace(
        position,
        players=tuple(position.players[(seat - by) % seats] for seat in range(seats)),
        starts=(position.starts + by) % seats,
        to_move=(position.to_move + by) % seats,
    )


def renamed(position: Position) -> Position:
    """Everybody gets another name and colour."""
    players = position.players
    return replace(
        position,
        players=tuple(
            replace(player, name=f"{seat} of {len(players)}", colour=players[seat - 1].colour)
            for seat, player in enumerate(players)
        ),
    )


@settings(max_examples=60, deadline=None)
@given(positions_of_any_rules(), rolls())
def test_the_same_question_has_the_same_answer(position: Position, roll: Roll) -> None:
    assert advise(position, roll) == advise(position, roll)


@settings(max_examples=60, deadline=None)
@given(positions_of_any_rules(), rolls(), st.integers(1, 4))
def test_who_sits_where_and_who_is_called_what_changes_nothing(position: Position, roll: Roll, by: int) -> None:
    advice = advise(position, roll)
    for other in (rotated(position, by), renamed(position)):
        again = advise(other, roll)
        assert [(each.option.turn, each.reason.kind) for each in again] == [
            (each.option.turn, each.reason.kind) for each in advice
        ]
        # Seats are summed up in another order, which the last digits may show.
        assert [each.chance for each in again] == pytest.approx([each.chance for each in advice], abs=1e-12)


@settings(max_examples=80, deadline=None)
@given(positions_of_any_rules(), rolls())
def test_a_win_that_is_there_at_the_end_is_taken(position: Position, roll: Roll) -> None:
    last_turn = replace(position, last_round=True, to_move=(position.starts - 1) % len(position.players))
    mover = last_turn.to_move
    advice = advise(last_turn, roll)
    won = [sheet(each.option.position).ranking[0] for each in advice]
    shares = [1 / len(first) if mover in first else 0 for first in won]
    assert [each.chance for each in advice] == shares
    assert shares[0] == max(shares)


@settings(max_examples=50, deadline=None)
@given(positions_of_any_rules())
def test_finished_games_are_rated_exactly(position: Position) -> None:
    over = replace(position, over=True)
    first = sheet(over).ranking[0]
    assert chances(over) == tuple(1 / len(first) if seat in first else 0 for seat in range(len(over.players)))


def test_nobody_is_written_off_before_the_end() -> None:
    # Whatever the others do, nobody can catch up with the first seat any more.
    ahead = replace(new_position(2), last_round=True, to_move=1)
    first, second = ahead.players
    ahead = replace(ahead, players=(replace(first, tokens=(10, 9, 8, 7, 6, 0)), second), stacks=(0, 0, 0, 0, 0, 5))
    assert 0.99 < chances(ahead)[0] < 1


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", RULE_SETS)
def test_there_are_weights_for_every_number_of_players_with_and_without_expansions(
    seats: int, rules: tuple[str, ...]
) -> None:
    found = learnt(new_position(seats, rules=rules))
    assert found is not None
    assert found.rules == ("base",)
    assert learnt(new_position(seats, rules=rules), "linear") is not None


def test_the_one_who_is_ahead_is_said_to_be_ahead() -> None:
    random = Random(4)
    for seats in (2, 3, 4, 5):
        position = new_position(seats)
        ahead = position.players[0]
        position = replace(
            position,
            players=(replace(ahead, tokens=(2, 2, 1, 1, 1, 1), bonus=(15,)), *position.players[1:]),
            bonus=position.bonus[1:],
            stacks=tuple(stack - taken for stack, taken in zip(position.stacks, (2, 2, 1, 1, 1, 1), strict=True)),
            to_move=random.randrange(seats),
        )
        assert chances(position)[0] == max(chances(position))
        assert chances(position)[0] > 0.6
