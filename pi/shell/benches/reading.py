"""How well, how fast and how surely dice are read: pictures in folders, and drawn trays."""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import starmap
from typing import TYPE_CHECKING, Final

from pi.shell.benches.trays import DRAWN, FRAME_WH, FUSED, drawn_scene
from pi.shell.benches.work import told
from pi.shell.errors import UsageError
from vision import measure
from vision.measure import Labelled, Measured, Score

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.reader import Reader

    Image = NDArray[np.uint8]

TIMED: Final = 40
"""So many pictures are timed."""
MEASURED_FOR_MEMORY: Final = 20
"""So many pictures are read by a process whose memory is measured."""


@dataclass(frozen=True, slots=True)
class Speed:
    """Medians over some frames of 640x480, one thread, network included.

    Attributes:
        frames: how many were timed.
        read_ms: to read one.
        blur_ms: to blur one in grey, 5x5, measured in turns with the reader.
    """

    frames: int
    read_ms: float
    blur_ms: float

    @property
    def blurs(self) -> float:
        """How many blurs a reading takes: the same on every machine, more or less."""
        return self.read_ms / self.blur_ms


@dataclass(frozen=True, slots=True)
class Result:
    """All that was measured.

    Attributes:
        folders: as they were named.
        measured: the pictures in them.
        drawn: drawn trays from one frame each and from five fused, in the same order.
        speed: of reading.
        peak_mib: memory of a process that reads at most, in MiB; None without pictures in folders.
    """

    folders: tuple[str, ...]
    measured: tuple[Measured, ...]
    drawn: tuple[tuple[Measured, ...], tuple[Measured, ...]]
    speed: Speed
    peak_mib: float | None

    @property
    def single(self) -> tuple[Measured, ...]:
        """All that was read from one picture each."""
        return (*self.measured, *self.drawn[0])

    @property
    def misread(self) -> tuple[Measured, ...]:
        """What was misread, the wrongly accepted first; of drawn trays what five frames misread."""
        wrong = [pair for pair in (*self.measured, *self.drawn[1]) if measure.is_misread(*pair)]
        return tuple(sorted(wrong, key=lambda pair: not measure.is_wrongly_accepted(*pair)))


def measure_reading(folders: tuple[str, ...], labels: Sequence[Labelled], drawn: int) -> Result:
    """Reads pictures and drawn trays, and tells on the way how far it is.

    Args:
        folders: where the pictures lie, as they were named.
        labels: of the pictures; may be none.
        drawn: how many trays are drawn; none of both can't be measured.

    Raises:
        UsageError: a picture can't be read.
    """
    peak_mib = _peak_mib(labels)

    import cv2

    from vision.reader import load_reader

    cv2.setNumThreads(1)
    reader, clock = load_reader(), Clock()
    measured = _measure(reader, labels, clock)
    trays = _measure_drawn(reader, drawn, clock)
    return Result(folders, measured, trays, clock.speed, peak_mib)


class Clock:
    """Times readings and blurs in turns."""

    def __init__(self) -> None:
        self._read_s: list[float] = []
        self._blur_s: list[float] = []

    def time(self, reader: Reader, image_bgr: Image) -> None:
        """Times the reading of a picture, brought to the size of a frame."""
        import cv2

        frame_bgr = _framed(image_bgr)
        grey = cv2.cvtColor(frame_bgr, cv2.COLOR_BGR2GRAY)
        reader.read(frame_bgr)  # a camera's frames come one after the other: nets are set up and caches warm
        self._read_s.append(_seconds(lambda: reader.read(frame_bgr)))
        self._blur_s += [_seconds(lambda: cv2.GaussianBlur(grey, (5, 5), 0)) for _ in range(5)]

    @property
    def speed(self) -> Speed:
        """The medians so far."""
        read_ms, blur_ms = (1000 * statistics.median(times) for times in (self._read_s, self._blur_s))
        return Speed(len(self._read_s), read_ms, blur_ms)


def _framed(image_bgr: Image) -> Image:
    """The middle of a picture, scaled to fill a frame."""
    import cv2
    import numpy as np

    height, width = image_bgr.shape[:2]
    scale = max(FRAME_WH[0] / width, FRAME_WH[1] / height)
    size_wh = (max(FRAME_WH[0], round(width * scale)), max(FRAME_WH[1], round(height * scale)))
    scaled = cv2.resize(image_bgr, size_wh, interpolation=cv2.INTER_AREA)
    left, top = (size_wh[0] - FRAME_WH[0]) // 2, (size_wh[1] - FRAME_WH[1]) // 2
    return np.ascontiguousarray(scaled[top : top + FRAME_WH[1], left : left + FRAME_WH[0]], dtype=np.uint8)


def _seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _peak_mib(labels: Sequence[Labelled]) -> float | None:
    """Memory at most of a process that reads some of the pictures; None without any.

    Asked before this process itself has grown: on Linux a child's peak is at least what its parent held.
    """
    if not labels:
        return None
    some = [str(labelled.path) for labelled in labels[:: -(-len(labels) // MEASURED_FOR_MEMORY)]]
    subprocess.run([sys.executable, "-m", "pi.shell.main", "read", *some], capture_output=True, check=False)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    return peak / (2**20 if sys.platform == "darwin" else 2**10)


def _measure(reader: Reader, labels: Sequence[Labelled], clock: Clock) -> tuple[Measured, ...]:
    from vision.pictures import PictureError, load_picture

    every = max(1, len(labels) // TIMED)

    def read(number: int, labelled: Labelled) -> Measured:
        try:
            image_bgr = load_picture(labelled.path)
        except PictureError as error:
            raise UsageError(str(error)) from None
        reading = reader.read(image_bgr, labelled.expect)
        if number % every == 0:
            clock.time(reader, image_bgr)
        return labelled, reading

    return tuple(told("pictures read", starmap(read, enumerate(labels)), len(labels)))


def _measure_drawn(reader: Reader, count: int, clock: Clock) -> tuple[tuple[Measured, ...], tuple[Measured, ...]]:
    """Reads drawn trays: from their first frame, and from several frames that differ in their noise."""
    from hardware.simulated.tray import draw_tray
    from vision.settle import fuse

    every = max(1, count // TIMED)

    def read(seed: int) -> tuple[Measured, Measured]:
        scene = drawn_scene(seed)
        frames = [draw_tray(replace(scene, noise_seed=scene.noise_seed + number)) for number in range(FUSED)]
        readings = [reader.read(image_bgr, len(scene.dice)) for image_bgr in frames]
        faces = tuple(sorted(die.face for die in scene.dice))
        labelled = Labelled(DRAWN / str(seed), "drawn", True, faces, doubtful=False, expect=len(faces))
        if seed % every == 0:
            clock.time(reader, frames[0])
        return (labelled, readings[0]), (labelled, fuse(readings, FRAME_WH[0]))

    both = list(told("drawn trays read", map(read, range(count)), count))
    return tuple(one for one, _ in both), tuple(several for _, several in both)


def scores_of(result: Result) -> tuple[tuple[Score, ...], tuple[Score, ...]]:
    """The scores by source, and the sums."""
    one, several = result.drawn
    drawn = (measure.score("drawn, one frame", one), measure.score(f"drawn, {FUSED} frames", several)) if one else ()
    return measure.scores_by_source(result.measured), (*measure.sums(result.measured), *drawn)
