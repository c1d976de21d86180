"""Advice: chances that add up, an order that never changes, reasons that are true."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Roll
from engine.errors import EngineError
from engine.guess import guessed_chances
from engine.options import Option, options
from engine.position import Position, new_position
from engine.scoring import points, sheet, tops_held
from engine.suggest import Reason, advise, chances, reason_text
from tests.engine.tables import BIG_MOUNTAIN, GREEN_VALLEY, laid_out, positions_of_any_rules, rolls


@settings(max_examples=300, deadline=None)
@given(positions_of_any_rules())
def test_chances_are_open_until_the_game_is_over(position: Position) -> None:
    estimated = chances(position)
    assert len(estimated) == len(position.players)
    assert sum(estimated) == pytest.approx(1)
    assert all(0 < chance < 1 for chance in estimated)


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        (laid_out(over=True, tokens={1: "5"}), (0, 1)),
        (laid_out(over=True), (0.5, 0.5)),
        (laid_out(over=True, goats={0: "5.4"}), (1, 0)),
        (laid_out(3, over=True, tokens={0: "5", 2: "5"}), (0.5, 0, 0.5)),
    ],
)
def test_the_first_place_is_shared_when_the_game_is_over(position: Position, expected: tuple[float, ...]) -> None:
    assert chances(position) == expected


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (laid_out(tokens={0: "5"}), laid_out()),
        (laid_out(tokens={0: "10"}), laid_out(tokens={0: "9"})),
        (laid_out(goats={0: "7.1"}), laid_out()),
        (laid_out(goats={0: "7.2"}), laid_out(goats={0: "7.1"})),
        (laid_out(tokens={0: "5 6"}), laid_out(tokens={0: "5 6", 1: "6 5"})),
        (laid_out(tokens={0: "5 6 7 8 9"}), laid_out(tokens={0: "5 6 8 8 8"})),
        # a turn still to come is worth something, in the last round above all
        (laid_out(to_move=0), laid_out(to_move=1)),
        (laid_out(last_round=True, to_move=0), laid_out(last_round=True, to_move=1)),
        # Big Mountain: a place that others can hardly take from one is worth more than one that they can
        (laid_out(rules=BIG_MOUNTAIN, goats={0: "5>B22"}), laid_out(rules=BIG_MOUNTAIN, goats={0: "5>B12"})),
        (laid_out(rules=BIG_MOUNTAIN, goats={0: "5>B22"}), laid_out(rules=BIG_MOUNTAIN)),
        (laid_out(rules=BIG_MOUNTAIN), laid_out(rules=BIG_MOUNTAIN, goats={1: "5>B22"})),
        (laid_out(rules=BIG_MOUNTAIN, goats={0: "5>B11"}), laid_out(rules=BIG_MOUNTAIN, goats={0: "10>B11"})),
        # Green Valley: the way up goes on where the stack is empty, to the better field rather
        (laid_out(rules=GREEN_VALLEY, goats={0: "9.1"}, empty=(9,)), laid_out(rules=GREEN_VALLEY, empty=(9,))),
        (
            laid_out(rules=GREEN_VALLEY, goats={0: "9.1"}, empty=(6, 9)),
            laid_out(rules=GREEN_VALLEY, goats={0: "6.1"}, empty=(6, 9)),
        ),
        (laid_out(rules=GREEN_VALLEY, goats={0: "9>V5"}, empty=(9,)), laid_out(rules=GREEN_VALLEY, empty=(9,))),
        # who has had the last turn can't hope for more from the mountains
        (laid_out(last_round=True, to_move=0, goats={0: "7.2"}), laid_out(last_round=True, to_move=0)),
    ],
)
def test_what_is_better_for_the_first_seat_is_rated_higher(better: Position, worse: Position) -> None:
    assert guessed_chances(better)[0] > guessed_chances(worse)[0]


def test_hopes_end_when_the_stack_is_empty() -> None:
    almost_a_set = {0: "6 7 8 9 10", 1: "7 7 7 7 7 7"}  # 40 points and a set to come, against 42
    assert _first_is_ahead_of_second(laid_out(3, tokens=almost_a_set))
    assert not _first_is_ahead_of_second(laid_out(3, tokens=almost_a_set, empty=(5,)))
    assert _first_is_ahead_of_second(laid_out(3, tokens={1: "5"}, goats={0: "7.2"}))
    assert not _first_is_ahead_of_second(laid_out(3, tokens={1: "5"}, goats={0: "7.2"}, empty=(7,)))
    assert not _first_is_ahead_of_second(laid_out(3, tokens={1: "5"}, goats={0: "7.3"}, empty=(7,)))


def _first_is_ahead_of_second(position: Position) -> bool:
    first, second, *_ = guessed_chances(position)
    return first > second


def test_who_leads_and_moves_last_is_the_favourite() -> None:
    assert chances(laid_out(last_round=True, to_move=1, tokens={1: "5"}))[1] > 0.7
    assert chances(laid_out(last_round=True, to_move=1, tokens={0: "5 5 5 5"}))[0] > 0.7


@settings(max_examples=60, deadline=None)
@given(positions_of_any_rules(), rolls())
def test_advice_ranks_every_option_in_one_order(position: Position, roll: Roll) -> None:
    advice = advise(position, roll)
    assert advise(position, roll) == advice
    assert Counter(each.option for each in advice) == Counter(options(position, roll))
    assert [each.chance for each in advice] == sorted((each.chance for each in advice), reverse=True)
    for each in advice:
        assert each.chance == pytest.approx(chances(each.option.position)[position.to_move], abs=1e-5)


@settings(max_examples=60, deadline=None)
@given(positions_of_any_rules(), rolls())
def test_every_reason_is_true_and_can_be_said(position: Position, roll: Roll) -> None:
    for each in advise(position, roll):
        assert _is_true(each.reason, each.option, position), each
        assert "None" not in reason_text(each.reason, position)


def _tokens(position: Position, seat: int) -> int:
    return sum(
        number * count for number, count in zip(position.rules.numbers, position.players[seat].tokens, strict=True)
    )


def _counts(position: Position, seat: int, reason: Reason) -> int:
    return position.players[seat].tokens[position.rules.index(reason.mountain or 0)]


def _is_true(reason: Reason, option: Option, before: Position) -> bool:
    mover = before.to_move
    after = option.position
    kinds = [fact.kind for fact in option.facts]
    match reason.kind:
        case "wins":
            return after.over and sheet(after).ranking[0] == (mover,)
        case "shares":
            return after.over and mover in sheet(after).ranking[0] != (mover,)
        case "bonus":
            gained = sum(after.players[mover].bonus) - sum(before.players[mover].bonus)
            return reason.points == gained > 0 and reason.count == kinds.count("bonus")
        case "tokens":
            return reason.points == _tokens(after, mover) - _tokens(before, mover) > 0 and reason.count == kinds.count(
                "took"
            )
        case "bumps":
            if reason.seat is None or reason.mountain is None:
                return False
            return reason.mountain in set(tops_held(before, reason.seat)) - set(tops_held(after, reason.seat))
        case "valley":
            return reason.points == sum(fact.points or 0 for fact in option.facts if fact.kind == "valley") > 0
        case "lands":
            return any(fact.kind == "landed" and fact.space == reason.space for fact in option.facts)
        case "enters":
            return any(fact.kind == "redeployed" and fact.mountain == reason.mountain for fact in option.facts)
        case "ends":
            return after.last_round and not before.last_round
        case "waits":
            return after.last_round == before.last_round
        case "missing":
            gained = _counts(after, mover, reason) - _counts(before, mover, reason)
            return gained > 0 and _counts(before, mover, reason) <= len(before.players[mover].bonus)
        case "threatens":
            if reason.seat is None or reason.mountain is None:
                return False
            top = after.rules.mountain(reason.mountain).top
            below = after.players[mover].goat_on(reason.mountain).step == top - 1
            return below and reason.mountain in set(tops_held(after, reason.seat))
        case "tops":
            return reason.mountain in set(tops_held(after, mover)) - set(tops_held(before, mover))
        case "climbs":
            return 0 < (reason.count or 0) <= kinds.count("climbed")
        case "idle":
            return option.turn.steps != () and after.players == before.players
        case "passes":
            return option.turn.steps == () and after.players == before.players
        case "cards" | "lowers" | "uses":
            return False  # what only cards bring about


@pytest.mark.parametrize(
    ("position", "dice", "said"),
    [
        (laid_out(goats={0: "10.1"}, tokens={1: "5"}), (4, 6, 6, 6), "takes 10 points in tokens"),
        (laid_out(tokens={0: "5 6 7 8 9"}, goats={0: "10.1"}), (4, 6, 6, 6), "takes 15 bonus points"),
        (laid_out(goats={0: "7.2", 1: "7.3"}, empty=(7,)), (3, 4, 1, 2), "sends Player 2 down from mountain 7"),
        (laid_out(goats={0: "7.2"}, empty=(7,)), (3, 4, 2, 6), "reaches the top of mountain 7"),
        (laid_out(), (3, 4, 1, 2), "climbs mountain 10"),
        (laid_out(), (2, 2, 2, 6), "passes"),
        (laid_out(goats={0: "5.4"}, empty=(5,), must_move=True), (1, 2, 2, 5), "changes nothing"),
        (laid_out(last_round=True, to_move=1, goats={1: "10.1"}), (4, 6, 6, 6), "wins the game"),
        (laid_out(last_round=True, to_move=1), (1, 1, 2, 2), "shares the first place"),
        (laid_out(rules=BIG_MOUNTAIN), (2, 2, 6, 6), "lands on space 12 of the Big Mountain"),
        (laid_out(rules=BIG_MOUNTAIN, goats={0: "9>B11"}), (1, 2, 3, 6), "brings a goat to mountain 9"),
        (
            laid_out(rules=GREEN_VALLEY, goats={0: "9.1"}, empty=(9,)),
            (1, 1, 3, 6),
            "sends a goat to the valley for 5 points",
        ),
    ],
)
def test_reasons_are_said_in_english(position: Position, dice: tuple[int, ...], said: str) -> None:
    assert said in [reason_text(each.reason, position) for each in advise(position, Roll(tuple(sorted(dice))))]


def test_the_last_turn_takes_the_highest_place_of_the_big_mountain() -> None:
    position = laid_out(rules=BIG_MOUNTAIN, goats={0: "5>B23"}, last_round=True, to_move=1)
    best = advise(position, Roll((6, 6, 6, 6)))[0]
    assert (best.reason, best.option.facts[0].space) == (Reason("wins"), 24)


def test_a_winning_turn_comes_first() -> None:
    position = laid_out(last_round=True, to_move=1, tokens={0: "5 5"}, goats={1: "10.2 6.3 9.1 5.1"})
    best = advise(position, Roll((1, 4, 6, 6)))[0]
    assert best.chance == 1
    assert best.reason == Reason("wins")


@settings(max_examples=50, deadline=None)
@given(rolls(), st.integers(2, 5))
def test_nobody_is_advised_to_pass_at_the_start_if_the_dice_move_anything(roll: Roll, players: int) -> None:
    advice = advise(new_position(players), roll)
    assert advice[0].option.turn.steps or len(advice) == 1


def test_the_advised_player_beats_one_who_takes_anything() -> None:
    random = Random(7)
    wins = 0
    for game in range(20):
        position = new_position(2)
        while not position.over:
            roll = Roll(tuple(sorted(random.choices(range(1, 7), k=4))))
            advised = position.to_move == game % 2
            option = advise(position, roll)[0].option if advised else random.choice(options(position, roll))
            position = option.position
        wins += sheet(position).ranking[0] == (game % 2,)
    assert wins >= 18


def test_there_is_no_advice_when_the_game_is_over() -> None:
    with pytest.raises(EngineError, match="over"):
        advise(laid_out(over=True), Roll((1, 2, 3, 4)))


def test_in_a_game_that_is_lost_the_most_points_still_come_first() -> None:
    last_turn = laid_out(tokens={0: "10 10 10"}, goats={1: "5.3"}, to_move=1, last_round=True)
    best = advise(last_turn, Roll((2, 3, 4, 6)))[0]
    assert best.chance == 0
    assert points(best.option.position, 1) == 5
