"""Dice that lean are told from dice that lie flat by where their upper sides face."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.leaning import leanings
from vision.looks import LEANING

SIZE_WH = (640, 480)
Point = tuple[float, float]

PLACES: tuple[Point, ...] = ((120, 90), (520, 110), (330, 260), (140, 400), (500, 380))
TILTS = st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
VIEWS = st.floats(0.28, 0.55)
"""Tangents of half the camera's angle of view, as cameras at tables have them."""


def up_of_flat(place: Point, tilt: Point, view: float) -> Point:
    """Where the middle of a flat die's top face is seen from that of its bottom."""
    return tilt[0] + view * (place[0] - 319.5) / 320, tilt[1] + view * (place[1] - 239.5) / 320


@settings(max_examples=60)
@given(tilt=TILTS, view=VIEWS, dice=st.integers(2, 5))
def test_dice_that_lie_flat_never_lean(tilt: Point, view: float, dice: int) -> None:
    ups = [up_of_flat(place, tilt, view) for place in PLACES[:dice]]
    assert max(leanings(PLACES[:dice], ups, SIZE_WH)) < LEANING


@settings(max_examples=60)
@given(tilt=TILTS, view=VIEWS, which=st.integers(0, 4), lean_deg=st.floats(28, 45), way=st.floats(0, 2 * math.pi))
def test_the_one_that_leans_is_found(tilt: Point, view: float, which: int, lean_deg: float, way: float) -> None:
    ups = [up_of_flat(place, tilt, view) for place in PLACES]
    x, y = ups[which]
    lean = math.sin(math.radians(lean_deg))
    ups[which] = (x + lean * math.cos(way), y + lean * math.sin(way))
    found = leanings(PLACES, ups, SIZE_WH)
    assert found[which] > LEANING
    assert max(found[:which] + found[which + 1 :]) < LEANING


def test_two_dice_that_differ_may_both_lean() -> None:
    ups = [up_of_flat(PLACES[0], (0, 0), 0.4), up_of_flat(PLACES[1], (0.6, 0), 0.4)]
    assert min(leanings(PLACES[:2], ups, SIZE_WH)) > LEANING


@pytest.mark.parametrize("places", [(), PLACES[:1]])
def test_nothing_is_told_of_a_die_alone(places: tuple[Point, ...]) -> None:
    assert leanings(places, [(0.5, 0.5)] * len(places), SIZE_WH) == (0.0,) * len(places)
