"""What is known of the tray from looking at it while it is empty: its outline, its light, and how it looks.

`calibrate` finds it in a few pictures, `has_moved` tells when the camera no longer stands where it stood, and
`apply_calibration` keeps what lies beside the tray out of a reading.
"""

from __future__ import annotations

import base64
import binascii
import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from statistics import median
from typing import TYPE_CHECKING, Any, Final

from vision.reading import SAFE, Die, Doubt, Point, Reading

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Grey = NDArray[np.uint8]
    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]

Size = tuple[int, int]
"""Width and height in pixels."""

EMPTY_SIDE: Final = 240
"""Longer side of the small picture of the empty tray that is kept, in pixels."""
LEAST_SIDE: Final = 64
"""Nothing can be said of a picture with a side smaller than this, in pixels."""

ON_THE_TRAY: Final = 0.25
"""A die whose middle is this far outside the outline still lies on the ground, in edges. Its top is nearer to the
camera than the ground and so appears further out: by 7 mm of a 16 mm die at the far rim of a camera that leans 20
degrees, which leaves its middle 0.25 edges outside at most."""
BESIDE_THE_TRAY: Final = 2.0
"""A die up to this far outside, in edges, was thrown there: it lies on the rim or just fell over it. What lies further
out is none of this throw."""

WHOLE_SHARE: Final = 0.99
"""An outline that takes more of the picture than this is no rim."""

_SCHEMA: Final = 1


class CalibrationTrouble(Enum):
    """Why pictures can't be used to calibrate."""

    SMALL = "small"
    SIZES = "sizes"
    DARK = "dark"
    MOVING = "moving"
    GLARE = "glare"
    BLURRED = "blurred"
    NOT_EMPTY = "not-empty"


class CalibrationError(Exception):
    """A stored calibration is wrong; one line that names the field and what was expected."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """The empty tray as the camera sees it.

    Attributes:
        size_wh: size of the pictures that it is true for.
        outline_xy: polygon round the ground of the tray, in pixels of these pictures; the whole picture where no rim
            was found.
        empty: grey levels of the empty tray, `small_wh(size_wh)`, row by row.
        light: mean grey level of the ground, 0..255.
        sharpness: the steepest part of an edge, as a share of the edge's height a pixel of a picture 640 wide; 0.4 is
            as sharp as it can be; None when nothing in the picture has an edge.
        die_px: edge of a die in pixels; None until dice were seen.
        made_from: number of pictures.
    """

    size_wh: Size
    outline_xy: tuple[Point, ...]
    empty: bytes = field(repr=False)
    light: float
    sharpness: float | None
    die_px: float | None
    made_from: int

    @property
    def has_rim(self) -> bool:
        """Whether a rim was found; without one the whole picture is the tray."""
        return self.share < WHOLE_SHARE

    @property
    def share(self) -> float:
        """The share of the picture that the tray's ground takes, 0..1."""
        return _area(self.outline_xy) / (self.size_wh[0] * self.size_wh[1])


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


def small_wh(size_wh: Size) -> Size:
    """Size of the small picture that is kept of one of `size_wh`."""
    scale = EMPTY_SIDE / max(size_wh)
    return max(1, round(size_wh[0] * scale)), max(1, round(size_wh[1] * scale))


def _area(polygon: Sequence[Point]) -> float:
    following = (*polygon[1:], polygon[0])
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(polygon, following, strict=True))) / 2


# Calibrating

WORK_SIDE: Final = 640
"""Light and sharpness are measured on pictures with this longer side."""
GROUND_SIDE: Final = 320
"""The ground is looked for on pictures with this longer side."""

DARKEST: Final = 25.0
"""Grey level that the brightest fiftieth of a picture must reach: an ivory die is about twice as bright, and the reader
needs that."""
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

