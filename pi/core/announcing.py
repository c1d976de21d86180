"""What a table tells everybody who asks a broker: topics and JSON, made of the model alone.

Below `PREFIX/TABLE` lie `status` ("online" or "offline"), `table` (what is going on), `position` (the contract's
JSON), `turn` (the last one that stands) and `result` (of the last game that ended). Every message is retained and makes
all earlier ones of its topic worthless, so that one who comes late, or comes back, knows as much as everybody else.
"""

from __future__ import annotations

import json
import unicodedata
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from engine.dice import face_json
from engine.errors import EngineError
from engine.facts import fact_json
from engine.position_json import position_json
from engine.record import Game, Moment, TurnEntry
from engine.scoring import Sheet, sheet, totals
from engine.turns import turn_json
from pi.core.model import Model, Phase

SCHEMA: Final = 1
ONLINE: Final = "online"
OFFLINE: Final = "offline"
NOTHING: Final = ""
"""A payload that clears its topic."""
TOPICS: Final = ("status", "table", "position", "turn", "result")
"""Below every table."""

_NAME_CHARACTERS_MAX: Final = 40


@dataclass(frozen=True, slots=True)
class Message:
    """The latest on a topic.

    Attributes:
        topic: below which levels, separated by "/".
        payload: text; NOTHING clears the topic.
    """

    topic: str
    payload: str


@dataclass(frozen=True, slots=True)
class Channel:
    """Where a table publishes.

    Attributes:
        name: of the table, as people call it.
        prefix: the levels above all tables.
    """

    name: str
    prefix: str

    @property
    def id(self) -> str:
        """The table's own level, of small letters, digits and hyphens."""
        return table_id(self.name)

    def topic(self, leaf: str) -> str:
        """The whole topic."""
        return f"{self.prefix}/{self.id}/{leaf}"


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    Attributes:
        first: the moment that the game began with, which tells it from others.
        payload: the result as JSON.
    """

    first: Moment
    payload: str


@dataclass(frozen=True, slots=True)
class Results:
    """The last result, and what it was before; an end that is taken back was none.

    Attributes:
        last: None as long as no end was seen.
        before: the payload to go back to.
        is_known: whether there is anything to say; else what an earlier run has told stays.
    """

    last: Result | None = None
    before: str = NOTHING
    is_known: bool = False

    def after(self, game: Game | None) -> Results:
        """The results once the game stands as it does now."""
        if game is None:
            return self
        first = game.moments[0]
        is_same = self.last is not None and self.last.first is first
        if game.position.over:
            before = self.before if is_same or self.last is None else self.last.payload
            return Results(Result(first, _written(result_json(game))), before, is_known=True)
        if is_same:
            return Results(None, self.before, is_known=True)
        return self

    @property
    def payload(self) -> str:
        """The last result as JSON; NOTHING without one."""
        return self.before if self.last is None else self.last.payload


def table_id(name: str) -> str:
    """The level of a table; raises EngineError for a name of which nothing remains.

    Args:
        name: as people call it; letters lose their accents, everything else becomes a hyphen.
    """
    plain = unicodedata.normalize("NFKD", name.casefold()).encode("ascii", "ignore").decode()
    words = "".join(sign if sign.isalnum() else " " for sign in plain).split()
    if not words or len(name) > _NAME_CHARACTERS_MAX or not name.isprintable():
        raise EngineError(
            f"expected a name of 1 to {_NAME_CHARACTERS_MAX} characters with a letter from A to Z or a digit, "
            f"found {name!r}"
        )
    return "-".join(words)


def status(channel: Channel, is_online: bool) -> Message:
    """Whether the table is there."""
    return Message(channel.topic("status"), ONLINE if is_online else OFFLINE)


def is_news(before: Model, after: Model) -> bool:
    """Whether there may be anything new to say; most of what happens at a table, such as a moved cursor, is not."""
    return after.game is not before.game or after.phase is not before.phase or after.troubles != before.troubles


def announcements(model: Model, results: Results, channel: Channel) -> tuple[Message, ...]:
    """Everything that there is to say of the table now, its status left out.

    Args:
        model: the table.
        results: as they stand with its game.
        channel: where it publishes.
    """
    game = None if model.phase is Phase.SETUP else model.game
    leaves = {
        "table": _written(table_json(model, game, channel.name)),
        "position": NOTHING if game is None else _written(position_json(game.position)),
        "turn": NOTHING if game is None or not game.turns else _written(turn_played_json(game)),
    }
    if results.is_known:
        leaves["result"] = results.payload
    return tuple(Message(channel.topic(leaf), payload) for leaf, payload in leaves.items())


def table_json(model: Model, game: Game | None, name: str) -> dict[str, Any]:
    """What is going on at a table; during the set-up nobody sits there yet."""
    shared = {
        "schema": SCHEMA,
        "table": name,
        "phase": model.phase.value,
        "troubles": [trouble.device for trouble in model.troubles],
    }
    if game is None:
        return shared | {
            "rules": [], "players": [], "ranking": [], "leaders": [], "to_move": None, "mover": None, "round": None,
            "turns": 0, "last_round": False, "over": False, "dice": None,
        }  # fmt: skip
    position, standing = game.position, sheet(game.position)
    return shared | {
        "rules": list(position.rules.names),
        "players": [
            {"name": player.name, "colour": player.colour, "total": one.total}
            for player, one in zip(position.players, standing.players, strict=True)
        ],
        "ranking": [list(seats) for seats in standing.ranking],
        "leaders": _leaders(standing),
        "to_move": position.to_move,
        "mover": None if position.over else position.mover.name,
        "round": position.round,
        "turns": game.turns,
        "last_round": position.last_round,
        "over": position.over,
        "dice": None if game.roll is None else [face_json(face) for face in game.roll.faces],
    }


def turn_played_json(game: Game) -> dict[str, Any]:
    """The last turn that stands; raises EngineError when there is none."""
    for before, after in reversed(list(pairwise(game.moments))):
        if isinstance(after.change, TurnEntry) and before.roll is not None:
            seat = before.position.to_move
            return {
                "schema": SCHEMA,
                "number": game.turns,
                "round": before.position.round,
                "seat": seat,
                "name": before.position.players[seat].name,
                "dice": [face_json(face) for face in before.roll.faces],
                "turn": turn_json(after.change.turn),
                "facts": [fact_json(fact) for fact in after.facts],
                "totals": list(totals(after.position)),
            }
    raise EngineError("turn: none has been played")


def result_json(game: Game) -> dict[str, Any]:
    """How a game that is over ended."""
    standing = sheet(game.position)
    return {
        "schema": SCHEMA,
        "rules": list(game.position.rules.names),
        "players": [{"name": player.name, "total": player.total} for player in standing.players],
        "ranking": [list(seats) for seats in standing.ranking],
        "winners": _leaders(standing),
        "decided_by": standing.decided_by,
        "rounds": game.position.round,
        "turns": game.turns,
    }


def _leaders(standing: Sheet) -> list[str]:
    return [standing.players[seat].name for seat in standing.ranking[0]]


def _written(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
