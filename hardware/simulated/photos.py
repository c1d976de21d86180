"""A camera over a folder of pictures, one at a time like a slide changer."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, cast

from hardware.ports import DeviceError, Frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PICTURE_SUFFIXES = frozenset({".bmp", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp"})
BLANK_S = 0.6
"""How long the blank grey between two pictures lasts."""
BLANK_LEVEL = 128


class PhotosCamera:
    """Keeps the protocol `Camera`. Shows one picture at rest until `next_photo`; after the last comes the first."""

    def __init__(
        self, folder: Path, frames_per_second: float = 10.0, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Lists the pictures.

        Args:
            folder: where the pictures are; only files with one of PICTURE_SUFFIXES are taken.
            frames_per_second: how fast `frames` goes.
            now: the clock of the frames, in seconds.

        Raises:
            DeviceError: no folder, or no pictures in it.
        """
        self._photos = list_photos(folder)
        self._period_s = 1 / frames_per_second
        self._now = now
        self._changes = 0
        self._number = itertools.count(1)
        self._closed = threading.Event()

    def next_photo(self) -> Path:
        """Changes to the next picture, after a stretch of blank grey, and gives its path. From any thread."""
        self._changes += 1
        return self._photo(self._changes)

    def frames(self) -> Iterator[Frame]:
        """Yields frames of the picture's own size until `close`.

        Raises:
            DeviceError: a picture can't be read; `next_photo` passes over it.
        """
        self._closed.clear()
        for image_bgr in self._images():
            if self._closed.wait(self._period_s):
                return
            yield Frame(image_bgr, self._now(), next(self._number))

    def close(self) -> None:
        """Ends `frames`. May be called twice."""
        self._closed.set()

    def _images(self) -> Iterator[NDArray[np.uint8]]:
        shown = self._changes
        image_bgr = read_photo(self._photo(shown))
        while True:
            yield image_bgr
            if self._changes != shown:
                shown = self._changes
                image_bgr = read_photo(self._photo(shown))
                yield from itertools.repeat(_blank_like(image_bgr), max(1, round(BLANK_S / self._period_s)))

    def _photo(self, changes: int) -> Path:
        return self._photos[changes % len(self._photos)]


def list_photos(folder: Path) -> tuple[Path, ...]:
    """Lists the pictures in a folder, by name.

    Raises:
        DeviceError: no folder, or no pictures in it.
    """
    remedy = "name a folder with pictures: --camera photos:DIR"
    try:
        photos = sorted(path for path in folder.iterdir() if path.suffix.lower() in PICTURE_SUFFIXES)
    except OSError as error:
        raise DeviceError("camera", f"{folder} can't be listed ({error.strerror})", remedy) from error
    if not photos:
        raise DeviceError("camera", f"{folder} holds no pictures", remedy)
    return tuple(photos)


def read_photo(path: Path) -> NDArray[np.uint8]:
    """Reads a picture, turned the way up that its EXIF orientation says.

    Returns:
        image_bgr: uint8, shape (height, width, 3).

    Raises:
        DeviceError: the file is missing or no picture.
    """
    import cv2

    image_bgr = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image_bgr is None:
        raise DeviceError("camera", f"{path} can't be read as a picture", "replace or remove the file")
    return cast("NDArray[np.uint8]", image_bgr)


def _blank_like(image_bgr: NDArray[np.uint8]) -> NDArray[np.uint8]:
    import numpy as np

    return np.full_like(image_bgr, BLANK_LEVEL)
