"""Where the dice of a picture lie and what they show: the network at several scales, the pips, all as evidence.

First the network looks at the whole picture, small. Where that leaves a question it looks again: at other scales where
dice may have been missed, and at each die in question cut out at the size that it reads best.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.leaning import leanings
from vision.network import Network, Spot
from vision.pips import count_pips, layout_scores, rectified
from vision.reading import SAFE
from vision.taught import Match
from vision.tiles import UNSEEN, cut_out, in_the_middle, mean_point, up_measured

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST_SCALE: Final = 320
"""Longer side at which the network looks first, in pixels; dice of 13 to 110 pixels are read at each scale."""
SMALL_DICE_SCALE: Final = 640
"""That at which it looks where small dice may have been missed."""
LARGE_DICE_SCALE: Final = 160
"""That at which it looks where dice may be too large."""
CLEAR_SIZE: Final = 16.0
"""Dice at least this large at the first scale are read there, if they are read surely."""
MOST_ENLARGED: Final = 2.0
"""A small picture is not enlarged further: it holds no more than it holds."""
SIZES: Final = (12.0, 115.0)
"""Edges of dice, in pixels of the scale at which the network looks, that it was trained on."""
BEST_SIZE: Final = 36.0
AMPLE_SIZE: Final = 32.0
"""Dice with larger edges are no easier to read."""
MOST_OCTAVES: Final = 1.5
"""Dice smaller still are no harder."""

TILE: Final = 96
"""Side of a die's surroundings cut out for the second look, in pixels."""
TILE_SIZES: Final = (36.0, 44.0)
"""Edge that the die has there, at each of its looks."""

LIKELY: Final = 0.5
"""What is likelier to be a die than this is compared with the others."""
NOTICED: Final = 0.15
"""Spots less likely to be a die than this are not looked at."""
DIE_WEIGHTS: Final = (0.829, 0.519, -0.349, 2.553, 0.078, -0.094, 0.116, 0.045, -0.415, 0.09)
FACE_WEIGHTS: Final = (-1.581, 0.189, 0.108, 1.713, 0.489, 0.612, -0.544, 0.511, -0.443, -0.996)
"""What the evidence of a look weighs, fitted by `vision.training.calibrate`."""
LAYOUT_AGREES: Final = 0.1
"""The pips lie as those of a face do when they fit it better than any other by this."""
LEANING: Final = 0.25
"""A die that leans by more than this, about the sine of its lean, is taken for cocked."""
LEANING_ON: Final = 0.16
"""That of a die with another so near that it may lean on it."""
NEAR: Final = 1.7
"""Middles of dice of which one leans on the other are no further apart than this, in edges."""
MAY_LEAN: Final = 0.2
MAY_LEAN_ON: Final = 0.1
"""From these on leanings that were measured in one look are measured closely."""

