"""Buttons mashed at random, in every phase: from raw edges with chatter, through debounce, into the core.

A mash is some presses in a row, each with chatter as a worn switch makes it, with spikes that are no press in between,
and with dice thrown meanwhile. After it two presses of BACK must lead to a screen from which the game goes on.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.errors import EngineError
from engine.position_json import parse_position, position_json
from engine.record import TurnEntry, replay
from hardware.buttons import HELD_S, STABLE_S, Switch, hear
from hardware.ports import Button, Press
from pi.core.effects import BeginGame, Effect, Record, ShutDown
from pi.core.events import ButtonPressed, DiceMoved, DiceSettled, Event, TimePassed, TrayBlocked, TrayEmptied
from pi.core.model import Model, Phase, Setup, resumed
from pi.core.overlay_values import DiceEditor, Menu
from pi.core.screens import screens
from pi.core.update import update
from pi.shell.benches.simulated_table import NAMES
from pi.shell.benches.work import spread
from vision.reading import Die, Doubt, Reading

POLL_S: Final = 0.05
"""The levels of the pins are read again so often."""
CHATTER_S: Final = 0.015
"""A worn switch chatters for so long at most."""
PAUSES_S: Final = (0.001, 0.02, 0.1, 0.5, 3.0, 3.0, 400.0)
"""Between presses; the longest lets the display sleep."""
A_SESSION: Final = 100
"""So many mashes happen in one game."""
HEAD_STARTS: Final = (0, 3, 60, 120, 200)
"""So many steps of a game come before the first mash: throws, presses, clearings."""
GOES_ON_WITHIN: Final = 12
"""Presses and throws after which a turn must have been confirmed or a game begun."""


@dataclass(frozen=True, slots=True)
class Stuck:
    """Something that must not happen did.

    Attributes:
        seed: of the game.
        number: of the mash in it.
        phase: in which it began.
        what: what went wrong.
    """

    seed: int
    number: int
    phase: str
    what: str


@dataclass(frozen=True, slots=True)
class Session:
    """A mashed game.

    Attributes:
        phases: in which mashes began, with what lay on top.
        presses: how many were meant.
        turns: how many were confirmed.
        stuck: what went wrong.
    """

    phases: tuple[str, ...]
    presses: int
    turns: int
    stuck: tuple[Stuck, ...]


@dataclass(frozen=True, slots=True)
class Level:
    """A pin is heard."""

    button: Button
    down: bool
    at: float


def play(seed: int) -> Session:
    """Mashes the buttons of one game."""
    return _Mashed(seed).play()


class _Mashed:
    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._chance = random.Random(f"mashes {seed}")
        self._now = 0.0
        self._model = Model(setup=Setup(players=2 + seed % 4, names=NAMES[: 2 + seed % 4]))
        self._switches = {button: Switch(button) for button in Button}
        self._phases: list[str] = []
        self._stuck: list[Stuck] = []
        self._presses = 0
        self._turns = 0
        self._number = 0

    def play(self) -> Session:
        """Mashes, looks, and plays on in between."""
        self._play_on(self._chance.choice(HEAD_STARTS))
        for self._number in range(A_SESSION):
            overlay = self._model.overlay
            phase = self._model.phase.value + (f" + {type(overlay).__name__}" if overlay is not None else "")
            self._phases.append(phase)
            self._mash(phase)
            self._check_model(phase)
            self._check_way_back(phase)
            if self._chance.random() < 0.7:
                for _ in range(2):
                    self._take(ButtonPressed(Button.BACK, False, self._now))
            self._play_on(self._chance.randint(0, 3))
        return Session(tuple(self._phases), self._presses, self._turns, tuple(self._stuck))

    def _mash(self, phase: str) -> None:
        for _ in range(self._chance.randint(1, 12)):
            self._now += self._chance.choice(PAUSES_S)
            self._take(TimePassed(self._now))
            turns = self._turns
            if self._chance.random() < 0.15:
                for event in random_throw(self._chance, self._now):
                    self._take(event)
            button = self._chance.choice(list(Button))
            is_meant = self._chance.random() < 0.85
            levels = (pressed if is_meant else spiked)(button, self._now, self._chance)
            told = self._hear(levels)
            self._presses += is_meant
            if len(told) != is_meant:
                self._note(phase, f"{button.value} was {'pressed' if is_meant else 'only spiked'}, told as {told}")
            if self._turns - turns > (is_meant and button is Button.OK):
                self._note(phase, f"{self._turns - turns} turns were confirmed by {button.value}")

    def _hear(self, levels: Sequence[Level]) -> list[Press]:
        """Lets the debounce hear levels and regular re-readings, until all is quiet."""
        told = []
        for level in levels:
            self._now = max(self._now, level.at)
            self._switches[level.button], press = hear(self._switches[level.button], level.down, level.at)
            if press is not None:
                told.append(press)
                self._take(ButtonPressed(press.button, press.held, press.at))
        return told

    def _take(self, event: Event) -> None:
        following = update(self._model, event)
        self._model = following.model
        self._turns += sum(_turns_of(effect) for effect in following.effects)
        if any(isinstance(effect, ShutDown) for effect in following.effects):
            game = self._model.game
            self._model = Model() if game is None else resumed(Model(), game)  # somebody plugs it in again

    def _check_model(self, phase: str) -> None:
        """The game is what its entries lead to, and the position keeps its rules; the screen can be drawn."""
        screens(self._model)
        game = self._model.game
        if game is None:
            return
        changes = [moment.change for moment in game.moments if moment.change is not None]
        try:
            kept = replay(game.moments[0].position, changes)
            parse_position(position_json(game.position))
        except EngineError as error:
            self._note(phase, f"the game breaks a rule: {error}")
            return
        if kept.position != game.position or kept.roll != game.roll:
            self._note(phase, "the game is not what its entries lead to")

    def _check_way_back(self, phase: str) -> None:
        """Two presses of BACK, then what the phase asks for, until a turn is confirmed or a game begins."""
        model = self._model
        for _ in range(2):
            model = update(model, ButtonPressed(Button.BACK, False, self._now)).model
        at = self._now
        left = model.overlay
        for _ in range(GOES_ON_WITHIN):
            at += 2.0
            for event in natural(model, self._chance, at):
                following = update(model, event)
                model = following.model
                if any(isinstance(effect, BeginGame) or _turns_of(effect) for effect in following.effects):
                    return
        self._note(phase, f"two presses of BACK lead to {left}, from which the game does not go on")

    def _play_on(self, steps: int) -> None:
        """The game is played on, so that every phase and a late game are met."""
        for _ in range(steps):
            self._now += 2.0
            for event in natural(self._model, self._chance, self._now):
                self._take(event)

    def _note(self, phase: str, what: str) -> None:
        self._stuck.append(Stuck(self._seed, self._number, phase, what))


def natural(model: Model, chance: random.Random, at: float) -> Iterator[Event]:
    """What players do next who read the screen: a press, a throw, or taking the dice away."""
    if isinstance(model.overlay, DiceEditor):
        unknown = model.overlay.slots[model.overlay.cursor].face is None
        yield ButtonPressed(Button.NEXT if unknown else Button.OK, False, at)
        return
    if isinstance(model.overlay, Menu):
        yield ButtonPressed(Button.BACK, False, at)
        return
    match model.phase:
        case Phase.SETUP | Phase.CHOOSING | Phase.OVER:
            yield ButtonPressed(Button.OK, False, at)
        case Phase.DOING | Phase.DOUBT:
            yield from (DiceMoved(at), TrayEmptied(at + 0.5))
        case _:
            yield from (DiceMoved(at), TrayEmptied(at + 0.3), DiceMoved(at + 0.6))
            yield DiceSettled(a_reading([chance.randint(1, 6) for _ in range(4)]), at + 1.5)


def random_throw(chance: random.Random, at: float) -> Iterator[Event]:
    """Something on the tray: a throw, a doubtful one, a hand."""
    yield DiceMoved(at)
    kind = chance.random()
    if kind < 0.2:
        yield TrayBlocked(at)
    elif kind < 0.5:
        yield TrayEmptied(at)
    if kind < 0.8:
        count = chance.choice((4, 4, 4, 4, 3, 5))
        sure = chance.random() < 0.7
        yield DiceSettled(a_reading([chance.randint(1, 6) for _ in range(count)], sure), at)


def a_reading(faces: Sequence[int], sure: bool = True) -> Reading:
    """Dice in a row, read without a picture."""
    dice = tuple(
        Die(face, face % 6 + 1, 0.999, (100.0 * x, 100.0), ((0.0, 0.0), (60.0, 0.0), (60.0, 60.0), (0.0, 60.0)))
        for x, face in enumerate(faces)
    )
    if not sure:
        dice = (replace(dice[0], confidence=0.5), *dice[1:])
    right = sure and len(faces) == 4
    doubts = () if right else (Doubt.UNKNOWN_FACE,) if len(faces) == 4 else (Doubt.COUNT,)
    return Reading(dice, 0.99 if right else 0.4, right, doubts, tuple((index,) for index in range(len(dice))))


def pressed(button: Button, at: float, chance: random.Random) -> list[Level]:
    """One press, short or long, with chatter at both ends."""
    held_s = chance.choice((0.03, 0.08, 0.15, 0.3, 0.5, HELD_S + 0.2))
    down = list(_chattered(button, True, at, chance))
    start = down[-1].at
    up = list(_chattered(button, False, start + STABLE_S + held_s, chance))
    ends = up[-1].at + STABLE_S + POLL_S
    return sorted([*down, *up, *_polled(button, [*down, *up], at, ends)], key=lambda level: level.at)


def spiked(button: Button, at: float, chance: random.Random) -> list[Level]:
    """No press: chatter that comes to rest where it was, as from a knock or from somebody else's switch."""
    levels = list(_chattered(button, False, at, chance))
    return sorted(
        [*levels, *_polled(button, levels, at, at + CHATTER_S + STABLE_S + POLL_S)], key=lambda level: level.at
    )


