"""Makes the weights from nothing: `python -m vision.training.all FOLDER --shared DIR`; started again it goes on.

Draws and cuts tiles, trains, exports to `vision/weights/dice.onnx`, and prints the weights of the evidence to be put
into `vision/looks.py`. FOLDER takes 10 GiB; on one core of a desktop it all takes about four hours.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from vision.network import WEIGHTS_PATH
from vision.training import calibrate, export, tiles, train

SHARDS = 180
PHOTOGRAPH_SHARDS = ("200", "12", "0", "0.35", "0.25", "0.4", "0")
"""First number, how many, shares: photographs alone, their empty corners too, to learn what is no die."""
STEPS = 24000


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shared", required=True, help="holds dice-photos and dice-training")
    arguments = parser.parse_args()
    made, run = str(arguments.folder / "tiles"), arguments.folder / "run"
    tiles.main([made, "--shared", arguments.shared, "--shards", str(SHARDS)])
    first, shards, *shares = PHOTOGRAPH_SHARDS
    tiles.main([made, "--shared", arguments.shared, "--first", first, "--shards", shards, "--shares", *shares])
    train.main([made, str(run), "--steps", str(STEPS)])
    export.main([str(run / "state.pt"), str(WEIGHTS_PATH)])
    return calibrate.main(["--shared", arguments.shared, "--scenes", "1000"])


if __name__ == "__main__":
    sys.exit(main())
