"""Fits DIE_WEIGHTS and FACE_WEIGHTS of `vision.looks`: `python -m vision.training.calibrate --shared DIR [--scenes N]`.

From drawn scenes that were not trained on, the photographs of byler and matteop65 held out, and those of damiantab and
kamil: how often a die lay where the network saw one, and how often its likeliest face was right. Prints the weights and
how well they predict.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from vision.network import WEIGHTS_PATH, Network
from vision.reader import Reader
from vision.training.dice import NOT_TOLD
from vision.training.photographs import Photograph, is_held_out, truths_of_row
from vision.training.scenes import draw_scene

FIRST_SEED = 1_000_000
SIDE = 416
PHOTOGRAPH_WEIGHT = 10.0
"""A die of a photograph counts as much as this many drawn ones."""


Row = tuple[tuple[float, ...], float, float]


def collect(reader: Reader, picture: Photograph) -> list[Row]:
    """For each spot the evidence, whether a die lies there, whether it shows the likeliest face (NaN: none is true)."""
    height, width = picture.image.shape[:2]
    rows = []
    for look in reader.looks(picture.image):
        x, y = look.spot.centre_xy
        near = [die for die in picture.dice if np.hypot(die.centre_xy[0] - x, die.centre_xy[1] - y) < 0.5 * die.size]
        at_edge = min(x, y, width - x, height - y) < 0.6 * look.spot.size
        if near or not at_edge:  # the truth leaves out what lies half outside
            right = float(any(die.face == look.face for die in near))
            if any(die.face == NOT_TOLD for die in near):
                right = float("nan")
            rows.append((look.evidence, float(bool(near)), right))
    return rows


def held_out(shared: Path) -> list[Photograph]:
    """The boxed photographs that are kept out of training."""
    folder = shared / "dice-photos"
    return [
        Photograph(cv2.imread(str(folder / "images" / row["file"])), truths_of_row(row))
        for row in csv.DictReader((folder / "labels.csv").open())
        if row["source"] in ("byler", "matteop65") and is_held_out(Path(row["file"]).stem)
    ]


def collect_by_values(reader: Reader, image: np.ndarray, faces: list[int]) -> list[Row]:
    """The same for a picture of which only the faces are known: each goes to the spot that shows it most surely."""
    missing = Counter(faces)
    rows = []
    for look in sorted(reader.looks(image), key=lambda look: -look.spot.chance):
        right = missing[look.face] > 0
        missing[look.face] -= right
        rows.append((look.evidence, float(right or look.spot.chance > 0.5), float(right)))
    return rows


def unboxed(shared: Path) -> Iterator[tuple[np.ndarray, list[int]]]:
    """The freely licensed photographs whose faces are known but not where they lie."""
    folder = shared / "dice-photos"
    for row in csv.DictReader((folder / "labels.csv").open()):
        if row["source"] in ("damiantab", "kamil"):
            yield cv2.imread(str(folder / "images" / row["file"])), [int(value) for value in row["values"].split()]


def fit(features: np.ndarray, right: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method with a little shrinking."""
    weights = np.zeros(features.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (weight * (right - chance)) - 0.5 * weights
        curve = (features * (weight * chance * (1 - chance))[:, None]).T @ features + 0.5 * np.eye(len(weights))
        weights += np.linalg.solve(curve, slope)
    return weights


def tell_reliability(chance: np.ndarray, true: np.ndarray) -> None:
    """Prints how often what was said with some chance came true."""
    steps = (0, 0.1, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.01)
    for low, high in pairwise(steps):
        inside = (chance >= low) & (chance < high)
        if inside.any():
            said, came = chance[inside].mean(), true[inside].mean()
            print(f"  {low:.3f}..{high:.3f}: {inside.sum():5} spots, said {said:.3f}, true {came:.3f}")


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared", type=Path, required=True, help="holds dice-photos")
    parser.add_argument("--scenes", type=int, default=800)
    parser.add_argument("--weights", type=Path, default=WEIGHTS_PATH, help="of the network, %(default)s")
    arguments = parser.parse_args(words)
    cv2.setNumThreads(1)
    reader = Reader(Network(arguments.weights))
    drawn = []
    for number in range(arguments.scenes):
        image, dice = draw_scene(np.random.default_rng(FIRST_SEED + number), SIDE)
        drawn += collect(reader, Photograph(image, tuple(dice)))
    real = [row for photograph in held_out(arguments.shared) for row in collect(reader, photograph)]
    real += [row for image, faces in unboxed(arguments.shared) for row in collect_by_values(reader, image, faces)]
    if not drawn + real:
        print("the network sees no dice at all: train it longer", file=sys.stderr)
        return 1
    features = np.array([evidence for evidence, _, _ in drawn + real])
    weight = np.array([1.0] * len(drawn) + [PHOTOGRAPH_WEIGHT] * len(real))
    print(f"{len(drawn)} drawn spots, {len(real)} photographed")
    for name, column in (("DIE_WEIGHTS", 1), ("FACE_WEIGHTS", 2)):
        true = np.array([row[column] for row in drawn + real])
        known = ~np.isnan(true)
        weights = fit(features[known], true[known], weight[known])
        print(f"{name}: Final = {tuple(round(float(value), 3) for value in weights)}")
        tell_reliability(1 / (1 + np.exp(-features[known] @ weights)), true[known])
    return 0


if __name__ == "__main__":
    sys.exit(main())
