"""Finds the tray in a few pictures of it while it is empty, and says what spoils them."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import TYPE_CHECKING, Final

from vision.calibration.ground import GROUND_SIDE, find_ground, in_pixels
from vision.calibration.small import DARKEST, grey, log, median, scaled, small_grey
from vision.calibration.tray import LEAST_SIDE, Calibration, filled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Grey = NDArray[np.uint8]

WORK_SIDE: Final = 640
"""Light and sharpness are measured on pictures with this longer side."""

OVEREXPOSED: Final = 250
"""From this level of every channel on the sensor can't tell more."""
GLARE_SHARE: Final = 0.01
"""Share of the ground that may be overexposed: a reflection of the size of a die is half of that."""
STEEPEST: Final = 0.13
"""Sharpness below which pips run into each other."""
LEAST_EDGE: Final = 25.0
"""Height of an edge, in grey levels, that tells about sharpness."""

MOVES: Final = 0.1
"""Change of the logarithm of brightness that is motion, not noise."""
MOVES_PIXELS: Final = 12
"""So many pixels of 320x240 make a motion."""


class CalibrationTrouble(Enum):
    """Why pictures can't be used to calibrate."""

    SMALL = "small"
    SIZES = "sizes"
    DARK = "dark"
    MOVING = "moving"
    GLARE = "glare"
    BLURRED = "blurred"
    NOT_EMPTY = "not-empty"


def calibrate(images_bgr: Sequence[Image]) -> Calibration | CalibrationTrouble:
    """Finds the tray in pictures of it while it is empty.

    The ground is the region round the middle that grows, over stronger and stronger edges, until it stops for long (as
    maximally stable regions do, Matas et al. 2002). A further strip of its own colour is ground in the shadow. Where
    nothing stops it but the picture's own border, the outline is the whole picture.

    Args:
        images_bgr: at least one picture, uint8, (H, W, 3), blue-green-red, all of one size. Three or more let motion be
            seen and take the noise away.

    Returns:
        The calibration, or why there is none.
    """
    import numpy as np

    height, width = images_bgr[0].shape[:2]
    if any(image.shape != images_bgr[0].shape for image in images_bgr):
        return CalibrationTrouble.SIZES
    if min(height, width) < LEAST_SIDE:
        return CalibrationTrouble.SMALL
    works = [scaled(image, WORK_SIDE) for image in images_bgr]
    work = median(works)
    if float(np.percentile(grey(work), 98)) < DARKEST:
        return CalibrationTrouble.DARK
    small = scaled(work, GROUND_SIDE)
    if _moves(small, [scaled(one, GROUND_SIDE) for one in works]):
        return CalibrationTrouble.MOVING
    sharpness = _sharpness(grey(work))
    if sharpness is not None and sharpness < STEEPEST:
        return CalibrationTrouble.BLURRED
    hull, things = find_ground(small)
    outline = in_pixels(hull, small.shape[1], (width, height))
    ground = filled(outline, (width, height), (work.shape[1], work.shape[0]))
    if float(np.mean(work.min(axis=2)[ground] >= OVEREXPOSED)) > GLARE_SHARE:
        return CalibrationTrouble.GLARE
    if things:
        return CalibrationTrouble.NOT_EMPTY
    return Calibration(
        size_wh=(width, height),
        outline_xy=outline,
        empty=small_grey(work).tobytes(),
        light=round(float(grey(work)[ground].mean()), 1),
        sharpness=None if sharpness is None else round(sharpness, 3),
        die_px=None,
        made_from=len(images_bgr),
    )


def _moves(usual: Image, small: Sequence[Image]) -> bool:
    """Whether one of the pictures differs from what most of them show in more than its light."""
    import cv2
    import numpy as np

    before = log(grey(usual), 20)
    for image in small:
        change = log(grey(image), 20) - before
        change = np.asarray(cv2.GaussianBlur(change - np.median(change), (0, 0), 1.5))
        if np.count_nonzero(np.abs(change) > MOVES) >= MOVES_PIXELS:
            return True
    return False


def _sharpness(grey: Grey) -> float | None:
    """How steep the steepest edges are, of their own height, a pixel."""
    import cv2
    import numpy as np

    smooth = cv2.GaussianBlur(grey, (0, 0), 0.7)
    around = np.ones((13, 13), np.uint8)
    height = (cv2.dilate(smooth, around) - cv2.erode(smooth, around)).astype(np.float32)
    edges = height >= max(LEAST_EDGE, 0.5 * float(np.percentile(height, 99)))
    if np.count_nonzero(edges) < grey.size // 1000:
        return None
    slope = np.hypot(cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)) / 8
    return float(np.percentile(slope[edges] / height[edges], 95))
