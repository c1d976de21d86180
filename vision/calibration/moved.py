"""Whether the camera still stands where it stood when the tray was calibrated."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from vision.calibration.small import DARKEST, small_grey
from vision.calibration.tray import EMPTY_SIDE, Calibration, filled, small_wh

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Grey = NDArray[np.uint8]
    Floats = NDArray[np.float32]

BAND: Final = (8, 32)
"""Edges from so far inside to so far outside the outline tell where the tray is, in pixels of EMPTY_SIDE: the rim, not
the dice and not what people lay beside the tray."""
LEAST_SLOPE: Final = 3.0
"""Grey levels a pixel that make an edge of the rim."""
NOISE_SLOPE: Final = 1.5
"""Grey levels a pixel below which a slope is noise."""
FEWEST_EDGES: Final = 40
MOST_EDGES: Final = 250
REACH: Final = 24
"""How far the rim is looked for, in pixels of EMPTY_SIDE: a tenth of the picture."""
TURNS_DEG: Final = tuple(range(-10, 11))
FOUND: Final = 0.6
"""Agreement with the edges of the rim, 0..1, at which it is seen where it was and not looked for elsewhere."""
SEEN: Final = 0.4
"""Agreement at which enough of the rim is seen to say where it is; less is left by a hand with its arm."""
LOST: Final = 0.06
"""Agreement below which nothing is left of the rim where it was; any hand hides less of it."""
BETTER: Final = 0.06
HIDDEN_BETTER: Final = 0.2
"""How much better it must agree elsewhere; more where much is hidden, since the edge of an arm is an edge, too."""
MOVED_SHARE: Final = 0.0045
"""Share of the picture's longer side from which a shift counts: 2.9 pixels in 640."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The camera stands otherwise than when it was calibrated.

    Attributes:
        shift_px: how far the rim appears from where it was, in pixels of the picture, on average round the tray; None
            when the rim is not to be found any more.
        turn_deg: how far the picture has turned, counter-clockwise; None likewise.
    """

    shift_px: float | None
    turn_deg: float | None


def has_moved(calibration: Calibration, image_bgr: Image) -> Moved | None:
    """Tells whether the camera was moved against the tray, or the tray under it.

    The edges round the ground are looked for where they were, then shifted and turned (by the directions of slopes, as
    in Steger 2002, so that hands, dice and lamps only hide some of them).

    Args:
        calibration: made when the camera was placed.
        image_bgr: uint8, (H, W, 3), blue-green-red; dice and hands may be in it.

    Returns:
        How far it was moved; None when it was not, and when it can't be told since it is too dark or the picture of the
        empty tray has no edges.
    """
    import numpy as np

    if (image_bgr.shape[1], image_bgr.shape[0]) != calibration.size_wh:
        return Moved(None, None)
    rim = _rim(calibration)
    grey = small_grey(image_bgr)
    if rim is None or float(np.percentile(grey, 98)) < DARKEST:
        return None
    slopes = _slopes(grey)
    here = _agreement(rim, slopes, (0.0, 0.0, 0.0))
    place, best = _climbed(rim, slopes, (0.0, 0.0, 0.0))
    if best < FOUND:
        wide, wide_best = _climbed(rim, slopes, _searched(rim, slopes))
        if wide_best > best + BETTER:
            place, best = wide, wide_best
    if best < SEEN:
        return Moved(None, None) if here < LOST else None
    away = rim.points - rim.placed(place)
    shift_px = float(np.hypot(*away.T).mean()) * max(calibration.size_wh) / EMPTY_SIDE
    better = BETTER if best >= FOUND else HIDDEN_BETTER
    if shift_px < MOVED_SHARE * max(calibration.size_wh) or best < here + better:
        return None
    return Moved(round(shift_px, 1), round(-place[2], 1))


def fits(calibration: Calibration, image_bgr: Image) -> bool:
    """Tells whether a calibration is true of a picture: most of the rim is seen where it was.

    Of drawn trays with dice on them and other lamps all fit; of those shifted by half a die or more none.

    Args:
        calibration: made when the camera was placed.
        image_bgr: uint8, (H, W, 3), blue-green-red.
    """
    if (image_bgr.shape[1], image_bgr.shape[0]) != calibration.size_wh:
        return False
    rim = _rim(calibration)
    return rim is not None and _agreement(rim, _slopes(small_grey(image_bgr)), (0.0, 0.0, 0.0)) >= FOUND


Place = tuple[float, float, float]
"""Shift to the right and down in pixels of EMPTY_SIDE, turn clockwise as seen in degrees."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rim:
    """Edges round the ground of the empty tray.

    Attributes:
        points: float32, (n, 2), x and y in pixels of EMPTY_SIDE.
        ways: complex64, (n,), the direction of the slope at each, of length one.
        middle: float32, (2,), what turns are about.
    """

    points: Floats
    ways: NDArray[np.complex64]
    middle: Floats

    def placed(self, place: Place) -> Floats:
        """The points after a shift and a turn."""
        import numpy as np

        c, s = math.cos(math.radians(place[2])), math.sin(math.radians(place[2]))
        turned = (self.points - self.middle) @ np.array([[c, s], [-s, c]], np.float32)
        return np.asarray(turned + self.middle + np.array(place[:2], np.float32), dtype=np.float32)

    def turned_ways(self, turn_deg: float) -> NDArray[np.complex64]:
        """The directions after a turn."""
        import numpy as np

        return np.asarray(self.ways * np.exp(1j * math.radians(turn_deg)), dtype=np.complex64)


