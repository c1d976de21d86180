"""The reader: a picture in, a reading of the dice out.

The network looks at the picture at several scales; where it sees a die, the pips are counted once more by their shape
alone. Both together say how sure the reader is, and what is not sure is a doubt with a name. Faces that a group taught
are known by their marks.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.groups import groups
from vision.marks import may_be_pips
from vision.network import Network, Spot
from vision.pips import count_pips, rectified
from vision.reading import NOTHING, SAFE, Die, Doubt, Face, Point, Reading
from vision.taught import NO_FACES, Match, Matcher, TaughtFaces

if TYPE_CHECKING:
    from numpy.typing import NDArray

FIRST_SCALE: Final = 320
"""Longer side at which the network looks first, in pixels; dice of 13 to 110 pixels are read at each scale."""
OTHER_SCALES: Final = (640, 160)
"""Those at which it looks where the first look leaves a question."""
CLEAR_SIZE: Final = 16.0
"""Dice at least this large at the first scale are read there, if they are read surely."""
LARGEST_SIDE: Final = 1280
"""A larger picture is scaled down to this, in pixels, before anything else."""
MOST_ENLARGED: Final = 2.0
"""A small picture is not enlarged further: it holds no more than it holds."""
LEAST_SIDE: Final = 16
"""Nothing can be read on a picture with a side smaller than this, in pixels."""
SIZES: Final = (12.0, 115.0)
"""Edges of dice, in pixels of the scale at which the network looks, that it was trained on."""
BEST_SIZE: Final = 36.0
AMPLE_SIZE: Final = 32.0
"""Dice with larger edges are no easier to read."""
MOST_OCTAVES: Final = 1.5
"""Dice smaller still are no harder."""

NOTICED: Final = 0.15
"""Spots less likely to be a die than this are not looked at."""
DIE_WEIGHTS: Final = (-1.207, 0.647, -0.197, 3.578, 0.047, 0.63, -0.572, -0.4, -1.118)
FACE_WEIGHTS: Final = (-2.892, -0.197, 0.69, 3.469, 0.528, 1.389, -1.311, 0.105, -1.151)
"""What the evidence of a look weighs, fitted by `vision.training.calibrate`."""
IS_DIE: Final = 0.5
MAY_BE_DIE: Final = 0.2
"""What is likelier than the first is a die; what is only likelier than the second is a doubt about the count."""
IS_ODD_DIE: Final = 0.97
"""What is much larger or smaller than the other dice has to be likelier than this to count as one."""
MOST_UNLIKE: Final = 1.9
"""How many times as large as usual a die may be before it is an odd one."""
CAN_TELL: Final = 0.1
"""A face less sure than this is none."""
CLOSE_UPS: Final = (1.0, 0.8, 1.25)
"""Sizes at which a mark is looked at, in edges of the picture's usual die: the network measures symbols less well."""

RECOUNTED_AT: Final = (0.85, 0.72, 1.18)
"""Sizes at which pips are counted again, in edges as measured."""

REFUTED: Final = 0.5
"""A number is no surer than this where the mark of the face speaks against it."""

DARK: Final = 35
"""Median grey level of a die's face, or of a whole picture without dice, that leaves too little to see, of 255."""
FEATURELESS: Final = (10, 250)
"""Mean grey levels beyond which a picture shows nothing at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One spot with all that is known of it before judging.

    Attributes:
        spot: what the network says.
        face_bgr: the face as `vision.pips.rectified` gives it.
        counted: the face by the count of its pips, or None.
        close_ups: the face at several sizes, that of most dice first, as `rectified` gives it.
        is_refuted: whether a number that seems sure can't be, because of its mark.
        match: the taught face that it resembles, or None.
    """

    spot: Spot
    face_bgr: NDArray[np.uint8]
    counted: int | None
    close_ups: tuple[NDArray[np.uint8], ...] = ()
    is_refuted: bool = False
    match: Match | None = None

    @property
    def face(self) -> int:
        """The likeliest face, 0 for unknown."""
        return int(self.spot.chances.argmax())

    @property
    def evidence(self) -> tuple[float, ...]:
        """What FACE_WEIGHTS and DIE_WEIGHTS weigh.

        One; the log odds of the likeliest face, of its lead over the second, of a die, and of a face that is known at
        all; whether the pips say the same; whether they say another face; how many octaves the die is smaller than
        AMPLE_SIZE; whether it shows a 1, as much that is no die seems to.
        """
        second, first = (float(chance) for chance in np.sort(self.spot.chances)[-2:])
        return (
            1.0,
            _log_odds(first),
            _log_odds(first - second),
            _log_odds(self.spot.chance),
            _log_odds(1 - float(self.spot.chances[0])),
            float(self.counted == self.face),
            float(self.counted not in (None, self.face)),
            min(max(0.0, math.log2(AMPLE_SIZE / self.spot.size)), MOST_OCTAVES),
            float(self.face == 1),
        )

    @property
    def is_safe(self) -> bool:
        """Whether the face may be taken without asking: it is sure, and the count of the pips agrees."""
        return self.is_face >= SAFE and self.counted == self.face

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