RECOUNTED_AT: Final = (0.85, 0.72, 1.18)
"""Sizes at which pips are counted again, in edges as measured."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One spot with all that is known of it before judging.

    Attributes:
        spot: what the network says.
        face_bgr: the face as `vision.pips.rectified` gives it.
        counted: the face by the count of its pips, or None.
        lead: how much better the pips fit the face of the network than any other, -1..1.
        leaning: how far its upper side faces elsewhere than those of most dice, about the sine of its lean.
        is_near: whether another die is near enough to lean on.
        close_ups: the face at several sizes, that of most dice first, as `rectified` gives it.
        is_refuted: whether a number that seems sure can't be, because of its mark.
        match: the taught face that it resembles, or None.
    """

    spot: Spot
    face_bgr: NDArray[np.uint8]
    counted: int | None
    lead: float
    leaning: float = 0.0
    is_near: bool = False
    close_ups: tuple[NDArray[np.uint8], ...] = ()
    is_refuted: bool = False
    match: Match | None = None

    @property
    def face(self) -> int:
        """The likeliest number, 1..6; how likely it is that the face shows none is evidence of its own."""
        return int(self.spot.chances[1:].argmax()) + 1

    @property
    def seems_unknown(self) -> bool:
        """Whether the network takes the face for none of the numbers."""
        return int(self.spot.chances.argmax()) == 0

    @property
    def evidence(self) -> tuple[float, ...]:
        """What FACE_WEIGHTS and DIE_WEIGHTS weigh.

        One; the log odds of the likeliest number, of its lead over the second, of a die, and of a face that is known at
        all; whether the pips count the same; whether they count another face; ten times how much better their layout
        fits this face than any other; how many octaves the die is smaller than AMPLE_SIZE; whether it shows a 1, as
        much that is no die seems to.
        """
        numbers = self.spot.chances[1:] / max(float(self.spot.chances[1:].sum()), 1e-6)
        second, first = (float(chance) for chance in np.sort(numbers)[-2:])
        return (
            1.0,
            _log_odds(first),
            _log_odds(first - second),
            _log_odds(self.spot.chance),
            _log_odds(1 - float(self.spot.chances[0])),
            float(self.counted == self.face),
            float(self.counted not in (None, self.face)),
            10 * min(max(-0.2, self.lead), 0.2),
            min(max(0.0, math.log2(AMPLE_SIZE / self.spot.size)), MOST_OCTAVES),
            float(self.face == 1),
        )

    @property
    def pips_agree(self) -> bool:
        """Whether the pips, by their count or by their layout, show the face that the network sees."""
        return self.counted == self.face or self.lead >= LAYOUT_AGREES

    @property
    def leans(self) -> bool:
        """Whether the die does not lie flat."""
        return self.leaning >= (LEANING_ON if self.is_near else LEANING)

    @property
    def is_safe(self) -> bool:
        """Whether the face may be taken without asking: it is sure, and the pips agree, and the die lies flat."""
        return self.is_face >= SAFE and self.pips_agree and not self.leans

    @property
    def is_die(self) -> float:
        """Chance that a die lies here, 0..1."""
        if self.match is not None and self.match.confidence >= SAFE:
            return self.match.confidence
        return _chance(DIE_WEIGHTS, self.evidence)

    @property
    def is_face(self) -> float:
        """Chance that a die lies here and shows the likeliest face, 0..1."""
        return _chance(FACE_WEIGHTS, self.evidence)


def _log_odds(chance: float) -> float:
    bounded = min(max(chance, 0.001), 0.999)
    return math.log(bounded / (1 - bounded))


def _chance(weights: tuple[float, ...], evidence: tuple[float, ...]) -> float:
    return 1 / (1 + math.exp(-sum(weight * value for weight, value in zip(weights, evidence, strict=True))))


def looks_at(network: Network, picture: NDArray[np.uint8], expect: int | None = None) -> list[Look]:
    """Everything that might be a die, with all that is known of it, in reading order.

    Args:
        network: looks at the picture.
        picture: uint8 (H, W, 3), blue-green-red, at most a few thousand pixels wide.
        expect: how many dice there should be, or None.
    """
    seen = _seen_at(network, picture, FIRST_SCALE)
    looks = _looks(picture, _merged(seen))
    if looks and len(looks) == (expect or len(looks)) and all(_is_clear(look, picture) for look in looks):
        return _with_leanings(network, looks, picture)
    if _may_miss_small_ones(looks, picture, expect):
        seen += _seen_at(network, picture, SMALL_DICE_SCALE)
    seen += _seen_at(network, picture, LARGE_DICE_SCALE)
    looks = [
        look if _is_clear(look, picture) else _look(picture, _second_look(network, picture, look.spot))
        for look in _looks(picture, _merged(seen))
    ]
    return _with_leanings(network, _apart(looks), picture)


def _is_clear(look: Look, picture: NDArray[np.uint8]) -> bool:
    """Whether a first look at a die is enough: it is of ample size and beyond question."""
    return look.is_safe and look.spot.size >= CLEAR_SIZE * max(picture.shape[:2]) / FIRST_SCALE


def _may_miss_small_ones(looks: Sequence[Look], picture: NDArray[np.uint8], expect: int | None) -> bool:
    sizes = [look.spot.size for look in looks]
    if not sizes or len(sizes) < (expect or 0):
        return True
    return bool(np.median(sizes) < CLEAR_SIZE * max(picture.shape[:2]) / FIRST_SCALE)


