"""What cards bring about: effects set off by what happens, one after the other, until there is something to choose."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, assert_never

from engine.base import TOPS, reward
from engine.facts import Fact, FactKind, Outcome
from engine.moves import take_token
from engine.places import Place, path
from engine.saga.goats import Goat, can_step, goat_on, goats_for, put_goat, seats_from_mover, with_players
from engine.saga.verbs import (
    Choice,
    Fewest,
    Manual,
    Most,
    Move,
    NoBump,
    Number,
    PerPair,
    PerSet,
    Points,
    Remind,
    Score,
    Take,
    To,
    Verb,
    Worth,
)
from engine.saga.waiting import EffectId, Pending, abilities, no_bumps, watches
from engine.turns import Ability, Way

if TYPE_CHECKING:
    from engine.position import Position
    from engine.saga.vocabulary import When

EFFECTS_MAX = 30
"""So many effects take place after one step; what is left then is dropped."""

DECLINED = Way(decline=True)
_ONLY_WAY = (Way(),)


def climbed(position: Position, seat: int, mountain: int) -> Outcome:
    """Moves a goat one step by dice, or scores the mountain whose top it holds, with all that follows (S7)."""
    table = _Table(position)
    goat = goat_on(position, seat, mountain)
    if goat.step == TOPS[mountain]:
        table.score(seat, mountain, ())
    else:
        table.step_goat(seat, goat, 1, (), "climbed", None)
    return table.settled()


def scored(position: Position, seat: int, mountain: int) -> Outcome:
    """Scores a mountain, goat or no goat, with all that follows (S8)."""
    table = _Table(position)
    table.score(seat, mountain, ())
    return table.settled()


def used(position: Position, step: Ability) -> Outcome:
    """Uses an ability that can be used, in the way that the step says (S5, S6)."""
    verb = abilities(position.cards)[step.card]
    table = _Table(position)
    table.facts.append(Fact("ability", position.to_move, card=step.card))
    table.do(Pending(step.card, verb, position.to_move, chain=((step.card, 0),)), step.way)
    return table.settled()


def chosen(position: Position, way: Way) -> Outcome:
    """Goes on with the effect that waits, in a way that it has."""
    head, *rest = position.pending
    table = _Table(_with_pending(position, ()))
    table.queue.extend(rest)
    table.ran = head.ran
    if not way.decline:
        table.do(head, way)
    return table.settled()


def ability_ways(position: Position, code: str, verb: Verb) -> tuple[Way, ...]:
    """Lists the ways to use an ability now; none when it can't do anything."""
    return ways_of(position, Pending(code, verb, position.to_move))


def choices_of(position: Position) -> tuple[Way, ...]:
    """Lists the ways to go on with the effect that waits."""
    head = position.pending[0]
    found = ways_of(position, head)
    return (*found, DECLINED) if head.optional else found


def ways_of(position: Position, pending: Pending) -> tuple[Way, ...]:
    """Lists the ways in which an effect can take place; none when it can't."""
    match pending.verb:
        case Move(every=True):
            return _ways_to_move_every(position, pending)
        case Move() as move:
            return tuple(_way_of_goat(*goat) for goat in goats_for(position, move, pending.seat))
        case Take(mountain=mountain):
            stack = position.stacks[position.rules.index(mountain or pending.mountain or 0)]
            return _ONLY_WAY if stack and _seats(position, pending, pending.verb.to) else ()
        case Choice(of=verbs):
            possible = (bool(ways_of(position, replace(pending, verb=verb, optional=False))) for verb in verbs)
            return tuple(Way(option=index) for index, can in enumerate(possible) if can)
        case _:
            return _ONLY_WAY


@lru_cache(maxsize=1000)
def _way_of_goat(seat: int, place: Place) -> Way:
    return Way(seat=seat, goat=place)


def _ways_to_move_every(position: Position, pending: Pending) -> tuple[Way, ...]:
    """One way, but where several goats come to the same top the player to move says which is next (S7)."""
    move = pending.verb
    assert isinstance(move, Move)
    goats = _goats_left(position, pending, move)
    contested = _contested(goats, move)
    if contested is not None:
        return tuple(_way_of_goat(*goat) for goat in goats if _arrives(goat, move) and goat[1].number == contested)
    return _ONLY_WAY if goats else ()


