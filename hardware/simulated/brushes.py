"""Brushes: what pictures of the tray are drawn with. They paint on uint8 (height, width, 3), blue-green-red."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import Colour
from hardware.simulated.sensor import SIZE_WH

if TYPE_CHECKING:
    from cv2.typing import MatLike

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels."""

SUBPIXEL_BITS: Final = 4


def box_around(points: Floats, margin: int) -> Box | None:
    """The box around points, within the picture; None when nothing of it is."""
    left, top = np.floor(points.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(points.max(axis=0)).astype(int) + margin
    box = (max(0, int(left)), max(0, int(top)), min(SIZE_WH[0], int(right)), min(SIZE_WH[1], int(bottom)))
    return box if box[0] < box[2] and box[1] < box[3] else None


def hull(points: Floats) -> Floats:
    """The convex hull (n, 2) of points."""
    return cv2.convexHull(points.astype(np.float32)).reshape(-1, 2).astype(np.float64)


def fill(image: Image, polygon: Floats, colour: Colour | int) -> None:
    """Fills a convex polygon with smooth edges."""
    points = np.rint(polygon * (1 << SUBPIXEL_BITS)).astype(np.int32)
    value = (colour,) if isinstance(colour, int) else colour
    cv2.fillConvexPoly(image, points, value, cv2.LINE_AA, SUBPIXEL_BITS)


def disc(image: Image, centre: Floats, radius: float, colour: Colour) -> None:
    """Fills a circle, its centre and radius in pixels."""
    cv2.circle(image, (round(centre[0]), round(centre[1])), round(radius), colour, -1, cv2.LINE_AA)


def softened(mask: MatLike, deviation_px: float) -> MatLike:
    """Blurs nearly as a Gaussian would, in a time that doesn't grow with its width."""
    side = round(np.sqrt(6 * deviation_px**2 + 1)) | 1
    return cv2.blur(cv2.blur(mask, (side, side)), (side, side))


def darken(image: Image, box: Box, mask: MatLike, depth: float) -> None:
    """Takes the share `depth` of the light away where the mask (h, w) is 255, less where it is less."""
    left, top, right, bottom = box
    patch = image[top:bottom, left:right]
    kept = cv2.convertScaleAbs(mask, alpha=-depth, beta=255)
    cv2.multiply(patch, cv2.cvtColor(kept, cv2.COLOR_GRAY2BGR), dst=patch, scale=1 / 255)


def cast_shadow(image: Image, outline: Floats, blur_px: float, depth: float) -> None:
    """Darkens what a convex outline (n, 2) keeps the lamp off, softly; `depth` as for `darken`."""
    box = box_around(outline, margin=int(3 * blur_px) + 2)
    if box is None:
        return
    left, top, right, bottom = box
    mask = np.zeros((bottom - top, right - left), np.uint8)
    fill(mask, outline - (left, top), 255)
    darken(image, box, softened(mask, blur_px), depth)


def blend(image: Image, box: Box, colour: MatLike, alpha: MatLike) -> None:
    """Lays colour (h, w, 3), already multiplied by alpha (h, w), over the picture."""
    left, top, right, bottom = box
    darken(image, box, alpha, 1.0)
    patch = image[top:bottom, left:right]
    cv2.add(patch, colour, dst=patch)


def smeared(colour: MatLike, alpha: MatLike, smear_px: Floats) -> tuple[MatLike, MatLike]:
    """Blurs along the way that a thing moves while the picture is taken."""
    length = float(np.linalg.norm(smear_px))
    if length < 2:
        return colour, alpha
    side = int(np.ceil(length)) | 1
    way = np.zeros((side, side), np.float32)
    x, y = np.rint(smear_px / length * (side // 2) * (1, -1)).astype(int).tolist()
    cv2.line(way, (side // 2 - x, side // 2 - y), (side // 2 + x, side // 2 + y), (1.0,))
    kernel = way / way.sum()
    return cv2.filter2D(colour, -1, kernel), cv2.filter2D(alpha, -1, kernel)


def shaded(colour: Colour, factor: float) -> Colour:
    """A colour with so much of its light."""
    b, g, r = (min(255, round(channel * factor)) for channel in colour)
    return b, g, r


def lighter(colour: Colour, share: float) -> Colour:
    """A colour so far on its way to white, 0 to 1."""
    b, g, r = (round(channel + (255 - channel) * share) for channel in colour)
    return b, g, r
