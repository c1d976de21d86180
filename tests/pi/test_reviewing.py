"""After the game: the turns that cost most, with what was better."""

from __future__ import annotations

from dataclasses import replace

from engine.record import new_game
from pi.core.model import MenuItem, Model, Review, resumed
from pi.core.screens import screens
from pi.core.update import menu_items
from tests.pi.driving import BACK, EMPTIED, HOLD_OK, NEXT, OK, new_table, play, thrown, wide_table


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
    assert over.game is not None
    again = resumed(Model(), over.game)
    assert again.judged == ()
    assert to_review(again).overlay == to_review(over).overlay
