"""Short lists for people: nothing lost, nothing twice, the best first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from engine.choices import LINES_MAX, Choice, choices, leaves, sums_of
from engine.dice import Roll
from engine.position import Position
from engine.suggest import Advice, advise
from tests.engine.tables import BIG_MOUNTAIN, laid_out, positions_of_any_rules, rolls


@settings(max_examples=60, deadline=None)
@given(positions_of_any_rules(), rolls())
def test_every_advice_is_at_the_end_of_one_way(position: Position, roll: Roll) -> None:
    advice = advise(position, roll)
    lines = choices(advice)
    assert sorted(map(id, leaves(lines))) == sorted(map(id, advice))
    assert lines[0].best is advice[0]
    _check_list(lines, [id(each) for each in advice])


def _check_list(lines: Sequence[Choice], ranking: list[int]) -> None:
    assert 1 <= len(lines) <= LINES_MAX
    ranks = [ranking.index(id(line.best)) for line in lines]
    assert ranks == sorted(set(ranks))
    assert not any(line.more for line in lines[:-1])
    for line in lines:
        if line.below:
            assert len(line.below) > 1
            assert line.below[0].best is line.best
            _check_list(line.below, ranking)
            if not line.more:
                assert all(_is_part(each, line.sums) for each in leaves(line.below))
        else:
            assert line.sums == sums_of(line.best.option.turn)


def _is_part(advice: Advice, sums: tuple[int, ...]) -> bool:
    return Counter(sums_of(advice.option.turn)) <= Counter(sums)


def texts(lines: Sequence[Choice]) -> list[str]:
    return ["more" if line.more else " ".join(map(str, line.sums)) or "pass" for line in lines]


@pytest.mark.parametrize(
    ("position", "dice", "first_list"),
    [
        (laid_out(), (4, 4, 4, 4), ["8 8", "pass"]),
        (laid_out(), (2, 2, 2, 6), ["6 6", "8", "10", "pass"]),
        (laid_out(rules=BIG_MOUNTAIN), (4, 4, 4, 4), ["8 8", "16", "12", "pass"]),
    ],
)
def test_lines_are_groups_and_what_does_less_is_folded(
    position: Position, dice: tuple[int, ...], first_list: list[str]
) -> None:
    assert sorted(texts(choices(advise(position, Roll(dice))))) == sorted(first_list)


def test_a_line_opens_which_goat() -> None:
    position = laid_out(rules=BIG_MOUNTAIN, goats={1: "7>B13"})
    line = next(line for line in choices(advise(position, Roll((6, 6, 6, 6)))) if line.sums == (24,))
    assert [str(each.best.option.facts[0].origin) for each in line.below] == [
        str(goat) for goat in position.mover.goats
    ]


def test_a_long_list_ends_with_a_line_for_the_rest() -> None:
    lines = choices(advise(laid_out(), Roll((1, 1, 1, 4))))
    assert len(lines) == LINES_MAX
    assert lines[-1].more
