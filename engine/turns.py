"""A turn as the player chose it: dice turned, then steps in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError
from engine.fields import items, members, shown, whole

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


Step = Climb
"""What a player can do with a group; the expansions add further kinds."""


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


def _parse_climb(step: dict[str, object], field: str) -> Climb:
    read = members(step, field, ("do", "dice", "mountain"))
    dice = _faces(read["dice"], f"{field}.dice")
    if not dice:
        raise EngineError(f"{field}.dice: a group has at least one die, found none")
    return Climb(dice, whole(read["mountain"], f"{field}.mountain", 1))


def _climb_json(step: Climb) -> dict[str, Any]:
    return {"do": "climb", "dice": list(step.dice), "mountain": step.mountain}


_PARSERS: dict[str, Callable[[dict[str, object], str], Step]] = {"climb": _parse_climb}
_WRITERS: dict[type[Step], Callable[[Any], dict[str, Any]]] = {Climb: _climb_json}


def parse_turn(value: object) -> Turn:
    """Reads a turn in the contract's shape; whether it fits a roll and a position is for `engine.play` to say.

    Raises:
        EngineError: naming the field under `turn` that is wrong.
    """
    read = members(value, "turn", ("turned", "steps"))
    steps = items(read["steps"], "turn.steps", "steps")
    return Turn(
        turned=_faces(read["turned"], "turn.turned"),
        steps=tuple(_parse_step(step, f"turn.steps.{index}") for index, step in enumerate(steps)),
    )


def turn_json(turn: Turn) -> dict[str, Any]:
    """Writes a turn as `parse_turn` reads it."""
    return {"turned": list(turn.turned), "steps": [_WRITERS[type(step)](step) for step in turn.steps]}


def _parse_step(value: object, field: str) -> Step:
    if not isinstance(value, dict):
        raise EngineError(f"{field}: expected an object with do, found {shown(value)}")
    do = value.get("do")
    parser = _PARSERS.get(do) if isinstance(do, str) else None
    if parser is None:
        raise EngineError(f"{field}.do: expected one of {', '.join(_PARSERS)}, found {shown(do)}")
    return parser(value, field)


def _faces(value: object, field: str) -> tuple[int, ...]:
    faces = items(value, field, "faces")
    return tuple(sorted(whole(face, f"{field}.{index}", _FACE_MIN, _FACE_MAX) for index, face in enumerate(faces)))
