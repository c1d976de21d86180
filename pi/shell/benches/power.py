"""Whether a game survives: killed at any moment, a full disk, a cut in the last page of its file.

Real processes run `goatherd play --script` on one folder, one after the other, each going on where the last one was
killed. A script saves a shot of the screen after every step, so a shot that is there proves that what it shows had been
on the display, and so has to be in the record.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from pi.shell.benches.players import random_faces
from pi.shell.benches.processes import (
    POLL_S,
    fill_up,
    load_libraries,
    run_forked,
    run_fresh,
    said,
    small_disk,
    wait_for,
)
from pi.shell.benches.work import spread
from pi.shell.errors import RecordError
from pi.shell.record_file import FILE_NAME
from pi.shell.store import StoredGame, open_store

KILL, FULL, CUT = "killed", "disk full", "file cut"
A_SESSION: Final = 10
"""So many troubles befall one folder."""
TURNS_A_SCRIPT: Final = 1
TURNS_A_GAME: Final = 15
"""A new game is begun after so many turns, before one can end."""
LONGEST_S: Final = 120.0
KILLED: Final = -signal.SIGKILL
FAILED: Final = 1


@dataclass(frozen=True, slots=True)
class Step:
    """Lines of a script that change the record all at once or not at all.

    Attributes:
        lines: of the script.
        entries: how many they add.
    """

    lines: tuple[str, ...]
    entries: int


@dataclass(frozen=True, slots=True)
class Job:
    """Troubles for one folder.

    Attributes:
        seed: of dice and moments.
        kind: KILL, FULL or CUT.
        troubles: how many.
        turns: in a script.
        fresh: whether every process is a new interpreter; else it is forked from this one, which has the libraries.
    """

    seed: int
    kind: str
    troubles: int
    turns: int = TURNS_A_SCRIPT
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Broken:
    """The record is not what it should be.

    Attributes:
        seed: of the folder.
        number: of the trouble.
        what: what is wrong.
    """

    seed: int
    number: int
    what: str


@dataclass(frozen=True, slots=True)
class Session:
    """What befell one folder.

    Attributes:
        kind: of the troubles.
        troubles: how many there were.
        moments: how many of them came before the first step was shown, in between, and after the last.
        steps: how many were in the record in the end.
        lost: entries that a cut took with it.
        early: scripts that stopped because a roll was asked about.
        broken: what went wrong.
    """

    kind: str
    troubles: int
    moments: tuple[int, int, int]
    steps: int
    lost: int
    early: int
    broken: tuple[Broken, ...]


def play(job: Job) -> Session:
    """Plays in one folder, with trouble after trouble."""
    load_libraries()
    with tempfile.TemporaryDirectory() as folder:
        disk = Path(folder) / "disk"
        disk.mkdir()
        if job.kind != FULL:
            return _Troubled(job, Path(folder), disk).play()
        with small_disk(disk):
            return _Troubled(job, Path(folder), disk).play()


class _Troubled:
    def __init__(self, job: Job, folder: Path, disk: Path) -> None:
        self._job = job
        self._folder = folder
        self._ballast = disk / "ballast"
        self._data = disk / "data"
        self._chance = random.Random(f"power {job.kind} {job.seed}")
        self._step_s = 0.5
        self._old_id = 0
        self._begins = True
        self._kept: list[int] = []
        self._early = 0
        self._moments = [0, 0, 0]
        self._steps = 0
        self._lost = 0
        self._broken: list[Broken] = []
        self._number = 0

    def play(self) -> Session:
        """Runs scripts until there was enough trouble."""
        while self._number < self._job.troubles and not self._broken:
            steps = self._script()
            match self._job.kind:
                case "killed":
                    self._kill(steps)
                case "disk full":
                    self._fill(steps)
                case _:
                    self._cut(steps)
        return Session(
            kind=self._job.kind,
            troubles=self._number,
            moments=(self._moments[0], self._moments[1], self._moments[2]),
            steps=self._steps,
            lost=self._lost,
            early=self._early,
            broken=tuple(self._broken),
        )

    # The script

    def _script(self) -> list[Step]:
        """Some turns from where the game stands; at times a turn is taken back and made again."""
        stored = last_game(self._data)
        self._old_id = 0 if stored is None else stored.id
        self._begins = stored is None or stored.game.turns >= TURNS_A_GAME
        steps = []
        if stored is not None and not self._begins and stored.game.roll is not None:
            steps.append(Step(("press ok", "clear"), 1))
        for _ in range(self._job.turns):
            steps += [self._throw(), Step(("press ok", "clear"), 1)]
            if self._chance.random() < 0.3:
                steps += [self._throw(), Step(("press undo hold",), 2), Step(("press ok", "press ok", "clear"), 1)]
        return steps

    def _throw(self) -> Step:
        faces = " ".join(map(str, random_faces(self._chance)))
        return Step((f"roll {faces}", "expect screen choose"), 1)

    def _start(self, steps: Sequence[Step]) -> int:
        """Starts the program on a script and returns its process."""
        for shot in self._folder.glob("shot-*.png"):
            shot.unlink()
        lines = [line for number, step in enumerate(steps) for line in (*step.lines, f"shot {self._shot(number)}")]
        script = self._folder / "script"
        script.write_text("\n".join(lines), encoding="utf-8")
        begin = ("--players", "2", "--new") if self._begins else ()
        arguments = ("play", "--data", str(self._data), "--language", "en", "--script", str(script), *begin)
        return self._run(arguments)

    def _run(self, arguments: Sequence[str]) -> int:
        return run_fresh(arguments, self._folder) if self._job.fresh else run_forked(arguments, self._folder)

    def _shot(self, number: int) -> Path:
        return self._folder / f"shot-{number:03d}"

    def _shown(self, steps: Sequence[Step]) -> int:
        """How many steps have been shown."""
        return sum(self._shot(number).with_suffix(".png").is_file() for number in range(len(steps)))

    # The troubles

    def _kill(self, steps: list[Step]) -> None:
        process = self._start(steps)
        ended = self._wait_for_a_moment(process, steps)
        if ended is None:
            os.kill(process, signal.SIGKILL)
            ended = wait_for(process, LONGEST_S)
        shown = self._shown(steps)
        if ended == KILLED:
            self._count(shown, steps)
        self._check_ended(ended)
        self._check_record(steps, shown, min(shown + 1, len(steps)))

    def _wait_for_a_moment(self, process: int, steps: Sequence[Step]) -> int | None:
        """Waits until some step has been shown, or none, and then for a part of the time that a step takes.

        Returns:
            The status of the process when it has ended before, else None.
        """
        shown = self._chance.randrange(len(steps))
        share = self._chance.random()
        started = time.monotonic()
        if shown:
            last = self._shot(shown - 1).with_suffix(".png")
            while not last.is_file():
                ended = wait_for(process, POLL_S)
                if ended is not None or time.monotonic() - started > LONGEST_S:
                    return ended
            self._step_s = (time.monotonic() - started) / shown
        return wait_for(process, share * self._step_s)

    def _count(self, shown: int, steps: Sequence[Step]) -> None:
        self._number += 1
        self._moments[0 if shown == 0 else 2 if shown == len(steps) else 1] += 1

    def _fill(self, steps: list[Step]) -> None:
        """The disk is full at some moment; later it is free again, or the power goes, or the script ends meanwhile."""
        process = self._start(steps)
        ended = self._wait_for_a_moment(process, steps)
        shown = self._shown(steps)
        if ended is not None:
            self._check_ended(ended)
            self._check_record(steps, shown, len(steps))
            return
        fill_up(self._ballast)
        self._count(shown, steps)
        ended = wait_for(process, self._chance.uniform(0.1, 3.0) * self._step_s)
        stays_full = ended is not None
        if ended is None and self._chance.random() < 0.5:
            os.kill(process, signal.SIGKILL)
            ended = wait_for(process, LONGEST_S)
        self._ballast.unlink()
        if ended is None:
            ended = wait_for(process, LONGEST_S)
            shown = self._shown(steps)
        if not (stays_full and ended == FAILED and "not saved" in said(self._folder)):
            self._check_ended(ended)
        # What was on the screen beside "not saved" may be lost with the power, but only from its end.
        self._check_record(steps, shown, min(self._shown(steps) + 1, len(steps)))

    def _cut(self, steps: list[Step]) -> None:
        """The power goes, and with it the end of the last page of a file of the record."""
        process = self._start(steps)
        ended = self._wait_for_a_moment(process, steps)
        if ended is None and self._chance.random() < 0.5:
            os.kill(process, signal.SIGKILL)
        ended = wait_for(process, LONGEST_S) if ended is None else ended
        shown = self._shown(steps)
        self._check_ended(ended)
        self._check_record(steps, shown, min(shown + 1, len(steps)))
        files = [path for path in record_files(self._data) if path.stat().st_size]
        if not self._kept or not files:
            return
        self._count(shown, steps)
        copy = self._folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self._data, copy)
        path = copy / self._chance.choice(files).name
        size = path.stat().st_size
        os.truncate(path, max(0, size - self._chance.randint(1, 4095)))
        self._check_mended(copy, path.name)

    def _check_mended(self, copy: Path, name: str) -> None:
        """The next start says something in words, and what is whole is kept."""
        script = self._folder / "script"
        script.write_text("wait 0.5", encoding="utf-8")
        process = self._run(("play", "--data", str(copy), "--script", str(script)))
        ended = wait_for(process, LONGEST_S)
        if ended != 0:
            self._note(f"{name} was cut, and the next start ended with {ended}: {said(self._folder)}")
            return
        try:
            stored = last_game(copy)
        except RecordError as error:
            self._note(f"{name} was cut, and after the next start: {error}")
            return
        kept = 0 if stored is None else len(stored.entries)
        whole = sum(self._kept)
        if kept > whole or kept not in _ends(self._kept):
            self._note(f"{name} was cut, and {kept} of {whole} entries are left, which ends within a step")
        self._lost += whole - kept

    # What must hold

    def _check_ended(self, ended: int | None) -> None:
        """Scripts are played to their end, killed, or stopped because a roll was asked about."""
        if ended == FAILED and "expected on the screen" in said(self._folder):
            self._early += 1
        elif ended not in (0, KILLED):
            self._note(f"the program ended with {ended}: {said(self._folder)}")

    def _check_record(self, steps: Sequence[Step], least: int, most: int) -> None:
        """The record holds whole steps: at least those shown, and at most one more."""
        try:
            stored = last_game(self._data)
        except RecordError as error:
            self._note(str(error))
            return
        if self._begins:
            if stored is None or stored.id == self._old_id:
                if least > 0:
                    self._note("a game was on the screen that is not in the record")
                return
            self._kept = []
        added = (0 if stored is None else len(stored.entries)) - sum(self._kept)
        counts = [step.entries for step in steps]
        if added not in _ends(counts):
            self._note(f"{added} entries were added, which ends within a step of {counts}")
            return
        done = _ends(counts).index(added)
        if not least <= done <= most:
            self._note(f"{done} steps are in the record, {least} had been shown and {most} at most begun")
        self._kept += counts[:done]
        self._steps += done

    def _note(self, what: str) -> None:
        self._broken.append(Broken(self._job.seed, self._number, what))


def _ends(counts: Sequence[int]) -> list[int]:
    """How many entries there are after no step, after the first, after the second ..."""
    ends = [0]
    for count in counts:
        ends.append(ends[-1] + count)
    return ends


def last_game(folder: Path) -> StoredGame | None:
    """The game begun last, as the record has it; None without any."""
    if not (folder / FILE_NAME).is_file():
        return None
    store = open_store(folder)
    try:
        return store.last_game()
    finally:
        store.close()


def record_files(folder: Path) -> tuple[Path, ...]:
    """The file of the record and the log beside it, where they are."""
    paths = (folder / FILE_NAME, folder / f"{FILE_NAME}-wal")
    return tuple(path for path in paths if path.is_file())


def measure(kind: str, seed: int, troubles: int, processes: int, fresh: bool = False) -> tuple[Session, ...]:
    """Makes trouble so many times, some in each folder."""
    jobs = [
        Job(seed + number, kind, min(A_SESSION, troubles - start), fresh=fresh)
        for number, start in enumerate(range(0, troubles, A_SESSION))
    ]
    return tuple(spread(f"folders with {A_SESSION} times {kind}", play, jobs, processes))


def power_json(sessions: Sequence[Session]) -> dict[str, Any]:
    """Writes what befell the folders as JSON."""
    return {
        "kind": sessions[0].kind,
        "folders": len(sessions),
        "troubles": sum(session.troubles for session in sessions),
        "before_the_first_step": sum(session.moments[0] for session in sessions),
        "in_between": sum(session.moments[1] for session in sessions),
        "after_the_last": sum(session.moments[2] for session in sessions),
        "steps": sum(session.steps for session in sessions),
        "entries_lost_by_cuts": sum(session.lost for session in sessions),
        "scripts_stopped_early": sum(session.early for session in sessions),
        "broken": [
            {"seed": one.seed, "number": one.number, "what": one.what} for session in sessions for one in session.broken
        ],
    }
