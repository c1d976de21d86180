"""A terminal that shows lines of text in place."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
from typing import TextIO

from hardware.ports import DeviceError

# The other screen, so that what stood in the terminal before comes back; no cursor; no wrapping of long lines.
_ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"
_LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"
_HOME = "\x1b[H"
_CLEAR_LINE = "\x1b[K"
_CLEAR_BELOW = "\x1b[J"


class Terminal:
    """Shows one screenful of text at a time. Where the output is no terminal, it prints each changed screen plainly."""

    def __init__(self, out: TextIO | None = None) -> None:
        """Takes over the terminal at the first `show_lines`.

        Args:
            out: where to write, standard output by default.
        """
        self._out = sys.stdout if out is None else out
        self._in_place = self._out.isatty()
        self._entered = False
        self._shown: tuple[tuple[str, ...], tuple[int, int]] | None = None

    def show_lines(self, lines: tuple[str, ...]) -> None:
        """Shows `lines` from the top; what doesn't fit into the window is cut off.

        Raises:
            DeviceError: the terminal is gone.
        """
        size_wh = _size_wh(self._out) if self._in_place else (0, 0)
        if self._shown == (lines, size_wh):
            return
        self._write(self._drawn(lines[: size_wh[1]]) if self._in_place else "\n".join((*lines, "", "")))
        self._shown = (lines, size_wh)

    def close(self) -> None:
        """Clears the screen and gives the terminal back as it was. May be called twice."""
        if not self._entered:
            return
        self._entered = False
        self._shown = None
        atexit.unregister(self.close)
        with contextlib.suppress(DeviceError):  # a terminal that is gone needs no tidying
            self._write(_LEAVE)

    def _drawn(self, lines: tuple[str, ...]) -> str:
        enter = "" if self._entered else _ENTER
        if not self._entered:
            self._entered = True
            atexit.register(self.close)
        return enter + _HOME + "\n".join(line + _CLEAR_LINE for line in lines) + _CLEAR_BELOW

    def _write(self, text: str) -> None:
        try:
            self._out.write(text)
            self._out.flush()
        except OSError as error:
            reason = f"the terminal is gone ({error.strerror})"
            raise DeviceError("screen", reason, "start again in a terminal, or choose --screen none") from error


def _size_wh(out: TextIO) -> tuple[int, int]:
    columns, rows = os.get_terminal_size(out.fileno())
    # A terminal that doesn't know its size says 0.
    return columns or 80, rows or 24
