"""What is to be done, in the imperative: data that the shell performs."""

from __future__ import annotations

from dataclasses import dataclass

from engine.position import Position
from engine.record import Entry
from engine.saga.campaign_entries import CampaignEntry
from pi.core.hints import Wishes
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class BeginGame:
    """Open a new game in the record."""

    first: Position


@dataclass(frozen=True, slots=True)
class Record:
    """Add entries to the running game.

    Attributes:
        entries: in order; all of them or none.
        presses: button presses since the entry before.
        reading: what the camera saw, where the first entry is a roll that it read.
    """

    entries: tuple[Entry, ...]
    presses: int
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class RememberWishes:
    """Keep who wants which hints for later games."""

    wishes: Wishes


@dataclass(frozen=True, slots=True)
class ShutDown:
    """Close the record, show that the plug may be pulled, and switch the machine off where it is the table's own."""


@dataclass(frozen=True, slots=True)
class BeginCampaign:
    """Open a new campaign in the record."""

    name: str
    pack: str


@dataclass(frozen=True, slots=True)
class EnterCampaign:
    """Add entries to a campaign.

    Attributes:
        campaign: its number, or BEGUN_LAST.
        entries: all of them or none; a game BEGUN_LAST is the one that was begun last.
    """

    campaign: int
    entries: tuple[CampaignEntry, ...]


@dataclass(frozen=True, slots=True)
class ResumeGame:
    """Go on with an older game of the record."""

    game: int


@dataclass(frozen=True, slots=True)
class FindSagas:
    """Look up the campaigns of the record and the packs of the data folder, which others write, too."""


Kept = BeginGame | Record | BeginCampaign | EnterCampaign | ResumeGame
"""What goes into the record."""

Effect = Kept | RememberWishes | ShutDown | FindSagas