def _seen_at(network: Network, picture: NDArray[np.uint8], side: int) -> list[tuple[float, Spot]]:
    """What the network sees at one scale, each spot with how many octaves its size is from the best one."""
    scale = min(side / max(picture.shape[:2]), MOST_ENLARGED)
    return [
        (abs(math.log2(spot.size / BEST_SIZE)), enlarged(spot, 1 / scale))
        for spot in network.spots(scaled(picture, scale), NOTICED)
        if SIZES[0] <= spot.size <= SIZES[1]
    ]


def scaled(picture: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """The picture at a scale. Of a large one pixels are left out first, which is faster and no worse."""
    skip = max(1, int(0.5 / scale))
    rough = picture[::skip, ::skip]
    size_wh = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    flags = cv2.INTER_AREA if size_wh[0] < rough.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(rough, size_wh, interpolation=flags), dtype=np.uint8)


def enlarged(spot: Spot, scale: float) -> Spot:
    """The spot in a picture that is `scale` times as large."""
    x, y = spot.centre_xy
    centre = ((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5)
    return replace(spot, centre_xy=centre, size=spot.size * scale)


# The second look


def _second_look(network: Network, picture: NDArray[np.uint8], spot: Spot) -> Spot:
    """The spot as the network sees it cut out at its best sizes, upright and mirrored, fused with what it was."""
    tiles = [_tile_spot(network, picture, spot, size, bool(way)) for way, size in enumerate(TILE_SIZES)]
    found = [one for one in tiles if one is not None]
    powers = np.exp(np.mean([np.log(one.chances + 1e-4) for one in (spot, *found)], axis=0))
    return replace(
        _mean_square(found or [spot]),
        chance=_mean_chance([spot.chance, *(UNSEEN if one is None else one.chance for one in tiles)]),
        chances=(powers / powers.sum()).astype(np.float32),
    )


def _mean_chance(chances: Iterable[float]) -> float:
    return 1 / (1 + math.exp(-float(np.mean([_log_odds(chance) for chance in chances]))))


def _mean_square(spots: Sequence[Spot]) -> Spot:
    """The first spot, its place, size, angle and upper side measured by all of them."""
    turns = [4 * spot.angle for spot in spots]
    return replace(
        spots[0],
        centre_xy=mean_point([spot.centre_xy for spot in spots]),
        size=math.exp(sum(math.log(spot.size) for spot in spots) / len(spots)),
        angle=math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns))) / 4 % (math.pi / 2),
        up_xy=mean_point([spot.up_xy for spot in spots]),
    )


def _tile_spot(network: Network, picture: NDArray[np.uint8], spot: Spot, size: float, mirrored: bool) -> Spot | None:
    """What the network sees in the middle of a tile around a spot, in pixels of the picture; None for nothing."""
    tile = cut_out(picture, spot, size, TILE)
    spots = network.spots(tile.image_bgr[:, ::-1] if mirrored else tile.image_bgr, UNSEEN)
    if mirrored:
        spots = [_mirrored(one) for one in spots]
    x, y = spot.centre_xy
    middle = ((x - tile.left + 0.5) * tile.scale - 0.5, (y - tile.top + 0.5) * tile.scale - 0.5)
    seen = in_the_middle(spots, middle, size)
    if seen is None:
        return None
    seen = enlarged(seen, 1 / tile.scale)
    return replace(seen, centre_xy=(seen.centre_xy[0] + tile.left, seen.centre_xy[1] + tile.top))


def _mirrored(spot: Spot) -> Spot:
    (x, y), (up_x, up_y) = spot.centre_xy, spot.up_xy
    angle = (math.pi / 2 - spot.angle) % (math.pi / 2)
    return replace(spot, centre_xy=(TILE - 1 - x, y), angle=angle, up_xy=(-up_x, up_y))


def _apart(looks: list[Look]) -> list[Look]:
    """One look for each die, where a second look moved two to the same: the likelier one."""
    kept: list[Look] = []
    for look in sorted(looks, key=lambda look: -look.spot.chance):
        if all(_distance(look.spot, other.spot) >= 0.5 * max(look.spot.size, other.spot.size) for other in kept):
            kept.append(look)
    return sorted(kept, key=lambda look: look.spot.centre_xy[::-1])


# One look


