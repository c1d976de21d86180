"""Whether anything but a throw passes for one: disturbances mixed into games on drawn pictures.

After each disturbance the game must be what it was, in the same phase, with nothing asked; after each throw the roll
must be the one that lies there. Throws that are none (a die leans, lies on another, fell off, one too few or too many)
must be said in words and never counted, and count once the players have done what the screen says.
"""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from engine.dice import Roll
from engine.record import Game
from hardware.ports import Button
from hardware.simulated.mishaps import NEED_DICE
from pi.core.model import Phase
from pi.core.screens import screens
from pi.shell.benches.players import StuckError, confirm_first, correct, random_faces
from pi.shell.benches.simulated_table import SimulatedTable
from pi.shell.benches.work import spread
from pi.shell.render import screen_lines

A_SESSION: Final = 20
"""So many disturbances are mixed into one game."""

BESIDE: Final = ("hand", "bump", "shake", "card", "sleeve", "switch", "dim", "nudge", "leave", "collect")
"""Mishaps of the tray."""
HANDLED: Final = ("pushed", "turned", "fell", "two at once")
"""What players do with dice that lie there."""
LATE: Final = ("spinning", "rocking")
"""Throws that count, but late."""
NO_ROLL: Final = ("leaning", "stacked", "dropped", "three", "five")
"""Throws that don't count."""
KINDS: Final = (*BESIDE, *HANDLED, *LATE, *NO_ROLL)

KEEPS_SELECTION: Final = frozenset({"hand", "bump", "shake", "card", "sleeve", "switch", "dim"})
"""After these the selected option is the same; pushed dice may select another."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game to disturb.

    Attributes:
        seed: of everything.
        kinds: disturbances, in the order in which they happen.
    """

    seed: int
    kinds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Fooled:
    """The program was fooled.

    Attributes:
        seed: of the game.
        number: of the disturbance in it, or of the throw after it.
        kind: one of KINDS, or "throw".
        phase: in which it happened.
        what: what went wrong.
        screen: what the screen says afterwards.
    """

    seed: int
    number: int
    kind: str
    phase: str
    what: str
    screen: str


@dataclass(frozen=True, slots=True)
class Session:
    """A disturbed game.

    Attributes:
        happened: kinds and phases of the disturbances.
        throws: how many throws were to be counted.
        asked: how many of them were asked about rather than counted at once.
        fooled: what went wrong.
    """

    happened: tuple[tuple[str, str], ...]
    throws: int
    asked: int
    fooled: tuple[Fooled, ...]


def play(job: Job) -> Session:
    """Plays a game and disturbs it."""
    with tempfile.TemporaryDirectory() as folder:
        return _Disturbed(job, Path(folder)).play()


