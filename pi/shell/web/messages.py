"""Every message between the table and the page, declared once (see `shapes`)."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

Face = int | str | None


class Said(TypedDict):
    """The same in both languages of the page."""

    en: str
    de: str


class SaidLines(TypedDict):
    """The same lines in both languages of the page."""

    en: list[str]
    de: list[str]


class CardTold(TypedDict):
    """A card of the Saga: its row as `goatherd pack show --json` prints it, its kind, what it does, where it lies."""

    row: dict[str, Any]
    kind: Said
    sentences: SaidLines
    lies: int | None


class Fact(TypedDict):
    """One thing that happened, in the shape of `goatherd turns`."""

    fact: str
    seat: int
    mountain: NotRequired[int]
    points: NotRequired[int]
    space: NotRequired[int]
    card: NotRequired[str]
    steps: NotRequired[int]


class Move(TypedDict):
    """A goat goes from one place to another."""

    seat: int
    origin: str
    place: str


class Reason(TypedDict):
    """Why an option is good: a word and its details."""

    kind: str
    seat: NotRequired[int]
    mountain: NotRequired[int]
    points: NotRequired[int]
    count: NotRequired[int]
    space: NotRequired[int]


class Choice(TypedDict):
    """One option of the roll; chance is the mover's to win after it, null where nobody asked."""

    turn: dict[str, Any]
    moves: list[Move]
    facts: list[Fact]
    chance: float | None
    reason: Reason | None


class Played(TypedDict):
    """One turn that stands; totals and chances are by seat, after it."""

    number: int
    round: int
    seat: int
    dice: list[int | str]
    turn: dict[str, Any]
    facts: list[Fact]
    totals: list[int]
    chances: list[float]


class Line(TypedDict):
    """One line of a score sheet."""

    what: str
    points: int


class SeatSheet(TypedDict):
    """The score sheet of one player."""

    name: str
    total: int
    lines: list[Line]


class Sheet(TypedDict):
    """Everybody's score sheet and who is ahead."""

    players: list[SeatSheet]
    ranking: list[list[int]]
    decided_by: str


class TakenBack(TypedDict):
    """A goat that may be taken back without dice, to the foot of a mountain."""

    origin: str
    mountain: int


class CostlyTurn(TypedDict):
    """A turn that gave away a chance to win, the board before it, and what would have been better."""

    number: int
    seat: int
    dice: list[int | str]
    cost: float
    board: dict[str, Any]
    played: Choice
    better: Choice


class GameNews(TypedDict):
    """The game; sent when the record changed. Position in the shape of `goatherd new`."""

    number: int
    position: dict[str, Any] | None
    roll: list[int | str] | None
    sheet: Sheet | None
    start_chances: list[float]
    choices: list[Choice]
    more: int
    redeploys: list[TakenBack]
    turns: list[Played]
    cards: list[CardTold]
    can_undo: bool
    can_redo: bool


class SeenDie(TypedDict):
    """One die as read; corners in pixels of the picture."""

    face: Face
    second: Face
    confidence: float
    centre: list[float]
    corners: list[list[float]]
    doubts: list[str]


class SeenDice(TypedDict):
    """What the camera read, in the shape of `goatherd read`."""

    faces: list[int | str]
    dice: list[SeenDie]
    confidence: float
    accepted: bool
    doubts: list[str]
    groups: list[list[int]]


class Trouble(TypedDict):
    """Something that does not work."""

    device: str
    reason: str
    remedy: str


class SetupNews(TypedDict):
    """A new game as it is set up at the device, and what there is to choose from.

    `names`, `colours`: by seat; `settings`: those that differ from the defaults, in the shape of `goatherd new`;
    `palette`: all colours; `reads`: by rule set, the settings that it reads; `fields`: points of the valley's fields.
    """

    names: list[str]
    known_names: list[str]
    colours: list[str]
    palette: list[str]
    most_players: int
    starts: int
    rules: list[str]
    settings: dict[str, Any]
    reads: dict[str, list[str]]
    fields: list[int]


class TableNews(TypedDict):
    """The moment; sent when anything else changed. `pixels`: 128x64 bits in base 64, by rows, the left one highest."""

    shown: int
    phase: str
    selected: int | None
    pixels: str
    rows: list[str]
    tray: str
    reading: SeenDice | None
    troubles: list[Trouble]
    setup: SetupNews
    camera: bool
    simulated: bool


class Hello(TypedDict):
    """Who is looking."""

    role: Literal["player", "viewer", "stranger"]


class AskPress(TypedDict):
    """Press a button of the device."""

    do: Literal["press"]
    button: Literal["next", "back", "ok", "undo"]
    held: bool
    shown: int