@lru_cache(maxsize=2)
def _rim(calibration: Calibration) -> _Rim | None:
    """The clearest edges near the outline, or anywhere when there is no rim; None when there are too few."""
    import cv2
    import numpy as np

    at_wh = small_wh(calibration.size_wh)
    slopes = _raw_slopes(np.frombuffer(calibration.empty, np.uint8).reshape(at_wh[::-1]))
    strength = np.abs(slopes)
    peak = (strength >= LEAST_SLOPE) & (strength >= cv2.dilate(strength, np.ones((3, 3), np.uint8)) * 0.95)
    if calibration.has_rim:
        ground = filled(calibration.outline_xy, calibration.size_wh, at_wh)
        inside = cv2.distanceTransform(np.pad(ground, 1).astype(np.uint8), cv2.DIST_L2, 5)[1:-1, 1:-1]
        outside = cv2.distanceTransform((~ground).astype(np.uint8), cv2.DIST_L2, 5)
        peak &= (inside <= BAND[0]) & (outside <= BAND[1])
    peak[:2], peak[-2:], peak[:, :2], peak[:, -2:] = False, False, False, False
    y, x = np.nonzero(peak)
    if len(x) < FEWEST_EDGES:
        return None
    kept = np.linspace(0, len(x) - 1, min(len(x), MOST_EDGES)).astype(int)
    y, x = y[kept], x[kept]
    ways = slopes[y, x] / strength[y, x]
    points = np.stack([x, y], axis=1).astype(np.float32)
    return _Rim(points, ways.astype(np.complex64), points.mean(axis=0))


def _raw_slopes(grey: Grey) -> NDArray[np.complex64]:
    """Grey levels a pixel to the right, and as the imaginary part downwards."""
    import cv2
    import numpy as np

    smooth = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), 1.0)
    right, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(smooth, cv2.CV_32F, 0, 1) / 8
    return np.asarray(right + 1j * down, dtype=np.complex64)


def _slopes(grey: Grey) -> NDArray[np.complex64]:
    """Slopes as a share of the strongest one near by, so that the crest of every edge counts the same."""
    import cv2
    import numpy as np

    slopes = _raw_slopes(grey)
    crest = cv2.dilate(np.abs(slopes), np.ones((5, 5), np.uint8))
    return np.asarray(slopes / np.maximum(crest, NOISE_SLOPE), dtype=np.complex64)


def _agreement(rim: _Rim, slopes: NDArray[np.complex64], place: Place) -> float:
    """How well the edges agree with a picture when they are put in a place: 1 fully, 0 as by chance."""
    import cv2
    import numpy as np

    points = rim.placed(place)
    parts = np.ascontiguousarray(slopes).view(np.float32).reshape(*slopes.shape, 2)
    seen = cv2.remap(parts, points[:, :1], points[:, 1:], cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT)
    ways = rim.turned_ways(place[2])
    inside = np.all((points >= 0) & (points <= np.array(slopes.shape[::-1]) - 1), axis=1)
    if not inside.any():
        return 0.0
    return float((seen[:, 0, 0] * ways.real + seen[:, 0, 1] * ways.imag)[inside].sum() / len(points))


def _climbed(rim: _Rim, slopes: NDArray[np.complex64], place: Place) -> tuple[Place, float]:
    """The best place near by, and how well it agrees."""
    best = _agreement(rim, slopes, place)
    for step in (1.0, 0.5, 0.25):
        better = True
        while better:
            better = False
            for axis in range(3):
                for change in (-step, step):
                    x, y, turn_deg = (value + change * (i == axis) for i, value in enumerate(place))
                    near = (x, y, turn_deg)
                    agreement = _agreement(rim, slopes, near)
                    if agreement > best + 1e-4:
                        place, best, better = near, agreement, True
    return place, best


def _searched(rim: _Rim, slopes: NDArray[np.complex64]) -> Place:
    """The best of all places within REACH."""
    import numpy as np

    padded = np.pad(slopes, REACH)
    side = 2 * REACH + 1
    best, found = -1.0, (0.0, 0.0, 0.0)
    for turn_deg in TURNS_DEG:
        corners = np.rint(rim.placed((0.0, 0.0, turn_deg))).astype(int)
        agreements = np.zeros((side, side), np.float32)
        for (x, y), way in zip(corners.tolist(), rim.turned_ways(turn_deg), strict=True):
            if 0 <= x < slopes.shape[1] and 0 <= y < slopes.shape[0]:
                window = padded[y : y + side, x : x + side]
                agreements += window.real * way.real + window.imag * way.imag
        top = int(agreements.argmax())
        if float(agreements.flat[top]) > best:
            best = float(agreements.flat[top])
            found = (float(top % side - REACH), float(top // side - REACH), float(turn_deg))
    return found
