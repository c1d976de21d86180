"""Turns and options as the page is told of them: what the table and the server's process both say.

Loads nothing of the table's model, which the server has no use for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from engine.dice import face_json
from engine.facts import Fact, fact_json
from engine.options import Option
from engine.places import Place, place_text
from engine.position import Position
from engine.position_json import parse_position, position_json
from engine.record import Game, Moment, RedeployEntry, TurnEntry, entry_json, entry_kind, new_game, parse_entry, replay
from engine.scoring import sheet
from engine.turns import turn_json
from pi.shell.web.messages import Choice, CostlyTurn, Move, Played, Reason

if TYPE_CHECKING:
    from engine.review import JudgedTurn
    from engine.suggest import Advice


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn that stands.

    Attributes:
        number: from 1.
        before: the moment in which its dice lay there.
        after: the moment that it led to.
        change: what was entered.
        taken_back: what happened in it before its dice were used: goats taken back without dice.
    """

    number: int
    before: Moment
    after: Moment
    change: TurnEntry
    taken_back: tuple[Fact, ...]


def turns_played(game: Game) -> Iterator[PlayedTurn]:
    """The turns that stand, the first one first."""
    number = 0
    taken_back: tuple[Fact, ...] = ()
    for before, after in pairwise(game.moments):
        match after.change:
            case RedeployEntry():
                taken_back += after.facts
            case TurnEntry() as change:
                number += 1
                yield PlayedTurn(number, before, after, change, taken_back)
                taken_back = ()


def taken_back_since(game: Game) -> list[Any]:
    """What happened since the last turn: goats taken back without dice."""
    facts: tuple[Fact, ...] = ()
    for moment in game.moments:
        match moment.change:
            case RedeployEntry():
                facts += moment.facts
            case TurnEntry():
                facts = ()
    return facts_told(facts)


def record_told(game: Game) -> dict[str, Any]:
    """The game as it can be played again: its first position and the changes that stand."""
    changes = [moment.change for moment in game.moments if moment.change is not None]
    return {
        "first": position_json(game.moments[0].position),
        "changes": [{"kind": entry_kind(change), **entry_json(change)} for change in changes],
    }


def parse_record(told: dict[str, Any]) -> Game:
    """The game that was told so, played again."""
    first = parse_position(told["first"])
    changes = (parse_entry(one["kind"], one, first.rules) for one in told["changes"])
    return replay(first, changes) if told["changes"] else new_game(first)


def played(turn: PlayedTurn, line: Iterable[float]) -> Played:
    """A turn as told; `line` has the chances after it, by seat."""
    before, after = turn.before, turn.after
    assert before.roll is not None
    return Played(
        number=turn.number,
        round=before.position.round,
        seat=before.position.to_move,
        dice=[face_json(face) for face in before.roll.faces],
        turn=turn_json(turn.change.turn),
        facts=facts_told((*turn.taken_back, *after.facts)),
        totals=[player.total for player in sheet(after.position).players],
        chances=rounded(line),
    )


def judged(turn: JudgedTurn) -> CostlyTurn:
    """A turn beside the best of its roll."""
    return CostlyTurn(
        number=turn.number,
        seat=turn.seat,
        dice=[face_json(face) for face in turn.roll.faces],
        cost=round(turn.cost, 4),
        board=position_json(turn.before),
        played=advised(turn.played, turn.before),
        better=advised(turn.better, turn.before),
    )


def choice(option: Option, before: Position) -> Choice:
    """An option nobody was asked about."""
    return Choice(
        turn=turn_json(option.turn),
        moves=list(moves(before, option.position)),
        facts=facts_told(option.facts),
        chance=None,
        reason=None,
    )


def advised(advice: Advice, before: Position) -> Choice:
    """An option with its chance and reason."""
    reason = {name: value for name, value in asdict(advice.reason).items() if value is not None}
    return Choice(
        turn=turn_json(advice.option.turn),
        moves=list(moves(before, advice.option.position)),
        facts=facts_told(advice.option.facts),
        chance=round(advice.chance, 4),
        reason=cast(Reason, reason),
    )


def moves(before: Position, after: Position) -> Iterator[Move]:
    """Which goats stand elsewhere afterwards; one that stays on its mountain comes before one that changes it."""
    for seat, (old, new) in enumerate(zip(before.players, after.players, strict=True)):
        left = Counter(old.goats) - Counter(new.goats)
        come = Counter(new.goats) - Counter(old.goats)
        for origin, place in _paired(list(left.elements()), list(come.elements())):
            yield Move(seat=seat, origin=place_text(origin), place=place_text(place))


def _paired(left: list[Place], come: list[Place]) -> Iterator[tuple[Place, Place]]:
    for origin in list(left):
        alike = next((place for place in come if (place.region, place.number) == (origin.region, origin.number)), None)
        if alike is not None:
            left.remove(origin)
            come.remove(alike)
            yield origin, alike
    yield from zip(left, come, strict=True)


def facts_told(facts: Iterable[Fact]) -> list[Any]:
    """What happened, in order."""
    return [fact_json(fact) for fact in facts]


def rounded(values: Iterable[float]) -> list[float]:
    """Chances as told."""
    return [round(value, 4) for value in values]
