"""Learns the linear rating by self-play, one game after another, with numpy alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.position import new_position
from engine.values import tables as layout
from engine.values.linear import FEATURES, Linear, features, preferred
from engine.values.tables import SEAT_WIDTH, lay_out, roll_chances, shares, turns_played, uses

if TYPE_CHECKING:
    from numpy.typing import NDArray

_RATE_FIRST, _RATE_LAST = 0.05, 0.002
_TRUST = 0.7
_WANDERING = 0.05
_TURNS_MAX = 600


class LinearTrainer:
    """The state of a training.

    Attributes:
        seats: how many play.
        games: how many have been played.
        seconds: that it took, as whoever has a clock says.
    """

    def __init__(self, seats: int, seed: int) -> None:
        self.seats = seats
        self.games = 0
        self.seconds = 0.0
        self._weights = np.zeros(FEATURES)
        self._sum = np.zeros(FEATURES)
        self._summed = 0
        self._random = np.random.default_rng(seed)
        self._first = lay_out(new_position(seats))

    def learn(self, share: float) -> float:
        """Plays one game and learns from it; `share` of the whole training is done, 0..1. Returns the mean log loss."""
        seen, chances, won = self._play()
        rate = _RATE_FIRST * (_RATE_LAST / _RATE_FIRST) ** share
        target = won
        loss = 0.0
        for ply in range(len(seen) - 2, -1, -1):
            target = _TRUST * target + (1 - _TRUST) * chances[ply + 1]
            relative = np.roll(target, -(ply % self.seats))
            judged = preferred(seen[ply] @ self._weights)
            loss -= float(relative @ np.log(judged))
            self._weights += rate * (relative - judged) @ seen[ply]
        self.games += 1
        if share > 0.5:
            self._sum += self._weights
            self._summed += 1
        return loss / len(seen)

    def rating(self) -> Linear:
        """What has been learnt."""
        return Linear(self.seats, self._sum / self._summed if self._summed else self._weights)

    def _play(self) -> tuple[list[NDArray[np.float64]], list[NDArray[np.float64]], NDArray[np.float64]]:
        """Plays a game; gives the features after each turn, the chances then by seat, and who won."""
        seats, table = self.seats, self._first
        seen: list[NDArray[np.float64]] = []
        chances: list[NDArray[np.float64]] = []
        while table[seats * SEAT_WIDTH + layout.OVER_AT] == 0 and len(seen) < _TURNS_MAX:
            mover = len(seen) % seats
            roll = self._random.choice(len(roll_chances()), p=roll_chances())
            after = turns_played(table[None], seats)[0][uses(False)[roll]]
            described = features(after, seats)
            judged = np.roll(preferred(described @ self._weights), mover, axis=1)
            over = after[:, seats * SEAT_WIDTH + layout.OVER_AT] == 1
            judged[over] = shares(after[over], seats)
            wanders = self._random.random() < _WANDERING
            liking = judged[:, mover] + 1e-6 * self._random.random(len(after))
            best = int(self._random.integers(len(after)) if wanders else liking.argmax())
            table = after[best]
            seen.append(described[best])
            chances.append(judged[best])
        return seen, chances, shares(table, seats)
