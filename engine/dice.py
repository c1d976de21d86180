"""The dice as the table shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.fields import items, shown

if TYPE_CHECKING:
    from engine.rules import RuleSet

Face = int
"""A face of a die, 1..6."""


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
        if type(face) is not int or face not in rules.faces:
            expected = f"{rules.faces[0]} to {rules.faces[-1]}"
            raise EngineError(f"dice.{index}: expected a face from {expected}, found {shown(face)}")
        faces.append(face)
    return Roll(tuple(sorted(faces)))
