"""What the network looks at: small whole numbers read off a table, from the view of the seat that has just moved.

`engine.training.selfplay` reads the same numbers one table at a time; a test compares the two.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from engine.base import BONUS, STACKS, TOPS
from engine.values import tables as layout
from engine.values.tables import HEIGHTS, MOUNTAINS, NUMBERS, SEAT_WIDTH

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from engine.values.tables import Tables

VERSION = 1
"""Goes up when the readings change; weights know which they were learnt for."""

TOKENS_MAX = 8
SPARE_MAX = 2
LEAD_MAX = 40
CLOSE_LEAD_MAX = 20
SCARCE_MAX = 20


@cache
def sizes(seats: int) -> tuple[int, ...]:
    """How many values each reading can have, in the order of `read`."""
    tops = list(TOPS.values())
    each = [
        *(top + 1 for top in tops),  # height of the goat
        *(TOKENS_MAX + 1 for _ in tops),  # tokens
        *(SPARE_MAX + 1 for _ in tops),  # tokens beyond the sets rewarded: 0 is what the next bonus lacks
        *(top + 1 for top in tops),  # top held: how near the next goat is; 0 when not held
        len(tops) + 1,  # mountains that the next bonus lacks
        len(BONUS) + 1,  # bonus tokens taken
    ]
    rival = [2 * LEAD_MAX + 1, 2 * CLOSE_LEAD_MAX + 2, 3]  # lead; lead in the last round, 0 before; ahead if points tie
    table = [
        *(tokens + 1 for tokens in STACKS[5]),  # stacks
        4,  # stacks empty
        SCARCE_MAX + 1,  # tokens left in the three smallest stacks
        len(BONUS) + 1,  # bonus tokens gone
        seats,  # turns left in this round
        seats + 1,  # the same plus 1 in the last round, 0 before
    ]
    return tuple(each * seats + rival * (seats - 1) + table)


def read(tables: Tables, seats: int) -> NDArray[np.int64]:
    """Reads tables (N, width) that are not over, all with the same seat to have just moved; gives (N, readings)."""
    shared = tables[:, seats * SEAT_WIDTH :]
    stacks, last_round = shared[:, :MOUNTAINS], shared[:, layout.LAST_ROUND_AT]
    moved = int(shared[0, layout.MOVED_AT])
    order = [(moved + turn) % seats for turn in range(seats)]
    parts = tables[:, : seats * SEAT_WIDTH].reshape(-1, seats, SEAT_WIDTH)[:, order]
    heights, tokens = parts[..., : layout.TOKENS_AT], parts[..., layout.TOKENS_AT : layout.REWARDED_AT]
    rewarded = parts[..., layout.REWARDED_AT, None]
    spare = np.clip(tokens - rewarded, 0, SPARE_MAX)
    held = heights == HEIGHTS
    below = np.where(held, 0, heights).max(axis=1, keepdims=True)
    each = np.concatenate(
        [
            heights,
            np.minimum(tokens, TOKENS_MAX),
            spare,
            held * (below + 1),
            (spare == 0).sum(axis=-1, keepdims=True),
            rewarded,
        ],
        axis=-1,
    )
    lead = parts[:, :1, layout.POINTS_AT] - parts[:, 1:, layout.POINTS_AT]
    tops = held.sum(axis=-1) * (NUMBERS[-1] + 1) + (held * NUMBERS).max(axis=-1)
    rival = np.stack(
        [
            np.clip(lead, -LEAD_MAX, LEAD_MAX) + LEAD_MAX,
            last_round[:, None] * (np.clip(lead, -CLOSE_LEAD_MAX, CLOSE_LEAD_MAX) + CLOSE_LEAD_MAX + 1),
            np.sign(tops[:, :1] - tops[:, 1:]) + 1,
        ],
        axis=-1,
    )
    turns_left = np.full(len(tables), seats - 1 - moved)
    table = np.stack(
        [
            np.minimum((stacks == 0).sum(axis=1), 3),
            np.minimum(np.sort(stacks, axis=1)[:, :3].sum(axis=1), SCARCE_MAX),
            shared[:, layout.BONUS_AT],
            turns_left,
            last_round * (turns_left + 1),
        ],
        axis=1,
    )
    return np.concatenate([each.reshape(len(tables), -1), rival.reshape(len(tables), -1), stacks, table], axis=1)