def _contested(goats: tuple[Goat, ...], move: Move) -> int | None:
    """The lowest mountain to whose top several goats come; None without any."""
    arriving = [place.number for seat, place in goats if _arrives((seat, place), move)]
    return min((mountain for mountain in arriving if arriving.count(mountain) > 1), default=None)


def _goats_left(position: Position, pending: Pending, move: Move) -> tuple[Goat, ...]:
    if pending.goats is None:
        return goats_for(position, move, pending.seat)
    direction = 1 if move.steps > 0 else -1
    goats = ((seat, goat_on(position, seat, mountain)) for seat, mountain in pending.goats)
    return tuple(goat for goat in goats if can_step(position, *goat, direction))


def _arrives(goat: Goat, move: Move) -> bool:
    place = goat[1]
    return move.steps > 0 and place.step + move.steps >= TOPS[place.number]


def _seats(position: Position, pending: Pending, to: To) -> tuple[int, ...]:
    """The seats that get something, in the order of their turns."""
    match to:
        case "them":
            return (pending.seat,)
        case "mover":
            return (position.to_move,)
        case "others":
            return tuple(seat for seat in seats_from_mover(position) if seat != pending.seat)
        case "all":
            return seats_from_mover(position)


def _with_pending(position: Position, pending: tuple[Pending, ...]) -> Position:
    return position if position.pending == pending else replace(position, pending=pending)


@lru_cache(maxsize=10_000)
def _with_points(extra: tuple[tuple[str, int], ...], code: str, points: int) -> tuple[tuple[str, int], ...]:
    """Adds to the points that cards gave; a card that gave none in all is left out."""
    given = dict(extra)
    given[code] = given.get(code, 0) + points
    return tuple(sorted([each for each in given.items() if each[1]]))


