"""The messages of the page about cards, packs and campaigns (see `messages`)."""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from pi.shell.web.messages import CardTold, Move, Said, SaidLines


class FileFault(TypedDict):
    """Something about the file of a pack."""

    line: int
    key: str
    message: str
    is_warning: bool


class PackTold(TypedDict):
    """A pack; its cards only where the file has no fault. `is_example`: it comes with the program."""

    name: str
    title: str
    is_example: bool
    cards: list[CardTold]
    faults: list[FileFault]


class CardFault(TypedDict):
    """What is wrong with a card being typed in; `key` such as effect.0.number, empty for the whole card."""

    key: str
    why: str
    is_warning: bool


class Previewed(TypedDict):
    """An effect in words, and what it does on an example board; `totals` before and after, by seat."""

    sentence: Said
    lines: SaidLines
    before: dict[str, Any]
    moves: list[Move]
    totals: list[list[int]]


class CardChecked(TypedDict):
    """A card being typed in; null for an effect that is not right yet."""

    faults: list[CardFault]
    effects: list[Previewed | None]


class ArgumentTold(TypedDict):
    """What a verb needs to be told (engine.saga.vocabulary.Argument)."""

    name: str
    kind: Literal["whole", "mountain", "mountains", "steps", "word", "flag", "perhaps", "text", "where", "verbs"]
    required: bool
    low: int
    high: int
    zero: bool
    words: list[str]
    said: Said


class VerbTold(TypedDict):
    """A verb; `whens`: what can set it off, null for an ability."""

    name: str
    whens: list[str | None]
    said: Said
    can_decline: bool
    arguments: list[ArgumentTold]


class KindTold(TypedDict):
    """A kind of card."""

    name: str
    said: Said


class WhenTold(TypedDict):
    """What can set an effect off, with the kinds of cards that may wait for it."""

    name: str
    kinds: list[str]
    said: Said


class Vocabulary(TypedDict):
    """All that a card can say. `watching`, `declining`: whens that watch mountains, that leave something to decline."""

    kinds: list[KindTold]
    whens: list[WhenTold]
    verbs: list[VerbTold]
    where: list[ArgumentTold]
    mountains: list[int]
    lies: list[int]
    chapters: int
    most_effects: int
    watching: list[str]
    declining: list[str]
    only: list[str]


class CampaignListed(TypedDict):
    """A campaign in the list."""

    id: int
    name: str
    pack: str
    started_at: str
    stage: Said


class StepListed(TypedDict):
    """A line of the guided list."""

    kind: str
    state: Literal["done", "now", "later"]
    said: Said


class Choosable(TypedDict):
    """What may be answered, with what it is called."""

    answer: str
    said: Said


class StepTold(TypedDict):
    """What is to be done now, and the lines that say more about it; of the choices `least` to `most` are taken."""

    kind: str
    choices: list[Choosable]
    least: int
    most: int
    asks: Said
    lines: SaidLines


class CampaignTold(TypedDict):
    """A campaign. `entries`: how many it has, to be sent along with an answer; `game_over`: null without a game."""

    id: int
    name: str
    pack: str
    entries: int
    stage: Said
    steps: list[StepListed]
    step: StepTold | None
    keeping: SaidLines
    chapters: int
    game: int | None
    game_over: bool | None
    can_undo: bool
    can_redo: bool


class AskCheck(TypedDict):
    """What would a card be like."""

    row: dict[str, Any]
    lies: int


class AskWrite(TypedDict):
    """Write a card into a pack; `was`: the row that it takes the place of."""

    do: Literal["write"]
    row: dict[str, Any]
    was: dict[str, Any] | None


class AskTakeOut(TypedDict):
    """Take a card out of a pack."""

    do: Literal["remove"]
    was: dict[str, Any]


class AskCampaign(TypedDict):
    """Begin a campaign."""

    name: str
    pack: str


class AskLookUp(TypedDict):
    """Have the table look at campaigns and packs anew."""

    do: Literal["look-up"]


class AskStep(TypedDict):
    """Go on with a campaign; `entries` as it was told."""

    do: Literal["answer", "undo", "redo", "anew"]
    entries: int
    answer: NotRequired[list[str]]


SAGA_SENT: tuple[type, ...] = (
    FileFault, PackTold, CardFault, Previewed, CardChecked, ArgumentTold, VerbTold, KindTold,
    WhenTold, Vocabulary, CampaignListed, StepListed, Choosable, StepTold, CampaignTold,
)  # fmt: skip
SAGA_RECEIVED: tuple[type, ...] = (AskCheck, AskWrite, AskTakeOut, AskCampaign, AskLookUp, AskStep)
