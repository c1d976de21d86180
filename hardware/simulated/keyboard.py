"""The four buttons on a terminal's keyboard, for playing on a PC."""

from __future__ import annotations

import atexit
import codecs
import contextlib
import os
import re
import select
import termios
import threading
import time
import tty
from collections.abc import Callable

from hardware.ports import Button, DeviceError, Press

BUTTON_KEYS: dict[str, tuple[Button, bool]] = {
    "right": (Button.NEXT, False),
    "down": (Button.NEXT, False),
    "n": (Button.NEXT, False),
    "N": (Button.NEXT, True),
    "left": (Button.BACK, False),
    "up": (Button.BACK, False),
    "b": (Button.BACK, False),
    "B": (Button.BACK, True),
    "enter": (Button.OK, False),
    "o": (Button.OK, False),
    "O": (Button.OK, True),
    "backspace": (Button.UNDO, False),
    "u": (Button.UNDO, False),
    "U": (Button.UNDO, True),
}
"""Which button each key presses, and whether as a long press."""

ESCAPE_S = 0.05
"""An escape sequence arrives at once; an Escape followed by nothing for this long is the key itself."""

_NAMES = {
    "\r": "enter",
    "\n": "enter",
    "\x7f": "backspace",
    "\b": "backspace",
    "\t": "tab",
    "\x1b": "escape",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
}
_KEY = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[@-~]|.", re.DOTALL)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|O)?\Z")


def decode_keys(text: str) -> tuple[tuple[str, ...], str]:
    """Splits what a terminal sends into keys.

    Args:
        text: characters as read, in any portion.

    Returns:
        The keys in order, a printable character as itself and the others by name (`enter`, `backspace`, `tab`,
        `escape`, `up`, `down`, `left`, `right`), unknown sequences left out; and the unfinished escape sequence at
        the end, to be put before what is read next.
    """
    unfinished = _UNFINISHED.search(text)
    rest = unfinished.group() if unfinished else ""
    parts = _KEY.findall(text[: len(text) - len(rest)])
    return tuple(_NAMES.get(part, part) for part in parts if part in _NAMES or part.isprintable()), rest


class KeyboardButtons:
    """Keeps the protocol `Buttons`. The terminal reads key by key until `close`."""

    def __init__(
        self,
        failed: Callable[[DeviceError], None],
        other: Callable[[str], None] | None = None,
        terminal_fd: int = 0,
        now: Callable[[], float] = time.monotonic,
        escape_s: float = ESCAPE_S,
    ) -> None:
        """Takes the keyboard.

        Args:
            failed: told from the reading thread when the terminal goes away; must return at once.
            other: given every key, as `decode_keys` names it, that is no button.
            terminal_fd: file descriptor of the terminal.
            now: the clock of the presses, in seconds.
            escape_s: how long to wait for the rest of an escape sequence.

        Raises:
            DeviceError: `terminal_fd` is no terminal.
        """
        if not os.isatty(terminal_fd):
            raise DeviceError("buttons", "no keyboard here", "start it in a terminal, or choose --buttons none")
        self._terminal_fd = terminal_fd
        self._failed = failed
        self._other = other
        self._now = now
        self._escape_s = escape_s
        self._thread: threading.Thread | None = None
        self._closed = False
        self._awake_fd, self._wake_fd = os.pipe()
        self._before = termios.tcgetattr(terminal_fd)
        tty.setcbreak(terminal_fd, termios.TCSADRAIN)  # keys typed already count
        atexit.register(self.close)

    def listen(self, post: Callable[[Press], None]) -> None:
        """Calls `post` for every press from now on, from a thread of its own."""
        self._thread = threading.Thread(target=self._read, args=(post,), name="keyboard", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Gives the keyboard back as it was. May be called twice, from any thread."""
        if self._closed:
            return
        self._closed = True
        atexit.unregister(self.close)
        os.write(self._wake_fd, b"\0")
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        with contextlib.suppress(termios.error):  # the terminal itself may be gone
            termios.tcsetattr(self._terminal_fd, termios.TCSADRAIN, self._before)
        os.close(self._wake_fd)
        os.close(self._awake_fd)

    def _read(self, post: Callable[[Press], None]) -> None:
        decoder = codecs.getincrementaldecoder("utf-8")("replace")
        rest = ""
        while not self._closed:
            ready, _, _ = select.select([self._terminal_fd, self._awake_fd], [], [], self._escape_s if rest else None)
            if self._awake_fd in ready:
                return
            if ready:
                typed = _read_or_nothing(self._terminal_fd)
                if not typed:
                    self._failed(DeviceError("buttons", "the keyboard is gone", "start again in a terminal"))
                    return
                keys, rest = decode_keys(rest + decoder.decode(typed))
            else:
                keys, rest = (("escape",) if rest == "\x1b" else ()), ""
            for key in keys:
                self._tell(key, post)

    def _tell(self, key: str, post: Callable[[Press], None]) -> None:
        if key in BUTTON_KEYS:
            button, held = BUTTON_KEYS[key]
            post(Press(button, held, self._now()))
        elif self._other is not None:
            self._other(key)


def _read_or_nothing(terminal_fd: int) -> bytes:
    try:
        return os.read(terminal_fd, 1024)
    except OSError:  # Linux says EIO, not end of file, once the other side has hung up
        return b""