GATES: Final = 30
"""So many levels of edge strength are tried, from the grain of felt to a white rim on black."""
GATE_RANGE: Final = (0.006, 0.4)
"""Weakest and strongest edge, as a change of the logarithm of brightness a pixel."""
CLOSES: Final = 5
"""Gaps in an edge that nothing slips through, in pixels of GROUND_SIDE."""
SAME_AREA: Final = 1.04
"""Levels between which the region grows by no more than this factor have stopped at one edge."""
STOPS: Final = 4
"""So many levels in a row have to stop at the rim: it is 1.5 times as strong as anything before it."""
SOFT_STOPS: Final = 2
SOFT_GROWTH: Final = 1.14
"""The edge of a soft shadow on the ground stops few levels and hides little of the ground."""
GROUND_SHARE: Final = (0.15, 0.96)
"""Share of the picture that a ground with a rim takes."""
GROUND_SOLID: Final = 0.85
"""A region that fills less of its own hull is none that dice roll on."""
SAME_COLOUR: Final = 0.15
"""Difference of the logarithms of the colours within which a darker strip is the same ground in the shadow."""
BORDER_SHARE: Final = 0.03
"""Share of the picture's longer side within which the outline is the picture's border: no die fits between them."""
THING_SIDE: Final = 7
THING_PIXELS: Final = 60
"""What is wider than the first and larger than the second, in pixels of GROUND_SIDE, is a thing on the ground; a die of
24 pixels in 640 has 144."""


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
    small = [_scaled(image, GROUND_SIDE) for image in images_bgr]
    work = _median([_scaled(image, WORK_SIDE) for image in images_bgr])
    if float(np.percentile(_grey(work), 98)) < DARKEST:
        return CalibrationTrouble.DARK
    if _moves(small):
        return CalibrationTrouble.MOVING
    sharpness = _sharpness(_grey(work))
    if sharpness is not None and sharpness < STEEPEST:
        return CalibrationTrouble.BLURRED
    hull, things = _ground(_median(small))
    outline = _in_pixels(hull, small[0].shape[1], (width, height))
    ground = _filled(outline, (width, height), (work.shape[1], work.shape[0]))
    if float(np.mean(work.min(axis=2)[ground] >= OVEREXPOSED)) > GLARE_SHARE:
        return CalibrationTrouble.GLARE
    if things:
        return CalibrationTrouble.NOT_EMPTY
    return Calibration(
        size_wh=(width, height),
        outline_xy=outline,
        empty=_median([_small_grey(image) for image in images_bgr]).tobytes(),
        light=round(float(_grey(work)[ground].mean()), 1),
        sharpness=None if sharpness is None else round(sharpness, 3),
        die_px=None,
        made_from=len(images_bgr),
    )


def _scaled(image: Image, side: int) -> Image:
    """The picture with this longer side."""
    import cv2
    import numpy as np

    scale = side / max(image.shape[:2])
    size_wh = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, size_wh, interpolation=flags), dtype=np.uint8)


def _median(images: Sequence[Image]) -> Image:
    import numpy as np

    return images[0] if len(images) == 1 else np.rint(np.median(np.stack(images), axis=0)).astype(np.uint8)


def _grey(image_bgr: Image) -> Grey:
    import cv2
    import numpy as np

    return np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def _small_grey(image_bgr: Image) -> Grey:
    """The picture that is kept."""
    return _grey(_scaled(image_bgr, EMPTY_SIDE))


def _log(image: Image, floor: float) -> Floats:
    """Logarithms of brightness; what is darker than `floor` hardly differs, since there is more noise than light."""
    import cv2
    import numpy as np

    return np.asarray(np.log(cv2.GaussianBlur(image.astype(np.float32), (0, 0), 1.2) + floor), dtype=np.float32)


def _moves(small: Sequence[Image]) -> bool:
    """Whether one of the pictures differs from the others in more than its light."""
    import cv2
    import numpy as np

    usual = _log(_grey(_median(small)), 20)
    for image in small:
        change = _log(_grey(image), 20) - usual
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


