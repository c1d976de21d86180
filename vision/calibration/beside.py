"""Keeps what lies beside the tray out of a reading."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Final

from vision.calibration.tray import Calibration
from vision.reading import SAFE, Die, Doubt, Point, Reading

ON_THE_TRAY: Final = 0.25
"""A die whose middle is this far outside the outline still lies on the ground, in edges. Its top is nearer to the
camera than the ground and so appears further out: by 7 mm of a 16 mm die at the far rim of a camera that leans 20
degrees, which leaves its middle 0.25 edges outside at most."""
BESIDE_THE_TRAY: Final = 2.0
"""A die up to this far outside, in edges, was thrown there: it lies on the rim or just fell over it. What lies further
out is none of this throw."""

SAME_SIZE: Final = 0.05
"""Dice whose edges differ by less than this share are of one size."""


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
    doubts |= {doubt for die in dice for doubt in die.doubts}
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
    """Learns how large the dice are from a reading that was accepted; other readings teach nothing.

    Returns:
        `calibration` itself where nothing is learnt.
    """
    if not reading.accepted or not reading.dice:
        return calibration
    seen = median(_edge_px(die) for die in reading.dice)
    known = calibration.die_px
    if known is not None and abs(seen - known) <= SAME_SIZE * known:
        return calibration
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
