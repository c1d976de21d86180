"""Locks the exposure of a USB camera, where its driver allows it, at a time in which lamps do not flicker."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Protocol

from hardware.exposure import half_period_us

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SETTLING_FRAMES = 20
"""Automatic exposure has settled after these."""
CHECKED_FRAMES = 6
"""What was set shows in the picture after these."""
LEAST_BRIGHTNESS = 0.6
"""A picture darker than this part of the one before was not locked but spoilt."""

MANUAL, AUTOMATIC = 1, 3
"""V4L2's menu of auto_exposure: manual, and aperture priority."""
UNIT_US = 100
"""V4L2 counts exposure_time_absolute in these."""

_log = logging.getLogger(__name__)


class Properties(Protocol):
    """What of a cv2.VideoCapture is used."""

    def get(self, name: int, /) -> float:
        """The value of a property."""
        ...

    def set(self, name: int, value: float, /) -> bool:
        """Sets a property; what it returns proves nothing."""
        ...


class ExposureLock:
    """Watches the frames of a camera, locks its exposure once it has settled, and undoes that if it goes wrong."""

    def __init__(self, capture: Properties, mains_hz: int) -> None:
        """Sets nothing yet.

        Args:
            capture: of the camera.
            mains_hz: frequency of the mains, in hertz.
        """
        self._capture = capture
        self._half_us = half_period_us(mains_hz)
        self._frames = 0
        self._brightness = 0.0

    def take(self, image_bgr: NDArray[np.uint8]) -> None:
        """Takes the next frame, uint8 of shape (height, width, 3)."""
        self._frames += 1
        if self._frames == SETTLING_FRAMES:
            self._brightness = float(image_bgr.mean())
            self._lock()
        elif self._frames == SETTLING_FRAMES + CHECKED_FRAMES:
            self._check(float(image_bgr.mean()))

    def _lock(self) -> None:
        import cv2

        automatic_us = self._capture.get(cv2.CAP_PROP_EXPOSURE) * UNIT_US
        halves = round(automatic_us / self._half_us)
        if halves < 1:  # unknown to the driver, or so bright that nothing flickers
            return
        self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, MANUAL)
        self._capture.set(cv2.CAP_PROP_EXPOSURE, halves * self._half_us / UNIT_US)
        if self._capture.get(cv2.CAP_PROP_AUTO_EXPOSURE) != MANUAL:
            _log.info("camera: its driver does not lock the exposure")

    def _check(self, brightness: float) -> None:
        import cv2

        if brightness < LEAST_BRIGHTNESS * self._brightness:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)
            _log.warning("camera: locked, the picture was too dark; the exposure stays automatic")
