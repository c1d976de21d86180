"""Cards of the Saga as values, and as the rows that players type in."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, Literal

from engine.errors import EngineError
from engine.fields import flag, items, members, shown, text, whole
from engine.saga.verbs import (
    ANYWHERE,
    Choice,
    Fewest,
    How,
    Instead,
    Manual,
    Most,
    Move,
    NoBump,
    Number,
    PerPair,
    PerSet,
    Points,
    Rank,
    Remind,
    Score,
    Take,
    To,
    Verb,
    Where,
    Whose,
    Worth,
)
from engine.saga.vocabulary import (
    CARD_KINDS,
    IN_PLAY,
    MOUNTAINS,
    STEPS_MAX,
    TEXT_CHARACTERS_MAX,
    VERBS,
    WHENS,
    WHERE,
    Argument,
    CardKind,
    VerbSpec,
    When,
    verb_name,
)

__all__ = [
    "ANYWHERE", "CHAPTERS", "Card", "CardKind", "Choice", "Effect", "Fewest", "How", "Instead", "LaidCard", "Manual",
    "Most", "Move", "NoBump", "Number", "Only", "PerPair", "PerSet", "Points", "Rank", "Remind", "Score", "Take", "To",
    "Verb", "When", "Where", "Whose", "Worth", "card_json", "laid_card_json", "parse_card", "parse_code",
    "parse_laid_card",
]  # fmt: skip

Only = Literal["holder", "not-holder"]

CHAPTERS = range(1, 11)
SUMMIT_MOUNTAINS = (9, 7, 5)
"""Where summit tiles lie (S9)."""

NAME_CHARACTERS_MAX = 40
CARD_TEXT_CHARACTERS_MAX = 600
EFFECTS_MAX = 8
_CODE = re.compile(r"[A-Z][0-9]{1,3}")
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


@dataclass(frozen=True, slots=True)
class Card:
    """A card or tile that the players have discovered.

    Attributes:
        code: a letter and a number, upper case.
        kind: ability, summit or rule.
        name: 1 to 40 printable characters.
        chapter: in which it is discovered, 1..10.
        effects: one at least; exactly one for an ability.
        text: what the players noted down besides.
    """

    code: str
    kind: CardKind
    name: str
    chapter: int
    effects: tuple[Effect, ...]
    text: str = ""

    def __hash__(self) -> int:
        """Cheap, as the cards of a position are looked up with every step."""
        return hash(self.code)


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card in play.

    Attributes:
        card: which.
        mountain: above which a summit lies; None for the other kinds.
    """

    card: Card
    mountain: int | None = None

    def __hash__(self) -> int:
        """Cheap, as for cards."""
        return hash((self.card.code, self.mountain))

    def watched(self, effect: Effect) -> tuple[int, ...]:
        """Gives the mountains that an effect of this card watches."""
        if effect.on:
            return effect.on
        return MOUNTAINS if self.mountain is None else (self.mountain,)


def parse_card(value: object, field: str = "card") -> Card:
    """Reads a card from a flat row of JSON or TOML.

    Args:
        value: an object with code, kind, name, chapter and effects, perhaps text.
        field: how messages name it.

    Raises:
        EngineError: naming the key under `field`, and what is expected there.
    """
    read = members(value, field, ("code", "kind", "name", "chapter", "effects"), ("text",))
    kind = _word(read["kind"], f"{field}.kind", CARD_KINDS)
    return Card(
        code=parse_code(read["code"], f"{field}.code"),
        kind=kind,  # type: ignore[arg-type]  # one of CARD_KINDS
        name=_printable(read["name"], f"{field}.name", NAME_CHARACTERS_MAX),
        chapter=whole(read["chapter"], f"{field}.chapter", CHAPTERS[0], CHAPTERS[-1]),
        effects=_parse_effects(read["effects"], f"{field}.effects", kind),
        text=_printable(read["text"], f"{field}.text", CARD_TEXT_CHARACTERS_MAX) if read.get("text") else "",
    )


def card_json(card: Card) -> dict[str, Any]:
    """Writes a card as `parse_card` reads it; what is as by default is left out."""
    written = {
        "code": card.code,
        "kind": card.kind,
        "name": card.name,
        "chapter": card.chapter,
        "effects": [_effect_json(effect) for effect in card.effects],
    }
    return written | ({"text": card.text} if card.text else {})


def parse_code(value: object, field: str = "code") -> str:
    """Reads the code of a card in either case.

    Raises:
        EngineError: naming `field`, when it is no letter and a number of up to three digits.
    """
    code = value.strip().upper() if isinstance(value, str) else ""
    if not _CODE.fullmatch(code):
        raise EngineError(f"{field}: expected a letter and a number such as S12, found {shown(value)}")
    return code


def parse_laid_card(value: object, field: str) -> LaidCard:
    """Reads a card of a position: its row and `lies`, the mountain of a summit.

    Raises:
        EngineError: naming the key under `field`.
    """
    if not isinstance(value, dict) or "lies" not in value:
        raise EngineError(f"{field}: expected a card with lies, the mountain that it lies above or null")
    card = parse_card({key: each for key, each in value.items() if key != "lies"}, field)
    lies = value["lies"]
    if card.kind == "summit" and lies not in SUMMIT_MOUNTAINS:
        known = ", ".join(map(str, SUMMIT_MOUNTAINS))
        raise EngineError(f"{field}.lies: a summit lies above one of {known}, found {shown(lies)}")
    if card.kind != "summit" and lies is not None:
        raise EngineError(f"{field}.lies: only a summit lies above a mountain; expected null, found {shown(lies)}")
    return LaidCard(card, lies)


def laid_card_json(laid: LaidCard) -> dict[str, Any]:
    """Writes a card of a position as `parse_laid_card` reads it; not to be changed, as it is remembered."""
    return _laid_card_json(laid)


@lru_cache(maxsize=256)
def _laid_card_json(laid: LaidCard) -> dict[str, Any]:
    return card_json(laid.card) | {"lies": laid.mountain}


def _parse_effects(value: object, field: str, kind: str) -> tuple[Effect, ...]:
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
    return _word(given, f"{field}.when", WHENS)  # type: ignore[return-value]  # one of WHENS


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
    return _word(given, f"{field}.only", _ONLY)  # type: ignore[return-value]  # one of _ONLY


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
            return _word(value, field, argument.words)
        case "flag" | "perhaps":
            return flag(value, field)
        case "text":
            return _printable(value, field, TEXT_CHARACTERS_MAX)
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


def _effect_json(effect: Effect) -> dict[str, Any]:
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


def _word(value: object, field: str, words: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in words:
        raise EngineError(f"{field}: expected one of {', '.join(words)}, found {shown(value)}")
    return value


def _printable(value: object, field: str, characters: int) -> str:
    found = text(value, field).strip()
    if not (1 <= len(found) <= characters and found.isprintable()):
        raise EngineError(f"{field}: expected 1 to {characters} printable characters, found {shown(value)}")
    return found
