"""`goatherd train`: learns the weights of the advisor, and of the linear player, by self-play."""

from __future__ import annotations

import argparse
import importlib.util
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from engine.errors import EngineError
from pi.shell.errors import UsageError
from pi.shell.words import parse_number

if TYPE_CHECKING:
    from engine.training.linear import LinearTrainer
    from engine.training.trainer import Trainer

_UNITS: Final = 64
_SECONDS_BETWEEN_SAVES: Final = 60.0
_SECONDS_BETWEEN_WORDS: Final = 10.0
_HOUR_S: Final = 3600.0
_LINEAR_GAMES: Final = 6000


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is to be learnt.

    Attributes:
        games: in all, those of earlier starts included; None when the time decides.
        hours: the same; None when the number of games decides.
    """

    games: int | None
    hours: float | None

    def share(self, games: int, seconds: float) -> float:
        """How much of it is done, 0..1, after so many games and seconds."""
        if self.games is not None:
            return min(1.0, games / self.games)
        return min(1.0, seconds / (_HOUR_S * (self.hours or 1.0)))


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds train to the command line."""
    parser = commands.add_parser(
        "train",
        help="learn the advisor's weights for one number of players by self-play",
        description="Learns by self-play in the base game and writes base-network-N.npz, or base-linear-N.npz. The "
        "state is kept beside it once a minute; started again with the same folder, training goes on from there. With "
        "--games the same seed gives the same weights on the same machine; with --hours that depends on its speed.",
    )
    parser.add_argument("--players", required=True, metavar="N", help="how many play, 2 to 5")
    parser.add_argument("--hours", metavar="H", help="how long in all, earlier starts included (default: 1)")
    parser.add_argument("--games", metavar="N", help="how many games in all, instead of a time")
    parser.add_argument("--seed", default="1", metavar="N", help="of the first weights and the dice (default: 1)")
    parser.add_argument("--units", default=str(_UNITS), metavar="N", help=f"hidden units (default: {_UNITS})")
    parser.add_argument("--linear", action="store_true", help="the linear player instead of the network")
    parser.add_argument("--out", default="weights", metavar="DIR", help="folder to write to (default: weights)")
    parser.set_defaults(run=train)


def train(arguments: argparse.Namespace) -> int:
    """Learns until the plan is done or somebody interrupts it."""
    seats = parse_number(arguments.players, "players")
    if not 2 <= seats <= 5:
        raise EngineError(f"players: expected 2 to 5 players, found {seats}")
    folder = Path(arguments.out)
    folder.mkdir(parents=True, exist_ok=True)
    if arguments.linear:
        return _train_linear(folder, seats, arguments)
    if importlib.util.find_spec("numba") is None:
        raise UsageError("train: learning needs numba; install it with: pip install 'goatherd[training]'")
    return _train_network(folder, seats, arguments)


def _train_network(folder: Path, seats: int, arguments: argparse.Namespace) -> int:
    from engine.training.trainer import Trainer, load_trainer
    from engine.values.network import save_network

    state = folder / f"training-{seats}.npz"
    if state.exists():
        with state.open("rb") as file:
            trainer = load_trainer(file)
        print(f"going on from {trainer.games} games in {state}", file=sys.stderr)
    else:
        units = parse_number(arguments.units, "units")
        trainer = Trainer(seats, units, parse_number(arguments.seed, "seed"))

    def keep() -> None:
        _replace(state, trainer.save)
        _replace(folder / f"base-network-{seats}.npz", lambda file: save_network(trainer.network(), file))

    _learn(trainer, _plan(arguments), keep)
    return 0


def _train_linear(folder: Path, seats: int, arguments: argparse.Namespace) -> int:
    from engine.training.linear import LinearTrainer
    from engine.values.linear import save_linear

    trainer = LinearTrainer(seats, parse_number(arguments.seed, "seed"))
    plan = _plan(arguments) if arguments.hours or arguments.games else Plan(_LINEAR_GAMES, None)
    _learn(
        trainer,
        plan,
        lambda: _replace(folder / f"base-linear-{seats}.npz", lambda file: save_linear(trainer.rating(), file)),
    )
    return 0


def _learn(trainer: Trainer | LinearTrainer, plan: Plan, keep: Callable[[], None]) -> None:
    begun = kept = told = time.monotonic()
    games_before, seconds_before = trainer.games, trainer.seconds
    share = plan.share(trainer.games, trainer.seconds)
    try:
        while share < 1:
            loss = trainer.learn(share)
            now = time.monotonic()
            trainer.seconds = seconds_before + now - begun
            share = plan.share(trainer.games, trainer.seconds)
            if now - told >= _SECONDS_BETWEEN_WORDS or share >= 1:
                told = now
                speed = (trainer.games - games_before) / (now - begun)
                print(f"{share:4.0%}  {trainer.games} games, {speed:.0f} a second, loss {loss:.4f}", file=sys.stderr)
            if now - kept >= _SECONDS_BETWEEN_SAVES:
                kept = now
                keep()
    finally:
        keep()


def _plan(arguments: argparse.Namespace) -> Plan:
    if arguments.games is not None:
        if arguments.hours is not None:
            raise UsageError("train: give --hours or --games, not both")
        return Plan(parse_number(arguments.games, "games"), None)
    try:
        hours = float(arguments.hours or 1)
    except ValueError:
        hours = 0.0
    if not 0 < hours < 10_000:
        raise UsageError(f"hours: expected a number above 0, found {arguments.hours}")
    return Plan(None, hours)


def _replace(path: Path, write: Callable[[IO[bytes]], None]) -> None:
    """Writes a file whole or not at all."""
    new = path.with_suffix(".new")
    with new.open("wb") as file:
        write(file)
    os.replace(new, path)
