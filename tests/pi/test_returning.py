"""Buttons that fail come back by themselves, on gpiozero's own mock pins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from queue import SimpleQueue

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from hardware.ports import Button, DeviceError, Press
from hardware.real.gpio_buttons import DEFAULT_PINS, GpioButtons
from pi.shell.returning import ReturningButtons
from tests.hardware.failing_pins import FailingPin

PATIENCE_S = 10.0
OK_PIN = DEFAULT_PINS[Button.OK]


class Table:
    """The buttons of a table, and what they tell it."""

    def __init__(self) -> None:
        self.pins = MockFactory(pin_class=FailingPin)
        self.told: SimpleQueue[str] = SimpleQueue()
        self.presses: SimpleQueue[Press] = SimpleQueue()
        self.buttons = ReturningButtons(self.open_them, self.failed, lambda: self.told.put("returned"), pause_s=0.01)

    def open_them(self, failed: Callable[[DeviceError], None]) -> GpioButtons:
        return GpioButtons(self.pins, failed)

    def failed(self, error: DeviceError) -> None:
        self.told.put("failed")

    def button_heard(self) -> Button:
        """Which button is told of when OK is held."""
        self.pins.pin(OK_PIN).drive_low()
        return self.presses.get(timeout=PATIENCE_S).button


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    with closing(made.buttons):
        yield made


def test_buttons_that_can_not_be_opened_are_opened_once_their_pins_are_free(table: Table) -> None:
    other = gpiozero.LED(OK_PIN, pin_factory=table.pins)
    with pytest.raises(DeviceError, match="in use"):
        table.buttons.open()
    table.buttons.listen(table.presses.put)
    other.close()
    assert table.told.get(timeout=PATIENCE_S) == "returned"
    assert table.button_heard() is Button.OK
    assert table.told.empty()


def test_buttons_that_fail_later_are_told_of_and_come_back(table: Table) -> None:
    table.buttons.open()
    table.buttons.listen(table.presses.put)
    table.pins.pin(OK_PIN).is_failing = True
    assert table.told.get(timeout=PATIENCE_S) == "failed"
    table.pins.pin(OK_PIN).is_failing = False
    while table.told.get(timeout=PATIENCE_S) != "returned":
        pass
    assert table.button_heard() is Button.OK


@pytest.mark.parametrize("is_open", [True, False])
def test_closed_buttons_stay_closed_and_leave_their_pins_free(is_open: bool) -> None:
    table = Table()
    if is_open:
        table.buttons.open()
    table.buttons.listen(table.presses.put)
    table.buttons.close()
    table.buttons.close()
    GpioButtons(table.pins, failed=lambda _: None).close()
