"""`goatherd bench`: measures this program. So far `bench vision`: how well, how fast and how surely dice are read."""

from __future__ import annotations

import argparse
import json
import math
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pi.shell.bench_pictures import contact_sheets, read_text, reliability_diagram, truth_text
from pi.shell.commands import bench_table
from pi.shell.errors import UsageError
from vision import measure
from vision.measure import Labelled, Measured, Score, Share

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from hardware.simulated.scene import Scene
    from vision.reader import Reader
    from vision.reading import Reading

    Image = NDArray[np.uint8]

WHAT: Final = {
    "vision": "how well, how fast and how surely dice are read",
    "table": bench_table.DESCRIPTION,
}

SHARED_FOLDERS: Final = ("dice-photos", "dice-rendered")
"""Labelled folders in the folder that GOATHERD_SHARED names."""

TIMED: Final = 40
"""So many pictures are timed."""
MEASURED_FOR_MEMORY: Final = 20
"""So many pictures are read by a process whose memory is measured."""
FRAME_WH: Final = (640, 480)
FUSED: Final = 5
"""So many frames of a drawn tray are fused."""


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    bench = commands.add_parser("bench", help="measure this program; alone it lists what can be measured")
    bench.add_argument("--json", action="store_true", help="one JSON document")
    bench.set_defaults(run=_run_list)
    kinds = bench.add_subparsers(title="what can be measured", metavar="WHAT")
    vision = kinds.add_parser("vision", help=WHAT["vision"])
    vision.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="one JSON document")
    vision.add_argument(
        "--out", type=Path, metavar="DIR", help="write reliability.png and the misread pictures, wrong-1.png ..."
    )
    vision.add_argument(
        "--drawn", type=_count, default=0, metavar="N", help="N drawn trays, alone unless folders are named"
    )
    vision.add_argument(
        "folders",
        nargs="*",
        type=Path,
        metavar="FOLDER",
        help=f"holds labels.csv and images; by default {' and '.join(SHARED_FOLDERS)} in the folder $GOATHERD_SHARED",
    )
    vision.set_defaults(run=_run_vision)
    bench_table.add_parser(kinds)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of trays; give 1 or more")
    return int(text)


