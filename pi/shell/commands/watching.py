"""`goatherd watch`: what the table would see of a video, or of a camera right now."""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

from pi.shell.calibrations import known_calibration
from pi.shell.commands.reading import reading_text
from pi.shell.data import add_data_option, data_folder
from pi.shell.errors import UsageError
from pi.shell.faces import load_faces
from pi.shell.words import dice_count
from vision.reading import reading_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.settle import Event

    Seen = tuple[NDArray[np.uint8], float]
    """A picture, uint8 (height, width, 3), blue-green-red, and its time in seconds since the first one."""

CAMERA: Final = re.compile(r"picamera2|usb(:\d+)?")


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    watch = commands.add_parser("watch", help="tell when dice come to rest in a video or before a camera")
    watch.add_argument("--json", action="store_true", help="one JSON object an event, one a line")
    watch.add_argument("--expect", type=dice_count, metavar="N", help="how many dice there should be")
    add_data_option(watch)
    watch.add_argument("source", metavar="VIDEO|usb[:N]|picamera2", help="a video file or a camera; Ctrl-C ends it")
    watch.set_defaults(run=_run_watch)


def _run_watch(arguments: argparse.Namespace) -> int:
    """Sees what `play` would see with the same data folder; what is learnt on the way is not kept."""
    from vision.calibration.aim import CameraMoved, Learnt
    from vision.reader import load_reader
    from vision.sight import Sight

    is_camera = CAMERA.fullmatch(arguments.source) is not None
    frames = _camera_frames(arguments.source) if is_camera else _video_frames(Path(arguments.source))
    folder = data_folder(arguments.data)
    with contextlib.closing(frames), contextlib.suppress(KeyboardInterrupt):
        sight = Sight(load_reader(load_faces(folder)), arguments.expect, known_calibration(folder))
        for image_bgr, at in frames:
            for seen in sight.look(image_bgr, at):
                match seen:
                    case Learnt():
                        pass
                    case CameraMoved():
                        print(f"goatherd: the camera has moved ({seen.at:.2f} s)", file=sys.stderr)
                    case _:
                        print(json.dumps(event_json(seen)) if arguments.json else event_text(seen), flush=True)
    return 0


def _camera_frames(kind: str) -> Generator[Seen, None, None]:
    from hardware.open import open_camera

    camera, _ = open_camera(kind, simulated=_no_simulated)
    began_at: float | None = None
    try:
        for frame in camera.frames():
            began_at = frame.at if began_at is None else began_at
            yield frame.image_bgr, frame.at - began_at
    finally:
        camera.close()


def _no_simulated() -> NoReturn:
    raise UsageError("source: nothing happens on a simulated tray here; name a video file, usb or picamera2")


def _video_frames(path: Path) -> Generator[Seen, None, None]:
    """The pictures of a video; where it keeps no times they follow from the pictures a second."""
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
        at = began_at = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
        while found:
            yield np.asarray(image_bgr, dtype=np.uint8), at - began_at
            found, image_bgr = capture.read()
            kept_at = capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            at = kept_at if kept_at > at else at + 1 / fps
    finally:
        capture.release()


def event_json(event: Event) -> dict[str, Any]:
    """Writes an event of the settle detector as the JSON that other programs rely on."""
    from vision.settle import Settled

    reading = reading_json(event.reading) if isinstance(event, Settled) else None
    return {"at": round(event.at, 3), "event": type(event).__name__.lower(), "reading": reading}


def event_text(event: Event) -> str:
    """An event as a line for people."""
    from vision.settle import Settled

    reading = f"  {reading_text(event.reading)}" if isinstance(event, Settled) else ""
    return f"{event.at:8.2f} s  {type(event).__name__.lower():<8}{reading}".rstrip()
