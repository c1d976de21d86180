"""Frames in, events out: what happens on the tray, and where the tray lies."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from vision.calibration.aim import Aim, AimEvent, TrayReader, keep_aim
from vision.calibration.moved import has_moved
from vision.settle import Blocked, Event, Reads, Watch, settle, unblocked

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.calibration import Calibration

    Image = NDArray[np.uint8]


class Sight:
    """Looks at one frame after the other. For one thread at a time."""

    def __init__(self, reader: Reads, expect: int | None = None, calibration: Calibration | None = None) -> None:
        """Has seen nothing yet.

        Args:
            reader: reads whole pictures.
            expect: how many dice ought to lie on the tray.
            calibration: of the tray, where it was learnt before.
        """
        self._reader = reader
        self._expect = expect
        self._watch = Watch()
        self._aim = Aim(calibration, is_trusted=calibration is not None)

    @property
    def calibration(self) -> Calibration | None:
        """What is known of the tray."""
        return self._aim.calibration

    def look(self, image_bgr: Image, at: float) -> tuple[Event | AimEvent, ...]:
        """Looks at one more frame.

        Args:
            image_bgr: uint8, (H, W, 3), blue-green-red; the size may change.
            at: when it was taken, in seconds; later than the last one.

        Returns:
            What happened, in order; mostly nothing.
        """
        on_tray = TrayReader(self._reader, self._aim.calibration)
        self._watch, event = settle(self._watch, image_bgr, at, on_tray, self._expect)
        if isinstance(event, Blocked) and self._is_moved(image_bgr):
            self._watch = unblocked(self._watch)
        self._aim, news = keep_aim(self._aim, image_bgr, at, self._watch, event, self._reader)
        return tuple(one for one in (event, news) if one is not None)

    def _is_moved(self, image_bgr: Image) -> bool:
        """Whether the rim is seen elsewhere: what looks like a hand is a camera that was moved."""
        if self.calibration is None:
            return False
        moved = has_moved(self.calibration, image_bgr)
        return moved is not None and moved.shift_px is not None

    def forget(self) -> None:
        """Starts afresh, after the camera was away; what is known of the tray stays."""
        self._watch = Watch()
        self._aim = replace(self._aim, stills=(), due_at=None)
