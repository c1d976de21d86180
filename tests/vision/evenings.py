"""Evenings at the drawn tray: throws, pushes, turns and covers in changing light, as the appliance sees them.

`python -m tests.vision.evenings 20` plays as many and prints what was told, how soon, and what was wrong.
"""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.camera import SimulatedTray
from hardware.simulated.scene import Scene
from hardware.simulated.tray import draw_tray
from tests.vision.trays import Clock
from vision.calibration.aim import AimEvent, Learnt
from vision.reader import Reader, load_reader
from vision.reading import Reading
from vision.settle import Event, Settled
from vision.sight import Sight

Image = NDArray[np.uint8]

FPS = 30
STILL_S = 0.1
"""A reading is never told sooner than this after the last die moved."""
FIRST_LOOK_S = 1.0
"""The empty tray is seen for so long before the first throw."""


class Evening:
    """A tray in a light that drifts and flickers, the eyes above it, and a clock that is set by hand."""

    def __init__(self, reader: Reader, seed: int) -> None:
        self.clock = Clock()
        self.tray = SimulatedTray(seed, self.clock)
        self.sight = Sight(reader, expect=4)
        self.noise = np.random.default_rng(seed).normal(0, 2, (496, 656, 3)).astype(np.float32)

    def run(self, seconds: float) -> list[Event | AimEvent]:
        """Lets time pass and tells what was told."""
        told: list[Event | AimEvent] = []
        for _ in range(round(seconds * FPS)):
            self.clock.now += 1 / FPS
            image_bgr = self.lit(self.tray.frame_at(self.clock.now))
            told += [event for event in self.sight.look(image_bgr, self.clock.now) if not isinstance(event, Learnt)]
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
    told: tuple[Event | AimEvent, ...]
    seen: tuple[tuple[Scene, Scene], ...]

    @property
    def wait_s(self) -> float | None:
        """From rest to an accepted reading; None without one."""
        return self.told[-1].at - self.rest_at if self.reading is not None and self.reading.accepted else None

    @property
    def is_told_in_motion(self) -> bool:
        """Whether a reading was told while dice moved, or before a hand was out of sight."""
        return any(
            before.dice != now.dice or not np.array_equal(draw_tray(now), draw_tray(replace(now, hand=None)))
            for before, now in self.seen
        )

    @property
    def reading(self) -> Reading | None:
        """The last reading told."""
        return next((event.reading for event in reversed(self.told) if isinstance(event, Settled)), None)


def acts_of(reader: Reader, seed: int) -> list[Act]:
    """A whole evening of two rounds."""
    evening = Evening(reader, seed)
    begins = Act("begin", 0.0, (), tuple(evening.run(FIRST_LOOK_S)), ())
    return [begins, *_acts(evening, seed)]


def _acts(evening: Evening, seed: int) -> Iterator[Act]:
    """Does what people do, one thing after the other."""
    chance = random.Random(seed)
    tray = evening.tray
    for _ in range(2):
        faces = [chance.randint(1, 6) for _ in range(4)]
        tray.throw(faces)
        yield _done("throw", evening)
        tray.push([faces[:2], faces[2:]])
        yield _done("push", evening)
        tray.turn(faces[0], faces[0] % 6 + 1)
        yield _done("turn", evening)
        tray.cover()
        yield _done("cover", evening)
        tray.uncover()
        yield _done("uncover", evening)
    tray.clear()
    yield _done("clear", evening)


def _done(name: str, evening: Evening) -> Act:
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


def main(evenings: int) -> None:
    """Prints the figures of some evenings."""
    reader = load_reader()
    acts = [act for seed in range(evenings) for act in acts_of(reader, seed)]
    read = [act for act in acts if act.reading is not None]
    accepted = [act for act in read if act.reading is not None and act.reading.accepted]
    wrong = [act for act in accepted if act.reading is not None and act.reading.faces != act.faces]
    waits = [1000 * act.wait_s for act in accepted if act.wait_s is not None]
    print(f"{evenings} evenings, {len(acts)} acts, {len(read)} read, {len(accepted)} accepted, {len(wrong)} wrong")
    print(f"told in motion: {sum(act.is_told_in_motion for act in acts)}")
    print(
        f"rest to accepted reading: median {np.median(waits):.0f} ms, 99 % {np.percentile(waits, 99):.0f} ms, ", end=""
    )
    print(f"most {max(waits):.0f} ms")
    for name in dict.fromkeys(act.name for act in acts):
        told = Counter(" ".join(type(event).__name__ for event in act.told) for act in acts if act.name == name)
        print(f"{name:<8}" + "; ".join(f"{count} x {events or 'nothing'}" for events, count in told.most_common()))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
