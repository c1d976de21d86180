"""What scoring a mountain is worth, found by doing it through the rules, so that any cards are reckoned with."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from engine.base import TOPS
from engine.places import path
from engine.saga.effects import choices_of, chosen, climbed, scored
from engine.saga.final import card_points, finals_of
from engine.saga.goats import goat_on, put_goat
from engine.saga.vocabulary import MOUNTAINS

if TYPE_CHECKING:
    from engine.facts import Outcome
    from engine.position import Position

Worths = tuple[float, ...]
"""By mountain."""

Held = tuple[bool, ...]
"""By mountain, whether a top is held."""

_FEET = tuple(path(mountain, 0) for mountain in MOUNTAINS)
_TOPS = tuple(path(mountain, top) for mountain, top in TOPS.items())
_STACK_SEEN = 2  # more tokens than these make hardly a difference
_WORTHS_REMEMBERED = 50_000
_SEAT = 0  # whom the worths are for, in the position that they are found in
_NO_TOKENS = (0,) * len(MOUNTAINS)

_known: dict[Hashable, Worths] = {}


def scoring_worths(position: Position) -> tuple[Worths, ...]:
    """Gives by seat and mountain how many points it brings to get to the top, or to score again where it is held.

    The bonus is left out. All goats that hold no top are taken to stand at the foot, and stacks to have two tokens at
    most; so the worths are the same after most options of a roll, and remembered.
    """
    finals = finals_of(position.cards)
    stacks = tuple([min(stack, _STACK_SEEN) for stack in position.stacks])
    held = [tuple([goat.step == TOPS[goat.number] for goat in player.goats]) for player in position.players]
    taken = [any(tops) for tops in zip(*held, strict=True)]
    tokens = [player.tokens for player in position.players]
    found = []
    for seat, own in enumerate(held):
        others = tuple([is_taken and not mine for is_taken, mine in zip(taken, own, strict=True)])
        seen = (*tokens[seat:], *tokens[:seat]) if finals.compares else (tokens[seat],)
        key = finals, len(held), stacks, own, others, seen
        worths = _known.get(key)
        if worths is None:
            if len(_known) >= _WORTHS_REMEMBERED:
                _known.clear()
            worths = _known[key] = _worths(_seen(position, stacks, own, others, seen))
        found.append(worths)
    return tuple(found)


def _seen(
    position: Position, stacks: tuple[int, ...], own: Held, others: Held, tokens: tuple[tuple[int, ...], ...]
) -> Position:
    """The position with nothing but what the worths depend on: seat 0 is whom they are for, seat 1 holds other tops."""
    players = []
    for seat, player in enumerate(position.players):
        held = (own, others)[seat] if seat < 2 else (False,) * len(MOUNTAINS)
        goats = tuple([top if is_held else foot for is_held, top, foot in zip(held, _TOPS, _FEET, strict=True)])
        tokens_of = tokens[seat] if seat < len(tokens) else _NO_TOKENS
        players.append(type(player)(player.name, player.colour, goats, tokens_of))
    rules, settings, cards = position.rules, position.settings, position.cards
    # Its own class is called, as the module of positions can't be imported here and `replace` takes its time.
    return type(position)(rules, settings, tuple(players), stacks, bonus=(), starts=0, to_move=0, round=1, cards=cards)


def _worths(seen: Position) -> Worths:
    return tuple([_worth(seen, mountain) for mountain in MOUNTAINS])


def _worth(seen: Position, mountain: int) -> float:
    top = TOPS[mountain]
    if goat_on(seen, _SEAT, mountain).step == top:
        return _gain(seen, scored(seen, _SEAT, mountain))
    return _gain(seen, climbed(put_goat(seen, _SEAT, path(mountain, top - 1)), _SEAT, mountain))


def _gain(before: Position, outcome: Outcome) -> float:
    """The points that come of it, where there is a choice with the first that there is."""
    tokens = 0
    after, facts = outcome.position, outcome.facts
    while True:
        tokens += sum([fact.points or 0 for fact in facts if fact.kind == "took" and fact.seat == _SEAT])
        if not after.pending:
            break
        further = chosen(after, choices_of(after)[0])
        after, facts = further.position, further.facts
    return tokens + card_points(after, _SEAT) - card_points(before, _SEAT)
