"""The material beside the project: labelled photographs that tests read and that are no part of it."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from pathlib import Path

import pytest

SHARED = Path(os.environ.get("GOATHERD_SHARED", Path(__file__).parent.parent.parent / "shared")).resolve()
PHOTOGRAPHS = SHARED / "dice-photos"
RENDERED = SHARED / "dice-rendered"

needs_photographs = pytest.mark.skipif(
    not (PHOTOGRAPHS / "labels.csv").is_file(),
    reason="the labelled photographs are not here; name their folder with GOATHERD_SHARED",
)

needs_rendered = pytest.mark.skipif(
    not (RENDERED / "labels.csv").is_file(),
    reason="the rendered trays are not here; name the folder of dice-rendered with GOATHERD_SHARED",
)


@dataclass(frozen=True, slots=True)
class Photograph:
    """One labelled picture; `faces` are those on top, sorted, empty for an empty table."""

    path: Path
    source: str
    faces: tuple[int, ...]


def photographs() -> tuple[Photograph, ...]:
    """All pictures whose faces a person can tell, in the order of the list."""
    with (PHOTOGRAPHS / "labels.csv").open(encoding="utf-8", newline="") as file:
        return tuple(
            Photograph(PHOTOGRAPHS / "images" / row["file"], row["source"], tuple(map(int, row["values"].split())))
            for row in csv.DictReader(file)
            if not row["notes"].startswith("REJECT")
        )
