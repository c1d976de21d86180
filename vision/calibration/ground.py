"""Where the ground of the tray is: what can be reached from the middle of the picture without crossing the rim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.calibration.small import log
from vision.calibration.tray import Size
from vision.reading import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]

GROUND_SIDE: Final = 320
"""The ground is looked for on pictures with this longer side."""

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


def find_ground(small: Image) -> tuple[NDArray[np.int32], bool]:
    """The ground of the tray.

    Args:
        small: uint8, (h, w, 3), blue-green-red, GROUND_SIDE on its longer side.

    Returns:
        Its convex hull, int32, (n, 1, 2), in pixels of the small picture; all of that where nothing bounds it.
        And whether something lies on it.
    """
    import numpy as np

    runs = _runs(_regions(_edge_strength(small)))
    number = next((i for i, run in enumerate(runs) if _is_ground(run)), None)
    if number is not None:
        clear = runs[number]
        colours = log(small, 12)
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

    logs = log(np.asarray(cv2.medianBlur(small, 5), dtype=np.uint8), 20)
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


def in_pixels(hull: NDArray[np.int32], small_width: int, size_wh: Size) -> tuple[Point, ...]:
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
