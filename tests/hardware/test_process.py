"""Cameras in a process of their own, with real processes."""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from hardware.ports import DeviceError
from hardware.process import PATIENCE_S as MOST_PATIENCE_S
from hardware.process import ProcessCamera
from tests.hardware import fake_cameras
from tests.hardware.fake_cameras import FakeCamera

PATIENCE_S = 10.0


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert multiprocessing.active_children() == []


def test_frames_come_whole_and_in_order() -> None:
    camera = ProcessCamera(fake_cameras.going_on)
    frames = list(islice(camera.frames(), 20))
    camera.close()
    for frame in frames:
        assert frame.image_bgr.shape == (4, 6, 3)
        assert np.all(frame.image_bgr == frame.number % 256)
        assert frame.at == frame.number / 10
    numbers = [frame.number for frame in frames]
    assert numbers == sorted(set(numbers))


def test_frames_come_from_the_process_that_was_started_before() -> None:
    camera = ProcessCamera(fake_cameras.going_on)
    camera.start()
    camera.start()
    (begun,) = multiprocessing.active_children()
    frames = camera.frames()
    next(frames)
    assert multiprocessing.active_children() == [begun]


def test_what_happened_to_a_camera_that_was_started_before_is_said_when_it_is_looked_through() -> None:
    camera = ProcessCamera(fake_cameras.failing_to_open)
    camera.start()
    (begun,) = multiprocessing.active_children()
    begun.join(PATIENCE_S)
    for _ in range(2):  # the second time it is opened anew
        with pytest.raises(DeviceError, match=r"^camera: none is connected; check the ribbon cable$"):
            next(camera.frames())


def test_a_camera_that_was_started_is_closed_without_having_been_looked_through() -> None:
    camera = ProcessCamera(fake_cameras.going_on)
    camera.start()
    camera.close()
    assert multiprocessing.active_children() == []


def test_frames_that_nobody_asked_for_are_dropped() -> None:
    frames = ProcessCamera(fake_cameras.going_on).frames()
    first = next(frames)
    next(ProcessCamera(fake_cameras.going_on).frames())  # meanwhile: takes the time of many frames
    assert next(frames).number > first.number + 1


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (fake_cameras.hanging, "camera: no picture for 0.2 s; check its cable and power"),
        (fake_cameras.dying, "camera: its process has ended; see the log, and check its cable and power"),
        (fake_cameras.failing, "camera: the lens fell off; put it on again"),
        (fake_cameras.ending, "camera: it gives no more pictures; check its cable and power"),
    ],
)
def test_trouble_after_the_first_frame(make: Callable[[], FakeCamera], said: str) -> None:
    frames = ProcessCamera(make, patience_s=0.2).frames()
    assert next(frames).number == 1
    with pytest.raises(DeviceError) as failed:
        next(frames)
    assert str(failed.value) == said
    assert multiprocessing.active_children() == []


def test_the_trouble_of_a_process_that_has_long_ended_is_still_heard() -> None:
    frames = ProcessCamera(fake_cameras.failing).frames()
    next(frames)
    (child,) = multiprocessing.active_children()
    child.join(PATIENCE_S)
    with pytest.raises(DeviceError, match=r"the lens fell off"):
        next(frames)


def test_a_camera_that_fails_to_open_says_so() -> None:
    with pytest.raises(DeviceError, match=r"^camera: none is connected; check the ribbon cable$"):
        next(ProcessCamera(fake_cameras.failing_to_open).frames())


def test_a_camera_that_hangs_while_opened_is_given_up() -> None:
    with pytest.raises(DeviceError, match=r"no picture for 0\.1 s"):
        next(ProcessCamera(fake_cameras.hanging_while_opened, start_patience_s=0.1).frames())


def test_an_image_without_room_is_refused() -> None:
    with pytest.raises(DeviceError, match=r"its pictures of 20x10 are too large; choose a smaller size"):
        next(ProcessCamera(fake_cameras.large, max_image_bytes=100).frames())


def test_after_a_failure_the_camera_can_be_reopened() -> None:
    camera = ProcessCamera(fake_cameras.failing)
    for _ in range(2):
        frames = camera.frames()
        assert next(frames).number == 1
        with pytest.raises(DeviceError):
            next(frames)


def test_close_ends_the_frames_even_while_they_are_waited_for() -> None:
    camera = ProcessCamera(fake_cameras.hanging, patience_s=60)
    seen: queue.SimpleQueue[int | str] = queue.SimpleQueue()

    def watch() -> None:
        try:
            for frame in camera.frames():
                seen.put(frame.number)
        except DeviceError as error:
            seen.put(str(error))
        seen.put("ended")

    threading.Thread(target=watch).start()
    assert seen.get(timeout=PATIENCE_S) == 1
    camera.close()
    camera.close()
    assert seen.get(timeout=PATIENCE_S) == "ended"


def test_a_parent_that_is_killed_takes_a_hanging_camera_with_it() -> None:
    code = (
        "import multiprocessing, os\n"
        "from hardware.process import ProcessCamera\n"
        "from tests.hardware import fake_cameras\n"
        "frames = ProcessCamera(fake_cameras.hanging, patience_s=60).frames()\n"
        "next(frames)\n"
        "print(multiprocessing.active_children()[0].pid, flush=True)\n"
        "next(frames)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        camera_fd = os.pidfd_open(int(parent.stdout.readline()))
        parent.send_signal(signal.SIGKILL)
    try:
        # A file descriptor of a process is readable once it has ended.
        assert multiprocessing.connection.wait([camera_fd], timeout=PATIENCE_S) == [camera_fd]
    finally:
        os.close(camera_fd)


def test_a_camera_that_is_missing_in_use_or_hangs_says_so_each_time_and_gives_frames_once_it_is_there(
    tmp_path: Path,
) -> None:
    device = tmp_path / "video0"
    camera = ProcessCamera(partial(fake_cameras.plugged, device), patience_s=0.3)
    with pytest.raises(DeviceError, match=r"^camera: video0 is not there; plug it in$"):
        next(camera.frames())
    device.write_text("in use")
    with pytest.raises(DeviceError, match=r"^camera: video0 is in use; end the other program$"):
        next(camera.frames())
    device.write_text("works")
    frames = camera.frames()
    assert next(frames).number == 1
    device.write_text("hangs")
    with pytest.raises(DeviceError, match=r"^camera: no picture for 0\.3 s"):
        list(frames)
    device.write_text("works")
    frames = camera.frames()
    assert next(frames).number == 1
    device.unlink()
    with pytest.raises(DeviceError, match=r"^camera: video0 is not there"):
        list(frames)
    assert multiprocessing.active_children() == []


def test_players_are_told_within_three_seconds() -> None:
    assert MOST_PATIENCE_S < 3
