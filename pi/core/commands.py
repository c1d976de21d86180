"""What people can ask for on the companion page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.dice import Roll
from engine.position import Position
from engine.rules import Settings
from engine.saga.cards import LaidCard
from engine.turns import Redeploy, Turn
from hardware.ports import Button
from pi.core.hints import Hints

if TYPE_CHECKING:
    from pi.core.model import Model


@dataclass(frozen=True, slots=True)
class PressButton:
    """A button of the device, pressed on its picture."""

    button: Button
    held: bool


@dataclass(frozen=True, slots=True)
class BeginPlaying:
    """A new game.

    Attributes:
        names: by seat.
        rules: names of the rule sets.
        settings: what the group agreed on.
        starts: the seat that begins.
        colours: of the goats, by seat; seats beyond them get the next free ones.
        cards: what lies beside the board in a single game of the Saga.
        hints: what each player is told, by seat; of seats beyond them it stays as it was.
    """

    names: tuple[str, ...]
    rules: tuple[str, ...]
    settings: Settings
    starts: int
    colours: tuple[str, ...] = ()
    cards: tuple[LaidCard, ...] = ()
    hints: tuple[Hints, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayChapter:
    """The game of a campaign's chapter is begun, or gone on with.

    Attributes:
        campaign: its number in the record.
        leaves: whether another game that is running is left for it.
    """

    campaign: int
    leaves: bool


@dataclass(frozen=True, slots=True)
class PlayTurn:
    """One of the options of the roll."""

    turn: Turn


@dataclass(frozen=True, slots=True)
class TakeGoatBack:
    """A goat is taken back without dice, in its player's own turn."""

    step: Redeploy


@dataclass(frozen=True, slots=True)
class SetDice:
    """The dice are these: a roll entered by hand, or the one that waits corrected."""

    roll: Roll


@dataclass(frozen=True, slots=True)
class ChangeTurn:
    """A turn played before was another one; what came after it follows again.

    Attributes:
        number: of the turn, from 1, among those that stand.
        roll: what was thrown.
        turn: what was made of it.
    """

    number: int
    roll: Roll
    turn: Turn


@dataclass(frozen=True, slots=True)
class SetPosition:
    """The table looks like this."""

    position: Position


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The last change is taken back."""


@dataclass(frozen=True, slots=True)
class MakeAgain:
    """The change taken back last is made again."""


Command = (
    PressButton
    | BeginPlaying
    | PlayChapter
    | PlayTurn
    | TakeGoatBack
    | SetDice
    | ChangeTurn
    | SetPosition
    | TakeBack
    | MakeAgain
)


@dataclass(frozen=True, slots=True)
class CommandGiven:
    """Somebody asked for something on the page.

    Attributes:
        command: what.
        seen: the table as that person saw it.
        ticket: which asking this answers.
        at: in seconds.
    """

    command: Command
    seen: Model
    ticket: int
    at: float
