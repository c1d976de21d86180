"""Buttons, buzzer and lamp that fail come back by themselves, on gpiozero's own mock pins."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from queue import SimpleQueue

import gpiozero
import pytest

from hardware.ports import Button, DeviceError, Press, Signal
from hardware.real.gpio_buttons import DEFAULT_PINS, GpioButtons
from hardware.real.gpio_signals import GpioSignaller
from pi.shell.returning import Failed, Returning
from tests.hardware.mock_pins import Chip

PATIENCE_S = 10.0
PAUSE_S = 0.01
OK_PIN = DEFAULT_PINS[Button.OK]
LAMP_PIN = 17


class Table:
    """A table's pins, what is told of its devices, and what its buttons tell."""

    def __init__(self) -> None:
        self.chip = Chip()
        self.told: SimpleQueue[str] = SimpleQueue()
        self.presses: SimpleQueue[Press] = SimpleQueue()
        self.buttons = Returning(
            lambda failed: GpioButtons(self.chip.open(), failed), self.failed, self.returned, PAUSE_S
        )
        self.lamp = Returning(self.open_lamp, self.failed, self.returned, PAUSE_S)

    def open_lamp(self, failed: Failed) -> GpioSignaller:
        return GpioSignaller("lamp", LAMP_PIN, self.chip.open(), failed)

    def failed(self, error: DeviceError) -> None:
        self.told.put(f"{error.device} failed")

    def returned(self) -> None:
        self.told.put("returned")

    def start_buttons(self) -> None:
        self.buttons.start(lambda buttons: buttons.listen(self.presses.put))

    def is_told(self, words: str) -> bool:
        return self.told.get(timeout=PATIENCE_S) == words

    def button_heard(self) -> Button:
        """Which button is told of when OK is held."""
        self.chip.pin(OK_PIN).drive_low()
        return self.presses.get(timeout=PATIENCE_S).button

    def give(self, signal: Signal) -> None:
        assert self.lamp.device is not None
        self.lamp.device.give(signal)

    def is_lit(self) -> bool:
        """Whether the lamp goes on, or is told to go off."""
        return bool(self.chip.pin(LAMP_PIN).levels.get(timeout=PATIENCE_S))


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    with ExitStack() as devices:
        devices.enter_context(closing(made.buttons))
        devices.enter_context(closing(made.lamp))
        yield made


def test_buttons_that_can_not_be_opened_are_opened_once_their_pins_are_free(table: Table) -> None:
    others_pins = table.chip.open()
    gpiozero.LED(OK_PIN, pin_factory=others_pins)
    with pytest.raises(DeviceError, match="busy"):
        table.buttons.open()
    table.start_buttons()
    others_pins.close()
    assert table.is_told("returned")
    assert table.button_heard() is Button.OK
    assert table.told.empty()


def test_buttons_that_fail_later_are_told_of_and_come_back(table: Table) -> None:
    table.buttons.open()
    table.start_buttons()
    table.chip.is_failing = True
    assert table.is_told("buttons failed")
    assert table.told.empty()
    table.chip.is_failing = False
    assert table.is_told("returned")
    assert table.button_heard() is Button.OK


def test_a_lamp_that_can_not_be_opened_is_opened_once_its_pin_is_free(table: Table) -> None:
    others_pins = table.chip.open()
    gpiozero.LED(LAMP_PIN, pin_factory=others_pins)
    with pytest.raises(DeviceError, match="busy"):
        table.lamp.open()
    table.lamp.start()
    others_pins.close()
    assert table.is_told("returned")
    table.give(Signal.ROLL_READ)
    assert table.is_lit()
    assert table.told.empty()


def test_a_lamp_that_fails_later_is_told_of_and_comes_back(table: Table) -> None:
    table.lamp.open()
    table.lamp.start()
    table.chip.is_failing = True
    table.give(Signal.YOUR_TURN)
    assert table.is_told("lamp failed")
    table.chip.is_failing = False
    assert table.is_told("returned")
    table.give(Signal.YOUR_TURN)
    assert table.is_lit()
    assert table.told.empty()


@pytest.mark.parametrize("is_open", [True, False])
def test_closed_devices_stay_closed_and_leave_their_pins_free(is_open: bool) -> None:
    table = Table()
    if is_open:
        table.buttons.open()
        table.lamp.open()
    table.start_buttons()
    table.lamp.start()
    for device in (table.buttons, table.lamp, table.buttons, table.lamp):
        device.close()
    assert table.chip.held == set()
