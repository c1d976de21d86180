"""The appliance put together: devices, eyes and loop, until it is switched off."""

from __future__ import annotations

import logging
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hardware.open import is_raspberry_pi, open_buttons, open_camera, open_display
from hardware.ports import Buttons, Camera, DeviceError, Display, Press
from hardware.real import notify
from hardware.simulated.terminal import Terminal
from pi.core.events import ButtonPressed, DeviceFailed
from pi.core.model import Model
from pi.core.screen import Screen
from pi.shell.errors import UsageError
from pi.shell.loop import Loop, Show
from pi.shell.recorder import Recorder
from pi.shell.terminal import terminal_lines

if TYPE_CHECKING:
    from hardware.simulated.camera import SimulatedTray

log = logging.getLogger(__name__)

IDLE_S = 1.0
"""How long nothing may happen before what has failed is tried again."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The devices as chosen on the command line; `seed` is for simulated dice, None for different ones every time."""

    camera: str
    screen: str
    buttons: str
    seed: int | None


class SimulatedThrows:
    """The keys that throw dice on the simulated tray, or change the picture where pictures are shown."""

    def __init__(self, seed: int | None) -> None:
        self.camera: Camera | None = None
        self.tray: SimulatedTray | None = None
        self._seed = int.from_bytes(os.urandom(4)) if seed is None else seed
        self._random = random.Random(self._seed)

    def make_camera(self) -> Camera:
        """Lays out an empty tray and a camera over it."""
        from hardware.simulated.camera import SimulatedCamera, SimulatedTray

        self.tray = SimulatedTray(self._seed)
        return SimulatedCamera(self.tray)

    def throw(self) -> None:
        """Throws four dice, or shows the next picture."""
        from hardware.simulated.photos import PhotosCamera

        if self.tray is not None:
            self.tray.throw([self._random.randint(1, 6) for _ in range(4)])
        elif isinstance(self.camera, PhotosCamera):
            self.camera.next_photo()

    def clear(self) -> None:
        """Takes the dice away."""
        if self.tray is not None:
            self.tray.clear()

    @property
    def faces(self) -> tuple[int, ...] | None:
        """The dice that lie on the tray; None where there is no simulated tray."""
        return None if self.tray is None else self.tray.faces


def run_appliance(choices: Choices, folder: Path, model: Model, recorder: Recorder) -> int:
    """Plays until the process is told to end; `folder` holds what lasts. Returns the exit status."""
    throws = SimulatedThrows(choices.seed)
    with ExitStack() as devices:
        display = _display(choices.screen)
        loop = Loop(model, recorder, _show_on(display, throws, lambda: loop.model))
        if display is not None:
            devices.enter_context(closing(display))
        _stop_on_signals(loop)
        loop.show(time.monotonic())
        notify.notify(notify.READY)
        _open_buttons(choices.buttons, loop, throws, devices)
        _open_eyes(choices.camera, folder, loop, throws, devices)
        loop.run(time.monotonic, IDLE_S, lambda: notify.notify(notify.WATCHDOG))
        notify.notify(notify.STOPPING)
    return 0


def _display(kind: str) -> Display | Terminal | None:
    try:
        display, words = open_display(kind)
    except ValueError as error:
        raise UsageError(f"--{error}") from error
    log.info("%s", words)
    return display


def _show_on(display: Display | Terminal | None, throws: SimulatedThrows, model: Callable[[], Model]) -> Show:
    if display is None:
        return lambda screen: None
    if isinstance(display, Terminal):
        terminal = display
        return lambda screen: terminal.show_lines(terminal_lines(screen, throws.faces, model().language))
    panel = display

    def show_pixels(screen: Screen) -> None:
        from pi.shell.render import render

        panel.show(render(screen))

    return show_pixels


def _open_buttons(kind: str, loop: Loop, throws: SimulatedThrows, devices: ExitStack) -> None:
    def press(pressed: Press) -> None:
        loop.post(ButtonPressed(pressed.button, pressed.held, pressed.at))

    def fail(error: DeviceError) -> None:
        loop.post(DeviceFailed(error.device, error.reason, error.remedy, time.monotonic()))

    def key(name: str) -> None:
        match name:
            case "t":
                throws.throw()
            case "c":
                throws.clear()
            case "q":
                loop.stop()

    try:
        buttons, words = open_buttons(kind, fail, key)
    except ValueError as error:
        raise UsageError(f"--{error}") from error
    except DeviceError as error:
        if not is_raspberry_pi():
            raise
        fail(error)
        return
    log.info("%s", words)
    if buttons is not None:
        _listen(buttons, press, devices)


def _listen(buttons: Buttons, press: Callable[[Press], None], devices: ExitStack) -> None:
    devices.enter_context(closing(buttons))
    buttons.listen(press)


def _open_eyes(kind: str, folder: Path, loop: Loop, throws: SimulatedThrows, devices: ExitStack) -> None:
    try:
        camera, words = open_camera(kind, throws.make_camera)
    except ValueError as error:
        raise UsageError(f"--{error}") from error
    log.info("%s", words)
    throws.camera = camera
    from pi.shell.eyes import CameraWorker
    from pi.shell.faces import load_faces

    worker = CameraWorker(camera, loop.post, load_faces(folder))
    worker.start()
    devices.enter_context(closing(worker))


def _stop_on_signals(loop: Loop) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: loop.stop())
