"""The guided list of a chapter: what is to be done now, what may be answered, and the entry that an answer makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from engine.errors import EngineError
from engine.fields import shown
from engine.rules import rule_set
from engine.saga.campaign import RULES, Campaign, StepKind
from engine.saga.campaign_entries import (
    PAGE_MAX,
    AbilityKept,
    AwardNoted,
    CampaignChange,
    ChapterBegun,
    Discovered,
    LaidOut,
    Packed,
    PageChosen,
    Remembered,
    StarterNamed,
    Unpacked,
)
from engine.saga.cards import Card, LaidCard

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done now.

    Attributes:
        kind: which step.
        choices: what may be answered, the likeliest first; names of the last players, codes, or yes and no.
        least: so many answers are needed; 0 with `most` 0 for a step that is only to be done.
        most: so many answers are taken.
        cards: what the step is about, to be taken, chosen from, laid out or put away; tiles with their mountain.
    """

    kind: StepKind
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    cards: tuple[LaidCard, ...] = ()


@dataclass(frozen=True, slots=True)
class ListedStep:
    """A line of the guided list."""

    kind: StepKind
    state: Literal["done", "now", "later"]


def listed_steps(campaign: Campaign) -> tuple[ListedStep, ...]:
    """Gives every step of the set-up or of the closing, whichever the campaign is at, in order."""
    return tuple(
        ListedStep(kind, "done" if number < campaign.done else "now" if number == campaign.done else "later")
        for number, kind in enumerate(campaign.steps)
    )


def next_step(campaign: Campaign, pack: Sequence[Card] = ()) -> Step | None:
    """Says what is to be done now; None when the story is over.

    Args:
        campaign: as it stands.
        pack: all cards that the group has typed in; those not found yet are offered, this chapter's first.
    """
    in_play, backpack = campaign.in_play, campaign.backpack
    match campaign.step:
        case None:
            return None
        case "players":
            players = campaign.chronicle[-1].players if campaign.chronicle else ()
            counts = [count for count, _ in rule_set(RULES).stacks]
            return Step("players", players, counts[0], counts[-1])
        case "unpack":
            return Step("unpack", cards=(*in_play, *backpack))
        case "starter":
            winners = tuple(name for name in campaign.players if name in campaign.last_winners)
            return Step("starter", winners or campaign.players, 1, 1)
        case "discover":
            new = _not_found(campaign, (*pack, *campaign.box))
            return Step("discover", tuple(card.code for card in new), 0, len(new), tuple(map(LaidCard, new)))
        case "keep-ability":
            return Step("keep-ability", tuple(laid.card.code for laid in backpack), 1, 1, backpack)
        case "lay-out":
            return Step("lay-out", cards=in_play)
        case "play":
            return Step("play", cards=in_play)
        case "award":
            return Step("award", (YES, NO), 1, 1)
        case "next-page":
            return Step("next-page", (), 1, 1)
        case "memories":
            return Step("memories", tuple(laid.card.code for laid in in_play), 0, len(in_play), in_play)
        case "pack":
            return Step("pack", cards=in_play)


def entry_for(step: Step, answer: Sequence[str]) -> CampaignChange:
    """Makes the entry of an answer; codes and names are taken without regard to case.

    Raises:
        EngineError: when the answer does not fit, saying what would; for `play`, whose entries come from the game.
    """
    if not step.least <= len(answer) <= step.most:
        raise EngineError(f"{step.kind}: expected {_how_many(step)}, found {len(answer)}")
    match step.kind:
        case "players":
            return ChapterBegun(tuple(answer))
        case "unpack":
            return Unpacked()
        case "starter":
            return StarterNamed(_one_of(step, answer[0]))
        case "discover":
            chosen = [_one_of(step, code) for code in answer]
            return Discovered(tuple(laid.card for code in chosen for laid in step.cards if laid.card.code == code))
        case "keep-ability":
            return AbilityKept(_one_of(step, answer[0]))
        case "lay-out":
            return LaidOut()
        case "award":
            return AwardNoted(_one_of(step, answer[0]) == YES)
        case "next-page":
            return PageChosen(_page(answer[0]))
        case "memories":
            return Remembered(tuple(_one_of(step, code) for code in answer))
        case "pack":
            return Packed()
        case "play":
            raise EngineError("play: the game itself tells how it ended")


def _not_found(campaign: Campaign, cards: Sequence[Card]) -> tuple[Card, ...]:
    """Each code once, as the pack has it now, this chapter's cards first."""
    found = {card.code for card in campaign.known} - {card.code for card in campaign.box}
    new = {card.code: card for card in reversed(cards) if card.code not in found}
    return tuple(sorted(new.values(), key=lambda card: (card.chapter != campaign.chapter, card.chapter, card.code)))


def _one_of(step: Step, answer: str) -> str:
    """The choice that is meant; the case matters only between names that are told apart by it."""
    meant = [choice for choice in step.choices if choice.casefold() == answer.strip().casefold()]
    if answer in meant or len(meant) == 1:
        return answer if answer in meant else meant[0]
    raise EngineError(f"{step.kind}: expected one of {', '.join(step.choices) or 'none'}, found {shown(answer)}")


def _page(answer: str) -> int:
    if not (answer.isascii() and answer.isdigit() and len(answer) <= len(str(PAGE_MAX)) and int(answer)):
        raise EngineError(f"next-page: expected a page from 1 to {PAGE_MAX}, found {shown(answer)}")
    return int(answer)


def _how_many(step: Step) -> str:
    if step.most == 0:
        return "no answer, it is only to be done"
    if step.least == step.most == 1:
        return "one answer"
    return f"{step.least} to {step.most} answers"