class Reader:
    """Reads dice. Deterministic; one picture leaves nothing behind for the next. For one thread at a time."""

    def __init__(self, network: Network, taught: TaughtFaces = NO_FACES) -> None:
        self._network = network
        self._matcher = Matcher(taught)

    def read(self, image_bgr: NDArray[np.uint8], expect: int | None = None) -> Reading:
        """Reads one picture.

        Args:
            image_bgr: uint8 (H, W, 3), blue-green-red, of any size.
            expect: how many dice there should be; any other number is a doubt.

        Returns:
            The reading, in pixels of the picture given. What can't be read is a doubt, never an error.
        """
        height, width = image_bgr.shape[:2]
        if min(height, width) < LEAST_SIDE:
            return _doubtful_nothing(Doubt.BLURRED)
        looks = [look for look in self.looks(image_bgr) if look.is_die >= MAY_BE_DIE]
        if not looks:
            return _nothing(image_bgr, expect)
        return _judged(looks, expect)

    def looks(self, image_bgr: NDArray[np.uint8]) -> list[Look]:
        """Everything that might be a die, with all that is known of it, in reading order."""
        scale = min(1.0, LARGEST_SIDE / max(image_bgr.shape[:2]))
        picture = image_bgr if scale == 1 else _scaled(image_bgr, scale)
        seen = self._seen_at(picture, FIRST_SCALE)
        looks = _looks(picture, _merged(seen))
        if not looks or not all(_is_clear(look, picture) for look in looks):
            for side in OTHER_SCALES:
                seen += self._seen_at(picture, side)
            looks = _looks(picture, _merged(seen))
        usual = _usual_size(looks)
        looks = [self._closer(look, picture, usual) for look in looks]
        return [replace(look, spot=_enlarged(look.spot, 1 / scale)) for look in looks]

    def _closer(self, look: Look, picture: NDArray[np.uint8], usual: float) -> Look:
        """Looks at the mark of a face."""
        spot = look.spot
        sizes = [usual * scale for scale in CLOSE_UPS] + ([] if _is_alike(look, usual) else [spot.size])
        close_ups = tuple(rectified(picture, spot.centre_xy, size, spot.angle) for size in sizes)
        match = self._matcher.match(close_ups[:1])
        is_sure = match is not None and match.confidence >= SAFE
        if not is_sure and not look.is_safe and look.is_die >= MAY_BE_DIE:
            match = self._matcher.match(close_ups[1:]) or match
        if match is not None and match.confidence >= SAFE and not _is_alike(look, usual):  # the network misjudged it
            spot = replace(spot, size=usual)
        return replace(look, spot=spot, close_ups=close_ups, is_refuted=_is_refuted(look, close_ups), match=match)

    def _seen_at(self, picture: NDArray[np.uint8], side: int) -> list[tuple[float, Spot]]:
        """What the network sees at one scale, each spot with how many octaves its size is from the best one."""
        scale = min(side / max(picture.shape[:2]), MOST_ENLARGED)
        return [
            (abs(math.log2(spot.size / BEST_SIZE)), _enlarged(spot, 1 / scale))
            for spot in self._network.spots(_scaled(picture, scale), NOTICED)
            if SIZES[0] <= spot.size <= SIZES[1]
        ]


