"""The drawn tray shows what it is asked to show, the same every time."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from hardware.simulated.drawn_die import FACES
from hardware.simulated.scene import BLACK, IVORY, Colour, DrawnDie, Hand, Scene, View
from hardware.simulated.tray import draw_tray, top_corners

Image = NDArray[np.uint8]

WHITE: Colour = (245, 245, 245)
RED: Colour = (40, 40, 180)
BLUE: Colour = (170, 80, 30)
YELLOW: Colour = (60, 200, 230)

FOUR = Scene(
    dice=(
        DrawnDie(1, (-50, 30), 20),
        DrawnDie(6, (40, -30), -35),
        DrawnDie(5, (5, 5), 70, body_bgr=RED, pip_bgr=WHITE),
        DrawnDie(3, (50, 35), 10),
    )
)


def digest(image: Image) -> str:
    return hashlib.sha256(image.tobytes()).hexdigest()


def count_pips(image: Image, quad: tuple[tuple[float, float], ...]) -> int:
    """Counts round blobs that differ from the colour of the face, on the rectified quad."""
    side = 120
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32)
    face = cv2.warpPerspective(
        image, cv2.getPerspectiveTransform(np.array(quad, np.float32), square), (side, side), flags=cv2.INTER_CUBIC
    )[10:-10, 10:-10]
    difference = np.abs(face.astype(float) - np.median(face, axis=(0, 1))).sum(axis=2)
    scaled = np.clip(difference * 255 / difference.max(), 0, 255).astype(np.uint8)
    _, pips = cv2.threshold(scaled, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    areas = cv2.connectedComponentsWithStats(pips)[2][1:, cv2.CC_STAT_AREA]
    return int(np.count_nonzero(areas > 120))


def shown(scene: Scene) -> list[int]:
    image = draw_tray(scene)
    return [count_pips(image, top_corners(die, scene.view)) for die in scene.dice]


def test_a_picture_is_blue_green_red_of_the_usual_size() -> None:
    image = draw_tray(FOUR)
    assert image.shape == (480, 640, 3)
    assert image.dtype == np.uint8
    blue, green, red = draw_tray(Scene())[240, 320]
    assert green > blue
    assert green > red


def test_the_same_scene_gives_the_same_picture_bit_for_bit() -> None:
    scene = replace(FOUR, hand=Hand((10, -90)), noise_seed=7)
    first = digest(draw_tray(scene))
    for face in range(1, 7):  # other pictures in between, so that nothing kept is left
        draw_tray(Scene((DrawnDie(face, (0, 0)),), view=View(face, 300 + face)))
    assert digest(draw_tray(scene)) == first


def test_a_picture_may_be_painted_over_without_harm() -> None:
    before = digest(draw_tray(FOUR))
    draw_tray(FOUR)[:] = 0
    draw_tray(replace(FOUR, noise=0.0))[:] = 0
    assert digest(draw_tray(FOUR)) == before


GOLDEN = """
     92  66  66  67  68  68  68  68  68  68  67  66  65  64  64  88
     69  52  63  64  65  64  65  66  65  64  64  63  79  74  58  69
     68  62 119 165  70  71  71  71  71  71  70  78 191 133  65  73
     67  62 129 176  72  71  72  72  71  70  70  70 114  70  66  73
     67  64  71  54  55  72  71  72  81  70  71  70  64  62  66  73
     66  65  70  70  71  72  72  78 115  65  71  69  70  67  66  73
     65  64  69  71  71  71  72  70  58  48  70  70  69  67  65  72
     63  65  69  70  71  72  71  71  71  70  70  80  68  66  65  71
     62  64  68  70  70  70  70  71  70  70  76 159 141  66  65  70
     60  64  68  69  70  69  70  70  69  69  70 124  82  62  65  68
     59  63  66  68  68  69  69  70  69  69  68  67  59  64  63  69
     86  74  79  81  82  82  83  83  83  82  82  80  79  77  75  85
