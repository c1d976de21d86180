"""How well real photographs and rendered trays are read, against what was reached before.

`figures.json` keeps each share with its 95 % interval as it was last measured. A share that leaves its interval on the
bad side fails; GOATHERD_UPDATE_GOLDEN=1 writes the file anew after the reader was made better.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.shared import PHOTOGRAPHS, RENDERED, needs_photographs, needs_rendered
from vision.measure import SHARES, Measured, Score, load_labels, share_json, sums
from vision.pictures import load_picture
from vision.reader import load_reader
from vision.reading import NOTHING

FIGURES = Path(__file__).with_name("figures.json")
LOWER_IS_BETTER = {"wrong", "numbers"}

pytestmark = [needs_photographs, needs_rendered]


@pytest.fixture(scope="session")
def measured() -> list[Measured]:
    reader = load_reader()
    labels = (*load_labels(PHOTOGRAPHS), *load_labels(RENDERED))
    return [(labelled, reader.read(load_picture(labelled.path), labelled.expect)) for labelled in labels]


@pytest.fixture(scope="session")
def scores(measured: list[Measured]) -> tuple[Score, ...]:
    found = sums(measured)
    if os.environ.get("GOATHERD_UPDATE_GOLDEN"):
        FIGURES.write_text(figures_text(found), encoding="utf-8")
    return found


def figures_text(scores: tuple[Score, ...]) -> str:
    """JSON with a line a share."""
    blocks = []
    for score in scores:
        shares = [f"  {json.dumps(name)}: {json.dumps(share_json(getattr(score, name)))}" for name in SHARES]
        blocks.append(f" {json.dumps(score.name)}: {{\n" + ",\n".join(shares) + "\n }")
    return "{\n" + ",\n".join(blocks) + "\n}\n"


def stored() -> dict[str, dict[str, Any]]:
    figures: dict[str, dict[str, Any]] = json.loads(FIGURES.read_text(encoding="utf-8"))
    return figures


def worse(score: Score, before: dict[str, Any]) -> list[str]:
    """Names the shares that left their interval on the bad side."""
    found = []
    for name in SHARES:
        value, (low, high) = getattr(score, name).value, before[name]["interval"]
        if value is not None and (value > high if name in LOWER_IS_BETTER else value < low):
            found.append(f"{score.name}: {name} is {value:.1%}, was {before[name]['share']:.1%}")
    return found


def test_no_figure_falls_below_its_interval(scores: tuple[Score, ...]) -> None:
    figures = stored()
    assert set(figures) == {score.name for score in scores}
    assert [line for score in scores for line in worse(score, figures[score.name])] == []


def test_where_no_faces_are_to_be_read_no_numbers_are_given(scores: tuple[Score, ...]) -> None:
    assert {score.name: score.numbers.part for score in scores if score.numbers.part} == {}


def test_the_empty_table_is_empty(measured: list[Measured]) -> None:
    empty = [reading for labelled, reading in measured if labelled.faces == () and labelled.expect is None]
    assert empty
    assert all(reading == NOTHING for reading in empty)


def test_what_is_not_accepted_has_a_doubt_with_a_name(measured: list[Measured]) -> None:
    assert all(reading.accepted is not bool(reading.doubts) for _, reading in measured)