class _Disturbed:
    def __init__(self, job: Job, folder: Path) -> None:
        self._job = job
        self._chance = random.Random(f"disturbances {job.seed}")
        self._table = SimulatedTable(folder, job.seed)
        self._left = list(job.kinds)
        self._happened: list[tuple[str, str]] = []
        self._fooled: list[Fooled] = []
        self._throws = 0
        self._asked = 0

    def play(self) -> Session:
        """Plays until everything has happened; a game that can't go on ends there."""
        try:
            while self._left and not self._table.position.over:
                self._turn()
        except StuckError as error:
            self._note("throw", str(error))
        return Session(tuple(self._happened), self._throws, self._asked, tuple(self._fooled))

    def _turn(self) -> None:
        """A turn: one disturbance at most before the throw, one as the throw, one after it, one after OK."""
        self._perhaps(lambda kind: kind in BESIDE and kind not in NEED_DICE)
        if self._is_next(lambda kind: kind in NO_ROLL):
            self._no_roll(self._left.pop(0))
        elif self._is_next(lambda kind: kind in LATE):
            kind = self._left.pop(0)
            self._happened.append((kind, self._table.model.phase.value))
            self._throw(ending=kind)
        else:
            self._throw()
        self._perhaps(self._fits_choosing)
        self._confirm()
        self._perhaps(self._fits_choosing)
        self._finish_turn()

    def _is_next(self, fits: Callable[[str], bool]) -> bool:
        """Whether the next disturbance is for now."""
        return bool(self._left) and fits(self._left[0])

    def _perhaps(self, fits: Callable[[str], bool]) -> None:
        if self._is_next(fits):
            self._disturb(self._left.pop(0))

    def _fits_choosing(self, kind: str) -> bool:
        if kind == "turned":
            return 1 in self._table.tray.faces
        if not self._table.tray.faces:
            return kind in BESIDE and kind not in NEED_DICE
        return kind in BESIDE or kind in HANDLED

    def _disturb(self, kind: str) -> None:
        table = self._table
        phase, game, cursor = table.model.phase, table.game, table.model.cursor
        lay_there = bool(table.tray.faces)
        self._happened.append((kind, phase.value))
        _DO.get(kind, _disturb_tray(kind))(table, self._chance)
        table.watch_to_rest()
        if table.game != game:
            self._note(kind, _change(game, table.game), phase)
        elif kind == "fell":
            self._decline(phase)
        elif phase is Phase.DOING and not table.tray.faces:
            self._next_player(kind, lay_there)
        elif table.model.phase is not phase or table.model.overlay is not None:
            self._note(kind, f"the phase is {table.model.phase.value}", phase)
        elif kind in KEEPS_SELECTION and table.model.cursor != cursor:
            self._note(kind, f"option {table.model.cursor} is selected, was {cursor}", phase)

    def _next_player(self, kind: str, dice_lay_there: bool) -> None:
        """Taking the dice away acknowledges what was to be done; without dice a movement may do so."""
        phase = self._table.model.phase
        if phase is not Phase.WAITING and (dice_lay_there or phase is not Phase.DOING):
            self._note(kind, f"the tray was cleared, and the phase is {phase.value}", Phase.DOING)

    def _decline(self, phase: Phase) -> None:
        """The players keep the roll that was counted."""
        if self._table.model.overlay is not None:
            self._table.press(Button.BACK)
        if self._table.model.phase is not phase:
            self._note("fell", f"the phase is {self._table.model.phase.value}", phase)

    def _throw(self, ending: str | None = None) -> None:
        """Dice are thrown, at times before the tray was seen empty for long, and must be counted as they lie."""
        faces = random_faces(self._chance)
        game = self._table.game
        self._table.tray.throw(faces, ending, empty_s=self._chance.choice((0.1, 0.2, 0.6)))
        self._table.watch_to_rest()
        self._check_roll(faces, game)

    def _check_roll(self, faces: tuple[int, ...], before: Game) -> None:
        self._throws += 1
        table = self._table
        if table.game.roll == Roll(tuple(sorted(faces))) and table.model.overlay is None:
            return
        if table.model.phase is Phase.DOUBT:
            self._asked += 1
        elif table.game != before:
            self._note("throw", f"{sorted(faces)} was taken: {_change(before, table.game)}")
        else:
            self._note("throw", f"{sorted(faces)} was missed")
        correct(table, faces)

    def _no_roll(self, kind: str) -> None:
        """A throw that is none, and what the players do about it."""
        table, game = self._table, self._table.game
        self._happened.append((kind, table.model.phase.value))
        faces = random_faces(self._chance)
        count = {"three": 3, "five": 5}.get(kind, 4)
        faces = (*faces, 1)[:count]
        table.tray.throw(faces, None if kind in ("three", "five") else kind)
        table.watch_to_rest()
        if table.game != game:
            self._note(kind, f"{sorted(faces)} was counted: {_change(game, table.game)}")
            return
        if table.model.phase is not Phase.DOUBT:
            self._note(kind, f"nothing is said in phase {table.model.phase.value}")
        self._put_right(kind, faces)

    def _put_right(self, kind: str, faces: tuple[int, ...]) -> None:
        """The players throw again, or put right what can be; either way the roll is what lies there then."""
        game, tray = self._table.game, self._table.tray
        if self._chance.random() < 0.5:
            tray.clear()
            self._table.watch_to_rest()
            self._throw()
            return
        match kind:
            case "leaning" | "stacked":
                tray.straighten()
            case "dropped":
                faces = (*faces[:-1], self._chance.randint(1, 6))
                tray.add(faces[-1])
            case "three":
                faces = (*faces, self._chance.randint(1, 6))
                tray.add(faces[-1])
            case _:
                tray.take([faces[0]])
                faces = faces[1:]
        self._table.watch_to_rest()
        self._check_roll(faces, game)

    def _confirm(self) -> None:
        table = self._table
        if table.model.phase is not Phase.CHOOSING:
            self._note("throw", f"OK is to confirm, and the phase is {table.model.phase.value}")
            return
        shown = table.model.advice[table.model.cursor].option.position
        turns = table.game.turns
        confirm_first(table)
        if table.game.turns != turns + 1 or table.position != shown:
            self._note("throw", "OK did not confirm the option shown")

    def _finish_turn(self) -> None:
        """Most players clear the tray and wait; some throw again at once, which takes the dice away just as well."""
        if self._table.tray.faces and self._chance.random() < 0.7:
            self._table.tray.clear()
            self._table.watch_to_rest()

    def _note(self, kind: str, what: str, phase: Phase | None = None) -> None:
        phase = phase or self._table.model.phase
        screen = " / ".join(screen_lines(screens(self._table.model)))
        self._fooled.append(Fooled(self._job.seed, len(self._happened), kind, phase.value, what, screen))


