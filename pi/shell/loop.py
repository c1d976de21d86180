"""The one loop that owns the state: update, then record, then show."""

from __future__ import annotations

import logging
from collections.abc import Callable
from queue import Empty, SimpleQueue

from hardware.ports import DeviceError
from pi.core.effects import Effect
from pi.core.events import DeviceFailed, DeviceReturned, Event, HandlerFailed
from pi.core.model import Model
from pi.core.screen import Screen
from pi.core.screens import screens
from pi.core.update import Next, update
from pi.shell.recorder import Recorder

log = logging.getLogger(__name__)

Show = Callable[[Screen], None]
"""Puts a screen on a display; raises DeviceError when that fails."""


class Loop:
    """Takes events one at a time, from any thread, and acts on them in one."""

    def __init__(self, model: Model, recorder: Recorder, show: Show) -> None:
        self.model = model
        self._recorder = recorder
        self._show = show
        self._shown: Screen | None = None
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
            idle_s: after so long without an event, what has failed is tried again.
            on_progress: called after every event and every such try.
        """
        self.show(clock())
        on_progress()
        while True:
            try:
                event = self._inbox.get(timeout=idle_s)
            except Empty:
                self.try_again(clock())
            else:
                if event is None:
                    return
                self.take(event)
            on_progress()

    def take(self, event: Event) -> None:
        """Acts on one event: what it changes is durable before it is visible."""
        following = self._update(event)
        if following.why:
            log.debug("%s: %s", type(event).__name__, following.why)
        self.model = following.model
        self._record(following.effects, event.at)
        self.show(event.at)

    def try_again(self, at: float) -> None:
        """Saves what could not be saved, and shows what could not be shown."""
        self._record((), at)
        self.show(at)

    def _record(self, effects: tuple[Effect, ...], at: float) -> None:
        saving = self._recorder.record(effects, at)
        if saving is not None:
            self.model = update(self.model, saving).model

    def show(self, at: float = 0.0) -> None:
        """Shows the model when it looks different from what is shown."""
        screen = screens(self.model)
        if screen == self._shown:
            return
        was_dark = self.model.has_trouble("screen")
        try:
            self._show(screen)
        except DeviceError as error:
            self._shown = None
            if not was_dark:
                self.model = update(self.model, DeviceFailed("screen", error.reason, error.remedy, at)).model
            return
        self._shown = screen
        if was_dark:
            self.model = update(self.model, DeviceReturned("screen", at)).model
            self.show(at)

    def refresh(self, at: float) -> None:
        """Shows the model again, for a display that may have lost its picture."""
        self._shown = None
        self.show(at)

    def _update(self, event: Event) -> Next:
        try:
            return update(self.model, event)
        except Exception as error:  # the game must go on whatever a handler does wrong
            log.exception("a handler failed on %s", type(event).__name__)
            return update(self.model, HandlerFailed(f"{type(error).__name__}: {error}", event.at))
