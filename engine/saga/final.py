"""What cards add to the score sheet: points that they gave during the game, and final effects (S9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.base import TOPS
from engine.saga.cards import Effect, LaidCard
from engine.saga.effect_rows import Only
from engine.saga.verbs import Choice, Fewest, How, Most, PerPair, PerSet, Points, Verb, Worth
from engine.saga.vocabulary import MOUNTAINS
from engine.saga.waiting import remembered
from engine.scoring import Line

if TYPE_CHECKING:
    from engine.position import Position

_HOW_FIRST = ("set", "multiply", "add")
_TOP_STEPS = tuple(TOPS.values())


@dataclass(frozen=True, slots=True)
class _Change:
    """An effect on what the tokens of a mountain are worth."""

    code: str
    how: How
    amount: int
    only: Only | None


@dataclass(frozen=True, slots=True)
class _Final:
    """Another final effect, and the mountains that it is reckoned for."""

    code: str
    effect: Effect
    indexes: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Finals:
    """The cards in play as the score sheet sees them.

    Attributes:
        codes: of the cards that can give points, in the order of the cards.
        changes: by mountain, set first, then multiplied, then added, then by code.
        finals: the other effects.
        compares: some of them look at everybody's tokens.
    """

    codes: tuple[str, ...]
    changes: tuple[tuple[_Change, ...], ...]
    finals: tuple[_Final, ...]
    compares: bool


def card_lines(position: Position) -> tuple[tuple[Line, ...], ...]:
    """Gives everybody's lines, by seat: one for each card that can give points, in the order of the cards."""
    codes = finals_of(position.cards).codes
    if not codes:
        return ((),) * len(position.players)
    most, fewest = _extremes(position)
    return tuple(_lines(codes, _points_by_cards(position, seat, most, fewest)) for seat in range(len(position.players)))


def card_points(position: Position, seat: int) -> int:
    """Adds up what cards give a player."""
    return sum(_points_by_cards(position, seat, *_extremes(position)))


@lru_cache(maxsize=4096)
def _lines(codes: tuple[str, ...], points: tuple[int, ...]) -> tuple[Line, ...]:
    return tuple(Line(f"card-{code}", each) for code, each in zip(codes, points, strict=True))


def _extremes(position: Position) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The most and the fewest tokens that anybody has of each mountain, where that matters."""
    if not finals_of(position.cards).compares:
        return (), ()
    by_mountain = list(zip(*(player.tokens for player in position.players), strict=True))
    return tuple(map(max, by_mountain)), tuple(map(min, by_mountain))


def _points_by_cards(position: Position, seat: int, most: tuple[int, ...], fewest: tuple[int, ...]) -> tuple[int, ...]:
    """Points of a seat by the codes that can give some."""
    player = position.players[seat]
    held = tuple([goat.step == top for goat, top in zip(player.goats, _TOP_STEPS, strict=True)])
    finals = finals_of(position.cards)
    return _all_points(finals, player.tokens, player.extra, held, most, fewest)


@lru_cache(maxsize=20_000)
def _all_points(
    finals: _Finals,
    tokens: tuple[int, ...],
    extra: tuple[tuple[str, int], ...],
    held: tuple[bool, ...],
    most: tuple[int, ...],
    fewest: tuple[int, ...],
) -> tuple[int, ...]:
    """Remembered, as nearly everybody has the same after all the options of a roll."""
    given = dict.fromkeys(finals.codes, 0) | dict(extra)
    for code, points in _changes_of_worth(finals, tokens, held):
        given[code] += points
    for final in finals.finals:
        for index in final.indexes:
            if _is_for(final.effect.only, held[index]):
                given[final.code] += _points(final.effect.does, index, tokens, most, fewest)
    return tuple(given[code] for code in finals.codes)


def _changes_of_worth(finals: _Finals, tokens: tuple[int, ...], held: tuple[bool, ...]) -> Iterator[tuple[str, int]]:
    """Gives what each change of worth brings, one after the other (S9)."""
    for index, mountain in enumerate(MOUNTAINS):
        worth = mountain
        for change in finals.changes[index]:
            if _is_for(change.only, held[index]):
                changed = _changed(worth, change)
                yield change.code, (changed - worth) * tokens[index]
                worth = changed


def _is_for(only: Only | None, holds: bool) -> bool:
    return only is None or holds is (only == "holder")


def _changed(worth: int, change: _Change) -> int:
    match change.how:
        case "set":
            return change.amount
        case "multiply":
            return worth * change.amount
        case "add":
            return worth + change.amount


def _points(verb: Verb, index: int, tokens: tuple[int, ...], most: tuple[int, ...], fewest: tuple[int, ...]) -> int:
    """Points for one watched mountain, by its index."""
    match verb:
        case Points(points=points):
            return points
        case PerPair(points):
            return tokens[index] // 2 * points
        case PerSet(of, points):
            return min(tokens[MOUNTAINS.index(mountain)] for mountain in of) * points
        case Most(points):
            return points if tokens[index] == most[index] > 0 else 0
        case Fewest(points):
            return points if tokens[index] == fewest[index] else 0
        case _:
            return 0


@remembered
def finals_of(cards: tuple[LaidCard, ...]) -> _Finals:
    """Gives the cards in play as the score sheet sees them."""
    effects = [(laid, effect) for laid in cards for effect in laid.card.effects]
    changes: list[list[_Change]] = [[] for _ in MOUNTAINS]
    finals = []
    for laid, effect in effects:
        indexes = tuple(MOUNTAINS.index(mountain) for mountain in laid.watched(effect))
        verb = effect.does
        if isinstance(verb, Worth):
            for index in indexes:
                changes[index].append(_Change(laid.card.code, verb.how, verb.amount, effect.only))
        elif effect.when == "final" and _scores(verb):
            # Points and sets belong to no mountain; without an eye on a top they are reckoned once.
            once = effect.only is None and isinstance(verb, Points | PerSet)
            finals.append(_Final(laid.card.code, effect, indexes[:1] if once else indexes))
    return _Finals(
        codes=tuple(dict.fromkeys(laid.card.code for laid, effect in effects if _scores(effect.does))),
        changes=tuple(tuple(sorted(each, key=lambda one: (_HOW_FIRST.index(one.how), one.code))) for each in changes),
        finals=tuple(finals),
        compares=any(isinstance(final.effect.does, Most | Fewest) for final in finals),
    )


def _scores(verb: Verb) -> bool:
    """Says whether a verb can give points of its own."""
    if isinstance(verb, Choice):
        return any(map(_scores, verb.of))
    return isinstance(verb, Points | Worth | PerPair | PerSet | Most | Fewest)
