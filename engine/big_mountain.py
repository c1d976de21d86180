"""Big Mountain: spaces for the groups above 10, and goats that go from mountain to mountain (M1 to M7)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.facts import Fact, Outcome
from engine.module import Module
from engine.moves import move_goat, redeploy
from engine.places import Region, place_text, space
from engine.redeploying import enter, enter_steps, why_not_to_foot
from engine.scoring import Line, Outlook
from engine.turns import Enter, Land

if TYPE_CHECKING:
    from engine.position import Position
    from engine.turns import GroupStep, Step

SPACES = range(11, 25)  # M2
PLACES = {  # M6: points of the places, the highest goat first, by number of players
    2: (12, 8, 4),
    3: (16, 12, 8, 4),
    4: (15, 12, 9, 6, 3),
    5: (15, 12, 9, 6, 3),
}

# Of a roll to have a group of that sum, 1s turned where it helps; counted over all rolls.
_CHANCES = dict(
    zip(SPACES, (0.71, 0.66, 0.51, 0.43, 0.34, 0.25, 0.16, 0.1, 0.05, 0.03, 0.02, 0.01, 0.0, 0.0), strict=True)
)
_NO_POINTS = (0,) * len(SPACES)
_WILLINGNESS = 0.3  # how often a group that could land does
_TURNS_A_GAME = 12


class BigMountain(Module):
    """Rulings M1 to M7."""

    settings = ("entry_climbs",)
    sums = frozenset(SPACES)
    single_places = tuple(space(number) for number in SPACES)

    def steps(self, position: Position, total: int) -> tuple[GroupStep, ...]:
        """Lands any own goat on the free space of that number (M1), or enters a mountain (M4)."""
        if total not in SPACES:
            return enter_steps(position, total)
        if is_taken(position, total):
            return ()
        return tuple(Land((), total, origin) for origin in dict.fromkeys(position.mover.goats))

    def why_not(self, position: Position, step: Step) -> str | None:
        """No such space, somebody on it, or no such goat."""
        match step:
            case Enter():
                return why_not_to_foot(position, step)
            case Land(space=number) if number not in SPACES:
                return f"space: expected one of {SPACES[0]} to {SPACES[-1]}, found {number}"
            case Land(space=number) if is_taken(position, number):
                return f"space {number} is taken; expected a free one"
            case Land(origin=origin):
                return f"{position.mover.name} has no goat on {place_text(origin)}"
            case _:
                return None

    def perform(self, position: Position, step: Step) -> Outcome | None:
        """Lands, or enters as the setting has it."""
        seat = position.to_move
        match step:
            case Land(space=number, origin=origin):
                landed = move_goat(position, seat, origin, space(number))
                return Outcome(landed, (Fact("landed", seat, space=number, origin=origin),))
            case Enter() if position.settings.entry_climbs:
                return enter(position, step)
            case Enter(mountain=mountain, origin=origin):
                return redeploy(position, seat, origin, mountain)
            case _:
                return None

    def lines(self, position: Position) -> tuple[tuple[Line, ...], ...]:
        """One line for all the places that own goats hold."""
        totals = [0] * len(position.players)
        for _, seat, points in places_held(position):
            totals[seat] += points
        return tuple((Line("big-mountain", total),) for total in totals)

    def outlook(self, position: Position, outlook: Outlook) -> tuple[float, ...]:
        """Goats sink as others land above them."""
        players = len(position.players)
        changes = [0.0] * players
        held = places_held(position)
        yet_in_round = (position.starts - position.to_move - 1) % players
        turns = yet_in_round + round(outlook.share_left * _TURNS_A_GAME * players)
        worths = _likely_points(players, tuple(number for number, _, _ in held), turns)
        for (_, seat, points), worth in zip(held, worths, strict=True):
            changes[seat] += worth - points
        return tuple(changes)


def is_taken(position: Position, number: int) -> bool:
    """Says whether a goat stands on a space."""
    return any(space(number) in player.goats for player in position.players)


def places_held(position: Position) -> tuple[tuple[int, int, int], ...]:
    """Ranks the goats on the Big Mountain (M6).

    Returns:
        Space, seat and points of each goat there, the highest first; 0 points beyond the last place that counts.
    """
    table = PLACES[len(position.players)]
    goats = []
    for seat, player in enumerate(position.players):
        for goat in reversed(player.goats):
            if goat.region is Region.PATH:
                break  # goats are sorted, so all the others stand on paths, too
            if goat.region is Region.BIG_MOUNTAIN:
                goats.append((goat.number, seat))
    goats.sort(reverse=True)
    return tuple((number, seat, points) for (number, seat), points in zip(goats, (*table, *_NO_POINTS), strict=False))


@lru_cache(maxsize=10_000)
def _likely_points(players: int, spaces: tuple[int, ...], turns: int) -> tuple[float, ...]:
    """Estimates what goats on these spaces, the highest first, score after so many more turns of anybody."""
    table = (*PLACES[players], 0, 0)
    likely = []
    for place, number in enumerate(spaces):
        arrivals = (1 - (1 - _WILLINGNESS * _CHANCES[t]) ** turns for t in SPACES if t > number and t not in spaces)
        rank = min(place + sum(arrivals), len(table) - 2)
        better = int(rank)
        likely.append(table[better] + (rank - better) * (table[better + 1] - table[better]))
    return tuple(likely)
