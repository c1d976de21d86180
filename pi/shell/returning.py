"""A device that fails is opened again until it works: without its buttons a table would be deaf till switched off."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, Protocol, TypeVar

from hardware.ports import DeviceError

log = logging.getLogger(__name__)

Failed = Callable[[DeviceError], None]

PAUSE_S = 2.0


class Closable(Protocol):
    """Anything that gives its device back."""

    def close(self) -> None:
        """Gives the device back. May be called twice."""
        ...


D = TypeVar("D", bound=Closable)


class Returning(Generic[D]):
    """Opens a device, and again whenever it fails."""

    def __init__(
        self,
        open_it: Callable[[Failed], D | None],
        failed: Failed,
        returned: Callable[[], None],
        pause_s: float = PAUSE_S,
    ) -> None:
        """Opens nothing yet.

        Args:
            open_it: opens the device, None for none, or raises DeviceError; is given what to tell when it fails later.
            failed: told whenever it fails after it had worked, from any thread; must return at once.
            returned: told when it works again, likewise.
            pause_s: how long to wait before it is opened again, in seconds.
        """
        self._open_it = open_it
        self._failed = failed
        self._returned = returned
        self._pause_s = pause_s
        self._device: D | None = None
        self._lost = Event()
        self._closing = Event()
        self._thread: Thread | None = None

    @property
    def device(self) -> D | None:
        """The device as opened last; None while it is away."""
        return self._device

    def open(self) -> None:
        """Opens it for the first time.

        Raises:
            DeviceError: it can't be opened; `start` goes on trying.
        """
        try:
            self._device = self._open_it(self._lose)
        except DeviceError:
            self._lost.set()
            raise

    def start(self, use: Callable[[D], object] = lambda device: None) -> None:
        """Keeps it open from now on; `use` is given the device, now and whenever it has returned."""
        if self._device is not None:
            use(self._device)
        self._thread = Thread(target=self._bring_back, args=(use,), name="device's return", daemon=True)
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

    def _bring_back(self, use: Callable[[D], object]) -> None:
        while True:
            self._lost.wait()
            if self._closing.wait(self._pause_s):
                return
            self._give_back()
            self._lost.clear()
            if self._closing.is_set():  # `close` set both before one of them was cleared
                return
            try:
                self._device = self._open_it(self._lose)
            except DeviceError as error:
                log.debug("%s", error)
                self._lost.set()
                continue
            self._returned()
            if self._device is not None:
                use(self._device)

    def _give_back(self) -> None:
        if self._device is not None:
            self._device.close()
        self._device = None
