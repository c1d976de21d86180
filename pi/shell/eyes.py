"""The eyes of the appliance: frames in, events out."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from hardware.ports import Camera, DeviceError, Frame
from pi.core import events
from pi.core.model import DICE
from vision.reader import Reader, load_reader
from vision.settle import Blocked, Empty, Event, Moving, Settled, Watch, settle
from vision.taught import TaughtFaces

log = logging.getLogger(__name__)

Post = Callable[[events.Event], None]

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 10.0
CLOSING_PATIENCE_S = 10.0


class Eyes:
    """Watches frames and tells what happens on the tray. Used by one thread."""

    def __init__(self, post: Post, reader: Reader) -> None:
        self._post = post
        self._reader = reader
        self._watch = Watch()

    def look(self, frame: Frame) -> None:
        """Takes one frame and posts the event that it brings, if any."""
        self._watch, seen = settle(self._watch, frame.image_bgr, frame.at, self._reader, DICE)
        if seen is not None:
            self._post(_told(seen))

    def forget(self) -> None:
        """Starts afresh, after the camera was away."""
        self._watch = Watch()


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

    def __init__(self, camera: Camera, post: Post, taught: TaughtFaces) -> None:
        self._camera = camera
        self._taught = taught
        self._post = post
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="camera", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def close(self) -> None:
        """Ends looking and gives the camera back."""
        self._stopped.set()
        self._camera.close()
        # Native code that still runs while the interpreter ends would abort the process.
        self._thread.join(CLOSING_PATIENCE_S)

    def _work(self) -> None:
        eyes = Eyes(self._post, load_reader(self._taught))
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
            except DeviceError as error:
                log.warning("%s", error)
                self._fail(error.reason, error.remedy)
                failed = True
            except Exception as error:  # a fault of the eyes must not end them: the table plays on by hand
                log.exception("the eyes failed")
                self._fail(f"{type(error).__name__}: {error}", "play on by hand; it tries again by itself")
                failed = True
            self._stopped.wait(pause_s)
            pause_s = min(2 * pause_s, LONGEST_PAUSE_S)

    def _fail(self, reason: str, remedy: str) -> None:
        self._post(events.DeviceFailed("camera", reason, remedy, time.monotonic()))
