"""What the device is made of, checked part by part: found or not, and what to do about it."""

from __future__ import annotations

import grp
import importlib
import importlib.metadata
import itertools
import os
import platform
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import IO

from hardware.open import MODEL_FILE, is_raspberry_pi, open_buttons, open_camera, open_signaller
from hardware.ports import Camera, DeviceError
from pi.shell.data import playing_alone
from pi.shell.errors import RecordError, UsageError
from pi.shell.record_file import FILE_NAME, check_disk
from pi.shell.store import open_store

MEBIBYTE = 1 << 20
LITTLE_SPACE_MIB = 50
HOT_C = 80.0
"""A Pi slows down from here on."""

PACKAGES = {
    "numpy": "numpy",
    "PIL": "pillow",
    "cv2": "opencv-python-headless",
    "gpiozero": "gpiozero",
    "luma.core": "luma.core",
    "luma.oled": "luma.oled",
}
"""What is imported, and the package that it comes in."""
PI_PACKAGES = {"lgpio": "python3-lgpio", "picamera2": "python3-picamera2"}
"""Likewise, from apt on a Raspberry Pi."""

GROUPS = ("gpio", "i2c", "video")
NODES = ("gpiochip*", "i2c-1", "video*", "media*")


class State(Enum):
    """How a part was found."""

    WORKS = "works"
    NOTE = "note"
    FAILS = "fails"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one part.

    Attributes:
        part: its name.
        state: a `note` keeps nobody from playing; what `fails` is needed.
        found: what there is, or what is wrong.
        remedy: what to do; empty where nothing is to be done.
    """

    part: str
    state: State
    found: str
    remedy: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be checked: the devices as `goatherd play` would choose them, and the data folder."""

    camera: str
    screen: str
    buttons: str
    buzzer: str
    lamp: str
    folder: Path
    model_file: Path = MODEL_FILE

    @property
    def is_pi(self) -> bool:
        """Whether this machine is a Raspberry Pi."""
        return is_raspberry_pi(self.model_file)


def check_all(wanted: Wanted) -> Iterator[Finding]:
    """Checks every part, one after the other.

    Raises:
        UsageError: a device was asked for that there is no kind of.
    """
    yield machine(wanted.model_file)
    yield packages("packages", PACKAGES, "make play sets them up")
    if wanted.is_pi:
        names = " ".join(PI_PACKAGES.values())
        yield packages(
            "Pi packages", PI_PACKAGES, f"sudo apt install {names}, in an environment that sees the system's packages"
        )
        yield rights()
        yield health()
    yield weights(wanted.folder)
    if is_playing(wanted.folder):
        yield Finding("devices", State.NOTE, "a running goatherd uses them", "end it to have them checked")
    else:
        yield camera(wanted)
        yield screen(wanted)
        yield buttons(wanted)
        yield from signallers(wanted)
    yield folder(wanted.folder)
    yield tray(wanted.folder)
    yield record(wanted.folder)


def machine(model_file: Path = MODEL_FILE) -> Finding:
    """Which machine this is, and its Python."""
    name = model_file.read_bytes().rstrip(b"\0").decode(errors="replace") if is_raspberry_pi(model_file) else "a PC"
    return Finding("machine", State.WORKS, f"{name}, {platform.machine()}, Python {platform.python_version()}")


def packages(part: str, modules: dict[str, str], remedy: str) -> Finding:
    """Whether libraries can be loaded: one built for another numpy is there and still does not work.

    Args:
        part: what they are called together.
        modules: what is imported, and the package that it comes in.
        remedy: how to get them.
    """
    found = []
    for module, package in modules.items():
        try:
            library = importlib.import_module(module)
        except (ImportError, OSError, ValueError, AttributeError) as error:
            reason = " ".join(str(error).split())
            return Finding(part, State.FAILS, f"{package} can't be loaded ({reason})", remedy)
        found.append(f"{package} {getattr(library, '__version__', None) or _version(package)}")
    return Finding(part, State.WORKS, ", ".join(found))


