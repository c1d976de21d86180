"""What the table knows of campaigns of the Saga and of packs of cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.position import Position
from engine.saga.campaign import Campaign, CampaignRecord
from engine.saga.cards import Card

BEGUN_LAST = 0
"""In place of a number of the record: the one that this table began last."""


@dataclass(frozen=True, slots=True)
class Story:
    """A campaign.

    Attributes:
        id: its number in the record, or BEGUN_LAST.
        record: the campaign with its past.
        first: the position in which the chapter's game began; None before that.
    """

    id: int
    record: CampaignRecord
    first: Position | None = None

    @property
    def now(self) -> Campaign:
        """The campaign as it stands."""
        return self.record.now


@dataclass(frozen=True, slots=True)
class KnownPack:
    """A pack of the data folder.

    Attributes:
        name: of its file.
        cards: all that the group has typed in.
    """

    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """The next step of a campaign lies open.

    Attributes:
        cursor: the line that is selected, or in view.
        chosen: of several answers those chosen so far.
        digits: of a page those entered so far.
    """

    cursor: int = 0
    chosen: tuple[str, ...] = ()
    digits: str = ""
