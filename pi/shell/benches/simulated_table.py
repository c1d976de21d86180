"""A table to measure at: drawn pictures of a simulated tray go through the real eyes, loop, record and screens."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Final

from engine.position import Position
from engine.record import Game
from hardware.ports import Button, Frame
from hardware.simulated.camera import SimulatedTray
from hardware.simulated.lighting import Lighting
from hardware.simulated.recording import RecordingDisplay
from pi.core.beginning import begin_game
from pi.core.events import ButtonPressed, DiceMoved, DiceSettled, TimePassed, TrayEmptied
from pi.core.model import DICE, Model, Setup
from pi.core.screen import Screen
from pi.shell.eyes import Eyes
from pi.shell.loop import Loop
from pi.shell.recorder import Recorder
from pi.shell.render import render
from pi.shell.store import open_store
from pi.shell.warming import warm_up
from vision.reader import Reader, load_reader
from vision.reading import Reading

FRAMES_PER_SECOND: Final = 15.0
RESTLESS: Final = Lighting(drift=0.08, flicker=0.03, noise=3.0)
"""Daylight that drifts, mains that flicker, a noisy sensor."""
READ_S: Final = 1.3
"""How long after the last movement the eyes get to read what lies there; a doubt is told after half a second."""
PRESS_S: Final = 0.2
NAMES: Final = ("Ann", "Bo", "Cy", "Di", "Ed")


class SimulatedTable:
    """A simulated tray, its camera, buttons and display on simulated time, around the real program.

    Attributes:
        now: the time in seconds.
        tray: what the players do things to.
        display: what they look at.
        loop: the program.
        presses: of all buttons so far.
        readings: of stills so far, by whether they were accepted.
        spoil: changes a reading of a still before the program sees it; for mistakes on purpose.
    """

    def __init__(
        self,
        folder: Path,
        seed: int,
        players: int = 2,
        lighting: Lighting = RESTLESS,
        frames_per_second: float = FRAMES_PER_SECOND,
        stills: bool = False,
    ) -> None:
        """Lays out an empty tray and begins a game.

        Args:
            folder: of the record.
            seed: of everything random on the tray.
            players: how many.
            lighting: what the light is like.
            frames_per_second: of the camera.
            stills: show the eyes no frames, but let the reader read one picture whenever all is at rest.
        """
        self.now = 0.0
        self.presses = 0
        self.readings = {True: 0, False: 0}
        self.spoil: Callable[[Reading], Reading] = _as_it_is
        self.tray = SimulatedTray(seed, lambda: self.now, lighting)
        self.display = RecordingDisplay()
        begun = begin_game(Model(setup=Setup(players=players, names=NAMES[:players])))
        recorder = Recorder(open_store(folder, create=True), None)
        recorder.record(begun.effects, 0.0)
        self.loop = Loop(begun.model, recorder, self._show)
        self._reader = one_reader()
        self._eyes = Eyes(self.loop.take, self._reader, folder)
        self._period_s = 1 / frames_per_second
        self._frames = 0
        self._stills = stills
        warm_up(begun.model)
        self.loop.show(0.0)
        self.watch_to_rest()

    @property
    def model(self) -> Model:
        """What the program knows."""
        return self.loop.model

    @property
    def game(self) -> Game:
        """The running game."""
        game = self.loop.model.game
        assert game is not None
        return game

    @property
    def position(self) -> Position:
        """The position of the running game."""
        return self.game.position

    def next_frame(self) -> Frame:
        """The camera takes its next picture."""
        before, self.now = self.now, self.now + self._period_s
        self._frames += 1
        if int(before) != int(self.now):
            self.loop.take(TimePassed(self.now))
        return Frame(self.tray.frame_at(self.now), self.now, self._frames)

    def look(self, frame: Frame) -> None:
        """The eyes look at a picture."""
        self._eyes.look(frame)

    def watch(self, seconds: float) -> None:
        """Lets time go by."""
        ends = self.now + seconds
        while self.now + self._period_s <= ends:
            self.look(self.next_frame())

    def watch_to_rest(self, seconds: float = READ_S) -> None:
        """Lets time go by until nothing has moved for so many seconds."""
        if self._stills:
            self._read_still()
        else:
            self.watch(self.tray.ends_at - self.now + seconds)

    def press(self, button: Button, held: bool = False) -> None:
        """A player presses a button."""
        self.presses += 1
        self.loop.take(ButtonPressed(button, held, self.now))
        if not self._stills:
            self.watch(PRESS_S)

    def _read_still(self) -> None:
        self.loop.take(DiceMoved(self.now))
        self.now = self.tray.ends_at + READ_S
        reading = self._reader.read(self.tray.frame_at(self.now), DICE)
        if not reading.dice:
            self.loop.take(TrayEmptied(self.now))
            return
        self.readings[reading.accepted] += 1
        self.loop.take(DiceSettled(self.spoil(reading), self.now))

    def _show(self, screen: Screen) -> None:
        self.display.show(render(screen))


@lru_cache(maxsize=1)
def one_reader() -> Reader:
    """The reader of this process."""
    import cv2

    cv2.setNumThreads(1)
    return load_reader()


def _as_it_is(reading: Reading) -> Reading:
    return reading
