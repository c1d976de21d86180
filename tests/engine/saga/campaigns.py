"""Cards and chapters for the tests of campaigns."""

from __future__ import annotations

from collections.abc import Sequence

from engine.saga.campaign import CampaignRecord, enter_campaign, new_campaign, replay_campaign
from engine.saga.campaign_entries import (
    AbilityKept,
    AwardNoted,
    CampaignEntry,
    ChapterBegun,
    Discovered,
    GameBegun,
    GamePlayed,
    LaidOut,
    Packed,
    PageChosen,
    Remembered,
    StarterNamed,
    Unpacked,
)
from engine.saga.cards import Card, LaidCard, parse_card
from engine.saga.vocabulary import CardKind

GROUP = ("Ann", "Bo", "Cy")
NEW = new_campaign("Our story", "ours")

_EFFECTS: dict[CardKind, dict[str, object]] = {
    "ability": {"verb": "number", "number": 8},
    "summit": {"when": "reached", "verb": "points", "points": 1},
    "rule": {"when": "set-up", "verb": "remind", "text": "Ring the bell."},
}
_KINDS: dict[str, CardKind] = {"A": "ability", "S": "summit", "R": "rule"}


def card(code: str, name: str = "") -> Card:
    """A card of which only its code matters: A for an ability, S for a summit tile, R for a rule card."""
    kind = _KINDS[code[0]]
    row = {"code": code, "kind": kind, "name": name or f"Card {code}", "chapter": 1, "effects": [_EFFECTS[kind]]}
    return parse_card(row)


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(card(code) for code in codes.split())


def set_up(
    players: Sequence[str], found: str, starts: str | None = None, keeps: str | None = None
) -> list[CampaignEntry]:
    """The entries of a chapter's set-up, what is not asked left out."""
    entries: list[CampaignEntry] = [ChapterBegun(tuple(players))]
    if keeps is not None:
        entries.append(Unpacked())
    if starts is not None:
        entries.append(StarterNamed(starts))
    entries.append(Discovered(cards(found)))
    if keeps is not None:
        entries.append(AbilityKept(keeps))
    return [*entries, LaidOut()]


def played(game: int, winner: str, points: Sequence[int]) -> list[CampaignEntry]:
    return [GameBegun(game), GamePlayed((winner,), tuple(points))]


def closing(page: int | None, memories: str | None = None, award: bool = False) -> list[CampaignEntry]:
    """The closing steps; None for what is not asked."""
    entries: list[CampaignEntry] = [AwardNoted(award)]
    entries += [] if page is None else [PageChosen(page)]
    entries += [] if memories is None else [Remembered(tuple(memories.split()))]
    return [*entries, Packed()]


FIRST = [*set_up(GROUP, "A1 A2 S1", starts="Bo"), *played(1, "Cy", (40, 38, 51)), *closing(12)]
SECOND = [*set_up(GROUP, "A3 S2 R1", keeps="A2"), *played(2, "Ann", (60, 38, 51)), *closing(20)]
THIRD = [*set_up(("Ann", "Dot"), "A4 S3", keeps="A3"), *played(3, "Dot", (30, 31)), *closing(33, "R1")]
CHAPTERS = (FIRST, SECOND, THIRD)


def after(*entries: CampaignEntry) -> CampaignRecord:
    return replay_campaign(NEW, entries)


def then(record: CampaignRecord, entry: CampaignEntry) -> CampaignRecord:
    return enter_campaign(record, entry)


def laid(cards: Sequence[LaidCard]) -> str:
    """Codes, tiles with the mountain they lie above."""
    return " ".join(each.card.code + (f"@{each.mountain}" if each.mountain else "") for each in cards)


def codes(cards: Sequence[Card]) -> str:
    return " ".join(each.code for each in cards)
