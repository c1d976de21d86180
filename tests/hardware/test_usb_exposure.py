"""Locking the exposure of a USB camera, on a stand-in for V4L2's properties with the habits of drivers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.real.usb_exposure import AUTOMATIC, CHECKED_FRAMES, MANUAL, SETTLING_FRAMES, ExposureLock

FRAMES = SETTLING_FRAMES + CHECKED_FRAMES + 10


class Driver:
    """Properties of a camera whose picture is as bright as its exposure says.

    Attributes:
        mode: V4L2's auto_exposure.
        exposure: in V4L2's units of 100 µs.
    """

    def __init__(self, exposure: float, locks: bool = True, unit: float = 1.0) -> None:
        """Begins with automatic exposure.

        Args:
            exposure: what the automatic has settled on.
            locks: whether the mode can be set.
            unit: by which a set exposure is off, on drivers that count otherwise.
        """
        self.mode: float = AUTOMATIC
        self.exposure = self._automatic = exposure
        self._locks = locks
        self._unit = unit

    def get(self, name: int, /) -> float:
        return {cv2.CAP_PROP_AUTO_EXPOSURE: self.mode, cv2.CAP_PROP_EXPOSURE: self.exposure}[name]

    def set(self, name: int, value: float, /) -> bool:
        if name == cv2.CAP_PROP_AUTO_EXPOSURE and self._locks:
            self.mode = value
            self.exposure = self._automatic if value == AUTOMATIC else self.exposure
        if name == cv2.CAP_PROP_EXPOSURE and self.mode == MANUAL:
            self.exposure = value * self._unit
        return True

    def picture(self) -> NDArray[np.uint8]:
        return np.full((4, 4, 3), min(255, 100 * self.exposure / self._automatic), np.uint8)


def watch(driver: Driver, mains_hz: int = 50, frames: int = FRAMES) -> None:
    lock = ExposureLock(driver, mains_hz)
    for _ in range(frames):
        lock.take(driver.picture())


@pytest.mark.parametrize(
    ("automatic", "mains_hz", "locked"), [(190, 50, 200), (120, 50, 100), (60, 50, 100), (170, 60, 1e4 / 60)]
)
def test_it_is_locked_at_a_whole_number_of_half_periods(automatic: float, mains_hz: int, locked: float) -> None:
    driver = Driver(automatic)
    watch(driver, mains_hz)
    assert driver.mode == MANUAL
    assert driver.exposure == pytest.approx(locked)


def test_not_before_the_automatic_has_settled() -> None:
    driver = Driver(190)
    watch(driver, frames=SETTLING_FRAMES - 1)
    assert driver.mode == AUTOMATIC


@pytest.mark.parametrize("automatic", [0, 30])
def test_what_is_not_known_or_too_short_to_flicker_stays_automatic(automatic: float) -> None:
    driver = Driver(automatic)
    lock = ExposureLock(driver, 50)
    for _ in range(FRAMES):
        lock.take(np.full((4, 4, 3), 100, np.uint8))
    assert (driver.mode, driver.exposure) == (AUTOMATIC, automatic)


def test_a_driver_that_can_not_be_locked_is_let_be() -> None:
    driver = Driver(190, locks=False)
    watch(driver)
    assert (driver.mode, driver.exposure) == (AUTOMATIC, 190)


def test_a_lock_that_makes_the_picture_dark_is_undone(caplog: pytest.LogCaptureFixture) -> None:
    driver = Driver(190, unit=0.1)
    watch(driver)
    assert (driver.mode, driver.exposure) == (AUTOMATIC, 190)
    assert "too dark" in caplog.text
