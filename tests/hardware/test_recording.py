"""The display that keeps what it was given."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from hardware.ports import DISPLAY_SIZE_WH, DeviceError, Light, Look
from hardware.simulated.recording import RecordingDisplay


def a_picture(lit_xy: tuple[int, int]) -> Image.Image:
    image = Image.new("1", DISPLAY_SIZE_WH)
    image.putpixel(lit_xy, 1)
    return image


def test_it_keeps_the_last_picture_and_counts_them() -> None:
    display = RecordingDisplay()
    display.show(a_picture((1, 2)))
    display.show(a_picture((3, 4)))
    assert display.image == a_picture((3, 4))
    assert display.shows == 2


def test_a_picture_changed_after_it_was_shown_stays_as_it_was() -> None:
    display = RecordingDisplay()
    image = a_picture((1, 2))
    display.show(image)
    image.putpixel((9, 9), 1)
    assert display.image == a_picture((1, 2))


def test_it_saves_the_display_pixel_by_pixel(tmp_path: Path) -> None:
    display = RecordingDisplay()
    display.show(a_picture((5, 6)))
    display.save(tmp_path / "shot.png")
    with Image.open(tmp_path / "shot.png") as saved:
        assert saved.format == "PNG"
        assert saved.convert("1") == a_picture((5, 6))


def test_unplugged_it_fails_and_plugged_in_again_it_stays_dark_until_the_next_picture() -> None:
    display = RecordingDisplay()
    display.show(a_picture((1, 2)))
    display.unplug()
    with pytest.raises(DeviceError, match=r"^screen: the display is unplugged"):
        display.show(a_picture((3, 4)))
    display.plug()
    assert display.image is None
    display.show(a_picture((3, 4)))
    assert display.image == a_picture((3, 4))


def test_a_dark_display_cannot_be_saved(tmp_path: Path) -> None:
    display = RecordingDisplay()
    display.show(a_picture((1, 2)))
    display.close()
    with pytest.raises(DeviceError, match="nothing is shown"):
        display.save(tmp_path / "shot.png")


@pytest.mark.parametrize(("mode", "size"), [("L", (128, 64)), ("1", (64, 128))])
def test_a_picture_of_another_kind_is_refused(mode: str, size: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="a display shows mode 1"):
        RecordingDisplay().show(Image.new(mode, size))


def test_it_keeps_how_it_is_to_show_its_pictures() -> None:
    display = RecordingDisplay()
    assert display.look == Look()
    display.set_look(Look(Light.DIM, (1, 0)))
    assert display.look == Look(Light.DIM, (1, 0))
    display.unplug()
    with pytest.raises(DeviceError, match=r"^screen: the display is unplugged"):
        display.set_look(Look())


def test_closed_it_keeps_its_last_picture_only_if_asked_to() -> None:
    display = RecordingDisplay()
    display.show(a_picture((1, 2)))
    display.close(keep_picture=True)
    assert display.image == a_picture((1, 2))
    display.close()
    assert display.image is None
