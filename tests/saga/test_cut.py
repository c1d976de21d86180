"""Where cards leave more than anybody could look through, it is said that the list is not complete."""

from __future__ import annotations

import json

import pytest

from engine.dice import GOAT, Roll
from engine.position import Position, new_position
from engine.position_json import position_json
from engine.record import RollEntry, enter, new_game
from engine.saga.cards import LaidCard, parse_card
from pi.core.language import Language
from pi.core.model import Model, resumed
from pi.core.screens import screens
from pi.shell.commands.positions import turns_json
from pi.shell.render import fits


def table(whose: str) -> Position:
    """Five players, and an ability for their goats."""
    row = {"code": "A1", "kind": "ability", "name": "X", "chapter": 1, "effects": [{"verb": "move", "whose": whose}]}
    return new_position(5, rules=("saga",), cards=(LaidCard(parse_card(row)),))


@pytest.mark.parametrize(("whose", "is_cut"), [("any", True), ("own", False)])
def test_a_list_that_was_cut_says_so(whose: str, is_cut: bool) -> None:
    position, roll = table(whose), Roll((GOAT,) * 4)
    told = turns_json({"position": json.loads(json.dumps(position_json(position))), "dice": ["goat"] * 4})
    assert told.get("cut", False) is is_cut
    for language, text in (
        (Language.ENGLISH, "Not all ways are listed"),
        (Language.GERMAN, "Nicht alle Züge gelistet"),
    ):
        screen = screens(resumed(Model(language=language), enter(new_game(position), RollEntry(roll))))
        assert (screen.rows[-1].text == text) is is_cut
        assert fits(screen)
