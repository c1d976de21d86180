"""Buttons that fail are opened again until they work: without them the table would be deaf until it is switched off."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread

from hardware.ports import Buttons, DeviceError, Press

log = logging.getLogger(__name__)

Failed = Callable[[DeviceError], None]

PAUSE_S = 2.0


class ReturningButtons:
    """Keeps the protocol `Buttons` for others, which it opens itself."""

    def __init__(
        self,
        open_them: Callable[[Failed], Buttons | None],
        failed: Failed,
        returned: Callable[[], None],
        pause_s: float = PAUSE_S,
    ) -> None:
        """Opens nothing yet.

        Args:
            open_them: opens the buttons, or raises DeviceError; is given what to tell when they fail later.
            failed: told whenever they fail after they had worked, from any thread; must return at once.
            returned: told when they work again, likewise.
            pause_s: how long to wait before they are opened again, in seconds.
        """
        self._open_them = open_them
        self._failed = failed
        self._returned = returned
        self._pause_s = pause_s
        self._buttons: Buttons | None = None
        self._lost = Event()
        self._closing = Event()
        self._thread: Thread | None = None

    def open(self) -> None:
        """Opens them for the first time.

        Raises:
            DeviceError: they can't be opened; `listen` goes on trying.
        """
        try:
            self._buttons = self._open_them(self._lose)
        except DeviceError:
            self._lost.set()
            raise

    def listen(self, post: Callable[[Press], None]) -> None:
        """Calls `post` for every press from now on, from any thread; `post` must return at once."""
        if self._buttons is not None:
            self._buttons.listen(post)
        self._thread = Thread(target=self._bring_back, args=(post,), name="buttons' return", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Gives the device back. May be called twice."""
        self._closing.set()
        self._lost.set()
        if self._thread is not None:
            self._thread.join()
        self._give_back()

    def _lose(self, error: DeviceError) -> None:
        self._failed(error)
        self._lost.set()

    def _bring_back(self, post: Callable[[Press], None]) -> None:
        while True:
            self._lost.wait()
            if self._closing.wait(self._pause_s):
                return
            self._give_back()
            self._lost.clear()
            if self._closing.is_set():  # `close` set both before one of them was cleared
                return
            try:
                self._buttons = self._open_them(self._lose)
            except DeviceError as error:
                log.debug("%s", error)
                self._lost.set()
                continue
            self._returned()
            if self._buttons is not None:
                self._buttons.listen(post)

    def _give_back(self) -> None:
        if self._buttons is not None:
            self._buttons.close()
        self._buttons = None
