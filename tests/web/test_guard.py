"""What may come in, and what every answer carries."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

import pytest

from pi.shell.web.guard import BURST, HEADERS, PER_S, Guard, is_own_host
from tests.web.running import run

NAMES = frozenset({"localhost", "goat", "goat.local"})
OWN = {"host": "goat.local:8064", "origin": "http://goat.local:8064"}


async def inner(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"inside"})


def answer_of(
    headers: dict[str, str] | list[tuple[str, str]],
    method: str = "GET",
    path: str = "/api/hello",
    guard: Guard | None = None,
) -> tuple[int, dict[str, str]]:
    sent: list[MutableMapping[str, Any]] = []
    listed = list(headers.items()) if isinstance(headers, dict) else headers
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "headers": [(name.encode(), value.encode()) for name, value in listed],
        "client": ("192.0.2.7", 5),
    }

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.disconnect"}

    run((guard or Guard(inner, NAMES))(scope, receive, send))
    return sent[0]["status"], {name.decode(): value.decode() for name, value in sent[0]["headers"]}


@pytest.mark.parametrize(
    ("host", "is_own"),
    [
        ("localhost", True),
        ("localhost:8064", True),
        ("GOAT.local:80", True),
        ("192.168.1.20:8064", True),
        ("127.0.0.1", True),
        ("[::1]:8064", True),
        ("[fe80::1]", True),
        ("evil.example", False),
        ("goat.local.evil.example", False),
        ("localhost.evil.example:8064", False),
        ("192.168.1.20.evil.example", False),
        ("goat.local:80@evil.example", False),
        ("goat.local:", False),
        ("[::1", False),
        ("[::1]x8064", False),
        ("", False),
        ("götz", False),
    ],
)
def test_only_addresses_and_own_names_are_this_host(host: str, is_own: bool) -> None:
    assert is_own_host(host.encode(), NAMES) is is_own


@pytest.mark.parametrize(
    ("method", "headers", "status"),
    [
        ("GET", {"host": "goat.local:8064"}, 200),
        ("GET", OWN, 200),
        ("POST", OWN, 200),
        ("GET", {}, 421),
        ("GET", {"host": "evil.example"}, 421),
        ("GET", [("host", "goat.local"), ("host", "goat.local")], 421),
        ("GET", {"host": "goat.local", "origin": "http://evil.example"}, 403),
        ("GET", {"host": "goat.local", "origin": "null"}, 403),
        ("GET", {"host": "goat.local", "sec-fetch-site": "cross-site"}, 403),
        ("GET", {"host": "goat.local", "sec-fetch-site": "same-site"}, 403),
        ("POST", {"host": "goat.local"}, 403),
        ("POST", {"host": "goat.local", "origin": "https://goat.local"}, 403),
        ("POST", {"host": "goat.local:8064", "origin": "http://goat.local"}, 403),
        ("PUT", OWN, 405),
        ("DELETE", OWN, 405),
        ("TRACE", OWN, 405),
    ],
)
def test_other_hosts_and_sites_stay_out(method: str, headers: Any, status: int) -> None:
    assert answer_of(headers, method)[0] == status


def test_a_link_from_elsewhere_may_lead_to_the_page_but_not_into_it() -> None:
    assert answer_of({"host": "goat", "sec-fetch-site": "cross-site"}, path="/games")[0] == 200
    assert answer_of({"host": "goat", "sec-fetch-site": "cross-site"}, path="/api/games")[0] == 403


@pytest.mark.parametrize("headers", [OWN, {"host": "evil.example"}])
def test_every_answer_forbids_foreign_code_and_frames(headers: dict[str, str]) -> None:
    carried = answer_of(headers)[1]
    assert {name.decode() for name, _ in HEADERS} <= set(carried)
    policy = carried["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy


def test_a_flood_is_told_to_wait_and_let_in_again_later() -> None:
    now = 100.0
    guard = Guard(inner, NAMES, clock=lambda: now)
    statuses = [answer_of(OWN, guard=guard)[0] for _ in range(int(BURST) + 5)]
    assert statuses == [200] * int(BURST) + [429] * 5
    now += 2.5 / PER_S
    assert [answer_of(OWN, guard=guard)[0] for _ in range(3)] == [200, 200, 429]
