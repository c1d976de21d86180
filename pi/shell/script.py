"""Scripts: games played on simulated time, a line at a time.

The lines are those of the contract: roll, photo, press, push, turn, cover, uncover, clear, unplug, plug, wait, kill,
expect and shot; and what goes wrong at a table: add, take, straighten, disturb. Empty lines and lines that begin with #
say nothing.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from engine.position_json import position_json
from hardware.ports import Button, Frame
from hardware.simulated.camera import SimulatedTray
from hardware.simulated.mishaps import ENDINGS
from hardware.simulated.recording import RecordingDisplay
from hardware.simulated.scene import GOAT
from pi.core.events import ButtonPressed, DeviceFailed, DeviceReturned, InboxEmptied
from pi.core.reviewing import is_judging
from pi.core.screen import Screen
from pi.core.screens import screens
from pi.shell.errors import ExpectationError, UsageError
from pi.shell.loop import Loop
from pi.shell.render import render, screen_lines

if TYPE_CHECKING:
    from pi.shell.eyes import Eyes

FRAMES_PER_SECOND = 15
PRESS_S = 0.1
SETTLE_S = 0.9
"""How long after the last movement the eyes get to read the dice."""
LONGEST_WAIT_S = 3600
KILLED = 137
DEVICES = ("camera", "screen")


@dataclass(frozen=True, slots=True)
class Command:
    """One line of a script.

    Attributes:
        line: its number, from 1.
        verb: its first word.
        rest: what follows.
    """

    line: int
    verb: str
    rest: str


def parse_script(text: str, name: str) -> tuple[Command, ...]:
    """Reads a script.

    Args:
        text: all of it.
        name: what to call it in an error.

    Raises:
        UsageError: naming the line that no script has.
    """
    commands = []
    for number, line in enumerate(text.splitlines(), start=1):
        verb, _, rest = line.strip().partition(" ")
        if not verb or verb.startswith("#"):
            continue
        if verb not in VERBS:
            raise UsageError(f"{name}:{number}: no command {verb!r}; known are {', '.join(VERBS)}")
        commands.append(Command(number, verb, rest.strip()))
    return tuple(commands)


class ScriptedTable:
    """A table with a simulated tray, buttons and display on simulated time."""

    def __init__(self, seed: int, folder: Path) -> None:
        """Lays out an empty tray.

        Args:
            seed: of everything random on the tray.
            folder: that pictures are looked for in and shots are saved to.
        """
        self.now = 0.0
        self.folder = folder
        self.tray = SimulatedTray(seed, clock=lambda: self.now)
        self.display = RecordingDisplay()
        self._frames = 0
        self._sees = True

    def show(self, screen: Screen) -> None:
        """Puts a screen on the display."""
        self.display.show(render(screen))

    def run(self, commands: Sequence[Command], loop: Loop, eyes: Eyes) -> None:
        """Plays a script.

        Raises:
            UsageError: naming the line that can't be done.
            ExpectationError: naming the line, what it expected and what there is.
        """
        loop.show(self.now)
        self._watch(eyes, SETTLE_S)
        for command in commands:
            try:
                VERBS[command.verb](self, command.rest, loop, eyes)
                while is_judging(loop.model):
                    loop.take(InboxEmptied(self.now))
            except (ValueError, OSError) as error:
                raise UsageError(f"script line {command.line}: {error}") from error
            except ExpectationError as error:
                raise ExpectationError(f"script line {command.line}: {error}") from error

    def _watch(self, eyes: Eyes, seconds: float) -> None:
        """Lets time go by, the camera taking its pictures."""
        ends = self.now + seconds
        while (following := self.now + 1 / FRAMES_PER_SECOND) <= ends:
            self.now = following
            self._frames += 1
            if self._sees:
                eyes.look(Frame(self.tray.frame_at(self.now), self.now, self._frames))

    def _watch_to_rest(self, eyes: Eyes) -> None:
        self._watch(eyes, self.tray.ends_at - self.now + SETTLE_S)

    def roll(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`roll goat 1 4 6 [spinning|rocking|leaning|stacked|dropped]`: dice are thrown and come to rest like this."""
        faces, _, ending = rest.rpartition(" ")
        if ending in ENDINGS:
            self.tray.throw(_faces(faces), ending)
        else:
            self.tray.throw(_faces(rest))
        self._watch_to_rest(eyes)

    def add(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`add 4`: one die more is thrown."""
        for face in _faces(rest):
            self.tray.add(face)
        self._watch_to_rest(eyes)

    def take(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`take 4`: a hand takes a die away."""
        self.tray.take(_faces(rest))
        self._watch_to_rest(eyes)

    def straighten(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`straighten`: dice that lean or lie on others are laid flat."""
        self.tray.straighten()
        self._watch_to_rest(eyes)

    def disturb(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`disturb nudge`: something happens that is no throw."""
        self.tray.disturb(rest)
        self._watch_to_rest(eyes)

    def photo(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`photo FILE`: the camera shows this picture, at rest."""
        from vision.pictures import PictureError, load_picture

        try:
            self.tray.show_photo(load_picture(self.folder / rest))
        except PictureError as error:
            raise ValueError(str(error)) from error
        self._watch_to_rest(eyes)

    def press(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`press ok [hold]`."""
        name, _, hold = rest.partition(" ")
        if name not in {button.value for button in Button} or hold not in ("", "hold"):
            raise ValueError(f"press {rest!r}: expected next, back, ok or undo, and perhaps hold")
        loop.take(ButtonPressed(Button(name), held=hold == "hold", at=self.now))
        self._watch(eyes, PRESS_S)

    def push(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`push 1 6 | 4 1`: dice are pushed into groups."""
        self.tray.push([_faces(group) for group in rest.split("|")])
        self._watch_to_rest(eyes)

    def turn(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`turn 1 4`: a die that shows 1 is turned to 4."""
        faces = _faces(rest)
        if len(faces) != 2:
            raise ValueError(f"turn {rest!r}: expected the face shown and the face wanted")
        self.tray.turn(*faces)
        self._watch_to_rest(eyes)

    def cover(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`cover`: a hand comes over the tray and stays."""
        self.tray.cover()
        self._watch_to_rest(eyes)

    def uncover(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`uncover`: the hand leaves."""
        self.tray.uncover()
        self._watch_to_rest(eyes)

    def clear(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`clear`: the dice are taken away."""
        self.tray.clear()
        self._watch_to_rest(eyes)

    def unplug(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`unplug camera|screen`."""
        if _device(rest) == "camera":
            self._sees = False
            loop.take(DeviceFailed("camera", "it is unplugged", "plug it in again", self.now))
        else:
            self.display.unplug()
            loop.refresh(self.now)

    def plug(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`plug camera|screen`."""
        if _device(rest) == "camera":
            self._sees = True
            eyes.forget()
            loop.take(DeviceReturned("camera", self.now))
            self._watch(eyes, SETTLE_S)
        else:
            self.display.plug()
            loop.refresh(self.now)

    def wait(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`wait 2.5`: seconds go by."""
        self._watch(eyes, _seconds(rest))

    def kill(self, rest: str, loop: Loop, eyes: Eyes) -> NoReturn:
        """`kill`: the process ends at once, as if the power went."""
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(KILLED)

    def expect(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`expect screen "TEXT"` or `expect position PATH=VALUE`."""
        what, _, wanted = rest.partition(" ")
        if what == "screen":
            _expect_screen(screens(loop.model), wanted.strip())
        elif what == "position" and "=" in wanted:
            _expect_position(loop, wanted)
        else:
            raise ValueError(f'expect {rest!r}: expected screen "TEXT" or position PATH=VALUE')

    def shot(self, rest: str, loop: Loop, eyes: Eyes) -> None:
        """`shot NAME`: saves the screen as NAME.png."""
        if not rest:
            raise ValueError("shot: expected a name")
        self.display.save(self.folder / f"{rest}.png")


def _faces(text: str) -> list[int]:
    words = text.split()
    if not words or not all(word == "goat" or (word.isascii() and word.isdigit()) for word in words):
        raise ValueError(f"{text.strip()!r}: expected faces such as 1 4 6, or goat")
    return [GOAT if word == "goat" else int(word) for word in words]


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= LONGEST_WAIT_S:
        raise ValueError(f"wait {text}: expected seconds from 0 to {LONGEST_WAIT_S}")
    return seconds


def _device(name: str) -> str:
    if name not in DEVICES:
        raise ValueError(f"{name!r}: expected {' or '.join(DEVICES)}")
    return name


def _expect_screen(screen: Screen, quoted: str) -> None:
    wanted = quoted[1:-1] if len(quoted) >= 2 and quoted[0] == quoted[-1] == '"' else quoted
    lines = screen_lines(screen)
    if _plain(wanted) not in _plain(" ".join(lines)):
        shown = "\n".join(lines)
        raise ExpectationError(f"expected on the screen: {wanted}\nthe screen shows:\n{shown}")


def _plain(text: str) -> str:
    return " ".join(text.split())


def _expect_position(loop: Loop, wanted: str) -> None:
    path, _, value = wanted.partition("=")
    game = loop.model.game
    if game is None:
        raise ExpectationError(f"expected position {wanted}, but there is no game")
    found = _text_of(_member(position_json(game.position), path.strip()))
    if found != value.strip():
        raise ExpectationError(f"expected position {path.strip()}={value.strip()}, found {found}")


def _member(value: Any, path: str) -> Any:
    for name in path.split("."):
        try:
            value = value[int(name)] if isinstance(value, list) else value[name]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise ValueError(f"position {path}: there is no {name!r}") from error
    return value


def _text_of(value: Any) -> str:
    if isinstance(value, list):
        return ",".join(_text_of(item) for item in value)
    return value if isinstance(value, str) else json.dumps(value)


VERBS: Mapping[str, Callable[[ScriptedTable, str, Loop, Eyes], None]] = {
    "roll": ScriptedTable.roll,
    "add": ScriptedTable.add,
    "take": ScriptedTable.take,
    "straighten": ScriptedTable.straighten,
    "disturb": ScriptedTable.disturb,
    "photo": ScriptedTable.photo,
    "press": ScriptedTable.press,
    "push": ScriptedTable.push,
    "turn": ScriptedTable.turn,
    "cover": ScriptedTable.cover,
    "uncover": ScriptedTable.uncover,
    "clear": ScriptedTable.clear,
    "unplug": ScriptedTable.unplug,
    "plug": ScriptedTable.plug,
    "wait": ScriptedTable.wait,
    "kill": ScriptedTable.kill,
    "expect": ScriptedTable.expect,
    "shot": ScriptedTable.shot,
}
