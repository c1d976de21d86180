"""A pack: the cards that a group typed in, and everything that may be wrong with them."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError
from engine.fields import items, members, shown, text
from engine.saga.cards import Card, LaidCard, card_json, parse_card
from engine.saga.endless import endless_effects
from engine.saga.vocabulary import VERBS, Argument

NAME_CHARACTERS_MAX = 40

KeyPath = tuple[str | int, ...]
"""Keys and indexes that lead to a value, such as ("card", 2, "effect", 0, "number")."""

_CARD_KEYS: Mapping[str, object] = {"code": "X1", "kind": "rule", "name": "?", "chapter": 1, "text": "?"}
"""What a card is made of besides its effects, each with a value to look on with where it is wrong."""
_OPTIONAL_CARD_KEYS = ("text",)
_EFFECT_KEYS = ("verb", "when", "on", "only", "optional")


@dataclass(frozen=True, slots=True)
class Pack:
    """Cards that a group typed in, each code once.

    Attributes:
        name: 1 to 40 characters.
        cards: in the order of the file.
    """

    name: str
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Fault:
    """Something about a pack.

    Attributes:
        path: the key that it is about, as the file writes it.
        message: what is wrong, and what was expected.
        is_warning: the pack can be played all the same.
    """

    path: KeyPath
    message: str
    is_warning: bool = False

    @property
    def key(self) -> str:
        """The path in one word, as in card.2.effect.0.number."""
        return ".".join(map(str, self.path)) or "pack"


def parse_pack(value: object) -> Pack:
    """Reads a pack: {"pack": {"name": ...}, "card": [rows, their effects under "effect"]}.

    Raises:
        EngineError: naming the first fault.
    """
    for fault in pack_faults(value):
        if not fault.is_warning:
            raise EngineError(f"{fault.key}: {fault.message}")
    assert isinstance(value, dict)
    return Pack(value["pack"]["name"].strip(), _parse_rows(value.get("card", [])))


def pack_faults(value: object) -> tuple[Fault, ...]:
    """Finds everything that is wrong with a pack, or worth a warning when nothing is, in the order of the file."""
    try:
        read = members(value, "pack", ("pack",), ("card",))
        rows = items(read.get("card", []), "card", "cards")
    except EngineError as error:
        return (_fault(error),)
    found = [*_head_faults(read["pack"])]
    for index, row in enumerate(rows):
        found += _row_faults(row, f"card.{index}")
    found += _doubles(rows)
    if found:
        return tuple(found)
    cards = _parse_rows(rows)
    return (*_loops(cards), *_chapters_without_summit(cards))


def find_card(pack: Pack, code: str) -> Card:
    """Finds a card by its code, in either case.

    Raises:
        EngineError: naming the codes that there are.
    """
    for card in pack.cards:
        if card.code == code.upper():
            return card
    known = ", ".join(card.code for card in pack.cards) or "none"
    raise EngineError(f"card: {shown(code)} is not in the pack '{pack.name}'; these are: {known}")


def lay_cards(pack: Pack, words: Sequence[str]) -> tuple[LaidCard, ...]:
    """Lays cards for a single game.

    Args:
        pack: that they are looked up in.
        words: a code each; of a summit tile with its mountain, as in S1@9.

    Raises:
        EngineError: a card is unknown or named twice, or a mountain is missing, wrong or taken.
    """
    laid: list[LaidCard] = []
    for word in words:
        code, _, mountain = word.partition("@")
        card = find_card(pack, code)
        if card.kind == "summit" and mountain not in ("9", "7", "5"):
            raise EngineError(f"cards: {card.code} lies above 9, 7 or 5; write where, such as {card.code}@9")
        if card.kind != "summit" and mountain:
            raise EngineError(f"cards: {card.code} is no summit tile; write {card.code} alone")
        fresh = LaidCard(card, int(mountain) if mountain else None)
        for other in laid:
            if other.card == card:
                raise EngineError(f"cards: {card.code} is named twice; expected every card once")
            if fresh.mountain and other.mountain == fresh.mountain:
                raise EngineError(f"cards: {other.card.code} lies above mountain {mountain} already; name another one")
        laid.append(fresh)
    return tuple(laid)


def pack_row(card: Card) -> dict[str, Any]:
    """Writes a card as a pack's file has it."""
    row = card_json(card)
    return {key: value for key, value in row.items() if key != "effects"} | {"effect": row.get("effects", [])}


def _parse_rows(rows: Sequence[Any]) -> tuple[Card, ...]:
    return tuple(parse_card(_with_effects(row), f"card.{index}") for index, row in enumerate(rows))


def _with_effects(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if key != "effect"} | {"effects": row.get("effect", [])}


def _head_faults(value: object) -> Iterator[Fault]:
    try:
        name = text(members(value, "pack", ("name",))["name"], "pack.name")
        if not (1 <= len(name.strip()) <= NAME_CHARACTERS_MAX and name.isprintable()):
            raise EngineError(
                f"pack.name: expected 1 to {NAME_CHARACTERS_MAX} printable characters, found {shown(name)}"
            )
    except EngineError as error:
        yield _fault(error)


