"""Turns: written and read back, refused when they fit no roll."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Roll
from engine.errors import EngineError
from engine.places import path, space, valley_field
from engine.play import play_turn
from engine.rules import rule_set
from engine.turns import PASS, Climb, Enter, Land, Redeploy, Step, Turn, parse_turn, turn_json
from tests.engine.tables import BIG_MOUNTAIN, BOTH, GREEN_VALLEY, laid_out, parse_steps

FACES = st.integers(1, 6)
GROUPS = st.lists(FACES, min_size=1, max_size=4).map(lambda dice: tuple(sorted(dice)))
PLACES = st.sampled_from(rule_set(BOTH).places)
STEPS = st.one_of(
    GROUPS.map(lambda dice: Climb(dice, sum(dice))),
    st.builds(lambda dice, origin: Enter(dice, sum(dice), origin), GROUPS, PLACES),
    st.builds(lambda dice, origin: Land(dice, sum(dice), origin), GROUPS, PLACES),
    st.builds(Redeploy, PLACES, st.integers(5, 10)),
)
TURNS = st.builds(
    Turn,
    turned=st.lists(FACES, max_size=3).map(lambda faces: tuple(sorted(faces))),
    steps=st.lists(STEPS, max_size=6).map(tuple),
)


@given(TURNS)
def test_a_turn_written_and_read_is_the_same(turn: Turn) -> None:
    assert parse_turn(turn_json(turn)) == turn


def test_a_turn_is_read_with_its_dice_in_any_order_and_its_steps_in_theirs() -> None:
    steps = [{"do": "climb", "dice": [6, 4], "mountain": 10}, {"do": "climb", "dice": [5], "mountain": 5}]
    assert parse_turn({"turned": [5, 4], "steps": steps}) == Turn((4, 5), (Climb((4, 6), 10), Climb((5,), 5)))
    assert parse_turn({"turned": [], "steps": []}) == PASS


def test_every_kind_of_step_is_read_as_the_contract_writes_it() -> None:
    steps: list[dict[str, Any]] = [
        {"do": "climb", "dice": [4, 6], "mountain": 10},
        {"do": "enter", "dice": [4, 5], "mountain": 9, "from": "B12"},
        {"do": "land", "dice": [6, 6], "space": 12, "from": "5.0"},
        {"do": "redeploy", "from": "V4", "mountain": 9},
    ]
    turn = parse_turn({"turned": [], "steps": steps})
    assert turn.steps == (
        Climb((4, 6), 10),
        Enter((4, 5), 9, space(12)),
        Land((6, 6), 12, path(5, 0)),
        Redeploy(valley_field(4), 9),
    )
    assert turn_json(turn)["steps"] == steps


KINDS = "turn.steps.0.do: expected one of climb, enter, land, redeploy, ability, choose, found "


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
        ({"turned": [], "steps": [{}]}, KINDS + "nothing"),
        (climb(do="fly"), KINDS + "'fly'"),
        (climb(do=["climb"]), KINDS + "a list"),
        (climb(dice=[]), "turn.steps.0.dice: a group has at least one die, found none"),
        (climb(dice=[4, 0]), "turn.steps.0.dice.1: expected a whole number from 1 to 99, found 0"),
        (climb(dice=10), "turn.steps.0.dice: expected a list of faces, found 10"),
        (climb(mountain="10"), "turn.steps.0.mountain: expected a whole number from 1 up, found '10'"),
        (climb(goat=1), "turn.steps.0: unknown field 'goat'"),
        (climb(do="enter"), "turn.steps.0: the field 'from' is missing"),
        (climb(do="enter", **{"from": "9"}), "turn.steps.0.from: expected a place such as"),
        (climb(do="land", **{"from": "5.0"}), "turn.steps.0: unknown field 'mountain'"),
        (climb(do="redeploy", **{"from": "5.0"}), "turn.steps.0: unknown field 'dice'"),
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


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ("5+6@B11", "turn.steps.0: Player 1 has no goat on B11"),
        ("5+6@9.0 6+6@9.0", "turn.steps.1: Player 1 has no goat on 9.0"),
        ("5+6@9.0 5+6@8.0", "turn.steps.1.dice: 1 x 5 needed, 0 left"),
        ("5+6+6@9.0", "turn.steps.0: space 17 is taken; expected a free one"),
        ("6+6@V4 V4>7", "turn.steps.1: Player 1 has no goat on V4"),
        ("V4>7 V4>7", "turn.steps.1: Player 1 has a goat on mountain 7; expected none there"),
        ("V4>12", "turn.steps.0: mountain: expected one of 5, 6, 7, 8, 9, 10, found 12"),
        ("6@V4", "turn.steps.0: Player 1 has a goat on mountain 6; expected none there"),
    ],
)
def test_a_step_that_the_table_does_not_allow_at_that_moment_is_refused(steps: str, said: str) -> None:
    table = laid_out(rules=BOTH, goats={0: "7>V4", 1: "9>B17"})
    with pytest.raises(EngineError, match=f"^{said}"):
        play_turn(table, Roll((5, 6, 6, 6)), Turn((), parse_steps(steps, table)))


@pytest.mark.parametrize(
    ("rules", "step", "said"),
    [
        (BIG_MOUNTAIN, Land((6,), 6, path(7, 0)), "space: expected one of 11 to 24, found 6"),
        (BIG_MOUNTAIN, Enter((6, 6), 12, path(7, 0)), "mountain: expected one of 5, 6, 7, 8, 9, 10, found 12"),
        (BIG_MOUNTAIN, Land((6, 6), 13, path(7, 0)), "the dice 6 6 sum up to 12, not to 13"),
        (GREEN_VALLEY, Land((6, 6), 12, path(7, 0)), "a step such as land is none of the rules base green-valley"),
        (GREEN_VALLEY, Enter((6, 6), 9, path(7, 0)), "the dice 6 6 sum up to 12, not to 9"),
    ],
)
def test_a_step_that_is_none_of_its_kind_is_refused(rules: tuple[str, ...], step: Step, said: str) -> None:
    with pytest.raises(EngineError, match=f"^turn.steps.0: {said}"):
        play_turn(laid_out(rules=rules), Roll((5, 6, 6, 6)), Turn((), (step,)))
