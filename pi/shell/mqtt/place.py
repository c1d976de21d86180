"""Where a table publishes, as named on the command line."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.errors import EngineError
from pi.core.announcing import table_id
from pi.shell.errors import UsageError
from pi.shell.mqtt.broker import Broker, parse_broker

NAMES_OF_MANY: Final = frozenset({"localhost", "raspberrypi"})
"""Machines are called so before anybody names them; two tables of one name would talk over each other."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where to publish.

    Attributes:
        broker: whom to tell.
        table: the table's name, as people call it.
    """

    broker: Broker
    table: str


def parse_place(url: str | None, table: str | None, environment: Mapping[str, str]) -> Place | None:
    """Reads `--publish` and `--table`; None where nothing is to be published.

    Args:
        url: the broker's, or "@FILE"; None without one.
        table: the table's name; None for the name of this machine.
        environment: may hold the password.

    Raises:
        UsageError: naming the option that is wrong.
    """
    if url is None:
        if table is not None:
            raise UsageError("--table: names the table for --publish, which is missing")
        return None
    broker = parse_broker(url, "--publish", environment)
    name = socket.gethostname().partition(".")[0] if table is None else table
    if table is None and name in NAMES_OF_MANY:
        raise UsageError(f"--table: name this table; {name!r}, the name of this machine, may be that of others, too")
    try:
        table_id(name)
    except EngineError as error:
        raise UsageError(f"--table: {error}") from error
    return Place(broker, name)
