"""Players, viewers and strangers on the network: who gets what, before and after pairing."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import MutableMapping
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the page's server is not installed")
pytest.importorskip("uvicorn", reason="the page's server is not installed")

from pi.shell.web.hall import told
from pi.shell.web.link import Reply, receive_from_server, send_to_server
from pi.shell.web.place import Place
from pi.shell.web.server import Server
from tests.web.running import run

ORIGIN = "http://192.0.2.1:8064"
CODES = {"player": "123456", "viewer": "654321"}
LOOK = [
    "/api/picture", "/api/games", "/api/games/1", "/api/saga/words", "/api/saga/packs", "/api/saga/packs/sample",
    "/api/saga/campaigns/1/chronicle.html",
]  # fmt: skip
TOUCH = [
    "/api/table", "/api/tray", "/api/aim", "/api/games/away", "/api/games/import", "/api/saga/packs/ours",
    "/api/saga/campaigns", "/api/saga/campaigns/1",
]  # fmt: skip


class Browser:
    """One browser on the network, with its cookie."""

    def __init__(self, server: Server, peer: str = "192.0.2.7") -> None:
        self.cookie = ""
        self.set_cookie = ""
        self._app = server.guarded()
        self._peer = peer

    async def ask(self, path: str, ask: Any = None) -> tuple[int, Any]:
        headers = [(b"host", b"192.0.2.1:8064")]
        if ask is not None:
            headers += [(b"origin", ORIGIN.encode()), (b"content-type", b"application/json")]
        if self.cookie:
            headers.append((b"cookie", self.cookie.encode()))
        scope = {
            "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "scheme": "http", "query_string": b"",
            "method": "GET" if ask is None else "POST", "path": path, "raw_path": path.encode(), "root_path": "",
            "headers": headers, "client": (self._peer, 4), "server": ("192.0.2.1", 8064),
        }  # fmt: skip
        sent: list[MutableMapping[str, Any]] = []
        body = [{"type": "http.request", "body": json.dumps(ask).encode(), "more_body": False}]

        async def receive() -> MutableMapping[str, Any]:
            return body.pop() if body else {"type": "http.disconnect"}

        async def send(message: MutableMapping[str, Any]) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        for name, value in sent[0]["headers"]:
            if name == b"set-cookie":
                self.set_cookie = value.decode()
                self.cookie = self.set_cookie.partition(";")[0]
        data = b"".join(message.get("body", b"") for message in sent[1:])
        return sent[0]["status"], json.loads(data) if data[:1] in (b"{", b"[") else data


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """A server that can be reached from the network, its table answering "done" to everything."""
    ours, theirs = Pipe()
    server = Server(theirs, Place(tmp_path, frozenset({"localhost"}), is_open=True))

    def answer() -> None:
        while True:
            try:
                question = receive_from_server(ours)
            except (EOFError, OSError):
                return
            send_to_server(ours, Reply(question.ticket, told({"result": "done", "why": ""})))

    threading.Thread(target=answer, daemon=True).start()
    return server


async def hear(server: Server) -> None:
    """Lets the server listen to its table for the rest of the loop."""
    loop = asyncio.get_running_loop()
    threading.Thread(target=server._hall.listen, args=(loop, lambda: None), daemon=True).start()


def show(server: Server, codes: dict[str, str] | None) -> None:
    server._on_news("codes", told(codes))


async def statuses(browser: Browser) -> dict[str, int]:
    looked = {path: (await browser.ask(path))[0] for path in LOOK}
    return looked | {path: (await browser.ask(path, {}))[0] for path in TOUCH}


def test_a_stranger_sees_the_page_and_nothing_else(server: Server) -> None:
    async def play() -> None:
        browser = Browser(server)
        assert (await browser.ask("/api/hello"))[1] == {"role": "stranger"}
        assert set((await statuses(browser)).values()) == {401}

    run(play())


@pytest.mark.parametrize("cookie", ["goatherd=", "goatherd=made-up", "goatherd=" + "x" * 500, 'goatherd="a', ";;=;"])
def test_a_made_up_cookie_is_a_stranger_s(server: Server, cookie: str) -> None:
    async def play() -> None:
        browser = Browser(server)
        browser.cookie = cookie
        assert (await browser.ask("/api/hello"))[1] == {"role": "stranger"}

    run(play())


def test_the_player_s_code_lets_a_browser_play(server: Server) -> None:
    async def play() -> None:
        await hear(server)
        show(server, CODES)
        browser = Browser(server)
        assert (await browser.ask("/api/pair", {"code": "123456"}))[0] == 200
        assert (await browser.ask("/api/hello"))[1] == {"role": "player"}
        assert not {401, 403} & set((await statuses(browser)).values())
        for attribute in ("HttpOnly", "SameSite=strict", "Path=/"):
            assert attribute in browser.set_cookie

    run(play())


def test_the_viewer_s_code_lets_a_browser_look_and_touch_nothing(server: Server) -> None:
    async def play() -> None:
        await hear(server)
        show(server, CODES)
        browser = Browser(server)
        await browser.ask("/api/pair", {"code": "654321"})
        assert (await browser.ask("/api/hello"))[1] == {"role": "viewer"}
        found = await statuses(browser)
        assert [found[path] for path in TOUCH] == [403] * len(TOUCH)
        assert not {401, 403} & {found[path] for path in LOOK}

    run(play())


def test_no_code_counts_while_the_device_shows_none(server: Server) -> None:
    async def play() -> None:
        browser = Browser(server)
        assert await browser.ask("/api/pair", {"code": "123456"}) == (403, {"result": "refused", "why": "closed"})

    run(play())


def test_guessing_is_slowed_down_for_everybody_and_new_codes_are_asked_for(server: Server) -> None:
    async def play() -> None:
        await hear(server)
        show(server, CODES)
        answers = [
            await Browser(server, f"192.0.2.{peer}").ask("/api/pair", {"code": "000000"}) for peer in range(20, 28)
        ]
        assert [status for status, _ in answers] == [403] * 5 + [429] * 3
        assert await Browser(server).ask("/api/pair", {"code": "123456"}) == (429, {"result": "refused", "why": "slow"})

    run(play())


def test_this_machine_needs_no_code(server: Server) -> None:
    async def play() -> None:
        assert (await Browser(server, "127.0.0.1").ask("/api/hello"))[1] == {"role": "player"}

    run(play())
