"""What people do at the simulated tray, and the camera over it."""

from __future__ import annotations

import itertools
import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.ports import Camera, DeviceError, Frame
from hardware.simulated.camera import BLANK_S, SimulatedCamera, SimulatedTray
from hardware.simulated.scene import DIE_MM, GROUND_WH_MM, DrawnDie, Scene

PHOTO = np.arange(300 * 400 * 3, dtype=np.uint32).reshape(300, 400, 3).astype(np.uint8)


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def a_tray(seed: int = 0) -> tuple[SimulatedTray, Clock]:
    clock = Clock()
    return SimulatedTray(seed, clock), clock


def a_tray_with(*faces: int, seed: int = 0) -> tuple[SimulatedTray, Clock]:
    tray, clock = a_tray(seed)
    tray.throw(faces)
    clock.now = tray.ends_at
    return tray, clock


def scenes(tray: SimulatedTray, clock: Clock) -> list[tuple[float, Scene]]:
    """Everything from now until the animation is over, a hundred times a second."""
    times = np.arange(clock.now, tray.ends_at + 0.01, 0.01).tolist()
    seen = [(at, tray.scene_at(at)) for at in times]
    return [(at, scene) for at, scene in seen if scene is not None]


def is_tumbling(die: DrawnDie) -> bool:
    return die.tip_deg != (0.0, 0.0)


def stretches(seen: list[tuple[float, Scene]]) -> list[tuple[str, float]]:
    """What is seen, one word after the other, each with the seconds that it lasts."""

    def word(item: tuple[float, Scene]) -> str:
        scene = item[1]
        if any(is_tumbling(die) for die in scene.dice):
            return "tumbling"
        if scene.hand:
            return "hand"
        return "rest" if scene.dice else "empty"

    return [(name, len(list(items)) * 0.01) for name, items in itertools.groupby(seen, key=word)]


def at_rest(tray: SimulatedTray) -> tuple[DrawnDie, ...]:
    scene = tray.scene_at(tray.ends_at)
    assert scene is not None
    assert scene.hand is None
    return scene.dice


def distance(one: DrawnDie, other: DrawnDie) -> float:
    return math.dist(one.centre_mm, other.centre_mm) / DIE_MM


# The timeline of each command


def test_a_new_tray_is_empty() -> None:
    tray, _ = a_tray()
    assert tray.scene_at(0) == Scene()
    assert tray.faces == ()


def test_a_throw_is_a_hand_then_tumbling_dice_then_rest() -> None:
    tray, clock = a_tray()
    tray.throw([1, 1, 4, 6])
    assert [word for word, _ in stretches(scenes(tray, clock))] == ["empty", "hand", "tumbling", "rest"]
    assert tray.faces == (1, 1, 4, 6)
    assert sorted(die.face for die in at_rest(tray)) == [1, 1, 4, 6]


def test_the_dice_of_a_throw_tumble_for_most_of_a_second() -> None:
    tray, clock = a_tray()
    tray.throw([1, 2])
    assert 0.6 < dict(stretches(scenes(tray, clock)))["tumbling"] <= 0.8


def test_before_the_next_throw_a_hand_leaves_the_tray_empty_for_half_a_second() -> None:
    tray, clock = a_tray_with(1, 2)
    tray.throw([3, 4])
    seen = stretches(scenes(tray, clock))
    assert [word for word, _ in seen] == ["rest", "hand", "empty", "hand", "tumbling", "rest"]
    assert seen[2][1] >= 0.5


def test_dice_go_only_under_a_hand() -> None:
    tray, clock = a_tray_with(1, 2, 3)
    tray.clear()
    seen = scenes(tray, clock)
    gone = next(i for i, (_, scene) in enumerate(seen) if not scene.dice)
    assert seen[gone][1].hand is not None
    assert [word for word, _ in stretches(seen)] == ["rest", "hand", "empty"]
    assert tray.faces == ()


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.integers(0, 1000))
def test_thrown_dice_lie_apart_inside_the_rim(faces: list[int], seed: int) -> None:
    tray, _ = a_tray_with(*faces, seed=seed)
    dice = at_rest(tray)
    assert tray.faces == tuple(sorted(faces))
    assert all(distance(one, other) > 1.75 for one, other in itertools.combinations(dice, 2))
    for die in dice:
        assert abs(die.centre_mm[0]) < GROUND_WH_MM[0] / 2 - DIE_MM * 0.7
        assert abs(die.centre_mm[1]) < GROUND_WH_MM[1] / 2 - DIE_MM * 0.7


groupings = st.lists(st.lists(st.integers(1, 6), min_size=1, max_size=4), min_size=1, max_size=4).filter(
    lambda groups: sum(map(len, groups)) <= 4
)


