"""`goatherd bench`: measures this program; `bench vision` how well dice are read."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path
from typing import Final

from pi.shell.benches.reading import measure_reading
from pi.shell.benches.reading_pictures import write_pictures
from pi.shell.benches.reading_texts import result_json, result_text
from pi.shell.commands import bench_table
from pi.shell.errors import UsageError
from vision import measure
from vision.measure import Labelled

WHAT: Final = {
    "vision": "how well, how fast and how surely dice are read",
    "table": bench_table.DESCRIPTION,
}

SHARED_FOLDERS: Final = ("dice-photos", "dice-rendered")
"""Labelled folders in the folder that GOATHERD_SHARED names."""


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    bench = commands.add_parser("bench", help="measure this program; alone it lists what can be measured")
    bench.add_argument("--json", action="store_true", help="one JSON document")
    bench.set_defaults(run=_run_list)
    kinds = bench.add_subparsers(title="what can be measured", metavar="WHAT")
    vision = kinds.add_parser("vision", help=WHAT["vision"])
    vision.add_argument("--json", action="store_true", default=argparse.SUPPRESS, help="one JSON document")
    vision.add_argument(
        "--out", type=Path, metavar="DIR", help="write reliability.png and the misread pictures, wrong-1.png ..."
    )
    vision.add_argument(
        "--drawn", type=_count, default=0, metavar="N", help="N drawn trays, alone unless folders are named"
    )
    vision.add_argument(
        "folders",
        nargs="*",
        type=Path,
        metavar="FOLDER",
        help=f"holds labels.csv and images; by default {' and '.join(SHARED_FOLDERS)} in the folder $GOATHERD_SHARED",
    )
    vision.set_defaults(run=_run_vision)
    bench_table.add_parser(kinds)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of trays; give 1 or more")
    return int(text)


def _run_list(arguments: argparse.Namespace) -> int:
    if arguments.json:
        print(json.dumps({"measures": [{"name": name, "what": what} for name, what in WHAT.items()]}))
    else:
        for name, what in WHAT.items():
            print(f"goatherd bench {name:<10} {what}")
    return 0


def _run_vision(arguments: argparse.Namespace) -> int:
    if arguments.out is not None:
        _make_folder(arguments.out)
    folders = arguments.folders or ([] if arguments.drawn else _shared_folders())
    labels = [labelled for folder in folders for labelled in _load_labels(folder)]
    result = measure_reading(tuple(map(str, folders)), labels, arguments.drawn)
    if arguments.out is not None:
        write_pictures(arguments.out, result)
    print(json.dumps(result_json(result)) if arguments.json else result_text(result))
    return 0


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"--out: {folder} can't be made ({error.strerror}); name a folder that can") from None


def _shared_folders() -> list[Path]:
    shared = Path(os.environ.get("GOATHERD_SHARED", "../shared"))
    folders = [shared / name for name in SHARED_FOLDERS if (shared / name / "labels.csv").is_file()]
    if not folders:
        raise UsageError(
            f"FOLDER: none is named, and {shared} holds neither {' nor '.join(SHARED_FOLDERS)}; "
            "name a folder with labels.csv and images, or its parent with GOATHERD_SHARED"
        )
    return folders


def _load_labels(folder: Path) -> tuple[Labelled, ...]:
    try:
        return measure.load_labels(folder)
    except measure.LabelsError as error:
        raise UsageError(str(error)) from None
