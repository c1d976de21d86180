"""OLED displays with an SSD1306 or SH1106 on the I2C bus, through luma.oled."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import luma.core.error
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306

from hardware.ports import DISPLAY_SIZE_WH, DeviceError

if TYPE_CHECKING:
    from luma.core.device import device
    from PIL.Image import Image

Chip = Literal["ssd1306", "sh1106"]

ADDRESSES = (0x3C, 0x3D)
"""The two addresses that a panel can be soldered to."""
NOP = 0xE3
"""A command that does nothing, listed in the data sheets of both chips."""


def open_wire(address: int) -> i2c:
    """Opens /dev/i2c-1, the Pi's bus on header pins 3 and 5, for a panel's address."""
    return i2c(port=1, address=address)


# luma tells of a panel that doesn't answer, but a fault inside a block of pixels stays an OSError.
_BUS_ERRORS = (OSError, luma.core.error.Error)


class Oled:
    """Keeps the protocol `Display`. The panel is looked for at every `show` until it answers, so it may come late.

    A panel that was unplugged has lost its registers and stays dark although writing to it succeeds. So any failure
    drops it, and the next `show` sets it up from the start.
    """

    def __init__(
        self,
        chip: Chip = "ssd1306",
        column_offset: int = 2,
        contrast: int = 0x7F,
        open_wire: Callable[[int], i2c] = open_wire,
    ) -> None:
        """Touches no bus yet.

        Args:
            chip: what drives the panel; it can't be told from outside.
            column_offset: the first column of an SH1106's 132 that can be seen, 2 on most panels and 0 on some.
            contrast: brightness, 0..255.
            open_wire: opens the bus for a panel's address, /dev/i2c-1 by default.
        """
        self._chip = chip
        self._column_offset = column_offset
        self._contrast = contrast
        self._open_wire = open_wire
        self._wire: i2c | None = None
        self._panel: device | None = None
        self._shown = b""

    def show(self, image: Image) -> None:
        """Shows a one-bit image of DISPLAY_SIZE_WH; the same one again costs nothing.

        Raises:
            DeviceError: no panel answers, or it stopped in the middle.
        """
        pixels = image.tobytes()
        if self._panel is not None and pixels == self._shown:
            return
        try:
            if self._panel is None:
                self._panel = self._set_up()
            self._panel.display(image)
        except _BUS_ERRORS as error:
            self._drop()
            remedy = "check its four wires, and that I2C is on (sudo raspi-config)"
            raise DeviceError("screen", f"the display does not answer ({error})", remedy) from error
        self._shown = pixels

    def close(self) -> None:
        """Clears the display and gives the bus back. May be called twice."""
        if self._panel is not None:
            with contextlib.suppress(*_BUS_ERRORS):  # a panel that is gone needs no clearing
                self._panel.hide()
                self._panel.clear()
        self._drop()

    def _set_up(self) -> device:
        self._wire = self._find()
        width, height = DISPLAY_SIZE_WH
        if self._chip == "ssd1306":
            panel = ssd1306(self._wire, width, height)
        else:
            panel = sh1106(self._wire, width, height, page_address_offset=self._column_offset)
        panel.contrast(self._contrast)
        return panel

    def _find(self) -> i2c:
        """Asks each address before anything is built on it: luma keeps every panel, failed ones too, until the end."""
        for address in ADDRESSES[:-1]:
            with contextlib.suppress(*_BUS_ERRORS):
                return self._opened(address)
        return self._opened(ADDRESSES[-1])

    def _opened(self, address: int) -> i2c:
        wire = self._open_wire(address)
        try:
            wire.command(NOP)
        except _BUS_ERRORS:
            wire.cleanup()
            raise
        return wire

    def _drop(self) -> None:
        if self._wire is not None:
            self._wire.cleanup()
        self._wire = self._panel = None
