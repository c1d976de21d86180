"""OLED displays with an SSD1306 or SH1106 on the I2C bus, through luma.oled."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal

import luma.core.error
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image

from hardware.ports import DISPLAY_SIZE_WH, DeviceError, Light, Look

if TYPE_CHECKING:
    from luma.core.device import device

Chip = Literal["ssd1306", "sh1106"]

ADDRESSES = (0x3C, 0x3D)
"""The two addresses that a panel can be soldered to."""
CONTRAST = 0x7F
DIM_CONTRAST = 0x08
"""As dim as the chips get is still well lit."""
NOP = 0xE3
"""A command that does nothing, listed in the data sheets of both chips."""


def open_wire(address: int) -> i2c:
    """Opens /dev/i2c-1, the Pi's bus on header pins 3 and 5, for a panel's address."""
    return i2c(port=1, address=address)


# luma tells of a panel that doesn't answer, but a fault inside a block of pixels stays an OSError.
_BUS_ERRORS = (OSError, luma.core.error.Error)


def find_panel(open_wire: Callable[[int], i2c] = open_wire) -> int:
    """Asks each address without changing what is shown.

    Returns:
        The address that answers.

    Raises:
        DeviceError: none does.
    """
    trouble: Exception | None = None
    for address in ADDRESSES:
        try:
            _wire_to_panel(open_wire, address).cleanup()
        except _BUS_ERRORS as error:
            trouble = error
        else:
            return address
    raise _no_answer(trouble)


def _wire_to_panel(open_wire: Callable[[int], i2c], address: int) -> i2c:
    """Opens the bus and asks the panel at an address whether it is there."""
    wire = open_wire(address)
    try:
        wire.command(NOP)
    except _BUS_ERRORS:
        wire.cleanup()
        raise
    return wire


def _no_answer(error: Exception | None) -> DeviceError:
    remedy = "check its four wires, and that I2C is on (sudo raspi-config)"
    return DeviceError("screen", f"the display does not answer ({error})", remedy)


class Oled:
    """Keeps the protocol `Display`. The panel is looked for at every `show` until it answers, so it may come late.

    A panel that was unplugged has lost its registers and stays dark although writing to it succeeds. So any failure
    drops it, and the next `show` sets it up from the start.
    """

    def __init__(
        self,
        chip: Chip = "ssd1306",
        column_offset: int = 2,
        contrast: int = CONTRAST,
        open_wire: Callable[[int], i2c] = open_wire,
    ) -> None:
        """Touches no bus yet.

        Args:
            chip: what drives the panel; it can't be told from outside.
            column_offset: the first column of an SH1106's 132 that can be seen, 2 on most panels and 0 on some.
            contrast: brightness when bright, 0..255.
            open_wire: opens the bus for a panel's address, /dev/i2c-1 by default.
        """
        self._chip = chip
        self._column_offset = column_offset
        self._contrast = contrast
        self._open_wire = open_wire
        self._wire: i2c | None = None
        self._panel: device | None = None
        self._image = Image.new("1", DISPLAY_SIZE_WH)
        self._look = Look()
        self._shown = b""

    def show(self, image: Image.Image) -> None:
        """Shows a one-bit image of DISPLAY_SIZE_WH; the same one again costs nothing.

        Raises:
            DeviceError: no panel answers, or it stopped in the middle.
        """
        self._image = image.copy()
        with self._answering():
            if self._panel is None:
                self._panel = self._set_up()
                self._light(self._panel)
            self._send(self._panel)

    def set_look(self, look: Look) -> None:
        """Lights, dims or darkens the panel and moves the picture; a panel that is away gets the look when it is back.

        Raises:
            DeviceError: the panel no longer answers.
        """
        before, self._look = self._look, look
        if self._panel is None:
            return
        with self._answering():
            self._send(self._panel)
            if look.light is not before.light:
                self._light(self._panel)

    def check(self) -> None:
        """Asks the panel whether it is there: one that is back after a loose wire would stay dark until then.

        Raises:
            DeviceError: it no longer answers; the next `show` sets it up from the start.
        """
        if self._wire is not None:
            with self._answering():
                self._wire.command(NOP)

    def close(self, keep_picture: bool = False) -> None:
        """Gives the bus back, the panel cleared unless its picture is to stay. May be called twice."""
        if self._panel is not None:
            self._panel.persist = keep_picture  # else luma clears it when the interpreter ends
            if not keep_picture:
                with contextlib.suppress(*_BUS_ERRORS):  # a panel that is gone needs no clearing
                    self._panel.hide()
                    self._panel.clear()
        self._drop()

    def _send(self, panel: device) -> None:
        shifted = Image.new("1", DISPLAY_SIZE_WH)
        shifted.paste(self._image, self._look.shift_xy)
        pixels = shifted.tobytes()
        if pixels != self._shown:
            panel.display(shifted)
            self._shown = pixels

    def _light(self, panel: device) -> None:
        if self._look.light is Light.DARK:
            panel.hide()
            return
        panel.contrast(self._contrast if self._look.light is Light.BRIGHT else min(self._contrast, DIM_CONTRAST))
        panel.show()

    @contextlib.contextmanager
    def _answering(self) -> Iterator[None]:
        try:
            yield
        except _BUS_ERRORS as error:
            self._drop()
            raise _no_answer(error) from error

    def _set_up(self) -> device:
        self._wire = self._find()
        width, height = DISPLAY_SIZE_WH
        if self._chip == "ssd1306":
            return ssd1306(self._wire, width, height)
        return sh1106(self._wire, width, height, page_address_offset=self._column_offset)

    def _find(self) -> i2c:
        """Asks each address before anything is built on it: luma keeps every panel, failed ones too, until the end."""
        for address in ADDRESSES[:-1]:
            with contextlib.suppress(*_BUS_ERRORS):
                return _wire_to_panel(self._open_wire, address)
        return _wire_to_panel(self._open_wire, ADDRESSES[-1])

    def _drop(self) -> None:
        if self._wire is not None:
            self._wire.cleanup()
        self._wire = self._panel = None
        self._shown = b""
