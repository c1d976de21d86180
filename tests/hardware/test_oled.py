"""The driver of the OLED displays: what it sends, decoded back into the picture on the glass."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Literal

import pytest
from luma.core.interface.serial import i2c
from PIL import Image

from hardware.ports import DISPLAY_SIZE_WH, DeviceError, Light, Look
from hardware.real.oled import DIM_CONTRAST, Oled, find_panel
from tests.hardware.recording_bus import RecordingBus, wire_of_32_bytes, wire_of_whole_frames

# luma.oled calls what Pillow 14 drops; pyproject.toml keeps Pillow below.
pytestmark = pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")

Chip = Literal["ssd1306", "sh1106"]

both_chips = pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])


def a_picture(seed: int) -> Image.Image:
    size = DISPLAY_SIZE_WH[0] * DISPLAY_SIZE_WH[1] // 8
    return Image.frombytes("1", DISPLAY_SIZE_WH, random.Random(seed).randbytes(size))


def oled_on(bus: RecordingBus, column_offset: int = 2, contrast: int = 0x7F) -> Oled:
    return Oled(bus.chip, column_offset, contrast, partial(wire_of_whole_frames, bus))


@both_chips
@pytest.mark.parametrize("open_wire", [wire_of_32_bytes, wire_of_whole_frames])
def test_the_picture_arrives_bit_by_bit(chip: Chip, open_wire: Callable[[RecordingBus, int], i2c]) -> None:
    bus = RecordingBus(chip)
    oled = Oled(chip, open_wire=partial(open_wire, bus))
    for seed in range(3):
        oled.show(a_picture(seed))
        assert bus.image() == a_picture(seed)


@both_chips
@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_the_panel_is_found_at_either_address(chip: Chip, address: int) -> None:
    bus = RecordingBus(chip, address)
    oled_on(bus).show(a_picture(1))
    assert bus.image() == a_picture(1)


@pytest.mark.parametrize("left", [0, 2])
def test_the_sh1106_may_begin_at_another_column(left: int) -> None:
    bus = RecordingBus("sh1106", left=left)
    oled_on(bus, column_offset=left).show(a_picture(1))
    assert bus.image() == a_picture(1)


def test_a_wrong_chip_shows_as_a_wrong_picture() -> None:
    bus = RecordingBus("ssd1306")
    Oled("sh1106", open_wire=partial(wire_of_whole_frames, bus)).show(a_picture(1))
    assert bus.image() != a_picture(1)


@both_chips
@pytest.mark.parametrize("contrast", [0x00, 0x10, 0xFF])
def test_the_contrast_is_set(chip: Chip, contrast: int) -> None:
    bus = RecordingBus(chip)
    oled_on(bus, contrast=contrast).show(a_picture(1))
    assert bus.contrast == contrast


@both_chips
def test_the_same_picture_is_not_sent_again(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.show(a_picture(1))
    sent = bus.bytes_sent
    oled.show(a_picture(1))
    assert bus.bytes_sent == sent
    oled.show(a_picture(2))
    assert bus.image() == a_picture(2)


@both_chips
def test_a_frame_fits_into_a_thirtieth_of_a_second_at_400_khz(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.show(a_picture(1))
    before = bus.bytes_sent
    oled.show(a_picture(2))
    assert (bus.bytes_sent - before) * 9 / 400_000 < 1 / 30


@both_chips
def test_a_panel_that_is_not_there_is_a_device_error_and_may_come_later(chip: Chip) -> None:
    bus = RecordingBus(chip)
    bus.unplug()
    oled = oled_on(bus)
    for _ in range(2):
        with pytest.raises(DeviceError, match=r"^screen: the display does not answer \(.*\); check its four wires"):
            oled.show(a_picture(1))
    bus.plug()
    oled.show(a_picture(1))
    assert bus.image() == a_picture(1)


@both_chips
@pytest.mark.parametrize("after_bytes", [0, 1, 5, 600, 1000])
def test_a_panel_pulled_in_the_middle_of_a_frame_comes_back_with_the_next_one(chip: Chip, after_bytes: int) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus, contrast=0x10)
    oled.show(a_picture(1))
    bus.unplug(after_bytes)
    with pytest.raises(DeviceError, match=r"^screen: "):
        oled.show(a_picture(2))
    bus.plug()
    assert bus.image() == Image.new("1", DISPLAY_SIZE_WH), "a panel without registers is dark"
    oled.show(a_picture(2))
    assert bus.image() == a_picture(2)
    assert bus.contrast == 0x10


@both_chips
def test_after_a_failure_the_picture_of_before_is_sent_again(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.show(a_picture(1))
    bus.unplug()
    with pytest.raises(DeviceError):
        oled.show(a_picture(2))
    bus.plug()
    oled.show(a_picture(1))
    assert bus.image() == a_picture(1)


@both_chips
def test_a_panel_that_went_while_nothing_changed_is_missed_and_gets_its_picture_again(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.check()
    oled.show(a_picture(1))
    oled.check()
    assert bus.image() == a_picture(1)
    bus.unplug()
    with pytest.raises(DeviceError, match=r"^screen: "):
        oled.check()
    bus.plug()
    oled.show(a_picture(1))
    assert bus.image() == a_picture(1)


@both_chips
def test_close_darkens_and_clears_the_panel(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.show(a_picture(1))
    oled.close()
    oled.close()
    assert not bus.is_on
    bus.is_on = True
    assert bus.image() == Image.new("1", DISPLAY_SIZE_WH)


@both_chips
def test_close_of_a_panel_that_is_gone_is_quiet(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.show(a_picture(1))
    bus.unplug()
    oled.close()


def test_close_of_a_display_that_never_showed_anything_touches_no_bus() -> None:
    bus = RecordingBus("ssd1306")
    oled_on(bus).close()
    assert bus.bytes_sent == 0


# Sparing the panel


@both_chips
def test_it_dims_darkens_and_is_bright_again(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.show(a_picture(1))
    oled.set_look(Look(Light.DIM))
    assert (bus.contrast, bus.is_on) == (DIM_CONTRAST, True)
    oled.set_look(Look(Light.DARK))
    assert not bus.is_on
    oled.set_look(Look(Light.BRIGHT))
    assert (bus.contrast, bus.is_on) == (0x7F, True)
    assert bus.image() == a_picture(1)


@both_chips
def test_dimmed_is_never_brighter(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus, contrast=1)
    oled.show(a_picture(1))
    oled.set_look(Look(Light.DIM))
    assert bus.contrast == 1


@both_chips
@pytest.mark.parametrize("shift_xy", [(0, 0), (1, 0), (1, -1), (0, -1)])
def test_the_picture_moves_and_so_do_those_to_come(chip: Chip, shift_xy: tuple[int, int]) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.show(a_picture(1))
    oled.set_look(Look(shift_xy=shift_xy))
    for seed in (1, 2):
        oled.show(a_picture(seed))
        moved = Image.new("1", DISPLAY_SIZE_WH)
        moved.paste(a_picture(seed), shift_xy)
        assert bus.image() == moved


@both_chips
def test_a_picture_shown_in_the_dark_is_there_when_it_wakes(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.show(a_picture(1))
    oled.set_look(Look(Light.DARK))
    oled.show(a_picture(2))
    assert not bus.is_on
    oled.set_look(Look())
    assert bus.image() == a_picture(2)


@both_chips
def test_a_panel_that_comes_late_or_back_gets_the_look(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.set_look(Look(Light.DIM))
    assert bus.bytes_sent == 0
    oled.show(a_picture(1))
    assert bus.contrast == DIM_CONTRAST
    bus.unplug()
    with pytest.raises(DeviceError):
        oled.set_look(Look(Light.DARK))
    bus.plug()
    oled.show(a_picture(1))
    assert not bus.is_on


@both_chips
def test_the_same_look_costs_nothing(chip: Chip) -> None:
    bus = RecordingBus(chip)
    oled = oled_on(bus)
    oled.show(a_picture(1))
    oled.set_look(Look(Light.DIM, (1, 0)))
    sent = bus.bytes_sent
    oled.set_look(Look(Light.DIM, (1, 0)))
    assert bus.bytes_sent == sent


# The last picture


KEEPING = """
import sys
from functools import partial
from hardware.real.oled import Oled
from tests.hardware.recording_bus import RecordingBus, wire_of_whole_frames
from tests.hardware.test_oled import a_picture
import atexit
bus = RecordingBus("ssd1306")
# Registered before luma registers its own, so it runs after that.
atexit.register(lambda: print(bus.is_on and bus.image() == a_picture(1)))
oled = Oled("ssd1306", open_wire=partial(wire_of_whole_frames, bus))
oled.show(a_picture(1))
oled.close(keep_picture=sys.argv[1] == "keep")
"""


@pytest.mark.parametrize(("word", "stays"), [("keep", "True"), ("clear", "False")])
def test_the_last_picture_stays_after_the_program_has_ended_if_it_is_to(word: str, stays: str) -> None:
    ended = subprocess.run([sys.executable, "-c", KEEPING, word], capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == stays


# Looking for a panel


@both_chips
@pytest.mark.parametrize("address", [0x3C, 0x3D])
def test_a_panel_is_found_without_changing_what_it_shows(chip: Chip, address: int) -> None:
    bus = RecordingBus(chip, address)
    oled_on(bus).show(a_picture(1))
    assert find_panel(partial(wire_of_whole_frames, bus)) == address
    assert bus.image() == a_picture(1)


def test_without_a_panel_the_wires_are_named() -> None:
    bus = RecordingBus("ssd1306")
    bus.unplug()
    with pytest.raises(DeviceError, match=r"^screen: the display does not answer \(.*\); check its four wires"):
        find_panel(partial(wire_of_whole_frames, bus))
