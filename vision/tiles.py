"""Surroundings of one die cut out of a picture, at the size at which the network is to see it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from vision.network import Network, Spot
    from vision.reading import Point

    Image = NDArray[np.uint8]

UNSEEN: Final = 0.03
"""What is seen with a smaller chance in the middle of a tile is no die."""

TILE_SIDE: Final = 64
"""Side of the tiles in which a die is looked at closely, in pixels."""
UP_SIZE: Final = 40.0
"""Edge that a die has there, in pixels, where it is measured where its top is seen from its bottom."""
WAYS: Final = ((0, 3), (4, 7))
"""Ways to lay a square, in pairs of which each is tried where those before don't do: bit 0 swaps left and right, then
bit 1 top and bottom, then bit 2 rows and columns."""


@dataclass(frozen=True, slots=True, eq=False)
class Tile:
    """A square of a picture.

    Attributes:
        image_bgr: uint8 (TILE_SIDE, TILE_SIDE, 3).
        left: of the picture's column and
        top: row at which it begins, in pixels.
        scale: how many times as large as in the picture everything is.
    """

    image_bgr: Image
    left: int
    top: int
    scale: float

    def place_of(self, point_xy: Point) -> Point:
        """Where a point of the picture lies in the tile."""
        x, y = point_xy
        return (x - self.left + 0.5) * self.scale - 0.5, (y - self.top + 0.5) * self.scale - 0.5


def cut_out(picture: Image, spot: Spot, size: float) -> Tile:
    """Cuts a die out so that its edge has a size; beyond the picture its edge goes on.

    Args:
        picture: uint8 (H, W, 3).
        spot: of the die, in pixels of the picture.
        size: wanted, in pixels of the tile.
    """
    scale = max(size / spot.size, TILE_SIDE / (2 * max(picture.shape[:2])))
    half = TILE_SIDE / 2 / scale
    left, top = (round(middle - half) for middle in spot.centre_xy)
    length = max(2, round(2 * half))
    flags = cv2.INTER_AREA if length > TILE_SIDE else cv2.INTER_LINEAR
    image = cv2.resize(_square(picture, left, top, length), (TILE_SIDE, TILE_SIDE), interpolation=flags)
    return Tile(np.asarray(image, dtype=np.uint8), left, top, TILE_SIDE / length)


def enlarged(spot: Spot, scale: float) -> Spot:
    """The spot in a picture that is `scale` times as large."""
    x, y = spot.centre_xy
    centre = ((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5)
    return replace(spot, centre_xy=centre, size=spot.size * scale)


def in_the_middle(spots: Sequence[Spot], middle_xy: Point, size: float) -> Spot | None:
    """The likeliest spot near the middle that is about as large as the die should be, in pixels of the tile."""
    near = [one for one in spots if math.dist(one.centre_xy, middle_xy) < 0.5 * size and 0.33 < one.size / size < 3]
    return max(near, key=lambda one: one.chance, default=None)


def ups_measured(network: Network, picture: Image, spot: Spot, ways: Sequence[int]) -> list[Point]:
    """Where the middle of a die's top face is seen from that of the bottom, in sizes, in some ways to lay a tile.

    The mean of several ways is about half as far off as a single look. What is not seen in some way is left out.
    """
    tile = cut_out(picture, spot, UP_SIZE).image_bgr
    seen = network.spots_of_each([_laid(tile, way) for way in ways], UNSEEN)
    middle = ((TILE_SIDE - 1) / 2, (TILE_SIDE - 1) / 2)
    found = [(in_the_middle(spots, middle, UP_SIZE), way) for spots, way in zip(seen, ways, strict=True)]
    return [_laid_back(one.up_xy, way) for one, way in found if one is not None]


def mean_point(points: Sequence[Point]) -> Point:
    """The middle of at least one point."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _square(picture: Image, left: int, top: int, side: int) -> Image:
    height, width = picture.shape[:2]
    part = picture[max(0, top) : max(1, top + side), max(0, left) : max(1, left + side)]
    over = (max(0, -top), max(0, top + side - height), max(0, -left), max(0, left + side - width))
    return np.asarray(cv2.copyMakeBorder(part, *over, cv2.BORDER_REPLICATE), dtype=np.uint8)


def _laid(image: Image, way: int) -> Image:
    """A square laid in one of the WAYS."""
    image = image[:, ::-1] if way & 1 else image
    image = image[::-1] if way & 2 else image
    return image.transpose(1, 0, 2) if way & 4 else image


def _laid_back(vector_xy: Point, way: int) -> Point:
    """A vector of the square as it was, given in the square as it was laid."""
    x, y = vector_xy[::-1] if way & 4 else vector_xy
    return (-x if way & 1 else x), (-y if way & 2 else y)
