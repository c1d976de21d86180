"""Puts what the core decided into the record, and keeps it in memory while the disk will not take it."""

from __future__ import annotations

from pi.core.effects import BeginGame, Effect, Record
from pi.core.events import SaveFailed, SaveSucceeded
from pi.shell.store import RecordError, Store, open_store
from vision.reading import reading_json


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
        self._waiting: list[BeginGame | Record] = []
        self._is_closed = self._has_failed = is_spare

    def record(self, effects: tuple[Effect, ...], at: float) -> SaveFailed | SaveSucceeded | None:
        """Writes those of the effects that are about the record, after all that waited before them.

        Returns:
            What changed about saving; None when nothing did.
        """
        self._waiting += [effect for effect in effects if isinstance(effect, BeginGame | Record)]
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

    def _perform(self, effect: BeginGame | Record) -> None:
        match effect:
            case BeginGame(first=first):
                self._game_id = self._store.begin_game(first)
            case Record(entries=entries, presses=presses, reading=reading):
                assert self._game_id is not None
                seen = None if reading is None else reading_json(reading)
                self._store.append(self._game_id, entries, presses, seen)