def _with_leanings(network: Network, looks: list[Look], picture: NDArray[np.uint8]) -> list[Look]:
    """The looks, those that are dice compared by where their upper sides face; closely, where one may lean."""
    dice = [look for look in looks if look.is_die >= LIKELY]
    if len(dice) < 2:
        return looks
    found = _leanings(dice, [look.spot.up_xy for look in dice], picture)
    is_sure = all(look.is_safe for look in dice)  # in a picture that is doubted anyway one look at each die does
    near = _are_near([look.spot for look in dice]) if is_sure else [False] * len(dice)
    may_lean = [MAY_LEAN_ON if beside else MAY_LEAN for beside in near]
    if is_sure and any(leaning >= least for leaning, least in zip(found, may_lean, strict=True)):
        found = _leanings(dice, [up_measured(network, picture, look.spot) for look in dice], picture)
    told = {
        id(look): replace(look, leaning=leaning, is_near=beside)
        for look, leaning, beside in zip(dice, found, near, strict=True)
    }
    return [told.get(id(look), look) for look in looks]


def _leanings(
    dice: Sequence[Look], ups_xy: Sequence[tuple[float, float]], picture: NDArray[np.uint8]
) -> tuple[float, ...]:
    return leanings([look.spot.centre_xy for look in dice], ups_xy, (picture.shape[1], picture.shape[0]))


def _are_near(spots: Sequence[Spot]) -> list[bool]:
    """Whether another die is near enough to each for it to lean on."""
    reach = NEAR * float(np.median([spot.size for spot in spots]))
    return [any(other is not spot and _distance(spot, other) < reach for other in spots) for spot in spots]


def _looks(picture: NDArray[np.uint8], spots: list[Spot]) -> list[Look]:
    """Looks at each spot, in reading order."""
    return [_look(picture, spot) for spot in sorted(spots, key=lambda spot: spot.centre_xy[::-1])]


def _look(picture: NDArray[np.uint8], spot: Spot) -> Look:
    face_bgr = rectified(picture, spot.centre_xy, spot.size, spot.angle)
    look = Look(spot, face_bgr, count_pips(face_bgr), 0.0)
    look = replace(look, lead=_lead(layout_scores(face_bgr), look.face))
    return look if look.pips_agree else replace(look, counted=_recounted(look, picture))


def _lead(scores: Sequence[float], face: int) -> float:
    """How much better one face fits than any other; nothing where one of more pips fits better still."""
    *numbers, more = scores
    lead = numbers[face - 1] - max(score for number, score in enumerate(numbers, start=1) if number != face)
    return lead if numbers[face - 1] > more else min(lead, 0.0)


def _recounted(look: Look, picture: NDArray[np.uint8]) -> int | None:
    """The count that most sizes of the face give, as the network's may be off; None where none has most."""
    spot = look.spot
    others = (rectified(picture, spot.centre_xy, spot.size * scale, spot.angle) for scale in RECOUNTED_AT)
    counts = Counter(count for count in (look.counted, *map(count_pips, others)) if count is not None)
    first, second = (*counts.most_common(2), (None, 0), (None, 0))[:2]
    return first[0] if first[1] > second[1] else None


def _merged(seen: list[tuple[float, Spot]]) -> list[Spot]:
    """One spot for each die: the one at the scale that suits it best, its face fused from all that agree on it.

    Args:
        seen: spots, each with how many octaves it is from the best size.
    """
    left = sorted(seen, key=lambda one: 0.15 * max(0.0, one[0] - 0.6) - one[1].chance)
    merged: list[Spot] = []
    while left:
        octaves, best = left[0]
        near = [one for one in left if _distance(one[1], best) < 0.55 * max(one[1].size, best.size)]
        left = [one for one in left if all(one is not other for other in near)]
        same = [one for one in near if abs(np.log2(one[1].size / best.size)) < 0.6]
        weights = np.array([np.exp(-max(0.0, far - octaves)) * spot.chance for far, spot in same])
        weights = weights / weights.sum()
        chances = np.einsum("i,ij->j", weights, np.array([spot.chances for _, spot in same])).astype(np.float32)
        merged.append(replace(best, chance=max(spot.chance for _, spot in same), chances=chances))
    return merged


def _distance(spot: Spot, other: Spot) -> float:
    return math.dist(spot.centre_xy, other.centre_xy)
