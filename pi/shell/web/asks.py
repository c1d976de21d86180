"""Every message from the page to the table, declared once (see `shapes`)."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class AskPress(TypedDict):
    """Press a button of the device."""

    do: Literal["press"]
    button: Literal["next", "back", "ok", "undo"]
    held: bool
    shown: int


class AskBegin(TypedDict):
    """Begin a game. `cards`: of the pack, those that lie in a single game of the Saga, tiles as in S1@9."""

    do: Literal["begin"]
    names: list[str]
    rules: list[str]
    settings: dict[str, Any]
    starts: int
    colours: NotRequired[list[str]]
    hints: NotRequired[list[Literal["on", "after", "off"]]]
    pack: NotRequired[str]
    cards: NotRequired[list[str]]
    number: int


class AskChapter(TypedDict):
    """Begin the game of a campaign's chapter, or go on with it; `leaves`: another game that runs for it."""

    do: Literal["chapter"]
    campaign: int
    leaves: bool
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


Ask = AskPress | AskBegin | AskChapter | AskPlay | AskRedeploy | AskDice | AskChange | AskPosition | AskUndo | AskRedo


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


RECEIVED: tuple[type, ...] = (
    AskPress, AskBegin, AskChapter, AskPlay, AskRedeploy, AskDice, AskChange, AskPosition, AskUndo, AskRedo, TrayThrow,
    TrayPush, TrayTurn, TraySimple, TrayDisturb, TrayPlug, AimMeasure, AimLearn, AimTeach, AimForget, AimTest,
    AskPreview, AskReview, AskOptions, AskPair, AskGames,
)  # fmt: skip
