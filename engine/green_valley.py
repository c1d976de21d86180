"""Green Valley: where goats go from mountains without tokens (V1 to V9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.facts import Fact, Outcome
from engine.module import Module
from engine.moves import move_goat
from engine.places import Region, valley_field
from engine.scoring import Line, Outlook

if TYPE_CHECKING:
    from engine.position import Position

FIELDS = (3, 4, 5)

_HOPE = 1.0  # of the field, for a goat on the top


class GreenValley(Module):
    """Rulings V1 to V5 and V7 to V9; V6 is a matter of `engine.redeploying`."""

    settings = ("valley_fields",)
    shared_places = tuple(valley_field(points) for points in FIELDS)
    redeploys = True

    def instead_of_token(self, position: Position, seat: int, mountain: int) -> Outcome | None:
        """Sends the goat from the top to the field of its mountain (V1, V2)."""
        points = field_of(position, mountain)
        top = position.players[seat].goat_on(mountain)
        gone = move_goat(position, seat, top, valley_field(points))
        return Outcome(gone, (Fact("valley", seat, mountain, points=points),))

    def lines(self, position: Position) -> tuple[tuple[Line, ...], ...]:
        """One line for all own goats in the valley (V8)."""
        return tuple(
            (Line("valley", sum(goat.number for goat in player.goats if goat.region is Region.VALLEY)),)
            for player in position.players
        )

    def outlook(self, position: Position, outlook: Outlook) -> tuple[float, ...]:
        """A goat on the way up to no token is on its way to the valley."""
        fields = {
            mountain.number: _HOPE * field_of(position, mountain.number) / mountain.top
            for mountain, stack in zip(position.rules.mountains, position.stacks, strict=True)
            if stack == 0
        }
        if not fields:
            return (0.0,) * len(position.players)
        return tuple(
            ripe
            * sum(
                fields[goat.number] * goat.step
                for goat in player.goats
                if goat.region is Region.PATH and goat.number in fields
            )
            for player, ripe in zip(position.players, outlook.ripe, strict=True)
        )


def field_of(position: Position, mountain: int) -> int:
    """Gives the points of the field that belongs to a mountain (V2)."""
    return dict(position.settings.valley_fields)[mountain]
