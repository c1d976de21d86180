"""A network of one hidden layer, and its file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

import numpy as np

from engine.values.readings import VERSION, read, sizes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.values.tables import Tables


@dataclass(frozen=True, slots=True, eq=False)
class Network:
    """What was learnt for one number of players.

    Attributes:
        seats: how many play.
        rows: (values, units + seats) float32: what each value of each reading in turn adds to the hidden units and,
            past them, straight to the outputs.
        bias: (units + seats,) float32, added to both.
        outputs: (units, seats) float32, from the hidden units to the outputs.
    """

    seats: int
    rows: NDArray[np.float32]
    bias: NDArray[np.float32]
    outputs: NDArray[np.float32]

    def chances(self, tables: Tables) -> NDArray[np.float64]:
        """Judges tables (N, width) that are not over, all with the same seat to have just moved.

        Returns:
            Everybody's chance to win (N, seats), the seat that has moved first, then in the order of their turns.
        """
        inputs = read(tables, self.seats) + _firsts(self.seats)
        # Tables of one game have most values in common: only those that occur are multiplied.
        occurs = np.zeros(len(self.rows), np.bool_)
        occurs[inputs] = True
        columns = np.cumsum(occurs) - 1
        switched = np.zeros((len(inputs), np.count_nonzero(occurs)), np.float32)
        switched[np.arange(len(inputs))[:, None], columns[inputs]] = 1
        # Two hundred rows at a time stay in the cache.
        parts, rows = np.array_split(switched, len(inputs) // 200 + 1), self.rows[occurs]
        sums = np.concatenate([part @ rows for part in parts]) + self.bias
        units = len(self.outputs)
        logits = (np.maximum(sums[:, :units], 0) @ self.outputs + sums[:, units:]).astype(np.float64)
        weights = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def save_network(network: Network, file: IO[bytes]) -> None:
    """Writes a network as `load_network` reads it."""
    np.savez_compressed(
        file,
        version=VERSION,
        seats=network.seats,
        rows=network.rows.astype(np.float16),
        bias=network.bias,
        outputs=network.outputs,
    )


def load_network(file: IO[bytes]) -> Network:
    """Reads a network.

    Raises:
        ValueError: when it was learnt for other readings.
    """
    with np.load(file, allow_pickle=False) as kept:
        if int(kept["version"]) != VERSION:
            raise ValueError(f"weights: learnt for readings of version {int(kept['version'])}, expected {VERSION}")
        seats = int(kept["seats"])
        return Network(seats, kept["rows"].astype(np.float32), kept["bias"], kept["outputs"])


def _firsts(seats: int) -> NDArray[np.int64]:
    counts = np.array(sizes(seats))
    return np.asarray(np.cumsum(counts) - counts)
