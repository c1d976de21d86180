"""What a calibration is: the empty tray as the camera sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from vision.reading import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

Size = tuple[int, int]
"""Width and height in pixels."""

EMPTY_SIDE: Final = 240
"""Longer side of the small picture of the empty tray that is kept, in pixels."""
LEAST_SIDE: Final = 64
"""Nothing can be said of a picture with a side smaller than this, in pixels."""

WHOLE_SHARE: Final = 0.99
"""An outline that takes more of the picture than this is no rim."""


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
        return area(self.outline_xy) / (self.size_wh[0] * self.size_wh[1])


def small_wh(size_wh: Size) -> Size:
    """Size of the small picture that is kept of one of `size_wh`."""
    scale = EMPTY_SIDE / max(size_wh)
    return max(1, round(size_wh[0] * scale)), max(1, round(size_wh[1] * scale))


def area(polygon: Sequence[Point]) -> float:
    """The area of a polygon."""
    following = (*polygon[1:], polygon[0])
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(polygon, following, strict=True))) / 2


def filled(outline: Sequence[Point], size_wh: Size, at_wh: Size) -> Mask:
    """Where the inside of an outline is, in a picture scaled to `at_wh`."""
    import cv2
    import numpy as np

    points = np.array(outline) * (at_wh[0] / size_wh[0], at_wh[1] / size_wh[1])
    return np.asarray(cv2.fillPoly(np.zeros(at_wh[::-1], np.uint8), [np.rint(points).astype(np.int32)], (1,)) > 0)