def load_reader(taught: TaughtFaces = NO_FACES) -> Reader:
    """Makes a reader with the weights that come with the package."""
    return Reader(Network(), taught)


def _usual_size(looks: list[Look]) -> float:
    """The edge of most dice of a picture, in pixels."""
    sizes = [look.spot.size for look in looks if look.is_die >= IS_DIE] or [look.spot.size for look in looks]
    return float(np.median(sizes or [1.0]))


def _is_refuted(look: Look, close_ups: tuple[NDArray[np.uint8], ...]) -> bool:
    """Whether the mark speaks against a number that would be taken. Any symbol with a spot in it may count as 1."""
    in_question = look.face != 0 and look.is_face >= SAFE and (look.face == 1 or look.counted != look.face)
    return in_question and not may_be_pips(look.face, (look.face_bgr, *close_ups))


def _looks(picture: NDArray[np.uint8], spots: list[Spot]) -> list[Look]:
    """Looks at each spot, in reading order."""
    looks = []
    for spot in sorted(spots, key=lambda spot: spot.centre_xy[::-1]):
        face_bgr = rectified(picture, spot.centre_xy, spot.size, spot.angle)
        look = Look(spot, face_bgr, count_pips(face_bgr))
        looks.append(look if look.counted == look.face else replace(look, counted=_recounted(look, picture)))
    return looks


def _recounted(look: Look, picture: NDArray[np.uint8]) -> int | None:
    """The count that most sizes of the face give, as the network's may be off; None where none has most."""
    spot = look.spot
    others = (rectified(picture, spot.centre_xy, spot.size * scale, spot.angle) for scale in RECOUNTED_AT)
    counts = Counter(count for count in (look.counted, *map(count_pips, others)) if count is not None)
    first, second = (*counts.most_common(2), (None, 0), (None, 0))[:2]
    return first[0] if first[1] > second[1] else None


def _is_clear(look: Look, picture: NDArray[np.uint8]) -> bool:
    """Whether a first look at a die is enough: it is of ample size and beyond question."""
    return look.is_safe and look.spot.size >= CLEAR_SIZE * max(picture.shape[:2]) / FIRST_SCALE


def _scaled(picture: NDArray[np.uint8], scale: float) -> NDArray[np.uint8]:
    """The picture at a scale. Of a large one pixels are left out first, which is faster and no worse."""
    skip = max(1, int(0.5 / scale))
    rough = picture[::skip, ::skip]
    size_wh = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    flags = cv2.INTER_AREA if size_wh[0] < rough.shape[1] else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(rough, size_wh, interpolation=flags), dtype=np.uint8)


