"""Lines in a terminal, on a real pseudo-terminal, and in a file."""

from __future__ import annotations

import fcntl
import os
import struct
import termios
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from hardware.ports import DeviceError
from hardware.simulated.terminal import Terminal

ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"
LEAVE = "\x1b[?7h\x1b[?25h\x1b[?1049l"
MARK = b"\x05"
"""Written after what is to be seen, since a terminal passes on what it gets in its own time."""


class Window(NamedTuple):
    """A terminal window: `seen` gives what was written since the last time."""

    terminal: Terminal
    looking_fd: int
    terminal_fd: int

    def resize(self, columns: int, rows: int) -> None:
        fcntl.ioctl(self.terminal_fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def seen(self) -> str:
        os.write(self.terminal_fd, MARK)
        seen = b""
        while not seen.endswith(MARK):
            seen += os.read(self.looking_fd, 100_000)
        return seen.removesuffix(MARK).decode()


@pytest.fixture
def window() -> Iterator[Window]:
    looking_fd, terminal_fd = os.openpty()
    with os.fdopen(terminal_fd, "w", encoding="utf-8") as out:
        opened = Window(Terminal(out), looking_fd, terminal_fd)
        opened.resize(columns=40, rows=10)
        yield opened
        opened.terminal.close()
    os.close(looking_fd)


def test_the_first_screen_takes_the_window_and_hides_the_cursor(window: Window) -> None:
    window.terminal.show_lines(("Ann", "für Bo"))
    assert window.seen() == ENTER + "\x1b[HAnn\x1b[K\r\nfür Bo\x1b[K\x1b[J"


def test_the_next_screen_is_drawn_in_place(window: Window) -> None:
    window.terminal.show_lines(("Ann", "Bo"))
    window.seen()
    window.terminal.show_lines(("Cy",))
    assert window.seen() == "\x1b[HCy\x1b[K\x1b[J"


def test_the_same_screen_is_not_drawn_again(window: Window) -> None:
    window.terminal.show_lines(("Ann",))
    window.seen()
    window.terminal.show_lines(("Ann",))
    assert window.seen() == ""


def test_the_same_screen_is_drawn_again_in_a_window_of_another_size(window: Window) -> None:
    window.terminal.show_lines(("Ann",))
    window.seen()
    window.resize(columns=50, rows=10)
    window.terminal.show_lines(("Ann",))
    assert "Ann" in window.seen()


def test_lines_below_the_window_are_cut_off(window: Window) -> None:
    window.resize(columns=40, rows=2)
    window.terminal.show_lines(("one", "two", "three"))
    drawn = window.seen()
    assert "two" in drawn
    assert "three" not in drawn


def test_close_clears_and_gives_the_cursor_back_once(window: Window) -> None:
    window.terminal.show_lines(("Ann",))
    window.seen()
    window.terminal.close()
    window.terminal.close()
    assert window.seen() == LEAVE


def test_close_of_an_unused_terminal_writes_nothing(window: Window) -> None:
    window.terminal.close()
    assert window.seen() == ""


def test_it_can_be_used_again_after_close(window: Window) -> None:
    window.terminal.show_lines(("Ann",))
    window.terminal.close()
    window.seen()
    window.terminal.show_lines(("Ann",))
    assert window.seen().startswith(ENTER)


def test_where_the_output_is_no_terminal_changed_screens_are_printed_plainly(tmp_path: Path) -> None:
    written = tmp_path / "screens.txt"
    with written.open("w", encoding="utf-8") as out:
        terminal = Terminal(out)
        for lines in (("Ann", "rolls"), ("Ann", "rolls"), ("Bo",)):
            terminal.show_lines(lines)
        terminal.close()
    assert written.read_text(encoding="utf-8") == "Ann\nrolls\n\nBo\n\n"


def test_an_output_that_is_gone_is_a_device_error() -> None:
    reading_fd, writing_fd = os.pipe()
    os.close(reading_fd)
    out = os.fdopen(writing_fd, "w", encoding="utf-8")
    terminal = Terminal(out)
    with pytest.raises(DeviceError, match=r"^screen: the terminal is gone .*--screen none"):
        terminal.show_lines(("Ann",))
    with pytest.raises(BrokenPipeError):
        out.close()  # what could not be written is still in its buffer
