"""The network at work: a picture in, spots where the middle of a die's top face seems to be out.

The weights come from `vision.training`; docs/vision.md says how and from what.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WEIGHTS_PATH: Final = Path(__file__).with_name("weights") / "dice.onnx"
STRIDE: Final = 8
"""Pixels of the picture to a cell of the map."""
PADDING: Final = 32
"""The network takes sides that are multiples of this."""
MOST_NETS: Final = 5
"""So many are kept ready, for the shapes that a camera's picture and tiles of it have; each takes memory."""
FACES: Final = slice(6, 13)
"""Channels of the face: 0 unknown, 1..6."""
UP: Final = slice(13, 15)
"""Channels of where the middle of the top face is seen from that of the bottom."""


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """Where the network sees the top face of a die.

    Attributes:
        centre_xy: its middle, in pixels of the picture given.
        size: the edge of a square of the same area, in the same pixels.
        angle: of an edge in radians, 0..pi/2.
        chance: that a die lies here at all, 0..1.
        up_xy: where the middle of the top face is seen from that of the bottom, in sizes.
        chances: float32 (7,), of each face, 0 unknown; their sum is 1.
    """

    centre_xy: tuple[float, float]
    size: float
    angle: float
    chance: float
    up_xy: tuple[float, float]
    chances: NDArray[np.float32]


class Network:
    """The weights, ready to run. Not for several threads at once."""

    def __init__(self, weights: Path = WEIGHTS_PATH) -> None:
        self._weights = weights
        self._nets: dict[tuple[int, int], tuple[cv2.dnn.Net, NDArray[np.float32]]] = {}

    def spots(self, image_bgr: NDArray[np.uint8], least_chance: float) -> list[Spot]:
        """Finds the dice of one picture at one scale.

        Args:
            image_bgr: uint8 (H, W, 3), at least 1x1.
            least_chance: leaves out spots less likely to be a die, 0..1.

        Returns:
            The spots, likeliest first.
        """
        height, width = image_bgr.shape[:2]
        padded = cv2.copyMakeBorder(image_bgr, 0, -height % PADDING, 0, -width % PADDING, cv2.BORDER_REPLICATE)
        return _decoded(self._maps([np.asarray(padded, dtype=np.uint8)])[0], least_chance, (width, height))

    def spots_of_each(self, tiles_bgr: Sequence[NDArray[np.uint8]], least_chance: float) -> list[list[Spot]]:
        """Finds the dice of several pictures at once, which is faster than one by one.

        Args:
            tiles_bgr: each uint8 (H, W, 3) of the same size, sides multiples of PADDING; always as many.
            least_chance: as of `spots`.

        Returns:
            The spots of each, likeliest first.
        """
        height, width = tiles_bgr[0].shape[:2]
        return [_decoded(maps, least_chance, (width, height)) for maps in self._maps(tiles_bgr)]

    def _maps(self, images_bgr: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
        """The maps (N, 15, h, w) of N pictures of one size."""
        count, (height, width, _) = len(images_bgr), images_bgr[0].shape
        net, blob = self._net((count, 3, height, width))
        for image_bgr, planes in zip(images_bgr, blob, strict=True):
            np.copyto(planes, cv2.split(image_bgr))
        net.setInput(blob)
        return np.asarray(net.forward(), dtype=np.float32)

    def _net(self, shape: tuple[int, ...]) -> tuple[cv2.dnn.Net, NDArray[np.float32]]:
        """A net and its input, one for each number of pictures and longer side.

        Changing the size of a net that has run costs a new set-up every time, and new memory for its input costs more
        than filling it.
        """
        key = shape[0], max(shape)
        kept = self._nets.get(key)
        if kept is not None and kept[1].shape == shape:
            return kept
        if len(self._nets) >= MOST_NETS:
            self._nets.clear()
        made = cv2.dnn.readNetFromONNX(str(self._weights)), np.zeros(shape, dtype=np.float32)
        self._nets[key] = made
        return made


def _decoded(maps: NDArray[np.float32], least_chance: float, size_wh: tuple[int, int]) -> list[Spot]:
    """The spots of a map (15, h, w); vision/training/network.py lists its channels."""
    heat = maps[0]
    least = math.log(least_chance / (1 - least_chance))
    peaks = (heat >= least) & (heat >= cv2.dilate(heat, np.ones((3, 3), np.uint8)))
    spots = []
    for row, column in np.argwhere(peaks).tolist():
        cell = maps[:, row, column]
        heat_here, log_size, right, down, cosine, sine, *_ = cell.tolist()
        x = (column + 0.5 + _bounded(right, 2)) * STRIDE - 0.5
        y = (row + 0.5 + _bounded(down, 2)) * STRIDE - 0.5
        if not (0 <= x < size_wh[0] and 0 <= y < size_wh[1]):
            continue
        angle = math.atan2(sine, cosine) / 4 % (math.pi / 2)
        chance = 1 / (1 + math.exp(-_bounded(heat_here, 30)))
        up_x, up_y = (_bounded(value, 2) for value in cell[UP].tolist())
        powers = np.exp(cell[FACES] - cell[FACES].max())
        size = 32 * 2 ** _bounded(log_size, 3)
        spots.append(Spot((x, y), size, angle, chance, (up_x, up_y), powers / powers.sum()))
    return sorted(spots, key=lambda spot: -spot.chance)


def _bounded(value: float, most: float) -> float:
    return max(-most, min(value, most))


def log_odds(chance: float) -> float:
    """The logarithm of the odds of a chance, within bounds."""
    bounded = min(max(chance, 0.001), 0.999)
    return math.log(bounded / (1 - bounded))
