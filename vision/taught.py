"""Faces that a group teaches: a symbol, a numeral, an odd layout of pips, known again from a few examples.

Faces are compared by their marks (`vision.marks`). The six faces of an ordinary die are compared as well, so that pips
are never called by a taught name.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from vision.marks import MARK_PX, Mark, mark_of, views_of, views_of_pips

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Crop = NDArray[np.uint8]

MOST_EXAMPLES: Final = 12
"""More than these of one face tell nothing new; the oldest are left out."""
SCHEMA: Final = 1
NAME: Final = re.compile(r"(?![1-6]$)(?:[^\W_]|-){1,20}")
NAME_HINT: Final = "1 to 20 letters, digits or hyphens, and not 1 to 6"

_SCORE_MIDDLE, _SCORE_STEEPNESS = 0.875, 60.0
"""The correlation at which a face is as likely the taught one as another, and how fast that changes.

On drawn faces the same symbol reaches 0.95 nearly always, another one rarely 0.87.
"""
_MARGIN_STEEPNESS = 100.0
SAME: Final = 0.86
"""Correlation from which two faces shown together are taken for the same one."""
LIKELY: Final = 0.5
"""What is less likely is no match."""
PIPS: Final = 0.93
"""Correlation from which a face can't be taught, because an ordinary die has it."""


class TaughtError(Exception):
    """Faces that can't be taught or read back; the text names the field and what is expected."""