@dataclass(frozen=True, slots=True, eq=False)
class _Region:
    """What can be reached from the middle without crossing an edge of some strength.

    Attributes:
        reached: where it is.
        hull: its convex hull, int32, (n, 1, 2).
        share: share of the picture that the hull takes.
    """

    reached: Mask
    hull: NDArray[np.int32]
    share: float

    @property
    def solidity(self) -> float:
        """How much of its hull it fills."""
        return float(self.reached.mean()) / max(self.share, 1e-9)


def _ground(small: Image) -> tuple[NDArray[np.int32], bool]:
    """The hull of the ground in pixels of the small picture, and whether something lies on it."""
    import numpy as np

    runs = _runs(_regions(_edge_strength(small)))
    number = next((i for i, run in enumerate(runs) if _is_ground(run)), None)
    if number is not None:
        clear = runs[number]
        colours = _log(small, 12)
        colours = colours - colours.mean(axis=2, keepdims=True)
        for i in range(number + 1, len(runs)):
            if _is_soft_growth(runs[number][-1], runs[i]):
                if not _is_same_colour(runs[number][-1], runs[i][0], colours):
                    break
                number = i
                # A soft edge that few levels stop at may leave a bay that is no thing.
                clear = runs[i] if len(runs[i]) >= STOPS else clear
        return runs[number][-1].hull, _has_things(clear)
    height, width = small.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.int32)
    # What is bounded and no ground is the rest that a hand leaves of one.
    things = any(map(_is_bounded, runs)) or any(_has_things(run) for run in runs if _is_open(run))
    return corners[:, None], things


def _edge_strength(small: Image) -> Floats:
    """The strongest change of any channel's brightness, float32, (h, w)."""
    import cv2
    import numpy as np

    logs = _log(np.asarray(cv2.medianBlur(small, 5), dtype=np.uint8), 20)
    across, down = cv2.Sobel(logs, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(logs, cv2.CV_32F, 0, 1) / 8
    return np.asarray(np.hypot(across, down).max(axis=2), dtype=np.float32)


def _regions(strength: Floats) -> list[_Region]:
    """The region round the middle at each gate, smallest first."""
    import cv2
    import numpy as np

    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (CLOSES, CLOSES))
    closed = cv2.dilate(strength, brush)
    height, width = strength.shape
    regions = []
    for gate in np.geomspace(*GATE_RANGE, GATES):
        count, labels = cv2.connectedComponents((closed < gate).astype(np.uint8))
        middle = labels[int(0.3 * height) : int(0.7 * height), int(0.3 * width) : int(0.7 * width)]
        sizes = np.bincount(middle.ravel(), minlength=count)
        sizes[0] = 0
        if not sizes.any():
            continue
        reached = np.asarray(cv2.dilate((labels == sizes.argmax()).astype(np.uint8), brush), dtype=np.uint8)
        hull = _hull(reached)
        regions.append(_Region(reached > 0, hull, cv2.contourArea(hull) / strength.size))
    return regions


def _hull(reached: Image) -> NDArray[np.int32]:
    """The convex hull of what is not zero; the ends of each row are enough to find it."""
    import cv2
    import numpy as np

    rows = np.flatnonzero(reached.any(axis=1))
    first = reached[rows].argmax(axis=1)
    last = reached.shape[1] - 1 - reached[rows, ::-1].argmax(axis=1)
    ends = np.concatenate([np.stack([first, rows], axis=1), np.stack([last, rows], axis=1)])
    return np.asarray(cv2.convexHull(ends.astype(np.int32)), dtype=np.int32)


def _runs(regions: Sequence[_Region]) -> list[list[_Region]]:
    """Regions that stopped at the same edge, together."""
    runs: list[list[_Region]] = []
    for region in regions:
        if runs and region.share <= runs[-1][0].share * SAME_AREA:
            runs[-1].append(region)
        else:
            runs.append([region])
    return runs