def _run_list(arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(json.dumps({"measures": [{"name": name, "what": what} for name, what in WHAT.items()]}))
    else:
        for name, what in WHAT.items():
            print(f"goatherd bench {name:<10} {what}")
    return 0


def _run_vision(arguments: argparse.Namespace) -> int:
    if arguments.out is not None:
        _make_folder(arguments.out)
    folders = arguments.folders or ([] if arguments.drawn else _shared_folders())
    labels = [labelled for folder in folders for labelled in _load_labels(folder)]
    peak_mib = _peak_mib(labels)

    import cv2

    from vision.reader import load_reader

    cv2.setNumThreads(1)
    reader, clock = load_reader(), Clock()
    measured = _measure(reader, labels, clock)
    drawn = _measure_drawn(reader, arguments.drawn, clock)
    result = Result(tuple(map(str, folders)), measured, drawn, clock.speed, peak_mib)
    if arguments.out is not None:
        _write_pictures(arguments.out, result)
    print(json.dumps(result_json(result)) if arguments.json else result_text(result))
    return 0


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out: {folder} can't be made ({error.strerror}); name a folder that can") from None


def _shared_folders() -> list[Path]:
    shared = Path(os.environ.get("GOATHERD_SHARED", "../shared"))
    folders = [shared / name for name in SHARED_FOLDERS if (shared / name / "labels.csv").is_file()]
    if not folders:
        raise UsageError(
            f"FOLDER: none is named, and {shared} holds neither {' nor '.join(SHARED_FOLDERS)}; "
            "name a folder with labels.csv and images, or its parent with GOATHERD_SHARED"
        )
    return folders


def _load_labels(folder: Path) -> tuple[Labelled, ...]:
    try:
        return measure.load_labels(folder)
    except measure.LabelsError as error:
        raise UsageError(str(error)) from None


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


# Pictures in folders


def _measure(reader: Reader, labels: Sequence[Labelled], clock: Clock) -> tuple[Measured, ...]:
    from vision.pictures import PictureError, load_picture

    every = max(1, len(labels) // TIMED)
    measured = []
    for number, labelled in enumerate(labels):
        _tell_progress("pictures", number, len(labels))
        try:
            image_bgr = load_picture(labelled.path)
        except PictureError as error:
            raise UsageError(str(error)) from None
        measured.append((labelled, reader.read(image_bgr, labelled.expect)))
        if number % every == 0:
            clock.time(reader, image_bgr)
    _tell_progress("pictures", len(labels), len(labels))
    return tuple(measured)


def _tell_progress(what: str, done: int, all_of: int) -> None:
    """One line that grows, in a terminal; elsewhere only the last one."""
    if all_of and (done == all_of or (done % 20 == 0 and sys.stderr.isatty())):
        ends = "\n" if done == all_of else "\r"
        print(f"{done} of {all_of} {what} read", end=ends, file=sys.stderr, flush=True)


# Drawn trays

LOOKS: Final = (
    ((206, 228, 236), (34, 30, 30)),
    ((245, 245, 245), (20, 20, 20)),
    ((40, 40, 190), (240, 240, 240)),
    ((35, 35, 35), (235, 235, 235)),
    ((150, 90, 30), (240, 240, 240)),
    ((60, 200, 230), (25, 25, 25)),
    ((60, 130, 60), (235, 240, 240)),
    ((90, 120, 160), (30, 35, 45)),
)
"""Colours of dice and of their pips, blue-green-red."""
GROUNDS: Final = ((62, 84, 40), (40, 40, 40), (60, 50, 130), (120, 90, 50), (130, 140, 150), (70, 100, 140))
"""Colours of the tray's ground, blue-green-red."""


DRAWN: Final = Path("drawn")
"""Stands for the folder of what lies in none: the picture `drawn/17` is the tray of seed 17."""


def drawn_scene(seed: int) -> Scene:
    """Four dice at rest, some touching, under some lamp and camera; the same for the same seed."""
    from hardware.simulated.scene import DrawnDie, Scene, View
    from hardware.simulated.tray import top_corners

    chance = random.Random(seed)
    body_bgr, pip_bgr = chance.choice(LOOKS)
    size_mm = chance.uniform(14, 18)
    view = View(chance.uniform(0, 20), chance.uniform(290, 420))
    dice: list[DrawnDie] = []
    while len(dice) < 4:
        partner = dice[-1] if dice and chance.random() < 0.2 else None
        place, angle_deg = (chance.uniform(-64, 64), chance.uniform(-43, 43)), chance.uniform(0, 360)
        if partner is not None:
            angle_deg = partner.angle_deg
            x, y = (1.03 * size_mm * turn(math.radians(angle_deg)) for turn in (math.cos, math.sin))
            place = (partner.centre_mm[0] + x, partner.centre_mm[1] + y)
        die = DrawnDie(chance.randint(1, 6), place, angle_deg, size_mm, body_bgr=body_bgr, pip_bgr=pip_bgr)
        is_seen = all(4 < x < FRAME_WH[0] - 4 and 4 < y < FRAME_WH[1] - 4 for x, y in top_corners(die, view))
        on_ground = abs(place[0]) <= 64 and abs(place[1]) <= 43
        apart = all(math.dist(place, other.centre_mm) > 1.45 * size_mm for other in dice if other is not partner)
        if is_seen and on_ground and apart:
            dice.append(die)
    return Scene(
        tuple(dice),
        view=view,
        lamp=chance.uniform(0.5, 1.15),
        ground_bgr=chance.choice(GROUNDS),
        noise=chance.uniform(1, 5),
        noise_seed=seed * FUSED,
    )


def _measure_drawn(reader: Reader, count: int, clock: Clock) -> tuple[tuple[Measured, ...], tuple[Measured, ...]]:
    """Reads drawn trays: from their first frame, and from several frames that differ in their noise."""
    from hardware.simulated.tray import draw_tray
    from vision.settle import fuse

    one, several = [], []
    every = max(1, count // TIMED)
    for seed in range(count):
        _tell_progress("drawn trays", seed, count)
        scene = drawn_scene(seed)
        frames = [draw_tray(replace(scene, noise_seed=scene.noise_seed + number)) for number in range(FUSED)]
        readings = [reader.read(image_bgr, len(scene.dice)) for image_bgr in frames]
        faces = tuple(sorted(die.face for die in scene.dice))
        labelled = Labelled(DRAWN / str(seed), "drawn", True, faces, doubtful=False, expect=len(faces))
        one.append((labelled, readings[0]))
        several.append((labelled, fuse(readings, FRAME_WH[0])))
        if seed % every == 0:
            clock.time(reader, frames[0])
    _tell_progress("drawn trays", count, count)
    return tuple(one), tuple(several)


# What is told


def _write_pictures(folder: Path, result: Result) -> None:
    for old in folder.glob("wrong-*.png"):
        old.unlink()
    reliability_diagram(measure.reliability(result.single)).save(folder / "reliability.png")
    tiles = ((labelled, reading, _picture_of(labelled)) for labelled, reading in result.misread)
    for number, sheet in enumerate(contact_sheets(tiles), start=1):
        sheet.save(folder / f"wrong-{number}.png")


def _picture_of(labelled: Labelled) -> Image:
    from hardware.simulated.tray import draw_tray
    from vision.pictures import load_picture

    if labelled.path.parent == DRAWN:
        return draw_tray(drawn_scene(int(labelled.path.name)))
    return load_picture(labelled.path)


def scores_of(result: Result) -> tuple[tuple[Score, ...], tuple[Score, ...]]:
    """The scores by source, and the sums."""
    one, several = result.drawn
    drawn = (measure.score("drawn, one frame", one), measure.score(f"drawn, {FUSED} frames", several)) if one else ()
    return measure.scores_by_source(result.measured), (*measure.sums(result.measured), *drawn)


def result_json(result: Result) -> dict[str, Any]:
    """Writes the result as the JSON that other programs rely on."""
    sources, sums = scores_of(result)
    return {
        "folders": list(result.folders),
        "pictures": len(result.measured),
        "drawn": len(result.drawn[0]),
        "sources": [measure.score_json(score) for score in sources],
        "sums": [measure.score_json(score) for score in sums],
        "reliability": [measure.bin_json(one) for one in measure.reliability(result.single)],
        "speed": {
            "frames": result.speed.frames,
            "read_ms": round(result.speed.read_ms, 3),
            "blur_ms": round(result.speed.blur_ms, 4),
            "blurs": round(result.speed.blurs, 1),
        },
        "peak_mib": None if result.peak_mib is None else round(result.peak_mib, 1),
        "misread": [_misread_json(*pair) for pair in result.misread],
    }


def _misread_json(labelled: Labelled, reading: Reading) -> dict[str, Any]:
    return {
        "file": str(labelled.path),
        "source": labelled.source,
        "faces": None if labelled.faces is None else list(labelled.faces),
        "doubtful": labelled.doubtful,
        "read": [die.face for die in reading.dice],
        "confidence": round(reading.confidence, 4),
        "accepted": reading.accepted,
        "doubts": [doubt.value for doubt in reading.doubts],
    }


NAME_WIDTH: Final = 20
COLUMNS: Final = {
    "exact": ("exact", 25),
    "accepted": ("accepted", 25),
    "wrong": ("wrong of accepted", 24),
    "numbers": ("nothing read as dice", 23),
    "recall": ("dice found", 13),
    "precision": ("right", 10),
    "groups": ("groups", 9),
}
"""Heading and width of the column of each share."""
WITH_INTERVAL: Final = ("exact", "accepted", "wrong")
AS_COUNT: Final = ("numbers", "groups")


def result_text(result: Result) -> str:
    """Writes the result as tables for people; shares with their 95 % intervals."""
    sources, sums = scores_of(result)
    head = " " * NAME_WIDTH + "".join(f"{title:>{width}}" for title, width in COLUMNS.values())
    tables = [*map(_score_line, sources), *([""] if sources else []), *map(_score_line, sums)]
    lines = [head, *tables, "", "confidence     said   was right"]
    for one in measure.reliability(result.single):
        lines.append(f"{one.low:.2f}..{one.high:.2f}  {one.said:7.1%}   {_share_text(one.right)}")
    speed = result.speed
    lines += [
        "",
        f"a frame of 640x480: {speed.read_ms:.1f} ms = {speed.blurs:.0f} blurs of 5x5 grey ({speed.blur_ms:.3f} ms), "
        f"median of {speed.frames}, one thread",
    ]
    if result.peak_mib is not None:
        lines.append(f"memory of a process that reads: {result.peak_mib:.0f} MiB at most")
    if result.misread:
        lines += ["", "misread (! and accepted):"]
    for labelled, reading in result.misread:
        mark = "!" if reading.accepted else " "
        lines.append(f"{mark} {labelled.path.name}: is {truth_text(labelled)}; read {read_text(reading)}")
    return "\n".join(lines)


def _score_line(score: Score) -> str:
    shares = "".join(f"{_cell(name, getattr(score, name)):>{width}}" for name, (_, width) in COLUMNS.items())
    return f"{score.name:<{NAME_WIDTH}}{shares}"


def _cell(name: str, share: Share) -> str:
    if share.value is None:
        return "-"
    if name in AS_COUNT:
        return f"{share.part}/{share.whole}"
    return _share_text(share) if name in WITH_INTERVAL else f"{share.value:.1%}"


def _share_text(share: Share) -> str:
    low, high = share.interval
    return f"{share.part}/{share.whole} {share.part / share.whole:.1%} [{100 * low:.0f}, {100 * high:.0f}]"
