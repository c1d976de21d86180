"""The routes of the page about the Saga: packs, cards being typed in, campaigns, the chronicle."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import csv
import hashlib
import io
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from engine.saga.chronicle import chronicle_json, chronicle_table
from pi.core.chronicle_page import chronicle_html, chronicle_text
from pi.core.language import Language
from pi.shell.web.cards import CardError, Packs, checked, vocabulary
from pi.shell.web.hall import BusyError, Hall, told
from pi.shell.web.requests import WrongError, wanted
from pi.shell.web.saga_messages import AskCampaign, AskCheck, AskLookUp, AskStep, AskTakeOut, AskWrite
from pi.shell.web.stories import Stories

Handler = Callable[[Request], Awaitable[Response]]
Allow = Callable[[Handler], Handler]

KINDS: Final = {"html": "text/html", "txt": "text/plain", "json": "application/json", "csv": "text/csv"}
"""What the chronicle can be had as."""


def saga_routes(folder: Path, hall: Hall, viewer: Allow, player: Allow) -> list[Route]:
    """The routes under /api/saga; viewers may look, players may change, of which the table is told."""
    saga = _Saga(Packs(folder), Stories(folder), hall)
    return [
        Route("/api/saga/words", viewer(saga.words)),
        Route("/api/saga/check", viewer(saga.check), methods=["POST"]),
        Route("/api/saga/look-up", player(saga.look_up), methods=["POST"]),
        Route("/api/saga/packs", viewer(saga.packs)),
        Route("/api/saga/packs/{name}", viewer(saga.pack), methods=["GET"]),
        Route("/api/saga/packs/{name}", player(saga.write), methods=["POST"]),
        Route("/api/saga/campaigns", viewer(saga.campaigns), methods=["GET"]),
        Route("/api/saga/campaigns", player(saga.begin), methods=["POST"]),
        Route("/api/saga/campaigns/{id:int}", viewer(saga.campaign), methods=["GET"]),
        Route("/api/saga/campaigns/{id:int}", player(saga.go_on), methods=["POST"]),
        Route("/api/saga/campaigns/{id:int}/chronicle.{kind}", viewer(saga.chronicle)),
    ]


async def refused(request: Request, error: Exception) -> Response:
    """Answers that something can't be had or written."""
    assert isinstance(error, CardError)
    result, status = ("stale", 409) if error.is_stale else ("refused", 422)
    return JSONResponse({"result": result, "why": str(error)}, status)


class _Saga:
    def __init__(self, packs: Packs, stories: Stories, hall: Hall) -> None:
        self._packs = packs
        self._stories = stories
        self._hall = hall

    async def words(self, request: Request) -> Response:
        """The vocabulary of cards."""
        return _json(vocabulary())

    async def check(self, request: Request) -> Response:
        """A card being typed in: faults, sentences, a preview."""
        ask = await wanted(request, AskCheck)
        return _done(await asyncio.to_thread(lambda: checked(ask["row"], ask["lies"])))

    async def look_up(self, request: Request) -> Response:
        """Tells the table to look at campaigns and packs anew: the command line or an editor may have changed them."""
        await wanted(request, AskLookUp)
        await self._hall.ask("sagas", None)
        return _done(None)

    async def packs(self, request: Request) -> Response:
        """The names of all packs."""
        return _json(await asyncio.to_thread(self._packs.names))

    async def pack(self, request: Request) -> Response:
        """A pack with its cards."""
        name = request.path_params["name"]
        return _json(await asyncio.to_thread(lambda: self._packs.pack(name)))

    async def write(self, request: Request) -> Response:
        """Writes a card into a pack, or takes one out; answers with the pack."""
        name, ask = request.path_params["name"], await wanted(request, AskWrite | AskTakeOut)

        def work() -> Any:
            if ask["do"] == "write":
                self._packs.write(name, ask["row"], ask["was"])
            else:
                self._packs.remove(name, ask["was"])
            return self._packs.pack(name)

        return _done(await self._written(work))

    async def campaigns(self, request: Request) -> Response:
        """All campaigns."""
        return _json(await asyncio.to_thread(self._stories.all))

    async def begin(self, request: Request) -> Response:
        """Begins a campaign."""
        ask = await wanted(request, AskCampaign)
        return _done(await self._written(lambda: self._stories.begin(ask["name"], ask["pack"])))

    async def campaign(self, request: Request) -> Response:
        """A campaign, and what is to be done."""
        number = request.path_params["id"]
        return _json(await asyncio.to_thread(lambda: self._stories.one(number)))

    async def go_on(self, request: Request) -> Response:
        """Takes an answer; answers with the campaign."""
        number, ask = request.path_params["id"], await wanted(request, AskStep)
        return _done(await self._written(lambda: self._stories.go_on(number, ask)))

    async def _written(self, work: Callable[[], Any]) -> Any:
        """Writes something, and tells the table to look it up; where that does not answer it looks before it plays."""
        value = await asyncio.to_thread(work)
        with contextlib.suppress(BusyError):
            await self._hall.ask("sagas", None)
        return value

    async def chronicle(self, request: Request) -> Response:
        """The chronicle, as a page of its own or for other programs."""
        number, kind = request.path_params["id"], request.path_params["kind"]
        language = request.query_params.get("language", "en")
        if kind not in KINDS or language not in [one.value for one in Language]:
            raise WrongError(404, f"the chronicle is there as {', '.join(KINDS)}, in en and de")
        name, rows = await asyncio.to_thread(lambda: self._stories.chronicle(number))
        headers = {"cache-control": "no-store"}
        match kind:
            case "html":
                text = chronicle_html(name, rows, Language(language))
                headers["content-security-policy"] = _own_style_only(text)
            case "txt":
                text = chronicle_text(name, rows, Language(language))
            case "json":
                text = json.dumps({"name": name, "chronicle": chronicle_json(rows)}, ensure_ascii=False) + "\n"
            case _:
                written = io.StringIO()
                csv.writer(written, lineterminator="\n").writerows(chronicle_table(rows))
                text = written.getvalue()
        if kind != "html":
            headers["content-disposition"] = f'attachment; filename="goatherd-chronicle-{number}.{kind}"'
        return Response(text, media_type=f"{KINDS[kind]}; charset=utf-8", headers=headers)


def _own_style_only(page: str) -> str:
    """A policy that lets a page have the style sheet it begins with, and nothing else."""
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _json(value: Any) -> Response:
    return Response(told(value), media_type="application/json", headers={"cache-control": "no-store"})


def _done(value: Any) -> Response:
    return _json({"result": "done", "why": "", "data": value})
