"""The reader: a picture in, a reading of the dice out.

What the network and the pips say of each die is judged here: what is sure is taken, and what is not is a doubt with a
name. Faces that a group taught are known by their marks.
"""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from vision.groups import groups
from vision.looks import Look as Look
from vision.looks import looks_at, scaled
from vision.marks import may_be_pips
from vision.network import Network, Spot
from vision.pips import FACE_PX, rectified
from vision.reading import NOTHING, SAFE, Die, Doubt, Face, Point, Reading
from vision.taught import NO_FACES, Match, Matcher, TaughtFaces
from vision.tiles import enlarged

if TYPE_CHECKING:
    from numpy.typing import NDArray

LARGEST_SIDE: Final = 1280
"""A larger picture is scaled down to this, in pixels, before anything else."""
LEAST_SIDE: Final = 16
"""Nothing can be read on a picture with a side smaller than this, in pixels."""
IS_DIE: Final = 0.5
MAY_BE_DIE: Final = 0.2
"""What is likelier than the first is a die; what is only likelier than the second is a doubt about the count."""
IS_BLANK_DIE: Final = 0.75
"""What shows no number has to be likelier than this to count as one."""
IS_ODD_DIE: Final = 0.97
"""What is much larger or smaller than the other dice has to be likelier than this to count as one."""
MOST_UNLIKE: Final = 1.9
"""How many times as large as usual a die may be before it is an odd one."""
CAN_TELL: Final = 0.1
LIKELIER_THAN_NOT: Final = 0.5
"""A face less sure than the first is none; than the second, where the network takes it for no number."""
CLOSE_UPS: Final = (1.0, 0.8, 1.25)
"""Sizes at which a mark is looked at, in edges of the picture's usual die: the network measures symbols less well."""

REFUTED: Final = 0.5
UNCONFIRMED: Final = 0.94
"""A number is no surer than the first where the mark of the face speaks against it, than the second where the pips
do not speak for it."""

DARK: Final = 35
"""Median grey level of a die's face, or of a whole picture without dice, that leaves too little to see, of 255."""
BURNT: Final = 250
"""Grey level from which a place is too bright to show anything."""
GLARE_SHARE: Final = 0.06
"""A lamp's reflection covers at least this share of a face in one piece: more than a pip does."""
FEATURELESS: Final = (10, 250)
"""Mean grey levels beyond which a picture shows nothing at all."""


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
        looks = [look for look in self.looks(image_bgr, expect) if look.is_die >= MAY_BE_DIE]
        if not looks:
            return _nothing(image_bgr, expect)
        return _judged(looks, expect)

    def looks(self, image_bgr: NDArray[np.uint8], expect: int | None = None) -> list[Look]:
        """Everything that might be a die, with all that is known of it, in reading order."""
        scale = min(1.0, LARGEST_SIDE / max(image_bgr.shape[:2]))
        picture = image_bgr if scale == 1 else scaled(image_bgr, scale)
        looks = looks_at(self._network, picture, expect)
        usual = _usual_size(looks)
        looks = [self._closer(look, picture, usual) for look in looks]
        return [replace(look, spot=enlarged(look.spot, 1 / scale)) for look in looks]

    def _closer(self, look: Look, picture: NDArray[np.uint8], usual: float) -> Look:
        """Looks at the mark of a face."""
        spot, in_question = look.spot, _is_in_question(look)
        scales = CLOSE_UPS if in_question or self._matcher.names else CLOSE_UPS[:1]
        sizes = [usual * scale for scale in scales] + ([] if _is_alike(look, usual) else [spot.size])
        close_ups = tuple(rectified(picture, spot.centre_xy, size, spot.angle) for size in sizes)
        match = self._matcher.match(close_ups[:1])
        is_sure = match is not None and match.confidence >= SAFE
        if not is_sure and not look.is_safe and look.is_die >= MAY_BE_DIE:
            match = self._matcher.match(close_ups[1:]) or match
        if match is not None and match.confidence >= SAFE and not _is_alike(look, usual):  # the network misjudged it
            spot = replace(spot, size=usual)
        is_refuted = in_question and not may_be_pips(look.face, (look.face_bgr, *close_ups))
        return replace(look, spot=spot, close_ups=close_ups, is_refuted=is_refuted, match=match)


def load_reader(taught: TaughtFaces = NO_FACES) -> Reader:
    """Makes a reader with the weights that come with the package."""
    return Reader(Network(), taught)


