"""Makes the weights from nothing: `python -m vision.training.all FOLDER --shared DIR`; started again it goes on.

Draws and cuts tiles, trains, exports to `vision/weights/dice.onnx`, and prints the weights of the evidence to be put
into `vision/looks.py`. FOLDER takes 10 GiB; on one core of a desktop it all takes about four hours. With `--share 0.01`
it does a hundredth of everything, to try whether all of it runs; with `--weights` the weights in use stay as they are.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from vision.network import WEIGHTS_PATH
from vision.training import calibrate, export, tiles, train

SHARDS = 180
PHOTOGRAPH_SHARDS = 12
PHOTOGRAPH_SHARES = ("0", "0.35", "0.25", "0.4", "0")
"""Of photographs alone, their empty corners too, to learn what is no die."""
STEPS = 24000
SCENES = 1000


def main() -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--shared", required=True, help="holds dice-photos and dice-training")
    parser.add_argument("--weights", type=Path, default=WEIGHTS_PATH, help="file to write, %(default)s")
    parser.add_argument("--share", type=float, default=1.0, help="of tiles, steps and scenes, 1 at most")
    arguments = parser.parse_args()
    made, run = str(arguments.folder / "tiles"), arguments.folder / "run"
    shared = ["--shared", str(arguments.shared)]

    def share_of(number: int) -> str:
        return str(max(1, round(number * arguments.share)))

    shards = share_of(SHARDS)
    tiles.main([made, *shared, "--shards", shards])
    tiles.main(
        [made, *shared, "--first", shards, "--shards", share_of(PHOTOGRAPH_SHARDS), "--shares", *PHOTOGRAPH_SHARES]
    )
    train.main([made, str(run), "--steps", share_of(STEPS)])
    export.main([str(run / "state.pt"), str(arguments.weights)])
    return calibrate.main([*shared, "--weights", str(arguments.weights), "--scenes", share_of(SCENES)])


if __name__ == "__main__":
    sys.exit(main())
