"""Who is told what of the advice: while choosing, after the choice, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from engine.choices import Choice
from engine.places import place_text
from engine.suggest import Advice
from engine.turns import Enter, Land, Redeploy, turn_json
from pi.core.choices import choices


class Hints(Enum):
    """What a player is told."""

    ON = "on"
    AFTER = "after"
    OFF = "off"


Wishes = tuple[tuple[str, Hints], ...]
"""Of players, by name; who is not in it gets hints."""


def hints_for(wishes: Wishes, name: str) -> Hints:
    """What a player is told."""
    return dict(wishes).get(name, Hints.ON)


def with_next_hints(wishes: Wishes, name: str) -> Wishes:
    """The wishes with the next of the three for a player, round and round."""
    known = tuple(Hints)
    after = known[(known.index(hints_for(wishes, name)) + 1) % len(known)]
    return tuple({**dict(wishes), name: after}.items())


def with_hints(wishes: Wishes, chosen: Iterable[tuple[str, Hints]]) -> Wishes:
    """The wishes with those of some players as chosen; who gets hints anyway and never said so is not added."""
    known = dict(wishes)
    known.update((name, hints) for name, hints in chosen if hints is not hints_for(wishes, name))
    return tuple(known.items())


def choices_for(advice: Sequence[Advice], hints: Hints) -> tuple[Choice, ...]:
    """The list to choose from, best first only for somebody who wants to know; see `pi.core.choices`."""
    if not advice:
        return ()
    return choices(advice if hints is Hints.ON else in_plain_order(advice))


def in_plain_order(advice: Sequence[Advice]) -> tuple[Advice, ...]:
    """The options in an order that gives nothing away: those with the most dice first, then the highest sums."""
    return tuple(sorted(advice, key=_plainly))


def _plainly(one: Advice) -> tuple[object, ...]:
    turn = one.option.turn
    groups = [step for step in turn.steps if not isinstance(step, Redeploy)]
    origins = tuple(place_text(step.origin) for step in turn.steps if isinstance(step, Enter | Land | Redeploy))
    dice, sums = sum(len(step.dice) for step in groups), sorted(-step.number for step in groups)
    # What cards leave to choose is told apart by nothing else.
    return -dice, sums, turn.turned, origins, str(turn_json(turn))
