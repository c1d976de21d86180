"""What the tests of the eyes need of the drawn tray: a reader that knows the truth, and a clock that is set by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from hardware.simulated.camera import SimulatedTray
from hardware.simulated.scene import DrawnDie, Scene, View
from hardware.simulated.tray import draw_tray, top_corners
from vision.groups import groups
from vision.reading import Die, Doubt, Reading
from vision.settle import Event, Reads, Watch, settle

Image = NDArray[np.uint8]


def seen_die(die: DrawnDie, view: View) -> Die:
    """The die as a perfect reader sees it."""
    a, b, c, d = top_corners(die, view)
    centre = (sum(x for x, _ in (a, b, c, d)) / 4, sum(y for _, y in (a, b, c, d)) / 4)
    return Die(die.face, None, 0.99, centre, (a, b, c, d))


def reading_of(scene: Scene) -> Reading:
    """The truth about a scene; in doubt while a hand is over it."""
    dice = tuple(sorted((seen_die(die, scene.view) for die in scene.dice), key=lambda die: die.centre_xy[::-1]))
    doubts = (Doubt.BLOCKED,) if scene.hand else ()
    together = groups([die.centre_xy for die in dice], [62.0] * len(dice))
    return Reading(dice, 0.95, not doubts, doubts, together)


@dataclass
class Truth:
    """A reader that is told the scene, and remembers how often it was asked."""

    scene: Scene = field(default_factory=Scene)
    asked: int = 0

    def read(self, image_bgr: Image, expect: int | None = None) -> Reading:
        self.asked += 1
        return reading_of(self.scene)


@dataclass
class Clock:
    """Stands still until it is set."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def watched(
    frames: Iterable[tuple[float, Image]], reader: Reads, watch: Watch | None = None
) -> Iterator[tuple[Watch, Event | None]]:
    """Runs the settle detector over frames."""
    watch = watch or Watch()
    for at, image in frames:
        watch, event = settle(watch, image, at, reader)
        yield watch, event


class Table:
    """A simulated tray under the settle detector, on a clock that the test sets."""

    def __init__(self, seed: int = 0, fps: float = 15) -> None:
        self.clock = Clock()
        self.tray = SimulatedTray(seed, self.clock)
        self.reader = Truth()
        self.period_s = 1 / fps
        self.watch = Watch()

    def run(self, seconds: float) -> list[Event]:
        """Lets time pass and tells what happened."""
        happened = []
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now += self.period_s
            self.reader.scene = self.tray.scene_at(self.clock.now) or Scene()
            image = self.tray.frame_at(self.clock.now)
            self.watch, event = settle(self.watch, image, self.clock.now, self.reader)
            if event is not None:
                happened.append(event)
        return happened

    def finish(self) -> list[Event]:
        """Runs until the animation is over and a little longer."""
        return self.run(self.tray.ends_at - self.clock.now + 0.4)


def still(scene: Scene, seconds: float, since: float = 0.0, fps: float = 15) -> Iterator[tuple[float, Image]]:
    """Frames of a scene in which nothing happens but noise."""
    for i in range(round(seconds * fps)):
        yield since + i / fps, draw_tray(replace(scene, noise_seed=i + round(since * 1000)))
