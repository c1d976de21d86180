"""The empty tray: its outline, what spoils it, whether it was moved, and what lies beside it."""

from __future__ import annotations

import csv
import json
import math
import random
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.geometry import project
from hardware.simulated.scene import BLACK, GREEN_FELT, GROUND_WH_MM, IVORY, Colour, DrawnDie, Hand, Scene, View
from hardware.simulated.tray import draw_tray
from tests.shared import RENDERED, needs_rendered
from vision.calibration import (
    Calibration,
    CalibrationError,
    CalibrationTrouble,
    apply_calibration,
    calibrate,
    calibration_json,
    has_moved,
    learn_die_size,
    parse_calibration,
    small_wh,
)
from vision.pictures import load_picture
from vision.reading import NOTHING, Die, Doubt, Face, Reading

Image = NDArray[np.uint8]

GROUNDS: dict[str, Colour] = {
    "green felt": GREEN_FELT,
    "black felt": (22, 20, 20),
    "blue felt": (140, 70, 30),
    "red felt": (40, 40, 160),
    "grey plastic": (150, 150, 150),
    "white paper": (190, 195, 195),
    "pale wood": (150, 190, 215),
    "straw": (111, 194, 213),
}
CORNER_MM = 14.0
"""The corners of the drawn tray are round; its sides are straight between them."""


def empty(scene: Scene, frames: int = 3) -> list[Image]:
    return [draw_tray(replace(scene, noise_seed=scene.noise_seed + i)) for i in range(frames)]


def calibrated(scene: Scene, frames: int = 3) -> Calibration:
    found = calibrate(empty(scene, frames))
    assert isinstance(found, Calibration), found
    return found


def sides(view: View) -> NDArray[np.float64]:
    """Points on the straight sides of the ground, in pixels; none near the picture's border."""
    half_x, half_y = GROUND_WH_MM[0] / 2, GROUND_WH_MM[1] / 2
    along_x = np.linspace(CORNER_MM - half_x, half_x - CORNER_MM, 20)
    along_y = np.linspace(CORNER_MM - half_y, half_y - CORNER_MM, 20)
    points = [(x, y, 0.0) for y in (-half_y, half_y) for x in along_x]
    points += [(x, y, 0.0) for x in (-half_x, half_x) for y in along_y]
    seen = project(np.array(points), view)
    return seen[np.all((seen > 20) & (seen < (620, 460)), axis=1)]


def distance(outline: tuple[tuple[float, float], ...], point: NDArray[np.float64]) -> float:
    polygon = np.array(outline, np.float32)
    return abs(cv2.pointPolygonTest(polygon, (float(point[0]), float(point[1])), True))


# The outline


@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize(
    ("view", "lamp", "noise"),
    [
        (View(0, 340), 1.0, 2.0),
        (View(4, 300), 1.0, 2.0),
        (View(12, 400), 0.5, 4.0),
        (View(23, 377), 1.1, 3.0),
        (View(8, 470), 0.7, 6.0),
    ],
)
def test_outline_is_within_a_few_pixels_of_the_rim(ground: str, view: View, lamp: float, noise: float) -> None:
    found = calibrated(Scene(view=view, lamp=lamp, ground_bgr=GROUNDS[ground], noise=noise))
    off = [distance(found.outline_xy, point) for point in sides(view)]
    assert found.has_rim
    assert np.mean(off) < 4
    assert max(off) < 12


def test_of_a_tray_that_is_larger_than_the_picture_the_whole_picture_counts() -> None:
    found = calibrated(Scene(view=View(0, 180)))
    assert not found.has_rim
    assert found.share > 0.99


def test_a_tray_that_reaches_beyond_the_picture_is_cut_at_its_border() -> None:
    picture = draw_tray(Scene())[:, 120:]
    found = calibrate([picture])
    assert isinstance(found, Calibration)
    assert found.has_rim
    assert [x for x, _ in found.outline_xy].count(0) >= 2


@pytest.mark.parametrize("scale", [0.5, 2.0])
def test_outline_is_in_pixels_of_the_picture(scale: float) -> None:
    picture = draw_tray(Scene())
    found = calibrate([np.asarray(cv2.resize(picture, None, fx=scale, fy=scale), dtype=np.uint8)])
    assert isinstance(found, Calibration)
    assert found.size_wh == (640 * scale, 480 * scale)
    assert np.mean([distance(found.outline_xy, point * scale) for point in sides(View())]) < 4 * scale


def test_light_and_sharpness_are_measured() -> None:
    bright, dim = calibrated(Scene()), calibrated(Scene(lamp=0.5))
    soft = calibrate([np.asarray(cv2.GaussianBlur(draw_tray(Scene()), (0, 0), 1.5), dtype=np.uint8)])
    assert isinstance(soft, Calibration)
    assert 1.8 < bright.light / dim.light < 2.2
    assert bright.sharpness is not None
    assert soft.sharpness is not None
    assert soft.sharpness < 0.75 * bright.sharpness


