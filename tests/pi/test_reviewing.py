"""After the game: the turns that cost most, with what was better."""

from __future__ import annotations

from dataclasses import replace

from engine.record import UndoEntry, enter, new_game
from pi.core.events import InboxEmptied
from pi.core.menu import menu_items
from pi.core.model import Model, resumed
from pi.core.overlay_values import LookingBack, MenuItem, Review
from pi.core.reviewing import is_judging
from pi.core.screens import screens
from tests.pi.driving import AT, BACK, EMPTIED, HOLD_OK, NEXT, OK, UNDO, new_table, play, thrown, wide_table


def over_after(*choices: int) -> Model:
    """A game that ends with one turn of everybody, who can take two tokens and take their so-manieth option."""
    near = "5.0 6.0 7.0 8.0 9.1 10.1"
    table = wide_table({0: near, 1: near}, rules=("base",))
    assert table.game is not None
    model = resumed(table, new_game(replace(table.game.position, last_round=True, round=9)))
    for faces, choice in zip(((4, 4, 5, 6), (4, 5, 6, 6)), choices, strict=True):
        model = play(model, *thrown(*faces))
        model = play(replace(model, cursor=choice), OK, EMPTIED)
    return model


def to_review(over: Model) -> Model:
    return play(over, HOLD_OK, *[NEXT] * menu_items(over).index(MenuItem.REVIEW), OK)


def judged_to_the_end(model: Model) -> Model:
    while is_judging(model):
        model = play(model, InboxEmptied(AT))
    return model


def paused(model: Model) -> Model:
    """The table switched off and on again."""
    assert model.game is not None
    return resumed(Model(), model.game)


def turns_in(model: Model) -> list[int]:
    assert isinstance(model.overlay, Review)
    return [turn.number for turn in model.overlay.turns]


def test_looking_back_is_offered_when_the_game_is_over() -> None:
    assert MenuItem.REVIEW not in menu_items(play(new_table(), *thrown(1, 1, 4, 6), OK))
    assert MenuItem.REVIEW in menu_items(over_after(0, 0))


def test_the_costliest_turn_comes_first_with_what_was_better() -> None:
    review = to_review(over_after(-1, -1))
    assert isinstance(review.overlay, Review)
    costs = [turn.cost for turn in review.overlay.turns]
    assert len(costs) == 2
    assert costs == sorted(costs, reverse=True)
    first = review.overlay.turns[0]
    screen = screens(review)
    assert screen.title == f"{('Ann', 'Bo')[first.seat]}: turn {first.number}"
    assert [row.right for row in screen.rows[:2]] == [f"{first.played.chance:.0%}", f"{first.better.chance:.0%}"]


def test_next_turns_the_page_and_back_closes() -> None:
    review = to_review(over_after(-1, -1))
    assert screens(play(review, NEXT)) != screens(review) == screens(play(review, NEXT, NEXT))
    assert play(review, BACK).overlay is None


def test_who_followed_every_hint_has_nothing_to_regret() -> None:
    review = to_review(over_after(0, 0))
    assert turns_in(review) == []
    assert screens(review).rows[0].text == "No turn cost much"
    assert play(review, NEXT).overlay is None


def test_a_game_gone_on_with_after_a_pause_is_judged_as_well() -> None:
    over = over_after(-1, -1)
    again = paused(over)
    assert again.judged == ()
    reviewed = judged_to_the_end(to_review(again))
    assert (reviewed.overlay, reviewed.judged) == (to_review(over).overlay, over.judged)


def test_after_a_pause_one_turn_is_judged_at_a_time_and_only_once() -> None:
    looking = to_review(paused(over_after(-1, -1)))
    seen = []
    while is_judging(looking):
        assert isinstance(looking.overlay, LookingBack)
        seen.append((len(looking.judged), looking.overlay))
        looking = play(looking, InboxEmptied(AT))
    assert seen == [(0, LookingBack(0, 2)), (1, LookingBack(1, 2))]
    assert not is_judging(to_review(play(looking, BACK)))


def test_while_turns_are_judged_only_back_ends_it_and_what_is_judged_is_kept() -> None:
    looking = play(to_review(paused(over_after(-1, -1))), InboxEmptied(AT))
    assert play(looking, OK, NEXT, UNDO).overlay == looking.overlay
    left = play(looking, BACK)
    assert (left.overlay, len(left.judged)) == (None, 1)
    assert to_review(left).overlay == LookingBack(1, 2)
    assert play(left, InboxEmptied(AT)) == left


def test_a_turn_taken_back_meanwhile_is_not_judged() -> None:
    looking = play(to_review(paused(over_after(-1, -1))), InboxEmptied(AT))
    assert looking.game is not None
    shorter = replace(looking, game=enter(enter(looking.game, UndoEntry()), UndoEntry()))
    assert turns_in(play(shorter, InboxEmptied(AT))) == [1]