def _usual_size(looks: list[Look]) -> float:
    """The edge of most dice of a picture, in pixels."""
    sizes = [look.spot.size for look in looks if look.is_die >= IS_DIE] or [look.spot.size for look in looks]
    return float(np.median(sizes or [1.0]))


def _is_in_question(look: Look) -> bool:
    """Whether the mark may speak against a number that would be taken. Any symbol with a spot in it may count as 1."""
    return look.is_face >= SAFE and (look.face == 1 or not look.pips_agree)


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
    looks = [look for look in seen if look.is_die >= _enough(look, usual)]
    unsure = [look for look in seen if all(look is not other for other in looks)]
    dice = tuple(_doubted(_die(look), look, looks, usual) for look in looks)
    doubts = {doubt for die in dice for doubt in die.doubts}
    if unsure or expect not in (None, len(dice)):
        doubts.add(Doubt.COUNT)
    confidence = math.prod(die.confidence for die in dice) * math.prod(1 - look.is_die for look in unsure)
    sizes = [look.spot.size for look in looks]
    return Reading(
        dice=dice,
        confidence=0.0 if expect not in (None, len(dice)) else confidence,
        accepted=not doubts,
        doubts=_in_order(doubts),
        groups=groups([die.centre_xy for die in dice], sizes),
    )


def _doubted(die: Die, look: Look, looks: list[Look], usual: float) -> Die:
    """The die with what speaks against it."""
    doubts = set() if _is_safe(look, die) else _why(look, looks)
    if not _is_alike(look, usual):
        doubts.add(Doubt.COUNT)
    if die.face is None:
        doubts.add(Doubt.UNKNOWN_FACE)
    return replace(die, doubts=_in_order(doubts))


def _in_order(doubts: set[Doubt]) -> tuple[Doubt, ...]:
    return tuple(doubt for doubt in Doubt if doubt in doubts)


def _enough(look: Look, usual: float) -> float:
    """How likely something must be to count as a die."""
    if not _is_alike(look, usual):
        return IS_ODD_DIE
    return IS_BLANK_DIE if look.seems_unknown else IS_DIE


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
    first, second = (int(index) + 1 for index in np.argsort(look.spot.chances[1:])[:-3:-1])
    if look.is_face < (LIKELIER_THAN_NOT if look.seems_unknown else CAN_TELL):
        return None, first, 0.0
    most = REFUTED if look.is_refuted else 1.0 if look.pips_agree and look.is_seen else UNCONFIRMED
    return first, second, min(look.is_face, most)


def _named(look: Look, match: Match) -> tuple[Face | None, Face | None, float]:
    """The face where it resembles a taught one: the name, unless that is unsure or the pips of a number are counted."""
    number, second, chance = _number(look)
    if match.confidence < SAFE and look.is_safe and not look.is_refuted:
        return number, second, chance
    if match.confidence < SAFE:
        return number, match.name, min(chance, 1 - match.confidence)
    if number is None or look.counted != number or look.lead < 0 or chance < SAFE:
        return match.name, number or second, match.confidence
    return match.name, number, 1 - chance


def _why(look: Look, looks: list[Look]) -> set[Doubt]:
    """What may be the reason that a die is not read surely."""
    grey = np.asarray(cv2.cvtColor(look.face_bgr, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    reasons = set()
    if look.leans:
        reasons.add(Doubt.COCKED)
    if any(
        other is not look and math.dist(other.spot.centre_xy, look.spot.centre_xy) < 1.3 * look.spot.size
        for other in looks
    ):
        reasons.add(Doubt.TOUCHING)
    if float(np.median(grey)) < DARK:
        reasons.add(Doubt.DARK)
    if _has_glare(grey):
        reasons.add(Doubt.GLARE)
    if _is_blurred(grey):
        reasons.add(Doubt.BLURRED)
    if look.match is not None or look.is_refuted:
        reasons.add(Doubt.UNKNOWN_FACE)
    return reasons or {Doubt.UNKNOWN_FACE}


def _has_glare(grey: NDArray[np.uint8]) -> bool:
    """Whether a large part of a face is too bright to show anything."""
    _, _, stats, _ = cv2.connectedComponentsWithStats((grey >= BURNT).astype(np.uint8), connectivity=4)
    return len(stats) > 1 and int(stats[1:, cv2.CC_STAT_AREA].max()) >= GLARE_SHARE * FACE_PX**2


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