def _enlarged(spot: Spot, scale: float) -> Spot:
    x, y = spot.centre_xy
    centre = ((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5)
    return Spot(centre, spot.size * scale, spot.angle, spot.chance, spot.chances)


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
        chances = np.einsum("i,ij->j", weights, np.array([spot.chances for _, spot in same])) / weights.sum()
        chance = max(spot.chance for _, spot in same)
        merged.append(Spot(best.centre_xy, best.size, best.angle, chance, chances.astype(np.float32)))
    return merged


def _distance(spot: Spot, other: Spot) -> float:
    return float(np.hypot(spot.centre_xy[0] - other.centre_xy[0], spot.centre_xy[1] - other.centre_xy[1]))


def _nothing(image_bgr: NDArray[np.uint8], expect: int | None) -> Reading:
    """The reading of a picture on which no die is seen."""
    level = sum(cv2.mean(image_bgr)[:3]) / 3
    if level < FEATURELESS[0]:
        return _doubtful_nothing(Doubt.DARK)
    if level > FEATURELESS[1]:
        return _doubtful_nothing(Doubt.GLARE)
    return NOTHING if expect in (None, 0) else _doubtful_nothing(Doubt.COUNT)


def _doubtful_nothing(doubt: Doubt) -> Reading:
    return Reading(dice=(), confidence=0.0, accepted=False, doubts=(doubt,), groups=())


def _judged(seen: list[Look], expect: int | None) -> Reading:
    usual = _usual_size(seen)
    looks = [look for look in seen if look.is_die >= (IS_DIE if _is_alike(look, usual) else IS_ODD_DIE)]
    unsure = [look for look in seen if all(look is not other for other in looks)]
    dice = tuple(_die(look) for look in looks)
    doubts = {
        doubt for look, die in zip(looks, dice, strict=True) if not _is_safe(look, die) for doubt in _why(look, looks)
    }
    if not all(_is_alike(look, usual) for look in looks):
        doubts.add(Doubt.COUNT)
    if unsure or expect not in (None, len(dice)):
        doubts.add(Doubt.COUNT)
    if any(die.face is None for die in dice):
        doubts.add(Doubt.UNKNOWN_FACE)
    confidence = math.prod(die.confidence for die in dice) * math.prod(1 - look.is_die for look in unsure)
    sizes = [look.spot.size for look in looks]
    return Reading(
        dice=dice,
        confidence=0.0 if expect not in (None, len(dice)) else confidence,
        accepted=not doubts,
        doubts=tuple(doubt for doubt in Doubt if doubt in doubts),
        groups=groups([die.centre_xy for die in dice], sizes),
    )


def _is_safe(look: Look, die: Die) -> bool:
    """Whether a die may be taken without asking."""
    return die.confidence >= SAFE and (look.is_safe or isinstance(die.face, str))


def _is_alike(look: Look, usual_size: float) -> bool:
    """Whether a die is about as large as the others of the picture: mostly what is not is none."""
    return 1 / MOST_UNLIKE < look.spot.size / usual_size < MOST_UNLIKE


def _die(look: Look) -> Die:
    """Names the face and says how sure that is."""
    face, second, chance = _number(look) if look.match is None else _named(look, look.match)
    return Die(face, second, chance, look.spot.centre_xy, _corners(look.spot))


def _number(look: Look) -> tuple[Face | None, Face | None, float]:
    """The face as pips, the next likely one, and the chance of the first."""
    first, second = (int(index) or None for index in np.argsort(look.spot.chances)[:-3:-1])
    if first is None or look.is_face < CAN_TELL:
        return None, first or second, 0.0
    return first, second, min(look.is_face, REFUTED) if look.is_refuted else look.is_face


def _named(look: Look, match: Match) -> tuple[Face | None, Face | None, float]:
    """The face where it resembles a taught one: the name, unless that is unsure or the pips of a number are counted."""
    number, second, chance = _number(look)
    if match.confidence < SAFE and look.is_safe and not look.is_refuted:
        return number, second, chance
    if match.confidence < SAFE:
        return number, match.name, min(chance, 1 - match.confidence)
    if number is None or look.counted != number or chance < SAFE:
        return match.name, number or second, match.confidence
    return match.name, number, 1 - chance


def _why(look: Look, looks: list[Look]) -> set[Doubt]:
    """What may be the reason that a die is not read surely."""
    grey = np.asarray(cv2.cvtColor(look.face_bgr, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    reasons = set()
    if any(other is not look and _distance(other.spot, look.spot) < 1.3 * look.spot.size for other in looks):
        reasons.add(Doubt.TOUCHING)
    if float(np.median(grey)) < DARK:
        reasons.add(Doubt.DARK)
    if _is_blurred(grey):
        reasons.add(Doubt.BLURRED)
    if look.match is not None or look.is_refuted:
        reasons.add(Doubt.UNKNOWN_FACE)
    return reasons or {Doubt.UNKNOWN_FACE}


def _is_blurred(grey: NDArray[np.uint8]) -> bool:
    """Whether a face holds nothing sharp for the tones it spans."""
    low, high = np.percentile(grey, (3, 97))
    steepest = float(np.percentile(np.abs(cv2.Sobel(grey, cv2.CV_32F, 1, 0)) / 8, 97))
    return steepest < 0.04 * max(float(high - low), 10.0)


def _corners(spot: Spot) -> tuple[Point, Point, Point, Point]:
    """The corners of the face's square, clockwise as seen."""
    x, y = spot.centre_xy
    along, across = np.cos(spot.angle) * spot.size / 2, np.sin(spot.angle) * spot.size / 2
    steps = ((-along + across, -across - along), (along + across, across - along))
    (ax, ay), (bx, by) = ((float(dx), float(dy)) for dx, dy in steps)
    return ((x + ax, y + ay), (x + bx, y + by), (x - ax, y - ay), (x - bx, y - by))
