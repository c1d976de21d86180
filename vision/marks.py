"""The mark of a face: what is on it, whatever the colours and the light, to be compared with that of other faces.

A mark says how far each place differs from the body of the die. It is moved to its middle and brought to one size. Two
marks are compared by correlation, at all turns and slightly scaled and shifted. Pips are marks as any other.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.pips import FACE_LATTICE, FACE_PX, SIDE_PX

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Crop = NDArray[np.uint8]
    Floats = NDArray[np.float32]
    Mask = NDArray[np.bool_]

MARK_PX: Final = 24
"""Edge of a mark's picture."""
SPREAD_PX: Final = 0.26 * MARK_PX
"""Root mean square distance of a mark from its middle, once it is brought to its size."""

_CORE, _RIM = 0.36 * FACE_PX, 0.44 * FACE_PX
"""Within the first distance from the middle everything counts; beyond the second may be the edge of the die."""
_LEAST_CONTRAST = 8.0
"""Grey levels between body and mark below which a face is blank."""
_LEAST_OVER_NOISE = 4.0

_TURNS = tuple(range(0, 360, 9))
"""In degrees."""
_SCALES = (0.92, 1.0, 1.08)
_SHIFTS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
_CLOSE_LOOKS = 16
"""So many views that fit best at half the size are compared in full, and shifted."""
_FREE_SPREAD, _SPREAD_WEIGHT = 0.2, 0.5
"""Marks whose sizes on the face differ by more than the first, as a logarithm, fit worse by the second."""

_PIP_SIZES = ((0.085, 0.25), (0.11, 0.25), (0.13, 0.27))
"""Radius of the pips and distance of their rows from the middle, in edges, as dice have them."""
_TURN_OF_PIPS = {1: 9, 2: 180, 3: 180, 4: 90, 5: 90, 6: 180}
"""Degrees after which a face of pips looks as before."""
_ROUND = 0.93
"""Correlation with a disc that a single pip reaches: those of damiantab, kamil and matteop65 reach 0.945 at least, half
of the drawn symbols that the network takes for a 1 stay below."""


@dataclass(frozen=True, slots=True)
class Mark:
    """What is on a face.

    Attributes:
        picture: MARK_PX x MARK_PX bytes, row by row; 255 where the mark is, brought to its middle and to one size.
        spread: root mean square distance of the mark from its middle on the face, in edges.
    """

    picture: bytes
    spread: float


