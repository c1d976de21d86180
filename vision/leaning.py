"""Which dice of a picture lean: those whose upper side faces elsewhere than that of dice lying flat would.

All dice that lie flat face the same way. Where the middle of a top face is seen from that of the bottom depends on that
way and, as the camera sees dice aside further out, on the place in the picture.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

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


def leanings(
    centres_xy: Sequence[tuple[float, float]], ups_xy: Sequence[tuple[float, float]], size_wh: tuple[int, int]
) -> tuple[float, ...]:
    """Says how far the upper side of each die faces elsewhere than those of most.

    Args:
        centres_xy: the middle of each die's top face, in pixels.
        ups_xy: where it is seen from the middle of the bottom, in sizes of the face.
        size_wh: of the picture in pixels.

    Returns:
        One number for each die, about the sine of its lean; of a die alone 0. Of two that differ both lean, as nothing
        tells which one does.
    """
    if len(centres_xy) < 2:
        return (0.0,) * len(centres_xy)

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
    return tuple(share * math.hypot(x, y) for x, y in rest.tolist())


def _mean(vectors: Floats, weights: Floats) -> Floats:
    mean: Floats = (vectors * weights[:, None]).sum(axis=0) / weights.sum()
    return mean


def _outwards(ups: Floats, places: Floats, weights: Floats) -> float:
    """The share of a die's place by which it shows its side, near what most cameras have."""
    sure = 1 / OUTWARDS_SPREAD**2
    each = weights[:, None] / NOISE**2
    return float(((ups * places * each).sum() + OUTWARDS * sure) / ((places**2 * each).sum() + sure))
