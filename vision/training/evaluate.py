"""Measures the reader on a labelled folder: `python -m vision.training.evaluate FOLDER [--wrong]`.

FOLDER holds labels.csv (file, source or kind, values, n_dice, notes) and images/. One line a source: pictures, exactly
right, accepted, accepted and wrong; then the sums with 95 % Wilson intervals. A picture whose notes start with REJECT
is right only when it is not accepted.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import cv2

from vision.pictures import load_picture
from vision.reader import load_reader
from vision.reading import Reading

TRAINED_ON = frozenset({"byler", "matteop65", "epanemu"})
TUNED_ON = frozenset({"damiantab", "kamil"})


@dataclass
class Tally:
    """Counts of one source."""

    pictures: int = 0
    exact: int = 0
    accepted: int = 0
    wrong: int = 0

    def add(self, exact: bool, accepted: bool) -> None:
        """Counts one picture."""
        self.pictures += 1
        self.exact += exact
        self.accepted += accepted
        self.wrong += accepted and not exact

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.pictures + other.pictures,
            self.exact + other.exact,
            self.accepted + other.accepted,
            self.wrong + other.wrong,
        )

    def __str__(self) -> str:
        return (
            f"{self.pictures:5}  exact {share(self.exact, self.pictures)}"
            f"  accepted {share(self.accepted, self.pictures)}"
            f"  wrong of accepted {share(self.wrong, self.accepted)} ({self.wrong})"
        )


def share(part: int, whole: int) -> str:
    """A share and its 95 % Wilson interval, in per cent."""
    if whole == 0:
        return "    -"
    z, p = 1.96, part / whole
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * ((p * (1 - p) + z * z / (4 * whole)) / whole) ** 0.5 / (1 + z * z / whole)
    return f"{100 * p:5.1f} % [{100 * (middle - half):.0f}, {100 * (middle + half):.0f}]"


def is_exact(row: dict[str, str], reading: Reading) -> bool:
    """Whether every die of the picture was read right."""
    values = [0 if value == "g" else int(value) for value in row["values"].split()]
    readable = not row["notes"].startswith("REJECT")
    return readable and list(reading.faces) == sorted(values) and all(die.face is not None for die in reading.dice)


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--wrong", action="store_true", help="name the pictures that were accepted and wrong")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = load_reader()
    tallies: dict[str, Tally] = defaultdict(Tally)
    spent_s = []
    for row in csv.DictReader((arguments.folder / "labels.csv").open()):
        image_bgr = load_picture(arguments.folder / "images" / row["file"])
        started = time.perf_counter()
        reading = reader.read(image_bgr)
        spent_s.append(time.perf_counter() - started)
        rejected = row["notes"].startswith("REJECT") or int(row["n_dice"]) == 0
        name = "reject or empty" if rejected else row.get("source") or row["kind"]
        exact = is_exact(row, reading)
        tallies[name].add(exact, reading.accepted)
        if arguments.wrong and reading.accepted and not exact:
            print(f"{row['file']}: {row['values']}, read {' '.join(map(str, reading.faces))}")
    for name in sorted(tallies):
        print(f"{name:18}{tallies[name]}")
    counted = {name: tally for name, tally in tallies.items() if name != "reject or empty"}
    unseen = {name: tally for name, tally in counted.items() if name not in TRAINED_ON | TUNED_ON}
    print(f"{'all':18}{sum(counted.values(), Tally())}")
    print(f"{'never trained on':18}{sum(unseen.values(), Tally())}")
    print(f"median {1000 * sorted(spent_s)[len(spent_s) // 2]:.1f} ms a picture")
    return 0


if __name__ == "__main__":
    sys.exit(main())
