"""`goatherd tables`: all tables of a club, as a broker tells of them."""

from __future__ import annotations

import argparse
import json
import os
import queue
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from hardware.simulated.terminal import Terminal
from pi.core.announcing import Message
from pi.core.club import Club, club_lines, forgetting
from pi.core.language import Language
from pi.shell.errors import UsageError
from pi.shell.mqtt.broker import SHAPE, Broker, parse_broker
from pi.shell.mqtt.pauses import pauses
from pi.shell.words import system_language

if TYPE_CHECKING:
    from pi.shell.mqtt.connection import Connection

QUIET_S: Final = 0.5
"""A broker that has said nothing for so long has said all that it keeps."""
DRAW_S: Final = 0.05
"""What arrives within so long of each other is drawn together."""

News = queue.SimpleQueue[Message | None]
"""What the broker says; None when the connection is lost."""


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `tables`."""
    tables = commands.add_parser(
        "tables",
        help="show all tables that play with --publish",
        description="Shows all tables that are published to a broker, and goes on showing them in a terminal.",
    )
    tables.add_argument("broker", metavar="BROKER", help=f"{SHAPE}, or @FILE that holds it")
    tables.add_argument("--once", action="store_true", help="print them once; the rule where the output is no terminal")
    tables.add_argument("--json", action="store_true", help="print them once, one JSON object a line")
    tables.add_argument(
        "--forget", metavar="TABLE", help="have the broker forget a table that is offline, by the name in its topics"
    )
    tables.add_argument("--language", choices=[one.value for one in Language], help="of the words (default: yours)")
    tables.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    broker = parse_broker(arguments.broker, "BROKER", os.environ)
    language = Language(arguments.language) if arguments.language else system_language()
    if arguments.forget is not None:
        _forget(broker, arguments.forget)
    elif arguments.json:
        for table in _seen(broker).tables.values():
            print(json.dumps(asdict(table), ensure_ascii=False, default=lambda value: value.value))
    elif arguments.once or not sys.stdout.isatty():
        print("\n".join(club_lines(_seen(broker), str(broker), language)))
    else:
        _watch(broker, language)
    return 0


def _forget(broker: Broker, table: str) -> None:
    """Clears what the broker keeps; one that still plays would come back at once."""
    from pi.shell.mqtt.connection import Connection

    known = _seen(broker).tables.get(table)
    if known is None:
        raise UsageError(
            f"--forget: no table {table!r} below {broker.prefix}; `goatherd tables --json` lists their ids"
        )
    if known.is_online:
        raise UsageError(f"--forget: the table {table!r} is online; end it first")
    with closing(Connection(broker)) as connection:
        connection.open()
        connection.say(forgetting(broker.prefix, table))


def _seen(broker: Broker) -> Club:
    """What the broker keeps; raises BrokerError."""
    from pi.shell.mqtt.connection import Connection

    news = News()
    club = Club(broker.prefix)
    with closing(Connection(broker, heard=news.put)) as connection:
        connection.open()
        connection.subscribe(*club.topics)
        for message in _until_quiet(news, QUIET_S):
            club = club.after(message)
        connection.check()
    return club


def _watch(broker: Broker, language: Language) -> None:
    """Shows the tables until the program is ended; a broker that goes away is waited for."""
    from pi.shell.mqtt.connection import BrokerError, Connection

    terminal = Terminal()
    news = News()
    waiting = pauses()
    lines: tuple[str, ...] = ()
    with closing(terminal):
        while True:
            try:
                with closing(Connection(broker, heard=news.put, lost=lambda: news.put(None))) as connection:
                    connection.open()
                    waiting = pauses()
                    for club in _clubs(connection, news, Club(broker.prefix)):
                        lines = club_lines(club, str(broker), language)
                        terminal.show_lines(lines)
            except BrokerError as error:
                terminal.show_lines((*lines, "", str(error)))
            _wait(news, next(waiting))


def _clubs(connection: Connection, news: News, club: Club) -> Iterator[Club]:
    """The club each time that something was said; raises BrokerError at the end of the connection."""
    connection.subscribe(*club.topics)
    for message in _until_quiet(news, QUIET_S):
        club = club.after(message)
    while True:
        yield club
        first = news.get()
        connection.check()
        for further in (first, *_until_quiet(news, DRAW_S)):
            club = club if further is None else club.after(further)


def _until_quiet(news: News, quiet_s: float) -> Iterator[Message]:
    while True:
        try:
            message = news.get(timeout=quiet_s)
        except queue.Empty:
            return
        if message is None:
            news.put(None)  # for whoever waits for what comes next
            return
        yield message


def _wait(news: News, pause_s: float) -> None:
    """Waits, and forgets what a lost connection has said."""
    time.sleep(pause_s)
    while not news.empty():
        news.get()
