"""Writes the averaged weights of a run as ONNX: `python -m vision.training.export RUN/state.pt WEIGHTS.onnx`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import onnx
import torch
from torch import nn

from vision.training.network import DiceNetwork
from vision.training.train import averaged_weights


def fold(module: nn.Module) -> None:
    """Folds every batch norm into the convolution before it, so that the file holds plain convolutions."""
    for child in module.children():
        fold(child)
    if isinstance(module, nn.Sequential) and len(module) == 3 and isinstance(module[1], nn.BatchNorm2d):
        module[0] = nn.utils.fusion.fuse_conv_bn_eval(module[0], module[1])
        module[1] = nn.Identity()


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("state", type=Path)
    parser.add_argument("weights", type=Path)
    arguments = parser.parse_args(words)
    state = torch.load(arguments.state)
    network = DiceNetwork(state["width"])
    network.load_state_dict(averaged_weights(state))
    network.eval()
    fold(network)
    arguments.weights.parent.mkdir(parents=True, exist_ok=True)
    torch.onnx.export(
        network,
        torch.zeros(1, 3, 480, 640),
        str(arguments.weights),
        dynamo=False,
        opset_version=11,
        input_names=["image"],
        output_names=["map"],
        dynamic_axes={"image": {2: "height", 3: "width"}, "map": {2: "height", 3: "width"}},
    )
    model = onnx.load(arguments.weights)
    onnx.checker.check_model(model)
    print(f"{arguments.weights}: {arguments.weights.stat().st_size / 1024:.0f} KiB after step {state['step']}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
