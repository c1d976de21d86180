"""The camera as the page sees it: the latest frame, kept on its way to the eyes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Final

from hardware.ports import Camera, Frame

QUALITY: Final = 70
WIDEST: Final = 640
_SIZE_BYTES: Final = 2


class WatchedCamera:
    """Keeps the port of another camera, and its latest frame."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._latest: Frame | None = None
        self._fresh = threading.Condition()

    def frames(self) -> Iterator[Frame]:
        """Yields the frames of the camera."""
        try:
            for frame in self._camera.frames():
                with self._fresh:
                    self._latest = frame
                    self._fresh.notify_all()
                yield frame
        finally:
            self._latest = None

    def close(self) -> None:
        """Gives the camera back."""
        self._camera.close()

    @property
    def latest(self) -> Frame | None:
        """The newest frame; None while the camera gives none."""
        return self._latest

    def next_frames(self, count: int, timeout_s: float) -> list[Frame]:
        """Waits for so many new frames; fewer when they don't come in time."""
        seen: list[Frame] = []
        with self._fresh:
            while len(seen) < count and self._fresh.wait(timeout_s):
                if self._latest is not None:
                    seen.append(self._latest)
        return seen


def packed(frame: Frame) -> bytes:
    """A frame for the page: its width and height, two bytes each, then a JPEG 640 pixels wide at most.

    Readings are in pixels of the frame, so the page has to know its size.
    """
    import cv2

    height, width = frame.image_bgr.shape[:2]
    image = frame.image_bgr
    if width > WIDEST:
        small_wh = (WIDEST, round(height * WIDEST / width))
        image = cv2.resize(image, small_wh, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    jpeg: bytes = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
    return int(width).to_bytes(_SIZE_BYTES) + int(height).to_bytes(_SIZE_BYTES) + jpeg


def unpacked(body: bytes) -> tuple[int, int, bytes]:
    """Width and height of the frame, and the JPEG."""
    width, height = body[:_SIZE_BYTES], body[_SIZE_BYTES : 2 * _SIZE_BYTES]
    return int.from_bytes(width), int.from_bytes(height), body[2 * _SIZE_BYTES :]
