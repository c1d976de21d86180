"""`goatherd bench table`: whether the table keeps its promises, measured with the whole program on drawn pictures."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping
from typing import Any

from pi.shell.benches.figures import FIGURES, Figure, Size, machine

DESCRIPTION = "what happens at the table: presses, time, disturbances, power cuts, mashed buttons, start"


def add_parser(kinds: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `table` to what can be measured."""
    table = kinds.add_parser("table", help=DESCRIPTION)
    table.add_argument(
        "figures", nargs="*", metavar="FIGURE", type=_figure, help=f"{', '.join(FIGURES)} (default: all of them)"
    )
    table.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="one JSON document")
    table.add_argument("--share", type=_share, default=1.0, metavar="S", help="of the full size, e.g. 0.01 for a try")
    table.add_argument("--seed", type=int, default=1, metavar="N", help="other games")
    table.add_argument(
        "--processes", type=_processes, default=os.cpu_count() or 1, metavar="N", help="how many measure at once"
    )
    table.set_defaults(run=_run)


def _figure(text: str) -> str:
    if text not in FIGURES:
        raise argparse.ArgumentTypeError(f"{text!r} is no figure; known are {', '.join(FIGURES)}")
    return text


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        share = 0.0
    if not 0 < share <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no share; give more than 0, and 1 at most")
    return share


def _processes(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of processes; give 1 or more")
    return int(text)


def _run(arguments: argparse.Namespace) -> int:
    size = Size(arguments.seed, arguments.share, arguments.processes)
    measured = {name: FIGURES[name](size) for name in arguments.figures or FIGURES}
    if arguments.json:
        figures = {name: {**figure.told, "broken": list(figure.broken)} for name, figure in measured.items()}
        print(json.dumps({"machine": machine(), "seed": size.seed, "share": size.share, "figures": figures}))
    else:
        print(text_of(measured, f"on {machine()}; seed {size.seed}, share {size.share:g}"))
    return 1 if any(figure.broken for figure in measured.values()) else 0


def text_of(measured: Mapping[str, Figure], head: str) -> str:
    """Writes figures for people: what was measured, then what was promised and not kept."""
    lines = [head]
    for name, figure in measured.items():
        lines += ["", f"{name}: {'promises kept' if not figure.broken else f'{len(figure.broken)} promises broken'}"]
        lines += [f"  {line}" for line in _told(figure.told)]
        lines += [f"  ! {line}" for line in figure.broken]
    return "\n".join(lines)


def _told(told: Mapping[str, Any]) -> list[str]:
    """One line a value; lists of objects one line each. What went wrong is told below anyway."""
    lines = []
    for name, value in told.items():
        if name in ("fooled", "stuck", "broken"):
            continue
        if isinstance(value, list):
            lines += [_flat(one) for one in value]
        else:
            lines.append(f"{name.replace('_', ' ')}: {_flat(value)}")
    return lines


def _flat(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(f"{name.replace('_', ' ')} {part}" for name, part in value.items() if name != "broken")
