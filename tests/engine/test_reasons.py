"""Reasons: what an option has that the next has not."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from engine.dice import Roll
from engine.options import Option, options
from engine.position import Position
from engine.reasons import reason_text, reasons
from tests.engine.tables import laid_out, positions, rolls


def option_climbing(position: Position, dice: Sequence[int], *mountains: int) -> Option:
    """The option of a roll whose groups sum up to these mountains."""
    return next(
        option
        for option in options(position, Roll(tuple(sorted(dice))))
        if sorted(sum(step.dice) for step in option.turn.steps) == sorted(mountains)
    )


def sides(**fields: object) -> Position:
    """Two players, the first to move."""
    return laid_out(2, **fields)  # type: ignore[arg-type]


AT_THE_END = {"empty": (5, 6), "tokens": {1: "10 10 10 10"}}


@pytest.mark.parametrize(
    ("position", "dice", "one", "other", "said"),
    [
        # points: all that is taken, if it is more
        (sides(goats={0: "10.1 9.1"}), (4, 6, 4, 5), (9, 10), (10,), "takes 19 points in tokens"),
        (sides(goats={0: "10.1 9.1"}), (4, 6, 4, 5), (10,), (9,), "takes 10 points in tokens"),
        # as many or fewer points, but one that the next bonus lacks
        (
            sides(goats={0: "10.2 9.1"}, tokens={0: "10"}),
            (4, 6, 4, 5),
            (9,),
            (10,),
            "takes a token of mountain 9 for the next bonus",
        ),
        (sides(goats={0: "10.1"}, tokens={0: "5 6 7 8 9"}), (4, 6, 1, 3), (10,), (), "takes 15 bonus points"),
        # the same points, and a bump only here
        (
            sides(goats={0: "10.2 7.2", 1: "7.3"}, empty=(7,)),
            (4, 6, 3, 4),
            (7, 10),
            (10,),
            "sends Player 2 down from mountain 7",
        ),
        (sides(goats={0: "10.2 7.2"}, empty=(7,)), (4, 6, 3, 4), (7, 10), (10,), "reaches the top of mountain 7"),
        (sides(goats={0: "7.1", 1: "7.3"}), (3, 4, 2, 6), (7,), (8,), "comes one step below Player 2 on mountain 7"),
        (sides(), (3, 4, 2, 6), (7, 8), (8,), "climbs mountain 7"),
        # nothing more than the other: what is true of it all the same
        (sides(), (3, 4, 2, 6), (8,), (7, 8), "climbs mountain 8"),
        (sides(), (3, 4, 2, 6), (), (7, 8), "passes"),
        # the last round, begun here or there
        (
            sides(goats={0: "10.2 9.2"}, **AT_THE_END),
            (4, 6, 4, 5),
            (10,),
            (9,),
            "begins the last round",
        ),
        (
            sides(goats={0: "10.2 9.2"}, **AT_THE_END),
            (4, 6, 4, 5),
            (9,),
            (10,),
            "does not begin the last round",
        ),
        (sides(last_round=True, starts=1, goats={0: "10.1"}), (4, 6, 6, 6), (10,), (), "wins the game"),
    ],
)
def test_the_weightiest_difference_is_named(
    position: Position, dice: tuple[int, ...], one: tuple[int, ...], other: tuple[int, ...], said: str
) -> None:
    option, compared = option_climbing(position, dice, *one), option_climbing(position, dice, *other)
    assert reason_text(reasons((option, compared), position)[0], position) == said


@settings(max_examples=100, deadline=None)
@given(positions(), rolls())
def test_more_points_are_always_worth_a_word(position: Position, roll: Roll) -> None:
    found = options(position, roll)
    for reason, option, following in zip(reasons(found, position), found, found[1:], strict=False):
        if _taken(option) > _taken(following):
            assert reason.kind in ("wins", "shares", "bonus", "ends", "waits", "tokens")
        if reason.kind == "tokens":
            assert reason.points == _taken(option)
        if reason.kind in ("ends", "waits"):
            assert option.position.last_round == (reason.kind == "ends") != following.position.last_round


def _taken(option: Option) -> int:
    return sum(fact.points or 0 for fact in option.facts if fact.kind == "took")


def test_the_last_has_a_reason_of_its_own() -> None:
    position = laid_out()
    found = options(position, Roll((2, 2, 2, 6)))
    assert len(reasons(found, position)) == len(found)
    assert [reason_text(reason, position) for reason in reasons(found[-1:], position)] == ["climbs mountain 6"]


def test_a_win_is_said_to_be_one_even_if_the_next_wins_too() -> None:
    position = laid_out(last_round=True, starts=1, tokens={0: "10"}, goats={0: "10.1"})
    found = options(position, Roll((4, 6, 6, 6)))
    assert {reason.kind for reason in reasons(found, position)} == {"wins"}
