"""How long it takes from the last frame in which a die moved to the options on the display's picture."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from hardware.simulated.scene import Scene
from hardware.simulated.tray import top_corners
from pi.core.model import Phase
from pi.shell.benches.players import clear, confirm_first, correct, random_faces
from pi.shell.benches.simulated_table import SimulatedTable
from pi.shell.benches.work import spread

FRAMES_PER_SECOND: Final = 30.0
MOVED_PX: Final = 0.5
"""A die has moved when a corner of its top has moved so far from one frame to the next."""
PATIENCE_S: Final = 3.0
A_SESSION: Final = 10
"""So many rolls are timed in one game."""


@dataclass(frozen=True, slots=True)
class Delay:
    """One roll.

    Attributes:
        wait_s: from the last frame in which a die moved to the picture of the options: frames waited for, and computing
            that kept the display or the next frame waiting.
        computing_s: of it, on one core, after the deciding frame had come.
        busy_s: computing in all frames since.
    """

    wait_s: float
    computing_s: float
    busy_s: float


def play(seed: int, rolls: int = A_SESSION) -> tuple[Delay | None, ...]:
    """Times some rolls; None for one that was asked about."""
    chance = random.Random(f"quickness {seed}")
    with tempfile.TemporaryDirectory() as folder:
        table = SimulatedTable(Path(folder), seed, frames_per_second=FRAMES_PER_SECOND)
        delays = []
        for _ in range(rolls):
            faces = random_faces(chance)
            delays.append(_time_roll(table, faces))
            correct(table, faces)
            confirm_first(table)
            clear(table)
        return tuple(delays)


def _time_roll(table: SimulatedTable, faces: tuple[int, ...]) -> Delay | None:
    table.tray.throw(faces)
    ends = table.tray.ends_at + PATIENCE_S
    before: Scene | None = None
    moved_at, ready_at, busy_s = table.now, table.now, 0.0
    while table.now < ends:
        frame = table.next_frame()
        scene = table.tray.scene_at(frame.at)
        if before is None or scene is None or has_moved(before, scene):
            moved_at, busy_s = frame.at, 0.0
        before = scene
        shows = table.display.shows
        started = time.process_time()
        table.look(frame)
        computing_s = time.process_time() - started
        busy_s += computing_s
        # A frame has to wait while the one before it is still being worked on.
        ready_at = max(ready_at, frame.at) + computing_s
        if table.model.phase is Phase.CHOOSING and table.display.shows > shows:
            return Delay(ready_at - moved_at, computing_s, busy_s)
    return None


def has_moved(before: Scene, after: Scene) -> bool:
    """Whether a die came, left, or moved by at least MOVED_PX."""
    if len(before.dice) != len(after.dice):
        return True
    return any(
        float(np.max(np.abs(np.subtract(top_corners(one, before.view), top_corners(other, after.view))))) >= MOVED_PX
        for one, other in zip(before.dice, after.dice, strict=True)
        if one != other
    )


def measure(seed: int, rolls: int, processes: int) -> tuple[Delay | None, ...]:
    """Times rolls, some in each game."""
    seeds = range(seed, seed + -(-rolls // A_SESSION))
    return tuple(delay for delays in spread("games, timed", play, seeds, processes) for delay in delays)


def delays_json(delays: Sequence[Delay | None]) -> dict[str, Any]:
    """Writes the delays as JSON, in milliseconds."""
    timed = [delay for delay in delays if delay is not None]
    return {
        "rolls": len(delays),
        "asked": len(delays) - len(timed),
        "frames_a_second": FRAMES_PER_SECOND,
        "wait_ms": _spread_ms([delay.wait_s for delay in timed]),
        "computing_ms": _spread_ms([delay.computing_s for delay in timed]),
        "computing_in_all_frames_ms": _spread_ms([delay.busy_s for delay in timed]),
    }


def _spread_ms(values: Sequence[float]) -> dict[str, float]:
    ranked = sorted(values)
    most = {"median": statistics.median(ranked), "p95": ranked[int(0.95 * (len(ranked) - 1))], "most": ranked[-1]}
    return {name: round(1000 * value, 1) for name, value in most.items()}
