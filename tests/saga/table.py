"""A table with a data folder of its own, played by events on the real loop and record."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from pi.core.events import Event
from pi.core.model import Model, Setup, resumed
from pi.core.screens import screens
from pi.shell.loop import Loop, Outputs
from pi.shell.recorder import Recorder
from pi.shell.sagas import knowing_campaigns, sagas_in
from pi.shell.store import open_store
from tests.pi.driving import HOLD_OK, NEXT, OK


class Table:
    """The device; made anew it is plugged in again."""

    def __init__(self, folder: Path, *names: str) -> None:
        store = open_store(folder, create=True)
        stored = store.last_game()
        model = knowing_campaigns(Model(setup=Setup(players=len(names) or 2, names=names)), store)
        model = model if stored is None else resumed(model, stored.game)
        recorder = Recorder(store, None if stored is None else stored.id)
        self.loop = Loop(model, recorder, lambda screen: None, Outputs(sagas=partial(sagas_in, folder)))

    @property
    def model(self) -> Model:
        return self.loop.model

    @property
    def shown(self) -> str:
        """All that the display would say, however far it had to be scrolled."""
        screen = screens(self.model)
        return " ".join((screen.title, *(row.text for row in screen.rows)))

    def take(self, *events: Event) -> None:
        for event in events:
            self.loop.take(event)

    def answer(self, *texts: str) -> None:
        """Selects the lines that begin with these texts, one after the other, each with OK."""
        for text in texts:
            for _ in range(60):
                if any(row.text.startswith(text) for row in screens(self.model).rows if row.selected):
                    break
                self.take(NEXT)
            else:
                raise AssertionError(f"no line {text!r}: {self.shown}")
            self.take(OK)

    def set_up(self, *answers: str) -> None:
        """From the first question to the Saga, and on from there."""
        self.take(OK)
        self.answer("Rules", "The Saga", *answers)

    def menu(self, *answers: str) -> None:
        """Opens the menu, from anywhere."""
        self.take(HOLD_OK)
        self.answer(*answers)
