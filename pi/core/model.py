"""Everything the appliance knows, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from engine.dice import Roll
from engine.position import Position
from engine.record import Game, Moment, RollEntry, TurnEntry
from engine.rules import DEFAULTS, Settings
from engine.suggest import Advice, advise
from vision.reading import Face, Reading, sorted_faces

DICE = 4
"""How many dice a roll has."""

FACES = (1, 2, 3, 4, 5, 6)


class Language(Enum):
    """What the screens speak."""

    ENGLISH = "en"
    GERMAN = "de"


class Phase(Enum):
    """What the table is doing."""

    SETUP = "set-up"
    WAITING = "waiting"
    MOVING = "moving"
    DOUBT = "doubt"
    CHOOSING = "choosing"
    DOING = "doing"
    OVER = "over"


class Tray(Enum):
    """What the camera last told of the tray."""

    UNSEEN = "unseen"
    EMPTY = "empty"
    MOVING = "moving"
    BLOCKED = "blocked"
    RESTING = "resting"


class SetupStep(Enum):
    """The questions before a game."""

    PLAYERS = "players"
    STARTS = "starts"


@dataclass(frozen=True, slots=True)
class Setup:
    """The answers given so far.

    Attributes:
        step: the question being asked.
        players: how many play.
        starts: the seat that begins.
        names: as given on the command line; seats beyond them get a default name.
        rules: the rule set.
        settings: what the group agreed on.
    """

    step: SetupStep = SetupStep.PLAYERS
    players: int = 2
    starts: int = 0
    names: tuple[str, ...] = ()
    rules: tuple[str, ...] = ("base",)
    settings: Settings = DEFAULTS


@dataclass(frozen=True, slots=True)
class Slot:
    """One die being corrected or entered by hand.

    Attributes:
        face: what it shows; None when unknown, or no die at all.
        offers: what the button steps through, the likeliest first.
        sure: whether it needs no look by the players.
    """

    face: int | None
    offers: tuple[int | None, ...]
    sure: bool


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
    NEW_GAME = "new game"
    LANGUAGE = "language"


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
        item: goats of the mountains first, then their tokens, then "done"; None while the seat is chosen.
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


Overlay = DiceEditor | Menu | Scores | PositionEditor | NewGameQuestion


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something does not work and stays on the screen until it does.

    Attributes:
        device: "camera", "screen", "buttons", "record" or "appliance".
        reason: what is wrong.
        remedy: what to try.
    """

    device: str
    reason: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Model:
    """Everything the appliance knows.

    Attributes:
        phase: what the table is doing.
        setup: the answers for the next game.
        game: the running or last game; None before the first.
        tray: what the camera last told.
        reading: the last reading of dice at rest; None when the tray is empty or unseen.
        counted: the faces lying on the tray that have been counted already, in every form the turn may have left them.
        advice: the options of the roll, best first.
        cursor: the option that OK takes.
        overlay: what lies on top of the phase.
        troubles: what does not work, oldest first.
        presses: button presses since the last entry.
        language: what the screens speak.
    """

    phase: Phase = Phase.SETUP
    setup: Setup = field(default_factory=Setup)
    game: Game | None = None
    tray: Tray = Tray.UNSEEN
    reading: Reading | None = None
    counted: frozenset[tuple[Face, ...]] = frozenset()
    advice: tuple[Advice, ...] = ()
    cursor: int = 0
    overlay: Overlay | None = None
    troubles: tuple[Trouble, ...] = ()
    presses: int = 0
    language: Language = Language.ENGLISH

    def has_trouble(self, device: str) -> bool:
        """Whether a device does not work."""
        return any(trouble.device == device for trouble in self.troubles)


def phase_of(game: Game) -> Phase:
    """The phase in which a game goes on after a pause."""
    if game.position.over:
        return Phase.OVER
    if game.roll is not None:
        return Phase.CHOOSING
    if isinstance(game.now.change, TurnEntry):
        return Phase.DOING
    return Phase.WAITING


def faces_counted(game: Game) -> frozenset[tuple[Face, ...]]:
    """The faces that may still lie on the tray from the last roll: as read, as corrected, and with 1s turned."""
    since = _since_last_roll(game.moments)
    rolls = [moment.roll.faces for moment in since if moment.roll is not None]
    faces: set[tuple[Face, ...]] = set(rolls)
    for moment in since:
        match moment.change:
            case RollEntry(read=read) if read is not None:
                faces.add(sorted_faces(face for face in read if face is not None))
            case TurnEntry(turn=turn):
                faces.add(with_ones_turned(rolls[-1], turn.turned))
    return frozenset(faces)


def _since_last_roll(moments: tuple[Moment, ...]) -> tuple[Moment, ...]:
    for index in range(len(moments) - 1, -1, -1):
        if isinstance(moments[index].change, RollEntry):
            return moments[index:]
    return ()


def with_ones_turned(faces: tuple[int, ...], turned: tuple[int, ...]) -> tuple[int, ...]:
    """The faces, sorted, after as many 1s as `turned` has entries were turned to those."""
    left = list(faces)
    for _ in turned:
        left.remove(1)
    return tuple(sorted((*left, *turned)))


def resumed(model: Model, game: Game) -> Model:
    """The model in which a recorded game goes on after a pause."""
    roll = game.roll
    return Model(
        phase=phase_of(game),
        setup=model.setup,
        game=game,
        counted=faces_counted(game),
        advice=advice_for(game.position, roll),
        troubles=model.troubles,
        language=model.language,
    )


def advice_for(position: Position, roll: Roll | None) -> tuple[Advice, ...]:
    """The options of a roll, best first; none while there is no roll."""
    return () if roll is None else advise(position, roll)
