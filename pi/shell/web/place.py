"""What the server's process is told at its start."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server serves, and what from.

    Attributes:
        folder: the data folder.
        names: host names of this machine.
        is_open: whether it can be reached from other machines, which then have to be paired.
    """

    folder: Path
    names: frozenset[str]
    is_open: bool


def run_server(listener: socket.socket, pipe: Pipe, place: Place) -> None:
    """Serves until the table has gone. Runs in the child, which alone loads the server's libraries."""
    from pi.shell.web.server import serve

    serve(listener, pipe, place)
