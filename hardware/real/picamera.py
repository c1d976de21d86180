"""The Raspberry Pi's own camera, through picamera2."""

from __future__ import annotations

import importlib
import itertools
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from hardware.exposure import MAINS_HZ, steady_exposure
from hardware.ports import DeviceError, Frame

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SIZE_WH = (1296, 972)
"""The whole field of view of the common sensors at half their resolution or less."""
FRAMES_PER_SECOND = 15
BUFFERS = 3
"""Few, since a small Pi soon runs out of contiguous memory."""
DISTANCE_M = 0.4
"""From the lens to the tray, for cameras whose focus can be set."""

SETTLED_CHANGE = 0.02
SETTLED_FRAMES = 5
MAX_SETTLING_FRAMES = 60
"""Exposure has settled after SETTLED_FRAMES that differ by SETTLED_CHANGE at most; after these many it must do."""
LOCKING_FRAMES = 8
"""A control takes effect BUFFERS + 3 frames later or so (picamera2#1278)."""
CHECKED_FRAMES = 3
"""Only the metadata of frames after that tell whether it did."""

_MANUAL = 1  # libcamera's ExposureTimeModeManual and AnalogueGainModeManual
_FOCUS_MANUAL = 0  # libcamera's AfModeManual

_log = logging.getLogger(__name__)


