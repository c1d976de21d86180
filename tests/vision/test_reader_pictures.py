"""Picture files of every kind become the same upright blue-green-red pixels, or one clear line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from vision.pictures import PictureError, load_picture

RED_THEN_BLUE = np.zeros((40, 60, 3), np.uint8)
RED_THEN_BLUE[:, :30] = (200, 10, 20)
RED_THEN_BLUE[:, 30:] = (20, 10, 200)


def saved(path: Path, picture: Image.Image, **options: Any) -> Path:
    picture.save(path, **options)
    return path


@pytest.mark.parametrize("suffix", ["png", "jpg", "bmp", "tiff", "webp", "gif"])
def test_colours_come_blue_first(tmp_path: Path, suffix: str) -> None:
    image_bgr = load_picture(saved(tmp_path / f"x.{suffix}", Image.fromarray(RED_THEN_BLUE)))
    assert image_bgr.shape == (40, 60, 3)
    assert image_bgr.dtype == np.uint8
    assert image_bgr.flags.c_contiguous
    blue, _, red = image_bgr[20, 5]
    assert red > 150
    assert blue < 80


@pytest.mark.parametrize(
    ("mode", "level"),
    [("L", 90), ("1", 255), ("P", 90), ("I;16", 90), ("I", 90), ("LA", 90), ("RGBA", 90), ("CMYK", 90)],
)
def test_every_kind_of_pixel_becomes_eight_bits_of_three_colours(tmp_path: Path, mode: str, level: int) -> None:
    if mode == "I;16":
        picture = Image.fromarray(np.full((8, 9), level * 257, np.uint16))
    elif mode == "I":
        picture = Image.fromarray(np.full((8, 9), level * 257, np.int32))
    else:
        picture = Image.new("L", (9, 8), level).convert(mode)
    path = saved(tmp_path / ("x.tiff" if mode in ("CMYK", "I") else "x.png"), picture)
    image_bgr = load_picture(path)
    assert image_bgr.shape == (8, 9, 3)
    assert np.abs(image_bgr.astype(int) - level).max() <= 3


def test_what_is_transparent_lies_on_white(tmp_path: Path) -> None:
    picture = Image.new("RGBA", (4, 4), (0, 0, 0, 0))
    assert load_picture(saved(tmp_path / "x.png", picture)).min() == 255


def test_a_turned_camera_gives_an_upright_picture(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn a quarter clockwise to see it upright
    path = saved(tmp_path / "x.jpg", Image.fromarray(RED_THEN_BLUE), exif=exif.tobytes())
    image_bgr = load_picture(path)
    assert image_bgr.shape == (60, 40, 3)
    assert image_bgr[5, 20, 2] > 150  # what was left is now on top


@pytest.mark.parametrize(
    ("content", "told"),
    [
        pytest.param(None, "no such file", id="missing"),
        pytest.param(b"", "no picture", id="empty"),
        pytest.param(b"one two three", "no picture", id="text"),
    ],
)
def test_what_is_no_picture_is_named_with_a_remedy(tmp_path: Path, content: bytes | None, told: str) -> None:
    path = tmp_path / "x.jpg"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(PictureError, match=told) as raised:
        load_picture(path)
    assert str(raised.value).startswith(f"{path}: ")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("suffix", ["jpg", "png"])
def test_a_picture_that_breaks_off_is_damaged(tmp_path: Path, suffix: str) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (200, 200, 3), dtype=np.uint8)
    path = saved(tmp_path / f"x.{suffix}", Image.fromarray(noise))
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(PictureError, match="damaged or cut off"):
        load_picture(path)


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every file")
def test_a_forbidden_file_is_named(tmp_path: Path) -> None:
    path = saved(tmp_path / "x.png", Image.new("RGB", (4, 4)))
    path.chmod(0)
    with pytest.raises(PictureError, match="may not be read"):
        load_picture(path)
