"""What was seen on the tray: frozen values without a picture in them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

Face = int | str
"""A face of a die: 1..6, or the name of a taught face such as "goat"."""

Point = tuple[float, float]
"""x, y in pixels of the picture as it was given."""


SAFE: Final = 0.95
"""A die is taken without asking when it is surer than this."""


class Doubt(Enum):
    """Why a reading is not to be trusted without asking."""

    COUNT = "count"
    COCKED = "cocked"
    TOUCHING = "touching"
    GLARE = "glare"
    DARK = "dark"
    BLURRED = "blurred"
    UNKNOWN_FACE = "unknown-face"
    BLOCKED = "blocked"
    OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class Die:
    """One die as seen.

    Attributes:
        face: the face on top; None when it can't be told.
        second: the next most likely face; None when there is none worth naming.
        confidence: chance that `face` is right, 0..1.
        centre_xy: middle of the top face, in pixels.
        corners_xy: the four corners of the top face, in pixels, in order around it.
        doubts: what speaks against this die, in the order of `Doubt`, each at most once; () for one that may be taken
            without asking.
    """

    face: Face | None
    second: Face | None
    confidence: float
    centre_xy: Point
    corners_xy: tuple[Point, Point, Point, Point]
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything read from one picture, or from several pictures of dice at rest.

    Attributes:
        dice: in reading order: top to bottom, then left to right.
        confidence: chance that `faces` as a whole is right, 0..1.
        accepted: whether the table would take it without asking.
        doubts: what speaks against it, each at most once: all that speaks against a die of it, and what concerns no
            single die.
        groups: dice lying together, as indexes into `dice`; every die is in exactly one group.
    """

    dice: tuple[Die, ...]
    confidence: float
    accepted: bool
    doubts: tuple[Doubt, ...]
    groups: tuple[tuple[int, ...], ...]

    @property
    def faces(self) -> tuple[Face, ...]:
        """The faces that could be told, sorted; named faces first."""
        return sorted_faces(die.face for die in self.dice if die.face is not None)


NOTHING: Final = Reading(dice=(), confidence=1.0, accepted=True, doubts=(), groups=())
"""The reading of an empty tray."""


def sorted_faces(faces: Any) -> tuple[Face, ...]:
    """Sorts faces, named ones first."""
    return tuple(sorted(faces, key=lambda face: (isinstance(face, int), face)))


def reading_json(reading: Reading) -> dict[str, Any]:
    """Writes a reading as the JSON that other programs rely on."""
    return {
        "faces": list(reading.faces),
        "dice": [
            {
                "face": die.face,
                "second": die.second,
                "confidence": round(die.confidence, 4),
                "centre": [round(value, 1) for value in die.centre_xy],
                "corners": [[round(value, 1) for value in corner] for corner in die.corners_xy],
                "doubts": [doubt.value for doubt in die.doubts],
            }
            for die in reading.dice
        ],
        "confidence": round(reading.confidence, 4),
        "accepted": reading.accepted,
        "doubts": [doubt.value for doubt in reading.doubts],
        "groups": [list(group) for group in reading.groups],
    }
