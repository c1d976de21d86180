"""Where the dice of a picture lie and what they show: the network at several scales, the pips, all as evidence.

First the network looks at the whole picture, small. Where that leaves a question it looks again: at other scales where
dice may have been missed, and at each die in question cut out at the size that it reads best.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.leaning import FLAT, LEANING, LEANING_ON, Leaning, leanings
from vision.network import Network, Spot, log_odds
from vision.pips import count_pips, layout_scores, rectified, tone_of
from vision.reading import SAFE, Point
from vision.second_look import second_look
from vision.taught import Match
from vision.tiles import WAYS, enlarged, mean_point, ups_measured

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
LARGE_SIZE: Final = 50.0
"""Where nothing larger is seen at the first scale, no dice are too large for it."""
HARDLY: Final = 0.1
"""What is less likely a die than this is no reason to look again."""
MOST_ENLARGED: Final = 2.0
"""A small picture is not enlarged further: it holds no more than it holds."""
SIZES: Final = (12.0, 115.0)
"""Edges of dice, in pixels of the scale at which the network looks, that it was trained on."""
BEST_SIZE: Final = 36.0
AMPLE_SIZE: Final = 32.0
"""Dice with larger edges are no easier to read."""
MOST_OCTAVES: Final = 1.5
"""Dice smaller still are no harder."""

LIKELY: Final = 0.5
"""What is likelier to be a die than this is compared with the others."""
NOTICED: Final = 0.15
"""Spots less likely to be a die than this are not looked at."""
DIE_WEIGHTS: Final = (1.348, 0.291, -0.119, 2.603, -0.031, 0.306, 0.282, -0.046, -1.033, 0.156)
FACE_WEIGHTS: Final = (-1.017, -0.114, 0.267, 1.573, 0.692, 1.076, 0.252, 0.495, -1.089, -0.916)
"""What the evidence of a look weighs, fitted by `vision.training.calibrate`."""
LEAST_SEEN: Final = 0.5
"""A face to which the network gives a smaller chance is not sure, whatever its pips say: it may be a symbol."""
LAYOUT_AGREES: Final = 0.1
"""The pips lie as those of a face do when they fit it better than any other by this."""
MAY_LEAN: Final = ((0.2, 0.06), (0.2, 0.1))
"""From these on a leaning, far and away, is measured in the first and in the second pair of ways."""

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
        leaning: how far its upper side faces elsewhere than those of most dice.
        close_ups: the face at several sizes, that of most dice first, as `rectified` gives it.
        is_refuted: whether a number that seems sure can't be, because of its mark.
        match: the taught face that it resembles, or None.
    """

    spot: Spot
    face_bgr: NDArray[np.uint8]
    counted: int | None
    lead: float
    leaning: Leaning = FLAT
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
        chances: list[float] = self.spot.chances.tolist()
        unknown, *numbers = chances
        known = max(sum(numbers), 1e-6)
        second, first = (chance / known for chance in sorted(numbers)[-2:])
        return (
            1.0,
            log_odds(first),
            log_odds(first - second),
            log_odds(self.spot.chance),
            log_odds(1 - unknown),
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
        return self.leaning.exceeds(LEANING, LEANING_ON)

    @property
    def is_safe(self) -> bool:
        """Whether the face may be taken without asking: it is sure, and the pips agree, and the die lies flat."""
        return self.is_face >= SAFE and self.is_seen and self.pips_agree and not self.leans

    @property
    def is_seen(self) -> bool:
        """Whether the network alone takes the face for its likeliest number rather than for anything else."""
        return float(self.spot.chances[self.face]) >= LEAST_SEEN

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
    if not _is_all_clear(looks, picture, expect):
        others = _other_scales(looks, picture, expect)
        if others:
            seen += [spot for side in others for spot in _seen_at(network, picture, side)]
            looks = _looks(picture, _merged(seen))
        looks = [
            look if _is_clear(look, picture) else _look(picture, second_look(network, picture, look.spot))
            for look in looks
        ]
    return _with_leanings(network, _apart(looks), picture)


def _is_all_clear(looks: Sequence[Look], picture: NDArray[np.uint8], expect: int | None) -> bool:
    """Whether nothing is left in question, and there are dice, as many as expected."""
    dice = sum(look.is_die >= LIKELY for look in looks)
    return dice > 0 and expect in (None, dice) and all(_is_clear(look, picture) for look in looks)


def _is_clear(look: Look, picture: NDArray[np.uint8]) -> bool:
    """Whether a first look is enough: at a die of ample size and beyond question, or at what is hardly one."""
    return look.is_die < HARDLY or (look.is_safe and look.spot.size >= _size_in(picture, CLEAR_SIZE))


def _other_scales(looks: Sequence[Look], picture: NDArray[np.uint8], expect: int | None) -> list[int]:
    """Those at which dice may be seen that are not at the first; of a die too large the pips are seen as dice."""
    sizes = [look.spot.size for look in looks if look.is_die >= HARDLY]
    none_told = not any(look.is_face >= LIKELY for look in looks)
    scales = []
    if len(sizes) < (expect or 1) or float(np.median(sizes)) < _size_in(picture, CLEAR_SIZE):
        scales.append(SMALL_DICE_SCALE)
    if none_told or max(sizes) > _size_in(picture, LARGE_SIZE):
        scales.append(LARGE_DICE_SCALE)
    return scales


def _size_in(picture: NDArray[np.uint8], size: float) -> float:
    """A size at the first scale in pixels of the picture."""
    longer_side: int = max(picture.shape[:2])
    return size * longer_side / FIRST_SCALE


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
    if all(look.is_safe for look in dice):  # in a picture that is doubted anyway one look at each die does
        found = _measured_leanings(network, dice, found, picture)
    told = {id(look): replace(look, leaning=leaning) for look, leaning in zip(dice, found, strict=True)}
    return [told.get(id(look), look) for look in looks]


def _measured_leanings(
    network: Network, dice: Sequence[Look], found: tuple[Leaning, ...], picture: NDArray[np.uint8]
) -> tuple[Leaning, ...]:
    """Measures in one pair of ways after the other, as long as any die may lean."""
    ups: list[list[Point]] = [[] for _ in dice]
    for ways, may_lean in zip(WAYS, MAY_LEAN, strict=True):
        if not any(leaning.exceeds(*may_lean) for leaning in found):
            break
        for look, seen in zip(dice, ups, strict=True):
            seen += ups_measured(network, picture, look.spot, ways)
        means = [mean_point(seen or [look.spot.up_xy]) for look, seen in zip(dice, ups, strict=True)]
        found = _leanings(dice, means, picture)
    return found


def _leanings(dice: Sequence[Look], ups_xy: Sequence[Point], picture: NDArray[np.uint8]) -> tuple[Leaning, ...]:
    spots = [look.spot for look in dice]
    size_wh = (picture.shape[1], picture.shape[0])
    return leanings([spot.centre_xy for spot in spots], ups_xy, [spot.size for spot in spots], size_wh)


def _looks(picture: NDArray[np.uint8], spots: list[Spot]) -> list[Look]:
    """Looks at each spot, in reading order."""
    return [_look(picture, spot) for spot in sorted(spots, key=lambda spot: spot.centre_xy[::-1])]


def _look(picture: NDArray[np.uint8], spot: Spot) -> Look:
    face_bgr = rectified(picture, spot.centre_xy, spot.size, spot.angle)
    look = Look(spot, face_bgr, None, 0.0)
    if replace(look, counted=look.face).is_die < HARDLY:  # no pips would make it a die
        return look
    tone = tone_of(face_bgr)
    look = replace(look, counted=count_pips(tone), lead=_lead(layout_scores(tone), look.face))
    if look.pips_agree or replace(look, counted=look.face).is_face < SAFE:  # the count would make nothing sure
        return look
    return replace(look, counted=_recounted(look, picture))


def _lead(scores: Sequence[float], face: int) -> float:
    """How much better one face fits than any other; nothing where one of more pips fits better still."""
    *numbers, more = scores
    lead = numbers[face - 1] - max(score for number, score in enumerate(numbers, start=1) if number != face)
    return lead if numbers[face - 1] > more else min(lead, 0.0)


def _recounted(look: Look, picture: NDArray[np.uint8]) -> int | None:
    """The count that most sizes of the face give, as the network's may be off; None where none has most."""
    spot = look.spot
    others = (rectified(picture, spot.centre_xy, spot.size * scale, spot.angle) for scale in RECOUNTED_AT)
    counted = [look.counted, *(count_pips(tone_of(other)) for other in others)]
    counts = Counter(count for count in counted if count is not None)
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
