"""What must hold with any cards that the vocabulary can say: checked against a second set of rules, and by itself."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import GOAT, Roll, face_json, parse_roll
from engine.options import options
from engine.play import Outcome, play_turn
from engine.players import PLAYERS, play_out
from engine.position import Position, check_position, new_position, parse_position, position_json
from engine.saga.cards import card_json, parse_card
from engine.saga.effects import EFFECTS_MAX
from engine.saga.game import FACES
from engine.scoring import sheet
from engine.suggest import advise
from engine.turns import parse_turn, turn_json
from tests.engine.saga.packs import SAGA, random_cards, saga_table
from tests.engine.saga.slow_saga import Slow, TooManyError

RANDOMS = st.randoms(use_true_random=False)


def dice_for(random: Random) -> Roll:
    """Four dice, goats more often than honest dice would."""
    return Roll(tuple(sorted(random.choices(FACES, weights=(2, 1, 1, 1, 1, 1), k=4))))


def laid_at_random(random: Random) -> tuple[Position, Roll]:
    """A table with any cards, and a roll that leaves not too much to try."""
    roll = dice_for(random)
    players = 2 if roll.faces.count(GOAT) > 2 else None
    return parse_position(saga_table(random, random_cards(random), players)), roll


@pytest.mark.parametrize("seed", range(60))
def test_options_agree_with_the_slow_rules(seed: int) -> None:
    position, roll = laid_at_random(Random(f"slow {seed}"))
    try:
        known = Slow(position_json(position)).afters(list(map(face_json, roll.faces)))
    except TooManyError:
        pytest.skip("too much for the slow rules")
    found = [json.dumps(position_json(option.position), sort_keys=True) for option in options(position, roll)]
    assert len(set(found)) == len(found)
    assert set(found) == known


@settings(max_examples=40, deadline=None)
@given(RANDOMS)
def test_playing_an_option_gives_exactly_its_position_and_facts(random: Random) -> None:
    position, roll = laid_at_random(random)
    found = options(position, roll)
    for option in random.sample(found, min(20, len(found))):
        assert play_turn(position, roll, option.turn) == Outcome(option.position, option.facts)
        assert parse_turn(json.loads(json.dumps(turn_json(option.turn)))) == option.turn
        assert parse_position(json.loads(json.dumps(position_json(option.position)))) == option.position


@settings(max_examples=40, deadline=None)
@given(RANDOMS)
def test_no_cards_break_a_rule_of_the_table(random: Random) -> None:
    """No goat leaves its mountain, none shares a top, no token is lost or made, no effect goes on for ever."""
    position, roll = laid_at_random(random)
    for option in options(position, roll):
        check_position(option.position)
        assert option.position.pending == ()
        assert option.position.cards is position.cards
        for player in option.position.players:
            assert [goat.number for goat in player.goats] == list(position.rules.numbers)
        effects = [fact for fact in option.facts if fact.card is not None and fact.kind != "ability"]
        steps_by_one_effect = 4 * 6 * len(position.players)
        assert len(effects) <= len(option.turn.steps) * (EFFECTS_MAX + 1) * steps_by_one_effect + 60


@settings(max_examples=40, deadline=None)
@given(RANDOMS)
def test_the_simplest_comes_first_and_passing_is_always_possible(random: Random) -> None:
    position, roll = laid_at_random(random)
    found = options(position, roll)
    assert found[0].turn.steps == ()
    used = [sum(len(step.dice) for step in option.turn.steps) for option in found]
    assert used == sorted(used)


@settings(max_examples=10, deadline=None)
@given(RANDOMS)
def test_every_option_is_rated_and_has_a_reason(random: Random) -> None:
    position, roll = laid_at_random(random)
    advice = advise(position, roll)
    assert sorted(map(id, {each.option.position: each for each in advice}.values())) == sorted(map(id, advice))
    assert all(0 <= each.chance <= 1 for each in advice)
    assert [each.chance for each in advice] == sorted((each.chance for each in advice), reverse=True)


@settings(max_examples=100, deadline=None)
@given(RANDOMS)
def test_a_card_is_read_as_it_is_written(random: Random) -> None:
    for laid in random_cards(random):
        assert parse_card(json.loads(json.dumps(card_json(laid.card)))) == laid.card


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_with_any_cards(seed: int) -> None:
    random = Random(f"game {seed}")
    first = new_position(2, rules=SAGA, cards=random_cards(random))
    last = play_out(first, [PLAYERS["greedy"], PLAYERS["greedy"]], random)
    check_position(last)
    lines = sheet(last).players[0].lines
    assert [line.what for line in lines][:7] == [*(f"tokens-{n}" for n in first.rules.numbers), "bonus"]
    assert parse_roll(["goat", 2, 3, 6], first.rules) == Roll((GOAT, 2, 3, 6))
