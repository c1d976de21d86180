"""The driver of USB cameras, on a video file, and without a camera."""

from __future__ import annotations

from itertools import count, islice
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.ports import DeviceError
from hardware.real.usb import STALE_S, UsbCamera, usb_cameras

SIZE_WH = (64, 48)


def save_video(path: Path, levels: list[int]) -> Path:
    """Writes one plain grey frame for each level."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 15, SIZE_WH)
    assert writer.isOpened()
    for level in levels:
        writer.write(np.full((SIZE_WH[1], SIZE_WH[0], 3), level, np.uint8))
    writer.release()
    return path


def test_frames_come_in_order_with_number_and_time(tmp_path: Path) -> None:
    clock = count(1)
    video = save_video(tmp_path / "video.avi", [0, 100, 200])
    frames = list(islice(UsbCamera(video, now=lambda: next(clock) / 100).frames(), 3))
    assert [round(float(frame.image_bgr.mean())) for frame in frames] == pytest.approx([0, 100, 200], abs=2)
    assert [frame.number for frame in frames] == [1, 2, 3]
    assert [frame.at for frame in frames] == sorted({frame.at for frame in frames})
    assert frames[0].image_bgr.shape == (48, 64, 3)


def test_a_camera_that_stops_giving_pictures_is_a_device_error(tmp_path: Path) -> None:
    video = save_video(tmp_path / "video.avi", [0, 100])
    frames = UsbCamera(video).frames()
    list(islice(frames, 2))
    with pytest.raises(DeviceError, match=r"^camera: .*video\.avi: it gives no more pictures; check its cable"):
        next(frames)


def test_a_camera_that_repeats_one_old_picture_is_a_device_error(tmp_path: Path) -> None:
    video = save_video(tmp_path / "video.avi", [50, 100, *[150] * 10])
    seconds = count()
    frames = UsbCamera(video, now=lambda: float(next(seconds))).frames()
    fresh = 2
    repeats = 1 + round(STALE_S) - 1
    assert len(list(islice(frames, fresh + repeats))) == fresh + repeats
    with pytest.raises(DeviceError, match=r"it repeats one picture for 2 s; plug it out and in again"):
        next(frames)


def test_a_picture_that_changes_in_time_is_not_old(tmp_path: Path) -> None:
    video = save_video(tmp_path / "video.avi", [50, 50, 100, 100, 50, 50, 100, 100, 50])
    seconds = count()
    assert len(list(islice(UsbCamera(video, now=lambda: float(next(seconds))).frames(), 9))) == 9


def test_close_ends_the_frames_and_the_next_ones_start_anew(tmp_path: Path) -> None:
    camera = UsbCamera(save_video(tmp_path / "video.avi", [0, 100]))
    frames = camera.frames()
    next(frames)
    camera.close()
    camera.close()
    assert list(frames) == []
    assert next(camera.frames()).image_bgr.mean() == pytest.approx(0, abs=2)


def test_a_missing_camera_is_named() -> None:
    with pytest.raises(DeviceError, match=r"^camera: /dev/video63: it is not there; plug it in, or .*--camera usb:N"):
        next(UsbCamera(63).frames())


def test_what_is_no_video_is_named(tmp_path: Path) -> None:
    (tmp_path / "notes.avi").write_text("no video")
    with pytest.raises(DeviceError, match=r"^camera: .*notes\.avi: it can't be opened; "):
        next(UsbCamera(tmp_path / "notes.avi").frames())


@pytest.fixture
def by_id(tmp_path: Path) -> Path:
    """Links as udev makes them, to nodes that are not there."""
    folder = tmp_path / "by-id"
    folder.mkdir()
    for name, node in [
        ("usb-Maker_B-video-index0", 62),
        ("usb-Maker_A-video-index0", 63),
        ("usb-Maker_A-video-index1", 64),
    ]:
        (folder / name).symlink_to(f"/dev/video{node}")
    return folder


def test_cameras_are_named_by_their_links_without_those_that_give_no_pictures(by_id: Path) -> None:
    assert [link.name for link in usb_cameras(by_id)] == ["usb-Maker_A-video-index0", "usb-Maker_B-video-index0"]
    assert usb_cameras(by_id / "missing") == ()


@pytest.mark.parametrize("source", ["usb-Maker_A-video-index0", None])
def test_a_camera_known_by_its_link_is_opened_where_the_link_leads(by_id: Path, source: str | None) -> None:
    camera = UsbCamera(None if source is None else by_id / source, by_id=by_id)
    with pytest.raises(DeviceError, match=r"it is not there; plug it in"):
        next(camera.frames())


def test_a_link_that_is_gone_is_a_camera_that_is_gone(by_id: Path) -> None:
    with pytest.raises(DeviceError, match=r"usb-Gone-video-index0: it is not there; plug it in"):
        next(UsbCamera(by_id / "usb-Gone-video-index0", by_id=by_id).frames())
