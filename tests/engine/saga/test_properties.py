"""What must hold with any cards that the vocabulary can say: checked against a second set of rules, and by itself."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import GOAT, Roll, face_json, parse_roll
from engine.errors import EngineError
from engine.moves import then
from engine.options import options
from engine.places import path
from engine.play import Outcome, card_steps, perform, play_turn
from engine.players import PLAYERS, play_out
from engine.position import Position, new_position
from engine.position_checks import check_position
from engine.position_json import parse_position, position_json
from engine.saga.cards import LaidCard, card_json, parse_card
from engine.saga.effects import EFFECTS_MAX
from engine.saga.endless import endless_effects
from engine.saga.game import FACES
from engine.saga.goats import put_goat
from engine.scoring import sheet
from engine.suggest import advise
from engine.turns import Climb, Turn, parse_turn, turn_json
from tests.engine.saga.packs import SAGA, card, random_cards, saga_table
from tests.engine.saga.slow_saga import Slow, TooManyError
from tests.engine.tables import TOPS

RANDOMS = st.randoms(use_true_random=False)


def dice_for(random: Random) -> Roll:
    """Four dice, goats more often than honest dice would."""
    return Roll(tuple(sorted(random.choices(FACES, weights=(2, 1, 1, 1, 1, 1), k=4))))


def laid_at_random(random: Random) -> tuple[Position, Roll]:
    """A table with any cards, and a roll that leaves not too much to try."""
    roll = dice_for(random)
    players = 2 if roll.faces.count(GOAT) > 2 else None
    return parse_position(saga_table(random, random_cards(random), players)), roll


TABLES, COMPARED_MIN = 40, 36
SEEDS = range(10)


def tables(seed: int) -> Iterator[tuple[Position, Roll]]:
    """Many of them, as what may go wrong with cards needs several things to come together."""
    return (laid_at_random(Random(f"{seed} {table}")) for table in range(TABLES))


@pytest.mark.parametrize("seed", SEEDS)
def test_options_agree_with_the_slow_rules(seed: int) -> None:
    """On nearly every table: a few leave too much for the slow rules to try."""
    compared = sum(_agrees_with_the_slow_rules(position, roll) for position, roll in tables(seed))
    assert compared >= COMPARED_MIN


def _agrees_with_the_slow_rules(position: Position, roll: Roll) -> bool:
    try:
        known = Slow(position_json(position)).afters(list(map(face_json, roll.faces)))
    except TooManyError:
        return False
    found = [json.dumps(position_json(option.position), sort_keys=True) for option in options(position, roll)]
    assert len(set(found)) == len(found)
    assert set(found) == known
    return True


@settings(max_examples=40, deadline=None)
@given(RANDOMS)
def test_playing_an_option_gives_exactly_its_position_and_facts(random: Random) -> None:
    position, roll = laid_at_random(random)
    found = options(position, roll)
    for option in random.sample(found, min(20, len(found))):
        assert play_turn(position, roll, option.turn) == Outcome(option.position, option.facts)
        assert parse_turn(json.loads(json.dumps(turn_json(option.turn)))) == option.turn
        assert parse_position(json.loads(json.dumps(position_json(option.position)))) == option.position


@pytest.mark.parametrize("seed", SEEDS)
def test_no_cards_break_a_rule_of_the_table(seed: int) -> None:
    """No goat leaves its mountain, none shares a top, no token is lost or made."""
    for position, roll in tables(seed):
        for option in options(position, roll):
            check_position(option.position)
            assert option.position.pending == ()
            assert option.position.cards is position.cards
            for player in option.position.players:
                assert [goat.number for goat in player.goats] == list(position.rules.numbers)


@settings(max_examples=60, deadline=None)
@given(RANDOMS)
def test_no_effects_go_on_for_ever(random: Random) -> None:
    """So many at most follow a step with dice, and whoever checked the pack was warned of those that are stopped."""
    position, roll = laid_at_random(random)
    cards = [laid.card for laid in position.cards]
    warned = {cards[card].code for ring in endless_effects(cards) for card, _ in ring}
    said_besides = sum(len(card.effects) for card in cards)  # when the turn or the game ends
    for option in options(position, roll):
        told = Counter(fact.kind for fact in option.facts)
        effects = told["manual"] + told["reminded"] + told["points"] // len(position.players)
        assert effects <= EFFECTS_MAX * sum(bool(step.dice) for step in option.turn.steps) + said_besides
        if len(option.facts) < EFFECTS_MAX:  # else there may have been too many that were no ring
            assert {fact.card for fact in option.facts if fact.kind == "stopped"} <= warned


SCORE_7, SCORE_8 = ({"verb": "score", "mountain": mountain} for mountain in (7, 8))


@pytest.mark.parametrize(
    ("cards", "scored", "stopped"),
    [
        pytest.param([card("R1", {"when": "scored", "on": [8], **SCORE_8})], 2, ["R1"], id="itself"),
        pytest.param(
            [
                card("R1", {"when": "scored", "on": [8], **SCORE_7}),
                card("R2", {"when": "scored", "on": [7], **SCORE_8}),
            ],
            3,
            ["R1"],
            id="each other",
        ),
        pytest.param([card("R1", *[{"when": "scored", "on": [8], **SCORE_7}] * 8)], 9, [], id="no ring"),
        pytest.param(
            [
                card("R1", *[{"when": "scored", "on": [8], **SCORE_7}] * 8),
                card("R2", *[{"when": "scored", "on": [7], "verb": "score", "mountain": 6}] * 8),
                card("R3", {"when": "scored", "on": [7], "verb": "score", "mountain": 5}),
            ],
            1 + 30,
            ["R2"],
            id="no ring but too many",
        ),
        pytest.param(
            [
                card("R1", *[{"when": "scored", "on": [8], "optional": True, **SCORE_7}] * 8),
                card("R2", *[{"when": "scored", "on": [7], "verb": "score", "mountain": 6}] * 8),
            ],
            1 + 30,
            ["R2"],
            id="too many over several choices",
        ),
    ],
)
def test_effects_that_set_each_other_off_are_stopped_and_the_players_told(
    cards: list[LaidCard], scored: int, stopped: list[str]
) -> None:
    outcome = perform(put_goat(new_position(2, rules=SAGA, cards=cards), 0, path(8, TOPS[8])), Climb((2, 6), 8))
    while outcome.position.pending:
        outcome = then(outcome, perform(outcome.position, card_steps(outcome.position, ())[0]))
    assert [fact.card for fact in outcome.facts if fact.kind == "stopped"] == stopped
    assert sum(fact.kind == "scored" for fact in outcome.facts) == scored


def test_points_that_make_none_together_are_not_written_down() -> None:
    gives, takes = ({"when": "moved", "verb": "points", "points": points} for points in (2, -2))
    first = new_position(2, rules=SAGA, cards=[card("R1", gives, takes)])
    outcome = perform(first, Climb((2, 6), 8))
    assert [fact.points for fact in outcome.facts if fact.kind == "points"] == [2, -2]
    assert outcome.position.mover.extra == ()


@settings(max_examples=40, deadline=None)
@given(RANDOMS)
def test_the_simplest_comes_first_and_passing_is_always_possible(random: Random) -> None:
    position, roll = laid_at_random(random)
    found = options(position, roll)
    assert found[0].turn.steps == ()
    used = [sum(len(step.dice) for step in option.turn.steps) for option in found]
    assert used == sorted(used)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_step_is_needless(seed: int) -> None:
    """Without any one of its steps a turn leads somewhere else, or is none."""
    for position, roll in tables(seed):
        found = options(position, roll)
        for option in Random(seed).sample(found, min(10, len(found))):
            steps = option.turn.steps
            for index in range(len(steps)):
                shorter = Turn((), (*steps[:index], *steps[index + 1 :]))
                assert _played(position, roll, shorter) != option.position


def _played(position: Position, roll: Roll, turn: Turn) -> Position | None:
    try:
        return play_turn(position, roll, turn).position
    except EngineError:
        return None


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
