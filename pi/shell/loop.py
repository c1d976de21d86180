"""The one loop that owns the state: update, then record, then show, then perform."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, replace
from queue import Empty, SimpleQueue

from hardware.ports import DeviceError, Look, Signal
from pi.core.care import Care
from pi.core.effects import BeginCampaign, Effect, EnterCampaign, FindSagas, RememberWishes, ShutDown
from pi.core.events import (
    DeviceFailed,
    DeviceReturned,
    Event,
    HandlerFailed,
    InboxEmptied,
    SagasFound,
    ShutDownFailed,
    TimePassed,
)
from pi.core.handler import Next
from pi.core.hints import Wishes
from pi.core.model import Model
from pi.core.overlay_values import SwitchedOff
from pi.core.panel import Panel, look_of, tend
from pi.core.reviewing import is_judging
from pi.core.screen import Row, Screen
from pi.core.screens import screens
from pi.core.signals import signal_between
from pi.core.update import update
from pi.shell.recorder import Recorder

log = logging.getLogger(__name__)

Show = Callable[[Screen], None]
"""Puts a screen on a display; raises DeviceError when that fails."""

PLAIN_SCREEN = Screen("Goatherd", rows=(Row("A fault; the game is kept"), Row("Press a button")))
"""Shown where the right screen can't be made: no translation, no dice, nothing that could fail as well."""


_ABOUT_SAGAS = (FindSagas, BeginCampaign, EnterCampaign)
"""After these effects campaigns are looked up anew: what was just begun has its number then."""


def _nothing(_: object) -> None:
    return


class ShutDownError(Exception):
    """The machine can't be switched off; says why."""


@dataclass(frozen=True, slots=True)
class Outputs:
    """What the loop acts on besides display and record.

    Attributes:
        look: lights and shifts the display; raises DeviceError when that fails.
        signal: gives a signal; returns at once.
        shut_down: switches the machine off once the record is closed; raises ShutDownError when it refuses.
        heard: told of every event, what followed and the table then; returns at once.
        remember: keeps who wants which hints for later games.
        check: asks whether the display is still there; raises DeviceError when it isn't.
        sagas: looks up campaigns and packs at a time; None when they can't be read.
    """

    look: Callable[[Look], None] = _nothing
    signal: Callable[[Signal], None] = _nothing
    shut_down: Callable[[], None] = lambda: None
    heard: Callable[[Event, Next, Model], None] = lambda event, following, model: None
    remember: Callable[[Wishes], None] = _nothing
    check: Callable[[], None] = lambda: None
    sagas: Callable[[float], SagasFound | None] = lambda at: None


