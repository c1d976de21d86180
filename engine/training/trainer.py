"""Learns one network by self-play, a few hundred games at a time."""

from __future__ import annotations

from itertools import product
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from engine.base import DICE, FACES
from engine.position import new_position
from engine.training.selfplay import play_games
from engine.values.network import Network
from engine.values.readings import VERSION, sizes
from engine.values.tables import climb_counts, lay_out, rolls, uses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.training.selfplay import Weights

GAMES_AT_ONCE = 250

_RATE_FIRST, _RATE_LAST = 2e-2, 3e-4
_TRUST = 0.7
_WANDERING_FIRST = 0.3
_WANDERING_UNTIL = 0.05
_AVERAGED_FROM = 0.6


class Trainer:
    """The state of a training.

    Attributes:
        seats: how many play.
        seed: of the first weights and of all dice.
        games: how many have been played.
        seconds: that it took, as whoever has a clock says.
        weights: rows (values, units), bias (units,), outputs (units + 1, seats), the last row being their bias, and
            direct (readings, seats); see `engine.training.selfplay.judge`.
    """

    def __init__(self, seats: int, units: int, seed: int) -> None:
        self.seats = seats
        self.seed = seed
        self.games = 0
        self.seconds = 0.0
        counts = np.array(sizes(seats))
        self._starts = np.concatenate([[0], np.cumsum(counts - 1)])
        random = np.random.default_rng(seed)
        rows = random.normal(0, 0.06, (self._starts[-1], units))
        outputs = random.normal(0, 0.1, (units + 1, seats))
        direct = random.normal(0, 0.05, (len(counts), seats))
        self.weights: Weights = (_single(rows), np.zeros(units, np.float32), _single(outputs), _single(direct))
        self._sums = tuple(np.zeros_like(each, np.float64) for each in self.weights)
        self._summed = 0
        self._table = lay_out(new_position(seats))
        usable = uses(False)
        self._uses = np.concatenate([np.flatnonzero(each) for each in usable])
        self._uses_at = np.concatenate([[0], np.cumsum(usable.sum(axis=1))])
        number = {faces: index for index, faces in enumerate(rolls())}
        self._rolls = np.array([number[tuple(sorted(faces))] for faces in product(FACES, repeat=DICE)])

    def learn(self, share: float, games: int = GAMES_AT_ONCE) -> float:
        """Plays games and learns from them.

        Args:
            share: of the whole training that is done, 0..1: steps get smaller, and the last weights are averaged.
            games: how many.

        Returns:
            The mean log loss of the chances along them.
        """
        loss, learnt = play_games(
            self.seed * 1_000_003 + self.games,
            games,
            self._table,
            self._starts,
            self.weights,
            climb_counts(),
            self._uses,
            self._uses_at,
            self._rolls,
            _RATE_FIRST * (_RATE_LAST / _RATE_FIRST) ** share,
            _TRUST,
            max(0.0, _WANDERING_FIRST * (1 - share / _WANDERING_UNTIL)),
        )
        self.games += games
        if share > _AVERAGED_FROM:
            for total, each in zip(self._sums, self.weights, strict=True):
                total += each
            self._summed += 1
        return loss / max(learnt, 1)

    def network(self) -> Network:
        """What has been learnt, in the form that the device uses."""
        rows, bias, outputs, direct = self._mean() if self._summed else self.weights
        parts = []
        for reading, (first, beyond) in enumerate(zip(self._starts, self._starts[1:], strict=False)):
            # A reading of value v has its first v rows on: on the device one row has their sum.
            units = np.vstack([np.zeros(rows.shape[1]), np.cumsum(rows[first:beyond], axis=0, dtype=np.float64)])
            straight = np.linspace(0, 1, len(units))[:, None] * direct[reading]
            parts.append(np.hstack([units, straight]))
        return Network(
            self.seats, _single(np.vstack(parts)), _single(np.hstack([bias, outputs[-1]])), _single(outputs[:-1])
        )

    def save(self, file: IO[bytes]) -> None:
        """Writes the state as `load_trainer` reads it."""
        kept: dict[str, Any] = {name: getattr(self, name) for name in ("seats", "seed", "games", "seconds")}
        kept |= {f"weights{index}": each for index, each in enumerate(self.weights)}
        kept |= {f"sums{index}": each for index, each in enumerate(self._sums)}
        np.savez(file, version=VERSION, summed=self._summed, **kept)

    def _mean(self) -> Weights:
        rows, bias, outputs, direct = (_single(total / self._summed) for total in self._sums)
        return rows, bias, outputs, direct


def load_trainer(file: IO[bytes]) -> Trainer:
    """Reads the state of a training.

    Raises:
        ValueError: when it was begun with other readings.
    """
    with np.load(file, allow_pickle=False) as kept:
        if int(kept["version"]) != VERSION:
            raise ValueError(f"training: begun with readings of version {int(kept['version'])}, expected {VERSION}")
        trainer = Trainer(int(kept["seats"]), kept["weights0"].shape[1], int(kept["seed"]))
        trainer.games = int(kept["games"])
        trainer.seconds = float(kept["seconds"])
        trainer._summed = int(kept["summed"])
        for index, (each, total) in enumerate(zip(trainer.weights, trainer._sums, strict=True)):
            each[:] = kept[f"weights{index}"]
            total[:] = kept[f"sums{index}"]
    return trainer


def _single(values: NDArray[np.float64] | NDArray[np.float32]) -> NDArray[np.float32]:
    return np.asarray(values, np.float32)
