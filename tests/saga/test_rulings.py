"""How a chapter ends (S12), and that docs/saga.md names a test for every ruling."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from engine.dice import parse_roll
from engine.places import path
from engine.play import play_turn
from engine.position import Position, new_position, with_goat_at, with_tokens
from engine.saga.cards import LaidCard, parse_card
from engine.scoring import sheet
from engine.turns import Turn

ROOT = Path(__file__).parents[2]


def laid(kind: str, mountain: int | None = None, **effect: object) -> LaidCard:
    code = {"summit": "S1", "rule": "R1"}[kind]
    return LaidCard(parse_card({"code": code, "kind": kind, "name": "X", "chapter": 1, "effects": [effect]}), mountain)


def table(*cards: LaidCard, players: int = 2) -> Position:
    return new_position(players, rules=("saga",), cards=cards)


def passed(position: Position) -> Position:
    return play_turn(position, parse_roll(["goat", 2, 3, 4], position.rules), Turn((), ())).position


def test_the_chapter_ends_with_the_round_in_which_three_stacks_are_empty() -> None:
    position = table(players=3)
    for mountain, count in ((5, 12), (6, 11)):
        position = with_tokens(position, 1, mountain, count)
    assert not passed(position).last_round
    position = passed(with_tokens(position, 1, 7, 10))
    assert (position.last_round, position.over) == (True, False)
    assert passed(passed(position)).over


def test_the_chapter_ends_with_the_round_in_which_no_bonus_is_left() -> None:
    position = table()
    holder = replace(position.players[0], bonus=(15, 12, 9, 6), tokens=(4,) * 6)
    left = tuple(stack - 4 for stack in position.stacks)
    position = passed(replace(position, players=(holder, position.players[1]), bonus=(), stacks=left))
    assert (position.last_round, position.over) == (True, False)
    assert passed(position).over


def test_tiles_and_rule_cards_are_in_the_sum_each_with_a_line_of_its_own() -> None:
    tile = laid("summit", 9, when="final", verb="worth", how="multiply", amount=2)
    rule = laid("rule", when="final", on=[5], verb="most", points=4)
    position = with_tokens(with_tokens(table(tile, rule), 0, 9, 3), 1, 5, 2)
    ann, bo = sheet(position).players
    assert {line.what: line.points for line in ann.lines if line.points} == {"tokens-9": 27, "card-S1": 27}
    assert {line.what: line.points for line in bo.lines if line.points} == {"tokens-5": 10, "card-R1": 4}
    assert (ann.total, bo.total) == (54, 14)


@pytest.mark.parametrize(
    ("tops", "ranking", "decided_by"),
    [
        ({0: (), 1: ()}, ((0, 1),), "shared"),
        ({0: (9,), 1: (5, 6)}, ((1,), (0,)), "tops"),
        ({0: (9,), 1: (8,)}, ((0,), (1,)), "highest-top"),
    ],
)
def test_a_tie_is_decided_by_goats_on_tops_then_by_the_highest_top(
    tops: dict[int, tuple[int, ...]], ranking: tuple[tuple[int, ...], ...], decided_by: str
) -> None:
    """The points of cards are in the tie: ten in tokens are as many as seven and three of a card."""
    position = table(laid("rule", when="final", on=[7], verb="most", points=3))
    position = with_tokens(with_tokens(position, 0, 10, 1), 1, 7, 1)
    steps = {mountain.number: mountain.top for mountain in position.rules.mountains}
    for seat, mountains in tops.items():
        for mountain in mountains:
            position = with_goat_at(position, seat, path(mountain, 0), path(mountain, steps[mountain]))
    standing = sheet(position)
    assert [player.total for player in standing.players] == [10, 10]
    assert (standing.ranking, standing.decided_by) == (ranking, decided_by)


def test_every_ruling_of_the_saga_has_tests_and_these_tests_are_there() -> None:
    text = (ROOT / "docs" / "saga.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (S\d+) \|[^|]*\| (.*) \|$", text, re.M)
    assert [ruling for ruling, _ in rows] == [f"S{number}" for number in range(1, 18)]
    rules = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for ruling, proofs in rows:
        named = re.findall(r"`(tests/[\w/]+\.py)(?:::(\w+))?`", proofs)
        sentences = re.findall(r"R\d+", proofs)
        assert named or sentences, ruling
        assert all(re.search(rf"\*\*{sentence}\*\* .*\({ruling}\)", rules) for sentence in sentences), ruling
        for file, name in named:
            assert f"def {name}" in (ROOT / file).read_text(encoding="utf-8"), (ruling, file, name)
