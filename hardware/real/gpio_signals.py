"""A buzzer or a lamp on a GPIO pin, through gpiozero."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from types import MappingProxyType

import gpiozero
from gpiozero.pins import Factory

from hardware.ports import DeviceError, Signal
from hardware.real.gpio_pins import check_pin, give_back, pin_errors, pin_trouble

PATTERNS_S: Mapping[Signal, tuple[float, ...]] = MappingProxyType(
    {
        Signal.ROLL_READ: (0.06,),
        Signal.DOUBT: (0.06, 0.08, 0.06, 0.08, 0.06),
        Signal.YOUR_TURN: (0.3,),
    }
)
"""How long the pin is on, off, on ..., in seconds."""
GAP_S = 0.15
"""Between two signals."""


class GpioSignaller:
    """Keeps the protocol `Signaller`: switches one pin on and off, from a thread of its own.

    The pin drives an active buzzer, or a lamp through a resistor; both are on while the pin is high.
    """

    def __init__(
        self,
        name: str,
        pin: int,
        pin_factory: Factory,
        failed: Callable[[DeviceError], None],
        patterns_s: Mapping[Signal, tuple[float, ...]] = PATTERNS_S,
    ) -> None:
        """Takes the pin.

        Args:
            name: "buzzer" or "lamp".
            pin: its GPIO number.
            pin_factory: gpiozero's way to the pins; closed with the pin.
            failed: told from its thread when a signal can't be given; must return at once. No other is given then.
            patterns_s: how long it is on, off, on ... for each signal, in seconds.

        Raises:
            DeviceError: the pin is taken or can't be opened.
        """
        try:
            check_pin(name, "it", pin)
            self._output = _opened(name, pin, pin_factory)
        except DeviceError:
            give_back((), pin_factory)
            raise
        self._name = name
        self._pin_factory = pin_factory
        self._failed = failed
        self._patterns_s = patterns_s
        self._signals: queue.SimpleQueue[Signal | None] = queue.SimpleQueue()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def give(self, signal: Signal) -> None:
        """Gives a signal after those given before; returns at once."""
        self._signals.put(signal)

    def close(self) -> None:
        """Ends silent and dark, and gives the pin back. May be called twice, from any thread."""
        self._closing.set()
        self._signals.put(None)
        self._thread.join()
        give_back((self._output,), self._pin_factory)

    def _run(self) -> None:
        try:
            while (signal := self._signals.get()) is not None and not self._closing.is_set():
                self._play(self._patterns_s[signal])
        except pin_errors() as error:
            remedy = "check its wires; it tries again by itself"
            self._failed(DeviceError(self._name, f"its pin can't be set ({error})", remedy))

    def _play(self, pattern_s: tuple[float, ...]) -> None:
        for number, seconds in enumerate(pattern_s):
            self._output.value = number % 2 == 0
            self._closing.wait(seconds)
        self._output.off()
        self._closing.wait(GAP_S)


def _opened(name: str, pin: int, pin_factory: Factory) -> gpiozero.DigitalOutputDevice:
    try:
        return gpiozero.DigitalOutputDevice(pin, pin_factory=pin_factory)
    except pin_errors() as error:
        raise pin_trouble(name, "it", pin, error) from error
