"""The record of a game: entries that are only ever added, and the game as their replay.

Undo, redo and corrections are entries like any other, so nothing that happened is ever lost.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine.dice import Roll, face_json, parse_face, parse_roll
from engine.errors import EngineError
from engine.play import Fact, play_redeploy, play_turn
from engine.position import Position
from engine.position_json import parse_position, position_json
from engine.rules import RuleSet
from engine.turns import Redeploy, Turn, parse_step, parse_turn, step_json, turn_json


@dataclass(frozen=True, slots=True)
class RollEntry:
    """The dice were thrown.

    Attributes:
        roll: what counts.
        read: the faces as the camera saw them, None for one it could not tell; None when entered by hand.
    """

    roll: Roll
    read: tuple[int | str | None, ...] | None = None


@dataclass(frozen=True, slots=True)
class DieEntry:
    """One die of the roll was another face than recorded."""

    old: int
    new: int


@dataclass(frozen=True, slots=True)
class TurnEntry:
    """The player to move confirmed a turn."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class RedeployEntry:
    """The player to move took a goat back without dice; the turn goes on (V6)."""

    step: Redeploy


@dataclass(frozen=True, slots=True)
class PositionEntry:
    """The players set the position to what lies on the table."""

    position: Position


@dataclass(frozen=True, slots=True)
class UndoEntry:
    """The last change was taken back."""


@dataclass(frozen=True, slots=True)
class RedoEntry:
    """The change taken back last was made again."""


Change = RollEntry | DieEntry | TurnEntry | RedeployEntry | PositionEntry
Entry = Change | UndoEntry | RedoEntry


@dataclass(frozen=True, slots=True)
class Moment:
    """The game after one change.

    Attributes:
        change: what led here; None at the start.
        position: the position now.
        roll: the roll that waits for its turn; None when the dice are to be thrown.
        facts: what the change made happen.
    """

    change: Change | None
    position: Position
    roll: Roll | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game as its record tells it.

    Attributes:
        moments: from the start to now, without what was taken back.
        undone: what was taken back and can be made again, the next one last.
    """

    moments: tuple[Moment, ...]
    undone: tuple[Moment, ...] = ()

    @property
    def now(self) -> Moment:
        """The game as it stands."""
        return self.moments[-1]

    @property
    def position(self) -> Position:
        """The position as it stands."""
        return self.now.position

    @property
    def roll(self) -> Roll | None:
        """The roll that waits for its turn."""
        return self.now.roll

    @property
    def turns(self) -> int:
        """The number of confirmed turns."""
        return sum(isinstance(moment.change, TurnEntry) for moment in self.moments)

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return len(self.moments) > 1

    @property
    def can_redo(self) -> bool:
        """Whether a change taken back can be made again."""
        return bool(self.undone)


def new_game(first: Position) -> Game:
    """Starts a game from a position."""
    return Game((Moment(None, first),))


def enter(game: Game, entry: Entry) -> Game:
    """Adds an entry to a game; raises EngineError when it does not fit there."""
    match entry:
        case UndoEntry():
            return _undo(game)
        case RedoEntry():
            return _redo(game)
        case _:
            return Game((*game.moments, _moment_after(game.now, entry)))


def replay(first: Position, entries: Iterable[Entry]) -> Game:
    """Plays all entries from the first position; raises EngineError at the first that does not fit."""
    game = new_game(first)
    for entry in entries:
        game = enter(game, entry)
    return game


def _undo(game: Game) -> Game:
    if not game.can_undo:
        raise EngineError("undo: there is nothing to take back")
    return Game(game.moments[:-1], (*game.undone, game.now))


def _redo(game: Game) -> Game:
    if not game.can_redo:
        raise EngineError("redo: nothing was taken back")
    return Game((*game.moments, game.undone[-1]), game.undone[:-1])


def _moment_after(now: Moment, change: Change) -> Moment:
    match change:
        case RollEntry(roll=roll):
            return _after_roll(now, change, roll)
        case DieEntry(old=old, new=new):
            return Moment(change, now.position, _with_die(now, old, new))
        case TurnEntry(turn=turn):
            if now.roll is None:
                raise EngineError("turn: the dice have not been thrown")
            outcome = play_turn(now.position, now.roll, turn)
            return Moment(change, outcome.position, None, outcome.facts)
        case RedeployEntry(step=step):
            outcome = play_redeploy(now.position, step)
            return Moment(change, outcome.position, now.roll, outcome.facts)
        case PositionEntry(position=position):
            return Moment(change, position, None if position.over else now.roll)


def _after_roll(now: Moment, change: RollEntry, roll: Roll) -> Moment:
    if now.position.over:
        raise EngineError("roll: the game is over")
    return Moment(change, now.position, roll)


def _with_die(now: Moment, old: int, new: int) -> Roll:
    if now.roll is None:
        raise EngineError("die: the dice have not been thrown")
    faces = list(now.roll.faces)
    if old not in faces:
        raise EngineError(f"die: no die of the roll shows {face_json(old)}")
    faces[faces.index(old)] = new
    return parse_roll(list(map(face_json, faces)), now.position.rules)


def entry_kind(entry: Entry) -> str:
    """The word that an entry is kept under."""
    return _KIND_OF_ENTRY[type(entry)]


def entry_json(entry: Entry) -> dict[str, Any]:
    """Writes what an entry says, without its kind."""
    match entry:
        case RollEntry(roll=roll, read=read):
            return {"dice": list(map(face_json, roll.faces)), "read": None if read is None else list(read)}
        case DieEntry(old=old, new=new):
            return {"old": face_json(old), "new": face_json(new)}
        case TurnEntry(turn=turn):
            return {"turn": turn_json(turn)}
        case RedeployEntry(step=step):
            return {"step": step_json(step)}
        case PositionEntry(position=position):
            return {"position": position_json(position)}
        case UndoEntry() | RedoEntry():
            return {}


def parse_entry(kind: str, body: dict[str, Any], rules: RuleSet) -> Entry:
    """Reads an entry that `entry_kind` and `entry_json` wrote, in a game of these rules.

    Raises:
        EngineError: when it is no such entry.
    """
    try:
        match kind:
            case "roll":
                read = body["read"]
                return RollEntry(parse_roll(body["dice"], rules), None if read is None else tuple(read))
            case "die":
                return DieEntry(*(parse_face(body[key], f"die.{key}", rules.faces) for key in ("old", "new")))
            case "turn":
                return TurnEntry(parse_turn(body["turn"]))
            case "redeploy":
                return RedeployEntry(_parse_redeploy(body["step"]))
            case "position":
                return PositionEntry(parse_position(body["position"]))
            case "undo":
                return UndoEntry()
            case "redo":
                return RedoEntry()
    except (KeyError, TypeError) as error:
        raise EngineError(f"entry: a {kind} without its {error}") from error
    raise EngineError(f"entry: unknown kind {kind!r}")


def _parse_redeploy(value: object) -> Redeploy:
    step = parse_step(value, "step")
    if not isinstance(step, Redeploy):
        raise EngineError("step.do: expected redeploy")
    return step


_KIND_OF_ENTRY = {
    RollEntry: "roll",
    DieEntry: "die",
    TurnEntry: "turn",
    RedeployEntry: "redeploy",
    PositionEntry: "position",
    UndoEntry: "undo",
    RedoEntry: "redo",
}
