"""Effects that may set each other off again and again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.saga.cards import Card, Effect
from engine.saga.verbs import Choice, Move, Score, Verb
from engine.saga.vocabulary import MOUNTAINS

EffectIndex = tuple[int, int]
"""Which card, and which of its effects, from 0."""

_SUMMITS = (9, 7, 5)
_CHAPTERS_APART_MAX = 2  # tiles leave mountain 5, so that only three chapters' tiles ever lie together


def endless_effects(cards: Sequence[Card]) -> tuple[tuple[EffectIndex, ...], ...]:
    """Finds rings of effects, each of which may set off the next, and the last the first.

    Args:
        cards: of a whole pack; tiles of chapters too far apart never lie together.

    Returns:
        Of every effect that is part of a ring one shortest ring, each ring once, beginning with its first effect.
    """
    effects = {
        (number, index): effect
        for number, card in enumerate(cards)
        for index, effect in enumerate(card.effects)
        if effect.when in ("moved", "reached", "scored", "bumped")
    }
    follows = {
        one: [
            other
            for other in effects
            if _meet(cards[one[0]], cards[other[0]]) and _sets_off(effects[one], effects[other], cards[other[0]])
        ]
        for one in effects
    }
    rings: dict[frozenset[EffectIndex], tuple[EffectIndex, ...]] = {}
    for start in effects:
        ring = _shortest_ring(start, follows)
        if ring:
            rings.setdefault(frozenset(ring), ring)
    return tuple(rings.values())


def _meet(one: Card, other: Card) -> bool:
    are_tiles = one.kind == other.kind == "summit"
    return not are_tiles or abs(one.chapter - other.chapter) <= _CHAPTERS_APART_MAX


def _shortest_ring(start: EffectIndex, follows: dict[EffectIndex, list[EffectIndex]]) -> tuple[EffectIndex, ...]:
    paths: list[tuple[EffectIndex, ...]] = [(start,)]
    seen: set[EffectIndex] = set()
    for path in paths:
        for after in follows[path[-1]]:
            if after == start:
                first = path.index(min(path))
                return (*path[first:], *path[:first])
            if after not in seen:
                seen.add(after)
                paths.append((*path, after))
    return ()


def _sets_off(one: Effect, other: Effect, card: Card) -> bool:
    watched = other.on or (_SUMMITS if card.kind == "summit" else MOUNTAINS)
    return any(what == other.when and mountain in watched for what, mountain in _happens(one.does, one))


def _happens(verb: Verb, effect: Effect) -> Iterator[tuple[str, int]]:
    """Yields what a verb may make happen, and where. Steps down reach no top; goats go up only so often."""
    match verb:
        case Score(mountain=mountain):
            watched = effect.on or MOUNTAINS
            yield from (("scored", number) for number in ((mountain,) if mountain else watched))
        case Move(steps=steps, where=where):
            kinds = ("moved", "reached", "scored", "bumped") if steps > 0 else ("moved",)
            yield from ((kind, number) for number in where.mountains or MOUNTAINS for kind in kinds)
        case Choice(of=ways):
            for way in ways:
                yield from _happens(way, effect)
