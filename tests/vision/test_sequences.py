"""The real reader under the settle detector: throws, pushes, turns and covers on the drawn tray, in changing light."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.simulated.camera import SimulatedTray
from hardware.simulated.scene import Scene
from hardware.simulated.tray import draw_tray
from tests.vision.trays import Clock
from vision.reader import Reader, load_reader
from vision.reading import Reading
from vision.settle import Blocked, Empty, Event, Moving, Settled, Watch, settle

Image = NDArray[np.uint8]

FPS = 30
SEEDS = range(2)
STILL_S = 0.1
"""A reading is never told sooner than this after the last die moved."""
SOON_S = 0.25
"""An accepted reading is told within this after the dice came to rest."""


class Evening:
    """A tray in a light that drifts and flickers, the eyes above it, and a clock that is set by hand."""

    def __init__(self, reader: Reader, seed: int) -> None:
        self.reader = reader
        self.clock = Clock()
        self.tray = SimulatedTray(seed, self.clock)
        self.watch = Watch()
        self.noise = np.random.default_rng(seed).normal(0, 2, (496, 656, 3)).astype(np.float32)

    def run(self, seconds: float) -> list[Event]:
        """Lets time pass and tells what was told."""
        told = []
        for _ in range(round(seconds * FPS)):
            self.clock.now += 1 / FPS
            image_bgr = self.lit(self.tray.frame_at(self.clock.now))
            self.watch, event = settle(self.watch, image_bgr, self.clock.now, self.reader, expect=4)
            told += [event] if event else []
        return told

    def lit(self, image_bgr: Image) -> Image:
        """The lamp drifts, mains flicker rolls over the picture, and the sensor adds its noise."""
        at, (height, width) = self.clock.now, image_bgr.shape[:2]
        rows = np.arange(height, dtype=np.float32)[:, None, None] / height
        lamp = 0.85 + 0.15 * math.sin(at / 3)
        flicker = 1 + 0.03 * np.sin(2 * math.pi * (1.5 * rows + 7.3 * at))
        x, y = int(at * 997) % 16, int(at * 1009) % 16
        noise = self.noise[y : y + height, x : x + width]
        return np.asarray(np.clip(image_bgr * (lamp * flicker) + noise, 0, 255), dtype=np.uint8)

    def scene(self, at: float) -> Scene:
        scene = self.tray.scene_at(at)
        assert scene is not None
        return scene


@dataclass(frozen=True, slots=True)
class Act:
    """Something that people did and what came of it.

    Attributes:
        name: what was done.
        rest_at: since when all has lain still.
        faces: of the dice that lie there now.
        told: by the eyes, from the beginning of the act.
        seen: for every reading told, the scene shortly before and the scene then.
    """

    name: str
    rest_at: float
    faces: tuple[int, ...]
    told: tuple[Event, ...]
    seen: tuple[tuple[Scene, Scene], ...]

    @property
    def reading(self) -> Reading | None:
        """The last reading told."""
        return next((event.reading for event in reversed(self.told) if isinstance(event, Settled)), None)


def acts_of(evening: Evening, seed: int) -> Iterator[Act]:
    """Does what people do, one thing after the other."""
    chance = random.Random(seed)
    tray = evening.tray
    for _ in range(2):
        faces = [chance.randint(1, 6) for _ in range(4)]
        tray.throw(faces)
        yield done("throw", evening)
        tray.push([faces[:2], faces[2:]])
        yield done("push", evening)
        tray.turn(faces[0], faces[0] % 6 + 1)
        yield done("turn", evening)
        tray.cover()
        yield done("cover", evening)
        tray.uncover()
        yield done("uncover", evening)
    tray.clear()
    yield done("clear", evening)


def done(name: str, evening: Evening) -> Act:
    """Waits until all lies still and half a second more."""
    ends_at = evening.tray.ends_at
    told = evening.run(ends_at - evening.clock.now + 0.5)
    last = evening.scene(evening.clock.now)
    rest_at = ends_at
    while (still := evening.scene(rest_at - 0.002)).dice == last.dice and still.hand == last.hand:
        rest_at -= 0.002
    seen = tuple(
        (evening.scene(event.at - STILL_S), evening.scene(event.at)) for event in told if isinstance(event, Settled)
    )
    return Act(name, rest_at, evening.tray.faces, tuple(told), seen)


@pytest.fixture(scope="module")
def acts() -> list[Act]:
    reader = load_reader()
    found: list[Act] = []
    for seed in SEEDS:
        evening = Evening(reader, seed)
        assert [type(event) for event in evening.run(0.4)] == [Empty]
        found += acts_of(evening, seed)
    return found


def test_each_act_is_told_in_order(acts: list[Act]) -> None:
    expected: dict[str, tuple[list[type[Event]], ...]] = {
        "throw": ([Moving, Settled], [Moving, Empty, Moving, Settled]),
        "push": ([Moving, Settled],),
        "turn": ([Moving, Settled],),
        "cover": ([Moving, Blocked],),
        "uncover": ([Moving, Settled],),
        "clear": ([Moving, Empty],),
    }
    for act in acts:
        assert [type(event) for event in act.told] in expected[act.name], act


def test_no_reading_is_told_while_anything_moves(acts: list[Act]) -> None:
    for act in acts:
        for before, now in act.seen:
            assert before.dice == now.dice, act
            assert np.array_equal(draw_tray(now), draw_tray(replace(now, hand=None))), act  # no hand is seen


def test_what_is_accepted_is_right_and_most_is_accepted(acts: list[Act]) -> None:
    readings = [(act.reading, act.faces) for act in acts if act.reading is not None]
    assert all(reading.faces == faces for reading, faces in readings if reading.accepted)
    assert sum(reading.accepted for reading, _ in readings) >= 0.9 * len(readings)


def test_an_accepted_reading_comes_soon_after_rest(acts: list[Act]) -> None:
    waits = [act.told[-1].at - act.rest_at for act in acts if act.reading is not None and act.reading.accepted]
    assert len(waits) >= 14
    assert max(waits) <= SOON_S


def test_pushed_dice_are_seen_in_their_groups(acts: list[Act]) -> None:
    pushed = [act.reading.groups for act in acts if act.name == "push" and act.reading is not None]
    assert pushed
    assert all(sorted(map(len, groups)) == [2, 2] for groups in pushed)
