"""`goatherd read` and `goatherd watch`: dice on pictures and in videos."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pi.shell.errors import UsageError
from vision.reading import Reading, reading_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.settle import Event

WRONG = 2
"""Exit status: a file could not be read."""


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands of this family."""
    read = commands.add_parser("read", help="read the dice on pictures")
    read.add_argument("--json", action="store_true", help="one JSON object a picture, one a line")
    read.add_argument(
        "--faces", choices=("pips", "goat", "any"), default="pips", help="what the dice show (only pips so far)"
    )
    read.add_argument("--expect", type=_number, metavar="N", help="how many dice there should be")
    read.add_argument("--calibration", type=Path, metavar="FILE", help="a stored calibration (not used so far)")
    read.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="a picture file")
    read.set_defaults(run=_run_read)
    watch = commands.add_parser("watch", help="tell when the dice in a video come to rest, and what they show")
    watch.add_argument("--json", action="store_true", help="one JSON object an event, one a line")
    watch.add_argument("video", type=Path, metavar="VIDEO", help="a video file")
    watch.set_defaults(run=_run_watch)


def _number(text: str) -> int:
    """A number of dice."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of dice; give 0 or more")
    return int(text)


def _run_read(arguments: argparse.Namespace) -> int:
    if arguments.faces != "pips":
        raise UsageError(f"--faces {arguments.faces}: only pips can be read so far; leave --faces out")
    if arguments.calibration is not None:
        raise UsageError("--calibration: no calibration can be used so far; leave --calibration out")

    from vision.pictures import PictureError, load_picture
    from vision.reader import load_reader

    reader = load_reader()
    status = 0
    for path in arguments.images:
        try:
            image_bgr = load_picture(path)
        except PictureError as error:
            _tell_error(path, error, arguments.json)
            status = WRONG
            continue
        started = time.perf_counter()
        reading = reader.read(image_bgr, arguments.expect)
        took_ms = (time.perf_counter() - started) * 1000
        if arguments.json:
            print(json.dumps({"file": str(path), **reading_json(reading), "ms": round(took_ms, 2)}), flush=True)
        else:
            print(f"{path}: {reading_text(reading)}", flush=True)
    return status


def _tell_error(path: Path, error: Exception, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"file": str(path), "error": str(error)}), flush=True)
    else:
        print(f"goatherd: {error}", file=sys.stderr)


def reading_text(reading: Reading) -> str:
    """A reading in a few words: the faces, how sure, whether accepted, the doubts."""
    faces = " ".join("?" if die.face is None else str(die.face) for die in reading.dice) or "no dice"
    verdict = "accepted" if reading.accepted else "in doubt"
    doubts = ": " + ", ".join(doubt.value for doubt in reading.doubts) if reading.doubts else ""
    return f"{faces:<16} {reading.confidence:4.0%} {verdict}{doubts}"


def _run_watch(arguments: argparse.Namespace) -> int:
    from vision.reader import load_reader
    from vision.settle import Watch, settle

    reader, watch = load_reader(), Watch()
    for image_bgr, at in _frames(arguments.video):
        watch, event = settle(watch, image_bgr, at, reader)
        if event is not None:
            print(json.dumps(event_json(event)) if arguments.json else _event_text(event), flush=True)
    return 0


def _frames(path: Path) -> Iterator[tuple[NDArray[np.uint8], float]]:
    """The pictures of a video and their times in seconds."""
    import cv2
    import numpy as np

    if not path.is_file():
        raise UsageError(f"{path}: no such video file; check the name")
    capture = cv2.VideoCapture(str(path))
    try:
        fps = capture.get(cv2.CAP_PROP_FPS)
        found, image_bgr = capture.read()
        if not found or not fps > 0:
            raise UsageError(f"{path}: is no video that can be read; save it as MP4 or AVI")
        number = 0
        while found:
            yield np.asarray(image_bgr, dtype=np.uint8), number / fps
            found, image_bgr = capture.read()
            number += 1
    finally:
        capture.release()


def event_json(event: Event) -> dict[str, Any]:
    """Writes an event of the settle detector as the JSON that other programs rely on."""
    from vision.settle import Settled

    reading = reading_json(event.reading) if isinstance(event, Settled) else None
    return {"at": round(event.at, 3), "event": type(event).__name__.lower(), "reading": reading}


def _event_text(event: Event) -> str:
    from vision.settle import Settled

    told = f" {reading_text(event.reading)}" if isinstance(event, Settled) else ""
    return f"{event.at:8.2f} s  {type(event).__name__.lower()}{told}"
