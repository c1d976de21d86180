"""The appliance put together: devices, eyes and loop, until it is switched off."""

from __future__ import annotations

import logging
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, TypeVar

from engine.rules import rule_set
from hardware.open import is_raspberry_pi, open_buttons, open_display, open_signaller
from hardware.ports import Buttons, Camera, DeviceError, Display, Look, Press, Signal, Signaller
from hardware.real import notify
from hardware.simulated.terminal import Terminal
from pi.core.care import NO_CARE, Care
from pi.core.events import ButtonPressed, DeviceFailed, DeviceReturned, DeviceStarting, Event
from pi.core.handler import Next
from pi.core.model import Model
from pi.core.overlay_values import SwitchedOff
from pi.core.screen import Screen
from pi.shell.errors import UsageError
from pi.shell.loop import Loop, Outputs, Show
from pi.shell.mqtt.place import Place
from pi.shell.recorder import Recorder
from pi.shell.returning import Closable, Failed, Returning
from pi.shell.sagas import sagas_in
from pi.shell.simulated import SimulatedThrows, with_drawn_goat
from pi.shell.started import StartedCamera
from pi.shell.warming import warm_up
from pi.shell.web.address import Address
from pi.shell.web.cameras import WatchedCamera
from pi.shell.wishes import save_wishes

if TYPE_CHECKING:
    from socket import socket

    from pi.shell.eyes import CameraWorker
    from pi.shell.mqtt.publishing import Publisher
    from pi.shell.web.companion import Companion

log = logging.getLogger(__name__)

Device = TypeVar("Device", bound=Closable)

IDLE_S = 1.0
"""How often time passes; what has failed is tried again then."""


FIRST_LOOK_S = 5.0
"""The advice waits for the eyes' first look for so long."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The devices as chosen on the command line.

    Attributes:
        screen: its kind, see hardware.open.
        buttons: likewise.
        buzzer: GPIO number of its pin, or "none".
        lamp: likewise.
        care: when the display is spared.
        web: where to serve the companion page; None for nowhere.
        shows_page: whether to open it in a browser.
        place: where to publish the table; None for nowhere.
    """

    screen: str
    buttons: str
    buzzer: str = "none"
    lamp: str = "none"
    care: Care = field(default_factory=Care)
    web: Address | None = None
    shows_page: bool = False
    place: Place | None = None


def run_appliance(
    choices: Choices, opened: Camera, throws: SimulatedThrows, folder: Path, model: Model, recorder: Recorder
) -> int:
    """Plays until the process is told to end, and returns the exit status.

    Args:
        choices: the devices that are still to be opened.
        opened: the camera.
        throws: the keys that throw dice on the simulated tray.
        folder: holds what lasts.
        model: what is known at the beginning.
        recorder: of the game.
    """
    camera = WatchedCamera(opened)
    listener = None if choices.web is None else choices.web.listen()
    listeners: list[Companion | Publisher] = []
    with ExitStack() as devices:
        display = _display(choices.screen)
        signallers: list[Returning[Signaller]] = []
        outputs = Outputs(
            _look_of(display),
            partial(_give, signallers),
            lambda: _shut_down(loop),
            partial(_tell, listeners),
            partial(save_wishes, folder),
            _check_of(display),
            partial(sagas_in, folder),
        )
        show = _show_on(display, throws, lambda: loop.model)
        throws.dice = lambda: _dice(loop.model)
        loop = Loop(model, recorder, show, outputs, choices.care if _is_panel(display) else NO_CARE)
        devices.callback(lambda: _close_display(display, loop.model))
        _stop_on_signals(loop)
        loop.show(time.monotonic())
        notify.notify(notify.READY)
        _open_eyes(camera, folder, loop, throws, devices)
        _open_buttons(choices.buttons, loop, throws, devices)
        signallers += _open_signallers({"buzzer": choices.buzzer, "lamp": choices.lamp}, loop, devices)
        if (found := sagas_in(folder, time.monotonic())) is not None:
            loop.post(found)
        if listener is not None:
            listeners.append(_open_page(choices, listener, folder, loop, camera, throws, devices))
        if choices.place is not None:
            listeners.append(_publish(choices.place, loop, devices))
        loop.run(time.monotonic, IDLE_S, lambda: notify.notify(notify.WATCHDOG))
        notify.notify(notify.STOPPING)
        if _is_switching_off():
            loop.part(time.monotonic())
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
        from pi.shell.terminal import terminal_lines

        terminal = display
        return lambda screen: terminal.show_lines(
            (*terminal_lines(screen, throws.faces, model().language), *_page_lines(model()))
        )
    panel = display

    def show_pixels(screen: Screen) -> None:
        from pi.shell.render import render

        panel.show(render(screen))

    return show_pixels


def _page_lines(model: Model) -> tuple[str, ...]:
    """Where the companion page is, for the terminal."""
    return () if model.page is None else ("", f"  http://{model.page.address}/")


def _is_panel(display: Display | Terminal | None) -> bool:
    """Whether pixels can burn in; a terminal looks after its own light, and never hides what a press would do."""
    return display is not None and not isinstance(display, Terminal)


def _look_of(display: Display | Terminal | None) -> Callable[[Look], None]:
    return display.set_look if display is not None and not isinstance(display, Terminal) else lambda look: None


def _check_of(display: Display | Terminal | None) -> Callable[[], None]:
    return display.check if display is not None and not isinstance(display, Terminal) else lambda: None


