"""What the table knows of campaigns of the Saga and of packs of cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.position import Position
from engine.record import Game
from engine.saga.campaign import Campaign, CampaignRecord
from engine.saga.cards import SUMMIT_MOUNTAINS, Card, LaidCard

BEGUN_LAST = 0
"""In place of a number of the record: the one that this table began last."""


@dataclass(frozen=True, slots=True)
class Story:
    """A campaign.

    Attributes:
        id: its number in the record, or BEGUN_LAST.
        record: the campaign with its past.
        game: the chapter's game as it stood when it was looked up; None before it has begun.
    """

    id: int
    record: CampaignRecord
    game: Game | None = None

    @property
    def now(self) -> Campaign:
        """The campaign as it stands."""
        return self.record.now

    @property
    def first(self) -> Position | None:
        """The position in which the chapter's game began; None before that."""
        return None if self.game is None else self.game.moments[0].position


@dataclass(frozen=True, slots=True)
class KnownPack:
    """A pack of the data folder, or the example that comes with the program.

    Attributes:
        name: of its file.
        cards: all that the group has typed in.
        is_example: whether its cards are made up.
    """

    name: str
    cards: tuple[Card, ...]
    is_example: bool = False


def everything_laid(cards: Sequence[Card]) -> tuple[LaidCard, ...]:
    """All cards, for a single game: of the summit tiles those found last, above 9, 7 and 5."""
    newest = sorted((card for card in cards if card.kind == "summit"), key=lambda card: -card.chapter)
    lies = {card.code: mountain for card, mountain in zip(newest, SUMMIT_MOUNTAINS, strict=False)}
    return tuple(LaidCard(card, lies.get(card.code)) for card in cards if card.kind != "summit" or card.code in lies)


@dataclass(frozen=True, slots=True)
class Guide:
    """The next step of a campaign lies open.

    Attributes:
        cursor: the line that is selected, or in view.
        chosen: of several answers those chosen so far.
        digits: of a page those entered so far.
        has_read: whether the players have seen what is to be known before the step is answered.
        refused: an answer that did not fit; None when there was none.
    """

    cursor: int = 0
    chosen: tuple[str, ...] = ()
    digits: str = ""
    has_read: bool = False
    refused: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class CampaignQuestion:
    """A campaign is to be gone on with while another game is running.

    Attributes:
        story: the campaign.
        yes: whether the running game is to be left for it.
    """

    story: Story
    yes: bool = False
