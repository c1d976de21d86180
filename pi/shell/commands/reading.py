"""`goatherd read`: dice on pictures."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from pi.shell.calibrations import load_calibration
from pi.shell.data import add_data_option, data_folder
from pi.shell.errors import UsageError
from pi.shell.faces import load_faces
from pi.shell.words import dice_count
from vision.reading import Reading, reading_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.calibration import Calibration
    from vision.reader import Reader
    from vision.taught import TaughtFaces

WRONG = 2
"""Exit status: a file could not be read."""


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    read = commands.add_parser("read", help="read the dice on pictures")
    read.add_argument("--json", action="store_true", help="one JSON object a picture, one a line")
    read.add_argument(
        "--faces",
        choices=("pips", "goat", "any"),
        default="pips",
        help="pips, or also the faces taught in the data folder",
    )
    add_data_option(read)
    read.add_argument("--expect", type=dice_count, metavar="N", help="how many dice there should be")
    read.add_argument("--calibration", type=Path, metavar="FILE", help="the tray as `goatherd calibrate` stored it")
    read.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="a picture file")
    read.set_defaults(run=_run_read)


def _run_read(arguments: argparse.Namespace) -> int:
    from vision.pictures import PictureError, load_picture
    from vision.reader import load_reader

    reader = load_reader(_faces(arguments.faces, data_folder(arguments.data)))
    calibration = None if arguments.calibration is None else load_calibration(arguments.calibration)
    status = 0
    for path in arguments.images:
        try:
            image_bgr = load_picture(path)
        except PictureError as error:
            _tell_error(path, error, arguments.json)
            status = WRONG
            continue
        started = time.perf_counter()
        reading = read_tray(reader, calibration, image_bgr, arguments.expect)
        took_ms = (time.perf_counter() - started) * 1000
        if arguments.json:
            print(json.dumps({"file": str(path), **reading_json(reading), "ms": round(took_ms, 2)}), flush=True)
        else:
            print(f"{path}: {reading_text(reading)}", flush=True)
    return status


def read_tray(
    reader: Reader, calibration: Calibration | None, image_bgr: NDArray[np.uint8], expect: int | None
) -> Reading:
    """Reads a picture, and with a calibration only what lies on its tray.

    Raises:
        UsageError: when the calibration is of pictures of another size.
    """
    if calibration is None:
        return reader.read(image_bgr, expect)
    from vision.calibration import apply_calibration

    width, height = calibration.size_wh
    if image_bgr.shape[:2] != (height, width):
        found = f"{image_bgr.shape[1]}x{image_bgr.shape[0]}"
        raise UsageError(f"--calibration: is for pictures of {width}x{height}, not {found}; calibrate again")
    return apply_calibration(calibration, reader.read(image_bgr), expect)


def _faces(chosen: str, folder: Path) -> TaughtFaces:
    """The taught faces that dice may show besides pips."""
    from vision.taught import NO_FACES, TaughtFaces

    if chosen == "pips":
        return NO_FACES
    taught = load_faces(folder)
    if chosen == "any":
        return taught
    if chosen not in taught.names:
        hint = f"until `goatherd teach {chosen} IMAGE...` such a face is unknown"
        print(f"goatherd: --faces {chosen}: not taught in {folder}; {hint}", file=sys.stderr)
    return TaughtFaces(tuple(face for face in taught.faces if face.name == chosen))


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
