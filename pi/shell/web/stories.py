"""The campaigns in the record for the page: where each stands, what is to be done, and the answers."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

from engine.errors import EngineError
from engine.record import RedoEntry, UndoEntry
from engine.saga.campaign import Campaign
from engine.saga.campaign_entries import CampaignEntry, StartedAnew
from engine.saga.chronicle import ChronicleRow
from engine.saga.guide import NO, YES, Step, entry_for, listed_steps, next_step
from pi.core.language import Language
from pi.core.saga_texts import card_line, keeping_lines, stage_text, step_text, told_lines
from pi.core.two_languages import Sentence
from pi.shell.campaigns import (
    NoSuchCampaignError,
    StoredCampaign,
    append_to_campaign,
    begin_campaign,
    campaign_ids,
    entries_of_game,
    load_campaign,
)
from pi.shell.errors import RecordError, UsageError
from pi.shell.packs import cards_asked_for, load_pack
from pi.shell.record_file import FILE_NAME
from pi.shell.store import Store, open_store
from pi.shell.web.cards import CardError
from pi.shell.web.messages import Said
from pi.shell.web.saga_messages import CampaignListed, CampaignTold, Choosable, StepTold
from pi.shell.web.saying import both, both_lines

_YES: Final = Sentence("yes", "ja")
_NO: Final = Sentence("no", "nein")


class Stories:
    """The campaigns of a data folder. Calls may come from any thread; each opens the record for itself."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writing = threading.Lock()

    def all(self) -> list[CampaignListed]:
        """Every campaign in short, the latest first; raises CardError."""
        if not (self._folder / FILE_NAME).is_file():
            return []
        with self._opened() as store:
            return [_listed(load_campaign(store, number)) for number in reversed(campaign_ids(store))]

    def one(self, number: int) -> CampaignTold:
        """A campaign with what is to be done now; raises CardError."""
        with self._opened() as store:
            return self._told(store, load_campaign(store, number))

    def begin(self, name: str, pack: str) -> CampaignTold:
        """Begins a campaign with a pack's cards; raises CardError."""
        with self._writing, self._opened(create=True) as store:
            load_pack(self._folder, pack)
            return self._told(store, load_campaign(store, begin_campaign(store, name, pack)))

    def go_on(self, number: int, ask: dict[str, Any]) -> CampaignTold:
        """Does what was asked for, if the campaign is still as that person saw it; raises CardError."""
        with self._writing, self._opened() as store:
            stored = load_campaign(store, number)
            if stored.entries != ask["entries"]:
                raise CardError("the campaign has gone on", is_stale=True)
            entries = self._entries(store, stored, ask)
            return self._told(store, append_to_campaign(store, stored, entries))

    def chronicle(self, number: int) -> tuple[str, tuple[ChronicleRow, ...]]:
        """The name of a campaign, and its chapters; raises CardError."""
        with self._opened() as store:
            now = load_campaign(store, number).now
            return now.name, now.chronicle

    def _entries(self, store: Store, stored: StoredCampaign, ask: dict[str, Any]) -> Sequence[CampaignEntry]:
        followed = entries_of_game(store, stored)
        match ask["do"]:
            case "undo":
                if stored.now.stage == "playing" and _has_turns(store, stored.now):
                    raise CardError("take the turns of the chapter's game back at the table first")
                return (UndoEntry(),)
            case "redo":
                return (RedoEntry(),)
            case "anew":
                return (StartedAnew(),)
            case _ if stored.now.stage in ("playing", "closing") and followed:
                return followed  # the game has ended, or is another than what was told of it
            case _ if stored.now.step == "play":
                raise CardError("the chapter's game is not over yet; play it at the table")
        step = next_step(stored.now, cards_asked_for(self._folder, stored.now))
        if step is None:
            raise CardError("the story is told")
        return (entry_for(step, ask.get("answer", [])),)

    def _told(self, store: Store, stored: StoredCampaign) -> CampaignTold:
        now, record = stored.now, stored.record
        step = next_step(now, cards_asked_for(self._folder, now))
        return CampaignTold(
            id=stored.id,
            name=now.name,
            pack=now.pack,
            entries=stored.entries,
            stage=_stage(now),
            steps=[
                {"kind": listed.kind, "state": listed.state, "said": _step_said(listed.kind, now)}
                for listed in listed_steps(now)
            ],
            step=None if step is None else _step(step, now),
            keeping=both_lines(lambda language: keeping_lines(now, language)),
            chapters=len(now.chronicle),
            game=now.game,
            game_over=None if now.game is None else store.game(now.game).game.position.over,
            can_undo=len(record.moments) > 1,
            can_redo=bool(record.undone),
        )

    @contextmanager
    def _opened(self, create: bool = False) -> Iterator[Store]:
        try:
            with closing(open_store(self._folder, create)) as store:
                yield store
        except NoSuchCampaignError as error:
            raise CardError("there is no such campaign") from error
        except (EngineError, UsageError, RecordError) as error:
            raise CardError(str(error)) from error


def _listed(stored: StoredCampaign) -> CampaignListed:
    now = stored.now
    return CampaignListed(id=stored.id, name=now.name, pack=now.pack, started_at=stored.started_at, stage=_stage(now))


def _stage(campaign: Campaign) -> Said:
    return both(lambda language: stage_text(campaign, language))


def _step_said(kind: Any, campaign: Campaign) -> Said:
    return both(lambda language: step_text(kind, campaign, language))


def _step(step: Step, campaign: Campaign) -> StepTold:
    cards = {laid.card.code: laid for laid in step.cards}

    def words(choice: str, language: Language) -> str:
        if choice in cards and step.kind not in ("players", "starter"):
            return card_line(cards[choice], language)
        return {YES: _YES, NO: _NO}[choice].said(language) if step.kind == "award" else choice

    def lines(language: Language) -> Iterator[str]:
        asks = step_text(step.kind, campaign, language)
        return (line for line in told_lines(step, campaign, language) if line != asks)

    def choosable(choice: str) -> Choosable:
        return {"answer": choice, "said": both(lambda language: words(choice, language))}

    return StepTold(
        kind=step.kind,
        choices=[choosable(choice) for choice in step.choices],
        least=step.least,
        most=step.most,
        asks=_step_said(step.kind, campaign),
        lines=both_lines(lines),
    )


def _has_turns(store: Store, campaign: Campaign) -> bool:
    return campaign.game is not None and store.game(campaign.game).game.can_undo
