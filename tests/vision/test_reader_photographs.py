"""The reader on real photographs of dice beside the project: often exactly right, rarely wrong and accepted."""

from __future__ import annotations

import csv
import os
from pathlib import Path

import pytest

from vision.pictures import load_picture
from vision.reader import load_reader
from vision.reading import NOTHING, Reading

SHARED = Path(os.environ.get("GOATHERD_SHARED", Path(__file__).parents[3] / "shared")) / "dice-photos"
TRAINED_OR_TUNED_ON = {"byler", "matteop65", "damiantab", "kamil"}
LEAST_EXACT = 0.78
MOST_WRONG_OF_ACCEPTED = 0.03
LEAST_ACCEPTED = 0.6

Seen = list[tuple[dict[str, str], Reading]]

pytestmark = pytest.mark.skipif(not SHARED.is_dir(), reason=f"no photographs in {SHARED}; set GOATHERD_SHARED")


@pytest.fixture(scope="module")
def seen() -> Seen:
    reader = load_reader()
    with (SHARED / "labels.csv").open(encoding="utf-8") as labels:
        return [(row, reader.read(load_picture(SHARED / "images" / row["file"]))) for row in csv.DictReader(labels)]


def is_readable(row: dict[str, str]) -> bool:
    return not row["notes"].startswith("REJECT") and int(row["n_dice"]) > 0


def is_exact(row: dict[str, str], reading: Reading) -> bool:
    whole = all(die.face is not None for die in reading.dice)
    return whole and list(reading.faces) == [int(value) for value in row["values"].split()]


def test_most_photographs_are_read_exactly(seen: Seen) -> None:
    readable = [is_exact(row, reading) for row, reading in seen if is_readable(row)]
    assert sum(readable) >= LEAST_EXACT * len(readable)


def test_what_is_accepted_on_unseen_photographs_is_rarely_wrong(seen: Seen) -> None:
    unseen = [(row, reading) for row, reading in seen if row["source"] not in TRAINED_OR_TUNED_ON and is_readable(row)]
    accepted = [(row, reading) for row, reading in unseen if reading.accepted]
    wrong = [row["file"] for row, reading in accepted if not is_exact(row, reading)]
    assert len(accepted) >= LEAST_ACCEPTED * len(unseen)
    assert len(wrong) <= MOST_WRONG_OF_ACCEPTED * len(accepted), wrong


def test_what_nobody_should_read_is_not_accepted(seen: Seen) -> None:
    refused = [(row["file"], reading) for row, reading in seen if row["notes"].startswith("REJECT")]
    assert refused
    assert [file for file, reading in refused if reading.accepted] == []


def test_the_empty_table_is_empty(seen: Seen) -> None:
    empty = [reading for row, reading in seen if row["n_dice"] == "0"]
    assert empty
    assert all(reading == NOTHING for reading in empty)


def test_every_doubtful_reading_names_a_doubt(seen: Seen) -> None:
    assert all(reading.accepted is not bool(reading.doubts) for _, reading in seen)
