"""The driver of buzzer and lamp, on gpiozero's own mock pins."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.open import is_raspberry_pi, open_signaller
from hardware.ports import DeviceError, Signal
from hardware.real.gpio_pins import TAKEN_PINS
from hardware.real.gpio_signals import PATTERNS_S, GpioSignaller

PATIENCE_S = 10.0
PIN = 17
QUICK_S = {signal: tuple(0.001 for _ in pattern) for signal, pattern in PATTERNS_S.items()}


class ToldPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that tells of every change of its level."""

    def __init__(self, *arguments: object, **options: object) -> None:
        self.levels: queue.SimpleQueue[bool] = queue.SimpleQueue()
        super().__init__(*arguments, **options)

    def _change_state(self, value: object) -> bool:
        has_changed = bool(super()._change_state(value))
        if has_changed:
            self.levels.put(bool(value))
        return has_changed


@pytest.fixture
def pins() -> MockFactory:
    return MockFactory(pin_class=ToldPin)


@pytest.fixture
def buzzer(pins: MockFactory) -> Iterator[GpioSignaller]:
    opened = GpioSignaller("buzzer", PIN, pins, QUICK_S)
    yield opened
    opened.close()


def levels(pins: MockFactory, count: int) -> list[bool]:
    return [pins.pin(PIN).levels.get(timeout=PATIENCE_S) for _ in range(count)]


@pytest.mark.parametrize(("signal", "beeps"), [(Signal.ROLL_READ, 1), (Signal.DOUBT, 3), (Signal.YOUR_TURN, 1)])
def test_each_signal_is_so_many_beeps(pins: MockFactory, buzzer: GpioSignaller, signal: Signal, beeps: int) -> None:
    buzzer.give(signal)
    assert levels(pins, 2 * beeps) == [True, False] * beeps
    buzzer.close()
    assert pins.pin(PIN).levels.empty()


def test_signals_follow_one_another(pins: MockFactory, buzzer: GpioSignaller) -> None:
    buzzer.give(Signal.DOUBT)
    buzzer.give(Signal.ROLL_READ)
    assert levels(pins, 8) == [True, False] * 4


def test_the_signals_differ_and_none_is_long() -> None:
    assert len(set(PATTERNS_S.values())) == len(Signal)
    assert all(len(pattern_s) % 2 == 1 and sum(pattern_s) < 0.5 for pattern_s in PATTERNS_S.values())


def test_closed_in_the_middle_it_is_silent_and_the_pin_is_free(pins: MockFactory) -> None:
    buzzer = GpioSignaller("buzzer", PIN, pins, dict.fromkeys(Signal, (60.0,)))
    buzzer.give(Signal.YOUR_TURN)
    assert levels(pins, 1) == [True]
    buzzer.close()
    buzzer.close()
    assert levels(pins, 1) == [False]
    GpioSignaller("lamp", PIN, pins).close()


def test_it_is_silent_from_the_start(pins: MockFactory, buzzer: GpioSignaller) -> None:
    assert not pins.pin(PIN).state


def test_a_pin_in_use_is_named(pins: MockFactory) -> None:
    other = gpiozero.LED(PIN, pin_factory=pins)
    with pytest.raises(DeviceError, match=r"^lamp: GPIO17 for it can't be opened \(.*in use.*\); end the program"):
        GpioSignaller("lamp", PIN, pins)
    other.close()


@pytest.mark.parametrize("pin", sorted(TAKEN_PINS))
def test_a_pin_that_the_pi_needs_itself_is_refused(pins: MockFactory, pin: int) -> None:
    with pytest.raises(DeviceError, match=rf"^buzzer: GPIO{pin} for it is kept for .*; choose another pin"):
        GpioSignaller("buzzer", pin, pins)


def test_none_is_none() -> None:
    assert open_signaller("buzzer", "none") is None


@pytest.mark.parametrize("kind", ["", "loud", "-1", "1.5"])
def test_what_is_no_pin_is_named(kind: str) -> None:
    with pytest.raises(ValueError, match="expected a GPIO number or none"):
        open_signaller("buzzer", kind)


@pytest.mark.skipif(is_raspberry_pi(), reason="here the pins may be there")
def test_without_a_pi_opening_fails_in_one_line() -> None:
    with pytest.raises(DeviceError, match=r"^lamp: "):
        open_signaller("lamp", "17")
