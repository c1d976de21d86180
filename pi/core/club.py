"""All tables of a club, as the broker tells of them, and the lines that show them.

What arrives may come from anybody who can reach the broker, so nothing of it is trusted: what has not the declared
shape, or is too much, is left out.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeVar

from engine.errors import EngineError
from engine.fields import flag, items, text, whole
from pi.core.announcing import NOTHING, ONLINE, TOPICS, Message, table_id
from pi.core.home_assistant import ENTITIES, discovery_topic
from pi.core.language import Language
from pi.core.model import Phase

WATCHED: Final = ("status", "table", "result")
"""The topics of a table that its lines are made of."""
_MOST_TABLES: Final = 200
_MOST_PLAYERS: Final = 8
_MOST_CHARACTERS: Final = 65_536
_NAME_CHARACTERS: Final = 40
_HIGHEST: Final = 1_000_000

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Standing:
    """A player and the points so far."""

    name: str
    total: int


@dataclass(frozen=True, slots=True)
class Play:
    """What goes on at a table.

    Attributes:
        name: of the table.
        phase: of the table.
        players: by seat; none while nobody plays.
        to_move: the seat whose turn it is.
        round: from 1; 0 while nobody plays.
        last_round: whether this is the last.
        over: whether nobody moves any more.
        dice: of the roll that waits for its turn, sorted.
        troubles: devices that do not work.
    """

    name: str
    phase: Phase
    players: tuple[Standing, ...] = ()
    to_move: int = 0
    round: int = 0
    last_round: bool = False
    over: bool = False
    dice: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """How the last game of a table ended; everybody, best first."""

    players: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """One table.

    Attributes:
        id: its level in the topics.
        is_online: None as long as nothing was said of it.
        play: None as long as nothing that can be read was said of it.
        ended: likewise.
    """

    id: str
    is_online: bool | None = None
    play: Play | None = None
    ended: Ended | None = None

    @property
    def name(self) -> str:
        """As people call it."""
        return self.id if self.play is None else self.play.name

    @property
    def is_there(self) -> bool:
        """Whether there is anything to say of it."""
        return not (self.is_online is None and self.play is None and self.ended is None)


@dataclass(frozen=True, slots=True)
class Club:
    """All tables below a prefix.

    Attributes:
        prefix: the levels above them.
        tables: by the name of their level.
    """

    prefix: str
    tables: Mapping[str, Table] = field(default_factory=dict)

    @property
    def topics(self) -> tuple[str, ...]:
        """What to subscribe to."""
        return tuple(f"{self.prefix}/+/{leaf}" for leaf in WATCHED)

    def after(self, message: Message) -> Club:
        """The club once this was heard."""
        levels = message.topic.removeprefix(f"{self.prefix}/").split("/")
        if len(levels) != 2 or levels[1] not in WATCHED or len(message.payload) > _MOST_CHARACTERS:
            return self
        known = self.tables.get(levels[0])
        if known is None and (len(self.tables) >= _MOST_TABLES or not _is_id(levels[0])):
            return self
        table = _told(known or Table(levels[0]), levels[1], message.payload)
        others = {name: one for name, one in self.tables.items() if name != table.id}
        return replace(self, tables=others | ({table.id: table} if table.is_there else {}))


def forgetting(prefix: str, table: str) -> tuple[Message, ...]:
    """The messages that clear everything which the broker keeps of a table."""
    below = tuple(Message(f"{prefix}/{table}/{leaf}", NOTHING) for leaf in TOPICS)
    return below + tuple(Message(discovery_topic(prefix, table, entity), NOTHING) for entity in ENTITIES)


# What was heard


def _is_id(level: str) -> bool:
    try:
        return table_id(level) == level
    except EngineError:
        return False


def _told(table: Table, leaf: str, payload: str) -> Table:
    match leaf:
        case "status":
            return replace(table, is_online=None if payload == NOTHING else payload == ONLINE)
        case "table":
            return replace(table, play=_read(payload, _play))
        case _:
            return replace(table, ended=_read(payload, _ended))


def _read(payload: str, reader: Callable[[dict[str, Any]], Value]) -> Value | None:
    try:
        value = json.loads(payload)
        return reader(value) if isinstance(value, dict) else None
    except (ValueError, RecursionError, KeyError, EngineError):
        return None


def _play(value: dict[str, Any]) -> Play:
    name, phase = _shown(value["table"]), Phase(value["phase"])
    troubles = tuple(_shown(device) for device in _few(value["troubles"], "troubles"))
    players = tuple(_standing(one) for one in _few(value["players"], "players"))
    if not players:
        return Play(name, phase, troubles=troubles)
    dice = value["dice"]
    return Play(
        name,
        phase,
        players,
        whole(value["to_move"], "to_move", 0, len(players) - 1),
        whole(value["round"], "round", 1, _HIGHEST),
        flag(value["last_round"], "last_round"),
        flag(value["over"], "over"),
        () if dice is None else tuple(_shown(str(face)) for face in _few(dice, "dice")),
        troubles,
    )


def _ended(value: dict[str, Any]) -> Ended:
    players = [_standing(one) for one in _few(value["players"], "players")]
    ranking = [_few(tied, "ranking") for tied in _few(value["ranking"], "ranking")]
    seats = [whole(seat, "seat", 0, len(players) - 1) for tied in ranking for seat in tied]
    if sorted(seats) != list(range(len(players))) or not players:
        raise EngineError("ranking: expected every seat once")
    return Ended(tuple(players[seat] for seat in seats))


def _standing(value: object) -> Standing:
    if not isinstance(value, dict):
        raise EngineError("players: expected objects")
    return Standing(_shown(value["name"]), whole(value["total"], "total", 0, _HIGHEST))


def _few(value: object, name: str) -> list[Any]:
    return items(value, name, name)[:_MOST_PLAYERS]


def _shown(value: object) -> str:
    """A text that can do nothing to a terminal."""
    return "".join(sign if sign.isprintable() else "?" for sign in text(value, "text")[:_NAME_CHARACTERS])


# What is shown


def club_lines(club: Club, place: str, language: Language) -> tuple[str, ...]:
    """The tables in the order of their names, two or three lines each.

    Args:
        club: what is known.
        place: what the broker is called.
        language: of the words.
    """
    word = _SPEAKING[language]
    if not club.tables:
        return (word("No table is published to {place}/{prefix}.").format(place=place, prefix=club.prefix),)
    tables = sorted(club.tables.values(), key=lambda table: (table.name.casefold(), table.id))
    width = max(len(table.name) for table in tables)
    return tuple(line for table in tables for line in ("", *_table_lines(table, width, word)))[1:]


def _table_lines(table: Table, width: int, word: Callable[[str], str]) -> Iterator[str]:
    yield f"{'●' if table.is_online else '○'} {table.name:<{width}}   {_state(table, word)}"
    if table.play is not None and table.play.players:
        yield "    " + "   ".join(_standing_text(table.play, seat) for seat in range(len(table.play.players)))
    if table.ended is not None and not (table.play is not None and table.play.over):
        ranked = ", ".join(f"{player.name} {player.total}" for player in table.ended.players)
        yield f"    {word('last game')}: {ranked}"


def _state(table: Table, word: Callable[[str], str]) -> str:
    if not table.is_online:
        return word("offline")
    play = table.play
    if play is None:
        return word("says nothing that can be read")
    parts = [word("free")] if not play.players else list(_course(play, word))
    if play.troubles:
        parts.append(f"{word('trouble')}: {', '.join(map(word, play.troubles))}")
    return ", ".join(parts)


def _course(play: Play, word: Callable[[str], str]) -> Iterator[str]:
    if play.over:
        yield word("over")
        return
    yield f"{word('round')} {play.round}"
    if play.last_round:
        yield word("last round")
    name = play.players[play.to_move].name
    yield f"{name}: {' '.join(play.dice)}" if play.dice else f"{name}: {word(play.phase.value)}"


def _standing_text(play: Play, seat: int) -> str:
    player = play.players[seat]
    mark = "▸ " if seat == play.to_move and not play.over else ""
    return f"{mark}{player.name} {player.total}"


_GERMAN: Final = {
    "No table is published to {place}/{prefix}.": "Kein Tisch meldet sich bei {place}/{prefix}.",
    "last game": "letztes Spiel",
    "says nothing that can be read": "sagt nichts Lesbares",
    "free": "frei",
    "trouble": "Störung",
    "over": "zu Ende",
    "round": "Runde",
    "last round": "letzte Runde",
    Phase.WAITING.value: "würfelt gleich",
    Phase.MOVING.value: "würfelt",
    Phase.DOUBT.value: "prüft die Würfel",
    Phase.CHOOSING.value: "wählt",
    Phase.DOING.value: "ist als Nächstes dran",
    "camera": "Kamera",
    "screen": "Anzeige",
    "buttons": "Tasten",
    "buzzer": "Summer",
    "lamp": "Lampe",
    "record": "Speicher",
    "power": "Strom",
    "appliance": "Programm",
}
_ENGLISH: Final = {
    Phase.WAITING.value: "to roll",
    Phase.MOVING.value: "rolling",
    Phase.DOUBT.value: "looks at the dice",
    Phase.DOING.value: "is next",
}
_SPEAKING: Final[Mapping[Language, Callable[[str], str]]] = {
    Language.ENGLISH: lambda words: _ENGLISH.get(words, words),
    Language.GERMAN: lambda words: _GERMAN.get(words, words),
}
