"""When the settle detector speaks, and when it keeps still."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.scene import DrawnDie, Hand, Scene
from hardware.simulated.tray import draw_tray
from tests.shared import PHOTOGRAPHS
from tests.vision.trays import Table, Truth, reading_of, still, watched
from vision.reading import NOTHING, Doubt, Reading
from vision.settle import Blocked, Empty, Event, Moving, Settled, Watch, fuse, settle

Image = NDArray[np.uint8]

REST = Scene(
    dice=(
        DrawnDie(1, (-50, 30), 20),
        DrawnDie(6, (40, -30), -35),
        DrawnDie(5, (5, 5), 70),
        DrawnDie(3, (50, 35), 10),
    )
)


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


def settled(events: list[Event]) -> Settled:
    last = events[-1]
    assert isinstance(last, Settled)
    return last


# A table at play


@pytest.mark.parametrize(("fps", "within_s"), [(15, 0.3), (30, 0.2)])
@pytest.mark.parametrize("seed", range(3))
def test_a_throw_moves_and_then_settles_soon(seed: int, fps: float, within_s: float) -> None:
    table = Table(seed, fps)
    assert kinds(table.run(0.4)) == [Empty]

    table.tray.throw([1, 1, 4, 6])
    rests_at = table.tray.ends_at
    events = table.finish()

    assert kinds(events) == [Moving, Settled]
    assert settled(events).reading.faces == (1, 1, 4, 6)
    assert settled(events).reading.accepted
    assert settled(events).at - rests_at <= within_s


@pytest.mark.parametrize("seed", range(3))
def test_nothing_settles_while_anything_moves(seed: int) -> None:
    table = Table(seed)
    for faces in ([1, 2, 3, 4], [6, 6, 5], [2]):
        table.tray.throw(faces)
        for event in table.finish():
            if isinstance(event, Settled):
                first_reading_at = event.at - 2 * table.period_s
                then = table.tray.scene_at(first_reading_at)
                now = table.tray.scene_at(event.at)
                assert then is not None
                assert now is not None
                assert (then.dice, then.hand) == (now.dice, now.hand)


def test_between_two_throws_the_tray_is_seen_empty() -> None:
    table = Table()
    table.tray.throw([1, 2, 3, 4])
    table.finish()
    table.tray.throw([5, 5, 6, 1])
    events = table.finish()
    assert kinds(events) == [Moving, Empty, Moving, Settled]
    assert settled(events).reading.faces == (1, 5, 5, 6)


def test_a_hand_that_rests_over_the_dice_blocks_once() -> None:
    table = Table()
    table.run(0.4)
    table.tray.throw([1, 2, 3, 4])
    table.finish()
    table.tray.cover()
    assert kinds(table.run(4)) == [Moving, Blocked]
    table.tray.uncover()
    events = table.finish()
    assert kinds(events) == [Moving, Settled]
    assert settled(events).reading.faces == (1, 2, 3, 4)


def test_a_hand_over_the_empty_tray_is_not_an_empty_tray() -> None:
    table = Table()
    table.run(0.4)
    table.tray.cover()
    assert kinds(table.run(4)) == [Moving, Blocked]


def test_pushed_dice_settle_in_their_groups() -> None:
    table = Table()
    table.tray.throw([1, 1, 4, 6])
    table.finish()
    table.tray.push([[1, 6], [4, 1]])
    reading = settled(table.finish()).reading
    found = {tuple(sorted(str(reading.dice[i].face) for i in group)) for group in reading.groups}
    assert found == {("1", "6"), ("1", "4")}


def test_a_die_turned_by_hand_settles_with_its_new_face() -> None:
    table = Table()
    table.tray.throw([1, 1, 4, 6])
    table.finish()
    table.tray.turn(1, 4)
    assert settled(table.finish()).reading.faces == (1, 4, 4, 6)


def test_dice_that_are_cleared_away_leave_the_tray_empty() -> None:
    table = Table()
    table.tray.throw([1, 2])
    table.finish()
    table.tray.clear()
    assert kinds(table.finish()) == [Moving, Empty]


def test_a_photograph_of_another_size_settles() -> None:
    table = Table()
    table.tray.throw([1, 2])
    table.finish()
    table.tray.show_photo(draw_tray(REST)[:300, :400])
    assert kinds(table.finish()) == [Moving, Empty, Moving, Empty]  # the truth knows of no dice in a photograph


def test_the_reader_is_asked_only_while_nothing_moves() -> None:
    table = Table()
    table.run(0.4)
    asked = table.reader.asked
    table.tray.throw([1, 2, 3, 4])
    table.run(table.tray.ends_at - table.clock.now - 0.1)
    assert table.reader.asked == asked


# Small things


def at_rest() -> tuple[Watch, Truth]:
    """A detector that has just told of REST, at one second."""
    reader = Truth(REST)
    *_, (watch, _) = watched(still(REST, 1), reader)
    assert isinstance(watch.told, Settled)
    return watch, reader


def told(frames: Iterator[tuple[float, Image]], watch: Watch, reader: Truth) -> list[Event]:
    return [event for _, event in watched(frames, reader, watch) if event is not None]


def test_the_first_picture_settles_without_motion() -> None:
    events = told(still(REST, 1), Watch(), Truth(REST))
    assert kinds(events) == [Settled]
    assert settled(events).since == 0


def test_dice_are_read_while_their_rest_is_awaited_and_told_after_it() -> None:
    reader = Truth(REST)
    seen = [(reader.asked, event) for _, event in watched(still(REST, 0.25, fps=30), reader)]
    assert [asked for asked, _ in seen] == [0, 0, 1, 2, 3, 3, 3, 3]
    assert [at for at, (_, event) in enumerate(seen) if event] == [5]  # a sixth of a second after the first picture


def with_card(left: int, level: int) -> Image:
    """An empty tray with a card over its upper edge, a twenty-fifth of the picture."""
    image = draw_tray(Scene())
    image[:112, left : left + 137] = level
    return image


def test_a_card_that_passed_for_the_tray_is_taken_away_and_what_it_hid_is_no_hand() -> None:
    pictures = [draw_tray(Scene()), with_card(200, level=40), with_card(337, level=120), draw_tray(Scene())]
    frames = [(0.1 * number, picture) for number, picture in enumerate(one for one in pictures for _ in range(8))]
    events = told(iter(frames), Watch(), Truth(Scene()))
    assert kinds(events) == [Empty, Moving, Empty, Moving, Empty, Moving, Empty]


@pytest.mark.parametrize("lamp", [0.2, 0.5, 0.9, 1.1, 1.4])
def test_a_lamp_that_is_switched_is_no_roll(lamp: float) -> None:
    watch, reader = at_rest()
    assert told(still(replace(REST, lamp=lamp), 2.5, since=1), watch, reader) == []


def test_flicker_is_no_motion() -> None:
    watch, reader = at_rest()
    rows = np.arange(480)[:, None, None] / 480

    def flickering() -> Iterator[tuple[float, Image]]:
        for at, image in still(REST, 2, since=1):
            bands = 1 + 0.06 * np.sin(2 * math.pi * (1.5 * rows + 7.3 * at))
            yield at, np.clip(image * bands, 0, 255).astype(np.uint8)

    assert told(flickering(), watch, reader) == []


def shaded(scene: Scene, seconds: float, since: float, left_of: float, soft_px: float) -> Iterator[tuple[float, Image]]:
    """A shadow of a third grows over the left part of the picture."""
    far = np.arange(640)[None, :, None] - left_of
    part = 1 / (1 + np.exp(np.clip(far / soft_px, -50, 50)))
    for at, image in still(scene, seconds, since):
        depth = 0.33 * (at - since) / seconds
        yield at, np.clip(image * (1 - depth * part), 0, 255).astype(np.uint8)


def test_a_soft_shadow_is_no_motion_even_when_it_comes_fast() -> None:
    watch, reader = at_rest()
    assert told(shaded(REST, 0.3, 1, left_of=100, soft_px=30), watch, reader) == []


def test_a_sharp_shadow_is_no_motion_when_it_comes_slowly() -> None:
    watch, reader = at_rest()
    assert told(shaded(REST, 8, 1, left_of=200, soft_px=1), watch, reader) == []


@pytest.mark.parametrize("noise", [0.0, 5.0, 9.0, 25.0])
def test_noise_is_no_motion(noise: float) -> None:
    scene = replace(REST, noise=noise, lamp=0.6)
    assert kinds(told(still(scene, 2.5), Watch(), Truth(scene))) == [Settled]


@pytest.mark.parametrize(
    "nudged",
    [
        pytest.param(replace(REST.dice[0], centre_mm=(-49.3, 30)), id="three pixels"),
        pytest.param(replace(REST.dice[0], angle_deg=26), id="six degrees"),
        pytest.param(replace(REST.dice[0], face=2), id="another face"),
        pytest.param(replace(REST.dice[0], tip_deg=(8, 0)), id="tipped"),
    ],
)
def test_a_nudged_die_moves_and_settles(nudged: DrawnDie) -> None:
    watch, _ = at_rest()
    scene = replace(REST, dice=(nudged, *REST.dice[1:]))
    events = told(still(scene, 1, since=1), watch, Truth(scene))
    assert kinds(events) == [Moving, Settled]
    assert settled(events).reading.faces == reading_of(scene).faces


def shaken(scene: Scene, seconds: float, since: float = 0.0) -> Iterator[tuple[float, Image]]:
    """The table shakes, and the camera with it: by up to six pixels, slowly enough to read."""
    import cv2

    for at, image in still(scene, seconds, since):
        x, y = 6 * math.sin(3 * at), 3 * math.sin(5 * at)
        shift = np.array([[1, 0, x], [0, 1, y]], dtype=np.float32)
        yield at, np.asarray(cv2.warpAffine(image, shift, (640, 480), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def test_a_shaken_camera_is_no_motion() -> None:
    watch, reader = at_rest()
    assert told(shaken(REST, 1, since=1), watch, reader) == []


@pytest.mark.parametrize("nudged", [replace(REST.dice[0], centre_mm=(-48.5, 30)), replace(REST.dice[0], face=2)])
def test_a_die_that_moves_before_a_shaken_camera_moves(nudged: DrawnDie) -> None:
    watch, _ = at_rest()
    scene = replace(REST, dice=(nudged, *REST.dice[1:]))
    assert kinds(told(shaken(scene, 0.2, since=1), watch, Truth(scene))) == [Moving]


def test_a_die_alone_on_a_plain_ground_moves_and_is_no_shaken_camera() -> None:
    def sliding() -> Iterator[tuple[float, Image]]:
        noise = np.random.default_rng(0)
        for i in range(40):
            image = noise.normal(60, 2, (480, 640, 3))
            image[200:260, 200 + 4 * i : 260 + 4 * i] += 120
            yield i / 30, np.asarray(np.clip(image, 0, 255), np.uint8)

    assert kinds(told(sliding(), Watch(), Truth(REST))) == [Moving]


def test_a_creeping_die_never_settles() -> None:
    creeping = (
        (i / 15, draw_tray(replace(REST, dice=(replace(REST.dice[0], centre_mm=(-50 + i * 0.3, 30)),), noise_seed=i)))
        for i in range(45)
    )
    assert kinds(told(creeping, Watch(), Truth(REST))) == [Moving]


def test_a_pause_of_a_tenth_of_a_second_is_no_rest() -> None:
    def halting() -> Iterator[tuple[float, Image]]:
        for i in range(60):
            place = (-50 + 3.0 * (i // 7), 30)
            yield i / 60, draw_tray(replace(REST, dice=(replace(REST.dice[0], centre_mm=place),), noise_seed=i))

    assert kinds(told(halting(), Watch(), Truth(REST))) == [Moving]


def test_a_hand_under_which_nothing_is_read_is_never_an_empty_tray() -> None:
    watch, _ = at_rest()
    covered = still(replace(REST, hand=Hand((0, -45))), 6, since=1)
    events = [event for _, event in watched(covered, Says([NOTHING]), watch) if event]
    assert kinds(events) == [Moving, Blocked]


def test_a_moved_camera_is_believed_after_a_while() -> None:
    watch, reader = at_rest()
    elsewhere = replace(REST, ground_bgr=(200, 190, 180))
    assert kinds(told(still(elsewhere, 5, since=1), watch, reader)) == [Moving, Blocked, Settled]


# Readings that don't agree or are in doubt


@dataclass
class Says:
    """A reader that says one reading after the other, and the last one for ever."""

    readings: list[Reading]

    def read(self, image_bgr: Image, expect: int | None = None) -> Reading:
        return self.readings.pop(0) if len(self.readings) > 1 else self.readings[0]


SURE = reading_of(REST)
OTHER_FACE = reading_of(replace(REST, dice=(replace(REST.dice[0], face=4), *REST.dice[1:])))
ONE_LESS = reading_of(replace(REST, dice=REST.dice[1:]))
NOTHING_IN_THE_DARK = replace(NOTHING, accepted=False, doubts=(Doubt.DARK,))


def doubted(reading: Reading, *doubts: Doubt) -> Reading:
    return replace(reading, accepted=False, doubts=doubts)


def events_of(readings: list[Reading], seconds: float = 1.0) -> list[Event]:
    return [event for _, event in watched(still(REST, seconds), Says(list(readings))) if event is not None]


@pytest.mark.parametrize(
    ("readings", "doubts"),
    [
        pytest.param([doubted(SURE, Doubt.GLARE)], (Doubt.GLARE,), id="always in doubt"),
        pytest.param([SURE, OTHER_FACE] * 20, (Doubt.UNKNOWN_FACE,), id="a face that changes"),
        pytest.param([SURE, ONE_LESS] * 20, (Doubt.COUNT,), id="a die that comes and goes"),
        pytest.param([doubted(SURE, Doubt.DARK), doubted(SURE, Doubt.GLARE)] * 20, (Doubt.DARK, Doubt.GLARE), id="two"),
    ],
)
def test_a_doubtful_reading_is_told_with_its_doubts(readings: list[Reading], doubts: tuple[Doubt, ...]) -> None:
    events = events_of(readings)
    assert kinds(events) == [Settled]
    event = settled(events)
    assert event.at - event.since <= 0.6
    assert not event.reading.accepted
    assert set(event.reading.doubts) == set(doubts)


def test_a_doubt_that_passes_is_not_told() -> None:
    event = settled(events_of([doubted(SURE, Doubt.BLURRED), OTHER_FACE, SURE]))
    assert event.reading.accepted
    assert event.reading.faces == SURE.faces
    assert event.reading.doubts == ()


def test_a_die_that_seemed_to_lean_once_is_asked_about() -> None:
    event = settled(events_of([SURE, doubted(SURE, Doubt.COCKED), SURE]))
    assert not event.reading.accepted
    assert event.reading.doubts == (Doubt.COCKED,)
    assert not fuse([SURE, SURE, doubted(SURE, Doubt.COCKED)], 640).accepted


def test_a_die_that_seemed_to_lean_before_the_dice_were_read_as_they_lie_is_not() -> None:
    assert settled(events_of([doubted(OTHER_FACE, Doubt.COCKED), SURE])).reading.accepted


@pytest.mark.parametrize(("sure", "accepted"), [(0, False), (1, False), (2, True), (3, True)])
def test_what_most_frames_accept_is_accepted(sure: int, accepted: bool) -> None:
    reading = fuse([SURE] * sure + [doubted(SURE, Doubt.DARK)] * (3 - sure), 640)
    assert reading.accepted is accepted
    assert reading.doubts == (() if accepted else (Doubt.DARK,))


@pytest.mark.parametrize(("sure", "doubts"), [(1, (Doubt.COCKED, Doubt.DARK)), (2, ())])
def test_a_die_keeps_what_speaks_against_it_unless_most_frames_accept(sure: int, doubts: tuple[Doubt, ...]) -> None:
    first, *others = SURE.dice
    leaning, dark = (
        replace(SURE, dice=(replace(first, doubts=(why,)), *others), accepted=False, doubts=(why,))
        for why in (Doubt.COCKED, Doubt.DARK)
    )
    reading = fuse([SURE] * sure + [dark, leaning][: 3 - sure], 640)
    assert reading.dice[0].doubts == doubts
    assert all(die.doubts == () for die in reading.dice[1:])


def test_confidence_is_the_mean_of_the_readings() -> None:
    event = settled(events_of([replace(SURE, confidence=value) for value in (0.9, 0.8, 0.7)]))
    assert event.reading.confidence == pytest.approx(0.8)


def test_dice_a_pixel_apart_are_the_same_dice() -> None:
    x, y = SURE.dice[0].centre_xy
    shifted = replace(SURE, dice=(replace(SURE.dice[0], centre_xy=(x + 1, y - 1)), *SURE.dice[1:]))
    assert settled(events_of([SURE, shifted] * 5)).reading.accepted


def test_an_empty_tray_in_the_dark_is_not_told_as_empty() -> None:
    assert kinds(events_of([NOTHING_IN_THE_DARK])) == [Settled]


def test_too_few_dice_to_expect_is_still_an_empty_tray() -> None:
    assert kinds(events_of([doubted(NOTHING, Doubt.COUNT)], seconds=0.35)) == [Empty]


@pytest.mark.parametrize(
    ("first", "later", "expected"),
    [
        pytest.param(doubted(SURE, Doubt.DARK), SURE, [Settled, Settled], id="a doubt is gone"),
        pytest.param(doubted(SURE, Doubt.COCKED), SURE, [Settled], id="a lean stays until something moves"),
        pytest.param(doubted(SURE, Doubt.COCKED), OTHER_FACE, [Settled, Settled], id="not that of other dice"),
        pytest.param(SURE, OTHER_FACE, [Settled, Settled], id="another reading without doubt"),
        pytest.param(SURE, SURE, [Settled], id="the same"),
        pytest.param(SURE, doubted(SURE, Doubt.DARK), [Settled], id="a doubt came up"),
        pytest.param(SURE, doubted(OTHER_FACE, Doubt.GLARE), [Settled], id="another reading in doubt"),
        pytest.param(SURE, NOTHING, [Settled], id="dice don't vanish without motion"),
    ],
)
def test_at_rest_only_a_trusted_reading_is_news(first: Reading, later: Reading, expected: list[type[Event]]) -> None:
    frames = still(REST, 4)
    reader = Says([first])
    watch, events = Watch(), []
    for at, image in frames:
        reader.readings = [first if at < 1 else later]
        watch, event = settle(watch, image, at, reader)
        events += [event] if event else []
    assert kinds(events) == expected


def test_a_hand_seen_from_the_first_frame_is_left_to_the_reader() -> None:
    scene = replace(REST, hand=Hand((0, -45)))
    events = told(still(scene, 1), Watch(), Truth(scene))
    assert kinds(events) == [Settled]
    assert settled(events).reading.doubts == (Doubt.BLOCKED,)


# Real rolls, filmed by hand

ROLLS = {"test11ess": (12, 45), "test12koldra": (31, 47), "test6big": (6, 36)}
"""First and last frame in which a hand or dice are seen to move."""


@pytest.mark.parametrize("name", ROLLS)
def test_a_filmed_roll_moves_and_only_then_settles(name: str) -> None:
    import cv2

    path = PHOTOGRAPHS / "clips" / f"imciechan__{name}.mp4"
    if not path.exists():
        pytest.skip(f"the film {path} is not there; set GOATHERD_SHARED")
    film = cv2.VideoCapture(str(path))
    watch, number, moving, settles = Watch(), 0, False, False
    reader = Says([SURE])
    while True:
        there, image = film.read()
        if not there:
            break
        watch, event = settle(watch, np.asarray(image, np.uint8), number / 30, reader)
        moving |= isinstance(event, Moving)
        first, last = ROLLS[name]
        if first <= number <= last:
            assert event is None or isinstance(event, Moving)
        settles |= number > last and isinstance(event, Settled)
        number += 1
    film.release()
    assert number > 60
    assert moving
    assert settles
