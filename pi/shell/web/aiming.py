"""Aiming the camera from the page: meters, the empty tray, special faces, and a test of ten rolls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pi.shell.calibrations import CALIBRATION_NAME, known_calibration, save_calibration
from pi.shell.faces import load_faces, save_faces
from pi.shell.web.cameras import WatchedCamera
from vision.reading import Reading, reading_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.reader import Reader

    Image = NDArray[np.uint8]

FRAMES: Final = 5
FRAME_S: Final = 2.0
ROLLS: Final = 10


class AimError(Exception):
    """It could not be done; one word for the page to put into a sentence, or a sentence."""


@dataclass(slots=True)
class RollTest:
    """The last ten rolls: how they were read. For one thread."""

    rolls: list[dict[str, Any]] = field(default_factory=list)

    def begin(self) -> None:
        """Starts afresh."""
        self.rolls = []

    def saw(self, reading: Reading) -> bool:
        """Takes a reading of dice at rest; says whether it counted."""
        if len(self.rolls) >= ROLLS or not reading.dice:
            return False
        self.rolls.append(
            {
                "faces": [die.face for die in reading.dice],
                "accepted": reading.accepted,
                "doubts": [doubt.value for doubt in reading.doubts],
            }
        )
        return True

    @property
    def news(self) -> dict[str, Any]:
        """The test as told to the page."""
        return {"rolls": self.rolls, "of": ROLLS}


class Aiming:
    """Looks through the camera when somebody asks. For one thread."""

    def __init__(self, camera: WatchedCamera, folder: Path, test: RollTest) -> None:
        self._camera = camera
        self._folder = folder
        self._test = test
        self._reader: Reader | None = None
        self._answers: dict[str, Callable[[dict[str, Any]], Any]] = {
            "measure": lambda ask: self._measure(),
            "learn": lambda ask: self._learn(),
            "teach": lambda ask: self._teach(ask["name"]),
            "forget": lambda ask: self._forget(ask["name"]),
            "test": lambda ask: self._test.begin(),
        }

    def answer(self, ask: dict[str, Any]) -> Any:
        """Does what was asked for; raises AimError."""
        return self._answers[ask["do"]](ask)

    def _measure(self) -> dict[str, Any]:
        from vision.calibration import apply_calibration

        image = self._picture()
        reading = self._read(image)
        calibration = known_calibration(self._folder)
        fits = calibration is not None and calibration.size_wh == (image.shape[1], image.shape[0])
        if calibration is not None and fits:
            reading = apply_calibration(calibration, reading)
        return {
            "size": [image.shape[1], image.shape[0]],
            "light": _light(image),
            "glare": _glare(image),
            "sharpness": _sharpness(image),
            "reading": reading_json(reading),
            "outline": [list(point) for point in calibration.outline_xy] if calibration is not None and fits else None,
            "faces": [{"name": face.name, "examples": len(face.examples)} for face in load_faces(self._folder).faces],
        }

    def _learn(self) -> dict[str, Any]:
        from vision.calibration import Calibration, calibrate

        frames = self._camera.next_frames(FRAMES, FRAME_S)
        if not frames:
            raise AimError("no-camera")
        found = calibrate([frame.image_bgr for frame in frames])
        if not isinstance(found, Calibration):
            raise AimError(found.value)
        try:
            save_calibration(found, self._folder / CALIBRATION_NAME)
        except OSError as error:
            raise AimError(f"can't be kept ({error.strerror})") from error
        return {
            "share": round(found.share, 3),
            "light": found.light,
            "sharpness": found.sharpness,
            "rim": found.has_rim,
        }

    def _teach(self, name: str) -> dict[str, Any]:
        from pi.shell.commands.teaching import NotLearntError, learn_from
        from vision.taught import TaughtError, check_name

        try:
            taught, learnt = learn_from(load_faces(self._folder), check_name(name), self._eyes(), self._picture())
            save_faces(self._folder, taught)
        except (NotLearntError, TaughtError) as error:
            raise AimError(str(error)) from error
        return {"learnt": learnt}

    def _forget(self, name: str) -> None:
        from vision.taught import TaughtError, forget

        try:
            save_faces(self._folder, forget(load_faces(self._folder), name))
        except TaughtError as error:
            raise AimError(str(error)) from error

    def _picture(self) -> Image:
        frame = self._camera.latest
        if frame is None:
            raise AimError("no-camera")
        return frame.image_bgr

    def _read(self, image: Image) -> Reading:
        return self._eyes().read(image)

    def _eyes(self) -> Reader:
        from vision.reader import load_reader

        if self._reader is None:
            self._reader = load_reader()
        return self._reader


def _light(image: Image) -> float:
    """Mean grey level of the middle, 0..255."""
    return round(float(_middle(image).mean()), 1)


def _glare(image: Image) -> float:
    """The share of the middle in which the sensor can't tell more, 0..1."""
    return round(float((_middle(image).min(axis=2) >= 250).mean()), 4)


def _sharpness(image: Image) -> float:
    """How steep the steepest edges are, of their own height, a pixel; 0.4 is sharpest, 0 means no edges."""
    import cv2
    import numpy as np

    scale = 640 / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    smooth = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 0.7)
    around = np.ones((13, 13), np.uint8)
    height = (cv2.dilate(smooth, around) - cv2.erode(smooth, around)).astype(np.float32)
    edges = height >= max(25.0, 0.5 * float(np.percentile(height, 99)))
    if np.count_nonzero(edges) < edges.size // 1000:
        return 0.0
    slope = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)) / 8
    return round(float(np.percentile(slope[edges] / height[edges], 95)), 3)


def _middle(image: Image) -> Image:
    height, width = image.shape[:2]
    return image[height // 8 : height - height // 8, width // 8 : width - width // 8]
