"""Which dice lie together: people push dice into groups, some closely, some less so."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final

from vision.reading import Point

ALWAYS_TOGETHER: Final = 1.5
"""In edges between two middles: dice that touch at their corners are 1.41 apart."""
ALWAYS_APART: Final = 2.2
"""In edges between two middles: another die would fit between them."""


def groups(centres_xy: Sequence[Point], sizes: Sequence[float]) -> tuple[tuple[int, ...], ...]:
    """Finds the dice that lie together.

    Two dice are linked when their middles are near for their size; how near is near enough is looked for in the picture
    itself, in the widest gap between the distances that could be either (single linkage).

    Args:
        centres_xy: the middle of each die, in pixels.
        sizes: the length of an edge of each die, in pixels; greater than zero.

    Returns:
        Indexes into `centres_xy`, each in exactly one group; each group sorted, the groups by their first index.
    """
    links = sorted(
        (math.dist(centres_xy[i], centres_xy[j]) * 2 / (sizes[i] + sizes[j]), i, j)
        for i, j in combinations(range(len(centres_xy)), 2)
    )
    group_of = [{i} for i in range(len(centres_xy))]
    joins = []
    for distance, i, j in links:
        if group_of[i] is not group_of[j]:
            joins.append((distance, i, j))
            _join(group_of, i, j)
    near = _near([distance for distance, _, _ in joins])
    group_of = [{i} for i in range(len(centres_xy))]
    for distance, i, j in joins:
        if distance <= near:
            _join(group_of, i, j)
    return tuple(sorted({tuple(sorted(group)) for group in group_of}))


def _join(group_of: list[set[int]], i: int, j: int) -> None:
    group = group_of[i] | group_of[j]
    for member in group:
        group_of[member] = group


def _near(distances: Sequence[float]) -> float:
    """The middle of the widest gap, by ratio, between distances that could mean together or apart."""
    between = [distance for distance in distances if ALWAYS_TOGETHER < distance < ALWAYS_APART]
    steps = [ALWAYS_TOGETHER, *sorted(between), ALWAYS_APART]
    low, high = max(pairwise(steps), key=lambda step: step[1] / step[0])
    return math.sqrt(low * high)
