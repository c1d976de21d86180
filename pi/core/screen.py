"""What is to be seen, not where: the value between the appliance and its renderers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Icon(Enum):
    """A sign in the title bar that stays as long as its cause."""

    NO_CAMERA = "no camera"
    NOT_SAVED = "not saved"
    LAST_ROUND = "last round"


@dataclass(frozen=True, slots=True)
class DieSign:
    """A die drawn small.

    Attributes:
        face: 1..6, a named face, or None for one that could not be read.
        turned: True for a 1 that counts as another face now; `face` is that face.
        selected: the one that buttons act on.
    """

    face: int | str | None
    turned: bool = False
    selected: bool = False


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the body.

    Attributes:
        text: what it says, left-aligned.
        right: a short part, right-aligned, never cut before `text` is.
        selected: the row that buttons act on.
    """

    text: str
    right: str = ""
    selected: bool = False


ROWS_ABOVE_HINT = 5
"""So many rows without dice leave room for the hint."""


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything a display shows at one time.

    Attributes:
        title: whose turn or what this is about.
        dice: the dice in question, at most six.
        rows: the body, in order; may be more than fit, then the selected one is kept in view.
        hint: what the buttons do now, one short line; may be empty.
        icons: signs that stay as long as their cause.
    """

    title: str
    dice: tuple[DieSign, ...] = ()
    rows: tuple[Row, ...] = ()
    hint: str = ""
    icons: tuple[Icon, ...] = ()


def cut(text: str, length: int) -> str:
    """A text as long as there is room for."""
    return text if len(text) <= length else text[: length - 1] + "…"
