"""Buttons between GPIO pins and ground, through gpiozero."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

import gpiozero
from gpiozero.pins import Factory

from hardware.buttons import Switch, hear
from hardware.ports import Button, DeviceError, Press
from hardware.real.gpio_pins import check_pin, give_back, open_pins, pin_errors, pin_trouble

DEFAULT_PINS: Mapping[Button, int] = MappingProxyType({Button.BACK: 5, Button.NEXT: 6, Button.OK: 13, Button.UNDO: 26})
"""GPIO numbers, neighbours on the header."""

POLL_S = 0.05


class GpioButtons:
    """Keeps the protocol `Buttons`.

    The library calls back in a thread of its own, and at times not at all. So its callbacks only note edges, and one
    thread of ours goes through them every POLL_S and reads the levels again.
    """

    def __init__(
        self,
        pin_factory: Factory,
        failed: Callable[[DeviceError], None],
        pins: Mapping[Button, int] = DEFAULT_PINS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Takes the pins, each pulled up.

        Args:
            pin_factory: gpiozero's way to the pins; closed with the buttons.
            failed: told from the reading thread when the pins can't be read any more; must return at once.
            pins: the GPIO number of each button.
            now: the clock of the presses, in seconds.

        Raises:
            DeviceError: a pin is taken or can't be opened.
        """
        self._pin_factory = pin_factory
        self._failed = failed
        self._now = now
        self._edges: queue.SimpleQueue[tuple[Button, bool, float]] = queue.SimpleQueue()
        self._switches = {button: Switch(button) for button in pins}
        self._inputs: dict[Button, gpiozero.DigitalInputDevice] = {}
        self._closing = threading.Event()
        self._thread: threading.Thread | None = None
        try:
            for button, pin in pins.items():
                self._open(button, pin)
        except DeviceError:
            self.close()
            raise

    def listen(self, post: Callable[[Press], None]) -> None:
        """Calls `post` for every press from now on, from a thread of its own."""
        self._thread = threading.Thread(target=self._run, args=(post,), name="buttons", daemon=True)
        self._thread.start()

    def poll(self) -> tuple[Press, ...]:
        """Goes through the edges noted since the last time, then reads every level again.

        Returns:
            The presses that have become certain, in order.

        Raises:
            DeviceError: a pin can't be read.
        """
        heard = []
        while not self._edges.empty():
            heard.append(self._edges.get())
        try:
            heard.extend((button, bool(pin.is_active), self._now()) for button, pin in self._inputs.items())
        except pin_errors() as error:
            raise DeviceError(
                "buttons", f"a pin can't be read ({error})", "check the wires; it tries again by itself"
            ) from error
        return tuple(press for level in heard if (press := self._hear(*level)) is not None)

    def close(self) -> None:
        """Gives the pins back. May be called twice, from any thread."""
        self._closing.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        give_back(self._inputs.values(), self._pin_factory)
        self._inputs.clear()

    def _open(self, button: Button, pin: int) -> None:
        check_pin("buttons", button.value, pin)
        try:
            # bounce_time means something else, and loses edges, with every pin library.
            opened = gpiozero.DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=self._pin_factory)
        except pin_errors() as error:
            raise pin_trouble("buttons", button.value, pin, error) from error
        self._inputs[button] = opened
        opened.when_activated = partial(self._note, button, True)
        opened.when_deactivated = partial(self._note, button, False)

    def _note(self, button: Button, down: bool) -> None:
        self._edges.put((button, down, self._now()))

    def _hear(self, button: Button, down: bool, at: float) -> Press | None:
        self._switches[button], press = hear(self._switches[button], down, at)
        return press

    def _run(self, post: Callable[[Press], None]) -> None:
        while not self._closing.wait(POLL_S):
            try:
                presses = self.poll()
            except DeviceError as error:
                self._failed(error)
                return
            for press in presses:
                post(press)


def open_gpio_buttons(failed: Callable[[DeviceError], None], pins: Mapping[Button, int] = DEFAULT_PINS) -> GpioButtons:
    """Opens the buttons on a Raspberry Pi.

    Raises:
        DeviceError: lgpio is missing, this is no Pi, or a pin can't be opened.
    """
    return GpioButtons(open_pins("buttons"), failed, pins)