# What spoils it

LYING = DrawnDie(3, (30, 10), 20)
GLARING = cv2.circle(draw_tray(Scene()), (250, 200), 60, (255, 255, 255), -1)


def trouble(images: list[Image]) -> CalibrationTrouble | None:
    found = calibrate(images)
    return found if isinstance(found, CalibrationTrouble) else None


@pytest.mark.parametrize(
    ("images", "expected"),
    [
        (empty(Scene()), None),
        ([draw_tray(Scene()), draw_tray(Scene(lamp=0.8)), draw_tray(Scene(lamp=1.1))], None),
        ([draw_tray(Scene((LYING,)))], CalibrationTrouble.NOT_EMPTY),
        ([draw_tray(Scene((replace(LYING, size_mm=8),)))], CalibrationTrouble.NOT_EMPTY),
        ([draw_tray(Scene((replace(LYING, body_bgr=BLACK, pip_bgr=IVORY),)))], CalibrationTrouble.NOT_EMPTY),
        ([draw_tray(Scene((), Hand((0, -20))))], CalibrationTrouble.NOT_EMPTY),
        ([draw_tray(Scene()), draw_tray(Scene((LYING,))), draw_tray(Scene())], CalibrationTrouble.MOVING),
        ([draw_tray(Scene((), Hand((0, -20 - i)))) for i in range(0, 30, 10)], CalibrationTrouble.MOVING),
        ([draw_tray(Scene(view=View(4, d))) for d in (300, 303, 306)], CalibrationTrouble.MOVING),
        (empty(Scene(lamp=0.1)), CalibrationTrouble.DARK),
        ([np.asarray(GLARING, dtype=np.uint8)], CalibrationTrouble.GLARE),
        ([np.asarray(cv2.GaussianBlur(draw_tray(Scene()), (0, 0), 5), dtype=np.uint8)], CalibrationTrouble.BLURRED),
        ([draw_tray(Scene()), draw_tray(Scene())[:400]], CalibrationTrouble.SIZES),
        ([np.full((20, 20, 3), 128, np.uint8)], CalibrationTrouble.SMALL),
    ],
)
def test_trouble(images: list[Image], expected: CalibrationTrouble | None) -> None:
    assert trouble(images) is expected


