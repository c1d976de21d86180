"""The eyes in their thread: what they see is posted, and whatever fails is told and tried again."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path
from queue import Queue

import pytest

from hardware.ports import DeviceError, Frame
from hardware.simulated.scene import DrawnDie, Hand, Scene, View
from hardware.simulated.tray import draw_tray
from pi.core.events import DeviceFailed, DeviceReturned, DiceMoved, DiceSettled, Event, TrayEmptied
from pi.shell.calibrations import CALIBRATION_NAME, load_calibration
from pi.shell.eyes import CameraWorker, Eyes
from vision.calibration import fits
from vision.reader import Reader, load_reader
from vision.reading import Doubt
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


class SilentCamera:
    """Keeps the port Camera, and gives no frame until it is closed."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def frames(self) -> Iterator[Frame]:
        self._closed.wait()
        return iter(())

    def close(self) -> None:
        self._closed.set()


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


@pytest.mark.parametrize("failure", [None, DeviceError("camera", "gone", "plug it in")], ids=["works", "fails"])
def test_a_first_look_is_waited_for_until_there_was_one_or_can_be_none(failure: Exception | None) -> None:
    worker = CameraWorker(DrawnCamera(failure), lambda event: None, NO_FACES)
    assert not worker.wait_for_look(0.0)
    worker.start()
    looked = worker.wait_for_look(PATIENCE_S)
    worker.close()
    assert looked


def test_who_waits_for_a_first_look_goes_on_when_the_eyes_are_closed() -> None:
    worker = CameraWorker(SilentCamera(), lambda event: None, NO_FACES)
    worker.start()
    waiting = threading.Thread(target=worker.wait_for_look, args=(10 * PATIENCE_S,))
    waiting.start()
    worker.close()
    waiting.join(PATIENCE_S)
    assert not waiting.is_alive()


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


# What they learn of the tray

EMPTY = Scene(view=View(4, 380))
MOVED = replace(EMPTY, view=View(7, 410))
FALLEN = DrawnDie(2, (89.0, 0.0), 30)
"""Lies on the rim."""


@pytest.fixture(scope="module")
def reader() -> Reader:
    return load_reader()


class Looking:
    """Eyes before drawn scenes, one after the other; a hand passes between them."""

    def __init__(self, reader: Reader, folder: Path | None) -> None:
        self.told: list[Event] = []
        self._eyes = Eyes(self.told.append, reader, folder)
        self._number = 0

    def at(self, scene: Scene, seconds: float = 1.0) -> list[Event]:
        """Tells what was posted of a scene, but for its coming."""
        self._see(replace(scene, hand=Hand((0, -60))), 0.2)
        self.told.clear()
        self._see(scene, seconds)
        return [event for event in self.told if not isinstance(event, DiceMoved)]

    def _see(self, scene: Scene, seconds: float) -> None:
        for _ in range(round(15 * seconds)):
            self._number += 1
            self._eyes.look(Frame(draw_tray(replace(scene, noise_seed=self._number)), self._number / 15, self._number))


def test_an_empty_tray_is_learnt_kept_and_known_the_next_time(reader: Reader, tmp_path: Path) -> None:
    assert [type(event) for event in Looking(reader, tmp_path).at(EMPTY)] == [TrayEmptied]
    assert fits(load_calibration(tmp_path / CALIBRATION_NAME), draw_tray(EMPTY))
    (settled,) = Looking(reader, tmp_path).at(replace(EMPTY, dice=(*DICE, FALLEN)))
    assert isinstance(settled, DiceSettled)
    assert settled.reading.faces == (1, 3, 4, 6)
    assert settled.reading.doubts == (Doubt.OUTSIDE,)


def test_a_moved_camera_is_told_until_dice_are_read_again(reader: Reader, tmp_path: Path) -> None:
    Looking(reader, tmp_path).at(EMPTY)
    looking = Looking(reader, tmp_path)
    told = [event for _ in range(3) for event in looking.at(MOVED)]
    assert [type(event) for event in told] == [TrayEmptied, TrayEmptied, TrayEmptied, DeviceFailed]
    assert isinstance(told[-1], DeviceFailed)
    assert (told[-1].device, told[-1].reason) == ("tray", "the camera has moved")
    assert fits(load_calibration(tmp_path / CALIBRATION_NAME), draw_tray(MOVED))
    settled, returned = looking.at(replace(MOVED, dice=DICE))
    assert isinstance(settled, DiceSettled)
    assert settled.reading.accepted
    assert isinstance(returned, DeviceReturned)
    assert returned.device == "tray"


def test_a_folder_that_takes_nothing_is_no_reason_to_stop(reader: Reader, tmp_path: Path) -> None:
    no_folder = tmp_path / "file"
    no_folder.write_text("", encoding="utf-8")
    looking = Looking(reader, no_folder)
    assert [type(event) for event in looking.at(EMPTY)] == [TrayEmptied]
    assert [type(event) for event in looking.at(replace(EMPTY, dice=DICE))] == [DiceSettled]
