"""The camera away, hanging and back again: the whole way from a real child process to what the table shows."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from hardware.process import ProcessCamera
from pi.core.events import DeviceFailed, DeviceReturned, DeviceStarting, Event
from pi.core.model import Model
from pi.core.screen import Icon
from pi.core.screens import screens
from pi.shell.eyes import CameraWorker
from pi.shell.started import StartedCamera
from tests.hardware import fake_cameras
from tests.pi.driving import new_table, play
from vision.taught import NO_FACES

PATIENCE_S = 20.0


class Watched:
    """Eyes on a camera whose device is a file, and the table that hears of them."""

    def __init__(self, device: Path) -> None:
        self.device = device
        self.table: Model = play(new_table(), DeviceStarting("camera", 0.0))
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        camera = ProcessCamera(partial(fake_cameras.plugged, device), patience_s=0.5)
        self.worker = CameraWorker(StartedCamera(camera, self._events.put), self._events.put, NO_FACES)

    def hear(self, is_it: Callable[[Event], bool]) -> None:
        """Plays what the eyes say until that."""
        while True:
            event = self._events.get(timeout=PATIENCE_S)
            self.table = play(self.table, event)
            if is_it(event):
                return

    @property
    def says_no_camera(self) -> bool:
        return Icon.NO_CAMERA in screens(self.table).icons


def returned(event: Event) -> bool:
    return isinstance(event, DeviceReturned) and event.device == "camera"


def failed_with(reason: str) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, DeviceFailed) and reason in event.reason


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    watching = Watched(tmp_path / "video0")
    yield watching
    watching.worker.close()


def test_a_camera_that_works_is_started_and_no_trouble(watched: Watched) -> None:
    watched.device.write_text("works")
    watched.worker.start()
    watched.hear(returned)
    assert watched.table == new_table()


def test_missing_in_use_hanging_and_unplugged_it_is_said_each_time_and_it_returns_by_itself(watched: Watched) -> None:
    watched.worker.start()
    watched.hear(failed_with("is not there"))
    assert watched.says_no_camera
    watched.device.write_text("in use")
    watched.hear(failed_with("is in use"))
    watched.device.write_text("works")
    watched.hear(returned)
    assert not watched.says_no_camera
    watched.device.write_text("hangs")
    watched.hear(failed_with("no picture for 0.5 s"))
    assert watched.says_no_camera
    watched.device.write_text("works")
    watched.hear(returned)
    assert not watched.says_no_camera
    watched.device.unlink()
    watched.hear(failed_with("is not there"))
    assert watched.says_no_camera
