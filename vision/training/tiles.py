"""Fills a folder with training tiles: `python -m vision.training.tiles FOLDER --shared DIR --shards N`.

A shard is a pair of files, images-NNNN.npy (uint8) and truths-NNNN.npy (float32: face, x, y, size, angle, exact,
up_x, up_y; rows of NaN where there are fewer dice). A shard is made from its own number as seed; those that exist are
kept.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.training.dice import Truth
from vision.training.photographs import cut_tile, load_boxed, load_crops, paste_crops
from vision.training.scenes import draw_scene

SIDE = 256
SHARD = 256
MOST_DICE = 24
TRUTH_COLUMNS = 8
KINDS = ("drawn", "byler", "matteop65", "epanemu", "crops")
SHARES = (0.68, 0.09, 0.05, 0.09, 0.09)


def write_shard(folder: Path, number: int, photographs, crops, shares) -> None:
    """Makes one shard, half a minute or less."""
    rng = np.random.default_rng(number)
    images = np.zeros((SHARD, SIDE, SIDE, 3), np.uint8)
    truths = np.full((SHARD, MOST_DICE, TRUTH_COLUMNS), np.nan, np.float32)
    for index in range(SHARD):
        image, dice = _tile(rng, photographs, crops, shares)
        images[index] = image
        for row, die in enumerate(dice[:MOST_DICE]):
            truths[index, row] = (die.face, *die.centre_xy, die.size, die.angle, die.exact, *die.up_xy)
    np.save(folder / f"truths-{number:04}.npy", truths)
    np.save(folder / f"part-{number:04}.npy", images)
    (folder / f"part-{number:04}.npy").rename(folder / f"images-{number:04}.npy")  # complete files only


def _tile(rng: np.random.Generator, photographs, crops, shares) -> tuple[np.ndarray, list[Truth]]:
    kind = rng.choice(KINDS, p=shares)
    if kind == "drawn":
        return draw_scene(rng, SIDE)
    if kind == "crops":
        return paste_crops(rng, crops, SIDE)
    some = photographs[kind]
    return cut_tile(rng, some[rng.integers(len(some))], SIDE)


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shared", type=Path, required=True, help="holds dice-photos and dice-training")
    parser.add_argument("--shards", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--shares", type=float, nargs=len(KINDS), default=SHARES, help=f"of {', '.join(KINDS)}")
    arguments = parser.parse_args(words)
    cv2.setNumThreads(1)
    arguments.folder.mkdir(parents=True, exist_ok=True)
    photographs, crops = load_boxed(arguments.shared), load_crops(arguments.shared)
    for number in range(arguments.first, arguments.first + arguments.shards):
        if not (arguments.folder / f"images-{number:04}.npy").exists():
            write_shard(arguments.folder, number, photographs, crops, arguments.shares)
        print(f"shard {number + 1 - arguments.first} of {arguments.shards}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
