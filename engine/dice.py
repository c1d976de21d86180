"""The dice as the table shows them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.fields import items, shown

if TYPE_CHECKING:
    from engine.rules import RuleSet

Face = int
"""A face of a die, 1..6, or `GOAT`; of a die that took another value by a card, that value."""

GOAT: Face = 0
"""The goat symbol, which may always be used as a 1 (S1)."""

_GOAT_TEXT = "goat"


@dataclass(frozen=True, slots=True)
class Roll:
    """What was rolled.

    Attributes:
        faces: one for each die, sorted.
    """

    faces: tuple[Face, ...]


def parse_roll(value: object, rules: RuleSet) -> Roll:
    """Reads a list of faces, in any order.

    Raises:
        EngineError: naming `dice`, when there are too many, too few, or one shows no face of these rules.
    """
    found = items(value, "dice", "faces")
    if len(found) != rules.dice:
        raise EngineError(f"dice: expected {rules.dice} dice, found {len(found)}")
    faces = []
    for index, face in enumerate(found):
        faces.append(parse_face(face, f"dice.{index}", rules.faces))
    return Roll(tuple(sorted(faces)))


def parse_face(value: object, field: str, faces: tuple[Face, ...]) -> Face:
    """Reads a face as `face_json` writes it.

    Raises:
        EngineError: naming `field`, when it is none of these faces.
    """
    if value == _GOAT_TEXT and GOAT in faces:
        return GOAT
    if type(value) is int and value != GOAT and value in faces:
        return value
    raise EngineError(f"{field}: expected a face from {_faces_text(faces)}, found {shown(value)}")


def face_json(face: Face) -> int | str:
    """Writes a face: a number, or the word goat."""
    return _GOAT_TEXT if face == GOAT else face


@cache
def worth(dice: tuple[Face, ...]) -> int:
    """Adds dice up, a goat as a 1 (S1)."""
    return sum(face or 1 for face in dice)


def _faces_text(faces: tuple[Face, ...]) -> str:
    numbers = [face for face in faces if face != GOAT]
    goat = f"{_GOAT_TEXT}, " if GOAT in faces else ""
    return f"{goat}{numbers[0]} to {numbers[-1]}"
