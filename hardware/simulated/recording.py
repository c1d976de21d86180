"""A display that keeps what it was given, for scripted games and tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hardware.ports import DISPLAY_SIZE_WH, DeviceError

if TYPE_CHECKING:
    from PIL.Image import Image


class RecordingDisplay:
    """Keeps the protocol `Display`, with a plug that can be pulled.

    Attributes:
        image: what is on the display now; None before the first picture and after the plug was pulled.
        shows: how many pictures were shown.
    """

    def __init__(self) -> None:
        self.image: Image | None = None
        self.shows = 0
        self._plugged = True

    def show(self, image: Image) -> None:
        """Shows a one-bit image of DISPLAY_SIZE_WH.

        Raises:
            DeviceError: the display is unplugged.
            ValueError: the image has another mode or size.
        """
        if not self._plugged:
            raise DeviceError("screen", "the display is unplugged", "plug it in")
        if (image.mode, image.size) != ("1", DISPLAY_SIZE_WH):
            raise ValueError(f"a display shows mode 1 at {DISPLAY_SIZE_WH}, not mode {image.mode} at {image.size}")
        self.image = image.copy()
        self.shows += 1

    def save(self, path: Path) -> None:
        """Saves what is on the display as a PNG of DISPLAY_SIZE_WH.

        Raises:
            DeviceError: nothing is on the display.
            OSError: the file can't be written.
        """
        if self.image is None:
            raise DeviceError("screen", "nothing is shown", "show a picture before saving it")
        self.image.save(path, format="PNG")

    def unplug(self) -> None:
        """Pulls the plug: the picture is lost, and `show` fails until `plug`."""
        self._plugged = False
        self.image = None

    def plug(self) -> None:
        """Plugs the display in again; it stays dark until the next picture."""
        self._plugged = True

    def close(self) -> None:
        """Clears the display. May be called twice."""
        self.image = None
