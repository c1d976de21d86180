"""A camera that says when it has given its first picture."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hardware.ports import DeviceError, Frame
from pi.core.events import DeviceReturned, Event
from pi.shell.started import StartedCamera


class ThreeFrames:
    """Gives three frames each time, then fails."""

    is_closed = False

    def frames(self) -> Iterator[Frame]:
        for number in range(3):
            yield Frame(np.zeros((2, 2, 3), np.uint8), at=float(number), number=number)
        raise DeviceError("camera", "gone", "plug it in")

    def close(self) -> None:
        self.is_closed = True


def test_every_time_that_frames_begin_to_come_it_says_so_once() -> None:
    events: list[Event] = []
    camera = StartedCamera(ThreeFrames(), events.append)
    for _ in range(2):
        with pytest.raises(DeviceError, match="gone"):
            list(camera.frames())
    assert events == [DeviceReturned("camera", 0.0)] * 2


def test_closed_it_gives_no_frame_more_not_even_when_looked_through_only_then() -> None:
    inner = ThreeFrames()
    camera = StartedCamera(inner, lambda event: None)
    frames = camera.frames()
    next(frames)
    camera.close()
    camera.close()
    assert inner.is_closed
    assert list(frames) == []
    assert list(camera.frames()) == []
