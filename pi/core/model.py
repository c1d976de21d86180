"""Everything the appliance knows, as one frozen value."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from engine.choices import Choice
from engine.record import Game, Moment, RollEntry, TurnEntry
from engine.review import JudgedTurn
from engine.rules import DEFAULTS, Settings
from engine.saga.cards import LaidCard
from engine.saga.walks import is_cut
from engine.suggest import Advice, advise
from pi.core.faces import seen
from pi.core.hints import Hints, Wishes, choices_for, hints_for
from pi.core.language import Language
from pi.core.overlay_values import Overlay
from pi.core.page import Page
from pi.core.story import KnownPack, Story
from vision.reading import Face, Reading, sorted_faces

DICE = 4
"""How many dice a roll has."""


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
    SEATS = "seats"
    SEAT = "seat"
    NAME = "name"
    SPELLING = "spelling"
    RULES = "rules"
    FIELDS = "valley fields"
    SAGA = "saga"
    CARDS = "cards"


@dataclass(frozen=True, slots=True)
class Setup:
    """The answers given so far.

    Attributes:
        step: the question being asked.
        players: how many play.
        starts: the seat that begins.
        names: by seat; empty, or missing at the end, for a default name.
        colours: of the goats, by seat; seats beyond them get the next free ones.
        rules: the rule set.
        settings: what the group agreed on.
        known_names: of earlier games, those used last first.
        cursor: the selected line of the question being asked.
        seat: the seat that is being asked about.
        spelt: the letters so far of a new name.
        cards: what lies beside the board in a single game of the Saga.
        pack: the pack that they are chosen from.
        for_chapter: whether only names and seats are asked, for the next chapter of a campaign.
    """

    step: SetupStep = SetupStep.PLAYERS
    players: int = 2
    starts: int = 0
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    rules: tuple[str, ...] = ("base",)
    settings: Settings = DEFAULTS
    known_names: tuple[str, ...] = ()
    cursor: int = 0
    seat: int = 0
    spelt: str = ""
    cards: tuple[LaidCard, ...] = ()
    pack: str = ""
    for_chapter: bool = False


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something does not work and stays on the screen until it does.

    Attributes:
        device: "camera", "tray", "screen", "buttons", "buzzer", "lamp", "record", "power" or "appliance".
        reason: what is wrong.
        remedy: what to try.
    """

    device: str
    reason: str
    remedy: str


@dataclass(frozen=True, slots=True)
class Starting:
    """A device is being opened for the first time.

    Attributes:
        device: which.
        since: when it began, in seconds.
        waited_s: whole seconds since then.
    """

    device: str
    since: float
    waited_s: int = 0


@dataclass(frozen=True, slots=True)
class Model:
    """Everything the appliance knows.

    Attributes:
        phase: what the table is doing.
        setup: the answers for the next game.
        game: the running or last game; None before the first.
        left: the game that `game` takes the place of, and is begun in the record, with its first entry.
        tray: what the camera last told.
        reading: the last reading of dice at rest; None when the tray is empty or unseen.
        counted: the faces lying on the tray that have been counted already, in every form the turn may have left them.
        lain: where those dice were last seen; None when they were not.
        advice: the options of the roll, best first.
        lacks_some: whether cards leave so much to try that there are more options than these.
        choices: the same as a list to choose from.
        path: the lines of `choices` that are open, one below the other.
        cursor: the option that is selected, of `advice`; while the hands move goats, the line in view.
        overlay: what lies on top of the phase.
        troubles: what does not work, oldest first.
        starting: the device that is being waited for; None when none is.
        judged: turns of the game beside the best of their rolls, as far as they were judged when they were played.
        presses: button presses since the last entry.
        language: what the screens speak.
        wishes: for hints, by the players' names.
        page: the companion page; None without one.
        story: the campaign that is played or was last; None for none.
        stories: all campaigns of the record, the last one first.
        packs: of cards, of the data folder.
    """

    phase: Phase = Phase.SETUP
    setup: Setup = field(default_factory=Setup)
    game: Game | None = None
    left: Game | None = None
    tray: Tray = Tray.UNSEEN
    reading: Reading | None = None
    counted: frozenset[tuple[Face, ...]] = frozenset()
    lain: Reading | None = None
    advice: tuple[Advice, ...] = ()
    lacks_some: bool = False
    choices: tuple[Choice, ...] = ()
    path: tuple[int, ...] = ()
    cursor: int = 0
    overlay: Overlay | None = None
    troubles: tuple[Trouble, ...] = ()
    starting: Starting | None = None
    judged: tuple[JudgedTurn, ...] = ()
    presses: int = 0
    language: Language = Language.ENGLISH
    wishes: Wishes = ()
    page: Page | None = None
    story: Story | None = None
    stories: tuple[Story, ...] = ()
    packs: tuple[KnownPack, ...] = ()

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
    faces: set[tuple[Face, ...]] = set(map(seen, rolls))
    for moment in since:
        match moment.change:
            case RollEntry(read=read) if read is not None:
                faces.add(sorted_faces(face for face in read if face is not None))
            case TurnEntry(turn=turn):
                faces.add(seen(with_ones_turned(rolls[-1], turn.turned)))
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
    return advised(replace(model, phase=phase_of(game), game=game, counted=faces_counted(game)), game)


def advised(model: Model, game: Game) -> Model:
    """The model with the options of the roll, and the first of their list selected."""
    advice = () if game.roll is None else advise(game.position, game.roll)
    lacks_some = game.roll is not None and game.position.rules.free_order and is_cut(game.position, game.roll.faces)
    lines = choices_for(advice, hints_now(model))
    cursor = advice.index(lines[0].best) if lines else 0
    return replace(model, advice=advice, lacks_some=lacks_some, choices=lines, cursor=cursor)


def hints_now(model: Model) -> Hints:
    """What the player to move is told."""
    if model.game is None:
        return Hints.ON
    position = model.game.position
    return hints_for(model.wishes, position.players[position.to_move].name)