class Loop:
    """Takes events one at a time, from any thread, and acts on them in one."""

    def __init__(
        self, model: Model, recorder: Recorder, show: Show, outputs: Outputs | None = None, care: Care | None = None
    ) -> None:
        self.model = model
        self.panel = Panel()
        self._recorder = recorder
        self._show = show
        self._outputs = Outputs() if outputs is None else outputs
        self._care = Care() if care is None else care
        self._shown: tuple[Screen, Look] | None = None
        self._faulty: Model | None = None
        self._inbox: SimpleQueue[Event | None] = SimpleQueue()

    def post(self, event: Event) -> None:
        """Hands an event over, from any thread."""
        self._inbox.put(event)

    def stop(self) -> None:
        """Ends `run` after the events posted so far, from any thread."""
        self._inbox.put(None)

    def run(self, clock: Callable[[], float], idle_s: float, on_progress: Callable[[], object]) -> None:
        """Takes events until `stop`.

        Args:
            clock: says the time in seconds.
            idle_s: how often time passes, in seconds; what has failed is tried again then.
            on_progress: called after every event and every time that passed.
        """
        self.show(clock())
        on_progress()
        due = clock() + idle_s
        while True:
            try:
                event = self._inbox.get(timeout=0.0 if is_judging(self.model) else max(0.0, due - clock()))
            except Empty:
                if is_judging(self.model):
                    self.take(InboxEmptied(clock()))
            else:
                if event is None:
                    return
                self.take(event)
            if clock() >= due:  # also when events never cease
                due = clock() + idle_s
                self.take(TimePassed(clock()))
                self.try_again(clock())
            on_progress()

    def take(self, event: Event) -> None:
        """Acts on one event: what it changes is durable before it is visible."""
        self.panel, only_wakes = tend(self.panel, event, self._care)
        if only_wakes:
            self.show(event.at)
            return
        before = self.model
        following = self._update(event)
        if following.why:
            log.debug("%s: %s", type(event).__name__, following.why)
        self.model = following.model
        self._record(following.effects, event.at)
        for effect in following.effects:
            if isinstance(effect, RememberWishes):
                self._outputs.remember(effect.wishes)
        if any(isinstance(effect, _ABOUT_SAGAS) for effect in following.effects):
            self._find_sagas(event.at)
        if any(isinstance(effect, ShutDown) for effect in following.effects):
            self._shut_down(event.at)
        self.show(event.at)
        signal = signal_between(before, self.model)
        if signal is not None:
            self._outputs.signal(signal)
        self._outputs.heard(event, following, self.model)

    def try_again(self, at: float) -> None:
        """Saves what could not be saved, and shows what could not be shown or was lost with the display."""
        self._record((), at)
        if self._shown is not None:
            try:
                self._outputs.check()
            except DeviceError as error:
                self._shown = None
                self._tell(DeviceFailed("screen", error.reason, error.remedy, at))
        self.show(at)

    def show(self, at: float = 0.0) -> None:
        """Shows the model when it looks different from what is shown."""
        screen, look = self._screen(at), look_of(self.panel, self._care)
        if (screen, look) == self._shown:
            return
        was_away = self.model.has_trouble("screen")
        try:
            self._put(screen, look)
        except DeviceError as error:
            self._shown = None
            if not was_away:
                self._tell(DeviceFailed("screen", error.reason, error.remedy, at))
            return
        self._shown = (screen, look)
        if was_away:
            self._tell(DeviceReturned("screen", at))
            self.show(at)

    def part(self, at: float) -> None:
        """Shows, as the last picture, that the plug may be pulled; not so while something waits to be saved."""
        if self._recorder.is_saved:
            self.model = replace(self.model, overlay=SwitchedOff())
            self.refresh(at)

    def refresh(self, at: float) -> None:
        """Shows the model again, for a display that may have lost its picture."""
        self._shown = None
        self.show(at)

    def _record(self, effects: tuple[Effect, ...], at: float) -> None:
        saving = self._recorder.record(effects, at)
        if saving is not None:
            self._tell(saving)

    def _find_sagas(self, at: float) -> None:
        """Looks up the campaigns as others may have left them, unless the record lacks what was done here."""
        found = self._outputs.sagas(at) if self._recorder.is_saved else None
        if found is not None:
            self._tell(found)

    def _tell(self, event: Event) -> None:
        """Lets the model know what the loop itself has found out."""
        self.panel, _ = tend(self.panel, event, self._care)
        self.model = update(self.model, event).model

    def _shut_down(self, at: float) -> None:
        """Closes the record, says so, and only then asks the machine; one that refuses gets its game back."""
        if not self._recorder.is_saved:
            self._tell(ShutDownFailed("the game is not saved", at))
            return
        self._recorder.close()
        self.show(at)
        try:
            self._outputs.shut_down()
        except ShutDownError as error:
            log.warning("it can't be switched off: %s", error)
            self._tell(ShutDownFailed(str(error), at))

    def _put(self, screen: Screen, look: Look) -> None:
        """Puts a screen on the display, a plain one where this one can't be drawn."""
        if self._shown is None or screen != self._shown[0]:
            try:
                self._show(screen)
            except DeviceError:
                raise
            except Exception:  # a screen that can't be drawn must not end the game
                log.exception("this screen can't be drawn: %r", screen)
                self._show(PLAIN_SCREEN)
        if self._shown is None or look != self._shown[1]:
            self._outputs.look(look)

    def _screen(self, at: float) -> Screen:
        """The screen of the model, a plain one where nothing else helps; the game below it is whole."""
        while True:
            try:
                return screens(self.model)
            except Exception as error:  # players must see something, and a press leads back to the game
                if self.model is self._faulty:
                    return PLAIN_SCREEN
                log.exception("there is no screen for this")
                is_second = self.model.has_trouble("appliance")
                self._tell(HandlerFailed(f"{type(error).__name__}: {error}", at))
                if is_second:
                    self._faulty = self.model

    def _update(self, event: Event) -> Next:
        try:
            return update(self.model, event)
        except Exception as error:  # the game must go on whatever a handler does wrong
            log.exception("a handler failed on %s", type(event).__name__)
            return update(self.model, HandlerFailed(f"{type(error).__name__}: {error}", event.at))