def mark_of(face_bgr: Crop) -> Mark | None:
    """Describes a face.

    Args:
        face_bgr: uint8 (SIDE_PX, SIDE_PX, 3), blue-green-red, as `vision.pips.rectified` gives it.

    Returns:
        Its mark, or None where it shows none.
    """
    mark = _covered(face_bgr)
    total = 0.0 if mark is None else float(mark.sum())
    if mark is None or total < 1:
        return None
    x, y = _places()
    middle_x, middle_y = float((mark * x).sum()) / total, float((mark * y).sum()) / total
    spread = math.sqrt(float((mark * ((x - middle_x) ** 2 + (y - middle_y) ** 2)).sum()) / total)
    scale = max(spread, 0.05 * FACE_PX) / SPREAD_PX
    smooth = cv2.GaussianBlur(mark, (0, 0), 0.45 * scale)
    to_face = np.array(
        [
            [scale, 0, middle_x + SIDE_PX / 2 - 0.5 - scale * (MARK_PX / 2 - 0.5)],
            [0, scale, middle_y + SIDE_PX / 2 - 0.5 - scale * (MARK_PX / 2 - 0.5)],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    picture = cv2.warpAffine(smooth, to_face, (MARK_PX, MARK_PX), flags=flags)
    return Mark(np.rint(picture * 255).astype(np.uint8).tobytes(), round(spread / FACE_PX, 4))


@lru_cache(maxsize=1)
def _places() -> tuple[Floats, Floats]:
    """x and y of every pixel of a crop from its middle, each (SIDE_PX, SIDE_PX)."""
    y, x = np.mgrid[0:SIDE_PX, 0:SIDE_PX].astype(np.float32) - np.float32(SIDE_PX / 2 - 0.5)
    return x, y


@lru_cache(maxsize=1)
def _window() -> Floats:
    """How much each place of a crop counts, 0..1."""
    far = np.hypot(*_places())
    return np.asarray(np.clip((_RIM - far) / (_RIM - _CORE), 0, 1), dtype=np.float32)


@lru_cache(maxsize=1)
def _ring() -> Mask:
    """Where the body of a die shows, more of it than of the mark: between the mark and the edge."""
    return np.asarray(np.abs(np.hypot(*_places()) - 0.38 * FACE_PX) < 0.04 * FACE_PX)


@lru_cache(maxsize=1)
def _plane() -> Floats:
    """One, x and y of every place, (SIDE_PX, SIDE_PX, 3)."""
    x, y = _places()
    return np.stack([np.ones_like(x), x / FACE_PX, y / FACE_PX], axis=-1)


def _covered(face_bgr: Crop) -> Floats | None:
    """How far each place belongs to the mark, 0..1, (SIDE_PX, SIDE_PX); None for a blank face."""
    inside = _window() > 0.5
    smooth = cv2.GaussianBlur(face_bgr, (0, 0), 0.8).astype(np.float32)
    body = np.median(smooth[_ring()], axis=0)
    centred = smooth[inside] - body
    _, vectors = np.linalg.eigh(centred.T @ centred)
    tone = (smooth - body) @ vectors[:, -1].astype(np.float32)
    away = np.abs(tone)
    for _ in range(2):  # the light may fall off across the face: away from a plane, not from one tone
        flat = inside & (away < 0.4 * _contrast(away[inside]))
        if not flat.any():
            return None
        places = _plane()[flat]
        _, factors = cv2.solve(places.T @ places, places.T @ tone[flat], flags=cv2.DECOMP_SVD)
        away = np.abs(tone - _plane() @ factors[:, 0])
    contrast = _contrast(away[inside])
    if contrast < max(_LEAST_CONTRAST, _LEAST_OVER_NOISE * float(np.median(away[flat]))):
        return None
    mark = np.clip((away / contrast - 0.25) / 0.5, 0, 1) * _window() * _within(away > 0.4 * contrast)
    return np.asarray(mark, dtype=np.float32)


def _contrast(away: Floats) -> float:
    """Between body and mark; even a single small pip covers three hundredths of a face."""
    rank = int(0.97 * (len(away) - 1))
    return float(np.partition(away, rank)[rank])


def _within(covered: Mask) -> Mask:
    """Leaves out what reaches the border of the crop: that is the ground or another die."""
    _, labels = cv2.connectedComponents(covered.astype(np.uint8), connectivity=4)
    at_border = np.zeros(labels.max() + 1, dtype=np.bool_)
    for line in (labels[0], labels[-1], labels[:, 0], labels[:, -1]):
        at_border[line] = True
    at_border[0] = False
    return np.asarray(~at_border[labels])


@dataclass(frozen=True, slots=True, eq=False)
class Views:
    """All views of one face.

    Attributes:
        fine: (N, MARK_PX * MARK_PX), each of mean 0 and length 1, so that a product is a correlation.
        coarse: (N, MARK_PX * MARK_PX / 4), the same at half the size, to find the few that are worth a close look.
        log_spreads: (N,), logarithms of their sizes on the face.
    """

    fine: Floats
    coarse: Floats
    log_spreads: Floats

    def score(self, mark: Mark) -> float:
        """How well the best of them fits a mark, -1..1."""
        shifted = _shifted(_pixels(mark))
        unlike = np.maximum(0, np.abs(self.log_spreads - _log_spread(mark)) - _FREE_SPREAD)
        fit = self.coarse @ _coarse(shifted[len(_SHIFTS) // 2 :][:1])[0] - _SPREAD_WEIGHT * unlike
        near = np.argpartition(fit, -min(_CLOSE_LOOKS, len(fit)))[-_CLOSE_LOOKS:]
        close = (self.fine[near] @ shifted.T).max(axis=1) - _SPREAD_WEIGHT * unlike[near]
        return float(close.max())


def views_of(marks: Sequence[Mark]) -> Views:
    """All views of a face from its marks, at least one."""
    return _together([_views(mark, _TURNS, _SCALES) for mark in marks])


@lru_cache(maxsize=1)
def views_of_pips() -> Views:
    """All views of the six faces of ordinary dice."""
    views = []
    for face, whole_turn in _TURN_OF_PIPS.items():
        for mark in _marks_of_pips(face):
            views.append(_views(mark, [turn for turn in _TURNS if turn < whole_turn], (1.0,)))
    return _together(views)


def may_be_pips(face: int, crops: Sequence[Crop]) -> bool:
    """Whether a mark is made of as many spots as a face has pips; that of a one has to be round as well.

    It refutes symbols that are taken for numbers, and proves nothing.

    Args:
        face: 1..6.
        crops: the same face cut out at one or several sizes, each as `mark_of` takes it; one that agrees is enough.
    """
    return any(_is_round(crop) if face == 1 else _count_spots(crop) == face for crop in crops)


def _is_round(face_bgr: Crop) -> bool:
    mark = mark_of(face_bgr)
    return mark is not None and float((_views_of_one().fine @ _shifted(_pixels(mark)).T).max()) >= _ROUND


@lru_cache(maxsize=1)
def _views_of_one() -> Views:
    return _together([_views(mark, (0,), _SCALES) for mark in _marks_of_pips(1)])


def _count_spots(face_bgr: Crop) -> int:
    """How many separate pieces a mark has, crumbs left out."""
    covered = _covered(face_bgr)
    if covered is None:
        return 0
    pieces = cv2.connectedComponentsWithStats((covered > 0.5).astype(np.uint8), connectivity=4)[2][1:]
    areas = pieces[:, cv2.CC_STAT_AREA]
    return int((areas >= 0.35 * areas.max()).sum()) if len(areas) else 0


def _pixels(mark: Mark) -> Floats:
    flat = np.frombuffer(mark.picture, dtype=np.uint8).astype(np.float32)
    return flat.reshape(MARK_PX, MARK_PX) / np.float32(255)


def _log_spread(mark: Mark) -> float:
    return math.log(max(mark.spread, 0.02))


def _normal(marks: Floats) -> Floats:
    """Marks (N, MARK_PX, MARK_PX) to (N, MARK_PX * MARK_PX), each of mean 0 and length 1."""
    flat = marks.reshape(len(marks), -1)
    flat = flat - flat.mean(axis=1, keepdims=True)
    length = np.linalg.norm(flat, axis=1, keepdims=True)
    return np.asarray(flat / np.maximum(length, 1e-6), dtype=np.float32)


def _coarse(fine: Floats) -> Floats:
    """Views at half the size, (N, MARK_PX * MARK_PX / 4)."""
    half = MARK_PX // 2
    return _normal(fine.reshape(-1, half, 2, half, 2).mean(axis=(2, 4)))


def _views(mark: Mark, turns: Sequence[float], scales: Sequence[float]) -> Views:
    picture, middle = _pixels(mark), (MARK_PX / 2 - 0.5, MARK_PX / 2 - 0.5)
    turned = [
        cv2.warpAffine(picture, cv2.getRotationMatrix2D(middle, turn, scale), (MARK_PX, MARK_PX))
        for turn in turns
        for scale in scales
    ]
    fine = _normal(np.array(turned, dtype=np.float32))
    return Views(fine, _coarse(fine), np.full(len(fine), _log_spread(mark), dtype=np.float32))


def _together(views: Sequence[Views]) -> Views:
    parts = [(one.fine, one.coarse, one.log_spreads) for one in views]
    fine, coarse, log_spreads = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Views(fine, coarse, log_spreads)


def _shifted(picture: Floats) -> Floats:
    """The mark moved by up to a pixel, (N, MARK_PX * MARK_PX), unmoved in the middle."""
    padded = np.pad(picture, 1)
    return _normal(np.array([padded[1 + y : 1 + y + MARK_PX, 1 + x : 1 + x + MARK_PX] for x, y in _SHIFTS]))


def _marks_of_pips(face: int) -> list[Mark]:
    """The marks of a face as different dice have it."""
    marks = [mark_of(_drawn_pips(face, *size)) for size in _PIP_SIZES]
    return [mark for mark in marks if mark is not None]


def _drawn_pips(face: int, radius: float, reach: float) -> Crop:
    fine = 8
    picture = np.full((SIDE_PX * fine, SIDE_PX * fine, 3), 230, dtype=np.uint8)
    for x, y in FACE_LATTICE[face]:
        place = [round((SIDE_PX / 2 + value * reach * FACE_PX) * fine) for value in (x, y)]
        cv2.circle(picture, (place[0], place[1]), round(radius * FACE_PX * fine), (20, 20, 20), -1)
    return np.asarray(cv2.resize(picture, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA), dtype=np.uint8)
