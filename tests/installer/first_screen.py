"""All that `goatherd play` does until the first picture is on an OLED panel, then what was loaded for it.

    python -m tests.installer.first_screen FOLDER

The panel is one that decodes what it is sent; everything else is the program's own.
"""

from __future__ import annotations

import sys
from pathlib import Path

HEAVY = ("cv2", "numpy", "gpiozero", "picamera2", "starlette", "uvicorn", "h11", "paho")
"""What only the eyes, the pins, the page and the club need."""


def main() -> None:
    """Shows it, and prints which of the heavy libraries are there."""
    from pi.shell.main import build_parser

    build_parser("play").parse_args(["play", "--data", sys.argv[1]])
    import pi.shell.appliance
    import pi.shell.commands.playing  # noqa: F401 - as the command does
    from pi.core.model import Model
    from pi.core.screens import screens
    from pi.shell.opening import open_record

    open_record(Path(sys.argv[1])).store.close()
    from luma.core.interface.serial import i2c

    from hardware.real.oled import Oled
    from pi.shell.render import render
    from tests.hardware.recording_bus import RecordingBus

    bus = RecordingBus("ssd1306")
    Oled("ssd1306", open_wire=lambda address: i2c(bus=bus, address=address)).show(render(screens(Model())))
    assert bus.image().getbbox() is not None, "nothing is on the glass"
    print(*sorted(set(HEAVY) & set(sys.modules)))


if __name__ == "__main__":
    main()
