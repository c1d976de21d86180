"""What the page is told in words comes in both of its languages at once, so that it can change between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.saga.cards import LaidCard, card_json
from pi.core.effect_text import card_sentences
from pi.core.language import Language
from pi.core.saga_texts import KINDS
from pi.shell.web.messages import CardTold, Said, SaidLines


def both(text: Callable[[Language], str]) -> Said:
    """A text in both languages."""
    return Said(en=text(Language.ENGLISH), de=text(Language.GERMAN))


def both_lines(lines: Callable[[Language], Iterable[str]]) -> SaidLines:
    """Lines in both languages."""
    return SaidLines(en=list(lines(Language.ENGLISH)), de=list(lines(Language.GERMAN)))


def card_told(laid: LaidCard) -> CardTold:
    """A card as row and in words."""
    return CardTold(
        row=card_json(laid.card),
        kind=both(KINDS[laid.card.kind].said),
        sentences=both_lines(lambda language: card_sentences(laid.card, language, laid.mountain)),
        lies=laid.mountain,
    )