@needs_rendered
def test_rendered_trays_with_things_dice_or_hands_on_them_are_not_taken_for_empty() -> None:
    with (RENDERED / "labels.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    cluttered = [row["file"] for row in rows if row["kind"] in ("empty", "blocked", "moving")]
    with_dice = [row["file"] for row in rows if row["kind"] == "ordinary"][:10]
    folder = RENDERED / "images"
    assert all(trouble([load_picture(folder / name)]) for name in cluttered)
    assert sum(trouble([load_picture(folder / name)]) is not None for name in with_dice) >= len(with_dice) - 1


# Whether the camera was moved


def random_tray(chance: random.Random) -> Scene:
    ground = chance.choice(list(GROUNDS.values()))
    view = View(chance.uniform(0, 20), chance.uniform(300, 430))
    return Scene(view=view, ground_bgr=ground, noise=chance.uniform(1, 5))


def random_dice(chance: random.Random) -> tuple[DrawnDie, ...]:
    return tuple(
        DrawnDie(chance.randint(1, 6), (chance.uniform(-80, 80), chance.uniform(-60, 60)), chance.uniform(0, 360))
        for _ in range(chance.choice((0, 4)))
    )


def shifted(picture: Image, right: float, down: float, turn_deg: float) -> Image:
    matrix = cv2.getRotationMatrix2D((320, 240), turn_deg, 1)
    matrix[:, 2] += np.array((right, down))
    return np.asarray(cv2.warpAffine(picture, matrix, (640, 480), borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


def test_dice_hands_lamps_and_noise_move_nothing_in_200_pictures() -> None:
    chance = random.Random(1)
    for _ in range(20):
        scene = random_tray(chance)
        calibration = calibrated(scene, frames=1)
        for case in range(10):
            reach = (chance.uniform(-80, 80), chance.uniform(-60, 60))
            hand = Hand(reach, chance.uniform(0, 360)) if case % 2 else None
            seen = replace(scene, dice=random_dice(chance), hand=hand, lamp=chance.uniform(0.3, 1.3), noise_seed=case)
            assert has_moved(calibration, draw_tray(seen)) is None, seen


@pytest.mark.parametrize("hand", [Hand((-42, 8), 342), Hand((-36, 17), 338), Hand((-30, 17), 342)])
def test_an_arm_that_hides_most_of_the_rim_is_not_taken_for_it(hand: Hand) -> None:
    scene = Scene(view=View(10.3, 378), ground_bgr=(160, 95, 122))
    assert has_moved(calibrated(scene, frames=1), draw_tray(replace(scene, hand=hand))) is None


SHIFTS = [(4, 0, 0), (0, -4, 0), (-3, 3, 0), (0, 0, 1.5), (0, 0, -1.5), (12, -9, 0), (5, 0, -4), (50, 10, 6)]


@pytest.mark.parametrize(("right", "down", "turn_deg"), SHIFTS)
def test_moves_are_noticed_and_measured(right: float, down: float, turn_deg: float) -> None:
    chance = random.Random(2)
    for _ in range(4):
        scene = random_tray(chance)
        calibration = calibrated(scene, frames=1)
        seen = replace(scene, dice=random_dice(chance), lamp=chance.uniform(0.6, 1.1), noise_seed=9)
        moved = has_moved(calibration, shifted(draw_tray(seen), right, down, turn_deg))
        assert moved is not None, seen
        assert moved.shift_px is not None
        assert moved.turn_deg == pytest.approx(turn_deg, abs=0.6)
        if turn_deg == 0:
            assert moved.shift_px == pytest.approx(math.hypot(right, down), abs=1.2)


def test_a_rim_that_is_gone_is_a_move_of_unknown_length() -> None:
    calibration = calibrated(Scene())
    away = np.full((480, 640, 3), 120, np.uint8)
    away[:, ::40] = 60
    moved = has_moved(calibration, away)
    assert moved is not None
    assert moved.shift_px is None


def test_pictures_of_another_size_are_a_move() -> None:
    assert has_moved(calibrated(Scene()), np.full((240, 320, 3), 99, np.uint8)) is not None


def test_in_the_dark_nothing_can_be_told() -> None:
    assert has_moved(calibrated(Scene()), draw_tray(Scene(lamp=0.05))) is None


# What lies beside the tray

BOX = Calibration((640, 480), ((100, 80), (540, 80), (540, 400), (100, 400)), bytes(240 * 180), 80.0, 0.3, None, 5)
EDGE = 40.0


def die(x: float, y: float, face: Face | None = 5, confidence: float = 0.99, edge: float = EDGE) -> Die:
    half = edge / 2
    corners = ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half))
    return Die(face, None, confidence, (x, y), corners)


def reading(*dice: Die, doubts: tuple[Doubt, ...] = (), groups: tuple[tuple[int, ...], ...] | None = None) -> Reading:
    alone = tuple((i,) for i in range(len(dice)))
    confidence = math.prod(die.confidence for die in dice)
    return Reading(dice, confidence, not doubts, doubts, alone if groups is None else groups)


INSIDE = die(300, 200)


@pytest.mark.parametrize(
    ("other", "edges", "kept", "doubts"),
    [
        (die(120, 200), -0.5, True, ()),
        (die(95, 200), 0.13, True, ()),
        (die(85, 200), 0.38, False, (Doubt.OUTSIDE,)),
        (die(30, 200), 1.75, False, (Doubt.OUTSIDE,)),
        (die(580, 440), 1.41, False, (Doubt.OUTSIDE,)),
        (die(15, 200), 2.13, False, ()),
        (die(620, 470), 2.66, False, ()),
        (die(95, 200, edge=16), 0.31, False, (Doubt.OUTSIDE,)),
        (die(60, 200, edge=16), 2.5, False, ()),
    ],
)
def test_dice_by_the_rim(other: Die, edges: float, kept: bool, doubts: tuple[Doubt, ...]) -> None:
    told = apply_calibration(BOX, reading(INSIDE, other))
    assert told.dice == ((INSIDE, other) if kept else (INSIDE,))
    assert told.doubts == doubts
    assert told.accepted is not bool(doubts)
    assert (told.confidence == 0) is bool(doubts)


def test_once_the_size_of_dice_is_known_it_is_what_counts() -> None:
    speck = die(60, 200, edge=12)
    assert apply_calibration(BOX, reading(INSIDE, speck)).doubts == ()
    assert apply_calibration(replace(BOX, die_px=EDGE), reading(INSIDE, speck)).doubts == (Doubt.OUTSIDE,)


@pytest.mark.parametrize(
    ("dice", "doubts", "left"),
    [
        ((INSIDE, die(10, 10, None, 0.0)), (Doubt.UNKNOWN_FACE,), ()),
        ((INSIDE, die(10, 10, 2, 0.6)), (Doubt.DARK, Doubt.BLURRED), ()),
        ((INSIDE, die(10, 10, 2, 0.6)), (Doubt.COUNT,), (Doubt.COUNT,)),
        ((INSIDE, die(10, 10, 2, 0.6)), (Doubt.COCKED,), (Doubt.COCKED,)),
        ((INSIDE, die(200, 200, 4, 0.6), die(10, 10)), (Doubt.BLURRED,), (Doubt.BLURRED,)),
        ((INSIDE, die(200, 200, None, 0.0), die(10, 10)), (Doubt.UNKNOWN_FACE,), (Doubt.UNKNOWN_FACE,)),
    ],
)
def test_doubts_about_a_stain_go_with_it_those_about_dice_stay(
    dice: tuple[Die, ...], doubts: tuple[Doubt, ...], left: tuple[Doubt, ...]
) -> None:
    told = apply_calibration(BOX, reading(*dice, doubts=doubts))
    assert told.doubts == left
    assert told.accepted is not bool(left)


def test_confidence_is_that_of_the_dice_on_the_tray() -> None:
    told = apply_calibration(BOX, reading(INSIDE, die(10, 10, None, 0.0), doubts=(Doubt.UNKNOWN_FACE,)))
    assert told.confidence == INSIDE.confidence


@pytest.mark.parametrize(("expect", "doubts"), [(None, ()), (1, ()), (2, (Doubt.COUNT,)), (0, (Doubt.COUNT,))])
def test_the_number_expected_is_that_on_the_tray(expect: int | None, doubts: tuple[Doubt, ...]) -> None:
    assert apply_calibration(BOX, reading(INSIDE, die(10, 10)), expect).doubts == doubts


def test_groups_stay_right() -> None:
    dice = (die(10, 10), INSIDE, die(20, 470), die(340, 200), die(500, 300))
    told = apply_calibration(BOX, reading(*dice, groups=((0, 2), (1, 3), (4,))))
    assert told.dice == (dice[1], dice[3], dice[4])
    assert told.groups == ((0, 1), (2,))


def test_a_reading_of_dice_on_the_tray_is_left_as_it_is() -> None:
    whole = reading(INSIDE, die(200, 300), groups=((0, 1),))
    assert apply_calibration(BOX, whole, 2) is whole
    assert apply_calibration(BOX, NOTHING) is NOTHING


def test_the_size_of_dice_is_learnt_from_accepted_readings_alone() -> None:
    assert learn_die_size(BOX, reading(INSIDE, die(200, 200, edge=42), die(200, 300, edge=44))).die_px == 42
    assert learn_die_size(BOX, reading(INSIDE, doubts=(Doubt.COCKED,))) is BOX
    assert learn_die_size(BOX, NOTHING) is BOX


# Keeping it


@pytest.mark.parametrize("die_px", [None, 61.5])
def test_json_there_and_back(die_px: float | None) -> None:
    calibration = replace(calibrated(Scene()), die_px=die_px)
    assert parse_calibration(json.loads(json.dumps(calibration_json(calibration)))) == calibration


def test_the_picture_kept_is_that_of_the_empty_tray() -> None:
    calibration = calibrated(Scene())
    width, height = small_wh(calibration.size_wh)
    kept = np.frombuffer(calibration.empty, np.uint8).reshape(height, width)
    seen = cv2.resize(cv2.cvtColor(draw_tray(Scene(noise=0)), cv2.COLOR_BGR2GRAY), (width, height))
    assert float(np.mean(np.abs(kept.astype(float) - seen))) < 4


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schema", 2),
        ("size", [640]),
        ("size", [640, 4.5]),
        ("size", [True, 480]),
        ("outline", [[0, 0], [1, 1]]),
        ("outline", [[0, 0], [1, 1], [2, 2]]),
        ("outline", [[0, 0], [700, 0], [0, 300]]),
        ("outline", [[0, 0], ["a", 0], [0, 300]]),
        ("empty", "?"),
        ("empty", "QUJD"),
        ("empty", None),
        ("light", 256),
        ("light", "bright"),
        ("light", math.nan),
        ("sharpness", -1),
        ("die", 0),
        ("die", False),
        ("made_from", 0),
        ("made_from", 2.5),
    ],
)
def test_a_wrong_field_is_named(field: str, value: Any) -> None:
    data = calibration_json(BOX) | {field: value}
    with pytest.raises(CalibrationError, match=rf"^{field}: expected .+$"):
        parse_calibration(data)


def test_missing_and_unknown_fields_are_named() -> None:
    data = calibration_json(BOX)
    with pytest.raises(CalibrationError, match=r"^zoom: is no field"):
        parse_calibration(data | {"zoom": 2})
    del data["light"]
    with pytest.raises(CalibrationError, match=r"^light: is missing"):
        parse_calibration(data)
    with pytest.raises(CalibrationError, match=r"^calibration: expected an object"):
        parse_calibration([])
