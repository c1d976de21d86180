"""USB cameras through OpenCV and V4L2.

The N of /dev/videoN changes when cameras are plugged in another order; the links of /dev/v4l/by-id name the camera.
"""

from __future__ import annotations

import itertools
import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from hardware.exposure import MAINS_HZ
from hardware.ports import DeviceError, Frame
from hardware.real.usb_exposure import ExposureLock

if TYPE_CHECKING:
    import cv2
    import numpy as np
    from numpy.typing import NDArray

BY_ID = Path("/dev/v4l/by-id")
FIRST_SOURCE = 0
STALE_S = 2.0
"""A sensor's noise makes every frame differ; frames equal to the last bit for this long are one old frame again."""

_log = logging.getLogger(__name__)


def usb_cameras(by_id: Path = BY_ID) -> tuple[Path, ...]:
    """The links that name the USB cameras plugged in, by name. Each camera's second node gives no pictures."""
    return tuple(sorted(by_id.glob("*-video-index0")))


class UsbCamera:
    """Keeps the protocol `Camera`.

    It reads as fast as the camera delivers, with one buffer. Who can't keep up with that puts it into a
    `ProcessCamera`, which drops what nobody asked for.
    """

    def __init__(
        self,
        source: int | Path | None,
        size_wh: tuple[int, int] = (1280, 720),
        frames_per_second: int = 15,
        mains_hz: int = MAINS_HZ,
        now: Callable[[], float] = time.monotonic,
        by_id: Path = BY_ID,
    ) -> None:
        """Opens nothing yet.

        Args:
            source: the N of /dev/videoN, one of `usb_cameras`, None for the first of them, or a video file.
            size_wh: wanted width and height; the camera may choose another.
            frames_per_second: wanted rate, likewise.
            mains_hz: frequency of the mains that light the table, in hertz.
            now: the clock of the frames, in seconds.
            by_id: the folder of links that name the cameras.
        """
        self._source = source
        self._mains_hz = mains_hz
        self._by_id = by_id
        self._size_wh = size_wh
        self._frames_per_second = frames_per_second
        self._now = now
        self._number = itertools.count(1)
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """Opens the camera and yields its frames until `close`.

        Raises:
            DeviceError: the camera is missing, taken, unplugged or repeats one old frame.
        """
        self._closed = False
        capture = self._open()
        try:
            last_bgr: NDArray[np.uint8] | None = None
            changed_at = self._now()
            lock = ExposureLock(capture, self._mains_hz)
            while not self._closed:
                image_bgr = self._read(capture)
                lock.take(image_bgr)
                at = self._now()
                if last_bgr is None or not _is_same(image_bgr, last_bgr):
                    changed_at = at
                elif at - changed_at >= STALE_S:
                    raise self._trouble(f"it repeats one picture for {STALE_S:g} s", "plug it out and in again")
                last_bgr = image_bgr
                yield Frame(image_bgr, at, next(self._number))
        finally:
            capture.release()

    def close(self) -> None:
        """Ends `frames` at its next frame. May be called twice."""
        self._closed = True

    def _open(self) -> cv2.VideoCapture:
        import cv2

        node = self._node()
        if node is None:
            capture = cv2.VideoCapture(str(self._source))
        elif not node.exists():
            raise self._trouble("it is not there", "plug it in, or name another: --camera usb:N")
        else:
            capture = cv2.VideoCapture(int(node.name.removeprefix("video")), cv2.CAP_V4L2)
        if not capture.isOpened():
            raise self._trouble("it can't be opened", "end the program that uses it, or name another: --camera usb:N")
        if node is not None:
            self._ask_for_format(capture)
        return capture

    def _node(self) -> Path | None:
        """The device to open; None for a video file."""
        match self._source:
            case None:
                return next((link.resolve() for link in usb_cameras(self._by_id)), Path(f"/dev/video{FIRST_SOURCE}"))
            case int(number):
                return Path(f"/dev/video{number}")
            case link if link.parent == self._by_id:
                return link.resolve()
            case _:
                return None

    def _ask_for_format(self, capture: cv2.VideoCapture) -> None:
        import cv2

        wanted = {
            # The order matters: the format decides which sizes there are, and the size which rates.
            cv2.CAP_PROP_FOURCC: cv2.VideoWriter.fourcc(*"MJPG"),
            cv2.CAP_PROP_FRAME_WIDTH: self._size_wh[0],
            cv2.CAP_PROP_FRAME_HEIGHT: self._size_wh[1],
            cv2.CAP_PROP_FPS: self._frames_per_second,
            cv2.CAP_PROP_BUFFERSIZE: 1,
        }
        for name, value in wanted.items():
            capture.set(name, value)
        # What `set` returns proves nothing.
        granted = {name: capture.get(name) for name in wanted}
        if granted != wanted:
            _log.warning("%s: wanted %s, got %s", self._name(), list(wanted.values()), list(granted.values()))

    def _read(self, capture: cv2.VideoCapture) -> NDArray[np.uint8]:
        is_read, image_bgr = capture.read()
        if not is_read:
            raise self._trouble("it gives no more pictures", "check its cable")
        return cast("NDArray[np.uint8]", image_bgr)

    def _trouble(self, reason: str, remedy: str) -> DeviceError:
        return DeviceError("camera", f"{self._name()}: {reason}", remedy)

    def _name(self) -> str:
        if self._source is None:
            return "USB camera"
        return f"/dev/video{self._source}" if isinstance(self._source, int) else str(self._source)


def _is_same(image_bgr: NDArray[np.uint8], other_bgr: NDArray[np.uint8]) -> bool:
    import numpy as np

    return np.array_equal(image_bgr, other_bgr)
