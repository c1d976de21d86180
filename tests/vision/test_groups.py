"""Dice lying together, at any place, angle and distance from the camera."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.groups import groups

Points = list[tuple[float, float]]

points = st.lists(st.tuples(st.floats(0, 640), st.floats(0, 480)), max_size=7)


@pytest.mark.parametrize(
    ("centres", "expected"),
    [
        pytest.param([], (), id="nothing lies there"),
        pytest.param([(5, 5)], ((0,),), id="one die"),
        pytest.param([(0, 0), (60, 0)], ((0, 1),), id="side by side"),
        pytest.param([(0, 0), (84, 0)], ((0, 1),), id="touching at the corners"),
        pytest.param([(0, 0), (150, 0)], ((0,), (1,)), id="a die and a half apart"),
        pytest.param([(0, 0), (200, 0), (0, 62), (200, 70)], ((0, 2), (1, 3)), id="two pairs"),
        pytest.param([(0, 0), (300, 0), (62, 0), (124, 0)], ((0, 2, 3), (1,)), id="a row of three"),
        pytest.param([(0, 0), (61, 0), (0, 61), (61, 61)], ((0, 1, 2, 3),), id="all four"),
        pytest.param([(0, 0), (98, 0), (300, 0), (390, 0)], ((0, 1), (2, 3)), id="two pairs pushed carelessly"),
        pytest.param([(0, 0), (72, 0), (17, 106.65)], ((0, 1, 2),), id="only the nearest of a group counts"),
        pytest.param([(0, 0), (62, 0), (120, 100), (182, 100)], ((0, 1), (2, 3)), id="two tight pairs near each other"),
    ],
)
def test_dice_lie_together(centres: Points, expected: tuple[tuple[int, ...], ...]) -> None:
    assert groups(centres, [60] * len(centres)) == expected


def test_the_same_distance_is_near_for_large_dice_and_far_for_small_ones() -> None:
    assert groups([(0, 0), (100, 0)], [90, 90]) == ((0, 1),)
    assert groups([(0, 0), (100, 0)], [30, 30]) == ((0,), (1,))


@given(points)
def test_every_die_is_in_one_group_and_all_is_sorted(centres: Points) -> None:
    found = groups(centres, [60] * len(centres))
    assert sorted(i for group in found for i in group) == list(range(len(centres)))
    assert all(list(group) == sorted(group) for group in found)
    assert list(found) == sorted(found)


@given(points, st.randoms(use_true_random=False))
def test_the_order_of_the_dice_does_not_matter(centres: Points, shuffler: random.Random) -> None:
    order = list(range(len(centres)))
    shuffler.shuffle(order)
    shuffled = groups([centres[i] for i in order], [60] * len(centres))
    assert {frozenset(order[i] for i in group) for group in shuffled} == {
        frozenset(group) for group in groups(centres, [60] * len(centres))
    }


@st.composite
def pushed(draw: st.DrawFn) -> tuple[Points, list[tuple[int, ...]], float]:
    """Groups of one to four dice pushed together in rows, their nearest dice at least two edges apart."""
    size = draw(st.floats(15, 120))
    spread = draw(st.floats(1.0, 1.4))
    turned = draw(st.floats(0, 2 * math.pi))
    centres: Points = []
    expected = []
    for column, count in enumerate(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))):
        expected.append(tuple(range(len(centres), len(centres) + count)))
        for i in range(count):
            x, y = column * (2.1 + spread) + (i % 2) * spread, (i // 2) * spread
            centres.append((x * math.cos(turned) - y * math.sin(turned), x * math.sin(turned) + y * math.cos(turned)))
    return [(size * x, size * y) for x, y in centres], expected, size


@given(pushed())
def test_pushed_groups_are_found_at_every_angle_size_and_spread(
    tray: tuple[Points, list[tuple[int, ...]], float],
) -> None:
    centres, expected, size = tray
    assert groups(centres, [size] * len(centres)) == tuple(expected)
