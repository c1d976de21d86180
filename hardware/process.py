"""Runs a camera in a process of its own, which can be killed when the camera hangs.

A camera with a loose cable blocks its library for ever, in reading as in closing, and only the end of the process frees
it. The processes talk in turns: the appliance asks for a frame, the camera's process puts the next one into shared
memory and says so. So no lock can be left behind by a killed process, and no frame waits to become old.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hardware.ports import Camera, DeviceError, Frame

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    import numpy as np
    from numpy.typing import NDArray

MAX_IMAGE_BYTES = 1920 * 1080 * 3
PATIENCE_S = 2.5
"""A camera that gives no frame for this long hangs; players are to know within 3 s."""
START_PATIENCE_S = 20.0
"""Before the first frame a small Pi loads its libraries and the exposure settles."""

_spawning = multiprocessing.get_context("spawn")  # a forked process would share the GPIO lines and the display


@dataclass(frozen=True, slots=True)
class _Told:
    """Says that a frame lies in the shared memory."""

    shape: tuple[int, ...]
    at: float
    number: int


@dataclass(frozen=True, slots=True)
class _Trouble:
    """A DeviceError on its way through the pipe."""

    device: str
    reason: str
    remedy: str


@dataclass(frozen=True, slots=True)
class _Running:
    """A process that has been started, our end of the pipe to it, and the memory shared with it."""

    process: multiprocessing.process.BaseProcess
    pipe: Connection
    memory: Any


class ProcessCamera:
    """Keeps the protocol `Camera` for another camera that lives in a child process.

    `frames` starts the process and ends it again, so calling it anew reopens the camera from nothing.
    """

    def __init__(
        self,
        make: Callable[[], Camera],
        patience_s: float = PATIENCE_S,
        start_patience_s: float = START_PATIENCE_S,
        max_image_bytes: int = MAX_IMAGE_BYTES,
    ) -> None:
        """Starts nothing yet.

        Args:
            make: makes the camera, in the child; must be picklable, so a function of a module or a partial of one.
            patience_s: how long to wait for a frame.
            start_patience_s: how long to wait for the first one.
            max_image_bytes: room for the largest image, height times width times 3.
        """
        self._make = make
        self._patience_s = patience_s
        self._start_patience_s = start_patience_s
        self._max_image_bytes = max_image_bytes
        self._running: _Running | None = None

    def start(self) -> None:
        """Opens the camera already, while its owner has other things to do than to ask for `frames`."""
        self._running = self._running or self._started()

    def frames(self) -> Iterator[Frame]:
        """Yields the newest frame each time, until `close`.

        Raises:
            DeviceError: the camera fails, hangs or its process dies. The process is killed then.
        """
        running = self._running = self._running or self._started()
        patience_s = self._start_patience_s
        try:
            while True:
                told = _ask(running.pipe, patience_s)
                if self._running is not running:
                    return
                if isinstance(told, _Trouble):
                    raise DeviceError(told.device, told.reason, told.remedy)
                yield Frame(_image_in(running.memory, told.shape).copy(), told.at, told.number)
                patience_s = self._patience_s
        finally:
            if self._running is running:
                self._running = None
            _kill(running.process)
            running.pipe.close()

    def close(self) -> None:
        """Kills the process, which ends `frames`. May be called twice, from any thread."""
        running, self._running = self._running, None
        if running is not None:
            _kill(running.process)

    def _started(self) -> _Running:
        memory = _spawning.RawArray("B", self._max_image_bytes)
        ours, theirs = _spawning.Pipe()
        process = _spawning.Process(target=_serve, args=(self._make, memory, theirs), name="camera", daemon=True)
        process.start()
        theirs.close()
        return _Running(process, ours, memory)


def _ask(pipe: Connection, patience_s: float) -> _Told | _Trouble:
    with contextlib.suppress(OSError):  # a process that has ended may have left word of its trouble all the same
        pipe.send(None)
    try:
        if not pipe.poll(patience_s):
            return _Trouble("camera", f"no picture for {patience_s:g} s", "check its cable and power")
        answer: _Told | _Trouble = pipe.recv()
    except (EOFError, OSError):
        return _Trouble("camera", "its process has ended", "see the log, and check its cable and power")
    return answer


def _kill(child: multiprocessing.process.BaseProcess) -> None:
    child.kill()
    child.join(timeout=2)  # a process stuck inside the kernel ends only later


def _serve(make: Callable[[], Camera], memory: Any, pipe: Connection) -> None:
    """Answers each asking with the next frame. Runs in the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        for frame in make().frames():
            # Frames that nobody asked for are dropped, so that none waits in the camera's own queue.
            if pipe.poll():
                pipe.recv()
                pipe.send(_put(frame, memory))
        pipe.send(_Trouble("camera", "it gives no more pictures", "check its cable and power"))
    except DeviceError as error:
        pipe.send(_Trouble(error.device, error.reason, error.remedy))
    except (EOFError, BrokenPipeError):
        return  # the parent has closed its end


def _put(frame: Frame, memory: Any) -> _Told | _Trouble:
    image_bgr = frame.image_bgr
    if image_bgr.nbytes > len(memory):
        height, width = image_bgr.shape[:2]
        return _Trouble("camera", f"its pictures of {width}x{height} are too large", "choose a smaller size")
    _image_in(memory, image_bgr.shape)[...] = image_bgr
    return _Told(image_bgr.shape, frame.at, frame.number)


def _image_in(memory: Any, shape: tuple[int, ...]) -> NDArray[np.uint8]:
    import numpy as np

    return np.ndarray(shape, dtype=np.uint8, buffer=memory)


def _end_with_parent() -> None:
    """A camera that hangs would outlive a killed parent and keep the device."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os._exit(1)
