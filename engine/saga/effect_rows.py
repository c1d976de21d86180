"""Effects of cards as values, and as the rows that players type in."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Literal

from engine.errors import EngineError
from engine.fields import flag, items, members, shown, text, whole
from engine.saga.verbs import Choice, Manual, NoBump, Remind, Verb, Where
from engine.saga.vocabulary import (
    IN_PLAY,
    MOUNTAINS,
    STEPS_MAX,
    TEXT_CHARACTERS_MAX,
    VERBS,
    WHENS,
    WHERE,
    Argument,
    VerbSpec,
    When,
    verb_name,
)

Only = Literal["holder", "not-holder"]

EFFECTS_MAX = 8
"""So many effects has a card at most, and so many are there to choose from."""

_ONLY: tuple[Only, ...] = ("holder", "not-holder")


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a card does.

    Attributes:
        does: what.
        when: what sets it off; None for an ability, which a goat face uses.
        on: mountains watched; () stands for the mountain that a summit lies above, and for every one with a rule card.
        only: at the end, only for who holds the top of the watched mountain, or only for the others.
        optional: the player to move may decline.
    """

    does: Verb
    when: When | None = None
    on: tuple[int, ...] = ()
    only: Only | None = None
    optional: bool = False


def parse_effects(value: object, field: str, kind: str) -> tuple[Effect, ...]:
    """Reads the effects of a card.

    Args:
        value: a list of objects with verb, the verb's arguments, and but for an ability when.
        field: how messages name it.
        kind: of the card.

    Raises:
        EngineError: naming the key under `field`, and what is expected there.
    """
    rows = items(value, field, "effects")
    if not rows:
        raise EngineError(f"{field}: expected one effect at least; what no verb can say is a manual one")
    if kind == "ability" and len(rows) > 1:
        raise EngineError(f"{field}: an ability has one effect, found {len(rows)}; one of several is a choice")
    if len(rows) > EFFECTS_MAX:
        raise EngineError(f"{field}: expected {EFFECTS_MAX} effects at most, found {len(rows)}")
    return tuple(_parse_effect(row, f"{field}.{index}", kind) for index, row in enumerate(rows))


def _parse_effect(value: object, field: str, kind: str) -> Effect:
    spec = _verb_of(value, field)
    read = members(value, field, ("verb",), ("when", "on", "only", "optional", *(each.name for each in spec.arguments)))
    when = _parse_when(read, field, kind)
    if when not in spec.whens:
        raise EngineError(f"{field}.verb: {spec.name} does not go with {_when_text(when)}; {_fitting_text(when)}")
    return Effect(
        does=_parse_verb(read, field, spec, when),
        when=when,
        on=_parse_on(read, field, when),
        only=_parse_only(read, field, when),
        optional=_parse_optional(read, field, spec, when),
    )


def _verb_of(value: object, field: str) -> VerbSpec:
    if not isinstance(value, dict):
        raise EngineError(f"{field}: expected an object with verb, found {shown(value)}")
    if "verb" not in value:
        raise EngineError(f"{field}: the field 'verb' is missing; known are {', '.join(VERBS)}")
    name = value["verb"]
    if not isinstance(name, str) or name not in VERBS:
        raise EngineError(f"{field}.verb: expected one of {', '.join(VERBS)}, found {shown(name)}")
    return VERBS[name]


def _parse_when(read: dict[str, object], field: str, kind: str) -> When | None:
    given = read.get("when")
    if kind == "ability":
        if given is not None:
            raise EngineError(f"{field}.when: an ability is used by a goat face, not {shown(given)}; leave when out")
        return None
    if given is None:
        raise EngineError(f"{field}.when: a {kind} card says when; expected one of {', '.join(WHENS)}")
    return word(given, f"{field}.when", WHENS)  # type: ignore[return-value]  # one of WHENS


def _when_text(when: When | None) -> str:
    return "an ability" if when is None else f"when {when}"


def _fitting_text(when: When | None) -> str:
    return f"expected one of {', '.join(spec.name for spec in VERBS.values() if when in spec.whens)}"


def _parse_on(read: dict[str, object], field: str, when: When | None) -> tuple[int, ...]:
    if not read.get("on"):
        return ()
    if when is None or when not in (*IN_PLAY, "final"):
        raise EngineError(f"{field}.on: {_when_text(when)} watches no mountain; leave on out")
    return _mountains(read["on"], f"{field}.on")


def _parse_only(read: dict[str, object], field: str, when: When | None) -> Only | None:
    given = read.get("only")
    if given is None:
        return None
    if when != "final":
        raise EngineError(f"{field}.only: only final effects ask who holds a top; leave only out")
    return word(given, f"{field}.only", _ONLY)  # type: ignore[return-value]  # one of _ONLY


def _parse_optional(read: dict[str, object], field: str, spec: VerbSpec, when: When | None) -> bool:
    optional = flag(read.get("optional", False), f"{field}.optional")
    if optional and (when not in IN_PLAY or spec.make in _NO_QUESTION):
        raise EngineError(f"{field}.optional: there is nothing to decline; leave optional out")
    return optional


