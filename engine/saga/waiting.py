"""Effects that have been set off, and the watch that cards keep for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from engine.saga.cards import Effect, LaidCard
from engine.saga.verbs import Manual, NoBump, Remind, Verb
from engine.saga.vocabulary import When

_Found = TypeVar("_Found")
_DECKS_REMEMBERED = 64


def remembered(work: Callable[[tuple[LaidCard, ...]], _Found]) -> Callable[[tuple[LaidCard, ...]], _Found]:
    """Makes a function of the cards in play remember what it found.

    The cards are one value all through a game, so they are told apart by identity, which takes no time.
    """
    known: dict[int, tuple[tuple[LaidCard, ...], _Found]] = {}

    def look_up(cards: tuple[LaidCard, ...]) -> _Found:
        found = known.get(id(cards))
        if found is None or found[0] is not cards:
            if len(known) >= _DECKS_REMEMBERED:
                known.clear()
            found = known[id(cards)] = cards, work(cards)
        return found[1]

    return look_up


EffectId = tuple[str, int]
"""The code of a card, and the place of the effect among those of the card."""


@dataclass(frozen=True, slots=True)
class Pending:
    """An effect that has been set off and not yet taken place.

    Attributes:
        code: of its card.
        verb: what it does, or what is left of it.
        seat: whom it is about.
        mountain: where it was set off; None for an ability.
        optional: the player to move may decline.
        chain: the effects that led here, one setting off the next; the last is this one.
        goats: for a move of every goat, seat and mountain of those still to be moved; None before it has begun.
        ran: how many effects have taken place since the dice were used.
    """

    code: str
    verb: Verb
    seat: int
    mountain: int | None = None
    optional: bool = False
    chain: tuple[EffectId, ...] = ()
    goats: tuple[tuple[int, int], ...] | None = None
    ran: int = 0


@dataclass(frozen=True, slots=True)
class Watch:
    """An effect that waits to be set off on a mountain."""

    code: str
    id: EffectId
    effect: Effect


@remembered
def watches(cards: tuple[LaidCard, ...]) -> Mapping[tuple[When | None, int], tuple[Watch, ...]]:
    """Gives what is set off by when and where, in the order of the cards."""
    found: dict[tuple[When | None, int], tuple[Watch, ...]] = {}
    for laid in cards:
        for index, effect in enumerate(laid.card.effects):
            for mountain in laid.watched(effect):
                key = (effect.when, mountain)
                found[key] = (*found.get(key, ()), Watch(laid.card.code, (laid.card.code, index), effect))
    return found


@remembered
def no_bumps(cards: tuple[LaidCard, ...]) -> Mapping[int, tuple[str, NoBump]]:
    """Gives the mountains whose tops nobody is bumped from, each with the code of its first card that says so."""
    found: dict[int, tuple[str, NoBump]] = {}
    for (when, mountain), each in watches(cards).items():
        for watch in each:
            if when == "bumped" and isinstance(watch.effect.does, NoBump):
                found.setdefault(mountain, (watch.code, watch.effect.does))
    return found


@remembered
def abilities(cards: tuple[LaidCard, ...]) -> Mapping[str, Verb]:
    """Gives what the abilities in play do, by code."""
    return {laid.card.code: laid.card.effects[0].does for laid in cards if laid.card.kind == "ability"}


@remembered
def sayings(cards: tuple[LaidCard, ...]) -> Mapping[When | None, tuple[tuple[str, bool], ...]]:
    """Gives the cards that say something at a time, each with whether it only reminds."""
    found: dict[When | None, tuple[tuple[str, bool], ...]] = {}
    for laid in cards:
        for effect in laid.card.effects:
            if isinstance(effect.does, Remind | Manual):
                said = laid.card.code, isinstance(effect.does, Remind)
                found[effect.when] = (*found.get(effect.when, ()), said)
    return found
