"""The driver of buzzer and lamp, on gpiozero's own mock pins."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.open import is_raspberry_pi, open_signaller
from hardware.ports import DeviceError, Signal
from hardware.real.gpio_pins import TAKEN_PINS
from hardware.real.gpio_signals import PATTERNS_S, GpioSignaller
from tests.hardware.mock_pins import Chip, ToldPin

PATIENCE_S = 10.0
PIN = 17
QUICK_S = {signal: tuple(0.001 for _ in pattern) for signal, pattern in PATTERNS_S.items()}


@pytest.fixture
def pins() -> MockFactory:
    return MockFactory(pin_class=ToldPin)


def failed(error: DeviceError) -> None:
    raise AssertionError(f"told of {error}")


@pytest.fixture
def buzzer(pins: MockFactory) -> Iterator[GpioSignaller]:
    opened = GpioSignaller("buzzer", PIN, pins, failed, QUICK_S)
    yield opened
    opened.close()


def levels(pins: MockFactory, count: int) -> list[bool]:
    return [pins.pin(PIN).levels.get(timeout=PATIENCE_S) for _ in range(count)]


@pytest.mark.parametrize(("signal", "beeps"), [(Signal.ROLL_READ, 1), (Signal.DOUBT, 3), (Signal.YOUR_TURN, 1)])
def test_each_signal_is_so_many_beeps(pins: MockFactory, buzzer: GpioSignaller, signal: Signal, beeps: int) -> None:
    buzzer.give(signal)
    assert levels(pins, 2 * beeps) == [True, False] * beeps
    pin = pins.pin(PIN)
    buzzer.close()
    assert pin.levels.empty()


def test_signals_follow_one_another(pins: MockFactory, buzzer: GpioSignaller) -> None:
    buzzer.give(Signal.DOUBT)
    buzzer.give(Signal.ROLL_READ)
    assert levels(pins, 8) == [True, False] * 4


def test_the_signals_differ_and_none_is_long() -> None:
    assert len(set(PATTERNS_S.values())) == len(Signal)
    assert all(len(pattern_s) % 2 == 1 and sum(pattern_s) < 0.5 for pattern_s in PATTERNS_S.values())


def test_closed_in_the_middle_it_is_silent_and_the_pin_is_free(pins: MockFactory) -> None:
    buzzer = GpioSignaller("buzzer", PIN, pins, failed, dict.fromkeys(Signal, (60.0,)))
    buzzer.give(Signal.YOUR_TURN)
    assert levels(pins, 1) == [True]
    pin = pins.pin(PIN)
    buzzer.close()
    buzzer.close()
    assert pin.levels.get(timeout=PATIENCE_S) is False
    GpioSignaller("lamp", PIN, pins, failed).close()


def test_it_is_silent_from_the_start(pins: MockFactory, buzzer: GpioSignaller) -> None:
    assert not pins.pin(PIN).state


def test_a_pin_in_use_is_named(pins: MockFactory) -> None:
    other = gpiozero.LED(PIN, pin_factory=pins)
    with pytest.raises(DeviceError, match=r"^lamp: GPIO17 for it can't be opened \(.*in use.*\); end the program"):
        GpioSignaller("lamp", PIN, pins, failed)
    other.close()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # gpiozero closes it once more
def test_a_pin_that_fails_is_told_of_once_and_free_for_another_try() -> None:
    chip = Chip()
    failures: queue.SimpleQueue[DeviceError] = queue.SimpleQueue()
    lamp = GpioSignaller("lamp", PIN, chip.open(), failures.put, QUICK_S)
    chip.is_failing = True
    lamp.give(Signal.DOUBT)
    lamp.give(Signal.DOUBT)
    said = failures.get(timeout=PATIENCE_S)
    assert str(said) == "lamp: its pin can't be set (No such device); check its wires; it tries again by itself"
    lamp.close()
    assert failures.empty()
    assert chip.held == set()


@pytest.mark.parametrize("pin", sorted(TAKEN_PINS))
def test_a_pin_that_the_pi_needs_itself_is_refused(pins: MockFactory, pin: int) -> None:
    with pytest.raises(DeviceError, match=rf"^buzzer: GPIO{pin} for it is kept for .*; choose another pin"):
        GpioSignaller("buzzer", pin, pins, failed)


def test_none_is_none() -> None:
    assert open_signaller("buzzer", "none", failed) is None


@pytest.mark.parametrize("kind", ["", "loud", "-1", "1.5"])
def test_what_is_no_pin_is_named(kind: str) -> None:
    with pytest.raises(ValueError, match="expected a GPIO number or none"):
        open_signaller("buzzer", kind, failed)


@pytest.mark.skipif(is_raspberry_pi(), reason="here the pins may be there")
def test_without_a_pi_opening_fails_in_one_line() -> None:
    with pytest.raises(DeviceError, match=r"^lamp: "):
        open_signaller("lamp", "17", failed)
