"""Chances looked at over the next players' rolls and answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.values import tables as layout
from engine.values.tables import SEAT_WIDTH, roll_chances, shares, turns_played, uses

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.values.linear import Linear
    from engine.values.network import Network
    from engine.values.tables import Tables

_POINT_WORTH = 1e-9  # of equal chances more points are preferred


def chances(tables: Tables, rating: Network | Linear, must_move: bool, turns: int) -> NDArray[np.float64]:
    """Gives everybody's chance to win on tables that have all the same seat to move next.

    Args:
        tables: (N, width).
        rating: judges where looking ahead ends, and which answers are looked at further.
        must_move: the setting.
        turns: how many turns to look ahead, 0 for none. What ends with the next turn is rated exactly.

    Returns:
        (N, seats), from the seat that has the first turn of every round on; each row together 1.
    """
    seats = rating.seats
    shared = tables[:, seats * SEAT_WIDTH :]
    over = shared[:, layout.OVER_AT] == 1
    moved = int(shared[0, layout.MOVED_AT])
    found = np.empty((len(tables), seats))
    found[over] = shares(tables[over], seats)
    going_on = tables[~over]
    if len(going_on) and turns == 0:
        found[~over] = np.roll(rating.chances(going_on), moved, axis=1)
    elif len(going_on):
        mover = (moved + 1) % seats
        answers = turns_played(going_on, seats)
        judged = chances(answers.reshape(-1, answers.shape[-1]), rating, must_move, 0).reshape(
            *answers.shape[:2], seats
        )
        likely = _answers_taken(judged, answers, mover, must_move)
        if turns > 1:
            judged[likely > 0] = chances(answers[likely > 0], rating, must_move, turns - 1)
        found[~over] = np.einsum("nc,ncs->ns", likely, judged)
    return found


def _answers_taken(judged: NDArray[np.float64], answers: Tables, mover: int, must_move: bool) -> NDArray[np.float64]:
    """Lets the mover take the best answer to every roll: how likely each comes to be taken, (N, climbs)."""
    liking = judged[..., mover] + _POINT_WORTH * answers[..., mover * SEAT_WIDTH + layout.POINTS_AT]
    best_first = np.argsort(-liking, axis=1, kind="stable")
    first_usable = uses(must_move).T[best_first].argmax(axis=1)
    taken = np.take_along_axis(best_first, first_usable, axis=1)
    likely = np.zeros(liking.shape)
    np.add.at(likely, (np.arange(len(taken))[:, None], taken), roll_chances())
    return likely
