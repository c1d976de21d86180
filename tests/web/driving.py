"""A whole table with its companion page: real loop, real record, real server process; the camera where it is wanted."""

from __future__ import annotations

import queue
import random
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page's server is not installed")
pytest.importorskip("uvicorn", reason="the page's server is not installed")

from hardware.simulated.camera import SimulatedCamera, SimulatedTray
from pi.core.events import Event
from pi.core.language import Language
from pi.core.model import Model
from pi.core.update import update
from pi.shell.loop import Loop, Outputs
from pi.shell.recorder import Recorder
from pi.shell.sagas import knowing_campaigns, sagas_in
from pi.shell.store import open_store
from pi.shell.web.address import Address
from pi.shell.web.cameras import WatchedCamera
from pi.shell.web.companion import Companion, Things
from pi.shell.web.simulating import Simulation

IDLE_S = 1.0
PATIENCE_S = 20.0


class TimedLoop(Loop):
    """A loop that times its own steps."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.steps_s: list[float] = []
        self.stepped = threading.Condition()

    def take(self, event: Event) -> None:
        began = time.perf_counter()
        super().take(event)
        with self.stepped:
            self.steps_s.append(time.perf_counter() - began)
            self.stepped.notify_all()


@dataclass
class Table:
    """A running table."""

    loop: TimedLoop
    companion: Companion
    folder: Path
    tray: SimulatedTray | None = None
    faults: list[BaseException] = field(default_factory=list)
    shown_at: list[float] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.companion.port}"

    def wait_for(self, is_so: Callable[[Model], bool], what: str) -> Model:
        """Waits until the table is as expected."""
        with self.loop.stepped:
            if not self.loop.stepped.wait_for(lambda: is_so(self.loop.model), PATIENCE_S):
                raise AssertionError(f"{what} did not come about within {PATIENCE_S:g} s: {self.loop.model.phase}")
            return self.loop.model


@contextmanager
def running_table(folder: Path, host: str = "127.0.0.1", with_camera: bool = False, port: int = 0) -> Iterator[Table]:
    """A table at the set-up, with its page served."""
    begun: queue.SimpleQueue[TimedLoop] = queue.SimpleQueue()
    heard: list[Companion] = []
    shown_at: list[float] = []
    outputs = Outputs(heard=lambda event, following, model: heard[0].heard(event, following, model))

    def run() -> None:  # a record belongs to the thread that opens it
        with closing(open_store(folder, create=True)) as store:
            found = sagas_in(folder, 0.0)
            assert found is not None
            model = update(knowing_campaigns(Model(language=Language.ENGLISH), store), found).model
            loop = TimedLoop(model, Recorder(store, None), lambda screen: shown_at.append(time.time()), outputs)
            begun.put(loop)
            loop.run(time.monotonic, IDLE_S, lambda: None)

    thread = threading.Thread(target=run, daemon=True)
    with ExitStack() as devices:
        things, tray = Things(), None
        if with_camera:
            tray = SimulatedTray(seed=5)
            camera = SimulatedCamera(tray)
            things = _things(tray, camera)
        address = Address(host, port)
        listener = address.listen()
        assert listener is not None
        companion = devices.enter_context(closing(Companion(address, listener, folder, things)))
        heard.append(companion)
        thread.start()
        loop = begun.get(timeout=PATIENCE_S)
        companion.start(loop.model, loop.post)
        if things.camera is not None:
            _look(things.camera, loop, folder, devices)
        try:
            yield Table(loop, companion, folder, tray, shown_at=shown_at)
        finally:
            loop.stop()
            thread.join(PATIENCE_S)


def _things(tray: SimulatedTray, camera: SimulatedCamera) -> Things:
    return Things(WatchedCamera(camera), Simulation(lambda: (tray, camera), random.Random(5)))


def _look(camera: WatchedCamera, loop: Loop, folder: Path, devices: ExitStack) -> None:
    from pi.shell.eyes import CameraWorker
    from pi.shell.faces import load_faces

    worker = CameraWorker(camera, loop.post, load_faces(folder))
    worker.start()
    devices.enter_context(closing(worker))
