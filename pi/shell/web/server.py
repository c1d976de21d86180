"""The server of the companion page, in a process of its own: it has no table, no camera and no record to harm."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, Final

import h11
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from pi.shell.web import asks, messages
from pi.shell.web.archive import Archive
from pi.shell.web.cameras import unpacked
from pi.shell.web.cards import CardError
from pi.shell.web.connections import Connection
from pi.shell.web.guard import Guard
from pi.shell.web.hall import BusyError, Hall, told
from pi.shell.web.judging import Judge, JudgeError
from pi.shell.web.library import game_routes
from pi.shell.web.pairing import TRIES_S, Codes, Pairing, PairingError
from pi.shell.web.past import Past, PastError
from pi.shell.web.place import Place
from pi.shell.web.requests import WrongError, is_near, role_of, set_key, wanted
from pi.shell.web.saga import refused as card_refused
from pi.shell.web.saga import saga_routes
from pi.shell.web.shelf import Shelf

HEAD_BYTES: Final = 8_192
MOST_STREAMS: Final = 32
KEEP_ALIVE_S: Final = 20
WORKERS: Final = 2
"""One for what takes long, one for what does not."""
Handler = Callable[[Request], Awaitable[Response]]


def serve(listener: socket.socket, pipe: Pipe, place: Place) -> None:
    """Serves until the table has gone. Runs in the child."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    logging.getLogger("uvicorn.error").addFilter(_is_our_fault)
    app = Server(pipe, place)
    config = uvicorn.Config(
        app.guarded(),
        http=Connection,
        ws="none",
        lifespan="off",
        loop="asyncio",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )
    asyncio.run(app.run(uvicorn.Server(config), listener))


def _is_our_fault(record: logging.LogRecord) -> bool:
    """What others send wrongly, or don't wait for, is no news; a flood of it would fill the log."""
    error = record.exc_info[1] if record.exc_info else None
    return error is not None and not isinstance(error, h11.ProtocolError)


