"""Which goats a card may move (S6, S7)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from engine.base import TOPS
from engine.places import Place
from engine.saga.verbs import ANYWHERE, Move, Where
from engine.saga.waiting import no_bumps

if TYPE_CHECKING:
    from engine.position import Player, Position

Goat = tuple[int, Place]
"""The seat whose goat it is, and where it stands."""

_INDEX = {mountain: index for index, mountain in enumerate(TOPS)}


def goats_for(position: Position, move: Move, seat: int) -> tuple[Goat, ...]:
    """Lists the goats that a move may take a step, in the order of the turns, then by mountain.

    Args:
        position: within a turn.
        move: what the card says.
        seat: whom the effect is about: `own` goats are those of this seat.
    """
    direction = 1 if move.steps > 0 else -1
    found = [goat for goat in _goats_of(position, move, seat) if can_step(position, *goat, direction)]
    if move.where.rank is None or not found:
        return tuple(found)
    steps = [place.step for _, place in found]
    wanted = min(steps) if move.where.rank == "lowest" else max(steps)
    return tuple(goat for goat in found if goat[1].step == wanted)


def can_step(position: Position, seat: int, place: Place, direction: int) -> bool:
    """Says whether a goat can go one step up (1) or down (-1)."""
    if direction < 0:
        return place.step > 0
    below_top = TOPS[place.number] - 1
    return place.step < below_top or (place.step == below_top and not is_held(position, seat, place.number))


def is_held(position: Position, seat: int, mountain: int) -> bool:
    """Says whether a card closes a top to a player because somebody else stands on it."""
    closing = no_bumps(position.cards).get(mountain)
    if closing is None or closing[1].instead != "held":
        return False
    others = (other for other in range(len(position.players)) if other != seat)
    return any(goat_on(position, other, mountain).step == TOPS[mountain] for other in others)


def goat_on(position: Position, seat: int, mountain: int) -> Place:
    """Gives where a goat stands; in the Saga none leaves its mountain, so their order is that of the mountains."""
    return position.players[seat].goats[_INDEX[mountain]]


def put_goat(position: Position, seat: int, to: Place) -> Position:
    """Puts the goat of a mountain elsewhere on it."""
    player = position.players[seat]
    index = _INDEX[to.number]
    goats = (*player.goats[:index], to, *player.goats[index + 1 :])
    return position.seated(
        seat, type(player)(player.name, player.colour, goats, player.tokens, player.bonus, player.extra)
    )


def with_players(position: Position, players: tuple[Player, ...]) -> Position:
    """Gives the position with all players replaced."""
    # Its own class is called, as the module of positions can't be imported here and `replace` takes its time.
    return type(position)(
        position.rules, position.settings, players, position.stacks, position.bonus,
        position.starts, position.to_move, position.round, position.last_round, position.over,
        position.cards, position.pending,
    )  # fmt: skip


def seats_from_mover(position: Position) -> tuple[int, ...]:
    """Gives all seats in the order of their turns, the one to move first."""
    return _seats_from(position.to_move, len(position.players))


@cache
def _seats_from(first: int, seats: int) -> tuple[int, ...]:
    return tuple((first + turn) % seats for turn in range(seats))


def _goats_of(position: Position, move: Move, seat: int) -> Iterator[Goat]:
    where = move.where
    indexes = [_INDEX[mountain] for mountain in where.mountains] or range(len(TOPS))
    for owner in seats_from_mover(position):
        if move.whose == "any" or (owner == seat) is (move.whose == "own"):
            goats = position.players[owner].goats
            for index in indexes:
                place = goats[index]
                if where is ANYWHERE or _fits(position, place, index, where):
                    yield owner, place


def _fits(position: Position, place: Place, index: int, where: Where) -> bool:
    step = place.step
    if where.steps and step not in where.steps:
        return False
    if where.top is not None and where.top != (step == TOPS[place.number]):
        return False
    if where.alone is None:
        return True
    return where.alone == ([player.goats[index].step for player in position.players].count(step) == 1)
