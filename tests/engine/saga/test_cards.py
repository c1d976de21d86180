"""Cards as rows: what is read, what is refused and with which words, and the vocabulary as the docs list it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.errors import EngineError
from engine.position_json import parse_position, position_json
from engine.saga.cards import Card, Effect, card_json, parse_card, parse_laid_card
from engine.saga.verbs import Move, Points, Take, Where
from engine.saga.vocabulary import VERBS, WHEN_SPECS, WHERE, Argument, VerbSpec
from tests.engine.saga.packs import Json, card, saga_table
from tests.engine.tables import laid_out

DOCS = Path(__file__).parents[3] / "docs" / "saga.md"


def row(*effects: Json, **fields: object) -> Json:
    return {"code": "S1", "kind": "summit", "name": "Example", "chapter": 1, "effects": list(effects), **fields}


POINTS: Json = {"when": "reached", "verb": "points", "points": 3}
LIFT: Json = {"verb": "move", "whose": "any"}


def test_a_card_is_a_flat_row() -> None:
    read = parse_card(
        row(
            {"when": "reached", "verb": "take", "mountain": 5, "to": "them"},
            {"when": "moved", "on": [7, 8], "optional": True, **LIFT, "where": {"mountains": [9], "top": False}},
            code="s12",
            text="Found under the tray",
        )
    )
    move = Move("any", where=Where(mountains=(9,), top=False))
    effects = (Effect(Take(5), "reached"), Effect(move, "moved", on=(7, 8), optional=True))
    assert read == Card("S12", "summit", "Example", 1, effects, "Found under the tray")


def test_what_is_as_by_default_is_not_written() -> None:
    written = row({"when": "reached", "verb": "points", "points": 3})
    assert card_json(parse_card(row({**POINTS, "to": "them", "optional": False, "on": []}))) == written
    assert parse_card(written).effects == (Effect(Points(3), "reached"),)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ([], "card: expected an object with code, kind, name, chapter, effects, text, found a list of 0"),
        (row(POINTS, code="12"), "card.code: expected a letter and a number such as S12, found '12'"),
        (row(POINTS, code="AB1"), "card.code: expected a letter and a number"),
        (row(POINTS, kind="tile"), "card.kind: expected one of ability, summit, rule, found 'tile'"),
        (row(POINTS, name=" "), "card.name: expected 1 to 40 printable characters"),
        (row(POINTS, chapter=11), "card.chapter: expected a whole number from 1 to 10, found 11"),
        (row(POINTS, colour="red"), "card: unknown field 'colour'"),
        (row(), "card.effects: expected one effect at least; what no verb can say is a manual one"),
        (row(*[POINTS] * 9), "card.effects: expected 8 effects at most, found 9"),
        (
            row(LIFT, LIFT, kind="ability"),
            "card.effects: an ability has one effect, found 2; one of several is a choice",
        ),
        (row({"when": "reached"}), "card.effects.0: the field 'verb' is missing; known are number, move"),
        (row({**POINTS, "verb": "fly"}), "card.effects.0.verb: expected one of number, move, .*, found 'fly'"),
        (row({"verb": "points", "points": 3}), "card.effects.0.when: a summit card says when; expected one of moved"),
        (row({**POINTS, "when": "later"}), "card.effects.0.when: expected one of moved, .*, found 'later'"),
        (row(POINTS, kind="ability"), "card.effects.0.when: an ability is used by a goat face, not 'reached'"),
        (
            row({"when": "reached", "verb": "number", "number": 8}),
            "card.effects.0.verb: number does not go with when reached; expected one of move, take",
        ),
        (
            row({"verb": "remind", "text": "x"}, kind="ability"),
            "card.effects.0.verb: remind does not go with an ability",
        ),
        (row({**POINTS, "mountain": 5}), "card.effects.0: unknown field 'mountain'; known are verb, when, on, only"),
        (row({"when": "reached", "verb": "points"}), r"card.effects.0: points needs points \(how many points\)"),
        (row({**POINTS, "points": 0}), "card.effects.0.points: expected a number other than 0"),
        (row({**POINTS, "points": 100}), "card.effects.0.points: expected a whole number from -99 to 99"),
        (row({**POINTS, "to": "me"}), "card.effects.0.to: expected one of them, mover, others, all, found 'me'"),
        (row({**POINTS, "on": [11]}), "card.effects.0.on.0: expected a mountain from 5 to 10, found 11"),
        (row({**POINTS, "only": "holder"}), "card.effects.0.only: only final effects ask who holds a top"),
        (row({**POINTS, "when": "final", "optional": True}), "card.effects.0.optional: there is nothing to decline"),
        (
            row({"when": "set-up", "on": [5], "verb": "remind", "text": "x"}),
            "card.effects.0.on: when set-up watches no mountain; leave on out",
        ),
        (row({"verb": "take"}, kind="ability"), "card.effects.0: an ability watches no mountain; take needs mountain"),
        (row({"verb": "number", "number": 0}, kind="ability"), "card.effects.0.number: expected a whole number from 1"),
        (row({**LIFT, "where": {"step": 1}}, kind="ability"), "card.effects.0.where: unknown field 'step'"),
        (
            row({**LIFT, "where": {"steps": [5]}}, kind="ability"),
            "card.effects.0.where.steps.0: expected a whole number",
        ),
        (row({**LIFT, "every": "yes"}, kind="ability"), "card.effects.0.every: expected true or false"),
        (
            row({"when": "moved", "verb": "choice", "of": [{"verb": "points", "points": 1}]}),
            "card.effects.0.of: expected 2 to 8 effects to choose from, found 1",
        ),
        (
            row({"when": "moved", "verb": "choice", "of": [LIFT, {"verb": "number", "number": 8}]}),
            "card.effects.0.of.1.verb: number is nothing to choose when moved",
        ),
        (
            row({"when": "moved", "verb": "choice", "of": [LIFT, POINTS]}),
            "card.effects.0.of.1: unknown field 'when'",
        ),
    ],
)
def test_what_is_no_card_is_refused(value: object, said: str) -> None:
    with pytest.raises(EngineError, match=f"^{said}") as refused:
        parse_card(value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (row(POINTS), "cards.0: expected a card with lies"),
        (row(POINTS, lies=8), "cards.0.lies: a summit lies above one of 9, 7, 5, found 8"),
        (row(LIFT, kind="ability", lies=9), "cards.0.lies: only a summit lies above a mountain; expected null"),
    ],
)
def test_what_lies_nowhere_is_refused(value: object, said: str) -> None:
    with pytest.raises(EngineError, match=f"^{said}"):
        parse_laid_card(value, "cards.0")


def test_cards_that_can_not_lie_together_are_refused() -> None:
    nine, seven = card("S1", POINTS, lies=9), card("S2", POINTS, lies=7)
    table = saga_table(Random(1), (nine, seven))
    first, second = table["cards"]
    for cards, said in (
        ([first, {**second, "code": "S1"}], "cards.0.code: S1 is there twice"),
        ([first, {**second, "lies": 9}], "cards.0.lies: two summits above mountain 9"),
    ):
        with pytest.raises(EngineError, match=said):
            parse_position({**table, "cards": cards})
    table["players"][0]["extra"] = {"S9": 3}
    with pytest.raises(EngineError, match=r"players.0.extra: no card S9 is in play; known are S1, S2"):
        parse_position(table)
    with pytest.raises(EngineError, match="cards: the rules base lay no cards; expected none"):
        parse_position({**position_json(laid_out()), "cards": [first]})


def test_the_docs_list_the_vocabulary_as_it_is() -> None:
    text = DOCS.read_text("utf-8")
    lines = [*map(_verb_line, VERBS.values()), *map(_argument_line, WHERE)]
    lines += [f"| `{spec.name}` | {spec.english} |" for spec in WHEN_SPECS.values()]
    assert [line for line in lines if line not in text.splitlines()] == []


def _verb_line(spec: VerbSpec) -> str:
    whens = ", ".join("ability" if when is None else f"`{when}`" for when in spec.whens)
    arguments = "; ".join(_argument_text(argument) for argument in spec.arguments)
    return f"| `{spec.name}` | {spec.english} | {arguments} | {whens} |"


def _argument_line(argument: Argument) -> str:
    return f"| `{argument.name}` | {argument.english}{_words_text(argument)} |"


def _argument_text(argument: Argument) -> str:
    needed = "" if argument.required else ", may be left out"
    return f"`{argument.name}`: {argument.english}{_words_text(argument)}{needed}"


def _words_text(argument: Argument) -> str:
    return f" ({', '.join(argument.words)})" if argument.words else ""
