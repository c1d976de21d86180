"""The entries of a campaign: what a group said and did between two games, and their JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError
from engine.fields import flag, items, members, text, whole
from engine.record import RedoEntry, UndoEntry
from engine.saga.cards import Card, card_json, parse_card

PAGE_MAX = 999


@dataclass(frozen=True, slots=True)
class ChapterBegun:
    """The next chapter begins with these players, by seat (S16)."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unpacked:
    """Everything was taken out of the backpack."""


@dataclass(frozen=True, slots=True)
class StarterNamed:
    """The group said who starts, as no winner of the last chapter plays, or more than one (S11)."""

    player: str


@dataclass(frozen=True, slots=True)
class Discovered:
    """New cards were found; none when the book has none. They are kept as they were then."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class AbilityKept:
    """The starting player kept one of the abilities of the last chapter (S10)."""

    code: str


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Tiles, abilities and rule cards lie where they belong, and what rule cards ask for is set up."""


@dataclass(frozen=True, slots=True)
class GameBegun:
    """The chapter is played as this game of the record."""

    game: int


@dataclass(frozen=True, slots=True)
class GamePlayed:
    """The chapter's game is over.

    Attributes:
        winners: names of those on the first place.
        points: what everybody had, by seat.
    """

    winners: tuple[str, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AwardNoted:
    """Whether the chapter's award was reached; not reached when the book has none."""

    reached: bool


@dataclass(frozen=True, slots=True)
class PageChosen:
    """The winner chose where the book goes on."""

    page: int


@dataclass(frozen=True, slots=True)
class Remembered:
    """The book made these cards memories (S15); none when it names none."""

    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Packed:
    """The chapter is closed: what is still in play is in the backpack (S14)."""


@dataclass(frozen=True, slots=True)
class CardAmended:
    """A card had been typed in wrongly; from now on it is this one, wherever it is."""

    card: Card


@dataclass(frozen=True, slots=True)
class StartedAnew:
    """The story begins again; what was discovered stays known."""


CampaignChange = (
    ChapterBegun | Unpacked | StarterNamed | Discovered | AbilityKept | LaidOut | GameBegun | GamePlayed
    | AwardNoted | PageChosen | Remembered | Packed | CardAmended | StartedAnew
)  # fmt: skip
CampaignEntry = CampaignChange | UndoEntry | RedoEntry


def campaign_entry_kind(entry: CampaignEntry) -> str:
    """The word that an entry is kept under."""
    return _KINDS[type(entry)]


def campaign_entry_json(entry: CampaignEntry) -> dict[str, Any]:
    """Writes what an entry says, without its kind."""
    match entry:
        case ChapterBegun(players=players):
            return {"players": list(players)}
        case StarterNamed(player=player):
            return {"player": player}
        case Discovered(cards=cards):
            return {"cards": [card_json(card) for card in cards]}
        case AbilityKept(code=code):
            return {"code": code}
        case GameBegun(game=game):
            return {"game": game}
        case GamePlayed(winners=winners, points=points):
            return {"winners": list(winners), "points": list(points)}
        case AwardNoted(reached=reached):
            return {"reached": reached}
        case PageChosen(page=page):
            return {"page": page}
        case Remembered(codes=codes):
            return {"codes": list(codes)}
        case CardAmended(card=card):
            return {"card": card_json(card)}
        case _:
            return {}


def parse_campaign_entry(kind: str, body: object) -> CampaignEntry:
    """Reads an entry that `campaign_entry_kind` and `campaign_entry_json` wrote.

    Raises:
        EngineError: naming the field that is wrong.
    """
    match kind:
        case "chapter-begun":
            return ChapterBegun(_texts(_only(body, "players"), "players", "names"))
        case "starter":
            return StarterNamed(text(_only(body, "player"), "player"))
        case "discovered":
            rows = items(_only(body, "cards"), "cards", "cards")
            return Discovered(tuple(parse_card(row, f"cards.{index}") for index, row in enumerate(rows)))
        case "ability-kept":
            return AbilityKept(text(_only(body, "code"), "code"))
        case "game-begun":
            return GameBegun(whole(_only(body, "game"), "game", 1))
        case "game-played":
            read = members(body, "entry", ("winners", "points"))
            points = items(read["points"], "points", "whole numbers")
            return GamePlayed(
                _texts(read["winners"], "winners", "names"),
                tuple(_points(value, f"points.{seat}") for seat, value in enumerate(points)),
            )
        case "award":
            return AwardNoted(flag(_only(body, "reached"), "reached"))
        case "next-page":
            return PageChosen(whole(_only(body, "page"), "page", 1, PAGE_MAX))
        case "remembered":
            return Remembered(_texts(_only(body, "codes"), "codes", "codes"))
        case "card-amended":
            return CardAmended(parse_card(_only(body, "card"), "card"))
    if kind in _WORDLESS:
        members(body, "entry", ())
        return _WORDLESS[kind]()
    raise EngineError(f"entry: unknown kind {kind!r}; known are {', '.join(_KINDS.values())}")


def _only(body: object, field: str) -> object:
    return members(body, "entry", (field,))[field]


def _texts(value: object, field: str, what: str) -> tuple[str, ...]:
    return tuple(text(each, f"{field}.{index}") for index, each in enumerate(items(value, field, what)))


def _points(value: object, field: str) -> int:
    """Effects of cards may take points away, so that there may be fewer than none."""
    if type(value) is not int:
        raise EngineError(f"{field}: expected a whole number")
    return value


_KINDS: dict[type[CampaignEntry], str] = {
    ChapterBegun: "chapter-begun",
    Unpacked: "unpacked",
    StarterNamed: "starter",
    Discovered: "discovered",
    AbilityKept: "ability-kept",
    LaidOut: "laid-out",
    GameBegun: "game-begun",
    GamePlayed: "game-played",
    AwardNoted: "award",
    PageChosen: "next-page",
    Remembered: "remembered",
    Packed: "packed",
    CardAmended: "card-amended",
    StartedAnew: "started-anew",
    UndoEntry: "undo",
    RedoEntry: "redo",
}
_WORDLESS: dict[str, type[Unpacked | LaidOut | Packed | StartedAnew | UndoEntry | RedoEntry]] = {
    "unpacked": Unpacked,
    "laid-out": LaidOut,
    "packed": Packed,
    "started-anew": StartedAnew,
    "undo": UndoEntry,
    "redo": RedoEntry,
}
