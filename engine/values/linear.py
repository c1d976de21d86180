"""A rating with one weight for each of some fifty features of a seat: what a player to compare with judges by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import IO, TYPE_CHECKING

import numpy as np

from engine.base import BONUS
from engine.values import tables as layout
from engine.values.tables import BONUS_ROW, HEIGHTS, MOUNTAINS, SEAT_WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.values.tables import Tables

FEATURES = 9 * MOUNTAINS + 8


@dataclass(frozen=True, slots=True, eq=False)
class Linear:
    """What was learnt for one number of players.

    Attributes:
        seats: how many play.
        weights: (FEATURES,) float64; a seat's chance grows with exp(weights @ features).
    """

    seats: int
    weights: NDArray[np.float64]

    def chances(self, tables: Tables) -> NDArray[np.float64]:
        """Judges tables as `Network.chances` does."""
        return preferred(features(tables, self.seats) @ self.weights)


def preferred(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """Turns the strengths of seats (..., seats) into chances that are together 1."""
    weights = np.exp(strengths - strengths.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def save_linear(linear: Linear, file: IO[bytes]) -> None:
    """Writes a rating as `load_linear` reads it."""
    np.savez_compressed(file, seats=linear.seats, weights=linear.weights)


def load_linear(file: IO[bytes]) -> Linear:
    """Reads a rating."""
    with np.load(file, allow_pickle=False) as kept:
        return Linear(int(kept["seats"]), kept["weights"])


def features(tables: Tables, seats: int) -> NDArray[np.float64]:
    """Describes every seat of tables (N, width) that are not over, all with the same seat to have just moved.

    Returns:
        (N, seats, FEATURES): lead, heights, tokens, what the next bonus lacks, threats to tops held, scarcity and whose
        turn is still to come; from the seat that has moved first, each about 0..1.
    """
    shared = tables[:, None, seats * SEAT_WIDTH :]
    stacks, last_round = shared[..., :MOUNTAINS], shared[..., layout.LAST_ROUND_AT, None]
    moved = int(shared[0, 0, layout.MOVED_AT])
    order = [(moved + turn) % seats for turn in range(seats)]
    parts = tables[:, : seats * SEAT_WIDTH].reshape(-1, seats, SEAT_WIDTH)[:, order]
    heights, tokens = parts[..., : layout.TOKENS_AT], parts[..., layout.TOKENS_AT : layout.REWARDED_AT]
    points = parts[..., layout.POINTS_AT, None]
    held = heights == HEIGHTS
    full = stacks > 0
    lacks = tokens <= parts[..., layout.REWARDED_AT, None]
    lacking = lacks.sum(axis=-1, keepdims=True)
    can_complete = ~(lacks & ~full).any(axis=-1, keepdims=True)
    bonus = BONUS_ROW[np.minimum(shared[..., layout.BONUS_AT, None], len(BONUS))] / BONUS[0] * can_complete
    below = np.where(held, 0, heights)
    gone = 1 - np.minimum(np.sort(stacks, axis=-1)[..., :3].sum(axis=-1, keepdims=True) / 21, 1)
    lead = np.clip((points - _best_other(points)) / 20, -2, 2)
    to_come = (np.arange(seats) > 0) & (np.array(order) > moved)
    turn = np.broadcast_to(to_come[:, None], points.shape)
    columns = (
        heights / HEIGHTS * full,
        heights / HEIGHTS * full * (1 - gone),
        held & full,
        held * full * _best_other(below) / HEIGHTS,  # how near the next goat is to bumping it
        (below == HEIGHTS - 1) & _best_other(held),  # about to bump
        tokens / 6,
        lacks & full,
        lacks & full & (stacks <= seats),
        lacks * heights / HEIGHTS * full,
        lead,
        lead * gone,
        lead * last_round,
        bonus * (1 - lacking / MOUNTAINS),
        bonus * (1 - lacking / MOUNTAINS) ** 3,
        bonus * (1 - gone) * (1 - lacking / MOUNTAINS) ** 2,
        turn,
        turn * last_round,
    )
    return np.concatenate([np.broadcast_to(each, (*points.shape[:2], each.shape[-1])) for each in columns], axis=-1)


def _best_other(values: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.int64]:
    """The highest of the other seats', for values (N, seats, ...)."""
    second, first = np.moveaxis(np.sort(values, axis=1)[:, -2:], 1, 0)
    return np.asarray(np.where(values == first[:, None], second[:, None], first[:, None]))
