"""Connections that say nothing, stop halfway or never read are closed; one that has ended leaves nothing behind."""

from __future__ import annotations

import asyncio
import gc
import socket
import struct
import weakref
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the page's server is not installed")

import uvicorn
from uvicorn.server import ServerState

from pi.shell.web.connections import Connection
from tests.web.driving import PATIENCE_S
from tests.web.running import run

ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
RESETS = struct.pack("ii", 1, 0)
"""SO_LINGER: closing resets the connection."""
PART, PARTS = b"x" * 100_000, 200
"""More than all buffers on the way take."""


class Hasty(Connection):
    """A connection with little patience."""

    request_s = 0.1
    reading_s = 0.1


async def answer(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 204, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def answer_at_length(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(PARTS):
        await send({"type": "http.response.body", "body": PART, "more_body": True})


@asynccontextmanager
async def connected(kind: Callable[..., Connection], app: Any = answer) -> AsyncIterator[socket.socket]:
    """A client of a server whose connections are of a kind."""
    config = uvicorn.Config(app, http=Connection, ws="none", lifespan="off", log_config=None, timeout_keep_alive=1)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: kind(config, ServerState(), {}), "127.0.0.1", 0)
    with socket.socket() as client:
        client.setblocking(False)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        await loop.sock_connect(client, server.sockets[0].getsockname())
        yield client
    server.close()


@pytest.mark.parametrize("is_second", [False, True], ids=["first request", "second request"])
@pytest.mark.parametrize("asked", [b"", ASK[:20]], ids=["nothing", "half"])
def test_who_does_not_ask_to_the_end_is_cut_off(asked: bytes, is_second: bool) -> None:
    run(_is_cut_off(asked, is_second))


async def _is_cut_off(asked: bytes, is_second: bool) -> None:
    loop = asyncio.get_running_loop()
    async with connected(Hasty) as client, asyncio.timeout(PATIENCE_S):
        if is_second:
            await loop.sock_sendall(client, ASK)
            assert (await loop.sock_recv(client, 100)).startswith(b"HTTP/1.1 204")
        await loop.sock_sendall(client, asked)
        while await loop.sock_recv(client, 1000):
            pass


def test_who_does_not_read_is_cut_off() -> None:
    run(_unread())


async def _unread() -> None:
    loop = asyncio.get_running_loop()
    lost = asyncio.Event()

    class Watched(Hasty):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            lost.set()

    async with connected(Watched, answer_at_length) as client:
        await loop.sock_sendall(client, ASK)
        await asyncio.wait_for(lost.wait(), PATIENCE_S)


@pytest.mark.parametrize("is_reset", [False, True], ids=["closed", "reset"])
@pytest.mark.parametrize("asked", [b"", ASK[:20], ASK], ids=["silent", "half a request", "answered"])
def test_a_connection_that_has_ended_is_let_go_at_once(asked: bytes, is_reset: bool) -> None:
    run(_ends(asked, is_reset))


async def _ends(asked: bytes, is_reset: bool) -> None:
    loop = asyncio.get_running_loop()
    known: list[weakref.ref[Connection]] = []
    lost = asyncio.Event()

    class Watched(Connection):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            known.append(weakref.ref(self))

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            lost.set()

    async with connected(Watched) as client:
        if asked:
            await loop.sock_sendall(client, asked)
        if asked == ASK:
            assert (await loop.sock_recv(client, 100)).startswith(b"HTTP/1.1 204")
        if is_reset:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESETS)
    await asyncio.wait_for(lost.wait(), PATIENCE_S)
    await asyncio.sleep(0)
    gc.collect()
    assert [one() for one in known] == [None]
