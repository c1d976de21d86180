"""Puts what the core decided into the record, and keeps it in memory while the disk will not take it."""

from __future__ import annotations

from pi.core.effects import BeginGame, Effect, Record
from pi.core.events import SaveFailed, SaveSucceeded
from pi.shell.store import RecordError, Store
from vision.reading import reading_json


class Recorder:
    """Performs effects on the store, in order, each exactly once."""

    def __init__(self, store: Store, game_id: int | None) -> None:
        self._store = store
        self._game_id = game_id
        self._waiting: list[Effect] = []

    def record(self, effects: tuple[Effect, ...], at: float) -> SaveFailed | SaveSucceeded | None:
        """Writes the effects and all that waited before them.

        Returns:
            What changed about saving; None when nothing did.
        """
        had_failed = not self.is_saved
        self._waiting.extend(effects)
        try:
            while self._waiting:
                self._perform(self._waiting[0])
                del self._waiting[0]
        except RecordError as error:
            return SaveFailed(str(error), at)
        return SaveSucceeded(at) if had_failed else None

    @property
    def is_saved(self) -> bool:
        """Whether everything is on the disk."""
        return not self._waiting

    def _perform(self, effect: Effect) -> None:
        match effect:
            case BeginGame(first=first):
                self._game_id = self._store.begin_game(first)
            case Record(entries=entries, presses=presses, reading=reading):
                assert self._game_id is not None
                seen = None if reading is None else reading_json(reading)
                self._store.append(self._game_id, entries, presses, seen)