def _is_ground(run: Sequence[_Region]) -> bool:
    return _is_bounded(run) and max(region.solidity for region in run) > GROUND_SOLID


def _is_bounded(run: Sequence[_Region]) -> bool:
    least, most = GROUND_SHARE
    return len(run) >= STOPS and least < run[0].share < most


def _is_open(run: Sequence[_Region]) -> bool:
    return len(run) >= STOPS and run[0].share >= GROUND_SHARE[1]


def _is_soft_growth(ground: _Region, run: Sequence[_Region]) -> bool:
    """Whether a later run may be the same ground with its shadows."""
    first = run[0].share
    soft = len(run) >= SOFT_STOPS and first <= ground.share * SOFT_GROWTH
    return first < GROUND_SHARE[1] and (soft or len(run) >= STOPS)


def _is_same_colour(ground: _Region, larger: _Region, colours: Floats) -> bool:
    """Whether what is added has the colour of the ground, whatever its brightness."""
    import cv2
    import numpy as np

    inner, outer = (
        cv2.fillConvexPoly(np.zeros(colours.shape[:2], np.uint8), region.hull, (1,)) > 0 for region in (ground, larger)
    )
    strip = outer & ~inner
    if not strip.any():
        return True
    difference = np.median(colours[strip], axis=0) - np.median(colours[inner], axis=0)
    return float(np.linalg.norm(difference)) < SAME_COLOUR


def _has_things(run: Sequence[_Region]) -> bool:
    """Whether there are islands in the ground, or bays in its border."""
    import cv2
    import numpy as np

    region = run[len(run) // 2]
    inside = cv2.fillConvexPoly(np.zeros(region.reached.shape, np.uint8), region.hull, (1,)) > 0
    missing = (inside & ~region.reached).astype(np.uint8)
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (THING_SIDE, THING_SIDE))
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.morphologyEx(missing, cv2.MORPH_OPEN, brush))
    return bool(np.any(stats[1:, cv2.CC_STAT_AREA] >= THING_PIXELS))


def _in_pixels(hull: NDArray[np.int32], small_width: int, size_wh: Size) -> tuple[Point, ...]:
    """The hull as a polygon of few points in pixels of the whole picture; what comes near its border reaches it."""
    import cv2
    import numpy as np

    scale = size_wh[0] / small_width
    # The region ends at the foot of the rim's edge, which is blurred: its crest is a pixel further out.
    around = np.array([[-1, 0], [1, 0], [0, -1], [0, 1]], np.int32)
    few = cv2.approxPolyDP(cv2.convexHull((hull + around).reshape(-1, 2)), 0.75, True).reshape(-1, 2)

    near = BORDER_SHARE * max(size_wh)

    def reaching(value: float, side: int) -> float:
        pixel = (value + 0.5) * scale - 0.5
        if pixel <= near:
            return 0.0
        return float(side) if pixel >= side - near else round(pixel, 1)

    points = [(reaching(float(x), size_wh[0]), reaching(float(y), size_wh[1])) for x, y in few]
    return tuple(dict.fromkeys(points))


def _filled(outline: Sequence[Point], size_wh: Size, at_wh: Size) -> Mask:
    """Where the inside of an outline is, in a picture scaled to `at_wh`."""
    import cv2
    import numpy as np

    points = np.array(outline) * (at_wh[0] / size_wh[0], at_wh[1] / size_wh[1])
    return np.asarray(cv2.fillPoly(np.zeros(at_wh[::-1], np.uint8), [np.rint(points).astype(np.int32)], (1,)) > 0)


