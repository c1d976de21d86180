"""What a browser is told of the game: as much of the advice as each player wants, and everything that happened."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.facts import fact_json
from engine.play import redeploys
from engine.position import Position, new_position
from engine.record import RedeployEntry, enter, new_game
from engine.turns import Redeploy, turn_json
from pi.core.hints import Hints, in_plain_order
from pi.core.model import Model, Phase, resumed
from pi.core.screens import screens
from pi.shell.web.messages import GameNews
from pi.shell.web.news import Teller, table_news
from pi.shell.web.telling import turns_played
from tests.pi.driving import OK, UNDO, new_table, play, thrown
from tests.web.games import played_game


def told(model: Model) -> GameNews:
    return Teller().game_news(model, 1)


def chances_in(value: Any) -> list[Any]:
    """Every chance and reason anywhere in a message."""
    if isinstance(value, dict):
        own = [each for name, each in value.items() if "chance" in name or name == "reason"]
        return [*own, *(found for each in value.values() for found in chances_in(each))]
    return [found for each in value for found in chances_in(each)] if isinstance(value, list) else []


def choosing(hints: Hints, name: str = "Ann") -> Model:
    """Ann, who begins, has thrown, and somebody is told so much."""
    return play(replace(new_table(), wishes=((name, hints),)), *thrown(1, 1, 4, 6))


@pytest.mark.parametrize("hints", [Hints.AFTER, Hints.OFF])
def test_who_wants_no_hints_is_told_no_chances_reasons_or_best_option(hints: Hints) -> None:
    model = choosing(hints)
    game = told(model)
    plain = [turn_json(one.option.turn) for one in in_plain_order(model.advice)]
    assert plain != [turn_json(one.option.turn) for one in model.advice]
    assert [one["turn"] for one in game["choices"]] == plain
    assert not any(chances_in(game["choices"]))
    assert game["verdict"] is None


def test_who_wants_hints_gets_them_also_where_the_other_does_not() -> None:
    model = choosing(Hints.OFF, "Bo")
    choices = told(model)["choices"]
    assert [one["turn"] for one in choices] == [turn_json(one.option.turn) for one in model.advice]
    assert all(one["chance"] is not None for one in choices)
    assert choices[0]["reason"] is not None


@pytest.mark.parametrize("hints", list(Hints))
def test_the_option_selected_at_the_device_is_the_one_selected_on_the_page(hints: Hints) -> None:
    model = choosing(hints)
    selected = table_news(model, 1, screens(model), camera=False, simulated=False)["selected"]
    assert selected is not None
    assert told(model)["choices"][selected]["turn"] == turn_json(model.advice[model.cursor].option.turn)


@pytest.mark.parametrize("name", ["Ann", "Bo"])
def test_while_somebody_wants_no_hints_at_all_nothing_in_the_news_is_a_chance(name: str) -> None:
    model = play(choosing(Hints.OFF, name), OK)
    assert not any(chances_in(told(model)))
    assert all(told(replace(model, wishes=()))["turns"][0]["chances"])


def test_after_the_game_the_chances_are_told_to_everybody() -> None:
    over = Model(phase=Phase.OVER, game=played_game(1), wishes=(("Ann", Hints.OFF),))
    game = told(over)
    assert game["start_chances"]
    assert all(turn["chances"] for turn in game["turns"])


@pytest.mark.parametrize(("hints", "is_told"), [(Hints.ON, False), (Hints.AFTER, True), (Hints.OFF, False)])
def test_after_the_choice_it_is_told_how_good_it_was_to_who_wants_to_know_then(hints: Hints, is_told: bool) -> None:
    model = play(choosing(hints), OK)
    verdict = told(model)["verdict"]
    assert (verdict is not None) == is_told
    if verdict is not None:
        assert (verdict["seat"], verdict["number"]) == (0, 1)
        assert verdict["played"]["turn"] == told(model)["turns"][0]["turn"]
    assert told(play(model, UNDO))["verdict"] is None


def test_a_goat_taken_back_is_told_at_once_and_then_with_the_turn_it_belongs_to() -> None:
    rules = ("base", "green-valley")
    played = played_game(2, rules=rules)
    count = next(index for index, moment in enumerate(played.moments) if _redeploys(moment.position))
    game = new_game(played.moments[count].position)
    step = _redeploys(game.position)[0]
    game = enter(game, RedeployEntry(step))
    model = resumed(Model(), game)
    fact = fact_json(game.now.facts[0])
    assert (fact["fact"], fact["mountain"]) == ("redeployed", step.mountain)
    assert told(model)["taken_back"] == [fact]
    assert told(model)["turns"] == []
    after = play(model, *thrown(2, 2, 3, 5), OK)
    assert told(after)["taken_back"] == []
    assert told(after)["turns"][0]["facts"][0] == fact
    (turn,) = turns_played(after.game or game)
    assert len(turn.taken_back) == 1


def _redeploys(position: Position) -> tuple[Redeploy, ...]:
    return () if position.over else redeploys(position)


def test_no_goat_taken_back_is_told_where_none_was() -> None:
    game = new_game(new_position(2, ("Ann", "Bo")))
    assert told(resumed(Model(), game))["taken_back"] == []
