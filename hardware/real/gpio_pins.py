"""What everything on GPIO pins shares: the way to them, the pins that are taken, and what may go wrong."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable, Mapping
from types import MappingProxyType

import gpiozero
from gpiozero.pins import Factory

from hardware.ports import DeviceError

_log = logging.getLogger(__name__)

TAKEN_PINS: Mapping[int, str] = MappingProxyType(
    {
        0: "the EEPROM of add-on boards",
        1: "the EEPROM of add-on boards",
        2: "the display's data line",
        3: "the display's clock line",
        7: "SPI",
        8: "SPI",
        14: "the serial console",
        15: "the serial console",
    }
)
"""GPIO numbers that the Pi itself may hold, and for what."""


def open_pins(device: str) -> Factory:
    """Opens the pins of a Raspberry Pi, through lgpio and nothing else: a fallback would hide what is wrong.

    Args:
        device: for whom, as errors name it.

    Raises:
        DeviceError: lgpio is missing, or this is no Pi.
    """
    try:
        from gpiozero.pins.lgpio import LGPIOFactory
    except ImportError as error:
        remedy = "sudo apt install python3-lgpio, in an environment that sees the system's packages"
        raise DeviceError(device, f"the library lgpio is missing ({error})", remedy) from error
    except OSError as error:  # it makes a pipe where it is imported
        reason = f"lgpio can't make a file in the working directory ({error})"
        raise DeviceError(device, reason, "set LG_WD to a folder that can be written") from error
    try:
        return LGPIOFactory()
    except pin_errors() as error:
        reason = f"the GPIO chip can't be opened ({error})"
        raise DeviceError(device, reason, "run on a Raspberry Pi as a member of the group gpio") from error


def check_pin(device: str, name: str, pin: int) -> None:
    """Refuses a pin that the Pi itself may hold; raises DeviceError."""
    if pin in TAKEN_PINS:
        raise DeviceError(device, f"GPIO{pin} for {name} is kept for {TAKEN_PINS[pin]}", "choose another pin")


def pin_trouble(device: str, name: str, pin: int, error: Exception) -> DeviceError:
    """The error of a pin that can't be opened."""
    reason = f"GPIO{pin} for {name} can't be opened ({error})"
    return DeviceError(device, reason, "end the program or overlay that holds it")


def give_back(devices: Iterable[gpiozero.Device], pin_factory: Factory) -> None:
    """Closes devices and then the way to their pins: only with that lgpio's lines are free to be opened anew.

    A pin that does not answer any more is left as it is.
    """
    for device in devices:
        _close(device)
    pin_factory.pins.clear()  # closed by now; one that failed there would fail again and keep the lines of all
    _close(pin_factory)


def _close(closable: gpiozero.Device | Factory) -> None:
    try:
        closable.close()
    except pin_errors() as error:
        _log.debug("a pin can't be closed: %s", error)


def pin_errors() -> tuple[type[Exception], ...]:
    """What the pins may raise; lgpio's own error derives from nothing of gpiozero's."""
    lgpio = sys.modules.get("lgpio")
    return (gpiozero.GPIOZeroError, OSError) if lgpio is None else (gpiozero.GPIOZeroError, OSError, lgpio.error)
