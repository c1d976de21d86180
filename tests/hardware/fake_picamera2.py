"""What our driver uses of picamera2, with its habits: padding, late controls, both ways of having no camera."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

ALIGNMENT = 32
CONTROL_DELAY_FRAMES = 5
COMMON_CONTROLS = ("FrameDurationLimits", "AeEnable", "AwbEnable", "ExposureTime", "AnalogueGain", "ColourGains")
FOCUS_CONTROLS = ("AfMode", "LensPosition")
MODE_CONTROLS = ("ExposureTimeMode", "AnalogueGainMode")
PADDING_LEVEL = 255


class FakeLibrary:
    """The module picamera2; `Picamera2` makes cameras, the last of which is `camera`."""

    def __init__(
        self,
        scene_bgr: NDArray[np.uint8],
        padding: int = 0,
        controls: tuple[str, ...] = COMMON_CONTROLS,
        fails_at_start: Exception | None = None,
        is_connected: bool = True,
        automatic_us: tuple[int, ...] = (20_000,),
        fails_after_frames: int | None = None,
    ) -> None:
        """Sets the scene.

        Args:
            scene_bgr: what the camera sees.
            padding: bytes by which a row is longer than the image is wide.
            controls: what the camera can be told.
            fails_at_start: what making a camera raises.
            is_connected: whether the list of cameras names one.
            automatic_us: exposure that the automatic goes for, one after another and round again, in microseconds.
            fails_after_frames: how many pictures it takes before it fails.
        """
        self.scene_bgr = scene_bgr
        self.padding = padding
        self.controls = controls
        self.fails_at_start = fails_at_start
        self.is_connected = is_connected
        self.automatic_us = automatic_us
        self.fails_after_frames = fails_after_frames
        self.Picamera2 = _CameraClass(self)
        self.camera: FakeCamera


class _CameraClass:
    def __init__(self, library: FakeLibrary) -> None:
        self._library = library

    def global_camera_info(self) -> list[dict[str, str]]:
        return [{"Model": "imx708"}] if self._library.is_connected else []

    def __call__(self) -> FakeCamera:
        if self._library.fails_at_start is not None:
            raise self._library.fails_at_start
        self._library.camera = FakeCamera(self._library)
        return self._library.camera


class FakeCamera:
    """An opened camera.

    Attributes:
        configuration: as last configured.
        picture_exposures_us: the exposure of every picture given away.
        frames_taken: pictures and metadata together.
    """

    def __init__(self, library: FakeLibrary) -> None:
        self.camera_controls = dict.fromkeys(library.controls)
        self.configuration: dict[str, Any] = {}
        self.picture_exposures_us: list[float] = []
        self.frames_taken = 0
        self.is_started = self.is_closed = False
        self.told: dict[str, Any] = {}
        self._library = library
        self._exposure_us = 1_000.0
        self._coming: list[tuple[int, Mapping[str, Any]]] = []
        self._heeded: dict[str, Any] = {}

    def create_video_configuration(self, main: dict[str, Any], **others: Any) -> dict[str, Any]:
        return {"main": dict(main), **others}

    def align_configuration(self, configuration: dict[str, Any]) -> None:
        width, height = configuration["main"]["size"]
        configuration["main"]["size"] = (width // ALIGNMENT * ALIGNMENT, height // 2 * 2)

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration

    def start(self) -> None:
        self.is_started = True

    def stop(self) -> None:
        self.is_started = False

    def close(self) -> None:
        self.is_closed = True

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.told.update(controls)
        self._coming.append((self.frames_taken + CONTROL_DELAY_FRAMES, controls))

    def capture_metadata(self) -> dict[str, Any]:
        self._take()
        return {"ExposureTime": round(self._exposure_us), "AnalogueGain": 2.0, "ColourGains": (1.5, 1.75)}

    def capture_array(self, name: str) -> NDArray[np.uint8]:
        assert name == "main"
        assert self.configuration["main"]["format"] == "YUV420"
        if len(self.picture_exposures_us) == self._library.fails_after_frames:
            raise RuntimeError("Camera frontend has timed out")
        self._take()
        self.picture_exposures_us.append(self._exposure_us)
        scene_bgr = cv2.resize(self._library.scene_bgr, self.configuration["main"]["size"])
        padding = ((0, 0), (0, self._library.padding), (0, 0))
        padded_bgr = np.pad(scene_bgr, padding, constant_values=PADDING_LEVEL)
        return cast("NDArray[np.uint8]", cv2.cvtColor(padded_bgr, cv2.COLOR_BGR2YUV_I420))

    def _take(self) -> None:
        assert self.is_started
        for due, controls in self._coming:
            if due == self.frames_taken:
                self._heeded.update(controls)
        if self._is_automatic():
            wanted_us = self._library.automatic_us[self.frames_taken % len(self._library.automatic_us)]
            self._exposure_us += (wanted_us - self._exposure_us) / 2
        else:
            self._exposure_us = self._heeded["ExposureTime"]
        self.frames_taken += 1

    def _is_automatic(self) -> bool:
        if "ExposureTimeMode" in self.camera_controls:  # then AeEnable does nothing
            return "ExposureTimeMode" not in self._heeded
        return bool(self._heeded.get("AeEnable", True))
