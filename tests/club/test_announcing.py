"""What a table says of itself."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from engine.errors import EngineError
from engine.position_json import parse_position, position_json
from engine.turns import parse_turn
from pi.core.announcing import Channel, Results, announcements, is_news, status, table_id
from pi.core.model import Model, Phase, Trouble
from tests.club.games import after_turns, before_the_end
from tests.pi.driving import EMPTIED, OK, UNDO, follow, new_table, play, random_events, thrown

WINDOW = Channel("Window", "goatherd")


def said(model: Model, results: Results | None = None) -> dict[str, Any]:
    """What is said, by the last level of its topic; None for a topic that is cleared."""
    results = Results().after(model.game) if results is None else results
    messages = announcements(model, results, WINDOW)
    assert all(message.topic.startswith("goatherd/window/") for message in messages)
    return {one.topic.rpartition("/")[2]: json.loads(one.payload) if one.payload else None for one in messages}


@pytest.mark.parametrize(
    ("name", "level"),
    [
        ("Window", "window"),
        ("Table 3", "table-3"),
        ("Großer Tisch (Süd)", "grosser-tisch-sud"),
        ("  a/b+c#d  ", "a-b-c-d"),
        ("Łódź", "odz"),
    ],
)
def test_a_name_becomes_a_level_that_no_broker_misreads(name: str, level: str) -> None:
    assert table_id(name) == level
    assert table_id(level) == level


@pytest.mark.parametrize("name", ["", "///", "桌", "a" * 41, "a\nb"])
def test_a_name_of_which_nothing_remains_is_refused(name: str) -> None:
    with pytest.raises(EngineError, match="expected a name"):
        table_id(name)


def test_a_table_is_there_or_not() -> None:
    assert [status(WINDOW, here).payload for here in (True, False)] == ["online", "offline"]
    assert status(WINDOW, True).topic == "goatherd/window/status"


def test_nobody_plays_during_the_set_up() -> None:
    told = said(Model())
    assert told["table"]["phase"] == "set-up"
    assert (told["table"]["players"], told["table"]["mover"], told["table"]["dice"]) == ([], None, None)
    assert (told["position"], told["turn"]) == (None, None)


def test_nothing_is_said_of_the_game_before_while_the_next_is_set_up() -> None:
    assert said(replace(after_turns(1), phase=Phase.SETUP))["table"]["players"] == []


def test_a_roll_is_said_before_its_turn() -> None:
    told = said(play(new_table(), *thrown(1, 1, 4, 6)))["table"]
    assert (told["phase"], told["dice"], told["mover"], told["to_move"]) == ("choosing", [1, 1, 4, 6], "Ann", 0)
    assert (told["round"], told["turns"], told["over"], told["last_round"]) == (1, 0, False, False)


def test_a_turn_is_said_with_what_it_did() -> None:
    table = after_turns(1)
    assert table.game is not None
    told = said(table)
    turn = told["turn"]
    assert (turn["number"], turn["round"], turn["seat"], turn["name"]) == (1, 1, 0, "Ann")
    assert turn["dice"] == [1, 1, 4, 6]
    assert parse_turn(turn["turn"]).steps
    assert {fact["fact"] for fact in turn["facts"]} == {"climbed"}
    assert turn["totals"] == [player["total"] for player in told["table"]["players"]]


def test_the_position_is_the_one_of_the_contract() -> None:
    table = after_turns(3)
    assert table.game is not None
    told = said(table)["position"]
    assert told == position_json(table.game.position)
    assert parse_position(told) == table.game.position


def test_a_turn_that_is_taken_back_is_said_no_longer() -> None:
    once = after_turns(1)
    assert said(play(once, UNDO, UNDO))["turn"] is None
    assert said(play(after_turns(1, once), UNDO, UNDO))["turn"] == said(once)["turn"]


def test_what_does_not_work_is_said() -> None:
    troubled = replace(new_table(), troubles=(Trouble("camera", "gone", "plug it in"),))
    assert said(troubled)["table"]["troubles"] == ["camera"]


def ended() -> Model:
    return play(before_the_end(), *thrown(1, 2, 3, 4), OK, EMPTIED)


def test_the_end_is_a_result() -> None:
    told = said(ended())
    assert told["table"]["over"] is True
    assert told["table"]["mover"] is None
    assert sorted(seat for tied in told["result"]["ranking"] for seat in tied) == [0, 1]
    assert told["result"]["winners"] == told["table"]["leaders"]
    assert told["result"]["decided_by"] in ("points", "tops", "highest-top", "shared")


def test_the_last_result_stays_while_the_next_game_is_played() -> None:
    results = Results().after(ended().game)
    rematch = new_table()
    assert said(rematch, results.after(rematch.game))["result"] == said(ended())["result"]


def test_an_end_that_is_taken_back_was_none() -> None:
    over = ended()
    results = Results().after(over.game)
    undone = follow(over, UNDO).model
    assert undone.game is not None
    assert not undone.game.position.over
    assert said(undone, results.after(undone.game))["result"] is None


def test_after_an_end_that_is_taken_back_the_result_before_it_counts_again() -> None:
    earlier = ended()
    later = ended()
    results = Results().after(earlier.game).after(later.game).after(later.game)
    undone = follow(later, UNDO).model
    assert said(undone, results.after(undone.game))["result"] == said(earlier)["result"]


def test_a_table_that_has_seen_no_end_leaves_the_result_of_its_last_run_alone() -> None:
    assert "result" not in said(new_table())


@pytest.mark.parametrize("seed", range(5))
def test_what_is_no_news_changes_nothing_that_is_said(seed: int) -> None:
    table, no_news = new_table(), 0
    for event in random_events(random.Random(seed), 300):
        before, table = table, play(table, event)
        if not is_news(before, table):
            no_news += 1
            assert announcements(before, Results(), WINDOW) == announcements(table, Results(), WINDOW)
    assert no_news