def _version(package: str) -> str:
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return "(no version)"


def rights(dev: Path = Path("/dev")) -> Finding:
    """Whether this user may use the devices of a Raspberry Pi."""
    closed = [
        str(node) for pattern in NODES for node in sorted(dev.glob(pattern)) if not os.access(node, os.R_OK | os.W_OK)
    ]
    if closed:
        remedy = f"sudo usermod -aG {','.join(GROUPS)} $USER, then log in again"
        return Finding("rights", State.FAILS, f"may not use {', '.join(closed)}", remedy)
    return Finding("rights", State.WORKS, f"member of {', '.join(_groups()) or 'no group'}")


def _groups() -> list[str]:
    return sorted(grp.getgrgid(number).gr_name for number in os.getgroups())


def health(system: Path = Path("/sys")) -> Finding:
    """Temperature and voltage of a Raspberry Pi."""
    found, remedies = [], []
    for zone in sorted(system.glob("class/thermal/thermal_zone0/temp")):
        celsius = int(zone.read_text()) / 1000
        found.append(f"{celsius:.0f} °C")
        if celsius >= HOT_C:
            remedies.append("give it air or a heat sink")
    for name in sorted(system.glob("class/hwmon/hwmon*/name")):
        alarm = name.with_name("in0_lcrit_alarm")
        if name.read_text().strip() == "rpi_volt" and alarm.exists():
            is_low = alarm.read_text().strip() == "1"
            found.append("too little voltage" if is_low else "enough voltage")
            if is_low:
                remedies.append("use the Pi's own power supply and a short cable")
    state = State.NOTE if remedies else State.WORKS
    return Finding("health", state, ", ".join(found) or "not told by this system", "; ".join(remedies))


def weights(path: Path) -> Finding:
    """Whether the reader of dice, with the faces taught in a data folder, can be loaded and looks at a picture."""
    try:
        import numpy as np

        from pi.shell.faces import load_faces
        from vision.reader import load_reader

        began = time.perf_counter()
        load_reader(load_faces(path)).read(np.zeros((480, 640, 3), np.uint8))
        return Finding("reader", State.WORKS, f"ready after {time.perf_counter() - began:.1f} s")
    except ImportError as error:
        return Finding("reader", State.FAILS, f"its libraries are missing ({error})", "make play sets them up")
    except OSError as error:
        return Finding("reader", State.FAILS, f"its weights can't be read ({error})", "install Goatherd again")
    except UsageError as error:
        return Finding("reader", State.FAILS, str(error), "delete the file and teach the faces anew")


def is_playing(folder: Path) -> bool:
    """Whether a running goatherd holds the folder, and with it the devices."""
    if not folder.is_dir():
        return False
    try:
        with playing_alone(folder):
            return False
    except UsageError:
        return True


def camera(wanted: Wanted) -> Finding:
    """Whether the camera gives a picture."""

    def no_camera() -> Camera:
        raise DeviceError("camera", "simulated", "")

    try:
        with _known():
            opened, words = open_camera(wanted.camera, no_camera, wanted.model_file)
    except DeviceError as error:
        if error.reason == "simulated":
            return Finding("camera", State.WORKS, "simulated camera")
        return _failed("camera", error)
    try:
        with closing(opened):
            began = time.perf_counter()
            (frame,) = itertools.islice(opened.frames(), 1)
    except DeviceError as error:
        return _failed("camera", error)
    height, width = frame.image_bgr.shape[:2]
    return Finding("camera", State.WORKS, f"{words}: {width}x{height} after {time.perf_counter() - began:.1f} s")


def screen(wanted: Wanted) -> Finding:
    """Whether the display answers."""
    kind = wanted.screen if wanted.screen != "auto" else ("oled" if wanted.is_pi else "terminal")
    if kind == "none":
        return Finding("screen", State.NOTE, "no display is wanted")
    if kind == "terminal":
        return _terminal("screen", sys.stdout)
    from hardware.real.oled import find_panel

    if kind not in ("oled", "oled:ssd1306", "oled:sh1106"):
        raise UsageError(f"--screen: {kind!r} is no kind of display")
    try:
        address = find_panel()
    except DeviceError as error:
        return _failed("screen", error)
    return Finding("screen", State.WORKS, f"a panel answers at {address:#04x}; which chip it has can't be told")


