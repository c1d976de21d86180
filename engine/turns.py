"""A turn as the player chose it: dice turned, then steps in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError
from engine.fields import items, members, shown, whole
from engine.places import Place, parse_place, place_text

_FACE_MIN, _FACE_MAX = 1, 6


@dataclass(frozen=True, slots=True)
class Climb:
    """A group that moves the own goat one step, or takes a token when it holds the top.

    Attributes:
        dice: faces of the group as they lie after turning, sorted.
        mountain: the sum of the group.
    """

    dice: tuple[int, ...]
    mountain: int

    @property
    def number(self) -> int:
        """What the dice sum up to."""
        return self.mountain


@dataclass(frozen=True, slots=True)
class Enter:
    """A group that brings a goat to a mountain where its player has none, and one step up (M4).

    Attributes:
        dice: faces of the group as they lie after turning, sorted.
        mountain: the sum of the group.
        origin: where the goat is taken from.
    """

    dice: tuple[int, ...]
    mountain: int
    origin: Place

    @property
    def number(self) -> int:
        """What the dice sum up to."""
        return self.mountain


@dataclass(frozen=True, slots=True)
class Land:
    """A group that puts a goat on a space of the Big Mountain (M1).

    Attributes:
        dice: faces of the group as they lie after turning, sorted.
        space: the sum of the group.
        origin: where the goat is taken from.
    """

    dice: tuple[int, ...]
    space: int
    origin: Place

    @property
    def number(self) -> int:
        """What the dice sum up to."""
        return self.space


@dataclass(frozen=True, slots=True)
class Redeploy:
    """A goat taken back and put to the foot of a mountain, without dice (V6).

    Attributes:
        origin: where the goat is taken from.
        mountain: one where its player has no goat.
    """

    origin: Place
    mountain: int

    @property
    def dice(self) -> tuple[int, ...]:
        """None."""
        return ()

    @property
    def number(self) -> int:
        """What the dice sum up to."""
        return 0


GroupStep = Climb | Enter | Land
"""What a player can do with a group."""

Step = GroupStep | Redeploy
"""What a player can do in a turn."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a player does with a roll.

    Attributes:
        turned: faces that extra 1s were turned to, sorted.
        steps: in the order played.
    """

    turned: tuple[int, ...] = ()
    steps: tuple[Step, ...] = ()


PASS = Turn()


def parse_turn(value: object) -> Turn:
    """Reads a turn in the contract's shape; whether it fits a roll and a position is for `engine.play` to say.

    Raises:
        EngineError: naming the field under `turn` that is wrong.
    """
    read = members(value, "turn", ("turned", "steps"))
    steps = items(read["steps"], "turn.steps", "steps")
    return Turn(
        turned=_faces(read["turned"], "turn.turned"),
        steps=tuple(parse_step(step, f"turn.steps.{index}") for index, step in enumerate(steps)),
    )


def turn_json(turn: Turn) -> dict[str, Any]:
    """Writes a turn as `parse_turn` reads it."""
    return {"turned": list(turn.turned), "steps": [step_json(step) for step in turn.steps]}


def parse_step(value: object, field: str) -> Step:
    """Reads one step of a turn.

    Raises:
        EngineError: naming the part of `field` that is wrong.
    """
    if not isinstance(value, dict):
        raise EngineError(f"{field}: expected an object with do, found {shown(value)}")
    do = value.get("do")
    parser = _PARSERS.get(do) if isinstance(do, str) else None
    if parser is None:
        raise EngineError(f"{field}.do: expected one of {', '.join(_PARSERS)}, found {shown(do)}")
    return parser(value, field)


def step_json(step: Step) -> dict[str, Any]:
    """Writes one step as `parse_step` reads it."""
    match step:
        case Climb(dice, mountain):
            return {"do": "climb", "dice": list(dice), "mountain": mountain}
        case Enter(dice, mountain, origin):
            return {"do": "enter", "dice": list(dice), "mountain": mountain, "from": place_text(origin)}
        case Land(dice, space, origin):
            return {"do": "land", "dice": list(dice), "space": space, "from": place_text(origin)}
        case Redeploy(origin, mountain):
            return {"do": "redeploy", "from": place_text(origin), "mountain": mountain}


def dice_text(dice: tuple[int, ...]) -> str:
    """Writes dice for a message."""
    return " ".join(map(str, dice))


def _parse_climb(step: dict[str, object], field: str) -> Climb:
    read = members(step, field, ("do", "dice", "mountain"))
    return Climb(_group(read, field), _number(read, "mountain", field))


def _parse_enter(step: dict[str, object], field: str) -> Enter:
    read = members(step, field, ("do", "dice", "mountain", "from"))
    return Enter(_group(read, field), _number(read, "mountain", field), _origin(read, field))


def _parse_land(step: dict[str, object], field: str) -> Land:
    read = members(step, field, ("do", "dice", "space", "from"))
    return Land(_group(read, field), _number(read, "space", field), _origin(read, field))


def _parse_redeploy(step: dict[str, object], field: str) -> Redeploy:
    read = members(step, field, ("do", "from", "mountain"))
    return Redeploy(_origin(read, field), _number(read, "mountain", field))


_PARSERS: dict[str, Callable[[dict[str, object], str], Step]] = {
    "climb": _parse_climb,
    "enter": _parse_enter,
    "land": _parse_land,
    "redeploy": _parse_redeploy,
}


def _group(step: dict[str, object], field: str) -> tuple[int, ...]:
    dice = _faces(step["dice"], f"{field}.dice")
    if not dice:
        raise EngineError(f"{field}.dice: a group has at least one die, found none")
    return dice


def _number(step: dict[str, object], name: str, field: str) -> int:
    return whole(step[name], f"{field}.{name}", 1)


def _origin(step: dict[str, object], field: str) -> Place:
    return parse_place(step["from"], f"{field}.from")


def _faces(value: object, field: str) -> tuple[int, ...]:
    faces = items(value, field, "faces")
    return tuple(sorted(whole(face, f"{field}.{index}", _FACE_MIN, _FACE_MAX) for index, face in enumerate(faces)))