class PiCamera:
    """Keeps the protocol `Camera`. Belongs into a `ProcessCamera`, since a dead sensor blocks it for ever."""

    def __init__(
        self,
        library: Any,
        size_wh: tuple[int, int] = SIZE_WH,
        frames_per_second: int = FRAMES_PER_SECOND,
        distance_m: float = DISTANCE_M,
        mains_hz: int = MAINS_HZ,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Opens nothing yet.

        Args:
            library: picamera2, or what offers the same.
            size_wh: wanted width and height; the camera may align them.
            frames_per_second: its rate, also the limit of the exposure.
            distance_m: from the lens to the tray, in metres.
            mains_hz: frequency of the mains that light the table, in hertz.
            now: the clock of the frames, in seconds.
        """
        self._library = library
        self._size_wh = size_wh
        self._frames_per_second = frames_per_second
        self._distance_m = distance_m
        self._mains_hz = mains_hz
        self._now = now
        self._number = itertools.count(1)
        self._closed = False

    def frames(self) -> Iterator[Frame]:
        """Opens the camera, lets exposure and colours settle and yields frames with both locked, until `close`.

        Raises:
            DeviceError: there is no camera, another program uses it, or it fails.
        """
        self._closed = False
        camera = self._open()
        try:
            size_wh = self._start(camera)
            _lock(camera, self._without_flicker(_settle(camera)))
            while not self._closed:
                image_bgr = image_from_yuv420(camera.capture_array("main"), size_wh)
                yield Frame(image_bgr, self._now(), next(self._number))
        except (OSError, RuntimeError) as error:
            raise DeviceError("camera", f"it failed ({error})", "check the ribbon cable") from error
        finally:
            camera.stop()
            camera.close()

    def close(self) -> None:
        """Ends `frames` at its next frame. May be called twice."""
        self._closed = True

    def _without_flicker(self, metadata: Mapping[str, Any]) -> Mapping[str, Any]:
        """The metadata with an exposure in which lamps do not flicker."""
        frame_us = 1_000_000 / self._frames_per_second
        exposure_us, gain = steady_exposure(
            metadata["ExposureTime"], metadata["AnalogueGain"], self._mains_hz, longest_us=frame_us
        )
        return {**metadata, "ExposureTime": round(exposure_us), "AnalogueGain": gain}

    def _open(self) -> Any:
        if not self._library.Picamera2.global_camera_info():
            raise _no_camera("none is connected")
        try:
            return self._library.Picamera2()
        except (IndexError, RuntimeError) as error:
            # Without a camera, old releases raise the one and new ones the other, as for a camera in use.
            raise _no_camera(str(error)) from error

    def _start(self, camera: Any) -> tuple[int, int]:
        """Starts the camera; gives the width and height that it chose."""
        frame_us = round(1_000_000 / self._frames_per_second)
        configuration = camera.create_video_configuration(
            main={"size": self._size_wh, "format": "YUV420"},
            lores=None,
            raw=None,
            display=None,
            encode=None,
            buffer_count=BUFFERS,
            queue=False,  # a frame is taken after it was asked for
            controls={"FrameDurationLimits": (frame_us, frame_us)},
        )
        camera.align_configuration(configuration)
        camera.configure(configuration)
        _set(camera, {"AfMode": _FOCUS_MANUAL, "LensPosition": 1 / self._distance_m})
        camera.start()
        width, height = configuration["main"]["size"]
        return width, height


def open_picamera(library: Any = None, mains_hz: int = MAINS_HZ) -> PiCamera:
    """Makes the Pi's camera.

    Args:
        library: picamera2, or what offers the same; imported when None.
        mains_hz: frequency of the mains that light the table, in hertz.

    Raises:
        DeviceError: picamera2 is not installed.
    """
    if library is None:
        try:
            library = importlib.import_module("picamera2")
        except ImportError as error:
            remedy = "sudo apt install python3-picamera2, in an environment that sees the system's packages"
            raise DeviceError("camera", f"the library picamera2 is missing ({error})", remedy) from error
    return PiCamera(library, mains_hz=mains_hz)


def image_from_yuv420(planes: NDArray[np.uint8], size_wh: tuple[int, int]) -> NDArray[np.uint8]:
    """Converts what picamera2 gives for YUV420.

    Args:
        planes: uint8, shape (height * 3 / 2, stride): the grey plane, then both colour planes at half size. The stride,
            in bytes, may be wider than the image (picamera2#645 and 1182).
        size_wh: width and height of the image.

    Returns:
        image_bgr: uint8, shape (height, width, 3), contiguous.
    """
    import cv2
    import numpy as np

    width, height = size_wh
    # The padding is cut off last: with it, the planes are an image that is as wide as the stride.
    padded_bgr = cv2.cvtColor(planes, cv2.COLOR_YUV2BGR_I420)
    return cast("NDArray[np.uint8]", np.ascontiguousarray(padded_bgr[:height, :width]))


def _settle(camera: Any) -> Mapping[str, Any]:
    """Waits until automatic exposure has settled, and gives its metadata."""
    metadata = camera.capture_metadata()
    steady_frames = 0
    for _ in range(MAX_SETTLING_FRAMES):
        before, metadata = metadata, camera.capture_metadata()
        is_steady = abs(_light(metadata) / _light(before) - 1) <= SETTLED_CHANGE
        steady_frames = steady_frames + 1 if is_steady else 0
        if steady_frames == SETTLED_FRAMES:
            break
    return cast("Mapping[str, Any]", metadata)


def _light(metadata: Mapping[str, Any]) -> float:
    """Exposure time times gain; 1 at least, so that ratios exist."""
    return max(1.0, float(metadata["ExposureTime"]) * float(metadata["AnalogueGain"]))


def _lock(camera: Any, metadata: Mapping[str, Any]) -> None:
    """Holds exposure, gain and white balance where they are, so that a face looks the same in every frame."""
    exposure_us = metadata["ExposureTime"]
    locked = {
        "AeEnable": False,
        # libcamera 0.5 heeds these instead of AeEnable (picamera2#1269).
        "ExposureTimeMode": _MANUAL,
        "AnalogueGainMode": _MANUAL,
        # Automatics off without values gives black frames (picamera2#362).
        "ExposureTime": exposure_us,
        "AnalogueGain": metadata["AnalogueGain"],
        "AwbEnable": False,
    }
    if "ColourGains" in metadata:  # a monochrome sensor has none
        locked["ColourGains"] = metadata["ColourGains"]
    _set(camera, locked)
    for _ in range(LOCKING_FRAMES):
        camera.capture_metadata()
    checked_us = [camera.capture_metadata()["ExposureTime"] for _ in range(CHECKED_FRAMES)]
    # Not to the last bit: the sensor rounds to its lines.
    if any(abs(checked / exposure_us - 1) > SETTLED_CHANGE for checked in checked_us):
        _log.warning("camera: the exposure could not be locked")


def _set(camera: Any, controls: Mapping[str, Any]) -> None:
    """Sets those controls that this camera has; it refuses all of them for one that it lacks."""
    camera.set_controls({name: value for name, value in controls.items() if name in camera.camera_controls})


def _no_camera(reason: str) -> DeviceError:
    return DeviceError("camera", reason, "check the ribbon cable, and end any other program that uses the camera")
