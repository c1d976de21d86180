"""Tiles cut from the freely licensed photographs and crops, with what lies on them as well as their boxes tell."""

from __future__ import annotations

import csv
import zlib
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.training.dice import Truth
from vision.training.grounds import draw_ground

BOXED_SOURCES = ("byler", "matteop65", "epanemu")
CROP_SOURCES = ("byler", "matteop65", "epanemu", "chase", "tomitomi3")


@dataclass(frozen=True)
class Photograph:
    """A labelled picture: uint8 (H, W, 3) blue-green-red and the dice on it."""

    image: np.ndarray
    dice: tuple[Truth, ...]


def is_held_out(name: str) -> bool:
    """Whether a photograph of byler or matteop65 is kept out of training, one in five, by its name alone."""
    return zlib.crc32(name.encode()) % 5 == 0


def load_boxed(shared: Path) -> dict[str, list[Photograph]]:
    """The photographs with boxes that may be trained on, by source, those held out left aside."""
    found: dict[str, list[Photograph]] = {source: [] for source in BOXED_SOURCES}
    for folder in ("dice-photos", "dice-training"):
        for row in csv.DictReader((shared / folder / "labels.csv").open()):
            source = row["source"]
            if source not in found or (source != "epanemu" and is_held_out(Path(row["file"]).stem)):
                continue
            image = cv2.imread(str(shared / folder / "images" / row["file"]))
            found[source].append(Photograph(image, truths_of_row(row)))
    return found


def truths_of_row(row: dict[str, str]) -> tuple[Truth, ...]:
    """The dice behind the boxes of a row of labels.csv; each source draws its boxes differently."""
    source = row["source"]
    boxes = [tuple(map(int, box.split())) for box in row["boxes"].split(";") if box]
    spans = {v: max(x1 - x0, y1 - y0) for x0, y0, x1, y1, v in sorted(boxes, key=lambda box: box[4])}
    wide = [span for value, span in spans.items() if value >= 4]
    edge = 1.15 * max(wide) if wide else 42.0  # matteop65: only the pips are boxed, dice of one picture are alike
    truths = []
    for x0, y0, x1, y1, value in boxes:
        x, y, root = (x0 + x1) / 2, (y0 + y1) / 2, float(np.sqrt((x1 - x0) * (y1 - y0)))
        if source == "epanemu":  # the whole die seen aside: the top face is the upper part
            y, size = y - 0.12 * (y1 - y0), 0.72 * root
        elif source == "byler":
            size = 0.85 * root
        else:
            size = edge
        truths.append(Truth(value, (x, y), size, float("nan"), exact=False))
    return tuple(truths)


def load_crops(shared: Path) -> list[Photograph]:
    """The crops that may be trained on, one die each."""
    crops = []
    for row in csv.DictReader((shared / "dice-photos" / "crops.csv").open()):
        origin = Path(row["file"]).stem.split("_", 1)[1].rsplit("_", 1)[0]
        if row["source"] not in CROP_SOURCES or (row["source"] in ("byler", "matteop65") and is_held_out(origin)):
            continue
        image = cv2.imread(str(shared / "dice-photos" / "crops" / row["file"]))
        height, width = image.shape[:2]
        share = 0.8 if row["source"] != "matteop65" else 0.9
        die = Truth(int(row["value"]), (width / 2, height / 2), share * min(width, height), float("nan"), exact=False)
        crops.append(Photograph(image, (die,)))
    return crops


def cut_tile(rng: np.random.Generator, photograph: Photograph, side: int) -> tuple[np.ndarray, list[Truth]]:
    """Cuts a turned and scaled square out of a photograph, more often than not around a die."""
    height, width = photograph.image.shape[:2]
    sizes = [die.size for die in photograph.dice]
    scale = float(np.exp(rng.uniform(np.log(17), np.log(90)))) / float(np.median(sizes)) if sizes else 1.0
    scale = float(np.clip(scale, side / max(height, width), 3.0))
    if sizes and rng.random() < 0.6:
        focus = (
            np.array(photograph.dice[rng.integers(len(sizes))].centre_xy) + rng.uniform(-0.35, 0.35, 2) * side / scale
        )
    else:
        focus = rng.uniform(0, 1, 2) * (width, height)
    matrix = _placing(rng, focus, scale, side)
    shrunk = cv2.INTER_AREA if scale < 0.6 else cv2.INTER_LINEAR
    tile = cv2.warpAffine(photograph.image, matrix, (side, side), flags=shrunk, borderMode=cv2.BORDER_REPLICATE)
    return tile, _moved(photograph.dice, matrix, scale, side)


def paste_crops(rng: np.random.Generator, crops: list[Photograph], side: int) -> tuple[np.ndarray, list[Truth]]:
    """Lays a few crops with soft borders on a drawn ground."""
    tile = draw_ground(rng, side).astype(np.float32)
    dice: list[Truth] = []
    target = float(np.exp(rng.uniform(np.log(18), np.log(70))))
    for _ in range(int(rng.integers(1, 6))):
        crop = crops[rng.integers(len(crops))]
        scale = target / crop.dice[0].size
        place = rng.uniform(0.1, 0.9, 2) * side
        if any(np.hypot(*(np.array(die.centre_xy) - place)) < 1.9 * target for die in dice):
            continue
        height, width = crop.image.shape[:2]
        matrix = _placing(rng, np.array([width / 2, height / 2]), scale, side)
        matrix[:, 2] += place - side / 2
        ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
        rim = 1 - np.maximum(np.abs(xs / (width - 1) * 2 - 1), np.abs(ys / (height - 1) * 2 - 1))
        soft = cv2.warpAffine(np.clip(rim * 8, 0, 1), matrix, (side, side))[:, :, None]
        tile = tile * (1 - soft) + cv2.warpAffine(crop.image, matrix, (side, side)) * soft
        dice.extend(_moved(crop.dice, matrix, scale, side))
    return tile.astype(np.uint8), dice


def _placing(rng: np.random.Generator, focus: np.ndarray, scale: float, side: int) -> np.ndarray:
    """The matrix that turns, scales and brings `focus` to the middle of the tile."""
    turn = rng.uniform(0, 2 * np.pi) if rng.random() < 0.6 else rng.normal(0, 0.15)
    cosine, sine = np.cos(turn) * scale, np.sin(turn) * scale
    linear = np.array([[cosine, -sine], [sine, cosine]])
    return np.column_stack([linear, side / 2 - linear @ focus])


def _moved(dice: tuple[Truth, ...], matrix: np.ndarray, scale: float, side: int) -> list[Truth]:
    moved = []
    for die in dice:
        x, y = matrix[:, :2] @ np.array(die.centre_xy) + matrix[:, 2]
        if 2 <= x < side - 2 and 2 <= y < side - 2:
            moved.append(Truth(die.face, (float(x), float(y)), die.size * scale, die.angle, exact=False))
    return moved
