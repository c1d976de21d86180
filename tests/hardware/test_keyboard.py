"""The keyboard as buttons, on a real pseudo-terminal."""

from __future__ import annotations

import os
import queue
import termios
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ports import Button, DeviceError, Press
from hardware.simulated.keyboard import BUTTON_KEYS, KeyboardButtons, decode_keys

PATIENCE_S = 10.0


@pytest.mark.parametrize(
    ("text", "keys", "rest"),
    [
        ("", (), ""),
        ("n", ("n",), ""),
        ("nbou", ("n", "b", "o", "u"), ""),
        ("N", ("N",), ""),
        ("ü", ("ü",), ""),
        ("\r", ("enter",), ""),
        ("\n", ("enter",), ""),
        ("\x7f", ("backspace",), ""),
        ("\b", ("backspace",), ""),
        ("\t", ("tab",), ""),
        ("\x1b[A", ("up",), ""),
        ("\x1b[B", ("down",), ""),
        ("\x1b[C", ("right",), ""),
        ("\x1b[D", ("left",), ""),
        ("\x1bOC", ("right",), ""),
        ("\x1b[C\x1b[Cn", ("right", "right", "n"), ""),
        ("n\x1b", ("n",), "\x1b"),
        ("\x1b[", (), "\x1b["),
        ("\x1b[1;5", (), "\x1b[1;5"),
        ("\x1bO", (), "\x1bO"),
        ("\x1b\x1b[A", ("escape", "up"), ""),
        ("\x1b[15~n", ("n",), ""),  # F5
        ("\x1b[1;5C", (), ""),  # Ctrl and an arrow
        ("\x01\x04n", ("n",), ""),  # Ctrl-A, Ctrl-D
    ],
)
def test_what_a_terminal_sends_is_split_into_keys(text: str, keys: tuple[str, ...], rest: str) -> None:
    assert decode_keys(text) == (keys, rest)


@given(st.lists(st.sampled_from(["n", "\x1b", "[", "O", "A", "C", "1", ";", "~", "\r", " "])).map("".join), st.data())
def test_keys_do_not_depend_on_how_the_reading_was_portioned(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    first, carried = decode_keys(text[:cut])
    second, rest = decode_keys(carried + text[cut:])
    assert (first + second, rest) == decode_keys(text)


class Desk(NamedTuple):
    """A keyboard in use: what is typed goes into `typing_fd`, what comes of it lands in the queues."""

    typing_fd: int
    terminal_fd: int
    buttons: KeyboardButtons
    presses: queue.SimpleQueue[Press]
    others: queue.SimpleQueue[str]
    failures: queue.SimpleQueue[DeviceError]

    def type(self, text: str) -> None:
        os.write(self.typing_fd, text.encode())


@pytest.fixture
def desk() -> Iterator[Desk]:
    typing_fd, terminal_fd = os.openpty()
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    others: queue.SimpleQueue[str] = queue.SimpleQueue()
    failures: queue.SimpleQueue[DeviceError] = queue.SimpleQueue()
    buttons = KeyboardButtons(failures.put, others.put, terminal_fd, now=lambda: 7.0)
    buttons.listen(presses.put)
    yield Desk(typing_fd, terminal_fd, buttons, presses, others, failures)
    buttons.close()
    for fd in (typing_fd, terminal_fd):
        try:
            os.close(fd)
        except OSError:
            continue  # the test has hung up


@pytest.mark.parametrize(
    ("typed", "button", "held"),
    [
        ("\x1b[C", Button.NEXT, False),
        ("\x1b[B", Button.NEXT, False),
        ("n", Button.NEXT, False),
        ("N", Button.NEXT, True),
        ("\x1b[D", Button.BACK, False),
        ("\x1b[A", Button.BACK, False),
        ("b", Button.BACK, False),
        ("B", Button.BACK, True),
        ("\r", Button.OK, False),
        ("o", Button.OK, False),
        ("O", Button.OK, True),
        ("\x7f", Button.UNDO, False),
        ("u", Button.UNDO, False),
        ("U", Button.UNDO, True),
    ],
)
def test_a_key_presses_its_button(desk: Desk, typed: str, button: Button, held: bool) -> None:
    desk.type(typed)
    assert desk.presses.get(timeout=PATIENCE_S) == Press(button, held, at=7.0)


def test_keys_that_are_no_buttons_go_to_the_other_callback(desk: Desk) -> None:
    desk.type("t n\x1b")
    assert [desk.others.get(timeout=PATIENCE_S) for _ in range(3)] == ["t", " ", "escape"]
    assert desk.presses.get(timeout=PATIENCE_S).button is Button.NEXT
    assert desk.others.empty()


def test_without_another_callback_other_keys_do_nothing() -> None:
    typing_fd, terminal_fd = os.openpty()
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    buttons = KeyboardButtons(failed=lambda _: None, terminal_fd=terminal_fd)
    buttons.listen(presses.put)
    os.write(typing_fd, b"qn")
    assert presses.get(timeout=PATIENCE_S).button is Button.NEXT
    buttons.close()


def test_an_escape_sequence_that_arrives_in_two_parts_is_one_key() -> None:
    typing_fd, terminal_fd = os.openpty()
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    buttons = KeyboardButtons(failed=lambda _: None, terminal_fd=terminal_fd, escape_s=60)
    buttons.listen(presses.put)
    os.write(typing_fd, b"b\x1b")
    assert presses.get(timeout=PATIENCE_S).button is Button.BACK
    os.write(typing_fd, b"[C")
    assert presses.get(timeout=PATIENCE_S).button is Button.NEXT
    buttons.close()


def test_the_terminal_reads_key_by_key_without_echo_and_is_restored_on_close() -> None:
    typing_fd, terminal_fd = os.openpty()
    before = termios.tcgetattr(terminal_fd)
    buttons = KeyboardButtons(failed=lambda _: None, terminal_fd=terminal_fd)
    assert not termios.tcgetattr(terminal_fd)[3] & (termios.ICANON | termios.ECHO)
    assert termios.tcgetattr(terminal_fd)[3] & termios.ISIG, "Ctrl-C must still end the program"
    buttons.close()
    buttons.close()
    assert termios.tcgetattr(terminal_fd) == before
    os.close(typing_fd)


def test_closing_from_a_callback_does_not_lock_up() -> None:
    typing_fd, terminal_fd = os.openpty()
    done: queue.SimpleQueue[str] = queue.SimpleQueue()

    def quit_on(key: str) -> None:
        buttons.close()
        done.put(key)

    buttons = KeyboardButtons(failed=lambda _: None, other=quit_on, terminal_fd=terminal_fd)
    buttons.listen(lambda _: None)
    os.write(typing_fd, b"q")
    assert done.get(timeout=PATIENCE_S) == "q"


def test_a_terminal_that_hangs_up_is_told_of(desk: Desk) -> None:
    os.close(desk.typing_fd)
    assert desk.failures.get(timeout=PATIENCE_S).device == "buttons"


def test_no_terminal_no_keyboard() -> None:
    reading_fd, writing_fd = os.pipe()
    with pytest.raises(DeviceError, match=r"^buttons: no keyboard here; .*--buttons none"):
        KeyboardButtons(failed=lambda _: None, terminal_fd=reading_fd)
    os.close(reading_fd)
    os.close(writing_fd)


def test_every_button_has_a_key_for_a_short_and_a_long_press() -> None:
    assert set(BUTTON_KEYS.values()) == {(button, held) for button in Button for held in (False, True)}