@settings(max_examples=60, deadline=None)
@given(groupings, st.integers(0, 1000))
def test_pushed_dice_lie_together_and_groups_apart(groups: list[list[int]], seed: int) -> None:
    tray, clock = a_tray_with(*itertools.chain(*groups), seed=seed)
    tray.push(groups)
    clock.now = tray.ends_at
    dice = at_rest(tray)
    assert tray.faces == tuple(sorted(itertools.chain(*groups)))
    near = {i: {j for j, other in enumerate(dice) if distance(die, other) < 1.5} for i, die in enumerate(dice)}
    assert all(distance(one, other) > 1.0 for one, other in itertools.combinations(dice, 2))
    assert all(distance(dice[i], dice[j]) > 1.75 for i in near for j in near if not near[i] & near[j])
    together = {frozenset(set().union(*(near[j] for j in near[i]))) for i in near}
    found = sorted(sorted(dice[i].face for i in group) for group in together)
    assert found == sorted(sorted(group) for group in groups)


def test_a_push_is_done_by_a_hand() -> None:
    tray, clock = a_tray_with(1, 1, 4, 6)
    tray.push([[1, 6], [4, 1]])
    assert [word for word, _ in stretches(scenes(tray, clock))] == ["rest", "hand", "rest"]


@pytest.mark.parametrize("seed", range(40))
def test_groups_keep_apart_from_dice_that_are_not_pushed(seed: int) -> None:
    tray, clock = a_tray_with(1, 2, 5, 6, seed=seed)
    tray.push([[1, 2]])
    clock.now = tray.ends_at
    by_face = {die.face: die for die in at_rest(tray)}
    assert all(distance(by_face[pushed], by_face[left]) > 1.75 for pushed in (1, 2) for left in (5, 6))


def test_dice_that_are_not_pushed_stay() -> None:
    tray, clock = a_tray_with(1, 1, 4, 6)
    before = {die.face: die for die in at_rest(tray)}
    tray.push([[1, 1]])
    clock.now = tray.ends_at
    after = {die.face: die for die in at_rest(tray)}
    assert after[4] == before[4]
    assert after[6] == before[6]


def test_a_turned_die_stays_in_its_place() -> None:
    tray, clock = a_tray_with(1, 1, 6)
    places = [die.centre_mm for die in at_rest(tray)]
    tray.turn(1, 4)
    seen = stretches(scenes(tray, clock))
    assert [word for word, _ in seen] == ["rest", "hand", "tumbling", "hand", "rest"]
    assert tray.faces == (1, 4, 6)
    assert [die.centre_mm for die in at_rest(tray)] == places


def test_a_covering_hand_stays_until_it_is_taken_away() -> None:
    tray, clock = a_tray_with(1, 2)
    tray.cover()
    clock.now = tray.ends_at + 60
    scene = tray.scene_at(clock.now)
    assert scene is not None
    assert scene.hand is not None
    tray.uncover()
    clock.now = tray.ends_at
    assert sorted(die.face for die in at_rest(tray)) == [1, 2]


def test_a_photograph_is_shown_as_it_is_after_a_moment_of_grey() -> None:
    tray, clock = a_tray_with(1, 2)
    tray.show_photo(PHOTO)
    assert len(np.unique(tray.frame_at(clock.now + 0.2))) == 1
    assert len(np.unique(tray.frame_at(clock.now + BLANK_S - 0.01))) == 1
    assert np.array_equal(tray.frame_at(clock.now + BLANK_S + 0.01), PHOTO)
    assert np.array_equal(tray.frame_at(clock.now + 100), PHOTO)
    assert tray.faces == ()


def test_after_a_photograph_dice_can_be_thrown() -> None:
    tray, clock = a_tray()
    tray.show_photo(PHOTO)
    clock.now = tray.ends_at
    tray.throw([5])
    assert "empty" in dict(stretches(scenes(tray, clock)))
    assert tray.faces == (5,)
    tray.turn(5, 2)
    assert tray.faces == (2,)


def test_a_command_waits_for_the_one_before() -> None:
    tray, _ = a_tray()
    tray.throw([1, 1, 2])
    first_ends = tray.ends_at
    tray.turn(1, 3)
    assert tray.ends_at > first_ends
    scene = tray.scene_at(first_ends - 0.3)
    assert scene is not None
    assert any(is_tumbling(die) for die in scene.dice)
    assert tray.faces == (1, 2, 3)


def test_one_seed_gives_one_course_of_things() -> None:
    def played(seed: int) -> list[bytes]:
        tray, clock = a_tray_with(1, 1, 4, 6, seed=seed)
        tray.push([[1, 4]])
        return [tray.frame_at(at).tobytes() for at in (0.5, 0.9, 1.2, clock.now + 0.5, tray.ends_at)]

    assert played(3) == played(3)
    assert played(3) != played(4)


