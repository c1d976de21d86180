"""The eyes in their thread: what they see is posted, and whatever fails is told and tried again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from queue import Queue

import pytest

from hardware.ports import DeviceError, Frame
from hardware.simulated.scene import DrawnDie, Scene
from hardware.simulated.tray import draw_tray
from pi.core.events import DeviceFailed, DeviceReturned, DiceSettled, Event
from pi.shell.eyes import CameraWorker
from vision.taught import NO_FACES

PATIENCE_S = 30.0
DICE = tuple(DrawnDie(face, (40.0 * place - 60, 0.0)) for place, face in enumerate((1, 3, 4, 6)))


class DrawnCamera:
    """Keeps the port Camera: fails once where told to, then shows dice at rest."""

    def __init__(self, failure: Exception | None) -> None:
        self._failure = failure
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        if self._failure is not None:
            failure, self._failure = self._failure, None
            raise failure
        for number in count():
            if self._closed:
                return
            yield Frame(draw_tray(Scene(DICE, noise_seed=number)), number / 15, number)

    def close(self) -> None:
        self._closed = True


@pytest.fixture
def watch() -> Iterator[Callable[[Exception | None], Callable[[type[Event]], Event]]]:
    workers: list[CameraWorker] = []

    def start(failure: Exception | None) -> Callable[[type[Event]], Event]:
        told: Queue[Event] = Queue()
        worker = CameraWorker(DrawnCamera(failure), told.put, NO_FACES)
        workers.append(worker)
        worker.start()

        def wait_for(kind: type[Event]) -> Event:
            while not isinstance(event := told.get(timeout=PATIENCE_S), kind):
                pass
            return event

        return wait_for

    yield start
    for worker in workers:
        worker.close()


Watch = Callable[[Exception | None], Callable[[type[Event]], Event]]


def test_dice_at_rest_are_told(watch: Watch) -> None:
    settled = watch(None)(DiceSettled)
    assert isinstance(settled, DiceSettled)
    assert settled.reading.faces == (1, 3, 4, 6)


def test_a_camera_that_fails_is_told_and_opened_again(watch: Watch) -> None:
    wait_for = watch(DeviceError("camera", "it is unplugged", "plug it in again"))
    failed = wait_for(DeviceFailed)
    assert isinstance(failed, DeviceFailed)
    assert (failed.device, failed.reason, failed.remedy) == ("camera", "it is unplugged", "plug it in again")
    wait_for(DeviceReturned)
    wait_for(DiceSettled)


def test_a_fault_of_our_own_does_not_end_the_eyes(watch: Watch) -> None:
    wait_for = watch(ZeroDivisionError("of course not"))
    failed = wait_for(DeviceFailed)
    assert isinstance(failed, DeviceFailed)
    assert "ZeroDivisionError" in failed.reason
    wait_for(DiceSettled)
