"""Which option is best, how good it is, and one true reason for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.dice import Roll
from engine.guess import guessed_chances
from engine.options import Option, options
from engine.position import Position
from engine.reasons import Reason, ReasonKind, reason_text, reasons
from engine.scoring import points, sheet
from engine.values.learnt import learnt

__all__ = ["Advice", "Reason", "ReasonKind", "advise", "chances", "reason_text"]

_TURNS_AHEAD = 1  # where the rules are those that the chances were learnt for; else none
_LEAST_CHANCE = 0.0005  # so that nobody who still plays is written off
_CHANCE_DIGITS = 7  # beyond them the order of additions shows


@dataclass(frozen=True, slots=True)
class Advice:
    """An option with its worth.

    Attributes:
        option: what to do.
        chance: of the player to move to win after it, 0..1.
        reason: one thing that speaks for it rather than for the next.
    """

    option: Option
    chance: float
    reason: Reason


def advise(position: Position, roll: Roll) -> tuple[Advice, ...]:
    """Ranks every option of the player to move, the best first.

    Raises:
        EngineError: when the game is over.
    """
    mover = position.to_move
    found = options(position, roll)
    after = [option.position for option in found]
    rated = [(option, each[mover]) for option, each in zip(found, _all_chances(after), strict=True)]
    # Of equal chances (a game that is decided) more points lead, then the simplest option: they come simplest first.
    rated.sort(key=lambda pair: (-pair[1], -points(pair[0].position, mover)))
    why = reasons([option for option, _ in rated], position)
    return tuple(Advice(option, chance, reason) for (option, chance), reason in zip(rated, why, strict=True))


def chances(position: Position) -> tuple[float, ...]:
    """Estimates everybody's chance to win.

    Returns:
        One for each seat, 0..1, together 1. When the game is over, the first place is shared equally and the others get
        0; before that everybody's chance is strictly between 0 and 1.
    """
    return _all_chances([position])[0]


def _all_chances(positions: Sequence[Position]) -> list[tuple[float, ...]]:
    """Estimates the chances in positions that one roll leads to."""
    rating = learnt(positions[0])
    if rating is None:
        estimated = [guessed_chances(position) for position in positions]
    else:
        turns = _TURNS_AHEAD if rating.rules == positions[0].rules.names else 0
        estimated = list(rating.chances(positions, turns))
    return [
        _shared_first_place(position) if position.over else _open(each)
        for position, each in zip(positions, estimated, strict=True)
    ]


def _shared_first_place(over: Position) -> tuple[float, ...]:
    first = sheet(over).ranking[0]
    return tuple(1 / len(first) if seat in first else 0.0 for seat in range(len(over.players)))


def _open(estimated: Sequence[float]) -> tuple[float, ...]:
    share = 1 - len(estimated) * _LEAST_CHANCE
    return tuple(round(_LEAST_CHANCE + share * chance, _CHANCE_DIGITS) for chance in estimated)
