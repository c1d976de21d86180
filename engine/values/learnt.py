"""The weights that come with the project, by rules and number of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from engine.position import Position

if TYPE_CHECKING:
    from engine.values.linear import Linear
    from engine.values.network import Network

Kind = Literal["network", "linear"]


@dataclass(frozen=True, slots=True)
class Learnt:
    """Chances to win as they were learnt for one rule set and number of players.

    Attributes:
        rating: what was learnt.
        rules: names of the rules that it was learnt for; the first of those that it is used for.
    """

    rating: Network | Linear
    rules: tuple[str, ...]

    def chances(self, positions: Sequence[Position], turns: int) -> tuple[tuple[float, ...], ...]:
        """Gives everybody's chance to win, by seat.

        Args:
            positions: not empty; all of one game, with the same seat to move.
            turns: how many turns to look ahead.
        """
        import numpy as np

        from engine.values import search, tables

        first = positions[0]
        rows = np.stack([tables.lay_out(position) for position in positions])
        found = search.chances(rows, self.rating, first.settings.must_move, turns)
        return tuple(tuple(row) for row in np.roll(found, first.starts, axis=1).tolist())


def learnt(position: Position, kind: Kind = "network") -> Learnt | None:
    """Finds what was learnt for these rules and so many players, or for fewer of these rules; None without any."""
    names, seats = position.rules.names, len(position.players)
    known = (_load(names[:count], seats, kind) for count in range(len(names), 0, -1))
    return next((each for each in known if each is not None), None)


@cache
def _load(rules: tuple[str, ...], seats: int, kind: Kind) -> Learnt | None:
    from importlib.resources import files

    file = files("engine").joinpath("weights", f"{'+'.join(rules)}-{kind}-{seats}.npz")
    if not file.is_file():
        return None
    from engine.values.linear import load_linear
    from engine.values.network import load_network

    with file.open("rb") as opened:
        return Learnt(load_network(opened) if kind == "network" else load_linear(opened), rules)