def _close_display(display: Display | Terminal | None, model: Model) -> None:
    """Leaves only the picture that says that the plug may be pulled."""
    if isinstance(display, Terminal):
        display.close()
    elif display is not None:
        display.close(keep_picture=isinstance(model.overlay, SwitchedOff))


def _shut_down(loop: Loop) -> None:
    """Switches a table's own machine off; on any other only the program ends."""
    if is_raspberry_pi():
        from pi.shell.shutting_down import switch_off

        switch_off()
    else:
        loop.stop()


def _is_switching_off() -> bool:
    if not is_raspberry_pi():
        return False
    from pi.shell.shutting_down import is_switching_off

    return is_switching_off()


def _open_buttons(kind: str, loop: Loop, throws: SimulatedThrows, devices: ExitStack) -> None:
    def press(pressed: Press) -> None:
        loop.post(ButtonPressed(pressed.button, pressed.held, pressed.at))

    def key(name: str) -> None:
        match name:
            case "t":
                throws.throw()
            case "c":
                throws.clear()
            case "q":
                loop.stop()

    def open_them(failed: Failed) -> Buttons | None:
        buttons, words = open_buttons(kind, failed, key)
        log.info("%s", words)
        return buttons

    _kept_open("buttons", open_them, loop, devices).start(lambda buttons: buttons.listen(press))


def _open_signallers(kinds: dict[str, str], loop: Loop, devices: ExitStack) -> Iterator[Returning[Signaller]]:
    """Opens buzzer and lamp, those that are wanted."""
    for name, kind in kinds.items():
        if kind != "none":
            signaller = _kept_open(name, partial(open_signaller, name, kind), loop, devices)
            signaller.start()
            yield signaller


def _kept_open(
    name: str, open_it: Callable[[Failed], Device | None], loop: Loop, devices: ExitStack
) -> Returning[Device]:
    """Opens a device without which the table plays on, and to which it returns by itself."""

    def fail(error: DeviceError) -> None:
        log.warning("%s", error)
        loop.post(DeviceFailed(error.device, error.reason, error.remedy, time.monotonic()))

    kept = Returning(open_it, fail, lambda: loop.post(DeviceReturned(name, time.monotonic())))
    try:
        kept.open()
    except ValueError as error:
        raise UsageError(f"--{error}") from error
    except DeviceError as error:
        if not is_raspberry_pi():
            raise
        fail(error)
    devices.enter_context(closing(kept))
    return kept


def _give(signallers: list[Returning[Signaller]], signal: Signal) -> None:
    for signaller in signallers:
        if signaller.device is not None:
            signaller.device.give(signal)


def _dice(model: Model) -> tuple[int, ...]:
    """The faces of the dice that are played with."""
    rules = model.setup.rules if model.game is None else model.game.position.rules.names
    return rule_set(rules).faces


def _open_eyes(camera: Camera, folder: Path, loop: Loop, throws: SimulatedThrows, devices: ExitStack) -> None:
    loop.post(DeviceStarting("camera", time.monotonic()))
    eyes = LateEyes(StartedCamera(camera, loop.post), folder, loop, shows_drawn=throws.camera is throws)
    eyes.start()
    devices.enter_context(closing(eyes))


def _open_page(
    choices: Choices,
    listener: socket,
    folder: Path,
    loop: Loop,
    camera: WatchedCamera,
    throws: SimulatedThrows,
    devices: ExitStack,
) -> Companion:
    from pi.shell.web.opening import page_of, show_in_browser

    assert choices.web is not None
    page = devices.enter_context(closing(page_of(choices.web, listener, folder, camera, throws)))
    page.start(loop.model, loop.post)
    log.info("companion page: %s", page.url)
    if choices.shows_page:
        show_in_browser(page.url)
    return page


def _publish(place: Place, loop: Loop, devices: ExitStack) -> Publisher:
    from pi.shell.mqtt.publishing import Publisher

    publisher = devices.enter_context(closing(Publisher(place)))
    publisher.start(loop.model)
    return publisher


def _tell(listeners: list[Companion | Publisher], event: Event, following: Next, model: Model) -> None:
    for listener in listeners:
        listener.heard(event, following, model)


class LateEyes:
    """Opens the eyes in a thread of its own: a small Pi takes seconds to load what they need."""

    def __init__(self, camera: Camera, folder: Path, loop: Loop, shows_drawn: bool) -> None:
        self._camera = camera
        self._shows_drawn = shows_drawn
        self._folder = folder
        self._loop = loop
        self._worker: CameraWorker | None = None
        self._thread = Thread(target=self._open, name="eyes", daemon=True)

    def start(self) -> None:
        """Begins to open them."""
        self._thread.start()

    def close(self) -> None:
        """Closes them, once they are open."""
        if self._worker is not None:
            self._worker.close()  # which ends the waiting for its first look
        self._thread.join()
        if self._worker is not None:
            self._worker.close()

    def _open(self) -> None:
        try:
            from pi.shell.eyes import CameraWorker
            from pi.shell.faces import load_faces

            faces = load_faces(self._folder)
            if self._shows_drawn:
                faces = with_drawn_goat(faces)
        except (ImportError, UsageError) as error:
            log.warning("the eyes can't be opened: %s", error)
            self._loop.post(DeviceFailed("camera", str(error), "see goatherd doctor", time.monotonic()))
            return
        worker = CameraWorker(self._camera, self._loop.post, faces, self._folder)
        worker.start()
        self._worker = worker
        # One of two threads computes at a time; there is time for the advice while dice are watched lying still.
        worker.wait_for_look(FIRST_LOOK_S)
        warm_up(self._loop.model)


def _stop_on_signals(loop: Loop) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: loop.stop())
