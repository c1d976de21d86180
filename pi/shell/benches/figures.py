"""The table's promises and the measurements that check them, at full size or at a share of it."""

from __future__ import annotations

import os
import platform
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

PRESSES_A_TURN: Final = 1.05
MORE_FOR_A_WRONG_FACE: Final = 2
WAIT_MS: Final = 300.0
COMPUTING_MS: Final = 40.0
FIRST_SCREEN_S: Final = 0.6
READY_S: Final = 2.5
MEMORY_MIB: Final = 150.0


@dataclass(frozen=True, slots=True)
class Size:
    """How much is measured.

    Attributes:
        seed: of the first game; the others follow.
        share: of the full size, above 0 and at most 1.
        processes: how many measure at the same time.
    """

    seed: int
    share: float
    processes: int

    def of(self, full: int) -> int:
        """So many of the full number, one at least."""
        return max(1, round(full * self.share))


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured.

    Attributes:
        told: as JSON.
        broken: promises that were not kept, in words.
    """

    told: dict[str, Any]
    broken: tuple[str, ...]


def measure_presses(size: Size) -> Figure:
    """Whole games on stills of drawn dice, some of them on every frame, and games with a misread die in every roll."""
    from pi.shell.benches import presses

    plan = (
        (presses.SUGGESTED, 200, True),
        (presses.PUSHED, 200, True),
        (presses.SUGGESTED, 4, False),
        (presses.PUSHED, 4, False),
        (presses.MISREAD, 10, True),
        (presses.DOUBTED, 10, True),
    )
    counted = []
    for way, games, stills in plan:
        seeds = range(size.seed, size.seed + size.of(games))
        counted.append(presses.measure(way, seeds, stills, size.processes))
    broken = []
    for one, (way, games, _) in zip(counted, plan, strict=True):
        if one.games < size.of(games):
            broken.append(f"{way}: {size.of(games) - one.games} games did not end")
        if way in (presses.SUGGESTED, presses.PUSHED):
            if one.per_turn > PRESSES_A_TURN:
                broken.append(f"{way}: {one.per_turn:.3f} presses a turn, {PRESSES_A_TURN} at most promised")
        elif one.most > 1 + MORE_FOR_A_WRONG_FACE:
            broken.append(f"{way}: {one.most} presses in a turn, {1 + MORE_FOR_A_WRONG_FACE} at most promised")
    return Figure({"ways": [presses.presses_json(one) for one in counted]}, tuple(broken))


def measure_time(size: Size) -> Figure:
    """Rolls at 30 frames a second."""
    from pi.shell.benches import quickness

    told = quickness.delays_json(quickness.measure(size.seed, size.of(200), size.processes))
    limits = (("wait_ms", WAIT_MS), ("computing_ms", COMPUTING_MS))
    broken = [
        f"{name} {told[name]['most']}, {limit:g} promised" for name, limit in limits if told[name]["most"] > limit
    ]
    return Figure(told, tuple(broken))


def measure_disturbances(size: Size) -> Figure:
    """Disturbances of every kind, mixed into games."""
    from pi.shell.benches import disturbances

    told = disturbances.disturbances_json(disturbances.measure(size.seed, size.of(1000), size.processes))
    broken = [f"{one['kind']} in game {one['seed']} while {one['phase']}: {one['what']}" for one in told["fooled"]]
    return Figure(told, tuple(broken))


def measure_power(size: Size) -> Figure:
    """Kills, full disks and cut files."""
    from pi.shell.benches import power

    plan = ((power.KILL, 500), (power.FULL, 100), (power.CUT, 100))
    told = [power.power_json(power.measure(kind, size.seed, size.of(full), size.processes)) for kind, full in plan]
    broken = [f"{one['kind']} in folder {it['seed']}: {it['what']}" for one in told for it in one["broken"]]
    return Figure({"troubles": told}, tuple(broken))


def measure_mashes(size: Size) -> Figure:
    """Buttons mashed in every phase."""
    from pi.shell.benches import mashes

    told = mashes.mashes_json(mashes.measure(size.seed, size.of(10_000), size.processes))
    return Figure(told, tuple(f"game {one['seed']} while {one['phase']}: {one['what']}" for one in told["stuck"]))


def measure_start(size: Size) -> Figure:
    """Starts of the program, alone on the machine."""
    from pi.shell.benches import starting

    told = starting.starts_json(starting.measure(size.of(5)), starting.camera_memory_mib())
    limits = {"first_screen_s": FIRST_SCREEN_S, "dice_read_s": READY_S, "memory_mib": MEMORY_MIB}
    return Figure(told, _above(limits, told, "median"))


def _above(limits: Mapping[str, float], told: Mapping[str, Any], which: str) -> tuple[str, ...]:
    return tuple(
        f"{name} {told[name][which]}, {limit:g} promised" for name, limit in limits.items() if told[name][which] > limit
    )


FIGURES: Mapping[str, Callable[[Size], Figure]] = MappingProxyType(
    {
        "presses": measure_presses,
        "time": measure_time,
        "disturbances": measure_disturbances,
        "power": measure_power,
        "mashes": measure_mashes,
        "start": measure_start,
    }
)


def machine() -> str:
    """What is measured on."""
    model = next((line for line in _lines("/proc/cpuinfo") if line.startswith(("model name", "Model"))), "")
    name = model.partition(":")[2].strip() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, Python {platform.python_version()}"


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except OSError:  # other systems have no such file
        return []
