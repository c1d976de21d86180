"""A turn played before, changed: what came after it follows again as far as it still fits."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dice import Roll
from engine.errors import EngineError
from engine.record import Change, Entry, Game, RollEntry, TurnEntry, UndoEntry, enter
from engine.turns import Turn


@dataclass(frozen=True, slots=True)
class Rewriting:
    """What changing a turn comes to.

    Attributes:
        entries: to be added to the record, in order.
        game: as it stands after them.
        lost: how many later turns no longer fit; they are in the record as taken back.
        reason: why the first of those does not fit; empty when all do.
    """

    entries: tuple[Entry, ...]
    game: Game
    lost: int = 0
    reason: str = ""


def rewritten(game: Game, number: int, roll: Roll, turn: Turn) -> Rewriting:
    """Plays another roll and turn in the place of one played before, and then everything that came after it.

    Args:
        game: as it stands.
        number: of the turn, from 1, among those that stand.
        roll: what was thrown.
        turn: what was made of it.

    Raises:
        EngineError: when there is no such turn, or the new one is not legal.
    """
    played = _index_of_turn(game, number)
    thrown = _index_of_roll(game, played)
    undone: tuple[Entry, ...] = (UndoEntry(),) * (len(game.moments) - thrown)
    new: tuple[Change, ...] = (RollEntry(roll), TurnEntry(turn))
    entries = (*undone, *new)
    changed = game
    for entry in entries:
        changed = enter(changed, entry)
    return _followed(
        changed, entries, tuple(one.change for one in game.moments[played + 1 :] if one.change is not None)
    )


def _followed(game: Game, entries: tuple[Entry, ...], later: tuple[Change, ...]) -> Rewriting:
    for index, change in enumerate(later):
        try:
            game = enter(game, change)
        except EngineError as error:
            lost = sum(isinstance(one, TurnEntry) for one in later[index:])
            return Rewriting(entries, game, lost, str(error))
        entries = (*entries, change)
    return Rewriting(entries, game)


def _index_of_turn(game: Game, number: int) -> int:
    turns = [index for index, moment in enumerate(game.moments) if isinstance(moment.change, TurnEntry)]
    if not 1 <= number <= len(turns):
        raise EngineError(f"turn: expected one of the {len(turns)} turns played, found {number}")
    return turns[number - 1]


def _index_of_roll(game: Game, played: int) -> int:
    return max(index for index in range(played) if isinstance(game.moments[index].change, RollEntry))
