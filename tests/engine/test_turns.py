"""Turns: written and read back, refused when they fit no roll."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Roll
from engine.errors import EngineError
from engine.play import play_turn
from engine.turns import PASS, Climb, Turn, parse_turn, turn_json
from tests.engine.tables import laid_out

FACES = st.integers(1, 6)
GROUPS = st.lists(FACES, min_size=1, max_size=4).map(lambda dice: tuple(sorted(dice)))
TURNS = st.builds(
    Turn,
    turned=st.lists(FACES, max_size=3).map(lambda faces: tuple(sorted(faces))),
    steps=st.lists(GROUPS.map(lambda dice: Climb(dice, sum(dice))), max_size=4).map(tuple),
)


@given(TURNS)
def test_a_turn_written_and_read_is_the_same(turn: Turn) -> None:
    assert parse_turn(turn_json(turn)) == turn


def test_a_turn_is_read_with_its_dice_in_any_order_and_its_steps_in_theirs() -> None:
    steps = [{"do": "climb", "dice": [6, 4], "mountain": 10}, {"do": "climb", "dice": [5], "mountain": 5}]
    assert parse_turn({"turned": [5, 4], "steps": steps}) == Turn((4, 5), (Climb((4, 6), 10), Climb((5,), 5)))
    assert parse_turn({"turned": [], "steps": []}) == PASS


def climb(**fields: object) -> dict[str, Any]:
    return {"turned": [], "steps": [{"do": "climb", "dice": [4, 6], "mountain": 10, **fields}]}


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "turn: expected an object with turned, steps, found nothing"),
        ([], "turn: expected an object"),
        ({"steps": []}, "turn: the field 'turned' is missing"),
        ({"turned": []}, "turn: the field 'steps' is missing"),
        ({"turned": [], "steps": [], "pass": True}, "turn: unknown field 'pass'"),
        ({"turned": 4, "steps": []}, "turn.turned: expected a list of faces, found 4"),
        ({"turned": [7], "steps": []}, "turn.turned.0: expected a whole number from 1 to 6, found 7"),
        ({"turned": [True], "steps": []}, "turn.turned.0: expected a whole number from 1 to 6, found true"),
        ({"turned": [], "steps": {}}, "turn.steps: expected a list of steps, found an object"),
        ({"turned": [], "steps": ["climb"]}, "turn.steps.0: expected an object with do, found 'climb'"),
        ({"turned": [], "steps": [{}]}, "turn.steps.0.do: expected one of climb, found nothing"),
        (climb(do="fly"), "turn.steps.0.do: expected one of climb, found 'fly'"),
        (climb(do=["climb"]), "turn.steps.0.do: expected one of climb, found a list"),
        (climb(dice=[]), "turn.steps.0.dice: a group has at least one die, found none"),
        (climb(dice=[4, 0]), "turn.steps.0.dice.1: expected a whole number from 1 to 6, found 0"),
        (climb(dice=10), "turn.steps.0.dice: expected a list of faces, found 10"),
        (climb(mountain="10"), "turn.steps.0.mountain: expected a whole number from 1 up, found '10'"),
        (climb(goat=1), "turn.steps.0: unknown field 'goat'"),
    ],
)
def test_what_is_no_turn_is_refused(value: object, said: str) -> None:
    with pytest.raises(EngineError, match=f"^{said}"):
        parse_turn(value)


@pytest.mark.parametrize(
    ("dice", "turned", "groups", "said"),
    [
        ((1, 4, 4, 6), (), [(4, 6), (4, 6)], "turn.steps.1.dice: 1 x 6 needed, 0 left; a die is used once at most"),
        ((1, 2, 4, 6), (), [(4, 4)], "turn.steps.0.dice: 2 x 4 needed, 1 left"),
        ((1, 2, 4, 6), (), [(5,)], "turn.steps.0.dice: 1 x 5 needed, 0 left"),
        ((1, 1, 4, 6), (4,), [(1, 1, 4)], "turn.steps.0.dice: 2 x 1 needed, 1 left"),
        ((1, 2, 3, 4), (5,), [], "turn.turned: at most 0 of the dice 1 2 3 4 may be turned"),
        ((1, 1, 3, 4), (5, 5), [], "turn.turned: at most 1 of the dice 1 1 3 4 may be turned"),
        ((1, 1, 3, 4), (9,), [], "turn.turned: a die has no face 9"),
        ((2, 3, 4, 6), (), [(4,)], "turn.steps.0: the dice 4 sum up to 4; no mountain has that number"),
        ((2, 3, 5, 6), (), [(5, 6)], "turn.steps.0: the dice 5 6 sum up to 11; no mountain has that number"),
    ],
)
def test_a_turn_that_fits_no_roll_is_refused(
    dice: tuple[int, ...], turned: tuple[int, ...], groups: list[tuple[int, ...]], said: str
) -> None:
    turn = Turn(turned, tuple(Climb(group, sum(group)) for group in groups))
    with pytest.raises(EngineError, match=f"^{said}"):
        play_turn(laid_out(), Roll(dice), turn)


def test_a_group_that_is_not_the_sum_of_its_mountain_is_refused() -> None:
    said = "^turn.steps.0: the dice 4 6 sum up to 10, not to 9$"
    with pytest.raises(EngineError, match=said):
        play_turn(laid_out(), Roll((1, 2, 4, 6)), Turn((), (Climb((4, 6), 9),)))
