"""Messages have the declared shape, and what has another is refused by name."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, Literal, NotRequired, TypedDict

import pytest

from pi.core.commands import CommandGiven, SetDice
from pi.core.companion import command_given
from pi.core.model import Model
from pi.core.screens import screens
from pi.core.update import update
from pi.shell.web import messages
from pi.shell.web.asks import RECEIVED
from pi.shell.web.news import Teller, table_news
from pi.shell.web.saga_messages import SAGA_RECEIVED, SAGA_SENT
from pi.shell.web.shapes import MOST_ITEMS, MOST_LETTERS, ShapeError, check_shape, jsdoc
from pi.shell.web.telling import moves, parse_record, record_told
from tests.pi.driving import AT, new_table, settled
from tests.web.games import played_game
from tests.web.test_commands import ROLL

STATIC = Path(messages.__file__).with_name("static")


class Inner(TypedDict):
    """Something inside."""

    do: Literal["inner"]
    count: int
    note: NotRequired[str]


class Other(TypedDict):
    """Something else."""

    do: Literal["other"]


class Outer(TypedDict):
    """Something around."""

    items: list[Inner | Other]
    share: float | None
    anything: dict[str, Any]


GOOD = {"items": [{"do": "inner", "count": 1}, {"do": "other"}], "share": 0.5, "anything": {"a": [1]}}


def test_what_has_the_shape_passes() -> None:
    check_shape(GOOD, Outer, "it")
    check_shape(GOOD | {"share": None}, Outer, "it")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "it: expected an object"),
        ([], "it: expected an object"),
        ({}, "it.items: is missing"),
        (GOOD | {"more": 1}, "nothing is called 'more'"),
        (GOOD | {"items": {}}, "it.items: expected a list"),
        (GOOD | {"items": [{"do": "inner"}]}, "it.items.0.count: is missing"),
        (GOOD | {"items": [{"do": "inner", "count": True}]}, "it.items.0.count: expected a whole number"),
        (GOOD | {"items": [{"do": "inner", "count": 1.5}]}, "it.items.0.count: expected a whole number"),
        (GOOD | {"items": [{"do": "inner", "count": 2**60}]}, "expected a smaller number"),
        (GOOD | {"items": [{"do": ["inner"]}]}, "it.items.0.do: expected inner, other"),
        (GOOD | {"items": [{"do": "gone"}]}, "it.items.0.do: expected inner, other"),
        (GOOD | {"items": [{"do": "other"}] * (MOST_ITEMS + 1)}, f"at most {MOST_ITEMS} items"),
        (
            GOOD | {"items": [{"do": "inner", "count": 1, "note": "x" * (MOST_LETTERS + 1)}]},
            f"at most {MOST_LETTERS} letters",
        ),
        (GOOD | {"share": "0.5"}, "it.share: expected a number"),
        (GOOD | {"anything": 3}, "it.anything: expected an object"),
    ],
)
def test_what_has_not_is_refused_by_name(value: object, words: str) -> None:
    with pytest.raises(ShapeError) as caught:
        check_shape(value, Outer, "it")
    assert words in str(caught.value)


def test_all_news_has_the_declared_shape() -> None:
    model = command_given(new_table(), CommandGiven(SetDice(ROLL), new_table(), 1, AT), update).model
    seen = update(model, settled(1, 4, 4, None, accepted=False)).model
    expanded = played_game(1, rules=("base", "big-mountain", "green-valley"))
    for one in (Model(), new_table(), model, seen, Model(game=played_game(1)), Model(game=expanded)):
        game = json.loads(json.dumps(Teller().game_news(one, 3)))
        check_shape(game, messages.GameNews, "game", is_limited=False)
        table = json.loads(json.dumps(table_news(one, 4, screens(one), camera=True, simulated=False)))
        check_shape(table, messages.TableNews, "table", is_limited=False)
        if one.game is not None:
            assert parse_record(json.loads(json.dumps(record_told(one.game)))).moments == one.game.moments


def test_turns_are_told_once_and_the_same_ever_after() -> None:
    game = played_game(2)
    teller = Teller()
    first = teller.game_news(Model(game=game), 1)["turns"]
    second = teller.game_news(Model(game=game), 2)["turns"]
    assert len(first) == game.turns
    assert all(one is other for one, other in zip(first, second, strict=True))


def test_moves_tell_where_every_goat_went() -> None:
    game = played_game(2, rules=("base", "big-mountain", "green-valley"))
    for before, after in zip(game.moments, game.moments[1:], strict=False):
        boards = [[list(map(str, player.goats)) for player in one.position.players] for one in (before, after)]
        told = list(moves(before.position, after.position))
        changed = sum(sum(place not in new for place in old) for old, new in zip(*boards, strict=True))
        assert len(told) >= changed
        assert all(move["origin"] != move["place"] for move in told)


def test_the_page_reads_the_same_declarations() -> None:
    written = "// Made from messages.py and asks.py; GOATHERD_UPDATE_GOLDEN=1 in the tests makes it anew.\n\n"
    written += jsdoc((*messages.SENT, *SAGA_SENT, *RECEIVED, *SAGA_RECEIVED)) + "\nexport {};\n"
    path = STATIC / "messages.js"
    if os.environ.get("GOATHERD_UPDATE_GOLDEN"):
        path.write_text(written, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == written