_NO_QUESTION = (NoBump, Remind, Manual)


def _parse_verb(read: dict[str, object], field: str, spec: VerbSpec, when: When | None) -> Verb:
    values: dict[str, Any] = {}
    for argument in spec.arguments:
        if argument.name in read:
            values[argument.name] = _parse_argument(read[argument.name], f"{field}.{argument.name}", argument, when)
        elif argument.required:
            raise EngineError(f"{field}: {spec.name} needs {argument.name} ({argument.english})")
        elif argument.kind == "mountain" and when is None:
            raise EngineError(f"{field}: an ability watches no mountain; {spec.name} needs {argument.name}")
    return spec.make(**values)


def _parse_argument(value: object, field: str, argument: Argument, when: When | None) -> Any:
    match argument.kind:
        case "whole":
            number = whole(value, field, argument.low, argument.high)
            if number == 0 and not argument.zero:
                raise EngineError(f"{field}: expected a number other than 0")
            return number
        case "mountain":
            return _mountain(value, field)
        case "mountains":
            return _mountains(value, field)
        case "steps":
            return _steps(value, field)
        case "word":
            return word(value, field, argument.words)
        case "flag" | "perhaps":
            return flag(value, field)
        case "text":
            return printable(value, field, TEXT_CHARACTERS_MAX)
        case "where":
            return _parse_where(value, field)
        case "verbs":
            return _parse_choices(value, field, when)


def _parse_where(value: object, field: str) -> Where:
    read = members(value, field, (), tuple(argument.name for argument in WHERE))
    known = {argument.name: argument for argument in WHERE}
    return Where(**{name: _parse_argument(each, f"{field}.{name}", known[name], None) for name, each in read.items()})


def _parse_choices(value: object, field: str, when: When | None) -> tuple[Verb, ...]:
    rows = items(value, field, "effects")
    if not 2 <= len(rows) <= EFFECTS_MAX:
        raise EngineError(f"{field}: expected 2 to {EFFECTS_MAX} effects to choose from, found {len(rows)}")
    return tuple(_parse_way(row, f"{field}.{index}", when) for index, row in enumerate(rows))


def _parse_way(value: object, field: str, when: When | None) -> Verb:
    spec = _verb_of(value, field)
    read = members(value, field, ("verb",), tuple(argument.name for argument in spec.arguments))
    if when not in spec.whens or spec.make in (Choice, NoBump):
        raise EngineError(f"{field}.verb: {spec.name} is nothing to choose {_when_text(when)}; {_fitting_text(when)}")
    return _parse_verb(read, field, spec, when)


def effect_json(effect: Effect) -> dict[str, Any]:
    """Writes an effect as `parse_effects` reads it; what is as by default is left out."""
    written: dict[str, Any] = {} if effect.when is None else {"when": effect.when}
    written |= _verb_json(effect.does)
    if effect.on:
        written["on"] = list(effect.on)
    if effect.only:
        written["only"] = effect.only
    if effect.optional:
        written["optional"] = True
    return written


def _verb_json(verb: Verb) -> dict[str, Any]:
    return {"verb": verb_name(verb)} | _attributes_json(verb)


def _attributes_json(value: Verb | Where) -> dict[str, Any]:
    """Writes what differs from the defaults."""
    found: dict[str, Any] = {}
    for each in fields(value):
        attribute = getattr(value, each.name)
        if attribute == each.default:
            continue
        if isinstance(attribute, Where):
            attribute = _attributes_json(attribute)
        elif isinstance(attribute, tuple):
            attribute = [one if isinstance(one, int) else _verb_json(one) for one in attribute]
        found[each.name] = attribute
    return found


def _mountain(value: object, field: str) -> int:
    if type(value) is not int or value not in MOUNTAINS:
        raise EngineError(f"{field}: expected a mountain from {MOUNTAINS[0]} to {MOUNTAINS[-1]}, found {shown(value)}")
    return value


def _mountains(value: object, field: str) -> tuple[int, ...]:
    found = [_mountain(each, f"{field}.{index}") for index, each in enumerate(items(value, field, "mountains"))]
    if not found:
        raise EngineError(f"{field}: expected one mountain at least")
    return tuple(sorted(set(found)))


def _steps(value: object, field: str) -> tuple[int, ...]:
    steps = items(value, field, "steps")
    return tuple(sorted({whole(each, f"{field}.{index}", 0, STEPS_MAX) for index, each in enumerate(steps)}))


def word(value: object, field: str, words: tuple[str, ...]) -> str:
    """Reads one of some words; raises EngineError naming `field`."""
    if not isinstance(value, str) or value not in words:
        raise EngineError(f"{field}: expected one of {', '.join(words)}, found {shown(value)}")
    return value


def printable(value: object, field: str, characters: int) -> str:
    """Reads a text without control characters, not empty; raises EngineError naming `field`."""
    found = text(value, field).strip()
    if not (1 <= len(found) <= characters and found.isprintable()):
        raise EngineError(f"{field}: expected 1 to {characters} printable characters, found {shown(value)}")
    return found
