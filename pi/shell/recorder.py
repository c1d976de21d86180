"""Puts what the core decided into the record, and keeps it in memory while the disk will not take it."""

from __future__ import annotations

import logging

from engine.errors import EngineError
from engine.saga.campaign_entries import CampaignEntry, GameBegun
from pi.core.effects import BeginCampaign, BeginGame, Effect, EnterCampaign, Kept, Record, ResumeGame
from pi.core.events import SaveFailed, SaveSucceeded
from pi.core.story import BEGUN_LAST
from pi.shell.campaigns import append_to_campaign, begin_campaign, load_campaign
from pi.shell.errors import RecordError
from pi.shell.store import Store, open_store
from vision.reading import reading_json

log = logging.getLogger(__name__)


class Recorder:
    """Performs effects on the store, in order, each exactly once."""

    def __init__(self, store: Store, game_id: int | None, is_spare: bool = False) -> None:
        """Writes nothing yet.

        Args:
            store: to write into.
            game_id: of the game to go on with; None before the first.
            is_spare: whether the store is only a copy in memory; the record is opened once the disk takes something.
        """
        self._store = store
        self._game_id = game_id
        self._campaign_id: int | None = None
        self._waiting: list[Kept] = []
        self._is_closed = self._has_failed = is_spare

    def record(self, effects: tuple[Effect, ...], at: float) -> SaveFailed | SaveSucceeded | None:
        """Writes those of the effects that are about the record, after all that waited before them.

        Returns:
            What changed about saving; None when nothing did.
        """
        self._waiting += [effect for effect in effects if isinstance(effect, Kept)]
        try:
            if self._waiting or self._has_failed:
                self._open()
            while self._waiting:
                self._perform(self._waiting[0])
                del self._waiting[0]
        except RecordError as error:
            self._has_failed = True
            return SaveFailed(str(error), at)
        had_failed, self._has_failed = self._has_failed, False
        return SaveSucceeded(at) if had_failed else None

    @property
    def is_saved(self) -> bool:
        """Whether everything is on the disk."""
        return not self._waiting

    def finish(self) -> None:
        """Saves what waits and closes the file; raises RecordError when something is lost with the program."""
        failed = self.record((), 0.0)
        self.close()
        if isinstance(failed, SaveFailed) and not self.is_saved:
            raise RecordError(f"not saved: {failed.reason}")

    def close(self) -> None:
        """Closes the file; it is opened again when there is more to write. May be called twice."""
        self._store.close()
        self._is_closed = True

    def _open(self) -> None:
        if self._is_closed:
            self._store = open_store(self._store.path.parent, create=True)
            self._is_closed = False

    def _perform(self, effect: Kept) -> None:
        match effect:
            case BeginGame(first=first):
                self._game_id = self._store.begin_game(first)
            case Record(entries=entries, presses=presses, reading=reading):
                assert self._game_id is not None
                seen = None if reading is None else reading_json(reading)
                self._store.append(self._game_id, entries, presses, seen)
            case BeginCampaign(name=name, pack=pack):
                self._campaign_id = begin_campaign(self._store, name, pack)
            case EnterCampaign(campaign=campaign, entries=changes):
                number = campaign if campaign != BEGUN_LAST else self._campaign_id
                assert number is not None
                named = tuple(self._named(change) for change in changes)
                try:
                    append_to_campaign(self._store, load_campaign(self._store, number), named)
                except EngineError as error:  # others have gone on with it meanwhile, and theirs is kept
                    log.warning("campaign %s: %s", number, error)
            case ResumeGame(game=game):
                self._store.resume_game(game)
                self._game_id = game

    def _named(self, change: CampaignEntry) -> CampaignEntry:
        """The entry with the number of the game that was begun last, where it is about that."""
        if change != GameBegun(BEGUN_LAST):
            return change
        assert self._game_id is not None
        return GameBegun(self._game_id)