# Commands that can't be done


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (lambda tray: tray.push([[1, 5]]), "push: no die left that shows 5; on the tray: 1 1 4 6"),
        (lambda tray: tray.push([[4], [4]]), "push: no die left that shows 4; on the tray: 1 1 4 6"),
        (lambda tray: tray.push([]), "push: name at least one face"),
        (lambda tray: tray.turn(2, 3), "turn: no die left that shows 2; on the tray: 1 1 4 6"),
        (lambda tray: tray.turn(1, 7), "face: a drawn die shows 1 to 6 or a goat, not 7"),
        (lambda tray: tray.throw([]), "throw: name at least one face"),
        (lambda tray: tray.throw([-1]), "face: a drawn die shows 1 to 6 or a goat, not -1"),
        (lambda tray: tray.throw([1] * 40), "throw: 40 groups or dice find no room on the tray beside 0 others"),
        (lambda tray: tray.uncover(), "uncover: no hand is over the tray; cover it first"),
        (
            lambda tray: tray.show_photo(np.zeros((4, 4), np.uint8)),
            r"photo: needs uint8 \(height, width, 3\), got uint8 \(4, 4\)",
        ),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(
    command: Callable[[SimulatedTray], None], message: str
) -> None:
    tray, _ = a_tray_with(1, 1, 4, 6)
    ends_at, dice = tray.ends_at, at_rest(tray)
    with pytest.raises(ValueError, match=f"^{message}$"):
        command(tray)
    assert (tray.ends_at, tray.faces, at_rest(tray)) == (ends_at, (1, 1, 4, 6), dice)


@pytest.mark.parametrize("command", ["throw", "push", "turn", "cover", "clear", "photo"])
def test_nothing_can_be_done_under_a_covering_hand(command: str) -> None:
    tray, _ = a_tray_with(1, 2)
    tray.cover()
    actions: dict[str, Callable[[], None]] = {
        "throw": lambda: tray.throw([1]),
        "push": lambda: tray.push([[1, 2]]),
        "turn": lambda: tray.turn(1, 2),
        "cover": tray.cover,
        "clear": tray.clear,
        "photo": lambda: tray.show_photo(PHOTO),
    }
    with pytest.raises(ValueError, match=f"^{command}: a hand covers the tray, on the tray: 1 2; uncover it first$"):
        actions[command]()


@pytest.mark.parametrize("command", ["push", "turn", "cover"])
def test_a_photograph_holds_no_dice_to_be_moved(command: str) -> None:
    tray, _ = a_tray()
    tray.show_photo(PHOTO)
    actions: dict[str, Callable[[], None]] = {
        "push": lambda: tray.push([[1]]),
        "turn": lambda: tray.turn(1, 2),
        "cover": tray.cover,
    }
    with pytest.raises(ValueError, match=f"^{command}: a photograph is shown"):
        actions[command]()


# The camera, in real time


def test_the_camera_keeps_its_port_and_counts_its_frames() -> None:
    camera: Camera = SimulatedCamera(SimulatedTray(), fps=100)
    frames = list(itertools.islice(camera.frames(), 5))
    camera.close()
    assert [frame.number for frame in frames] == [1, 2, 3, 4, 5]
    assert all(before.at < after.at for before, after in itertools.pairwise(frames))
    assert frames[0].image_bgr.shape == (480, 640, 3)


def test_frames_come_at_the_pace_that_was_asked_for() -> None:
    camera = SimulatedCamera(SimulatedTray(), fps=20)
    frames = list(itertools.islice(camera.frames(), 6))
    assert 0.24 <= frames[-1].at - frames[0].at < 1
    camera.close()


def test_frames_bear_the_time_of_the_clock_that_was_given() -> None:
    camera = SimulatedCamera(SimulatedTray(), fps=100, clock=Clock(42.0))
    assert next(camera.frames()).at == 42.0


def test_closing_ends_the_frames_at_once_and_for_good() -> None:
    camera = SimulatedCamera(SimulatedTray(), fps=0.1)
    seen: list[Frame] = []
    first = threading.Event()

    def look() -> None:
        for frame in camera.frames():
            seen.append(frame)
            first.set()

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    assert first.wait(10)
    camera.close()
    camera.close()
    looking.join(5)
    assert not looking.is_alive()
    assert len(seen) == 1
    assert list(camera.frames()) == []


def test_unplugging_is_noticed_at_once_and_plugging_mends_it() -> None:
    camera = SimulatedCamera(SimulatedTray(), fps=0.1)
    frames = camera.frames()
    started = next(frames).at
    threading.Timer(0.05, camera.unplug).start()
    with pytest.raises(DeviceError, match=r"^camera: it is unplugged; plug it in again$"):
        next(frames)
    assert time.monotonic() - started < 5
    with pytest.raises(DeviceError):
        next(camera.frames())
    camera.plug()
    assert next(camera.frames()).number == 2


def test_commands_may_come_while_another_thread_looks() -> None:
    tray = SimulatedTray()
    camera = SimulatedCamera(tray, fps=200)
    failed: list[Exception] = []
    looked = threading.Event()

    def look() -> None:
        try:
            for frame in camera.frames():
                if frame.number >= 30:
                    looked.set()
        except ValueError as error:
            failed.append(error)

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    for _ in range(20):
        tray.throw([1, 2, 3])
        tray.push([[1, 2], [3]])
        tray.turn(1, 4)
    assert looked.wait(20)
    camera.close()
    looking.join(10)
    assert failed == []
    assert tray.faces == (2, 3, 4)
