"""The eyes of the appliance: frames in, events out."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from hardware.ports import Camera, DeviceError, Frame
from pi.core import events
from pi.core.model import DICE
from pi.shell.calibrations import CALIBRATION_NAME, known_calibration, save_calibration
from vision.calibration import Calibration
from vision.calibration.aim import CameraMoved, Learnt
from vision.reader import Reader, load_reader
from vision.settle import Blocked, Empty, Event, Moving, Settled
from vision.sight import Sight
from vision.taught import TaughtFaces

log = logging.getLogger(__name__)

Post = Callable[[events.Event], None]

TRAY = "tray"
"""What a camera that has moved is told of: it still works."""

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 10.0
CLOSING_PATIENCE_S = 10.0


class Eyes:
    """Watches frames and tells what happens on the tray. Used by one thread.

    Where the tray lies is learnt from frames of it while it is empty, and kept in the data folder.
    """

    def __init__(self, post: Post, reader: Reader, folder: Path | None = None) -> None:
        """Has seen nothing yet.

        Args:
            post: takes the events.
            reader: of dice.
            folder: the data folder; None keeps nothing and knows nothing from before.
        """
        self._post = post
        self._folder = folder
        self._sight = Sight(reader, DICE, None if folder is None else known_calibration(folder))
        self._warned = False

    def look(self, frame: Frame) -> None:
        """Takes one frame and posts the events that it brings, if any."""
        for seen in self._sight.look(frame.image_bgr, frame.at):
            match seen:
                case Learnt(calibration=calibration):
                    self._keep(calibration)
                case CameraMoved(at=at):
                    self._warned = True
                    self._post(
                        events.DeviceFailed(TRAY, "the camera has moved", "leave the tray empty for a moment", at)
                    )
                case _:
                    self._post(_told(seen))
                    self._take_back_warning(seen)

    def forget(self) -> None:
        """Starts afresh, after the camera was away."""
        self._sight.forget()

    def _keep(self, calibration: Calibration) -> None:
        if self._folder is None:
            return
        try:
            save_calibration(calibration, self._folder / CALIBRATION_NAME)
        except OSError as error:  # it is known until the end all the same
            log.warning("%s: the tray as learnt can't be kept (%s)", self._folder / CALIBRATION_NAME, error)

    def _take_back_warning(self, seen: Event) -> None:
        """Players have had time to see it once dice are read again."""
        if self._warned and isinstance(seen, Settled) and seen.reading.accepted:
            self._warned = False
            self._post(events.DeviceReturned(TRAY, seen.at))


def _told(seen: Event) -> events.Event:
    match seen:
        case Moving(at=at):
            return events.DiceMoved(at)
        case Blocked(at=at):
            return events.TrayBlocked(at)
        case Empty(at=at):
            return events.TrayEmptied(at)
        case Settled(at=at, reading=reading):
            return events.DiceSettled(reading, at)


class CameraWorker:
    """Looks through a camera in a thread of its own, and opens it again when it fails."""

    def __init__(self, camera: Camera, post: Post, taught: TaughtFaces, folder: Path | None = None) -> None:
        """Opens nothing yet.

        Args:
            camera: to look through.
            post: takes the events, from any thread.
            taught: faces that dice may show besides pips.
            folder: the data folder, for what is learnt of the tray; None keeps nothing.
        """
        self._camera = camera
        self._taught = taught
        self._folder = folder
        self._post = post
        self._stopped = threading.Event()
        self._looked = threading.Event()
        self._thread = threading.Thread(target=self._work, name="camera", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def wait_for_look(self, timeout_s: float) -> bool:
        """Waits until a frame was looked at, the camera failed, or looking has ended; False when the time ran out."""
        return self._looked.wait(timeout_s)

    def close(self) -> None:
        """Ends looking and gives the camera back. May be called twice."""
        self._stopped.set()
        self._looked.set()
        self._camera.close()
        # Native code that still runs while the interpreter ends would abort the process.
        self._thread.join(CLOSING_PATIENCE_S)

    def _work(self) -> None:
        eyes = Eyes(self._post, load_reader(self._taught), self._folder)
        pause_s = FIRST_PAUSE_S
        failed = False
        while not self._stopped.is_set():
            try:
                for frame in self._camera.frames():
                    if failed:
                        self._post(events.DeviceReturned("camera", frame.at))
                        eyes.forget()
                        failed, pause_s = False, FIRST_PAUSE_S
                    eyes.look(frame)
                    self._looked.set()
            except DeviceError as error:
                log.warning("%s", error)
                self._fail(error.reason, error.remedy)
                failed = True
            except Exception as error:  # a fault of the eyes must not end them: the table plays on by hand
                log.exception("the eyes failed")
                self._fail(f"{type(error).__name__}: {error}", "play on by hand; it tries again by itself")
                failed = True
            self._looked.set()
            self._stopped.wait(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _fail(self, reason: str, remedy: str) -> None:
        self._post(events.DeviceFailed("camera", reason, remedy, time.monotonic()))
