"""Whether dice at rest were thrown: one rule, from what is seen and what lay there before.

A throw lifts all four dice. So dice that lie among others that never left their places were nudged, tipped, turned or
pushed, and dice that show what was counted, though none lies where it lay, may have been pushed as well as thrown: only
the players know. A tray seen empty leaves no such questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import Enum
from math import dist

from engine.dice import Roll, parse_roll
from engine.errors import EngineError
from engine.play import turnable
from engine.rules import RuleSet
from pi.core.faces import rolled
from pi.core.model import DICE, Model
from vision.reading import SAFE, Die, Face, Reading

SAME_PLACE = 0.4
"""A die lies where it lay when its middle is less than this part of its edge away."""


class Throw(Enum):
    """What the players did to the dice that lie there.

    Attributes:
        THROWN: all of them were thrown and can be read.
        DOUBTFUL: they were thrown, but can't be trusted to be read.
        LYING: they were counted already; some may be gone, nudged or turned.
        PERHAPS: thrown or only moved; the players have to say.
    """

    THROWN = "thrown"
    DOUBTFUL = "doubtful"
    LYING = "lying"
    PERHAPS = "perhaps"


def throw_of(reading: Reading, counted: frozenset[tuple[Face, ...]], lain: Reading | None, rules: RuleSet) -> Throw:
    """Judges dice at rest.

    Args:
        reading: of the dice.
        counted: the faces, sorted, in which the dice counted last may lie there; empty when the tray was empty since.
        lain: where those dice were last seen; None when they were not.
        rules: of the game.
    """
    trusted = trusted_roll(reading, rules) is not None
    if not counted:
        return Throw.THROWN if trusted else Throw.DOUBTFUL
    if lain is not None and any(lies_where_it_lay(die, lain) for die in reading.dice):
        return Throw.LYING
    faces = reading.faces if trusted else _sure_faces(reading)
    if any(_may_be(faces, form, rules) for form in counted):
        return Throw.PERHAPS
    return Throw.THROWN if trusted else Throw.DOUBTFUL


def throw_seen(model: Model) -> Throw | None:
    """Judges the dice that the camera saw last; None when it sees none at rest, or there is no game."""
    if model.reading is None or model.game is None:
        return None
    return throw_of(model.reading, model.counted, model.lain, model.game.position.rules)


def trusted_roll(reading: Reading, rules: RuleSet) -> Roll | None:
    """The roll that a reading shows, when it may be taken without asking."""
    if not reading.accepted or len(reading.dice) != DICE or len(reading.faces) != DICE:
        return None
    try:
        return parse_roll(list(reading.faces), rules)
    except EngineError:
        return None


def lies_where_it_lay(die: Die, lain: Reading) -> bool:
    """Whether a die of that face lay in its place."""
    return any(
        other.face == die.face and dist(die.centre_xy, other.centre_xy) < SAME_PLACE * edge_px(other)
        for other in lain.dice
    )


def edge_px(die: Die) -> float:
    """The edge of a die's top face, in pixels."""
    first, second = die.corners_xy[:2]
    return dist(first, second)


def _may_be(faces: Iterable[Face], form: tuple[Face, ...], rules: RuleSet) -> bool:
    """Whether dice that show at least these faces may be those of a form, some of its 1s turned as the rules allow."""
    new, gone = Counter(faces) - Counter(form), Counter(form) - Counter(faces)
    roll = Roll(tuple(sorted(face for each in form if (face := rolled(each, rules.faces)) is not None)))
    return not new or (set(gone) == {1} and new.total() <= min(gone.total(), turnable(rules, roll)))


def _sure_faces(reading: Reading) -> tuple[Face, ...]:
    return tuple(die.face for die in reading.dice if die.face is not None and die.confidence > SAFE and not die.doubts)
