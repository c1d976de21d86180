"""The one place that chooses devices.

`auto` is the real device on a Raspberry Pi and the simulated one elsewhere. A real device that fails is never replaced
by a simulated one: its DeviceError goes to the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.exposure import MAINS_HZ
from hardware.ports import Buttons, Camera, DeviceError, Display, Signaller

if TYPE_CHECKING:
    from hardware.simulated.terminal import Terminal

MODEL_FILE = Path("/proc/device-tree/model")

CAMERA_KINDS = "auto, picamera2, usb, usb:N, photos:DIR or simulated"
SCREEN_KINDS = "auto, oled, oled:sh1106, terminal or none"
BUTTONS_KINDS = "auto, gpio, keyboard or none"


def is_raspberry_pi(model_file: Path = MODEL_FILE) -> bool:
    """Tells whether this machine is a Raspberry Pi, by the name that its firmware gives."""
    try:
        return b"Raspberry Pi" in model_file.read_bytes()
    except OSError:  # other machines have no such file
        return False


def open_display(kind: str, model_file: Path = MODEL_FILE) -> tuple[Display | Terminal | None, str]:
    """Opens the display.

    Args:
        kind: one of SCREEN_KINDS.
        model_file: where the machine's model is written.

    Returns:
        The display (a `Display` takes pictures, a `Terminal` lines, None shows nothing) and what was chosen, in words.
        The OLED is not touched before its first `show`, so that a missing panel can come later.

    Raises:
        ValueError: no such kind.
    """
    match _resolved(kind, "oled", "terminal", model_file):
        case "oled" | "oled:ssd1306":
            from hardware.real.oled import Oled

            return Oled("ssd1306"), "OLED display (SSD1306)"
        case "oled:sh1106":
            from hardware.real.oled import Oled

            return Oled("sh1106"), "OLED display (SH1106)"
        case "terminal":
            from hardware.simulated.terminal import Terminal

            return Terminal(), "display in the terminal"
        case "none":
            return None, "no display"
    raise ValueError(f"screen: {kind!r} is no kind of display; expected {SCREEN_KINDS}")


def open_buttons(
    kind: str,
    failed: Callable[[DeviceError], None],
    other: Callable[[str], None] | None = None,
    model_file: Path = MODEL_FILE,
) -> tuple[Buttons | None, str]:
    """Opens the buttons.

    Args:
        kind: one of BUTTONS_KINDS.
        failed: told, from any thread, when the buttons fail later; must return at once.
        other: given every key that is no button, where the buttons are a keyboard; must return at once.
        model_file: where the machine's model is written.

    Returns:
        The buttons, None for none, and what was chosen, in words.

    Raises:
        DeviceError: the buttons can't be opened.
        ValueError: no such kind.
    """
    match _resolved(kind, "gpio", "keyboard", model_file):
        case "gpio":
            from hardware.real.gpio_buttons import open_gpio_buttons

            return open_gpio_buttons(failed), "buttons on the GPIO pins"
        case "keyboard":
            from hardware.simulated.keyboard import KeyboardButtons

            return KeyboardButtons(failed, other), "buttons on the keyboard"
        case "none":
            return None, "no buttons"
    raise ValueError(f"buttons: {kind!r} is no kind of buttons; expected {BUTTONS_KINDS}")


def open_signaller(name: str, kind: str, failed: Callable[[DeviceError], None]) -> Signaller | None:
    """Opens a buzzer or lamp.

    Args:
        name: "buzzer" or "lamp".
        kind: the GPIO number of its pin, or "none".
        failed: told, from any thread, when it fails later; must return at once.

    Raises:
        DeviceError: the pin can't be opened.
        ValueError: no such kind.
    """
    if kind == "none":
        return None
    if not (kind.isascii() and kind.isdigit()):
        raise ValueError(f"{name}: {kind!r} is no pin; expected a GPIO number or none")
    from hardware.real.gpio_pins import open_pins
    from hardware.real.gpio_signals import GpioSignaller

    return GpioSignaller(name, int(kind), open_pins(name), failed)


def open_camera(
    kind: str, simulated: Callable[[], Camera], model_file: Path = MODEL_FILE, mains_hz: int = MAINS_HZ
) -> tuple[Camera, str]:
    """Makes the camera.

    Args:
        kind: one of CAMERA_KINDS.
        simulated: makes the simulated camera.
        model_file: where the machine's model is written.
        mains_hz: frequency of the mains that light the table, in hertz.

    Returns:
        The camera and what was chosen, in words. A real camera runs in a process of its own, which is started at once;
        `frames()` tells its failure as DeviceError, and opens it anew when it is called again.

    Raises:
        DeviceError: the folder of photos is missing or empty.
        ValueError: no such kind.
    """
    resolved = _resolved(kind, "picamera2", "simulated", model_file)
    name, _, argument = resolved.partition(":")
    match name:
        case "simulated" if not argument:
            return simulated(), "simulated camera"
        case "picamera2" if not argument:
            from hardware.real.picamera import open_picamera

            return _started(partial(open_picamera, mains_hz=mains_hz)), "Raspberry Pi camera"
        case "usb" if resolved == "usb" or (argument.isascii() and argument.isdigit()):
            from hardware.real.usb import UsbCamera, usb_cameras

            # The one found now is waited for when it is unplugged: another must not take its place.
            source = int(argument) if argument else next(iter(usb_cameras()), None)
            words = "USB camera" if source is None else f"USB camera {getattr(source, 'name', source)}"
            return _started(partial(UsbCamera, source, mains_hz=mains_hz)), words
        case "photos" if argument:
            from hardware.simulated.photos import PhotosCamera

            return PhotosCamera(Path(argument)), f"pictures in {argument}"
    raise ValueError(f"camera: {kind!r} is no kind of camera; expected {CAMERA_KINDS}")


def _started(make: Callable[[], Camera]) -> Camera:
    """Has a process of its own for a real camera, begun at once."""
    from hardware.process import ProcessCamera

    camera = ProcessCamera(make)
    camera.start()
    return camera


def _resolved(kind: str, real: str, simulated: str, model_file: Path) -> str:
    if kind != "auto":
        return kind
    return real if is_raspberry_pi(model_file) else simulated
