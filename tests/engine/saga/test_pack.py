"""Packs: what may be wrong with one, effects that never end, and cards laid for a single game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.errors import EngineError
from engine.saga.cards import parse_card
from engine.saga.endless import endless_effects
from engine.saga.pack import Pack, find_card, lay_cards, pack_faults, pack_row, parse_pack
from tests.engine.saga.campaigns import card, cards, laid

OURS = Pack("Ours", cards("A1 A2 S1 S2 S3 S4 R1"))


def pack(*rows: Mapping[str, Any]) -> dict[str, Any]:
    return {"pack": {"name": "Ours"}, "card": list(rows)}


def tile(code: str = "S1", chapter: int = 1, *effects: Mapping[str, Any]) -> dict[str, Any]:
    row = {"when": "reached", "verb": "take", "mountain": 5}
    return {"code": code, "kind": "summit", "name": "Tile", "chapter": chapter, "effect": list(effects) or [row]}


def rule(code: str, *effects: Mapping[str, Any], chapter: int = 1) -> dict[str, Any]:
    return {"code": code, "kind": "rule", "name": "Rule", "chapter": chapter, "effect": list(effects)}


def faults(value: object) -> list[str]:
    return [fault.key for fault in pack_faults(value)]


def test_a_pack_is_read_as_it_was_written() -> None:
    written = {"pack": {"name": "Ours"}, "card": [pack_row(each) for each in OURS.cards]}
    assert parse_pack(written) == OURS


@pytest.mark.parametrize(
    ("value", "keys"),
    [
        ([], ["pack"]),
        ({}, ["pack"]),
        ({"pack": {}}, ["pack"]),
        ({"pack": {"name": "", "colour": 3}}, ["pack"]),
        ({"pack": {"name": "x" * 41}}, ["pack.name"]),
        ({"pack": {"name": "Ours"}, "card": {}}, ["card"]),
        (pack(), []),
        (pack(tile()), []),
        (pack(3), ["card.0"]),  # type: ignore[arg-type]
        (pack({}), ["card.0"] * 4 + ["card.0.effect"]),
        (pack(tile("S")), ["card.0.code"]),
        (pack(tile("S1", 11)), ["card.0.chapter"]),
        (pack(tile("S", 0) | {"nonsense": 1}), ["card.0.nonsense", "card.0.code", "card.0.chapter"]),
        (pack(tile(), tile("S2", 2, {"when": "reached", "verb": "fly"})), ["card.1.effect.0.verb"]),
        (
            pack(tile("S1", 1, {"when": "reached", "verb": "take", "mountain": 4, "to": "me", "colour": 3})),
            ["card.0.effect.0.colour", "card.0.effect.0.mountain", "card.0.effect.0.to"],
        ),
        (
            pack(tile("S1", 1, {"when": "reached", "verb": "move", "whose": "own", "where": {"top": 1, "rank": "x"}})),
            ["card.0.effect.0.where.top", "card.0.effect.0.where.rank"],
        ),
        (
            pack(tile("S1", 1, {"verb": "take"}, {"when": "never", "verb": "points", "points": 3})),
            ["card.0.effect.0.when", "card.0.effect.1.when"],
        ),
        (pack(tile(), tile("s1", 2)), ["card.1.code"]),
    ],
)
def test_every_fault_is_found_at_once(value: object, keys: list[str]) -> None:
    assert faults(value) == keys
    if keys:
        with pytest.raises(EngineError, match=keys[0]):
            parse_pack(value)
    else:
        parse_pack(value)


def test_a_chapter_without_a_tile_is_warned_of() -> None:
    found = pack_faults(pack(tile("S1", 1), rule("R1", {"when": "set-up", "verb": "remind", "text": "!"}, chapter=3)))
    assert [(fault.message.split(";")[0], fault.is_warning) for fault in found] == [
        ("chapter 2 has no summit tile", True),
        ("chapter 3 has no summit tile", True),
    ]


SCORES_AGAIN = {"when": "scored", "verb": "score"}
SCORES_5 = {"when": "scored", "on": [6], "verb": "score", "mountain": 5}
SCORES_6 = {"when": "scored", "on": [5], "verb": "score", "mountain": 6}
TAKES = {"when": "scored", "verb": "take"}
PUSHES_DOWN = {"when": "moved", "verb": "move", "whose": "others", "steps": -1}
PUSHES_7 = {"when": "reached", "verb": "move", "whose": "own", "where": {"mountains": [7]}}


@pytest.mark.parametrize(
    ("rows", "rings"),
    [
        ([rule("R1", SCORES_AGAIN)], [((0, 0),)]),
        ([rule("R1", SCORES_5)], []),
        ([rule("R1", SCORES_5), rule("R2", SCORES_6)], [((0, 0), (1, 0))]),
        ([rule("R1", SCORES_5, SCORES_6)], [((0, 0), (0, 1))]),
        ([rule("R1", TAKES)], []),
        ([rule("R1", PUSHES_DOWN)], [((0, 0),)]),
        ([rule("R1", {**PUSHES_DOWN, "when": "reached"})], []),
        ([rule("R1", {**PUSHES_7, "on": [9]})], []),
        ([tile("S1", 1, PUSHES_7)], [((0, 0),)]),
        (
            [tile("S1", 1, {**SCORES_5, "on": [9]}), tile("S2", 3, {**SCORES_5, "mountain": 9, "on": [5]})],
            [((0, 0), (1, 0))],
        ),
        ([tile("S1", 1, {**SCORES_5, "on": [9]}), tile("S2", 4, {**SCORES_5, "mountain": 9, "on": [5]})], []),
        ([rule("R1", {"when": "scored", "verb": "choice", "of": [{"verb": "take"}, {"verb": "score"}]})], [((0, 0),)]),
    ],
)
def test_effects_that_may_set_each_other_off_again_and_again_are_found(
    rows: list[dict[str, Any]], rings: list[tuple[tuple[int, int], ...]]
) -> None:
    read = [parse_card(_row(row)) for row in rows]
    assert list(endless_effects(read)) == rings


def _row(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "effect"} | {"effects": row["effect"]}


def test_endless_effects_are_a_warning_that_names_the_cards() -> None:
    (warning,) = pack_faults(pack(tile(), rule("R1", SCORES_5), rule("R2", SCORES_6)))
    assert (warning.key, warning.is_warning) == ("card.1.effect.0", True)
    assert "(R1 -> R2 -> R1)" in warning.message


@pytest.mark.parametrize(
    ("words", "laid_cards"),
    [("A1", "A1"), ("a1 s1@9 S2@7 s3@5 r1", "A1 S1@9 S2@7 S3@5 R1"), ("", "")],
)
def test_any_cards_can_be_laid_for_a_single_game(words: str, laid_cards: str) -> None:
    assert laid(lay_cards(OURS, words.split())) == laid_cards


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("X1", "'X1' is not in the pack 'Ours'; these are: A1, A2"),
        ("S1", "S1 lies above 9, 7 or 5; write where, such as S1@9"),
        ("S1@8", "S1 lies above 9, 7 or 5"),
        ("A1@9", "A1 is no summit tile"),
        ("A1 a1", "A1 is named twice"),
        ("S1@9 S2@9", "S1 lies above mountain 9 already"),
    ],
)
def test_cards_that_can_not_be_laid_are_named(words: str, reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        lay_cards(OURS, words.split())


def test_a_card_is_found_in_either_case() -> None:
    assert find_card(OURS, "s3") == card("S3")
