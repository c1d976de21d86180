"""The camera over a folder of pictures."""

from __future__ import annotations

from itertools import count, islice
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hardware.ports import DeviceError, Frame
from hardware.simulated.photos import BLANK_LEVEL, BLANK_S, PhotosCamera, list_photos, read_photo

FRAMES_PER_SECOND = 1000.0
BLANK_FRAMES = round(BLANK_S * FRAMES_PER_SECOND)


def save_grey(path: Path, level: int, size_wh: tuple[int, int] = (8, 6)) -> None:
    Image.new("L", size_wh, level).save(path)


@pytest.fixture
def camera(tmp_path: Path) -> PhotosCamera:
    """Over a darker picture `a` and a lighter one `b`."""
    save_grey(tmp_path / "b.png", 200, size_wh=(10, 4))
    save_grey(tmp_path / "a.png", 50)
    (tmp_path / "notes.txt").write_text("no picture")
    clock = count(100)
    return PhotosCamera(tmp_path, FRAMES_PER_SECOND, now=lambda: float(next(clock)))


def levels(frames: list[Frame]) -> list[int]:
    return [int(frame.image_bgr[0, 0, 0]) for frame in frames]


def test_the_first_picture_by_name_stays_at_rest(camera: PhotosCamera) -> None:
    frames = list(islice(camera.frames(), 3))
    assert levels(frames) == [50, 50, 50]
    assert [(frame.number, frame.at) for frame in frames] == [(1, 100.0), (2, 101.0), (3, 102.0)]
    assert frames[0].image_bgr.shape == (6, 8, 3)
    assert frames[0].image_bgr.dtype == np.uint8


def test_between_two_pictures_lies_a_stretch_of_blank_grey_of_the_next_ones_size(camera: PhotosCamera) -> None:
    frames = camera.frames()
    next(frames)
    assert camera.next_photo().name == "b.png"
    blanks = list(islice(frames, BLANK_FRAMES))
    assert levels(blanks) == [BLANK_LEVEL] * BLANK_FRAMES
    assert {frame.image_bgr.shape for frame in blanks} == {(4, 10, 3)}
    assert levels(list(islice(frames, 3))) == [200] * 3


def test_after_the_last_picture_comes_the_first(camera: PhotosCamera) -> None:
    camera.next_photo()
    assert camera.next_photo().name == "a.png"
    assert levels([next(camera.frames())]) == [50]


def test_close_ends_the_frames_and_they_can_be_started_again(camera: PhotosCamera) -> None:
    frames = camera.frames()
    next(frames)
    camera.close()
    camera.close()
    assert list(frames) == []
    assert next(camera.frames()).number == 2


def test_an_unreadable_picture_is_named_and_can_be_passed_over(tmp_path: Path) -> None:
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    save_grey(tmp_path / "fine.jpg", 50)
    camera = PhotosCamera(tmp_path, FRAMES_PER_SECOND)
    with pytest.raises(DeviceError, match=r"broken\.jpg can't be read as a picture; replace or remove"):
        next(camera.frames())
    camera.next_photo()
    assert levels([next(camera.frames())]) == [50]


def test_the_orientation_that_the_camera_wrote_down_is_respected(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # the picture must be turned clockwise to be upright
    Image.new("RGB", (30, 20)).save(tmp_path / "turned.jpg", exif=exif)
    assert read_photo(tmp_path / "turned.jpg").shape == (30, 20, 3)


def test_an_empty_or_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"holds no pictures; .*photos:DIR"):
        list_photos(tmp_path)
    with pytest.raises(DeviceError, match=r"nowhere can't be listed \(No such file or directory\); "):
        list_photos(tmp_path / "nowhere")