class AskBegin(TypedDict):
    """Begin a game."""

    do: Literal["begin"]
    names: list[str]
    rules: list[str]
    settings: dict[str, Any]
    starts: int
    colours: NotRequired[list[str]]
    number: int


class AskPlay(TypedDict):
    """Take an option."""

    do: Literal["play"]
    turn: dict[str, Any]
    number: int


class AskRedeploy(TypedDict):
    """Take a goat back without dice."""

    do: Literal["redeploy"]
    origin: str
    mountain: int
    number: int


class AskDice(TypedDict):
    """Enter the dice, or correct those of the roll."""

    do: Literal["dice"]
    dice: list[int | str]
    number: int


class AskChange(TypedDict):
    """Change a turn played before."""

    do: Literal["change"]
    turn_number: int
    dice: list[int | str]
    turn: dict[str, Any]
    number: int


class AskPosition(TypedDict):
    """Set the position."""

    do: Literal["position"]
    position: dict[str, Any]
    number: int


class AskUndo(TypedDict):
    """Take the last change back."""

    do: Literal["undo"]
    number: int


class AskRedo(TypedDict):
    """Make the change taken back last again."""

    do: Literal["redo"]
    number: int


Ask = AskPress | AskBegin | AskPlay | AskRedeploy | AskDice | AskChange | AskPosition | AskUndo | AskRedo


class TrayThrow(TypedDict):
    """Throw four dice; any faces when none are named, goats in place of 1s in the Saga."""

    do: Literal["throw"]
    faces: NotRequired[list[int | str]]


class TrayPush(TypedDict):
    """Push dice into groups, named by their faces."""

    do: Literal["push"]
    groups: list[list[int | str]]


class TrayTurn(TypedDict):
    """Turn a die by hand."""

    do: Literal["turn"]
    face: int | str
    to: int | str


class TraySimple(TypedDict):
    """Clear the tray, cover or uncover it, straighten dice."""

    do: Literal["hand"]
    what: Literal["clear", "cover", "uncover", "straighten"]


class TrayDisturb(TypedDict):
    """Something happens beside the game."""

    do: Literal["disturb"]
    what: Literal["hand", "nudge", "bump", "shake", "card", "sleeve", "leave", "collect", "switch", "dim"]


class TrayPlug(TypedDict):
    """Pull or put back the cable of the camera."""

    do: Literal["plug"]
    plugged: bool


TrayAsk = TrayThrow | TrayPush | TrayTurn | TraySimple | TrayDisturb | TrayPlug


class AimMeasure(TypedDict):
    """Measure the picture."""

    do: Literal["measure"]


class AimLearn(TypedDict):
    """Learn the empty tray and keep it."""

    do: Literal["learn"]


class AimTeach(TypedDict):
    """Teach a special face from the die that lies there."""

    do: Literal["teach"]
    name: str


class AimForget(TypedDict):
    """Forget a taught face."""

    do: Literal["forget"]
    name: str


class AimTest(TypedDict):
    """Begin the test of ten rolls afresh."""

    do: Literal["test"]


AimAsk = AimMeasure | AimLearn | AimTeach | AimForget | AimTest


class Answer(TypedDict):
    """What became of something asked: done, stale, refused, or failed; why in English."""

    result: Literal["done", "stale", "refused", "failed"]
    why: str
    data: NotRequired[Any]


class AskPreview(TypedDict):
    """What would follow if the turn had been another."""

    turn_number: int
    dice: list[int | str]
    turn: dict[str, Any]
    number: int


class AskReview(TypedDict):
    """Which turns of the game so far cost most."""

    number: int


class AskOptions(TypedDict):
    """What could have been made of dice; turn_number null: now."""

    turn_number: int | None
    dice: list[int | str]
    number: int


class AskPair(TypedDict):
    """Pair this browser."""

    code: str


class AskGames(TypedDict):
    """Put games away or bring them back."""

    do: Literal["remove", "restore"]
    ids: list[str]


SENT: tuple[type, ...] = (
    Said, SaidLines, CardTold, Fact, Move, Reason, Choice, Played, Line, SeatSheet, Sheet, TakenBack, CostlyTurn,
    GameNews, SeenDie, SeenDice, Trouble, SetupNews, TableNews, Hello, Answer,
)  # fmt: skip
RECEIVED: tuple[type, ...] = (
    AskPress, AskBegin, AskPlay, AskRedeploy, AskDice, AskChange, AskPosition, AskUndo, AskRedo, TrayThrow, TrayPush,
    TrayTurn, TraySimple, TrayDisturb, TrayPlug, AimMeasure, AimLearn, AimTeach, AimForget, AimTest, AskPreview,
    AskReview, AskOptions, AskPair, AskGames,
)  # fmt: skip
