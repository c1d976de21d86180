"""The rule book as a table: at least one row for every sentence of docs/rules.md on the Saga."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.dice import face_json, parse_roll
from engine.errors import EngineError
from engine.facts import fact_json
from engine.play import Outcome, play_turn
from engine.position import Position, new_position
from engine.position_json import parse_position, position_json
from engine.rules import Settings
from engine.saga.cards import LaidCard
from engine.scoring import sheet, sheet_json
from engine.turns import parse_turn
from tests.engine.rows import shown_at
from tests.engine.saga.packs import SAGA, Json, card

RULES = Path(__file__).parents[3] / "docs" / "rules.md"


def laid(*cards: LaidCard, players: int = 2, **changes: Any) -> Position:
    """A table with these cards; goats0="7.2 9.1", tokens0="7 7" and empty=(7,) change it."""
    table = position_json(new_position(players, rules=SAGA, cards=cards))
    for seat, player in enumerate(table["players"]):
        for place in changes.pop(f"goats{seat}", "").split():
            player["goats"][int(place.split(".")[0]) - 5] = place
        for number in changes.pop(f"tokens{seat}", "").split():
            player["tokens"][number] += 1
            table["stacks"][number] -= 1
    for mountain in changes.pop("empty", ()):
        table["players"][-1]["tokens"][str(mountain)] += table["stacks"][str(mountain)]
        table["stacks"][str(mountain)] = 0
    return parse_position({**table, **changes})


def above_9(effect: Json) -> LaidCard:
    """A summit tile S9 that lies above mountain 9."""
    return card("S9", effect, lies=9)


@dataclass(frozen=True)
class Row:
    """What a sentence means: a table, a roll and steps such as "g+6", "A1", "A1:0@7.1", "S9?1", "S9?no"."""

    rule: int
    table: Position
    dice: str = ""
    steps: str = ""
    expect: str = ""
    refused: str = ""


NUMBER_8 = card("A1", {"verb": "number", "number": 8})
NUMBER_9 = card("A2", {"verb": "number", "number": 9})
LIFT_OWN = card("A1", {"verb": "move", "whose": "own", "where": {"mountains": [7], "top": False}})
LIFT_ANY = card("A1", {"verb": "move", "whose": "any"})
LIFT_ALL = card("A1", {"verb": "move", "whose": "any", "every": True, "where": {"mountains": [7], "steps": [2]}})
SINK = card("A1", {"verb": "move", "whose": "any", "steps": -1, "where": {"mountains": [7]}})
POINTS = {"verb": "points", "points": 2}

ROWS = [
    Row(97, laid(), "goat 2 3 5", "g+5", "players.0.goats.1=6.1 facts=climbed"),
    Row(97, laid(), "goat goat 3 5", "g+g+3", "players.0.goats.0=5.1"),
    Row(98, laid(), "goat goat 3 5", "5+5", refused="turn.steps.0.dice: 2 x 5 needed, 1 left"),
    Row(99, laid(), "", "", "stacks=12,11,10,9,8,7"),
    Row(
        100,
        new_position(2, rules=SAGA, settings=Settings(remove_cards=True)),
        "",
        "",
        "stacks=10,9,8,7,6,5 settings.remove_cards=true",
    ),
    Row(101, laid(), "2 2 2 6", "", "players.0.goats=5.0,6.0,7.0,8.0,9.0,10.0"),
    Row(102, laid(NUMBER_8), "goat 2 3 5", "A1 8", "players.0.goats.3=8.1 facts=ability,climbed"),
    Row(102, laid(NUMBER_8), "goat goat 2 3", "A1 8 A1 8", "players.0.goats.3=8.2"),
    Row(103, laid(NUMBER_8), "goat 2 3 5", "A1 5+2", "players.0.goats.2=7.1 facts=ability,climbed"),
    Row(103, laid(NUMBER_8), "goat 2 3 5", "A1 8+2", "players.0.goats.5=10.1"),
    Row(103, laid(NUMBER_8), "goat 2 3 5", "A1 5", "players.0.goats.0=5.1"),
    Row(104, laid(LIFT_OWN, NUMBER_9), "goat goat 2 3", "A1:0@7.0 A2 9", "players.0.goats.2=7.1 players.0.goats.4=9.1"),
    Row(104, laid(NUMBER_8), "2 2 3 5", "A1", refused="turn.steps.0.dice: 1 x goat needed, 0 left"),
    Row(104, laid(), "goat 2 3 5", "A1", refused="no ability A1 is in play; known are none"),
    Row(105, laid(LIFT_OWN), "goat goat 3 5", "A1:0@7.0 g+5", "players.0.goats.2=7.1 players.0.goats.1=6.1"),
    Row(105, laid(LIFT_OWN), "goat goat 3 5", "g+5 A1:0@7.0", "players.0.goats.2=7.1 players.0.goats.1=6.1"),
    Row(106, laid(LIFT_OWN), "goat 2 3 5", "A1:0@8.0", refused='expected one of seat 0 with goat "7.0"'),
    Row(106, laid(LIFT_OWN, goats0="7.3"), "goat 2 3 5", "A1:0@7.3", refused="ability A1 can't do anything now"),
    Row(107, laid(LIFT_ANY), "goat 2 3 5", "A1:1@9.0", "players.1.goats.4=9.1 facts=ability,moved"),
    Row(108, laid(LIFT_ANY, goats1="9.1"), "goat 2 3 5", "A1:1@9.1", "players.1.tokens.9=1 players.0.tokens.9=0"),
    Row(
        109,
        laid(LIFT_ANY, goats0="9.2", goats1="9.1"),
        "goat 2 3 5",
        "A1:1@9.1",
        "players.0.goats.4=9.0 facts=ability,moved,bumped,scored,took",
    ),
    Row(
        110,
        laid(LIFT_ALL, goats0="7.2", goats1="7.2"),
        "goat 2 3 5",
        "A1:1@7.2",
        "players.0.goats.2=7.3 players.1.goats.2=7.0 players.0.tokens.7=1 players.1.tokens.7=1",
    ),
    Row(
        110,
        laid(LIFT_ALL, goats0="7.2", goats1="7.2"),
        "goat 2 3 5",
        "A1:0@7.2",
        "players.1.goats.2=7.3 players.0.goats.2=7.0",
    ),
    Row(111, laid(LIFT_ANY, goats1="9.2"), "goat 2 3 5", "A1:1@9.2", refused="expected one of seat 0"),
    Row(112, laid(SINK), "goat 2 3 5", "A1:0@7.0", refused="ability A1 can't do anything now"),
    Row(
        113,
        laid(above_9({"when": "scored", **POINTS}), goats0="9.2", empty=(9,)),
        "3 6 2 2",
        "3+6",
        "players.0.extra.S9=2 facts=scored,points",
    ),
    Row(
        114,
        laid(above_9({"when": "reached", **POINTS}), goats0="8.2 9.1"),
        "3 6 2 6",
        "3+6 2+6",
        "players.0.extra.S9=2",
    ),
    Row(115, laid(card("R1", {"when": "moved", **POINTS})), "2 3 2 6", "2+3 2+6", "players.0.extra.R1=4"),
    Row(115, laid(card("R1", {"when": "moved", "on": [8], **POINTS})), "2 3 2 6", "2+3 2+6", "players.0.extra.R1=2"),
    Row(
        116,
        laid(above_9({"when": "bumped", **POINTS}), goats0="9.1", goats1="9.2"),
        "3 6 2 6",
        "3+6",
        "players.1.extra.S9=2",
    ),
    Row(
        117,
        laid(above_9({"when": "reached", "verb": "take", "mountain": 5}), goats0="9.1"),
        "3 6 2 6",
        "3+6",
        "players.0.tokens.5=1 players.0.tokens.9=1 facts=climbed,scored,took,took",
    ),
    Row(
        118,
        laid(above_9({"when": "reached", "verb": "score"}), goats0="9.1"),
        "3 6 2 6",
        "3+6",
        "players.0.tokens.9=2 facts=climbed,scored,took,scored,took",
    ),
    Row(
        119,
        laid(above_9({"when": "bumped", "verb": "no-bump", "instead": "below"}), goats0="9.1", goats1="9.2"),
        "3 6 2 6",
        "3+6",
        "players.1.goats.4=9.1 facts=climbed,moved,scored,took",
    ),
    Row(
        120,
        laid(above_9({"when": "bumped", "verb": "no-bump", "instead": "held"}), goats0="9.1", goats1="9.2"),
        "3 6 2 6",
        "3+6",
        refused="card S9 closes the top of mountain 9",
    ),
    Row(
        121,
        laid(
            above_9({"when": "reached", "verb": "choice", "of": [POINTS, {"verb": "take", "mountain": 10}]}),
            goats0="9.1",
        ),
        "3 6 2 6",
        "3+6 S9?1",
        "players.0.tokens.10=1",
    ),
    Row(
        121,
        laid(above_9({"when": "reached", "optional": True, **POINTS}), goats0="9.1"),
        "3 6 2 6",
        "3+6 S9?no",
        "facts=climbed,scored,took",
    ),
    Row(
        121,
        laid(above_9({"when": "reached", "optional": True, **POINTS}), goats0="9.1"),
        "3 6 2 6",
        "3+6",
        refused="turn.steps: card S9 waits for a choice before the turn ends",
    ),
    Row(
        121,
        laid(above_9({"when": "reached", "optional": True, **POINTS}), goats0="9.1"),
        "3 6 2 6",
        "3+6 2+6",
        refused="card S9 waits for a choice first",
    ),
    Row(
        122,
        laid(above_9({"when": "reached", "verb": "move", "whose": "own", "where": {"mountains": [9]}}), goats0="9.1"),
        "3 6 2 6",
        "3+6",
        "players.0.goats.4=9.2 facts=climbed,scored,took",
    ),
    Row(
        123,
        laid(above_9({"when": "scored", "verb": "score"}), goats0="9.2"),
        "3 6 2 6",
        "3+6",
        "players.0.tokens.9=2 facts=scored,took,scored,stopped,took",
    ),
    Row(
        124,
        laid(
            above_9({"when": "final", "verb": "worth", "how": "add", "amount": 1}),
            card("S7", {"when": "final", "on": [9], "verb": "worth", "how": "multiply", "amount": 2}, lies=7),
            tokens0="9 9",
        ),
        "",
        "",
        "sheet.players.0.total=38 sheet.players.0.lines.7.points=2 sheet.players.0.lines.8.points=18",
    ),
    Row(
        125,
        laid(above_9({"when": "final", "only": "holder", **POINTS}), goats1="9.2"),
        "",
        "",
        "sheet.players.0.total=0 sheet.players.1.total=2",
    ),
    Row(
        126,
        laid(above_9({"when": "final", "verb": "most", "points": 5}), players=3, tokens0="9", tokens1="9"),
        "",
        "",
        "sheet.players.0.total=14 sheet.players.1.total=14 sheet.players.2.total=0",
    ),
    Row(
        126,
        laid(above_9({"when": "final", "verb": "fewest", "points": 5}), players=3, tokens0="9"),
        "",
        "",
        "sheet.players.0.total=9 sheet.players.1.total=5 sheet.players.2.total=5",
    ),
    Row(
        127,
        laid(card("R1", {"when": "moved", "verb": "manual", "text": "Turn the tile."})),
        "2 3 2 6",
        "2+3",
        "facts=climbed,manual",
    ),
    Row(
        127,
        laid(card("R1", {"when": "turn-end", "verb": "remind", "text": "Ring the bell."})),
        "2 3 2 6",
        "",
        "facts=reminded",
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"R{row.rule}")
def test_a_sentence_holds(row: Row) -> None:
    if row.refused:
        with pytest.raises(EngineError, match=re.escape(row.refused)):
            _play(row)
        return
    outcome = _play(row) if row.dice else Outcome(row.table)
    seen = {
        **position_json(outcome.position),
        "facts": [fact_json(fact)["fact"] for fact in outcome.facts],
        "sheet": sheet_json(sheet(outcome.position)),
    }
    expected = dict(expectation.split("=") for expectation in row.expect.split(" "))
    assert {path: shown_at(seen, path) for path in expected} == expected


def _play(row: Row) -> Outcome:
    dice = [die if die == "goat" else int(die) for die in row.dice.split()]
    steps = [_step(word) for word in row.steps.split()]
    return play_turn(row.table, parse_roll(dice, row.table.rules), parse_turn({"turned": [], "steps": steps}))


def _step(word: str) -> Json:
    if "?" in word:
        code, _, said = word.partition("?")
        return {"do": "choose", "card": code.lower(), **({"decline": True} if said == "no" else {"option": int(said)})}
    if word.startswith("A"):
        code, _, goat = word.partition(":")
        seat, _, place = goat.partition("@")
        return {"do": "ability", "dice": ["goat"], "card": code} | ({"seat": int(seat), "goat": place} if goat else {})
    dice = [0 if die == "g" else int(die) for die in word.split("+")]
    return {"do": "climb", "dice": [face_json(die) for die in dice], "mountain": sum(die or 1 for die in dice)}


def test_every_sentence_has_a_row_and_every_row_a_sentence() -> None:
    found = re.findall(r"^- \*\*R(\d+)\*\* .+ \((S\d+)\)$", RULES.read_text("utf-8"), re.M)
    sentences = [int(number) for number, _ in found]
    assert sentences == list(range(97, 97 + len(sentences))), "the sentences are not numbered in order"
    assert sorted({row.rule for row in ROWS}) == sentences
    assert {ruling for _, ruling in found} == {"S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S17"}
