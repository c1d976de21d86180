"""An I2C bus with an OLED panel on it that decodes what it is sent back into the picture on the glass.

It knows the command lengths of the data sheets (SSD1306 rev 1.1 table 9-1, SH1106 v2.3 section "Commands"), so that
arguments are never taken for commands, and it refuses what neither names.
"""

from __future__ import annotations

import errno
from typing import Any, Literal

import smbus2
from luma.core.interface.serial import i2c
from PIL import Image

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8

COMMANDS, PIXELS = 0x00, 0x40
"""The control byte in front of commands and in front of pixels."""

ARGUMENTS = {0x20: 1, 0x21: 2, 0x22: 2, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1}
"""How many bytes follow a command, where any do."""
NOT_IN_SH1106 = (0x20, 0x21, 0x22, 0x8D)
"""Commands of the SSD1306 alone. luma sends two of them to the SH1106 too, which takes them for nothing."""


class RecordingBus:
    """One panel at one address.

    Attributes:
        contrast: as last set, 0..255.
        is_on: whether the panel is lit.
        bytes_sent: everything on the wire but the address bytes.
    """

    def __init__(self, chip: Literal["ssd1306", "sh1106"], address: int = 0x3C, left: int = 2) -> None:
        """Plugs the panel in.

        Args:
            chip: which it is.
            address: where it answers.
            left: the SH1106's first column on the glass.
        """
        self.chip = chip
        self.address = address
        self.bytes_sent = 0
        self._columns = 132 if chip == "sh1106" else 128
        self._left = left if chip == "sh1106" else 0
        self._answers_for: int | None = None
        self._is_plugged = True
        self._reset()

    def _reset(self) -> None:
        self.contrast = 0x7F
        self.is_on = self._is_inverted = self._is_mirrored = self._is_flipped = False
        self._mode = 2  # page by page
        self._column = self._page = 0
        self._window = (0, self._columns - 1, 0, PAGES - 1)
        # A panel wakes with noise in its memory.
        self._ram = bytearray((37 * n) % 251 for n in range(self._columns * PAGES))

    def unplug(self, after_bytes: int = 0) -> None:
        """Pulls the plug now, or once so many more bytes were sent."""
        self._answers_for = after_bytes

    def plug(self) -> None:
        """Plugs the panel in again; it has lost its registers and its picture."""
        self._answers_for = None
        self._reset()

    def image(self) -> Image.Image:
        """Gives what a person sees on the glass of a module that is mounted as usual, upright."""
        image = Image.new("1", (WIDTH, HEIGHT))
        if not self.is_on:
            return image
        for y in range(HEIGHT):
            for x in range(WIDTH):
                byte = self._ram[y // 8 * self._columns + self._left + x]
                image.putpixel((x, y), (byte >> y % 8 & 1) ^ self._is_inverted)
        if not self._is_mirrored:
            image = image.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        if not self._is_flipped:
            image = image.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        return image

    def write_i2c_block_data(self, address: int, control: int, data: list[int]) -> None:
        """Takes at most 32 bytes, as smbus2 does."""
        assert len(data) <= 32
        self._take(address, bytes([control, *data]))

    def i2c_rdwr(self, message: Any) -> None:
        """Takes a message of any length, as smbus2 does."""
        self._take(message.addr, bytes(message))

    def close(self) -> None:
        """Closes the bus, not the panel."""

    def _take(self, address: int, message: bytes) -> None:
        if address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        if self._answers_for is not None:
            self._answers_for -= len(message)
            if self._answers_for < 0:
                raise OSError(errno.EIO, "Input/output error")
        self.bytes_sent += len(message)
        if message[0] == PIXELS:
            self._take_pixels(message[1:])
        else:
            assert message[0] == COMMANDS
            self._take_commands(message[1:])

    def _take_commands(self, data: bytes) -> None:
        at = 0
        while at < len(data):
            command = data[at]
            is_known = self.chip == "ssd1306" or command not in NOT_IN_SH1106
            length = ARGUMENTS.get(command, 0) if is_known else 0
            arguments = data[at + 1 : at + 1 + length]
            assert len(arguments) == length, f"command {command:#x} is cut off"
            if is_known:
                self._do(command, arguments)
            at += 1 + length

    def _do(self, command: int, arguments: bytes) -> None:
        match command:
            case 0x20:
                self._mode = arguments[0]
            case 0x21:
                self._window = (arguments[0], arguments[1], *self._window[2:])
                self._column = arguments[0]
            case 0x22:
                self._window = (*self._window[:2], arguments[0], arguments[1])
                self._page = arguments[0]
            case 0x81:
                self.contrast = arguments[0]
            case 0xA0 | 0xA1:
                self._is_mirrored = command == 0xA1
            case 0xA6 | 0xA7:
                self._is_inverted = command == 0xA7
            case 0xAE | 0xAF:
                self.is_on = command == 0xAF
            case 0xC0 | 0xC8:
                self._is_flipped = command == 0xC8
            case _ if command <= 0x0F:
                self._column = self._column & 0xF0 | command
            case _ if command <= 0x1F:
                self._column = self._column & 0x0F | (command & 0x0F) << 4
            case _ if 0xB0 <= command <= 0xB7:
                self._page = command & 0x07
            case _:
                # Set-up of the drive that changes no pixel, or nothing we know.
                assert command in (0x40, 0xA4, 0xE3, *ARGUMENTS), f"{self.chip} has no command {command:#x}"

    def _take_pixels(self, data: bytes) -> None:
        first_column, last_column, first_page, last_page = self._window
        for byte in data:
            self._ram[self._page * self._columns + self._column] = byte
            self._column += 1
            if self._mode != 0:
                self._column %= self._columns
            elif self._column > last_column:
                self._column = first_column
                self._page = first_page if self._page == last_page else self._page + 1


def wire_of_32_bytes(bus: RecordingBus, address: int) -> i2c:
    """Opens the bus as luma does with a bus from outside: in blocks of 32 bytes."""
    return i2c(bus=bus, address=address)


def wire_of_whole_frames(bus: RecordingBus, address: int) -> i2c:
    """Opens the bus as luma does with one of its own, on a Pi: pixels in one message."""
    wire = i2c(bus=bus, address=address)
    wire._managed = True
    wire._i2c_msg_write = smbus2.i2c_msg.write
    return wire