class _Table:
    """A position on which things happen, and the effects that they have set off.

    Attributes:
        position: as it is now, without what is pending.
        facts: what has happened.
        queue: effects set off and not yet taken place, the first one first.
        ran: how many have taken place since the dice were used.
    """

    __slots__ = ("_watches", "facts", "position", "queue", "ran")

    def __init__(self, position: Position) -> None:
        self.position = position
        self._watches = watches(position.cards)
        self.facts: list[Fact] = []
        self.queue: deque[Pending] = deque()
        self.ran = 0

    def settled(self) -> Outcome:
        """Lets effects take place until none is left, or the first leaves a choice."""
        while self.queue:
            head = self.queue[0]
            ways = ways_of(self.position, head)
            if ways and (head.optional or len(ways) > 1):
                waiting = (replace(head, ran=self.ran), *list(self.queue)[1:])
                return Outcome(_with_pending(self.position, waiting), tuple(self.facts))
            self.queue.popleft()
            if ways:
                self.do(head, ways[0])
        return Outcome(self.position, tuple(self.facts))

    def do(self, pending: Pending, way: Way) -> None:
        """Lets an effect take place in one of its ways."""
        if self.ran >= EFFECTS_MAX:
            self.queue.clear()
            self._stop(pending.code)
            return
        match pending.verb:
            case Choice(of=verbs):
                assert way.option is not None
                self.queue.appendleft(replace(pending, verb=verbs[way.option], optional=False))
                return
            case Move(every=True) as move:
                self._move_every(pending, move, way)
            case Move() as move:
                assert way.seat is not None
                assert way.goat is not None
                self._move(pending, move, way.seat, way.goat)
            case Take(mountain, to):
                for seat in _seats(self.position, pending, to):
                    self._take(seat, self._mountain(mountain, pending))
            case Score(mountain, to):
                for seat in _seats(self.position, pending, to):
                    self.score(seat, self._mountain(mountain, pending), pending.chain)
            case Points(points, to):
                self._give_points(_seats(self.position, pending, to), points, pending.code)
            case Remind() | Manual() as says:
                kind: FactKind = "reminded" if isinstance(says, Remind) else "manual"
                self.facts.append(Fact(kind, pending.seat, pending.mountain, card=pending.code))
            case Number():
                pass  # the die is the turn's, not the table's
            case NoBump() | Worth() | PerPair() | PerSet() | Most() | Fewest():
                raise AssertionError(f"{pending.code}: {pending.verb} takes no place in a turn")
            case _:
                assert_never(pending.verb)
        self.ran += 1

    def step_goat(
        self, seat: int, goat: Place, direction: int, chain: tuple[EffectId, ...], kind: FactKind, card: str | None
    ) -> Place:
        """Moves a goat one step up or down; on the top it bumps the others and its owner scores (S7)."""
        to = path(goat.number, goat.step + direction)
        self.position = put_goat(self.position, seat, to)
        steps = None if card is None else direction
        self.facts.append(Fact(kind, seat, goat.number, card=card, steps=steps))
        self._set_off("moved", seat, goat.number, chain)
        if direction > 0 and to.step == TOPS[to.number]:
            self._set_off("reached", seat, to.number, chain)
            self._push_others(seat, to, chain)
            self.score(seat, to.number, chain)
        return to

    def score(self, seat: int, mountain: int, chain: tuple[EffectId, ...]) -> None:
        """Scores a mountain: what watches it is set off, then a token is taken if there is one (S8)."""
        self.facts.append(Fact("scored", seat, mountain))
        self._set_off("scored", seat, mountain, chain)
        self._take(seat, mountain)

    def _take(self, seat: int, mountain: int) -> None:
        took = take_token(self.position, seat, mountain)
        if not took.facts:
            return
        self.position = took.position
        self.facts += took.facts
        if (bonus := reward(self.position, seat)) is not None:
            self.position = bonus.position
            self.facts += bonus.facts

    def _give_points(self, seats: tuple[int, ...], points: int, code: str) -> None:
        players = list(self.position.players)
        for seat in seats:
            player = players[seat]
            extra = _with_points(player.extra, code, points)
            # Its own class is called, as the module of positions can't be imported here and `replace` takes its time.
            players[seat] = type(player)(player.name, player.colour, player.goats, player.tokens, player.bonus, extra)
            self.facts.append(Fact("points", seat, points=points, card=code))
        self.position = with_players(self.position, tuple(players))

    def _move(self, pending: Pending, move: Move, seat: int, goat: Place) -> None:
        direction = 1 if move.steps > 0 else -1
        for _ in range(abs(move.steps)):
            if can_step(self.position, seat, goat, direction):
                goat = self.step_goat(seat, goat, direction, pending.chain, "moved", pending.code)

    def _move_every(self, pending: Pending, move: Move, way: Way) -> None:
        """Moves goats that come to no top, then the others by mountain, until somebody has to say which is next."""
        goats = _goats_left(self.position, pending, move)
        contested = _contested(goats, move)
        arriving = sorted((goat for goat in goats if _arrives(goat, move)), key=lambda goat: goat[1].number)
        now = [goat for goat in goats if goat not in arriving]
        now += [goat for goat in arriving if contested is None or goat[1].number < contested]
        now += [goat for goat in arriving if goat == (way.seat, way.goat)]
        for goat in now:
            self._move(pending, move, *goat)
        left = tuple((seat, place.number) for seat, place in goats if (seat, place) not in now)
        if left:
            self.queue.appendleft(replace(pending, goats=left, optional=False))

    def _push_others(self, seat: int, top: Place, chain: tuple[EffectId, ...]) -> None:
        """Sends whoever else is on a top down: to the foot, or one step where a card says so."""
        spared = no_bumps(self.position.cards).get(top.number)
        for other in seats_from_mover(self.position):
            if other == seat or goat_on(self.position, other, top.number).step != top.step:
                continue
            if spared is not None:
                self.step_goat(other, top, -1, chain, "moved", spared[0])
            else:
                self.position = put_goat(self.position, other, path(top.number, 0))
                self.facts.append(Fact("bumped", other, top.number))
                self._set_off("bumped", other, top.number, chain)

    def _set_off(self, when: When, seat: int, mountain: int, chain: tuple[EffectId, ...]) -> None:
        for watch in self._watches.get((when, mountain), ()):
            if isinstance(watch.effect.does, NoBump):
                continue
            if watch.id in chain:
                self._stop(watch.code)
                continue
            effect = watch.effect
            self.queue.append(Pending(watch.code, effect.does, seat, mountain, effect.optional, (*chain, watch.id)))

    def _stop(self, code: str) -> None:
        stopped = Fact("stopped", self.position.to_move, card=code)
        if stopped not in self.facts:
            self.facts.append(stopped)

    def _mountain(self, said: int | None, pending: Pending) -> int:
        mountain = said or pending.mountain
        assert mountain is not None
        return mountain
