"""The reader on drawn trays, and on pictures that show nothing it could read."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.scene import BLACK, GOAT, GREEN_FELT, IVORY, Colour, DrawnDie, Hand, Scene, View
from hardware.simulated.tray import draw_tray, top_corners
from vision.reader import Reader, load_reader
from vision.reading import NOTHING, Doubt, Reading

LOOKS: tuple[tuple[Colour, Colour], ...] = (
    (IVORY, BLACK),
    ((245, 245, 245), (20, 20, 20)),
    ((40, 40, 190), (240, 240, 240)),
    ((35, 35, 35), (235, 235, 235)),
    ((150, 90, 30), (240, 240, 240)),
    ((60, 200, 230), (25, 25, 25)),
)
GROUNDS: tuple[Colour, ...] = (GREEN_FELT, (40, 40, 40), (60, 50, 130), (120, 90, 50), (130, 140, 150))


@pytest.fixture(scope="module")
def reader() -> Reader:
    return load_reader()


def thrown(seed: int, count: int = 4) -> Scene:
    """Dice lying apart at any angle; their colours, the felt, the lamp and the camera change with the seed."""
    rng = random.Random(seed)
    body, pip = LOOKS[seed % len(LOOKS)]
    places: list[tuple[float, float]] = []
    while len(places) < count:
        place = (rng.uniform(-62, 62), rng.uniform(-42, 42))
        if all(math.dist(place, other) > 26 for other in places):
            places.append(place)
    dice = tuple(
        DrawnDie(rng.randint(1, 6), place, rng.uniform(0, 360), body_bgr=body, pip_bgr=pip) for place in places
    )
    view = View(tilt_deg=rng.uniform(0, 14), distance_mm=rng.uniform(290, 340))
    ground = GROUNDS[seed // len(LOOKS) % len(GROUNDS)]
    return Scene(dice, view=view, lamp=rng.uniform(0.75, 1.1), ground_bgr=ground, noise_seed=seed)


def faces_of(scene: Scene) -> list[int]:
    return sorted(die.face for die in scene.dice)


def test_thrown_dice_are_read_or_doubted_but_never_wrong(reader: Reader) -> None:
    exact = accepted = 0
    scenes = [thrown(seed) for seed in range(120)]
    for scene in scenes:
        reading = reader.read(draw_tray(scene), expect=4)
        right = list(reading.faces) == faces_of(scene)
        assert right or not reading.accepted, scene
        exact += right
        accepted += reading.accepted
    assert exact >= 0.99 * len(scenes)
    assert accepted >= 0.88 * len(scenes)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6])
def test_any_number_of_dice_is_read(reader: Reader, count: int) -> None:
    scene = thrown(seed=7 * count, count=count)
    assert list(reader.read(draw_tray(scene)).faces) == faces_of(scene)


@pytest.mark.parametrize("scale", [0.45, 0.7, 2.5])
def test_dice_of_any_size_are_read(reader: Reader, scale: float) -> None:
    exact = 0
    for seed in range(12):
        scene = thrown(seed)
        image = cv2.resize(draw_tray(scene), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        reading = reader.read(np.asarray(image, dtype=np.uint8), expect=4)
        right = list(reading.faces) == faces_of(scene)
        assert right or not reading.accepted, seed
        exact += right
    assert exact >= 11


def test_dice_are_where_they_were_drawn(reader: Reader) -> None:
    corner_errors = []
    for seed in range(10):
        scene = thrown(seed)
        drawn = [np.array(top_corners(die, scene.view)) for die in scene.dice]
        for die in reader.read(draw_tray(scene)).dice:
            corners = min(drawn, key=lambda four: math.dist(four.mean(axis=0), die.centre_xy))
            assert math.dist(corners.mean(axis=0), die.centre_xy) < 8  # of about 60 pixels an edge
            corner_errors += [min(math.dist(corner, other) for other in corners) for corner in die.corners_xy]
    assert np.percentile(corner_errors, 90) < 10


def test_the_dice_come_in_reading_order(reader: Reader) -> None:
    tops = [die.centre_xy[1] for die in reader.read(draw_tray(thrown(seed=5))).dice]
    assert tops == sorted(tops)


def test_dice_pushed_together_are_told_apart_and_grouped(reader: Reader) -> None:
    dice = (DrawnDie(4, (-40, 0)), DrawnDie(6, (-23.5, 1)), DrawnDie(2, (20, 10)), DrawnDie(3, (36.8, 10)))
    reading = reader.read(draw_tray(Scene(dice)), expect=4)
    assert list(reading.faces) == [2, 3, 4, 6]
    grouped = {frozenset(reading.dice[index].face for index in group) for group in reading.groups}
    assert grouped == {frozenset({4, 6}), frozenset({2, 3})}


def test_the_empty_tray_is_read_without_a_doubt(reader: Reader) -> None:
    assert reader.read(draw_tray(Scene())) == NOTHING
    assert reader.read(draw_tray(Scene()), expect=0) == NOTHING


@pytest.mark.parametrize("expect", [0, 3, 5])
def test_another_number_than_expected_is_a_doubt(reader: Reader, expect: int) -> None:
    reading = reader.read(draw_tray(thrown(seed=1)), expect=expect)
    assert Doubt.COUNT in reading.doubts
    assert not reading.accepted


def test_the_die_in_doubt_is_named_and_no_other(reader: Reader) -> None:
    scene = thrown(seed=3)
    first, *others = scene.dice
    symbol = replace(first, face=GOAT)
    image = draw_tray(replace(scene, dice=(symbol, *others)))
    reading = reader.read(image, expect=4)
    (doubted,) = (die for die in reading.dice if die.doubts)
    (middle,) = (np.mean(corners, axis=0) for corners in [top_corners(symbol, scene.view)])
    assert math.dist(doubted.centre_xy, middle) < 6
    assert Doubt.UNKNOWN_FACE in doubted.doubts
    assert not reading.accepted


def test_what_speaks_against_a_die_speaks_against_the_reading(reader: Reader) -> None:
    for seed in range(12):
        reading = reader.read(draw_tray(replace(thrown(seed), lamp=0.15)), expect=4)
        of_dice = {doubt for die in reading.dice for doubt in die.doubts}
        assert of_dice <= set(reading.doubts)
        assert set(reading.doubts) <= of_dice | {Doubt.COUNT, Doubt.DARK}


def test_an_empty_tray_where_dice_are_expected_is_a_doubt(reader: Reader) -> None:
    reading = reader.read(draw_tray(Scene()), expect=4)
    assert (reading.dice, reading.doubts, reading.accepted) == ((), (Doubt.COUNT,), False)


def test_dice_under_a_hand_are_not_accepted_as_four(reader: Reader) -> None:
    scene = thrown(seed=2)
    covered = Scene(scene.dice, hand=Hand(scene.dice[0].centre_mm))
    assert not reader.read(draw_tray(covered), expect=4).accepted


def test_dice_in_motion_are_never_taken_for_others(reader: Reader) -> None:
    for seed in range(20):
        still = thrown(seed)
        rng = random.Random(seed)
        moving = tuple(
            DrawnDie(die.face, die.centre_mm, die.angle_deg, smear_mm=(rng.uniform(8, 14), rng.uniform(8, 14)))
            for die in still.dice
        )
        reading = reader.read(draw_tray(Scene(moving, noise_seed=seed)), expect=4)
        assert not reading.accepted or list(reading.faces) == faces_of(still)


def test_the_same_picture_gives_the_same_reading(reader: Reader) -> None:
    image = draw_tray(thrown(seed=11))
    first = reader.read(image)
    reader.read(draw_tray(thrown(seed=12)))
    assert reader.read(image) == first
    assert load_reader().read(image) == first


def test_the_picture_is_left_as_it_was(reader: Reader) -> None:
    image = draw_tray(thrown(seed=11))
    before = image.copy()
    reader.read(image)
    assert np.array_equal(image, before)


def test_places_are_in_pixels_of_the_picture_given(reader: Reader) -> None:
    image = draw_tray(thrown(seed=4))
    large = image.repeat(4, axis=0).repeat(4, axis=1)
    ordinary, enlarged = reader.read(image), reader.read(large)
    assert enlarged.faces == ordinary.faces
    for die, other in zip(ordinary.dice, enlarged.dice, strict=True):
        assert math.dist((die.centre_xy[0] * 4 + 1.5, die.centre_xy[1] * 4 + 1.5), other.centre_xy) < 12


def plain(height: int, width: int, level: int) -> NDArray[np.uint8]:
    return np.full((height, width, 3), level, np.uint8)


@pytest.mark.parametrize(
    ("image", "doubt"),
    [
        pytest.param(plain(1, 1, 128), Doubt.BLURRED, id="1x1"),
        pytest.param(plain(0, 0, 0), Doubt.BLURRED, id="no pixels"),
        pytest.param(plain(2000, 3, 128), Doubt.BLURRED, id="a sliver"),
        pytest.param(plain(480, 640, 0), Doubt.DARK, id="black"),
        pytest.param(plain(480, 640, 255), Doubt.GLARE, id="white"),
    ],
)
def test_a_picture_that_shows_nothing_is_a_doubt(reader: Reader, image: NDArray[np.uint8], doubt: Doubt) -> None:
    assert reader.read(image) == Reading((), 0.0, False, (doubt,), ())


@pytest.mark.parametrize(
    "size_wh", [(16, 16), (31, 33), (640, 480), (17, 1200), (8000, 6000)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_noise_of_any_size_holds_no_dice(reader: Reader, size_wh: tuple[int, int]) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (size_wh[1], size_wh[0], 3), dtype=np.uint8)
    reading = reader.read(noise)
    assert not reading.accepted or reading == NOTHING
