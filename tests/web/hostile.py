"""What a hostile neighbour can do to the page, and how the table's loop fares meanwhile.

`python -m tests.web.hostile --count 10000` does all of it and prints the figures as JSON.
"""

from __future__ import annotations

import argparse
import http.client
import json
import random
import socket
import tempfile
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from pi.core.events import TimePassed
from pi.core.model import Model
from tests.web.driving import PATIENCE_S, Table, running_table
from tests.web.games import keep, played_game
from tests.web.test_server import news, post, request

STEP_S = 0.02
AT_REST = 150
"""Steps that are timed before the attack."""
TRICKS = [
    b"GET /../../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET /api/news HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\r\n",
    b"POST /api/table HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: 99999999999\r\n\r\n{",
    b"POST /api/table HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n",
    b"POST /api/table HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
    b"POST /api/table HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nxxxxx",
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\n\r\n",
    b"GET /" + b"a" * 60_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 4000 + b"\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\x00" * 5000,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
]
ASKS: list[Any] = [
    {"do": "press", "button": "ok", "held": False, "shown": -1},
    {"do": "play", "turn": {"turned": [], "steps": [{"do": "climb", "dice": [6, 6], "mountain": 12}]}, "number": 0},
    {"do": "position", "position": {"players": []}, "number": 0},
    {"do": "begin", "names": ["x" * 5000] * 5, "rules": ["base"], "settings": {}, "starts": 0, "number": 0},
    {"do": "change", "turn_number": 2**80, "dice": [], "turn": {}, "number": 0},
    [[[[[[[[]]]]]]]],
    {"do": "undo", "number": "1"},
    None,
]


class Steps:
    """Steps of the loop, timed by events that come at an even pace."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._post, daemon=True)

    def __enter__(self) -> Steps:
        self._table.loop.steps_s.clear()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def wait(self, count: int) -> None:
        """Waits until so many have been taken."""
        loop = self._table.loop
        with loop.stepped:
            assert loop.stepped.wait_for(lambda: len(loop.steps_s) >= count, PATIENCE_S)

    def _post(self) -> None:
        while not self._ended.wait(STEP_S):
            self._table.loop.post(TimePassed(time.monotonic()))


def attack(table: Table, count: int, seed: int = 1) -> dict[str, int]:
    """Sends malformed and oversized requests and messages.

    Returns:
        How often each status came back; "cut" where the connection was closed without one.
    """
    chance = random.Random(seed)
    found: dict[str, int] = {}
    for index in range(count):
        status = _trick(table, chance) if index % 2 else _ask(table, chance)
        found[status] = found.get(status, 0) + 1
    return found


def _trick(table: Table, chance: random.Random) -> str:
    data = bytearray(chance.choice(TRICKS))
    if chance.random() < 0.3:
        data[chance.randrange(len(data))] = chance.randrange(256)
    with socket.create_connection(("127.0.0.1", table.companion.port), timeout=15) as client:
        try:
            client.sendall(data)
            client.shutdown(socket.SHUT_WR)
            line = client.recv(64)
        except OSError:
            return "cut"
    return line[9:12].decode("ascii", "replace") if line.startswith(b"HTTP/1.1 ") else "cut"


def _ask(table: Table, chance: random.Random) -> str:
    body = json.dumps(chance.choice(ASKS)).encode()
    if chance.random() < 0.5:
        cut = chance.randrange(len(body) + 1)
        body = body[:cut] + bytes(chance.randrange(256) for _ in range(chance.randrange(40))) + body[cut:]
    if chance.random() < 0.1:
        body = body * 200 + b"x" * 40_000
    path = chance.choice(
        ["table", "tray", "aim", "pair", "options", "preview", "games/away", "games/import", "nothing"]
    )
    connection = http.client.HTTPConnection("127.0.0.1", table.companion.port, timeout=15)
    try:
        connection.request("POST", f"/api/{path}", body, {"origin": table.url, "content-type": "application/json"})
        return str(connection.getresponse().status)
    except (OSError, http.client.HTTPException):
        return "cut"
    finally:
        connection.close()


def idle_connections(table: Table, count: int, stack: ExitStack) -> None:
    """Opens connections that say nothing, say half a request, or never read their answer."""
    for index in range(count):
        client = stack.enter_context(socket.socket())
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        client.connect(("127.0.0.1", table.companion.port))
        if index % 3 == 1:
            client.sendall(b"POST /api/table HTTP/1.1\r\nHost: localhost\r\nContent-Le")
        elif index % 3 == 2:
            client.sendall(b"GET /api/news HTTP/1.1\r\nHost: localhost\r\n\r\n")


USED = (
    "games", "games/1", "games/1/review", "games/1/export.json", "games/all/export.json", "saga/words", "saga/packs",
    "saga/packs/sample", "saga/campaigns",
)  # fmt: skip
"""What all pages together ask for."""


def use_all_pages(table: Table) -> None:
    """Asks for everything that the pages show, so that all that is ever loaded is."""
    for path in USED:
        assert request(table, "GET", f"/api/{path}")[0] == 200, path
    row = {"code": "A1", "kind": "ability", "name": "Eight", "chapter": 1, "effects": [{"verb": "number", "number": 8}]}
    assert post(table, "saga/check", {"row": row, "lies": 9})[0] == 200
    assert post(table, "games/statistics", {})[0] == 200
    news(table, lambda told: told.get("job", {}).get("is_over", False))


def server_memory_mb(table: Table) -> dict[str, float]:
    """Memory of the server's process.

    Returns:
        `resident` now; `peak`, the most that was ever resident; `share`, where pages that others use as well, of
        libraries above all, count in parts.
    """
    server = table.companion._server
    assert server is not None
    process = Path(f"/proc/{server[0].pid}")
    lines = (process / "status").read_text(encoding="ascii") + (process / "smaps_rollup").read_text(encoding="ascii")
    names = {"resident": "VmRSS:", "peak": "VmHWM:", "share": "Pss:"}
    return {what: round(int(lines.split(name)[1].split()[0]) / 1024, 1) for what, name in names.items()}


def is_untouched(before: Model, after: Model) -> bool:
    """Whether the table is as it was."""
    return (before.game, before.phase, before.presses) == (after.game, after.phase, after.presses)


def main() -> None:
    """Does all of it on a table of its own."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    count = parser.parse_args().count
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        keep(folder, played_game(1))
        table = stack.enter_context(running_table(folder))
        request(table, "GET", "/api/hello")
        before = table.loop.model
        memory_mb = {"begun": server_memory_mb(table)}
        use_all_pages(table)
        memory_mb["all pages used"] = server_memory_mb(table)
        with Steps(table) as steps:
            steps.wait(AT_REST)
        at_rest_ms = 1000 * max(table.loop.steps_s)
        began = time.monotonic()
        with Steps(table):
            idle_connections(table, 200, stack)
            statuses = attack(table, count)
        memory_mb["attacked"] = server_memory_mb(table)
        figures = {
            "requests": count,
            "seconds": round(time.monotonic() - began, 1),
            "steps": len(table.loop.steps_s),
            "statuses": statuses,
            "longest_step_ms": {"at rest": round(at_rest_ms, 1), "attacked": round(1000 * max(table.loop.steps_s), 1)},
            "server_memory_mb": memory_mb,
            "untouched": is_untouched(before, table.loop.model),
        }
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
