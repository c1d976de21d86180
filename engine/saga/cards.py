"""Cards of the Saga as values, and as the rows that players type in."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.errors import EngineError
from engine.fields import members, shown, whole
from engine.saga.effect_rows import EFFECTS_MAX, Effect, Only, effect_json, parse_effects, printable, word
from engine.saga.vocabulary import CARD_KINDS, MOUNTAINS, CardKind

__all__ = [
    "CARD_TEXT_CHARACTERS_MAX", "CHAPTERS", "EFFECTS_MAX", "NAME_CHARACTERS_MAX", "SUMMIT_MOUNTAINS",
    "Card", "CardKind", "Effect", "LaidCard", "Only", "card_json", "laid_card_json", "parse_card",
    "parse_code", "parse_laid_card",
]  # fmt: skip

CHAPTERS = range(1, 11)
SUMMIT_MOUNTAINS = (9, 7, 5)
"""Where summit tiles lie (S9)."""

NAME_CHARACTERS_MAX = 40
CARD_TEXT_CHARACTERS_MAX = 600
_CODE = re.compile(r"[A-Z][0-9]{1,3}")


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
    kind = word(read["kind"], f"{field}.kind", CARD_KINDS)
    return Card(
        code=parse_code(read["code"], f"{field}.code"),
        kind=kind,  # type: ignore[arg-type]  # one of CARD_KINDS
        name=printable(read["name"], f"{field}.name", NAME_CHARACTERS_MAX),
        chapter=whole(read["chapter"], f"{field}.chapter", CHAPTERS[0], CHAPTERS[-1]),
        effects=parse_effects(read["effects"], f"{field}.effects", kind),
        text=printable(read["text"], f"{field}.text", CARD_TEXT_CHARACTERS_MAX) if read.get("text") else "",
    )


def card_json(card: Card) -> dict[str, Any]:
    """Writes a card as `parse_card` reads it; what is as by default is left out."""
    written = {
        "code": card.code,
        "kind": card.kind,
        "name": card.name,
        "chapter": card.chapter,
        "effects": [effect_json(effect) for effect in card.effects],
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
