"""What a roll can lead to: checked against a second set of rules, and by what must always hold."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Roll, parse_roll
from engine.errors import EngineError
from engine.options import options
from engine.places import place_text
from engine.play import Outcome, play_turn
from engine.position import Position
from engine.position_checks import check_position
from engine.position_json import parse_position, position_json
from engine.turns import PASS, Climb, Turn, parse_turn, turn_json
from tests.engine.slow_rules import Table, afters, as_json, ends, random_turn, written
from tests.engine.tables import (
    GREEN_VALLEY,
    RULE_SETS,
    laid_out,
    positions,
    positions_of_any_rules,
    random_dice,
    random_table,
    rolls,
)


@pytest.mark.parametrize("rules", RULE_SETS, ids="+".join)
@pytest.mark.parametrize("seed", range(10))
def test_options_agree_with_the_slow_rules(seed: int, rules: tuple[str, ...]) -> None:
    random = Random(seed)
    for _ in range(300):
        table, dice = random_table(random, rules), random_dice(random)
        position = parse_position(table)
        found = options(position, parse_roll(dice, position.rules))
        reached = [_slow_table(option.position, position.to_move) for option in found]
        assert set(reached) == ends(table, dice), (table, dice)
        assert len(set(reached)) == len(reached), (table, dice)
        any_one = random.randrange(len(found))
        assert position_json(found[any_one].position) == as_json(written(table, reached[any_one])), (table, dice)


def _slow_table(position: Position, mover: int) -> Table:
    player = position.players[mover]
    goats = tuple(tuple(map(place_text, each.goats)) for each in position.players)
    return Table(goats, position.stacks, player.tokens, player.bonus, position.bonus)


@settings(max_examples=60, deadline=None)
@given(positions_of_any_rules(), rolls())
def test_playing_an_option_gives_exactly_its_position_and_facts(position: Position, roll: Roll) -> None:
    for option in options(position, roll):
        assert play_turn(position, roll, option.turn) == Outcome(option.position, option.facts)
        assert parse_turn(turn_json(option.turn)) == option.turn
        assert parse_position(position_json(option.position)) == option.position


@settings(max_examples=400, deadline=None)
@given(positions_of_any_rules(), rolls(), st.randoms(use_true_random=False))
def test_any_turn_by_the_slow_rules_is_played_as_they_say(position: Position, roll: Roll, random: Random) -> None:
    before = position_json(position)
    turn, after = random_turn(before, roll.faces, random)
    outcome = play_turn(position, roll, parse_turn(turn))
    assert json.dumps(position_json(outcome.position), sort_keys=True) == after
    check_position(outcome.position)


@settings(max_examples=300, deadline=None)
@given(positions(), rolls(), st.randoms(use_true_random=False))
def test_dice_laid_in_any_groups_make_a_legal_turn(position: Position, roll: Roll, random: Random) -> None:
    spare = random.randint(0, max(0, roll.faces.count(1) - 1))
    turned = tuple(sorted(random.choices(range(1, 7), k=spare)))
    laid: dict[int, list[int]] = {}
    for die in (*roll.faces[spare:], *turned):
        laid.setdefault(random.randrange(4), []).append(die)
    steps = [Climb(tuple(sorted(group)), sum(group)) for group in laid.values() if 5 <= sum(group) <= 10]
    if not position.settings.must_move:
        steps = random.sample(steps, random.randint(0, len(steps)))
    outcome = play_turn(position, roll, Turn(turned, tuple(steps)))
    known = afters(position_json(position), list(roll.faces))
    assert json.dumps(position_json(outcome.position), sort_keys=True) in known


@settings(max_examples=200, deadline=None)
@given(positions_of_any_rules(), rolls())
def test_options_are_never_empty_and_start_with_passing_where_it_is_legal(position: Position, roll: Roll) -> None:
    found = options(position, roll)
    assert found
    assert PASS not in [option.turn for option in found[1:]]
    assert position.settings.must_move or found[0].turn == PASS


def test_passing_comes_first_where_a_group_that_must_be_used_has_no_goat() -> None:
    """5 and 1 make 6, where nobody of the player's is left to move."""
    position = laid_out(rules=GREEN_VALLEY, goats={0: "6>V3"}, settings={"free_redeploy": False}, must_move=True)
    assert options(position, Roll((1, 1, 1, 5)))[0].turn == PASS


@settings(max_examples=60, deadline=None)
@given(positions_of_any_rules(), rolls())
def test_no_option_breaks_a_rule_of_the_table(position: Position, roll: Roll) -> None:
    for option in options(position, roll):
        check_position(option.position)


@settings(max_examples=40, deadline=None)
@given(positions_of_any_rules(), rolls())
def test_no_die_is_turned_or_used_needlessly(position: Position, roll: Roll) -> None:
    if position.settings.must_move:
        return  # there a needless group may be the only legal one
    for option in options(position, roll):
        assert 1 not in option.turn.turned
        for index in range(len(option.turn.steps)):
            fewer = option.turn.steps[:index] + option.turn.steps[index + 1 :]
            assert _position_after(position, roll, Turn(option.turn.turned, fewer)) != option.position
        for index in range(len(option.turn.turned)):
            fewer_turned = option.turn.turned[:index] + option.turn.turned[index + 1 :]
            assert _position_after(position, roll, Turn(fewer_turned, option.turn.steps)) != option.position


def _position_after(position: Position, roll: Roll, turn: Turn) -> Position | None:
    try:
        return play_turn(position, roll, turn).position
    except EngineError:
        return None


@pytest.mark.parametrize(
    ("dice", "mountains"),
    [
        ((4, 4, 4, 4), ["", "8", "8 8"]),
        ((3, 3, 3, 3), ["", "6", "6 6", "9"]),
        ((1, 2, 2, 4), ["", "5", "6", "7", "8", "9"]),
        ((1, 2, 3, 3), ["", "5", "6", "7", "8", "9"]),
        ((5, 6, 6, 6), ["", "5", "6", "5 6", "6 6", "5 6 6", "6 6 6", "5 6 6 6"]),
        ((1, 1, 3, 3), ["", "5", "6", "7", "8", "9", "10", "5 6", "5 7", "6 6", "6 7"]),
        ((6, 6, 6, 6), ["", "6", "6 6", "6 6 6", "6 6 6 6"]),
    ],
)
def test_the_options_of_a_roll_reckoned_by_hand(dice: tuple[int, ...], mountains: list[str]) -> None:
    found = [" ".join(str(step.number) for step in option.turn.steps) for option in options(laid_out(), Roll(dice))]
    assert sorted(found) == sorted(mountains)


def test_the_simplest_of_several_turns_is_kept() -> None:
    position = laid_out()
    by_steps = {
        tuple(step.number for step in option.turn.steps): option.turn
        for option in options(position, Roll((1, 1, 5, 6)))
    }
    assert by_steps[(6,)] == Turn((), (Climb((6,), 6),))
    assert by_steps[(7,)] == Turn((), (Climb((1, 6), 7),))
    assert by_steps[(10,)] == Turn((4,), (Climb((4, 6), 10),))


def test_there_are_no_options_when_the_game_is_over() -> None:
    with pytest.raises(EngineError, match="over"):
        options(laid_out(over=True), Roll((1, 2, 3, 4)))
