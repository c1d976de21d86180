"""Dice that lean are told from dice that lie flat by where their upper sides face."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.leaning import FLAT, LEANING, LEANING_ON, REACH, Leaning, leanings

SIZE_WH = (640, 480)
EDGE = 60.0
Point = tuple[float, float]

PLACES: tuple[Point, ...] = ((120, 90), (520, 110), (330, 260), (140, 400), (500, 380))
TILTS = st.tuples(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
VIEWS = st.floats(0.28, 0.55)
"""Tangents of half the camera's angle of view, as cameras at tables have them."""
WAYS = st.floats(0, 2 * math.pi)
LEANS_DEG = st.floats(28, 45)


def up_of_flat(place: Point, tilt: Point = (0.0, 0.0), view: float = 0.4) -> Point:
    """Where the middle of a flat die's top face is seen from that of its bottom."""
    return tilt[0] + view * (place[0] - 319.5) / 320, tilt[1] + view * (place[1] - 239.5) / 320


def moved(point: Point, far: float, way: float) -> Point:
    return point[0] + far * math.cos(way), point[1] + far * math.sin(way)


def told(places: Sequence[Point], ups: Sequence[Point]) -> tuple[Leaning, ...]:
    return leanings(places, ups, [EDGE] * len(places), SIZE_WH)


def leans(leaning: Leaning) -> bool:
    return leaning.exceeds(LEANING, LEANING_ON)


@settings(max_examples=60)
@given(tilt=TILTS, view=VIEWS, dice=st.integers(2, 5))
def test_dice_that_lie_flat_never_lean(tilt: Point, view: float, dice: int) -> None:
    ups = [up_of_flat(place, tilt, view) for place in PLACES[:dice]]
    assert not any(leans(one) for one in told(PLACES[:dice], ups))


@settings(max_examples=60)
@given(tilt=TILTS, view=VIEWS, which=st.integers(0, 4), lean_deg=LEANS_DEG, way=WAYS)
def test_the_one_that_leans_is_found(tilt: Point, view: float, which: int, lean_deg: float, way: float) -> None:
    ups = [up_of_flat(place, tilt, view) for place in PLACES]
    ups[which] = moved(ups[which], math.sin(math.radians(lean_deg)), way)
    assert [leans(one) for one in told(PLACES, ups)] == [index == which for index in range(5)]


@settings(max_examples=60)
@given(way=WAYS, apart=st.floats(REACH[0] + 0.05, REACH[1] - 0.05))
def test_a_die_that_faces_away_from_another_beside_it_leans_on_it_however_little(way: float, apart: float) -> None:
    places = (*PLACES[:4], moved(PLACES[2], apart * EDGE, way))
    ups = [up_of_flat(place) for place in places]
    for turned, is_cocked in ((0.0, True), (math.pi, False)):
        *_, last = told(places, [*ups[:4], moved(ups[4], 0.18, way + turned)])
        assert leans(last) is is_cocked


@pytest.mark.parametrize("apart", [1.0, 2.0])
def test_what_lies_snugly_beside_a_die_or_far_from_it_leans_on_none(apart: float) -> None:
    places = (*PLACES[:4], moved(PLACES[2], apart * EDGE, 0.0))
    ups = [up_of_flat(place) for place in places]
    *_, last = told(places, [*ups[:4], moved(ups[4], 0.18, 0.0)])
    assert last.away == 0
    assert not leans(last)


def test_two_dice_that_differ_may_both_lean() -> None:
    ups = [up_of_flat(PLACES[0]), up_of_flat(PLACES[1], (0.6, 0))]
    assert all(leans(one) for one in told(PLACES[:2], ups))


@pytest.mark.parametrize("places", [(), PLACES[:1]])
def test_nothing_is_told_of_a_die_alone(places: tuple[Point, ...]) -> None:
    assert told(places, [(0.5, 0.5)] * len(places)) == (FLAT,) * len(places)
