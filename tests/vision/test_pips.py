"""Pips looked for by their shape alone: counted, and compared with drawn faces."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from vision.pips import FACE_LATTICE, FACE_PX, MORE_PIPS, SIDE_PX, count_pips, layout_scores, tone_of

Face = NDArray[np.uint8]
Colour = tuple[int, int, int]

DICE: tuple[tuple[Colour, Colour], ...] = (
    ((206, 228, 236), (34, 30, 30)),
    ((40, 40, 40), (230, 230, 230)),
    ((150, 90, 30), (240, 240, 240)),
    ((110, 110, 110), (60, 150, 190)),
)
"""Colours of a die and of its pips, blue-green-red."""
FACES = st.integers(1, 6)
LATTICES = {**FACE_LATTICE, **{len(lattice): lattice for lattice in MORE_PIPS}}


def drawn(
    face: int,
    colours: tuple[Colour, Colour] = DICE[0],
    turn: float = 0.0,
    reach: float = 0.25,
    radius: float = 0.1,
    shift_xy: tuple[float, float] = (0.0, 0.0),
) -> Face:
    """A rectified face; lengths in edges, the turn in radians, the shift in pixels."""
    fine = 8
    body, pip = colours
    image = np.full((SIDE_PX * fine, SIDE_PX * fine, 3), body, np.uint8)
    cosine, sine = math.cos(turn), math.sin(turn)
    for x, y in LATTICES[face]:
        turned = (x * cosine - y * sine, x * sine + y * cosine)
        places = [
            round((SIDE_PX / 2 + value * reach * FACE_PX + shift) * fine)
            for value, shift in zip(turned, shift_xy, strict=True)
        ]
        cv2.circle(image, (places[0], places[1]), round(radius * FACE_PX * fine), pip, -1)
    return np.asarray(cv2.resize(image, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def speckled(face: Face, colour: Colour, seed: int) -> Face:
    """The face with spots of one colour all over it, each a little smaller than a pip."""
    rng = np.random.default_rng(seed)
    image = face.copy()
    for x, y in rng.integers(0, SIDE_PX, (14, 2)).tolist():
        cv2.circle(image, (x, y), int(rng.integers(1, 3)), colour, -1)
    return image


def likeliest(face: Face) -> int:
    return int(np.argmax(layout_scores(tone_of(face)))) + 1


@pytest.mark.parametrize("colours", DICE)
@pytest.mark.parametrize("face", range(1, 7))
def test_pips_are_counted_and_compared(face: int, colours: tuple[Colour, Colour]) -> None:
    image = drawn(face, colours)
    assert count_pips(tone_of(image)) == face
    assert likeliest(image) == face
    assert max(layout_scores(tone_of(image))) > 0.8


@pytest.mark.parametrize("turn", [0.0, 0.1, -0.1])
@pytest.mark.parametrize("pips", [7, 8, 9])
def test_more_pips_than_six_are_no_six(pips: int, turn: float) -> None:
    image = drawn(pips, turn=turn)
    assert likeliest(image) == 7
    assert count_pips(tone_of(image)) is None


@settings(max_examples=60, deadline=None)
@given(
    face=FACES,
    turn=st.floats(-0.2, 0.2),
    reach=st.floats(0.21, 0.28),
    radius=st.floats(0.07, 0.1),
    shift=st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
)
def test_the_network_may_measure_a_face_a_little_off(
    face: int, turn: float, reach: float, radius: float, shift: tuple[float, float]
) -> None:
    assert likeliest(drawn(face, DICE[0], turn, reach, radius, shift)) == face


@pytest.mark.parametrize("face", range(1, 7))
def test_light_that_falls_off_changes_nothing(face: int) -> None:
    image = drawn(face).astype(np.float64)
    image *= np.linspace(0.45, 1.0, SIDE_PX)[None, :, None]
    assert likeliest(image.astype(np.uint8)) == face


def test_speckles_hide_no_pips() -> None:
    right = sum(
        likeliest(speckled(drawn(face, DICE[2]), (240, 240, 240), seed)) == face
        for face in range(1, 7)
        for seed in range(20)
    )
    assert right >= 0.9 * 120


def test_a_blank_face_is_like_none() -> None:
    assert max(layout_scores(tone_of(np.full((SIDE_PX, SIDE_PX, 3), 128, np.uint8)))) < 0.1
    assert count_pips(tone_of(np.full((SIDE_PX, SIDE_PX, 3), 128, np.uint8))) is None


def test_noise_looks_like_no_face() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (50, SIDE_PX, SIDE_PX, 3), dtype=np.uint8)
    assert max(max(layout_scores(tone_of(image))) for image in noise) < 0.5
