"""The tray learnt by itself: when it is, when not, what it is used for, and that it makes no right reading wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.geometry import project
from hardware.simulated.scene import BLACK, GROUND_WH_MM, Colour, DrawnDie, Hand, Scene, View
from hardware.simulated.tray import draw_tray
from tests.vision.trays import Truth, reading_of
from vision.calibration import Calibration, calibrate, fits
from vision.calibration.aim import IN_A_ROW, AimEvent, CameraMoved, Learnt, TrayReader
from vision.reader import load_reader
from vision.reading import NOTHING, Doubt, Reading
from vision.settle import Blocked, Empty, Event, Reads, Settled
from vision.sight import Sight

Image = NDArray[np.uint8]
Paint = Callable[[Image, View], None]

FPS = 15
VIEW = View(4, 380)
MOVED = View(7, 410)
EMPTY = Scene(view=VIEW)
DICE = (DrawnDie(1, (-50, 30), 20), DrawnDie(6, (40, -30), -35), DrawnDie(5, (5, 5), 70), DrawnDie(3, (50, 35), 10))
FACES = (1, 3, 5, 6)
FALLEN = DrawnDie(2, (GROUND_WH_MM[0] / 2 + 11, 0), 30)
"""Lies on the rim."""


def bare(image_bgr: Image, view: View) -> None:
    """Nothing else lies in the picture."""


def patch(left: float, right: float, front: float, back: float, colour: Colour = (200, 215, 225)) -> Paint:
    """A card on the ground, between these places in mm."""

    def paint(image_bgr: Image, view: View) -> None:
        corners = np.array([(left, front, 0.0), (right, front, 0.0), (right, back, 0.0), (left, back, 0.0)])
        cv2.fillConvexPoly(image_bgr, np.rint(project(corners, view)).astype(np.int32), colour, cv2.LINE_AA)

    return paint


HALF_X, HALF_Y = GROUND_WH_MM[0] / 2, GROUND_WH_MM[1] / 2
CARD = patch(-30, 30, -20, 22)
LARGE_CARD = patch(-44, 44, -31, 32)
CARD_IN_A_CORNER = patch(-HALF_X, -HALF_X + 60, -HALF_Y, -HALF_Y + 42)
CARD_ALONG_A_SIDE = patch(HALF_X - 40, HALF_X, -HALF_Y, HALF_Y)


@dataclass
class Says:
    """A reader that always says the same."""

    reading: Reading

    def read(self, image_bgr: Image, expect: int | None = None) -> Reading:
        return self.reading


class Session:
    """Scenes before the eyes, one after the other; a hand passes between them, so that each comes to rest anew."""

    def __init__(self, reader: Reads | None = None, calibration: Calibration | None = None) -> None:
        self.truth = Truth()
        self.sight = Sight(reader or self.truth, 4, calibration)
        self.at = 0.0
        self.frames = 0

    def show(self, scene: Scene, seconds: float = 1.0, paint: Paint = bare) -> list[Event | AimEvent]:
        """Lets a hand pass and a scene lie still; tells what was told of the scene but that it looked blocked."""
        self._run(replace(scene, hand=Hand((0, -60))), 0.1, paint)
        self._run(replace(scene, hand=Hand((0, -100))), 0.1, paint)
        return [event for event in self._run(scene, seconds, paint) if not isinstance(event, Blocked)]

    def _run(self, scene: Scene, seconds: float, paint: Paint) -> list[Event | AimEvent]:
        told: list[Event | AimEvent] = []
        self.truth.scene = scene
        for _ in range(round(seconds * FPS)):
            self.at += 1 / FPS
            self.frames += 1
            image = draw_tray(replace(scene, noise_seed=self.frames))
            paint(image, scene.view)
            told += self.sight.look(image, self.at)
        return told


def learnt(told: list[Event | AimEvent]) -> list[Calibration]:
    return [event.calibration for event in told if isinstance(event, Learnt)]


def reading_told(told: list[Event | AimEvent]) -> Reading:
    (settled,) = (event for event in told if isinstance(event, Settled))
    return settled.reading


def at_home() -> Session:
    """A session in which the tray has been learnt, and seen once more."""
    session = Session()
    assert len(learnt(session.show(EMPTY))) == 1
    assert learnt(session.show(EMPTY)) == []
    return session


def calibrated(scene: Scene) -> Calibration:
    found = calibrate([draw_tray(scene)])
    assert isinstance(found, Calibration)
    return found


# When it is learnt


def test_an_empty_tray_is_learnt_within_a_second_and_once() -> None:
    session = Session()
    told = session.show(EMPTY, 3.0)
    assert [type(event) for event in told] == [Empty, Learnt]
    assert told[1].at - told[0].at < 0.8
    (found,) = learnt(told)
    assert found == session.sight.calibration
    assert found.has_rim
    assert found.made_from == 3
    assert found.share == pytest.approx(calibrated(EMPTY).share, rel=0.02)


@pytest.mark.parametrize("lamp", [0.4, 1.2])
def test_other_lamps_teach_the_same_tray(lamp: float) -> None:
    (found,) = learnt(Session().show(replace(EMPTY, lamp=lamp)))
    assert found.share == pytest.approx(calibrated(EMPTY).share, rel=0.02)


BLACK_DIE = DrawnDie(4, (-60, -42), 10, body_bgr=(62, 70, 50), pip_bgr=BLACK)


@pytest.mark.parametrize(
    ("scene", "paint"),
    [
        pytest.param(EMPTY, CARD, id="a card lies in it"),
        pytest.param(EMPTY, LARGE_CARD, id="a large card lies in its middle"),
        pytest.param(EMPTY, CARD_IN_A_CORNER, id="a card lies in its corner"),
        pytest.param(replace(EMPTY, hand=Hand((0, -20))), bare, id="a hand rests in it"),
        pytest.param(replace(EMPTY, dice=(DrawnDie(3, (60, -42)),)), bare, id="a die lies in its corner"),
        pytest.param(replace(EMPTY, dice=(BLACK_DIE,)), bare, id="a die like the ground lies in its corner"),
        pytest.param(replace(EMPTY, lamp=0.05), bare, id="it is dark"),
        pytest.param(replace(EMPTY, view=View(0, 150)), bare, id="no rim is in sight"),
    ],
)
def test_what_no_reader_sees_is_not_learnt_as_an_empty_tray(scene: Scene, paint: Paint) -> None:
    """The reader is blind to it; the tray is not taken for empty all the same."""
    told = Session(Says(NOTHING)).show(scene, paint=paint)
    assert [type(event) for event in told] == [Empty]


def test_a_die_that_only_the_reader_sees_spoils_it() -> None:
    told = Session(Says(reading_of(replace(EMPTY, dice=DICE[:1])))).show(EMPTY, 1.5)
    assert learnt(told) == []


def test_a_pause_between_two_throws_is_too_short_to_learn() -> None:
    assert learnt(Session().show(EMPTY, 0.6)) == []


def test_a_tray_that_is_known_is_not_learnt_again() -> None:
    session = Session(calibration=calibrated(EMPTY))
    for _ in range(IN_A_ROW + 1):
        assert [type(event) for event in session.show(EMPTY)] == [Empty]


def test_the_size_of_dice_is_learnt_from_the_first_accepted_reading() -> None:
    session = at_home()
    (found,) = learnt(session.show(replace(EMPTY, dice=DICE)))
    assert found.die_px is not None
    assert 45 < found.die_px < 55
    assert learnt(session.show(replace(EMPTY, dice=DICE[::-1]))) == []


# What it is used for


def test_dice_on_the_tray_are_read_as_before() -> None:
    assert reading_told(at_home().show(replace(EMPTY, dice=DICE))) == reading_told(
        Session().show(replace(EMPTY, dice=DICE))
    )


def test_a_die_that_fell_over_the_rim_is_told_and_not_counted() -> None:
    reading = reading_told(at_home().show(replace(EMPTY, dice=(*DICE[:3], FALLEN))))
    assert not reading.accepted
    assert Doubt.OUTSIDE in reading.doubts
    assert reading.faces == (1, 5, 6)


def test_a_fifth_die_outside_is_asked_about() -> None:
    reading = reading_told(at_home().show(replace(EMPTY, dice=(*DICE, FALLEN))))
    assert reading.faces == FACES
    assert reading.doubts == (Doubt.OUTSIDE,)


def test_a_calibration_of_pictures_of_another_size_is_not_used() -> None:
    large = calibrate([np.asarray(cv2.resize(draw_tray(EMPTY), None, fx=2, fy=2), dtype=np.uint8)])
    assert isinstance(large, Calibration)
    told = Session(calibration=large).show(replace(EMPTY, dice=DICE))
    assert reading_told(told).faces == FACES


# A camera that moves


def test_a_moved_camera_is_told_after_three_empty_trays_and_the_tray_learnt_anew() -> None:
    session = at_home()
    moved = replace(EMPTY, view=MOVED)
    for _ in range(IN_A_ROW - 1):
        assert [type(event) for event in session.show(moved)] == [Empty]
    told = session.show(moved)
    assert [type(event) for event in told] == [Empty, CameraMoved, Learnt]
    (found,) = learnt(told)
    assert fits(found, draw_tray(moved))
    assert not fits(found, draw_tray(EMPTY))
    assert [type(event) for event in session.show(moved)] == [Empty]


def test_a_camera_that_was_put_back_has_not_moved() -> None:
    session = at_home()
    for view in (MOVED, MOVED, VIEW, MOVED):
        session.show(replace(EMPTY, view=view, dice=DICE), 3.5)
        assert [type(event) for event in session.show(replace(EMPTY, view=view))] == [Empty]


def test_a_lamp_moves_no_camera() -> None:
    session = at_home()
    for lamp in (0.3, 0.7, 1.3, 0.5):
        told = session.show(replace(EMPTY, lamp=lamp))
        assert [type(event) for event in told] == [Empty]


def test_darkness_neither_moves_the_camera_nor_puts_it_back() -> None:
    session = at_home()
    for scene in (replace(EMPTY, view=MOVED), replace(EMPTY, lamp=0.05), replace(EMPTY, view=MOVED)):
        assert not any(isinstance(event, CameraMoved) for event in session.show(scene))
    assert any(isinstance(event, CameraMoved) for event in session.show(replace(EMPTY, view=MOVED)))


def test_ground_that_a_card_hid_is_learnt_once_it_is_seen_three_times() -> None:
    hidden = replace(calibrated(EMPTY), outline_xy=outline_with(CARD_ALONG_A_SIDE))
    session = Session(calibration=hidden)
    for _ in range(IN_A_ROW - 1):
        assert learnt(session.show(EMPTY)) == []
    (found,) = learnt(session.show(EMPTY))
    assert found.share == pytest.approx(calibrated(EMPTY).share, rel=0.02)


def test_a_tray_learnt_with_a_card_in_it_is_learnt_anew_as_soon_as_the_card_is_gone() -> None:
    session = Session()
    (hidden,) = learnt(session.show(EMPTY, paint=CARD_ALONG_A_SIDE))
    assert hidden.share < 0.8 * calibrated(EMPTY).share
    session.show(replace(EMPTY, dice=DICE))
    told = session.show(EMPTY)
    assert [type(event) for event in told] == [Empty, Learnt]
    assert learnt(told)[0].share == pytest.approx(calibrated(EMPTY).share, rel=0.02)


def test_a_card_laid_into_a_known_tray_changes_nothing() -> None:
    session = Session(calibration=calibrated(EMPTY))
    for _ in range(IN_A_ROW + 1):
        assert [type(event) for event in session.show(EMPTY, paint=CARD_ALONG_A_SIDE)] == [Empty]


def outline_with(paint: Paint) -> tuple[tuple[float, float], ...]:
    image = draw_tray(EMPTY)
    paint(image, VIEW)
    found = calibrate([image])
    assert isinstance(found, Calibration)
    return found.outline_xy


# No right reading is made wrong


def test_no_moved_camera_lamp_or_hand_makes_a_right_reading_wrong() -> None:
    chance = random.Random(4)
    reader = load_reader()
    compared = 0
    for _ in range(12):
        home = Scene(view=View(chance.uniform(0, 15), chance.uniform(300, 400)))
        calibration = calibrated(home)
        for _ in range(4):
            view = View(home.view.tilt_deg + chance.uniform(0, 6), home.view.distance_mm + chance.uniform(-40, 40))
            hand = Hand((chance.uniform(-20, 20), chance.uniform(-150, -90))) if chance.random() < 0.3 else None
            scene = replace(home, view=view, dice=DICE, hand=hand, lamp=chance.uniform(0.4, 1.2))
            image = draw_tray(scene)
            plain = reader.read(image, 4)
            if plain.accepted and plain.faces == FACES:
                compared += 1
                assert TrayReader(reader, calibration).read(image, 4) == plain
    assert compared > 30
