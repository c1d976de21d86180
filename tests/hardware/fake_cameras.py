"""Cameras with bad habits, made in a child process by the names of their functions."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from itertools import count
from pathlib import Path

import numpy as np

from hardware.ports import DeviceError, Frame


class Habit(Enum):
    """What a camera does after its first frame."""

    GO_ON = auto()
    HANG = auto()
    DIE = auto()
    FAIL = auto()
    END = auto()


@dataclass(frozen=True)
class FakeCamera:
    """Fills its frames with their number."""

    habit: Habit
    shape: tuple[int, int, int] = (4, 6, 3)

    def frames(self) -> Iterator[Frame]:
        for number in count(1):
            yield Frame(np.full(self.shape, number % 256, np.uint8), at=number / 10, number=number)
            match self.habit:
                case Habit.HANG:
                    threading.Event().wait()
                case Habit.DIE:
                    os._exit(1)
                case Habit.FAIL:
                    raise DeviceError("camera", "the lens fell off", "put it on again")
                case Habit.END:
                    return

    def close(self) -> None:
        return


def going_on() -> FakeCamera:
    return FakeCamera(Habit.GO_ON)


def hanging() -> FakeCamera:
    return FakeCamera(Habit.HANG)


def dying() -> FakeCamera:
    return FakeCamera(Habit.DIE)


def failing() -> FakeCamera:
    return FakeCamera(Habit.FAIL)


def ending() -> FakeCamera:
    return FakeCamera(Habit.END)


def large() -> FakeCamera:
    return FakeCamera(Habit.GO_ON, shape=(10, 20, 3))


def failing_to_open() -> FakeCamera:
    raise DeviceError("camera", "none is connected", "check the ribbon cable")


def hanging_while_opened() -> FakeCamera:
    threading.Event().wait()
    return going_on()


@dataclass(frozen=True)
class PluggedCamera:
    """A camera whose device is a file: there is one while the file is, and a busy one while it says so."""

    device: Path

    def frames(self) -> Iterator[Frame]:
        for number in count(1):
            try:
                word = self.device.read_text()
            except FileNotFoundError as error:
                raise DeviceError("camera", f"{self.device.name} is not there", "plug it in") from error
            if word == "in use":
                raise DeviceError("camera", f"{self.device.name} is in use", "end the other program")
            if word == "hangs":
                threading.Event().wait()
            yield Frame(np.zeros((48, 64, 3), np.uint8), at=time.monotonic(), number=number)

    def close(self) -> None:
        return


def plugged(device: Path) -> PluggedCamera:
    return PluggedCamera(device)