"""
"""Mean grey level of each field of 40 by 40 pixels."""


def test_the_picture_looks_as_it_always_did() -> None:
    grey = cv2.resize(cv2.cvtColor(draw_tray(FOUR), cv2.COLOR_BGR2GRAY), (16, 12), interpolation=cv2.INTER_AREA)
    golden = np.array([[int(level) for level in row.split()] for row in GOLDEN.strip().splitlines()])
    assert np.abs(grey.astype(int) - golden).max() <= 3


def test_every_frame_has_noise_of_its_own() -> None:
    one, other = (draw_tray(replace(FOUR, noise_seed=seed)).astype(int) for seed in (1, 2))
    assert 0.5 < np.abs(one - other).mean() < 4
    assert digest(draw_tray(replace(FOUR, noise=0.0))) == digest(draw_tray(replace(FOUR, noise=0.0, noise_seed=2)))


@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(
    ("body", "pips"), [(IVORY, BLACK), (RED, WHITE), (BLACK, WHITE), (BLUE, YELLOW), (YELLOW, RED)]
)
def test_a_die_shows_its_face_in_any_colour(face: int, body: Colour, pips: Colour) -> None:
    spots = ((-55.0, 30.0), (0.0, 0.0), (50.0, -30.0))
    dice = tuple(DrawnDie(face, spot, 37.0 * i, body_bgr=body, pip_bgr=pips) for i, spot in enumerate(spots))
    assert shown(Scene(dice)) == [face] * 3


@settings(max_examples=40, deadline=None)
@given(
    face=st.integers(1, 6),
    x=st.floats(-55, 55),
    y=st.floats(-38, 38),
    angle=st.floats(0, 360),
    tilt=st.floats(0, 12),
    distance=st.floats(280, 420),
    lamp=st.floats(0.5, 1.2),
)
def test_a_die_shows_its_face_anywhere_under_any_camera(
    face: int, x: float, y: float, angle: float, tilt: float, distance: float, lamp: float
) -> None:
    scene = Scene((DrawnDie(face, (x, y), angle),), view=View(tilt, distance), lamp=lamp)
    assert shown(scene) == [face]


def test_opposite_faces_sum_to_seven() -> None:
    for face, axes in FACES.items():
        assert np.array_equal(axes[2], -FACES[7 - face][2])


def test_one_two_and_three_run_counter_clockwise_round_their_corner() -> None:
    one, two, three = (FACES[face][2] for face in (1, 2, 3))
    assert np.dot(np.cross(one, two), three) == 1


def test_no_face_is_drawn_mirrored() -> None:
    assert all(np.linalg.det(axes) == pytest.approx(1) for axes in FACES.values())


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_turned_over_shows_the_opposite_face(face: int) -> None:
    over = draw_tray(Scene((DrawnDie(face, (0, 0), tip_deg=(180, 0)),)))
    assert count_pips(over, top_corners(DrawnDie(7 - face, (0, 0)), View())) == 7 - face


def test_a_die_tipped_over_its_edge_shows_a_neighbour() -> None:
    faces = set()
    for tip in ((90, 0), (-90, 0), (0, 90), (0, -90)):
        image = draw_tray(Scene((DrawnDie(1, (0, 0), tip_deg=tip),)))
        faces.add(count_pips(image, top_corners(DrawnDie(1, (0, 0)), View())))
    assert faces == {2, 3, 4, 5}


def test_an_ordinary_die_is_about_sixty_pixels_wide() -> None:
    (x0, y0), (x1, y1), *_ = top_corners(DrawnDie(1, (0, 0), 30), View())
    assert 60 <= np.hypot(x1 - x0, y1 - y0) <= 70


def test_the_lamp_dims_everything_alike() -> None:
    scene = replace(FOUR, noise=0.0)
    bright, dim = draw_tray(scene).astype(float), draw_tray(replace(scene, lamp=0.5)).astype(float)
    assert np.abs(dim - bright / 2).max() <= 1


def test_a_die_throws_a_shadow_away_from_the_lamp() -> None:
    quiet = Scene(noise=0.0)
    empty = draw_tray(quiet).astype(int)
    change = draw_tray(replace(quiet, dice=(DrawnDie(1, (0, 0)),))).astype(int).sum(axis=2) - empty.sum(axis=2)
    below_right, above_left = change[280:300, 352:372], change[180:200, 268:288]
    assert below_right.mean() < -20
    assert above_left.mean() > -10


def test_a_hand_comes_from_the_lower_edge_and_hides_the_dice() -> None:
    quiet = replace(FOUR, noise=0.0)
    covered = np.abs(draw_tray(replace(quiet, hand=Hand((0, -40)))).astype(int) - draw_tray(quiet)).max(axis=2) > 20
    assert covered.mean() > 0.3
    assert covered[-1].any()
    assert shown(replace(quiet, hand=Hand((5, 0))))[2] != 5
    assert digest(draw_tray(replace(quiet, hand=Hand((0, -190))))) == digest(draw_tray(quiet))


def test_a_moving_die_is_blurred_along_its_way() -> None:
    still = DrawnDie(6, (0, 0))
    image = draw_tray(Scene((replace(still, smear_mm=(8, 0)),), noise=0.0))
    rows, columns = (
        np.abs(np.diff(image[200:280, 280:360].astype(int).sum(axis=2), axis=axis)).max() for axis in (0, 1)
    )
    assert columns < rows / 2


def test_dice_lie_in_front_of_those_behind_them() -> None:
    near, far = DrawnDie(1, (0, 0), body_bgr=RED), DrawnDie(1, (0, 16.5), body_bgr=BLUE)
    pictures = [draw_tray(Scene(dice, view=View(12))) for dice in ((near, far), (far, near))]
    assert digest(pictures[0]) == digest(pictures[1])


def test_a_die_beyond_the_picture_is_not_drawn() -> None:
    assert digest(draw_tray(Scene((DrawnDie(1, (400, 300)),)))) == digest(draw_tray(Scene()))


@pytest.mark.parametrize("face", [7, -1])
def test_a_die_has_six_faces(face: int) -> None:
    with pytest.raises(ValueError, match=f"face: a drawn die shows 1 to 6 or a goat, not {face}"):
        DrawnDie(face, (0, 0))


@pytest.mark.parametrize(("tilt", "distance"), list(product([0, 8, 20], [250, 300, 500])))
def test_the_corners_follow_the_camera(tilt: float, distance: float) -> None:
    view = View(tilt, distance)
    die = DrawnDie(1, (20, 10), 25, body_bgr=WHITE, pip_bgr=WHITE)
    quad = np.array(top_corners(die, view))
    empty, drawn = (draw_tray(Scene(dice, view=view, noise=0.0)).astype(int) for dice in ((), (die,)))
    x, y = np.rint(quad.mean(axis=0)).astype(int)
    assert drawn[y, x].sum() - empty[y, x].sum() > 200
