"""What spares a small Pi: little is loaded before the first picture, and little is written a turn."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Literal

import pytest

from installer.releases import SOURCE

KIBIBYTE = 1 << 10
TURN = "roll 1 2 5 6\npress ok\nclear\n"

PLAY_AND_COUNT = """
import sys
from pi.shell.main import main
status = main(sys.argv[1:])
(written,) = [line.split()[1] for line in open("/proc/self/io") if line.startswith("wchar")]
print(written)
sys.exit(status)
"""


def run(*arguments: str, text: str = "") -> str:
    ended = subprocess.run(
        [sys.executable, *arguments], cwd=SOURCE, input=text, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return ended.stdout.strip()


def test_the_first_picture_waits_for_no_library_of_eyes_pins_page_or_club(tmp_path: Path) -> None:
    pytest.importorskip("luma.oled")
    assert run("-m", "tests.installer.first_screen", str(tmp_path)) == ""


def written(folder: Path, turns: int) -> int:
    """Bytes that the program writes while so many turns are played, start and end included."""
    play = ("play", "--players", "2", "--language", "en", "--data", str(folder), "--script", "-")
    return int(run("-c", PLAY_AND_COUNT, *play, text=TURN * turns))


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_turn_writes_little(tmp_path: Path) -> None:
    few, many = written(tmp_path / "few", 1), written(tmp_path / "many", 5)
    assert (many - few) / 4 <= 48 * KIBIBYTE


# The first light


def first_light() -> ModuleType:
    loader = SourceFileLoader("first_light", str(SOURCE / "systemd" / "goatherd.light"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize(("chip", "left"), [("ssd1306", 0), ("sh1106", 2), ("sh1106", 0)])
def test_either_panel_lights_up_with_the_name_on_it(chip: Literal["ssd1306", "sh1106"], left: int) -> None:
    pytest.importorskip("luma.oled")
    from tests.hardware.recording_bus import RecordingBus

    bus = RecordingBus(chip, left=0)
    for message in first_light().messages():
        bus.i2c_rdwr(Message(bus.address, message))
    glass = bus.image()
    box = glass.getbbox()
    assert box == (16, 24, 110, 38)  # a panel that begins two columns further on shows all of it, too
    rows = ["".join("#" if glass.getpixel((x, y)) else " " for x in range(16, 40, 2)) for y in range(24, 38, 2)]
    assert rows == [
        " ###   ###  ",
        "#   # #   # ",
        "#     #   # ",
        "# ### #   # ",
        "#   # #   # ",
        "#   # #   # ",
        " ###   ###  ",
    ]


class Message(bytes):
    """What smbus2 sends: bytes for an address."""

    addr: int

    def __new__(cls, addr: int, data: bytes) -> Message:
        message = super().__new__(cls, data)
        message.addr = addr
        return message


def test_the_first_light_loads_next_to_nothing() -> None:
    code = "import sys; exec(open(sys.argv[1]).read(), {'__name__': 'light'}); print(len(sys.modules))"
    few = int(run("-IS", "-c", "import sys; print(len(sys.modules))"))
    assert int(run("-IS", "-c", code, str(SOURCE / "systemd" / "goatherd.light"))) <= few + 10


def test_without_a_panel_it_ends_quietly() -> None:
    if Path("/dev/i2c-1").exists():
        pytest.skip("there is a bus on this machine")
    command = [sys.executable, "-IS", str(SOURCE / "systemd" / "goatherd.light")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", "")
