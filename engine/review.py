"""A game looked back on: how the chances went, and which turns cost most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine.dice import Roll
from engine.position import Position
from engine.record import Game, TurnEntry
from engine.suggest import Advice, advise, chances

TURNS_TO_LOOK_AT = 3
_COST_MIN = 0.01  # less is a matter of taste


@dataclass(frozen=True, slots=True)
class JudgedTurn:
    """A turn beside the best that its roll allowed.

    Attributes:
    number: of the turn, counted from 1 through the game.
        seat: whose turn it was.
        roll: what there was to choose from.
        before: the position before it.
        played: what was chosen.
        better: what would have been best.
    """

    number: int
    seat: int
    roll: Roll
    before: Position
    played: Advice
    better: Advice

    @property
    def cost(self) -> float:
        """The chance to win that was given away, 0..1."""
        return self.better.chance - self.played.chance


def chance_line(game: Game) -> tuple[tuple[float, ...], ...]:
    """Gives everybody's chance to win at the start and after each turn, by seat; each together 1."""
    positions = [game.moments[0].position, *(after for _, _, after in played_turns(game))]
    return tuple(chances(position) for position in positions)


def costly_turns(game: Game, seat: int | None = None, count: int = TURNS_TO_LOOK_AT) -> tuple[JudgedTurn, ...]:
    """Finds the turns that cost most.

    Args:
        game: over or not.
        seat: only turns of this seat; None for everybody's.
        count: how many at most.

    Returns:
        The costliest first; none that cost less than a hundredth. Turns that are among no suggestions (a goat was taken
        back for its own sake) are left out.
    """
    judged = (judged_turn(number, *turn) for number, turn in enumerate(played_turns(game), start=1))
    return costliest((turn for turn in judged if turn is not None and seat in (None, turn.seat)), count)


def costliest(turns: Iterable[JudgedTurn], count: int = TURNS_TO_LOOK_AT) -> tuple[JudgedTurn, ...]:
    """Picks the turns that cost most, the costliest first; none that cost less than a hundredth."""
    costly = (turn for turn in turns if turn.cost >= _COST_MIN)
    return tuple(sorted(costly, key=lambda turn: -turn.cost)[:count])


def judged_turn(
    number: int, before: Position, roll: Roll, after: Position, advice: Sequence[Advice] = ()
) -> JudgedTurn | None:
    """Judges a turn; None when it is among no suggestions.

    Args:
        number: of the turn.
        before: the position before it.
        roll: what there was to choose from.
        after: the position it led to.
        advice: of this roll, where it is known already.
    """
    ranked = advice or advise(before, roll)
    played = next((each for each in ranked if each.option.position == after), None)
    return None if played is None else JudgedTurn(number, before.to_move, roll, before, played, ranked[0])


def played_turns(game: Game) -> Iterator[tuple[Position, Roll, Position]]:
    """Gives every confirmed turn: the position before it, its roll, and the position after it."""
    for before, moment in zip(game.moments, game.moments[1:], strict=False):
        if isinstance(moment.change, TurnEntry) and before.roll is not None:
            yield before.position, before.roll, moment.position
