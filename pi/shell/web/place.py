"""What the server's process is told at its start, and how it is started.

The process loads this module and the server's libraries, and nothing of the table.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from dataclasses import dataclass
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import Pipe as new_pipe
from pathlib import Path
from typing import Any, Final

SPARING: Final = {"MALLOC_ARENA_MAX": "1", "MALLOC_TRIM_THRESHOLD_": "65536", "MALLOC_MMAP_THRESHOLD_": "16384"}
"""The C library keeps one heap for all threads, gives back what is free at its end, and large pieces at once."""


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


def start_server(listener: socket.socket, place: Place) -> tuple[subprocess.Popen[bytes], Pipe]:
    """Starts the process.

    Args:
        listener: the listening socket; stays open here, so that a server that ends loses no one who waits.
        place: what to serve.

    Returns:
        The process, and the table's end of the pipe to it.
    """
    ours, theirs = new_pipe()
    told = {"listener": listener.fileno(), "pipe": theirs.fileno(), "place": _json(place)}
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, json.dumps(told)],
            pass_fds=(listener.fileno(), theirs.fileno()),
            stdin=subprocess.DEVNULL,
            env={**os.environ, **SPARING, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    return process, ours


def _json(place: Place) -> dict[str, Any]:
    return {"folder": str(place.folder), "names": sorted(place.names), "is_open": place.is_open}


def _run() -> None:
    """Serves until the table has gone."""
    told = json.loads(sys.argv[1])
    place = Place(Path(told["place"]["folder"]), frozenset(told["place"]["names"]), told["place"]["is_open"])
    from pi.shell.web.server import serve

    serve(socket.socket(fileno=told["listener"]), Pipe(told["pipe"]), place)


if __name__ == "__main__":
    _run()