class Server:
    """The routes and what they share."""

    def __init__(self, pipe: Pipe, place: Place) -> None:
        self._place = place
        self._hall = Hall(pipe, self._on_news)
        self._pairing = Pairing(place.folder)
        judge = Judge()
        self._past = Past(judge)
        self._shelf = Shelf(Path(__file__).with_name("static"))
        self._archive = Archive(place.folder, judge)
        self._streams: list[object] = []

    def guarded(self) -> Guard:
        """The whole application."""
        routes = [
            Route("/api/hello", self._hello),
            Route("/api/pair", self._pair, methods=["POST"]),
            Route("/api/news", self._viewer(self._stream)),
            Route("/api/picture", self._viewer(self._picture)),
            Route("/api/options", self._viewer(self._options), methods=["POST"]),
            Route("/api/preview", self._viewer(self._preview), methods=["POST"]),
            Route("/api/review", self._viewer(self._review), methods=["POST"]),
            Route("/api/table", self._player(self._asking("command", asks.Ask)), methods=["POST"]),
            Route("/api/tray", self._player(self._asking("tray", asks.TrayAsk)), methods=["POST"]),
            Route("/api/aim", self._player(self._asking("aim", asks.AimAsk)), methods=["POST"]),
            *game_routes(self._archive, self._hall, self._viewer, self._player),
            *saga_routes(self._place.folder, self._hall, self._viewer, self._player),
            Route("/{path:path}", self._shelf.serve, methods=["GET"]),
        ]
        faults = {
            WrongError: _wrong,
            BusyError: _busy,
            PastError: _refused,
            JudgeError: _failed,
            CardError: card_refused,
        }
        app = Starlette(routes=routes, exception_handlers=faults)
        return Guard(app, self._place.names)

    async def run(self, server: uvicorn.Server, listener: socket.socket) -> None:
        """Serves on a socket."""
        loop = asyncio.get_running_loop()
        loop.set_default_executor(ThreadPoolExecutor(WORKERS))
        self._shelf.load()
        # What is loaded stays; where it is not looked through again, garbage is found early, even in a flood.
        gc.collect()
        gc.freeze()
        # A server without its table is of no use; open connections must not keep it.
        hearing = threading.Thread(target=self._hall.listen, args=(loop, lambda: os._exit(0)), daemon=True)
        hearing.start()
        await server.serve(sockets=[listener])

    def _on_news(self, topic: str, body: bytes) -> None:
        match topic:
            case "record":
                self._past.keep(body)
            case "codes":
                codes = json.loads(body)
                self._pairing.codes = None if codes is None else Codes(**codes)
            case _:
                self._hall.tell(topic, body)

    def _role(self, request: Request) -> messages.Hello:
        near = not self._place.is_open or is_near(request)
        return {"role": "player" if near else role_of(request, self._pairing)}

    def _viewer(self, handler: Handler) -> Handler:
        return self._allowed(handler, ("viewer", "player"))

    def _player(self, handler: Handler) -> Handler:
        return self._allowed(handler, ("player",))

    def _allowed(self, handler: Handler, roles: tuple[str, ...]) -> Handler:
        async def checked(request: Request) -> Response:
            role = self._role(request)["role"]
            if role == "stranger":
                return JSONResponse({"result": "refused", "why": "pair this browser first"}, 401)
            if role not in roles:
                return JSONResponse({"result": "refused", "why": "this browser only watches"}, 403)
            return await handler(request)

        return checked

    async def _hello(self, request: Request) -> Response:
        return JSONResponse(self._role(request), headers={"cache-control": "no-store"})

    async def _pair(self, request: Request) -> Response:
        ask = await wanted(request, asks.AskPair)
        try:
            key, role = self._pairing.pair(ask["code"])
        except PairingError as error:
            if self._pairing.is_tried_too_often:
                await self._hall.ask("codes", None)
            waiting = {"retry-after": str(int(TRIES_S))} if error.kind == "slow" else None
            return JSONResponse({"result": "refused", "why": error.kind}, 429 if error.kind == "slow" else 403, waiting)
        answer = JSONResponse({"result": "done", "why": "", "data": role})
        set_key(answer, key)
        await self._hall.ask("codes", None)
        return answer

    async def _stream(self, request: Request) -> Response:
        return StreamingResponse(self._events(), media_type="text/event-stream", headers={"cache-control": "no-store"})

    async def _events(self) -> AsyncIterator[bytes]:
        """News for one who looks. Where too many look, the one who came first has to come again."""
        mine = object()
        self._streams.append(mine)
        if len(self._streams) > MOST_STREAMS:
            del self._streams[:-MOST_STREAMS]
            self._hall.wake()
        try:
            yield b"retry: 1000\n\n"
            async for news in self._hall.news(("game", "table", "test", "job"), lambda: mine in self._streams):
                yield b": still here\n\n" if news is None else b"event: %s\ndata: %s\n\n" % (news[0].encode(), news[1])
        finally:
            if mine in self._streams:
                self._streams.remove(mine)

    async def _picture(self, request: Request) -> Response:
        reply = await self._hall.ask("picture", None)
        if not reply.is_picture:
            return Response(status_code=204)
        width, height, jpeg = unpacked(reply.body)
        headers = {"cache-control": "no-store", "x-frame-size": f"{width} {height}"}
        return Response(jpeg, media_type="image/jpeg", headers=headers)

    def _asking(self, kind: str, shape: Any) -> Handler:
        async def ask(request: Request) -> Response:
            reply = await self._hall.ask(kind, await wanted(request, shape))
            status = {"done": 200, "stale": 409, "failed": 500}.get(json.loads(reply.body)["result"], 422)
            return Response(reply.body, status, media_type="application/json")

        return ask

    async def _options(self, request: Request) -> Response:
        ask = await wanted(request, asks.AskOptions)
        return await self._from_past(lambda: self._past.options(ask["number"], ask["turn_number"], ask["dice"]))

    async def _preview(self, request: Request) -> Response:
        ask = await wanted(request, asks.AskPreview)
        return await self._from_past(
            lambda: self._past.preview(ask["number"], ask["turn_number"], ask["dice"], ask["turn"])
        )

    async def _review(self, request: Request) -> Response:
        ask = await wanted(request, asks.AskReview)
        return await self._from_past(lambda: self._past.review(ask["number"]))

    async def _from_past(self, work: Callable[[], Any]) -> Response:
        data = await asyncio.to_thread(work)
        return Response(told({"result": "done", "why": "", "data": data}), media_type="application/json")


async def _wrong(request: Request, error: Exception) -> Response:
    assert isinstance(error, WrongError)
    return JSONResponse({"result": "refused", "why": str(error)}, error.status)


async def _busy(request: Request, error: Exception) -> Response:
    return JSONResponse({"result": "failed", "why": str(error)}, 503, {"retry-after": "1"})


async def _failed(request: Request, error: Exception) -> Response:
    return JSONResponse({"result": "failed", "why": str(error)}, 500)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, PastError)
    return JSONResponse(
        {"result": "stale" if error.is_stale else "refused", "why": str(error)}, 409 if error.is_stale else 422
    )
