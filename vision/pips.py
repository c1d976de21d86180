"""Looks for the pips of one face by their shape alone: the second opinion on what the network says.

It knows nothing of learning, and looks twice: it counts spots of one tone on a face of another, about round, about as
large as pips are, lying as the pips of some face lie; and it compares the face with drawn faces of pips.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FACE_PX: Final = 48
"""Edge of a rectified face in its picture."""
MARGIN_PX: Final = 6
"""What is shown around it."""
SIDE_PX: Final = FACE_PX + 2 * MARGIN_PX

Spot = tuple[float, float]

FACE_LATTICE: Final[dict[int, tuple[Spot, ...]]] = {
    1: ((0.0, 0.0),),
    2: ((-1.0, -1.0), (1.0, 1.0)),
    3: ((-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)),
    4: ((-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)),
    5: ((-1.0, -1.0), (-1.0, 1.0), (0.0, 0.0), (1.0, -1.0), (1.0, 1.0)),
    6: ((-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 1.0)),
}
"""Where the pips of each face lie: from the middle, in units of the distance from the middle to the outer rows."""
MORE_PIPS: Final = (
    (*FACE_LATTICE[6], (0.0, 0.0)),
    (*FACE_LATTICE[6], (-1.0, 0.0), (1.0, 0.0)),
    (*FACE_LATTICE[6], (-1.0, 0.0), (0.0, 0.0), (1.0, 0.0)),
)
"""Faces of seven, eight and nine: what resembles them is no face of an ordinary die."""

_WITHIN = slice(MARGIN_PX, -MARGIN_PX)
_LEAST_RADIUS, _MOST_RADIUS = 0.055 * FACE_PX, 0.20 * FACE_PX
_TAIL = 0.03
"""Share of a face that even a single small pip covers."""
_SHARES = (0.5, 0.35, 0.65)
"""Where between body and pip the border is looked for, in this order."""
_REACH = 0.40 * FACE_PX
"""Pips lie no further from the middle, along either edge, than this."""
_MOST_MISFIT = 0.22
"""Root mean square distance from the lattice that pips may have, the spread of the pips being 1."""


def rectified(
    image_bgr: NDArray[np.uint8], centre_xy: tuple[float, float], size: float, angle: float
) -> NDArray[np.uint8]:
    """Turns and scales a face upright.

    Args:
        image_bgr: uint8 (H, W, 3).
        centre_xy: middle of the face in pixels.
        size: its edge in pixels.
        angle: of an edge in radians.

    Returns:
        uint8 (SIDE_PX, SIDE_PX, 3), the face FACE_PX wide in the middle.
    """
    scale = size / FACE_PX
    cosine, sine = np.cos(angle) * scale, np.sin(angle) * scale
    linear = np.array([[cosine, -sine], [sine, cosine]])
    shift = np.array(centre_xy) - linear @ np.full(2, SIDE_PX / 2 - 0.5)
    matrix = np.column_stack([linear, shift])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    face = cv2.warpAffine(image_bgr, matrix, (SIDE_PX, SIDE_PX), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(face, dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Tone:
    """A rectified face in one channel: along the direction in which its colours differ most.

    Attributes:
        image: float32 (SIDE_PX, SIDE_PX).
        levels: float32, what is within the face, sorted.
    """

    image: NDArray[np.float32]
    levels: NDArray[np.float32]

    def level(self, share: float) -> float:
        """The level below which a share of the face lies, 0..1 without 1."""
        return float(self.levels[int(len(self.levels) * share)])


def tone_of(face_bgr: NDArray[np.uint8]) -> Tone:
    """Brings a face to one channel.

    Args:
        face_bgr: uint8 (SIDE_PX, SIDE_PX, 3), as `rectified` gives it.
    """
    smooth = cv2.GaussianBlur(face_bgr, (3, 3), 0).astype(np.float32)
    colours = smooth[_WITHIN, _WITHIN]
    mean = np.array(cv2.mean(colours)[:3])
    centred = (colours - mean.astype(np.float32)).reshape(-1, 3)
    _, _, axes = cv2.eigen(centred.T @ centred)
    axis = axes[0].astype(np.float64)
    image = np.asarray(cv2.transform(smooth, np.array([[*axis, -axis @ mean]])), dtype=np.float32)
    return Tone(image, np.sort(image[_WITHIN, _WITHIN], axis=None))


def count_pips(tone: Tone) -> int | None:
    """Counts the pips of a face.

    Returns:
        1..6, or None where the spots are no face of a die.
    """
    low, body, high = (tone.level(share) for share in (_TAIL, 0.5, 1 - _TAIL))
    best_contrast, best = 0.0, None
    for away, contrast in ((tone.image - body, high - body), (body - tone.image, body - low)):
        if contrast <= best_contrast:
            continue
        for share in _SHARES:
            face = _face_of(_spots((away > share * contrast).astype(np.uint8)))
            if face is not None:
                best_contrast, best = contrast, face
                break
    return best


def _spots(mask: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Middles (N, 2), from the middle of the face, of the round spots of a mask."""
    _, _, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=4)
    round_ones = []
    for (left, top, width, height, area), centre in zip(stats[1:].tolist(), centres[1:].tolist(), strict=True):
        x, y = (value - (SIDE_PX / 2 - 0.5) for value in centre)
        radius = math.sqrt(area / math.pi)
        at_border = left == 0 or top == 0 or left + width == SIDE_PX or top + height == SIDE_PX
        if at_border or max(abs(x), abs(y)) > _REACH or not _LEAST_RADIUS <= radius <= _MOST_RADIUS:
            continue
        if max(width, height) <= 1.9 * min(width, height) and area >= 0.55 * width * height:
            round_ones.append((x, y, radius))
    spots = np.array(round_ones, dtype=np.float64).reshape(-1, 3)
    if len(spots):
        spots = spots[spots[:, 2] > 0.55 * spots[:, 2].max()]
    return spots[:, :2]