def _change(before: Game, after: Game) -> str:
    """What was entered, in a few words."""
    new = after.moments[len(before.moments) :]
    return "; ".join(str(moment.change) for moment in new) or "something was taken back"


def _disturb_tray(kind: str) -> Callable[[SimulatedTable, random.Random], None]:
    return lambda table, chance: table.tray.disturb(kind)


def _push(table: SimulatedTable, chance: random.Random) -> None:
    """Any of the dice are pushed together, whether that makes a turn or not."""
    faces = list(table.tray.faces)
    chance.shuffle(faces)
    cut = chance.randint(2, len(faces))
    table.tray.push([faces[:cut], faces[cut:]] if chance.random() < 0.5 else [faces[:cut]])


def _turn_a_1(table: SimulatedTable, chance: random.Random) -> None:
    table.tray.turn(1, chance.randint(2, 6))


def _fall(table: SimulatedTable, chance: random.Random) -> None:
    """A die falls off the table and comes back with another face."""
    face = chance.choice(table.tray.faces)
    table.tray.take([face])
    table.watch_to_rest(chance.uniform(0.1, 1.5))
    table.tray.add(chance.choice([other for other in range(1, 7) if other != face]))


def _two_at_once(table: SimulatedTable, chance: random.Random) -> None:
    """The lamp is dimmed while a hand moves a die."""
    table.tray.disturb("dim")
    table.tray.disturb("nudge")


_DO: Mapping[str, Callable[[SimulatedTable, random.Random], None]] = MappingProxyType(
    {"pushed": _push, "turned": _turn_a_1, "fell": _fall, "two at once": _two_at_once}
)


def jobs(seed: int, count: int) -> tuple[Job, ...]:
    """Sessions with `count` disturbances, every kind equally often, in random order."""
    chance = random.Random(seed)
    kinds = [KINDS[number % len(KINDS)] for number in range(count)]
    chance.shuffle(kinds)
    return tuple(
        Job(seed + number, tuple(kinds[start : start + A_SESSION]))
        for number, start in enumerate(range(0, count, A_SESSION))
    )


def measure(seed: int, count: int, processes: int) -> tuple[Session, ...]:
    """Disturbs games, `count` times in all."""
    return tuple(spread(f"games of {A_SESSION} disturbances", play, jobs(seed, count), processes))


def disturbances_json(sessions: Sequence[Session]) -> dict[str, Any]:
    """Writes what happened as JSON."""
    happened = Counter(kind for session in sessions for kind, _ in session.happened)
    fooled = [one for session in sessions for one in session.fooled]
    return {
        "games": len(sessions),
        "disturbances": sum(happened.values()),
        "kinds": dict(sorted(happened.items())),
        "throws": sum(session.throws for session in sessions),
        "asked": sum(session.asked for session in sessions),
        "fooled": [
            {
                "seed": one.seed,
                "number": one.number,
                "kind": one.kind,
                "phase": one.phase,
                "what": one.what,
                "screen": one.screen,
            }
            for one in fooled
        ],
    }
