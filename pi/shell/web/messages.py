"""Every message from the table to the page, declared once (see `shapes`); what the page asks is in `asks`."""

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


_From = TypedDict("_From", {"from": NotRequired[str]})
"""Where a goat was; a class can't have a member of this name."""


class Fact(_From):
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


class Chapter(TypedDict):
    """The campaign that the game is a chapter of."""

    campaign: int
    name: str


class GameNews(TypedDict):
    """The game; sent when the record changed. Position in the shape of `goatherd new`.

    `choices`: without chances and reasons, and in a plain order, for a player who wants no hints while choosing;
    `start_chances`, and `chances` of turns: none while somebody at the table wants no hints at all; `taken_back`: goats
    taken back without dice since the last turn; `verdict`: the last turn, for a player who wants to know afterwards.
    """

    number: int
    position: dict[str, Any] | None
    roll: list[int | str] | None
    sheet: Sheet | None
    start_chances: list[float]
    choices: list[Choice]
    more: int
    redeploys: list[TakenBack]
    turns: list[Played]
    taken_back: list[Fact]
    verdict: CostlyTurn | None
    cards: list[CardTold]
    chapter: Chapter | None
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


class PackListed(TypedDict):
    """A pack of cards. `laid`: what lies in a single game unless told otherwise, as AskBegin has it."""

    name: str
    is_example: bool
    laid: list[str]


class SetupNews(TypedDict):
    """A new game as it is set up at the device, and what there is to choose from.

    `names`, `colours`: by seat; `settings`: those that differ from the defaults, in the shape of `goatherd new`;
    `hints`: "on", "after" (the choice) or "off", by seat; `palette`: all colours; `reads`: by rule set, the settings
    that it reads; `fields`: points of the valley's fields; `packs`: of cards of the Saga.
    """

    names: list[str]
    known_names: list[str]
    colours: list[str]
    palette: list[str]
    most_players: int
    starts: int
    rules: list[str]
    settings: dict[str, Any]
    hints: list[str]
    reads: dict[str, list[str]]
    fields: list[int]
    packs: list[PackListed]


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


class Answer(TypedDict):
    """What became of something asked: done, stale, refused, or failed; why in English."""

    result: Literal["done", "stale", "refused", "failed"]
    why: str
    data: NotRequired[Any]


SENT: tuple[type, ...] = (
    Said, SaidLines, CardTold, Fact, Move, Reason, Choice, Played, Line, SeatSheet, Sheet, TakenBack, CostlyTurn,
    Chapter, GameNews, SeenDie, SeenDice, Trouble, PackListed, SetupNews, TableNews, Hello, Answer,
)  # fmt: skip
