"""A campaign: ten chapters, and everything that lasts between their games, as the replay of its entries (S9-S16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.errors import EngineError
from engine.position import Position, new_position
from engine.record import RedoEntry, UndoEntry
from engine.rules import DEFAULTS, Settings
from engine.saga.campaign_entries import CampaignEntry, GamePlayed
from engine.saga.chapters import (
    CHAPTERS,
    NAME_CHARACTERS_MAX,
    RULES,
    SUMMITS_FROM,
    Campaign,
    Stage,
    StepKind,
    campaign_after,
    checked_name,
    what_comes,
)
from engine.scoring import sheet

__all__ = [
    "CHAPTERS", "NAME_CHARACTERS_MAX", "RULES", "SUMMITS_FROM", "Campaign", "CampaignRecord", "Stage", "StepKind",
    "enter_campaign", "entries_for_result", "first_position", "new_campaign", "replay_campaign", "result_of",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class CampaignRecord:
    """A campaign with its past.

    Attributes:
        moments: the campaign from its start to now, without what was taken back.
        undone: what was taken back and can be made again, the next one last.
    """

    moments: tuple[Campaign, ...]
    undone: tuple[Campaign, ...] = ()

    @property
    def now(self) -> Campaign:
        """The campaign as it stands."""
        return self.moments[-1]


def new_campaign(name: str, pack: str) -> CampaignRecord:
    """Starts a campaign; raises EngineError when the name is empty, too long or not printable."""
    return CampaignRecord((Campaign(checked_name(name, "name"), pack),))


def enter_campaign(record: CampaignRecord, entry: CampaignEntry) -> CampaignRecord:
    """Adds an entry to a campaign; raises EngineError when it does not fit there."""
    match entry:
        case UndoEntry():
            if len(record.moments) == 1:
                raise EngineError("undo: there is nothing to take back")
            return CampaignRecord(record.moments[:-1], (*record.undone, record.now))
        case RedoEntry():
            if not record.undone:
                raise EngineError("redo: nothing was taken back")
            return CampaignRecord((*record.moments, record.undone[-1]), record.undone[:-1])
        case _:
            return CampaignRecord((*record.moments, campaign_after(record.now, entry)))


def replay_campaign(first: CampaignRecord, entries: Iterable[CampaignEntry]) -> CampaignRecord:
    """Enters all entries; raises EngineError at the first that does not fit."""
    record = first
    for entry in entries:
        record = enter_campaign(record, entry)
    return record


def first_position(campaign: Campaign, settings: Settings = DEFAULTS) -> Position:
    """Sets up the game of the chapter.

    Raises:
        EngineError: when the set-up is not done.
    """
    if campaign.step != "play" or campaign.starter is None:
        raise EngineError(f"chapter: {what_comes(campaign)}; the game begins after the set-up")
    starts = campaign.players.index(campaign.starter)
    return new_position(len(campaign.players), campaign.players, RULES, settings, starts, campaign.in_play)


def result_of(position: Position) -> GamePlayed:
    """Who leads, and what everybody has."""
    standing = sheet(position)
    winners = tuple(standing.players[seat].name for seat in standing.ranking[0])
    return GamePlayed(winners, tuple(player.total for player in standing.players))


def entries_for_result(record: CampaignRecord, position: Position) -> tuple[CampaignEntry, ...]:
    """What the campaign has to be told about the chapter's game, which others play and take back.

    Args:
        record: the campaign; its `game` is the one that the position belongs to.
        position: of the game, as it stands.

    Returns:
        The result once the game is over. When a game that was over goes on again: so many times undo that the closing
        steps and the result are taken back. When the result was corrected: both.
    """
    result = result_of(position)
    if record.now.stage == "playing":
        return (result,) if position.over else ()
    if record.now.stage != "closing":
        return ()
    row = record.now.chronicle[-1]
    if position.over and (row.winners, row.points) == (result.winners, result.points):
        return ()
    back = next(count for count, moment in enumerate(reversed(record.moments)) if moment.stage == "playing")
    return (*[UndoEntry()] * back, *([result] if position.over else []))
