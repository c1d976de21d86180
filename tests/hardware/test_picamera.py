"""The driver of the Pi's camera, on a fake of picamera2."""

from __future__ import annotations

import importlib.util
from itertools import count, islice

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.ports import DeviceError
from hardware.real.picamera import CHECKED_FRAMES, LOCKING_FRAMES, MAX_SETTLING_FRAMES, PiCamera, open_picamera
from tests.hardware.fake_picamera2 import COMMON_CONTROLS, FOCUS_CONTROLS, MODE_CONTROLS, FakeLibrary

SIZE_WH = (96, 48)
UNSTEADY_US = (5_000, 40_000)


def a_scene() -> NDArray[np.uint8]:
    """Soft ramps of all three colours, which half-size colour planes keep."""
    across, down = np.meshgrid(np.arange(SIZE_WH[0]), np.arange(SIZE_WH[1]))
    return np.dstack([60 + across, 200 - down, 40 + down + across]).astype(np.uint8)


def a_camera(library: FakeLibrary) -> PiCamera:
    return PiCamera(library, SIZE_WH)


@pytest.mark.parametrize("padding", [0, 32, 64])
def test_the_picture_is_the_scene_without_the_padding(padding: int) -> None:
    frame = next(a_camera(FakeLibrary(a_scene(), padding)).frames())
    assert frame.image_bgr.shape == (48, 96, 3)
    assert frame.image_bgr.dtype == np.uint8
    assert frame.image_bgr.flags.c_contiguous
    off_by = np.abs(frame.image_bgr.astype(int) - a_scene())
    # The edge pixels share their colour with the padding.
    assert off_by[:, :-2].max() <= 6


def test_the_size_is_the_one_that_the_camera_chose() -> None:
    frame = next(PiCamera(FakeLibrary(a_scene()), size_wh=(100, 49)).frames())
    assert frame.image_bgr.shape == (48, 96, 3)


def test_frames_are_numbered_and_carry_their_time() -> None:
    clock = count(50)
    camera = PiCamera(FakeLibrary(a_scene()), SIZE_WH, now=lambda: float(next(clock)))
    assert [(frame.number, frame.at) for frame in islice(camera.frames(), 3)] == [(1, 50.0), (2, 51.0), (3, 52.0)]


@pytest.mark.parametrize("controls", [COMMON_CONTROLS, COMMON_CONTROLS + MODE_CONTROLS])
def test_exposure_gain_and_colours_are_locked_once_they_have_settled(controls: tuple[str, ...]) -> None:
    drifting_us = tuple(20_000 + 50 * n for n in range(100))
    library = FakeLibrary(a_scene(), controls=controls, automatic_us=drifting_us)
    list(islice(a_camera(library).frames(), 10))
    told = library.camera.told
    assert told["ExposureTime"] == pytest.approx(20_000, rel=0.1)
    assert told["AnalogueGain"] == pytest.approx(2.0, rel=0.1)
    assert told["ColourGains"] == (1.5, 1.75)
    assert not told["AeEnable"]
    assert not told["AwbEnable"]
    assert set(library.camera.picture_exposures_us) == {told["ExposureTime"]}


@pytest.mark.parametrize(("mains_hz", "locked_us", "gain"), [(50, 10_000, 2.8), (60, 16_667, 1.68)])
def test_the_exposure_is_locked_where_lamps_do_not_flicker(mains_hz: int, locked_us: int, gain: float) -> None:
    library = FakeLibrary(a_scene(), automatic_us=(14_000,))
    next(PiCamera(library, SIZE_WH, mains_hz=mains_hz).frames())
    assert library.camera.told["ExposureTime"] == locked_us
    assert library.camera.told["AnalogueGain"] == pytest.approx(gain, rel=0.01)


def test_an_exposure_that_never_settles_is_locked_anyway() -> None:
    library = FakeLibrary(a_scene(), automatic_us=UNSTEADY_US)
    list(islice(a_camera(library).frames(), 3))
    assert library.camera.frames_taken == 1 + MAX_SETTLING_FRAMES + LOCKING_FRAMES + CHECKED_FRAMES + 3
    assert set(library.camera.picture_exposures_us) == {library.camera.told["ExposureTime"]}


def test_an_exposure_that_cannot_be_locked_is_logged_and_pictures_come_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    controls = tuple(name for name in COMMON_CONTROLS if name != "AeEnable")
    next(a_camera(FakeLibrary(a_scene(), controls=controls, automatic_us=UNSTEADY_US)).frames())
    assert "the exposure could not be locked" in caplog.text


def test_focus_is_set_to_the_tray_where_it_can_be() -> None:
    library = FakeLibrary(a_scene(), controls=COMMON_CONTROLS + FOCUS_CONTROLS)
    next(PiCamera(library, SIZE_WH, distance_m=0.5).frames())
    assert (library.camera.told["AfMode"], library.camera.told["LensPosition"]) == (0, 2.0)


def test_the_rate_limits_the_exposure() -> None:
    library = FakeLibrary(a_scene())
    next(PiCamera(library, SIZE_WH, frames_per_second=20).frames())
    assert library.camera.configuration["controls"] == {"FrameDurationLimits": (50_000, 50_000)}


@pytest.mark.parametrize(
    "library",
    [
        FakeLibrary(a_scene(), is_connected=False),
        FakeLibrary(a_scene(), fails_at_start=IndexError("list index out of range")),
        FakeLibrary(a_scene(), fails_at_start=RuntimeError("No camera number 0 found")),
        FakeLibrary(a_scene(), fails_at_start=RuntimeError("Pipeline handler in use by another process")),
    ],
    ids=["none listed", "old release", "new release", "in use"],
)
def test_no_camera_is_a_device_error(library: FakeLibrary) -> None:
    with pytest.raises(DeviceError, match=r"^camera: .*; check the ribbon cable, and end any other program"):
        next(a_camera(library).frames())


def test_a_camera_that_fails_later_is_a_device_error_and_is_closed() -> None:
    library = FakeLibrary(a_scene(), fails_after_frames=2)
    frames = a_camera(library).frames()
    list(islice(frames, 2))
    with pytest.raises(DeviceError, match=r"^camera: it failed \(Camera frontend has timed out\); check the ribbon"):
        next(frames)
    assert library.camera.is_closed


def test_close_ends_the_frames_and_gives_the_camera_back() -> None:
    library = FakeLibrary(a_scene())
    camera = a_camera(library)
    frames = camera.frames()
    next(frames)
    camera.close()
    camera.close()
    assert list(frames) == []
    assert library.camera.is_closed


@pytest.mark.skipif(importlib.util.find_spec("picamera2") is not None, reason="picamera2 is installed here")
def test_without_picamera2_the_remedy_is_to_install_it() -> None:
    with pytest.raises(DeviceError, match=r"^camera: the library picamera2 is missing .*apt install python3-picamera2"):
        open_picamera()


def test_the_library_can_be_given() -> None:
    assert next(open_picamera(FakeLibrary(a_scene())).frames()).number == 1
