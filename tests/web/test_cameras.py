"""The camera as the page sees it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from hardware.ports import DeviceError, Frame
from pi.shell.web.cameras import WIDEST, WatchedCamera, packed, unpacked


class Still:
    """A camera that gives some frames and then fails."""

    def __init__(self, count: int) -> None:
        self._count = count

    def frames(self) -> Iterator[Frame]:
        for number in range(self._count):
            yield Frame(np.full((960, 1280, 3), number, np.uint8), float(number), number)
        raise DeviceError("camera", "gone", "plug it in")

    def close(self) -> None:
        return


def test_the_newest_frame_is_kept_on_its_way() -> None:
    camera = WatchedCamera(Still(3))
    assert camera.latest is None
    for number, frame in enumerate(camera.frames()):
        assert camera.latest is frame
        assert frame.number == number
        if number == 2:
            break


def test_a_camera_that_fails_has_no_picture() -> None:
    camera = WatchedCamera(Still(2))
    with pytest.raises(DeviceError):
        list(camera.frames())
    assert camera.latest is None
    assert camera.next_frames(1, 0.01) == []


def test_a_large_frame_is_sent_small_with_its_own_size() -> None:
    import cv2

    body = packed(Frame(np.zeros((960, 1280, 3), np.uint8), 0.0, 1))
    width, height, jpeg = unpacked(body)
    assert (width, height) == (1280, 960)
    image = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    assert image.shape == (480, WIDEST, 3)
