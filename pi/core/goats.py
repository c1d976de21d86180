"""Which goat goes where: what a turn does to the goats of the player who made it, each told once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from engine.facts import Fact
from engine.places import Place, Region, path, space, valley_field
from engine.position import Player, Position
from pi.core.texts import Say


@dataclass(frozen=True, slots=True)
class GoatMove:
    """A goat that is somewhere else in the end.

    Attributes:
        origin: where it stood.
        to: where it stands.
    """

    origin: Place
    to: Place

    @property
    def stays(self) -> bool:
        """Whether it goes up or down one and the same mountain."""
        return self.origin.region is self.to.region is Region.PATH and self.origin.number == self.to.number

    @property
    def climbs(self) -> bool:
        """Whether it goes up."""
        return self.stays and self.to.step > self.origin.step


def goat_moves(facts: Iterable[Fact], before: Position, seat: int | None = None) -> tuple[GoatMove, ...]:
    """The goats of a player that a turn moves, in the order in which they are first touched.

    Args:
        facts: of the turn, of everybody.
        before: the position it was played on.
        seat: whose goats; None for the player to move.
    """
    seat = before.to_move if seat is None else seat
    ways: list[GoatMove] = []
    for fact in facts:
        if fact.seat != seat or fact.kind not in _MOVING:
            continue
        at = _place_before(fact, before.players[seat], ways)
        index = next((index for index, way in enumerate(ways) if way.to == at), len(ways))
        origin = ways[index].origin if index < len(ways) else at
        ways[index : index + 1] = [GoatMove(origin, _place_after(fact, at))]
    return tuple(way for way in ways if way.origin != way.to)


_MOVING = ("climbed", "redeployed", "landed", "valley", "moved", "bumped")


def _place_before(fact: Fact, mover: Player, ways: list[GoatMove]) -> Place:
    """Where the goat of a fact stood just before it."""
    if fact.origin is not None:
        return fact.origin
    on_mountain = (way.to for way in ways if way.to.region is Region.PATH and way.to.number == fact.mountain)
    return next(on_mountain, None) or mover.goat_on(fact.mountain or 0)


def _place_after(fact: Fact, at: Place) -> Place:
    """Where the goat of a fact stands after it."""
    match fact.kind:
        case "landed":
            return space(fact.space or 0)
        case "valley":
            return valley_field(fact.points or 0)
        case "redeployed" | "bumped":
            return path(fact.mountain or 0, 0)
        case _:
            return path(at.number, at.step + (1 if fact.steps is None else fact.steps))


def moves_between(was: Player, now: Player) -> Iterator[GoatMove]:
    """How the goats of a player get from one position to another, as few as possible and each on its mountain first."""
    left, wanted = (
        sorted((Counter(one.goats) - Counter(other.goats)).elements()) for one, other in ((was, now), (now, was))
    )
    for to in tuple(wanted):
        origin = next((goat for goat in left if GoatMove(goat, to).stays), None)
        if origin is not None:
            left.remove(origin)
            wanted.remove(to)
            yield GoatMove(origin, to)
    yield from map(GoatMove, left, wanted)


# In words


def origin_text(goat: Place, speak: Say) -> str:
    """Where a goat is taken from, short: its mountain, or B and V with a number."""
    return str(goat.number) if goat.region is Region.PATH else speak(_SHORT[goat.region], number=goat.number)


def place_sentence(goat: Place, position: Position, speak: Say) -> str:
    """Where a goat stands."""
    if goat.region is not Region.PATH:
        return origin_text(goat, speak)
    return f"{goat.number}: {step_sentence(position, goat.number, goat.step, speak)}"


def step_sentence(position: Position, mountain: int, step: int, speak: Say) -> str:
    """How far up a mountain a goat stands."""
    if step == 0:
        return speak("foot")
    return speak("top") if step == position.rules.mountain(mountain).top else speak("step {step}", step=step)


def move_text(move: GoatMove, position: Position, speak: Say) -> str:
    """A move as short as can be: ↑ for each step, ▲ for the top, → from one place to another."""
    if move.climbs:
        return f"{move.to.number}{_height(move.to, move.to.step - move.origin.step, position)}"
    to = move.to
    end = origin_text(to, speak) + (_height(to, to.step, position) if to.region is Region.PATH else "")
    return f"{origin_text(move.origin, speak)}→{end}"


def _height(goat: Place, steps: int, position: Position) -> str:
    return "▲" if goat.step == position.rules.mountain(goat.number).top else "↑" * steps


def move_sentence(move: GoatMove, position: Position, speak: Say) -> str:
    """A move from one place to another, as an order to the hands."""
    origin = origin_text(move.origin, speak)
    if move.to.region is Region.PATH:
        return f"{origin} → {place_sentence(move.to, position, speak)}"
    return f"{origin} → {speak(_LONG[move.to.region], number=move.to.number)}"


_SHORT: Mapping[Region, str] = {Region.BIG_MOUNTAIN: "B{number}", Region.VALLEY: "V{number}"}
_LONG: Mapping[Region, str] = {Region.BIG_MOUNTAIN: "Big Mountain {number}", Region.VALLEY: "valley {number}"}