@dataclass(frozen=True, slots=True)
class TaughtFace:
    """A face with a name and its examples, the oldest first."""

    name: str
    examples: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class TaughtFaces:
    """All faces that a group taught, sorted by name."""

    faces: tuple[TaughtFace, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The names, sorted."""
        return tuple(face.name for face in self.faces)


NO_FACES: Final = TaughtFaces()


@dataclass(frozen=True, slots=True)
class Match:
    """The taught face that a face resembles most, and the chance that it is that one, 0..1."""

    name: str
    confidence: float


# Teaching


def learn(taught: TaughtFaces, name: str, crops: Iterable[Crop]) -> TaughtFaces:
    """Adds examples of a face.

    Args:
        taught: what is known so far.
        name: of the face; a new one or one with examples.
        crops: uint8 (SIDE_PX, SIDE_PX, 3), blue-green-red, each as `vision.pips.rectified` gives it.

    Returns:
        The faces with the examples added, at most MOST_EXAMPLES, the newest, of each.

    Raises:
        TaughtError: the name is none, or a crop shows a blank face.
    """
    check_name(name)
    shown = [mark_of(crop) for crop in crops]
    added = tuple(example for example in shown if example is not None)
    if len(added) < len(shown):
        raise TaughtError(f"{name}: the face shown is blank; show a sharp picture in even light")
    known = next((face.examples for face in taught.faces if face.name == name), ())
    return _with_face(taught, TaughtFace(name, (*known, *added)[-MOST_EXAMPLES:]))


def forget(taught: TaughtFaces, name: str) -> TaughtFaces:
    """Leaves a face out; raises TaughtError when there is none of that name."""
    if name not in taught.names:
        raise TaughtError(f"{name}: no such face; taught are {', '.join(taught.names) or 'none'}")
    return TaughtFaces(tuple(face for face in taught.faces if face.name != name))


def _with_face(taught: TaughtFaces, new: TaughtFace) -> TaughtFaces:
    others = [face for face in taught.faces if face.name != new.name]
    return TaughtFaces(tuple(sorted((*others, new), key=lambda face: face.name)))


def are_same(marks: Sequence[Mark]) -> bool:
    """Whether all of these, at least one, show the face that the first one shows."""
    first = views_of(marks[:1])
    return all(first.score(mark) >= SAME for mark in marks[1:])


def are_pips(mark: Mark) -> bool:
    """Whether an ordinary die has this face as well."""
    return views_of_pips().score(mark) >= PIPS


# Knowing again


class Matcher:
    """Taught faces, ready to be compared with. For one thread at a time."""

    def __init__(self, taught: TaughtFaces) -> None:
        self.names = taught.names
        self._views_of_face = [views_of(face.examples) for face in taught.faces]

    def match(self, crops: Sequence[Crop]) -> Match | None:
        """Says which taught face this is.

        Args:
            crops: the same face cut out at one or several sizes, each uint8 (SIDE_PX, SIDE_PX, 3), blue-green-red, as
                `vision.pips.rectified` gives it. The one that fits best counts.

        Returns:
            The likeliest, or None where none is likely: the face is blank, shows pips, or shows something else.
        """
        marks = [mark for mark in map(mark_of, crops) if mark is not None] if self.names else []
        if not marks:
            return None
        scores = [max(views.score(mark) for mark in marks) for views in self._views_of_face]
        best = max(range(len(scores)), key=scores.__getitem__)
        chance = _chance(_SCORE_STEEPNESS * (scores[best] - _SCORE_MIDDLE))
        if chance < LIKELY:
            return None
        others = [*scores[:best], *scores[best + 1 :], max(views_of_pips().score(mark) for mark in marks)]
        confidence = chance * _chance(_MARGIN_STEEPNESS * (scores[best] - max(others)))
        return Match(self.names[best], confidence) if confidence >= LIKELY else None


def _chance(log_odds: float) -> float:
    return 1 / (1 + math.exp(-log_odds))


# As text


def taught_text(taught: TaughtFaces) -> str:
    """Writes taught faces as JSON; `parse_taught` reads it back."""
    faces = {
        face.name: [
            {"mark": base64.b64encode(example.picture).decode("ascii"), "spread": example.spread}
            for example in face.examples
        ]
        for face in taught.faces
    }
    return json.dumps({"schema": SCHEMA, "faces": faces}, indent=1) + "\n"


def parse_taught(text: str) -> TaughtFaces:
    """Reads taught faces.

    Raises:
        TaughtError: the text is no JSON, of another version, or a field is wrong; one line.
    """
    try:
        whole = json.loads(text)
    except json.JSONDecodeError as error:
        raise TaughtError(f"is no JSON ({error.msg}, line {error.lineno}); teach the faces anew") from None
    if not isinstance(whole, dict) or set(whole) != {"schema", "faces"}:
        raise TaughtError("expected an object with schema and faces; teach the faces anew")
    if whole["schema"] != SCHEMA:
        raise TaughtError(f"schema: expected {SCHEMA}, not {whole['schema']!r}; teach the faces anew")
    if not isinstance(whole["faces"], dict):
        raise TaughtError("faces: expected an object of names")
    taught = NO_FACES
    for name, examples in whole["faces"].items():
        taught = _with_face(taught, TaughtFace(check_name(name), _parse_examples(examples, f"faces.{name}")))
    return taught


def check_name(name: str) -> str:
    """Gives back the name of a face that may be taught; raises TaughtError for any other."""
    if not NAME.fullmatch(name):
        raise TaughtError(f"{name!r} is no name of a face; take {NAME_HINT}")
    return name


def _parse_examples(value: Any, field: str) -> tuple[Mark, ...]:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_EXAMPLES:
        raise TaughtError(f"{field}: expected a list of 1 to {MOST_EXAMPLES} examples")
    return tuple(_parse_example(example, f"{field}.{index}") for index, example in enumerate(value))


def _parse_example(value: Any, field: str) -> Mark:
    if not isinstance(value, dict) or set(value) != {"mark", "spread"}:
        raise TaughtError(f"{field}: expected an object with mark and spread")
    spread = value["spread"]
    if isinstance(spread, bool) or not isinstance(spread, int | float) or not 0 <= spread <= 1:
        raise TaughtError(f"{field}.spread: expected a number from 0 to 1")
    try:
        mark = base64.b64decode(value["mark"], validate=True)
    except (TypeError, ValueError, binascii.Error):
        raise TaughtError(f"{field}.mark: expected base64") from None
    if len(mark) != MARK_PX * MARK_PX:
        raise TaughtError(f"{field}.mark: expected {MARK_PX * MARK_PX} bytes, not {len(mark)}")
    return Mark(mark, float(spread))