def _row_faults(row: object, field: str) -> Iterator[Fault]:
    """Looks on after each fault, with something right in the place of what was wrong."""
    if not isinstance(row, dict):
        yield Fault(_path(field), f"expected a card with {', '.join(_CARD_KEYS)}, found {shown(row)}")
        return
    right = _with_effects(copy.deepcopy(row))
    for key in [key for key in right if key not in (*_CARD_KEYS, "effects")]:
        del right[key]
        yield Fault((*_path(field), key), f"unknown key; known are {', '.join(_CARD_KEYS)}, effect")
    for number, effect in enumerate(_rows(right["effects"])):
        for key in _unknown_keys(effect):
            del effect[key]
            yield Fault(
                (*_path(field), "effect", number, key), f"{effect['verb']} has no such key; {_known_keys(effect)}"
            )
    for key in [key for key in _CARD_KEYS if key not in right and key not in _OPTIONAL_CARD_KEYS]:
        right[key] = _CARD_KEYS[key]
        yield Fault(_path(field), f"the key '{key}' is missing")
    while True:
        try:
            parse_card(right, field)
        except EngineError as error:
            fault = _fault(error)
            yield fault
            if not _set_right(right, fault.path[2:]):
                return
        else:
            return


def _rows(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _unknown_keys(effect: object) -> tuple[str, ...]:
    spec = VERBS.get(str(effect.get("verb"))) if isinstance(effect, dict) else None
    if spec is None or not isinstance(effect, dict):
        return ()
    known = (*_EFFECT_KEYS, *(argument.name for argument in spec.arguments))
    return tuple(key for key in effect if key not in known)


def _known_keys(effect: dict[str, Any]) -> str:
    arguments = (argument.name for argument in VERBS[effect["verb"]].arguments)
    return f"known are {', '.join((*arguments, *_EFFECT_KEYS[1:]))}"


def _set_right(row: dict[str, Any], path: KeyPath) -> bool:
    """Puts something right in the place of what a path leads to; False when nothing is known that would be."""
    match path:
        case (str() as key,) if key in _CARD_KEYS and row.get(key) != _CARD_KEYS[key]:
            row[key] = _CARD_KEYS[key]
            return True
        case ("effect", int() as index, *rest) if isinstance(row["effects"], list):
            effect = row["effects"][index]
            if rest and isinstance(effect, dict) and _set_argument_right(effect, rest):
                return True
            row["effects"][index] = _HARMLESS[row["kind"]] if row["kind"] in _HARMLESS else _HARMLESS["rule"]
            return bool(effect != row["effects"][index])
    return False


_HARMLESS: Mapping[str, dict[str, Any]] = {
    "ability": {"verb": "number", "number": 1},
    "summit": {"when": "set-up", "verb": "remind", "text": "?"},
    "rule": {"when": "set-up", "verb": "remind", "text": "?"},
}


def _set_argument_right(effect: dict[str, Any], path: Sequence[str | int]) -> bool:
    key, *inner = path
    spec = VERBS.get(str(effect.get("verb")))
    argument = next((each for each in spec.arguments if each.name == key), None) if spec else None
    if argument is None:
        if key not in effect or key in ("verb", "when"):
            return False
        del effect[str(key)]
        return True
    if argument.kind == "where" and inner and isinstance(effect["where"], dict):
        return effect["where"].pop(inner[0], None) is not None
    right = _right_value(argument)
    if effect.get(argument.name) == right:
        return False
    effect[argument.name] = right
    return True


def _right_value(argument: Argument) -> object:
    values: dict[str, object] = {
        "whole": max(1, argument.low),
        "mountain": 5,
        "mountains": [5, 6],
        "steps": [0],
        "word": argument.words[0] if argument.words else "",
        "flag": True,
        "perhaps": True,
        "text": "?",
        "where": {"top": True},
        "verbs": [{"verb": "points", "points": 1}, {"verb": "points", "points": 2}],
    }
    return values[argument.kind]


def _doubles(rows: Sequence[object]) -> Iterator[Fault]:
    seen: dict[str, int] = {}
    for index, row in enumerate(rows):
        code = row.get("code") if isinstance(row, dict) else None
        if not isinstance(code, str):
            continue
        if code.upper() in seen:
            first = seen[code.upper()]
            yield Fault(("card", index, "code"), f"{code.upper()} is the code of card.{first} already; each code once")
        seen.setdefault(code.upper(), index)


def _loops(cards: tuple[Card, ...]) -> Iterator[Fault]:
    for ring in endless_effects(cards):
        names = " -> ".join(f"{cards[card].code}" for card, _ in (*ring, ring[0]))
        card, effect = ring[0]
        yield Fault(
            ("card", card, "effect", effect),
            f"effects may set each other off again and again ({names}); the game then stops them, so look again",
            is_warning=True,
        )


def _chapters_without_summit(cards: tuple[Card, ...]) -> Iterator[Fault]:
    last = max((card.chapter for card in cards), default=0)
    with_summit = {card.chapter for card in cards if card.kind == "summit"}
    for chapter in range(1, last + 1):
        if chapter not in with_summit:
            yield Fault(
                ("card",), f"chapter {chapter} has no summit tile; every chapter discovers one", is_warning=True
            )


def _fault(error: EngineError) -> Fault:
    key, _, message = str(error).partition(": ")
    return Fault(_path(key), message)


def _path(key: str) -> KeyPath:
    parts = (int(part) if part.isdigit() else part for part in key.split("."))
    return tuple("effect" if part == "effects" else part for part in parts)