# Noticing that the camera was moved

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
"""Agreement with the edges of the rim, 0..1, at which it is not looked for elsewhere."""
SEEN: Final = 0.4
"""Agreement at which enough of the rim is seen to say where it is; less is left by a hand with its arm."""
LOST: Final = 0.06
"""Agreement below which nothing is left of the rim where it was; any hand hides less of it."""
BETTER: Final = 0.06
HIDDEN_BETTER: Final = 0.2
"""How much better it must agree elsewhere; more where much is hidden, since the edge of an arm is an edge, too."""
MOVED_SHARE: Final = 0.0045
"""Share of the picture's longer side from which a shift counts: 2.9 pixels in 640."""


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
    grey = _small_grey(image_bgr)
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
        ground = _filled(calibration.outline_xy, calibration.size_wh, at_wh)
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


# Using it on readings


def apply_calibration(calibration: Calibration, reading: Reading, expect: int | None = None) -> Reading:
    """Leaves out what does not lie on the tray.

    By how far the middle of a die is outside the outline, in edges of a die:

    - up to ON_THE_TRAY: it lies on the ground, against the rim;
    - up to BESIDE_THE_TRAY: it lies on the rim or has fallen over it; it is left out, and the reading is not accepted,
      with the doubt OUTSIDE, since the players must say what that throw counts;
    - further: it is something else, and is left out without a word. Doubts about the look of a die go with it when
      every die on the tray is beyond doubt by itself.

    Args:
        calibration: of pictures of the size that was read.
        reading: of one picture, read without an expected number of dice, as that would count what is left out.
        expect: how many dice should lie on the tray; any other number is a doubt.

    Returns:
        The reading of the tray; `reading` itself when nothing had to be changed.
    """
    edges = [_edges_outside(calibration, die) for die in reading.dice]
    kept = [i for i, far in enumerate(edges) if far <= ON_THE_TRAY]
    beside = any(ON_THE_TRAY < far <= BESIDE_THE_TRAY for far in edges)
    wrong_count = expect is not None and len(kept) != expect
    if len(kept) == len(edges) and not wrong_count:
        return reading
    dice = tuple(reading.dice[i] for i in kept)
    doubts = set(reading.doubts)
    if len(kept) < len(edges) and not beside and all(_is_sure(die) for die in dice):
        doubts -= {Doubt.UNKNOWN_FACE, Doubt.TOUCHING, Doubt.BLURRED, Doubt.DARK, Doubt.GLARE}
    confidence = reading.confidence if doubts else math.prod(die.confidence for die in dice)
    if beside:
        doubts.add(Doubt.OUTSIDE)
    if wrong_count:
        doubts.add(Doubt.COUNT)
    return Reading(
        dice=dice,
        confidence=0.0 if beside or wrong_count else confidence,
        accepted=not doubts,
        doubts=tuple(doubt for doubt in Doubt if doubt in doubts),
        groups=_renumbered(reading.groups, kept),
    )


def learn_die_size(calibration: Calibration, reading: Reading) -> Calibration:
    """Learns how large the dice are from a reading that was accepted; other readings teach nothing."""
    if not reading.accepted or not reading.dice:
        return calibration
    seen = median(_edge_px(die) for die in reading.dice)
    return replace(calibration, die_px=round(seen, 1))


def _edges_outside(calibration: Calibration, die: Die) -> float:
    """How far the middle of a die is outside the outline, in edges; negative inside."""
    edge = calibration.die_px or _edge_px(die)
    return _outside(calibration.outline_xy, die.centre_xy) / max(edge, 1.0)


def _edge_px(die: Die) -> float:
    corners = die.corners_xy
    return sum(math.dist(corners[i], corners[i - 1]) for i in range(4)) / 4


def _is_sure(die: Die) -> bool:
    return die.face is not None and die.confidence >= SAFE


def _outside(polygon: Sequence[Point], point: Point) -> float:
    """Distance of a point from a polygon's border: positive outside, negative inside."""
    x, y = point
    inside, nearest = False, math.inf
    for (ax, ay), (bx, by) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            inside = not inside
        length = (bx - ax) ** 2 + (by - ay) ** 2
        along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length if length else 0.0
        along = min(1.0, max(0.0, along))
        nearest = min(nearest, math.dist(point, (ax + along * (bx - ax), ay + along * (by - ay))))
    return -nearest if inside else nearest


