"""A display that keeps what it was given, for scripted games and tests."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from hardware.ports import DISPLAY_SIZE_WH, DeviceError, Look

if TYPE_CHECKING:
    from PIL.Image import Image


class RecordingDisplay:
    """Keeps the protocol `Display`, with a plug that can be pulled.

    Attributes:
        image: what is on the display now; None before the first picture and after the plug was pulled.
        look: how it shows its pictures.
        shows: how many pictures were shown.
    """

    def __init__(self) -> None:
        self.image: Image | None = None
        self.look = Look()
        self.shows = 0
        self._plugged = True

    def show(self, image: Image) -> None:
        """Shows a one-bit image of DISPLAY_SIZE_WH.

        Raises:
            DeviceError: the display is unplugged.
            ValueError: the image has another mode or size.
        """
        self._check_plug()
        if (image.mode, image.size) != ("1", DISPLAY_SIZE_WH):
            raise ValueError(f"a display shows mode 1 at {DISPLAY_SIZE_WH}, not mode {image.mode} at {image.size}")
        self.image = image.copy()
        self.shows += 1

    def set_look(self, look: Look) -> None:
        """Keeps how pictures are to be shown; unplugged it fails like `show`.

        Raises:
            DeviceError: the display is unplugged.
        """
        self._check_plug()
        self.look = look

    def check(self) -> None:
        """Does nothing while the plug is in.

        Raises:
            DeviceError: the display is unplugged.
        """
        self._check_plug()

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

    def close(self, keep_picture: bool = False) -> None:
        """Clears the display unless its last picture is to stay. May be called twice."""
        if not keep_picture:
            self.image = None

    def _check_plug(self) -> None:
        if not self._plugged:
            raise DeviceError("screen", "the display is unplugged", "plug it in")
