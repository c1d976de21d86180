"""Keeps out what no browser of a player sends: other hosts' names, other sites' requests, floods.

The outermost layer, plain ASGI. It also puts the headers on every answer that keep a browser from running, framing or
leaking anything of the page.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE_METHODS: Final = frozenset({"GET", "HEAD"})
METHODS: Final = SAFE_METHODS | {"POST"}
PER_S: Final = 60.0
BURST: Final = 240.0
MOST_PEERS: Final = 500

HEADERS: Final = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": (
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
            "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        ),
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), microphone=(), geolocation=()",
    }.items()
)


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Guard:
    """Lets through what may come in, and answers the rest itself."""

    def __init__(self, app: App, names: frozenset[str], clock: Callable[[], float] = time.monotonic) -> None:
        """Guards an app.

        Args:
            app: what to guard.
            names: host names by which this machine may be called, lower case; addresses are always let through, since
                a rebound name is never one.
            clock: says the time in seconds.
        """
        self._app = app
        self._names = names
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        if scope["type"] != "http":
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await _answer(send, *refusal)
            return

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                own = [*message.get("headers", ())]  # a page with a style sheet of its own has a policy of its own
                message = {**message, "headers": [*own, *(one for one in HEADERS if one[0] not in dict(own))]}
            await send(message)

        await self._app(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        headers: dict[bytes, list[bytes]] = {}
        for name, value in scope["headers"]:
            headers.setdefault(name, []).append(value)
        hosts = headers.get(b"host", [])
        if len(hosts) != 1 or not is_own_host(hosts[0], self._names):
            return 421, "this is not the host you asked for"
        if scope["method"] not in METHODS:
            return 405, "only GET and POST are known here"
        origins = headers.get(b"origin", [])
        if origins and origins != [b"http://" + hosts[0]]:
            return 403, "asked by another site"
        if scope["method"] not in SAFE_METHODS and not origins:
            return 403, "asked by no page of this table"
        site = headers.get(b"sec-fetch-site", [b"none"])
        if scope["path"].startswith("/api/") and site[0] not in (b"same-origin", b"none"):
            return 403, "asked by another site"
        client = scope.get("client")
        if not self._has_room(client[0] if client else ""):
            return 429, "too many requests; wait a second"
        return None

    def _has_room(self, peer: str) -> bool:
        """Whether a peer has not asked too often: so many a second in the long run, more in a burst."""
        now = self._clock()
        bucket = self._buckets.pop(peer, None) or _Bucket(BURST, now)
        bucket.left = min(BURST, bucket.left + (now - bucket.at) * PER_S)
        bucket.at = now
        self._buckets[peer] = bucket
        if len(self._buckets) > MOST_PEERS:
            self._buckets.popitem(last=False)
        if bucket.left < 1:
            return False
        bucket.left -= 1
        return True


def is_own_host(host: bytes, names: frozenset[str]) -> bool:
    """Whether a Host header names this machine: by an address, or by one of its names."""
    try:
        text = host.decode("ascii").lower()
    except UnicodeDecodeError:
        return False
    if text.startswith("["):
        name, bracket, port = text[1:].partition("]")
        if not bracket or (port and not _is_port(port[1:])) or (port and port[0] != ":"):
            return False
    else:
        name, colon, port = text.partition(":")
        if colon and not _is_port(port):
            return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in names
    return True


def _is_port(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= 5


async def _answer(send: Send, status: int, words: str) -> None:
    body = words.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *HEADERS]})
    await send({"type": "http.response.body", "body": body})
