"""What the effect of a card does: one value for each verb."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Whose = Literal["own", "others", "any"]
To = Literal["them", "mover", "others", "all"]
Rank = Literal["lowest", "highest"]
How = Literal["set", "multiply", "add"]
Instead = Literal["below", "held"]


@dataclass(frozen=True, slots=True)
class Where:
    """Which goats an effect may move; all that is said must be true of a goat.

    Attributes:
        mountains: on one of these; () for any.
        steps: so many steps above the foot; () for any.
        top: on a top, or not; None for either.
        alone: no other goat on its space, or some; None for either.
        rank: of the goats that fit, those fewest or most steps above their foot; None for all.
    """

    mountains: tuple[int, ...] = ()
    steps: tuple[int, ...] = ()
    top: bool | None = None
    alone: bool | None = None
    rank: Rank | None = None


ANYWHERE = Where()


@dataclass(frozen=True, slots=True)
class Number:
    """The die takes a value, above 6 perhaps, that is never split (S2)."""

    number: int


@dataclass(frozen=True, slots=True)
class Move:
    """A goat goes up, or down for a negative number of steps; never beyond the top, never below the foot (S7).

    Attributes:
        whose: goats of the player whom it is about, of the others, or anybody's.
        steps: how many, one after the other; not 0.
        where: which goats.
        every: all that fit, in the order that the player to move likes; else one.
    """

    whose: Whose
    steps: int = 1
    where: Where = ANYWHERE
    every: bool = False


@dataclass(frozen=True, slots=True)
class Take:
    """A token comes from a stack that has one; that is no scoring.

    Attributes:
        mountain: whose stack; None for the watched one.
        to: who takes it.
    """

    mountain: int | None = None
    to: To = "them"


@dataclass(frozen=True, slots=True)
class Score:
    """A mountain is scored, goat or no goat (S8).

    Attributes:
        mountain: which; None for the watched one.
        to: who scores it.
    """

    mountain: int | None = None
    to: To = "them"


@dataclass(frozen=True, slots=True)
class Points:
    """Points, or a loss of points for a negative number."""

    points: int
    to: To = "them"


@dataclass(frozen=True, slots=True)
class NoBump:
    """Nobody falls from a top to the foot: the goat goes one step down, or the top is closed while it is held."""

    instead: Instead


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several, as the player to move says."""

    of: tuple[Verb, ...]


@dataclass(frozen=True, slots=True)
class Worth:
    """At the end each token of the watched mountain is worth something else: set first, then multiplied, then added."""

    how: How
    amount: int


@dataclass(frozen=True, slots=True)
class PerPair:
    """At the end so many points for every two tokens of the watched mountain."""

    points: int


@dataclass(frozen=True, slots=True)
class PerSet:
    """At the end so many points for every set of one token of each of these mountains."""

    of: tuple[int, ...]
    points: int


@dataclass(frozen=True, slots=True)
class Most:
    """At the end so many points for whoever has the most tokens of the watched mountain, and one at least."""

    points: int


@dataclass(frozen=True, slots=True)
class Fewest:
    """At the end so many points for whoever has the fewest tokens of the watched mountain, or none."""

    points: int


@dataclass(frozen=True, slots=True)
class Remind:
    """The players are reminded of something."""

    text: str


@dataclass(frozen=True, slots=True)
class Manual:
    """The players do something by hand and correct the position; the record says so (S17)."""

    text: str


Verb = (
    Number | Move | Take | Score | Points | NoBump | Choice | Worth | PerPair | PerSet | Most | Fewest | Remind | Manual
)
