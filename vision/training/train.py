"""Trains the network on a folder of tiles: `python -m vision.training.train TILES RUN --steps N`.

Keeps its state in the folder RUN every few hundred steps and goes on from there when started again. With --start STATE
a new run begins with the averaged weights of an earlier one, also of one whose map had fewer channels.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional

from vision.training.dice import NOT_TOLD
from vision.training.network import CLASSES, STRIDE, UP, DiceNetwork
from vision.training.tiles import SIDE

CELLS = SIDE // STRIDE
SMALLEST, LARGEST = 13.0, 112.0
"""Dice outside these sizes are neither wanted nor punished: the reader looks at every picture at several scales."""


class Tiles:
    """Random batches out of the shards of a folder, each tile mirrored and tinted anew."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.rng = np.random.default_rng(seed)
        self.images: list[np.ndarray] = []
        self.truths: list[np.ndarray] = []
        self.names: set[str] = set()

    def look(self) -> None:
        """Takes in shards that have come since."""
        for path in sorted(self.folder.glob("images-*.npy")):
            if path.name not in self.names:
                self.names.add(path.name)
                self.images.append(np.load(path, mmap_mode="r"))
                self.truths.append(np.load(path.with_name(path.name.replace("images", "truths"))))

    def batch(self, size: int) -> tuple[torch.Tensor, np.ndarray]:
        """Images (size, 3, SIDE, SIDE) float 0..255, truths (size, dice, 8)."""
        images = np.empty((size, SIDE, SIDE, 3), np.uint8)
        truths = []
        for index in range(size):
            shard = self.rng.integers(len(self.images))
            tile = self.rng.integers(len(self.images[shard]))
            image, truth = _mirrored(self.images[shard][tile], self.truths[shard][tile].copy(), self.rng.integers(8))
            images[index] = self._tinted(image)
            truths.append(truth)
        return torch.from_numpy(images).permute(0, 3, 1, 2).float(), np.stack(truths)

    def _tinted(self, image: np.ndarray) -> np.ndarray:
        tint = self.rng.uniform(0.8, 1.2, 3) * self.rng.uniform(0.7, 1.25)
        values = np.arange(256)[:, None] * tint[None]
        if self.rng.random() < 0.3:
            values = (values - 128) * self.rng.uniform(0.5, 1.3) + 128 + self.rng.uniform(-30, 30)
        table = np.clip(values, 0, 255).astype(np.uint8)
        tinted = cv2.LUT(np.ascontiguousarray(image), table[None])
        chance = self.rng.random()
        if chance < 0.1:
            return cv2.cvtColor(cv2.cvtColor(tinted, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
        return tinted[:, :, self.rng.permutation(3)] if chance < 0.3 else tinted


def _mirrored(image: np.ndarray, truth: np.ndarray, way: int) -> tuple[np.ndarray, np.ndarray]:
    """One of the eight ways to lay a square picture."""
    if way & 1:
        image = image[:, ::-1]
        truth[:, 1] = SIDE - 1 - truth[:, 1]
        truth[:, [4, 6]] *= -1
    if way & 2:
        image = image[::-1]
        truth[:, 2] = SIDE - 1 - truth[:, 2]
        truth[:, [4, 7]] *= -1
    if way & 4:
        image = image.transpose(1, 0, 2)
        truth[:, [1, 2]] = truth[:, [2, 1]]
        truth[:, [6, 7]] = truth[:, [7, 6]]
        truth[:, 4] = math.pi / 2 - truth[:, 4]
    return image, truth


def targets(truths: np.ndarray) -> dict[str, torch.Tensor]:
    """What the map should be.

    Returns:
        heat (N, C, C) 1 at the middles, falling off around; ignore (N, C, C) where dice of no wanted size lie; and for
        the cells near middles: batch, row, column, face, size, offset (M, 2), angle (M, 2), exact, has_angle,
        up (M, 2), has_up.
    """
    heat = np.zeros((len(truths), CELLS, CELLS), np.float32)
    ignore = np.zeros((len(truths), CELLS, CELLS), bool)
    rows = []
    for number, dice in enumerate(truths):
        for face, x, y, size, angle, exact, up_x, up_y in dice[~np.isnan(dice[:, 0])]:
            column, row = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
            if not SMALLEST <= size <= LARGEST:
                r = size / 2 / STRIDE
                ignore[
                    number, max(0, int(row - r)) : int(row + r) + 2, max(0, int(column - r)) : int(column + r) + 2
                ] = True
                continue
            sigma = max(0.55, (0.09 if exact else 0.12) * size / STRIDE)
            reach = int(3 * sigma) + 1
            for i in range(max(0, round(row) - reach), min(CELLS, round(row) + reach + 1)):
                for j in range(max(0, round(column) - reach), min(CELLS, round(column) + reach + 1)):
                    squared = (i - row) ** 2 + (j - column) ** 2
                    near = math.exp(-squared / (2 * sigma * sigma))
                    middle = i == round(row) and j == round(column)
                    heat[number, i, j] = max(heat[number, i, j], 1.0 if middle else near)
                    if middle or near > 0.35:
                        turn = (math.cos(4 * angle), math.sin(4 * angle)) if angle == angle else (0.0, 0.0)
                        rows.append(
                            (
                                number,
                                i,
                                j,
                                face,
                                math.log2(size / 32),
                                column - j,
                                row - i,
                                *turn,
                                exact,
                                angle == angle,
                                *((up_x, up_y) if up_x == up_x else (0.0, 0.0)),
                                up_x == up_x,
                            )
                        )
    table = torch.tensor(rows, dtype=torch.float32).reshape(-1, 14)
    return {
        "heat": torch.from_numpy(heat),
        "ignore": torch.from_numpy(ignore),
        "batch": table[:, 0].long(),
        "row": table[:, 1].long(),
        "column": table[:, 2].long(),
        "face": table[:, 3].long(),
        "size": table[:, 4],
        "offset": table[:, 5:7],
        "angle": table[:, 7:9],
        "exact": table[:, 9],
        "has_angle": table[:, 10],
        "up": table[:, 11:13],
        "has_up": table[:, 13],
    }


def loss_of(maps: torch.Tensor, wanted: dict[str, torch.Tensor]) -> tuple[torch.Tensor, dict[str, float]]:
    """The loss and its parts."""
    logit, heat = maps[:, 0], wanted["heat"]
    chance = torch.sigmoid(logit).clamp(1e-4, 1 - 1e-4)
    middle = heat == 1
    dice = middle.sum().clamp(min=1)
    missed = -(((1 - chance) ** 2) * torch.log(chance))[middle].sum() / dice
    imagined = -((1 - heat) ** 4 * chance**2 * torch.log(1 - chance))[~middle & ~wanted["ignore"]].sum() / dice
    parts = {"missed": missed, "imagined": imagined}
    if len(wanted["batch"]):
        cells = maps[wanted["batch"], :, wanted["row"], wanted["column"]]
        trust = 0.2 + 0.8 * wanted["exact"]
        parts["face"] = functional.cross_entropy(
            cells[:, CLASSES], wanted["face"], label_smoothing=0.02, ignore_index=NOT_TOLD
        )
        parts["size"] = (
            functional.smooth_l1_loss(cells[:, 1], wanted["size"], reduction="none", beta=0.1) * trust
        ).mean()
        offset = functional.smooth_l1_loss(cells[:, 2:4], wanted["offset"], reduction="none", beta=0.1).sum(1)
        parts["offset"] = 0.5 * (offset * trust).mean()
        angle = ((cells[:, 4:6] - wanted["angle"]) ** 2).sum(1)
        parts["angle"] = 0.2 * (angle * wanted["has_angle"]).mean()
        up = functional.smooth_l1_loss(cells[:, UP], wanted["up"], reduction="none", beta=0.1).sum(1)
        parts["up"] = 3 * (up * wanted["has_up"]).mean()
    total = torch.stack(list(parts.values())).sum()
    return total, {name: float(part.detach()) for name, part in parts.items()}


def averaged_weights(state: dict) -> dict[str, torch.Tensor]:
    """The averaged weights of a state, by their names in the network."""
    return {name.removeprefix("module."): value for name, value in state["average"].items() if name != "n_averaged"}


def begin_with(network: DiceNetwork, weights: dict[str, torch.Tensor]) -> None:
    """Takes over weights; channels of the map that they lack stay as they are."""
    own = network.state_dict()
    for name, value in weights.items():
        if value.dim() and len(value) < len(own[name]):
            own[name][: len(value)] = value
        else:
            own[name] = value
    network.load_state_dict(own)


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tiles", type=Path)
    parser.add_argument("run", type=Path)
    parser.add_argument("--steps", type=int, default=12000, help="in all, those of earlier starts included")
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--rate", type=float, default=2.5e-3)
    parser.add_argument("--width", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, metavar="STATE", help="begin with the weights of an earlier run")
    arguments = parser.parse_args(words)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(arguments.seed)
    arguments.run.mkdir(parents=True, exist_ok=True)
    network = DiceNetwork(arguments.width)
    if arguments.start is not None:
        begin_with(network, averaged_weights(torch.load(arguments.start)))
    network = network.to(memory_format=torch.channels_last)
    average = torch.optim.swa_utils.AveragedModel(
        network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(0.998), use_buffers=True
    )
    optimiser = torch.optim.AdamW(network.parameters(), lr=arguments.rate, weight_decay=0.01)
    state_path, first = arguments.run / "state.pt", 0
    if state_path.exists():
        state = torch.load(state_path)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        first = state["step"]
    tiles = Tiles(arguments.tiles, arguments.seed + first)
    means: dict[str, float] = {}
    started = time.monotonic()
    for step in range(first, arguments.steps):
        if (step - first) % 200 == 0:
            tiles.look()
        warm = min(1.0, (step + 1) / 300)
        rate = arguments.rate * warm * (0.02 + 0.49 * (1 + math.cos(math.pi * step / arguments.steps)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        images, truths = tiles.batch(arguments.batch)
        with torch.autocast("cpu", torch.bfloat16):
            maps = network(images.to(memory_format=torch.channels_last))
        total, parts = loss_of(maps.float(), targets(truths))
        optimiser.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        average.update_parameters(network)
        for name, part in parts.items():
            means[name] = means.get(name, part) * 0.99 + part * 0.01
        if (step + 1) % 100 == 0:
            told = " ".join(f"{name} {value:.3f}" for name, value in means.items())
            each = (time.monotonic() - started) / (step + 1 - first)
            print(
                f"step {step + 1} of {arguments.steps}, {each:.2f} s each, {len(tiles.images)} shards: {told}",
                flush=True,
            )
        if (step + 1) % 500 == 0 or step + 1 == arguments.steps:
            state = {
                "network": network.state_dict(),
                "average": average.state_dict(),
                "optimiser": optimiser.state_dict(),
                "step": step + 1,
                "width": arguments.width,
            }
            torch.save(state, state_path.with_suffix(".new"))
            state_path.with_suffix(".new").rename(state_path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
