"""Which verbs of the cards in play a turn could not do without."""

from __future__ import annotations

from dataclasses import replace

from engine.dice import Roll
from engine.errors import EngineError
from engine.facts import Fact
from engine.play import play_turn
from engine.position import Position
from engine.saga.cards import LaidCard
from engine.saga.vocabulary import IN_PLAY, VERBS, When, verb_name
from engine.scoring import totals
from engine.turns import Turn

VerbInUse = tuple[str, str]
"""The name of a verb, and "play" or "final"."""

_IN_A_TURN: tuple[When | None, ...] = (None, *IN_PLAY, "turn-start", "turn-end")
_MOMENTS: dict[When | None, str] = dict.fromkeys(_IN_A_TURN, "play") | {"final": "final"}

ALL_VERBS: frozenset[VerbInUse] = frozenset(
    (name, _MOMENTS[when]) for name, spec in VERBS.items() for when in spec.whens if when in _MOMENTS
)


def verbs_in_use(before: Position, roll: Roll, turn: Turn) -> set[VerbInUse]:
    """Finds the effects without which the turn, or the score after it where that ends the game, would be another."""
    happened = _happened(before, roll, turn)
    assert happened is not None
    found = set()
    for number, laid in enumerate(before.cards):
        for index, effect in enumerate(laid.card.effects):
            cards = (*before.cards[:number], *_without(laid, index), *before.cards[number + 1 :])
            moment = _MOMENTS.get(effect.when)
            if moment is not None and _happened(replace(before, cards=cards), roll, turn) != happened:
                found.add((verb_name(effect.does), moment))
    return found


def _happened(before: Position, roll: Roll, turn: Turn) -> tuple[tuple[Fact, ...], tuple[int, ...]] | None:
    """The facts, and everybody's points at the end of the game; None where the turn is not legal."""
    try:
        outcome = play_turn(before, roll, turn)
    except EngineError:
        return None
    return outcome.facts, totals(outcome.position) if outcome.position.over else ()


def _without(laid: LaidCard, index: int) -> tuple[LaidCard, ...]:
    """The card without one of its effects; an ability is nothing without its own."""
    if laid.card.kind == "ability":
        return ()
    effects = laid.card.effects
    return (replace(laid, card=replace(laid.card, effects=(*effects[:index], *effects[index + 1 :]))),)
