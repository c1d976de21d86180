"""What lies on top of a phase and takes the buttons while it does, as frozen values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from engine.places import Place
from engine.position import Position
from engine.review import JudgedTurn
from engine.turns import Redeploy
from pi.core.page import PageShown
from pi.core.story import CampaignQuestion, Guide
from vision.reading import Doubt, Face, Reading


@dataclass(frozen=True, slots=True)
class Slot:
    """One die being corrected or entered by hand.

    Attributes:
        face: what it shows, as the rules have it; None when unknown, or no die at all.
        offers: what the button steps through, the likeliest first.
        sure: whether it needs no look by the players.
        doubts: why it is not sure; empty for one that was not seen.
    """

    face: int | None
    offers: tuple[int | None, ...]
    sure: bool
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class DiceEditor:
    """Dice being corrected or entered by hand.

    Attributes:
        slots: at least four.
        cursor: the slot that buttons act on.
        read: the faces as the camera saw them; None without a picture.
        touched: whether a button has changed anything; movement on the tray then no longer starts afresh.
    """

    slots: tuple[Slot, ...]
    cursor: int
    read: tuple[Face | None, ...] | None
    touched: bool = False


class MenuItem(Enum):
    """What the menu offers."""

    COUNT_DICE = "count these dice"
    ENTER_DICE = "enter dice"
    CORRECT_DICE = "correct the dice"
    UNDO = "undo"
    REDO = "redo"
    SCORES = "scores"
    CORRECT_POSITION = "correct the board"
    REDEPLOY = "take a goat back"
    REVIEW = "look back"
    BOARD = "board"
    NEW_GAME = "new game"
    LAST_GAME = "back to the last game"
    LANGUAGE = "language"
    PAGE = "phone"
    SHUT_DOWN = "shut down"


@dataclass(frozen=True, slots=True)
class Menu:
    """The menu lies open."""

    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Scores:
    """The score sheet lies open.

    Attributes:
        seat: whose lines are shown; None for the overview.
    """

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PositionEditor:
    """The board is being corrected.

    Attributes:
        draft: the position as corrected so far.
        seat: whose goats and tokens; the number of players stands for "done".
        item: goats in their order first, then tokens, then bonuses, then "done"; None while the seat is chosen.
        changing: whether buttons change the value rather than the item.
    """

    draft: Position
    seat: int = 0
    item: int | None = None
    changing: bool = False


@dataclass(frozen=True, slots=True)
class NewGameQuestion:
    """A new game was asked for while one is running."""

    yes: bool = False


class OtherDiceAnswer(Enum):
    """What other dice than the roll being played may mean."""

    KEEP = "keep the roll"
    REPLACE = "these dice are the roll"
    TURN_DONE = "the turn is done, these dice are the next throw"


@dataclass(frozen=True, slots=True)
class OtherDice:
    """Other dice lie on the tray than the roll being played.

    Attributes:
        reading: of those dice; four, trusted.
        answers: on offer, the likeliest first.
        cursor: the selected answer.
    """

    reading: Reading
    answers: tuple[OtherDiceAnswer, ...]
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Undone:
    """The hands have something to take back.

    Attributes:
        before: what the table looked like before anything was taken back.
        cursor: the line in view.
    """

    before: Position
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class RedeployQuestion:
    """A goat is to be taken back by itself.

    Attributes:
        goat: which; None while that is chosen.
        cursor: the selected goat, then the selected mountain.
    """

    goat: Place | None = None
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Redeployed:
    """A goat was taken back by itself, and the hands are told.

    Attributes:
        step: what they must do.
    """

    step: Redeploy


@dataclass(frozen=True, slots=True)
class LayOut:
    """A game begins, and what it needs is to be laid out.

    Attributes:
        cursor: the line in view, where there are many.
    """

    cursor: int = 0


@dataclass(frozen=True, slots=True)
class Board:
    """The board lies open.

    Attributes:
        page: 0 for the mountains, 1 for the places off them.
    """

    page: int = 0


@dataclass(frozen=True, slots=True)
class LookingBack:
    """The turns of a game are judged, one after the other, before the review can be shown.

    Attributes:
        done: how many turns have been looked at.
        turns: how many there are.
    """

    done: int
    turns: int


@dataclass(frozen=True, slots=True)
class Review:
    """The turns that cost most are looked back on.

    Attributes:
        turns: three of every player at most, the costliest first.
        cursor: the turn in view.
    """

    turns: tuple[JudgedTurn, ...]
    cursor: int = 0


@dataclass(frozen=True, slots=True)
class ShutDownQuestion:
    """Switching off was asked for."""

    yes: bool = False


@dataclass(frozen=True, slots=True)
class SwitchedOff:
    """The record is closed and the plug may be pulled; nothing else happens any more."""


@dataclass(frozen=True, slots=True)
class MendedRecord:
    """The players are told that the record's file was damaged.

    Attributes:
        games: how many were kept.
    """

    games: int


Overlay = (
    DiceEditor
    | Menu
    | Scores
    | PositionEditor
    | NewGameQuestion
    | OtherDice
    | Undone
    | RedeployQuestion
    | Redeployed
    | LayOut
    | Board
    | LookingBack
    | Review
    | ShutDownQuestion
    | SwitchedOff
    | MendedRecord
    | PageShown
    | Guide
    | CampaignQuestion
)