def buttons(wanted: Wanted) -> Finding:
    """Whether the buttons' pins can be opened."""
    kind = wanted.buttons if wanted.buttons != "auto" else ("gpio" if wanted.is_pi else "keyboard")
    if kind == "keyboard":
        return _terminal("buttons", sys.stdin)
    try:
        with _known():
            opened, words = open_buttons(kind, lambda _: None, model_file=wanted.model_file)
    except DeviceError as error:
        return _failed("buttons", error)
    if opened is None:
        return Finding("buttons", State.NOTE, "no buttons are wanted")
    opened.close()
    return Finding("buttons", State.WORKS, words)


def signallers(wanted: Wanted) -> Iterator[Finding]:
    """Whether the pins of buzzer and lamp can be opened, where there are any."""
    for name, kind in (("buzzer", wanted.buzzer), ("lamp", wanted.lamp)):
        try:
            with _known():
                opened = open_signaller(name, kind, lambda _: None)
        except DeviceError as error:
            yield Finding(name, State.NOTE, error.reason, error.remedy)
            continue
        if opened is not None:
            opened.close()
            yield Finding(name, State.WORKS, f"{name} on GPIO{kind}")


def folder(path: Path) -> Finding:
    """Whether the data folder can be written, and has room."""
    try:
        check_disk(path)
    except RecordError as error:
        return Finding("data folder", State.FAILS, str(error))
    free_mib = shutil.disk_usage(path).free // MEBIBYTE
    found = f"{path}: {free_mib} MiB free"
    if free_mib < LITTLE_SPACE_MIB:
        return Finding("data folder", State.NOTE, found, "free some space")
    return Finding("data folder", State.WORKS, found)


def tray(path: Path) -> Finding:
    """Whether it is known where the tray lies."""
    from pi.shell.calibrations import CALIBRATION_NAME, load_calibration

    if not (path / CALIBRATION_NAME).is_file():
        return Finding("tray", State.NOTE, "not learnt yet", "leave it empty before the camera for a moment")
    try:
        known = load_calibration(path / CALIBRATION_NAME)
    except UsageError as error:
        return Finding("tray", State.NOTE, str(error))
    width, height = known.size_wh
    dice = "no dice seen yet" if known.die_px is None else f"dice of {known.die_px:.0f} pixels"
    return Finding("tray", State.WORKS, f"learnt in pictures of {width}x{height}, {dice}")


def record(path: Path) -> Finding:
    """Whether every game kept can be read."""
    if not (path / FILE_NAME).is_file():
        return Finding("record", State.WORKS, "no games yet")
    try:
        with closing(open_store(path)) as store:
            store.check_whole()
            games = [store.game(game_id) for game_id in store.game_ids()]
    except RecordError as error:
        return Finding("record", State.FAILS, str(error))
    entries = sum(len(game.entries) for game in games)
    return Finding("record", State.WORKS, f"{len(games)} games, {entries} entries, all of them readable")


def _terminal(part: str, stream: IO[str]) -> Finding:
    words = {"screen": "display in the terminal", "buttons": "buttons on the keyboard"}[part]
    if stream.isatty():
        return Finding(part, State.WORKS, words)
    return Finding(part, State.NOTE, f"{words}, but this is no terminal", "start goatherd play in a terminal")


def _failed(part: str, error: DeviceError) -> Finding:
    return Finding(part, State.FAILS, error.reason, error.remedy)


@contextmanager
def _known() -> Iterator[None]:
    """Turns a kind of device that there isn't into a wrong request."""
    try:
        yield
    except ValueError as error:
        raise UsageError(f"--{error}") from error