def _face_of(spots: NDArray[np.float64]) -> int | None:
    """The face whose pips lie as the spots do, from the middle of the face, or None."""
    count = len(spots)
    if count not in FACE_LATTICE or float(np.abs(spots.mean(axis=0)).max()) > 0.12 * FACE_PX:
        return None
    if count == 1:
        return 1
    centred = spots - spots.mean(axis=0)
    spread = float(np.sqrt((centred**2).sum(axis=1).mean()))
    if spread < 0.12 * FACE_PX:
        return None
    return count if count == 2 or _fits(centred / spread, count) else None


def _fits(points: NDArray[np.float64], face: int) -> bool:
    """Whether the points are about an affine picture of the face's lattice; their middle is 0, their spread 1."""
    turned, rest = _turned_lattices(face)
    nearest = ((turned[:, :, None] - points) ** 2).sum(axis=3).argmin(axis=2)
    each_once = (np.sort(nearest, axis=1) == np.arange(face)).all(axis=1)
    misfits = np.sqrt(((rest @ points[nearest[each_once]]) ** 2).sum(axis=2).mean(axis=1))
    return bool((misfits < _MOST_MISFIT).any())


@lru_cache(maxsize=6)
def _turned_lattices(face: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A face's lattice at eight turns, (8, face, 2), and what takes all its affine pictures away, (face, face)."""
    lattice = np.array(FACE_LATTICE[face])
    lattice = lattice / np.sqrt((lattice**2).sum(axis=1).mean())
    turns = np.arange(0.0, np.pi, np.pi / 8)
    cosines, sines = np.cos(turns), np.sin(turns)
    turned = lattice @ np.array([[cosines, -sines], [sines, cosines]]).transpose(2, 0, 1)
    return turned, np.eye(face) - lattice @ np.linalg.pinv(lattice)


# Layouts

LAYOUT_PX: Final = 16
"""Edge of a face in pixels where it is compared with drawn ones."""
_AROUND = (SIDE_PX * LAYOUT_PX) // FACE_PX
_SHIFTS = tuple((down, right) for down in (1, 2, 3) for right in (1, 2, 3))
_TURNS = (-0.16, 0.0, 0.16)
"""In radians; what the network measures is about so far off."""
_REACHES = (0.42, 0.49, 0.56)
"""Distances of the outer pips from the middle, in half edges."""
_RADII, _RADII_OF_ONE = (0.14, 0.2), (0.14, 0.2, 0.28, 0.36)
_OUTLIERS = 0.02
"""Share of the lightest and of the darkest places that is no guide: a lamp's reflection, a scratch."""


def layout_scores(tone: Tone) -> tuple[float, ...]:
    """Says how much a face looks like each face of pips; speckles and dim pips matter little.

    Returns:
        For 1..6, and last for any face of more pips, the correlation, 0..1, with the drawn face that fits best, at
        several sizes, places and turns of the pips and with light and dark ones; light that falls off evenly is left
        out.
    """
    even = np.clip(tone.image, tone.level(_OUTLIERS), tone.level(1 - _OUTLIERS))
    small = cv2.resize(even, (_AROUND, _AROUND), interpolation=cv2.INTER_AREA)
    drawn, first_of_face = _layouts()
    shifted = [small[y : y + LAYOUT_PX, x : x + LAYOUT_PX].ravel()[_inside()] for y, x in _SHIFTS]
    fits = np.abs(_levelled(np.array(shifted, dtype=np.float32)) @ drawn.T).max(axis=0)
    return tuple(float(score) for score in np.maximum.reduceat(fits, first_of_face))


@lru_cache(maxsize=1)
def _layouts() -> tuple[NDArray[np.float32], list[int]]:
    """Drawn faces (N, P), those of a 1 first, each levelled and of length 1; the first one of each face."""
    y, x = _half_edges()
    drawn: list[NDArray[np.float64]] = []
    first_of_face: list[int] = []
    for lattices in (*((lattice,) for lattice in FACE_LATTICE.values()), MORE_PIPS):
        first_of_face.append(len(drawn))
        for pips, radius in (way for lattice in lattices for way in _ways_to_lie(lattice)):
            far = np.min([np.hypot(x - right, y - down) for right, down in pips], axis=0)
            drawn.append(np.clip((radius - far) * 0.6 * LAYOUT_PX / 2 + 0.5, 0, 1).ravel()[_inside()])
    return _levelled(np.array(drawn, dtype=np.float32)), first_of_face


@lru_cache(maxsize=1)
def _inside() -> NDArray[np.intp]:
    """Places that belong to a face with rounded corners, (P,), as indexes into LAYOUT_PX x LAYOUT_PX."""
    y, x = _half_edges()
    return np.flatnonzero(np.hypot(np.maximum(np.abs(x) - 0.55, 0), np.maximum(np.abs(y) - 0.55, 0)) < 0.33)


def _half_edges() -> NDArray[np.float64]:
    """y and x of each place of a face from its middle, in half edges, (2, LAYOUT_PX, LAYOUT_PX)."""
    return (np.mgrid[0:LAYOUT_PX, 0:LAYOUT_PX] - (LAYOUT_PX / 2 - 0.5)) / (LAYOUT_PX / 2)


def _ways_to_lie(lattice: tuple[Spot, ...]) -> Iterator[tuple[NDArray[np.float64], float]]:
    """Places of the pips, in half edges, and their radius."""
    if len(lattice) == 1:
        yield from ((np.zeros((1, 2)), radius) for radius in _RADII_OF_ONE)
        return
    quarters = (0.0, math.pi / 2) if len(lattice) in (2, 3, 6, 7, 8) else (0.0,)
    for turn, reach, radius in product([q + t for q in quarters for t in _TURNS], _REACHES, _RADII):
        cosine, sine = math.cos(turn), math.sin(turn)
        yield np.array(lattice) @ np.array([[cosine, sine], [-sine, cosine]]) * reach, radius


def _levelled(faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """Faces (N, P) without what changes evenly across them, each of length 1."""
    basis = _even_light()
    rest = faces - (faces @ basis) @ basis.T
    return np.asarray(rest / np.maximum(np.linalg.norm(rest, axis=1, keepdims=True), 1e-6), dtype=np.float32)


@lru_cache(maxsize=1)
def _even_light() -> NDArray[np.float32]:
    """An orthonormal basis of light that is even or falls off evenly, (P, 3)."""
    y, x = (values.ravel()[_inside()] for values in _half_edges())
    basis, _ = np.linalg.qr(np.stack([np.ones_like(x), x, y], axis=1))
    return np.asarray(basis, dtype=np.float32)
