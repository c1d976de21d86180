"""The driver of the buttons, on gpiozero's own mock pins."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from itertools import count

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.open import is_raspberry_pi
from hardware.ports import Button, DeviceError, Press
from hardware.real.gpio_buttons import DEFAULT_PINS, GpioButtons, open_gpio_buttons
from hardware.real.gpio_pins import TAKEN_PINS
from tests.hardware.mock_pins import Chip

PATIENCE_S = 10.0


class Bench:
    """The buttons on mock pins, with a clock that stands still until told."""

    def __init__(self) -> None:
        self.at = 0.0
        self.pins = MockFactory()
        self.buttons = GpioButtons(self.pins, failed=lambda _: None, now=lambda: self.at)

    def pin(self, button: Button) -> MockPin:
        return self.pins.pin(DEFAULT_PINS[button])

    def presses_at(self, at: float) -> tuple[Press, ...]:
        self.at = at
        return self.buttons.poll()


@pytest.fixture
def bench() -> Iterator[Bench]:
    set_up = Bench()
    yield set_up
    set_up.buttons.close()


@pytest.mark.parametrize("button", Button)
def test_a_button_that_pulls_its_pin_to_ground_is_pressed(bench: Bench, button: Button) -> None:
    bench.at = 0.10
    bench.pin(button).drive_low()
    assert bench.presses_at(0.15) == ()
    bench.at = 0.20
    bench.pin(button).drive_high()
    assert bench.presses_at(0.25) == (Press(button, held=False, at=0.25),)


def test_a_button_held_down_is_told_of_while_it_is_down(bench: Bench) -> None:
    bench.pin(Button.OK).drive_low()
    assert bench.presses_at(0.75) == ()
    assert bench.presses_at(0.80) == (Press(Button.OK, held=True, at=0.80),)
    bench.pin(Button.OK).drive_high()
    assert bench.presses_at(0.90) == ()


def test_chatter_between_two_polls_is_one_press(bench: Bench) -> None:
    for at in (0.100, 0.101, 0.103, 0.104, 0.106):
        bench.at = at
        bench.pin(Button.NEXT).drive_low()
        bench.at = at + 0.0005
        bench.pin(Button.NEXT).drive_high()
    bench.at = 0.110
    bench.pin(Button.NEXT).drive_low()
    bench.at = 0.145
    bench.pin(Button.NEXT).drive_high()
    assert bench.presses_at(0.170) == (Press(Button.NEXT, held=False, at=0.170),)


def test_a_press_and_release_between_two_polls_is_not_lost(bench: Bench) -> None:
    bench.at = 0.101
    bench.pin(Button.BACK).drive_low()
    bench.at = 0.125
    bench.pin(Button.BACK).drive_high()
    assert bench.presses_at(0.150) == (Press(Button.BACK, held=False, at=0.150),)


def test_a_lost_release_does_not_leave_a_button_stuck(bench: Bench) -> None:
    bench.pin(Button.OK).drive_low()
    assert bench.presses_at(0.05) == ()
    bench.pin(Button.OK).edges = "none"  # the library stops telling
    bench.pin(Button.OK).drive_high()
    assert bench.presses_at(0.10) == ()
    assert bench.presses_at(0.15) == (Press(Button.OK, held=False, at=0.15),)


def test_two_buttons_at_once_are_two_presses(bench: Bench) -> None:
    for button in (Button.NEXT, Button.UNDO):
        bench.pin(button).drive_low()
    bench.at = 0.1
    for button in (Button.NEXT, Button.UNDO):
        bench.pin(button).drive_high()
    assert {press.button for press in bench.presses_at(0.2)} == {Button.NEXT, Button.UNDO}


def test_the_pins_are_pulled_up(bench: Bench) -> None:
    assert {bench.pin(button).pull for button in Button} == {"up"}


def test_its_own_thread_posts_the_presses() -> None:
    pins = MockFactory()
    presses: queue.SimpleQueue[Press] = queue.SimpleQueue()
    clock = count()
    # Each look at the clock is a tenth of a second later, so that nothing has to be waited for.
    buttons = GpioButtons(pins, failed=lambda _: None, now=lambda: next(clock) / 10)
    pins.pin(DEFAULT_PINS[Button.OK]).drive_low()
    pins.pin(DEFAULT_PINS[Button.OK]).drive_high()
    buttons.listen(presses.put)
    pressed = presses.get(timeout=PATIENCE_S)
    assert (pressed.button, pressed.held) == (Button.OK, False)
    pins.pin(DEFAULT_PINS[Button.UNDO]).drive_low()
    pressed = presses.get(timeout=PATIENCE_S)
    assert (pressed.button, pressed.held) == (Button.UNDO, True)
    buttons.close()
    buttons.close()
    assert presses.empty()


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # gpiozero closes it once more
def test_pins_that_fail_later_are_told_of_by_the_thread() -> None:
    chip = Chip()
    failures: queue.SimpleQueue[DeviceError] = queue.SimpleQueue()
    buttons = GpioButtons(chip.open(), failures.put)
    buttons.listen(lambda _: None)
    chip.is_failing = True
    said = failures.get(timeout=PATIENCE_S)
    assert str(said) == "buttons: a pin can't be read (No such device); check the wires; it tries again by itself"
    buttons.close()
    assert chip.held == set()


def test_the_pins_are_free_again_after_close() -> None:
    chip = Chip()
    GpioButtons(chip.open(), failed=lambda _: None).close()
    assert chip.held == set()
    GpioButtons(chip.open(), failed=lambda _: None).close()


def test_a_pin_in_use_is_named_and_the_others_are_given_back() -> None:
    chip = Chip()
    other = gpiozero.LED(DEFAULT_PINS[Button.UNDO], pin_factory=chip.open())
    said = rf"^buttons: GPIO{DEFAULT_PINS[Button.UNDO]} for undo can't be opened \(GPIO busy\); end the program"
    with pytest.raises(DeviceError, match=said):
        GpioButtons(chip.open(), failed=lambda _: None)
    assert chip.held == {f"GPIO{DEFAULT_PINS[Button.UNDO]}"}
    other.close()


@pytest.mark.parametrize(("pin", "holder"), sorted(TAKEN_PINS.items()))
def test_a_pin_that_the_pi_needs_itself_is_refused(pin: int, holder: str) -> None:
    with pytest.raises(DeviceError, match=rf"^buttons: GPIO{pin} for ok is kept for {holder}; choose another pin"):
        GpioButtons(MockFactory(), failed=lambda _: None, pins={Button.OK: pin})


def test_the_default_pins_are_four_different_free_ones() -> None:
    assert set(DEFAULT_PINS) == set(Button)
    assert len(set(DEFAULT_PINS.values())) == len(Button)
    assert not set(DEFAULT_PINS.values()) & set(TAKEN_PINS)


@pytest.mark.skipif(is_raspberry_pi(), reason="here the pins may be there")
def test_without_a_pi_opening_fails_in_one_line() -> None:
    with pytest.raises(DeviceError) as failed:
        open_gpio_buttons(failed=lambda _: None)
    assert failed.value.device == "buttons"
    assert "\n" not in str(failed.value)
