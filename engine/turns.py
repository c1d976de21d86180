"""A turn as the player chose it: dice turned, then steps in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.dice import GOAT, face_json, worth
from engine.errors import EngineError
from engine.fields import flag, items, members, shown, text, whole
from engine.places import Place, parse_place, place_text

_FACE_MIN, _FACE_MAX = 1, 6
_NUMBER_MAX = 99  # of a die that a card gave another value (S2)


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


@dataclass(frozen=True, slots=True)
class Way:
    """What the player to move says where a card leaves a choice.

    Attributes:
        option: which of the effects of a choice, from 0.
        seat: whose goat is moved.
        goat: where it stands before.
        decline: an effect that may be declined is.
    """

    option: int | None = None
    seat: int | None = None
    goat: Place | None = None
    decline: bool = False


NO_CHOICE = Way()


@dataclass(frozen=True, slots=True)
class Ability:
    """A goat face used for the ability of a card (S5).

    Attributes:
        dice: the one goat.
        card: code of the card.
        way: what the ability leaves to choose.
    """

    dice: tuple[int, ...]
    card: str
    way: Way = NO_CHOICE

    @property
    def number(self) -> int:
        """What the dice sum up to."""
        return worth(self.dice)


@dataclass(frozen=True, slots=True)
class Choose:
    """What was said about the effect of a card that waits for it.

    Attributes:
        card: code of the card.
        way: what was chosen.
    """

    card: str
    way: Way

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

CardStep = Ability | Choose
"""What a player can do with a card."""

Step = GroupStep | Redeploy | CardStep
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
        turned=_turned(read["turned"], "turn.turned"),
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
            return {"do": "climb", "dice": list(map(face_json, dice)), "mountain": mountain}
        case Enter(dice, mountain, origin):
            return {"do": "enter", "dice": list(dice), "mountain": mountain, "from": place_text(origin)}
        case Land(dice, space, origin):
            return {"do": "land", "dice": list(dice), "space": space, "from": place_text(origin)}
        case Redeploy(origin, mountain):
            return {"do": "redeploy", "from": place_text(origin), "mountain": mountain}
        case Ability(dice, card, way):
            return {"do": "ability", "dice": list(map(face_json, dice)), "card": card} | _way_json(way)
        case Choose(card, way):
            return {"do": "choose", "card": card} | _way_json(way)


def dice_text(dice: tuple[int, ...]) -> str:
    """Writes dice for a message."""
    return " ".join(str(face_json(die)) for die in dice)


def _way_json(way: Way) -> dict[str, Any]:
    """Writes what was said, and no more."""
    goat = None if way.goat is None else place_text(way.goat)
    written = {"option": way.option, "seat": way.seat, "goat": goat, "decline": way.decline or None}
    return {name: value for name, value in written.items() if value is not None}


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


def _parse_ability(step: dict[str, object], field: str) -> Ability:
    read = members(step, field, ("do", "dice", "card"), _WAY)
    return Ability(_group(read, field), _code(read, field), _parse_way(read, field))


def _parse_choose(step: dict[str, object], field: str) -> Choose:
    read = members(step, field, ("do", "card"), _WAY)
    return Choose(_code(read, field), _parse_way(read, field))


_WAY = ("option", "seat", "goat", "decline")


def _parse_way(read: dict[str, object], field: str) -> Way:
    return Way(
        option=whole(read["option"], f"{field}.option", 0) if "option" in read else None,
        seat=whole(read["seat"], f"{field}.seat", 0) if "seat" in read else None,
        goat=parse_place(read["goat"], f"{field}.goat") if "goat" in read else None,
        decline=flag(read.get("decline", False), f"{field}.decline"),
    )


def _code(read: dict[str, object], field: str) -> str:
    return text(read["card"], f"{field}.card").strip().upper()


_PARSERS: dict[str, Callable[[dict[str, object], str], Step]] = {
    "climb": _parse_climb,
    "enter": _parse_enter,
    "land": _parse_land,
    "redeploy": _parse_redeploy,
    "ability": _parse_ability,
    "choose": _parse_choose,
}


def _group(step: dict[str, object], field: str) -> tuple[int, ...]:
    faces = items(step["dice"], f"{field}.dice", "faces")
    dice = tuple(sorted(_die(face, f"{field}.dice.{index}") for index, face in enumerate(faces)))
    if not dice:
        raise EngineError(f"{field}.dice: a group has at least one die, found none")
    return dice


def _number(step: dict[str, object], name: str, field: str) -> int:
    return whole(step[name], f"{field}.{name}", 1)


def _origin(step: dict[str, object], field: str) -> Place:
    return parse_place(step["from"], f"{field}.from")


def _die(value: object, field: str) -> int:
    """A face or, of a die that a card gave another value, that value; what the roll lacks is refused later."""
    return GOAT if value == face_json(GOAT) else whole(value, field, 1, _NUMBER_MAX)


def _turned(value: object, field: str) -> tuple[int, ...]:
    faces = items(value, field, "faces")
    return tuple(sorted(whole(face, f"{field}.{index}", _FACE_MIN, _FACE_MAX) for index, face in enumerate(faces)))
