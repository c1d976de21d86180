"""Which dice of a picture lean: those whose upper side faces elsewhere than that of dice lying flat would.

All dice that lie flat face the same way. Where the middle of a top face is seen from that of the bottom depends on that
way and, as the camera sees dice aside further out, on the place in the picture. A die that leans on another has its far
edge on the ground: it faces away from that one, and little is needed to tell it from one that is measured a little off.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from vision.reading import Point

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

OUTWARDS: Final = 0.35
"""How far a flat die at the edge of a picture shows its side, in sizes: the tangent of half the angle of view."""
OUTWARDS_SPREAD: Final = 0.15
"""By so much cameras differ in that."""
ENOUGH: Final = 4
"""So many dice tell the camera's angle of view as well."""
NOISE: Final = 0.06
"""What the network measures is about so far off, in sizes."""
ROUNDS: Final = 8


LEANING: Final = 0.25
"""A die that faces elsewhere by more than this is taken for cocked."""
LEANING_ON: Final = 0.12
"""One that faces away from a die that it may lean on by more than this is as well."""
REACH: Final = (1.15, 1.8)
"""Between these, in edges, are the middles of dice of which one leans on the other; nearer ones leave no room to."""


@dataclass(frozen=True, slots=True)
class Leaning:
    """How far a die's upper side faces elsewhere than those of most, about the sine of its lean.

    Attributes:
        far: whichever way.
        away: away from a die that it may lean on, at most; 0 where there is none.
    """

    far: float = 0.0
    away: float = 0.0

    def exceeds(self, far: float, away: float) -> bool:
        """Whether it is at least so far either way."""
        return self.far >= far or self.away >= away


FLAT: Final = Leaning()


def leanings(
    centres_xy: Sequence[Point], ups_xy: Sequence[Point], sizes: Sequence[float], size_wh: tuple[int, int]
) -> tuple[Leaning, ...]:
    """Says how far each die leans.

    Args:
        centres_xy: the middle of each die's top face, in pixels.
        ups_xy: where it is seen from the middle of the bottom, in sizes of the face.
        sizes: the edge of each die, in pixels.
        size_wh: of the picture in pixels.

    Returns:
        One for each die; of a die alone nothing is told. Of two that differ both lean, as nothing tells which one does.
    """
    if len(centres_xy) < 2:
        return (FLAT,) * len(centres_xy)

    import numpy as np

    places = (np.array(centres_xy) - (np.array(size_wh) - 1) / 2) / (max(size_wh) / 2)
    ups = np.array(ups_xy)
    weights = np.ones(len(ups))
    outwards, rest = OUTWARDS, ups
    for _ in range(ROUNDS):  # a robust fit: what leans counts less each time (Cauchy's weights)
        common = _mean(ups - outwards * places, weights)
        if len(ups) >= ENOUGH:
            outwards = _outwards(ups - common, places, weights)
        rest = ups - outwards * places - common
        weights = 1 / (1 + (rest**2).sum(axis=1) / (2 * NOISE) ** 2)
    share = 2 if len(ups) == 2 else 1
    facing: list[Point] = [(share * x, share * y) for x, y in rest.tolist()]
    return tuple(
        Leaning(math.hypot(*facing[index]), _away(index, facing[index], centres_xy, sizes))
        for index in range(len(facing))
    )


def _away(index: int, facing: Point, centres_xy: Sequence[Point], sizes: Sequence[float]) -> float:
    """How far one die faces away from any that it may lean on."""
    (x, y), most = centres_xy[index], 0.0
    for (other_x, other_y), size in zip(centres_xy, sizes, strict=True):
        apart = math.hypot(x - other_x, y - other_y)
        if REACH[0] < 2 * apart / (size + sizes[index]) < REACH[1]:
            most = max(most, (facing[0] * (x - other_x) + facing[1] * (y - other_y)) / apart)
    return most


def _mean(vectors: Floats, weights: Floats) -> Floats:
    mean: Floats = (vectors * weights[:, None]).sum(axis=0) / weights.sum()
    return mean


def _outwards(ups: Floats, places: Floats, weights: Floats) -> float:
    """The share of a die's place by which it shows its side, near what most cameras have."""
    sure = 1 / OUTWARDS_SPREAD**2
    each = weights[:, None] / NOISE**2
    return float(((ups * places * each).sum() + OUTWARDS * sure) / ((places**2 * each).sum() + sure))