def _renumbered(groups: Sequence[Sequence[int]], kept: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    number = {old: new for new, old in enumerate(kept)}
    left = (tuple(number[i] for i in group if i in number) for group in groups)
    return tuple(sorted(group for group in left if group))


# Keeping it


def calibration_json(calibration: Calibration) -> dict[str, Any]:
    """Writes a calibration as JSON."""
    return {
        "schema": _SCHEMA,
        "size": list(calibration.size_wh),
        "outline": [list(point) for point in calibration.outline_xy],
        "empty": base64.b64encode(calibration.empty).decode("ascii"),
        "light": calibration.light,
        "sharpness": calibration.sharpness,
        "die": calibration.die_px,
        "made_from": calibration.made_from,
    }


def parse_calibration(data: Any) -> Calibration:
    """Reads a calibration from JSON.

    Raises:
        CalibrationError: names the field and what was expected.
    """
    fields = ("schema", "size", "outline", "empty", "light", "sharpness", "die", "made_from")
    if not isinstance(data, dict):
        raise CalibrationError(f"calibration: expected an object with {', '.join(fields)}")
    for name in fields:
        if name not in data:
            raise CalibrationError(f"{name}: is missing")
    unknown = sorted(str(name) for name in set(data) - set(fields))
    if unknown:
        raise CalibrationError(f"{unknown[0]}: is no field of a calibration")
    if data["schema"] != _SCHEMA or isinstance(data["schema"], bool):
        raise CalibrationError(f"schema: expected {_SCHEMA}, got {data['schema']!r}")
    size_wh = _parse_size(data["size"])
    sharpness, die = data["sharpness"], data["die"]
    return Calibration(
        size_wh=size_wh,
        outline_xy=_parse_outline(data["outline"], size_wh),
        empty=_parse_empty(data["empty"], size_wh),
        light=_parse_number(data["light"], "light", 0, 255),
        sharpness=None if sharpness is None else _parse_number(sharpness, "sharpness", 0, 1),
        die_px=None if die is None else _parse_number(die, "die", 1, max(size_wh)),
        made_from=_parse_count(data["made_from"], "made_from", 1),
    )


def _parse_count(value: Any, name: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise CalibrationError(f"{name}: expected a whole number from {least} on, got {value!r}")
    return value


def _parse_number(value: Any, name: str, least: float, most: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise CalibrationError(f"{name}: expected a number from {least} to {most}, got {value!r}")
    return float(value)


def _parse_size(value: Any) -> Size:
    if not isinstance(value, list) or len(value) != 2:
        raise CalibrationError("size: expected [width, height]")
    return _parse_count(value[0], "size", LEAST_SIDE), _parse_count(value[1], "size", LEAST_SIDE)


def _parse_outline(value: Any, size_wh: Size) -> tuple[Point, ...]:
    if not isinstance(value, list) or len(value) < 3 or not all(isinstance(p, list) and len(p) == 2 for p in value):
        raise CalibrationError("outline: expected three or more points [x, y]")
    outline = tuple(
        (_parse_number(x, "outline", 0, size_wh[0]), _parse_number(y, "outline", 0, size_wh[1])) for x, y in value
    )
    if _area(outline) <= 0:
        raise CalibrationError("outline: expected points round an area")
    return outline


def _parse_empty(value: Any, size_wh: Size) -> bytes:
    width, height = small_wh(size_wh)
    try:
        levels = base64.b64decode(value, validate=True) if isinstance(value, str) else b""
    except (binascii.Error, ValueError):
        levels = b""
    if len(levels) != width * height:
        raise CalibrationError(f"empty: expected {width}x{height} grey levels in base64")
    return levels