def _chattered(button: Button, ends_down: bool, at: float, chance: random.Random) -> Iterator[Level]:
    """An edge with chatter: the other level in between, for some milliseconds in all."""
    times = sorted(at + chance.uniform(0, CHATTER_S) for _ in range(2 * chance.randint(0, 4)))
    down = ends_down
    for time in times:
        yield Level(button, down, time)
        down = not down
    yield Level(button, ends_down, max([at, *times]) + 0.0005)


def _polled(button: Button, edges: Sequence[Level], start: float, end: float) -> Iterator[Level]:
    """The level read again every POLL_S, as the edges left it."""
    at = start + POLL_S
    while at <= end + POLL_S:
        past = [level for level in edges if level.at <= at]
        yield Level(button, past[-1].down if past else False, at)
        at += POLL_S


def _turns_of(effect: Effect) -> int:
    if not isinstance(effect, Record):
        return 0
    return sum(isinstance(entry, TurnEntry) for entry in effect.entries)


def measure(seed: int, mashes: int, processes: int) -> tuple[Session, ...]:
    """Mashes buttons so many times."""
    seeds = range(seed, seed + -(-mashes // A_SESSION))
    return tuple(spread(f"games of {A_SESSION} mashes", play, seeds, processes))


def mashes_json(sessions: Sequence[Session]) -> dict[str, Any]:
    """Writes what happened as JSON."""
    phases = Counter(phase for session in sessions for phase in session.phases)
    return {
        "mashes": sum(phases.values()),
        "phases": dict(sorted(phases.items())),
        "presses": sum(session.presses for session in sessions),
        "turns": sum(session.turns for session in sessions),
        "stuck": [
            {"seed": one.seed, "number": one.number, "phase": one.phase, "what": one.what}
            for session in sessions
            for one in session.stuck
        ],
    }
