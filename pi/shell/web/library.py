"""The routes of the page about games: lists, one game, statistics, import, export, putting away."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pi.core.statistics import PlayerStatistics, player_json, statistics
from pi.shell.web import asks
from pi.shell.web.archive import Archive, ArchiveError
from pi.shell.web.hall import BusyError, Hall, told
from pi.shell.web.judging import JudgeError
from pi.shell.web.requests import WrongError, parts_of, wanted

PAGE: Final = 25
MOST_IMPORT_BYTES: Final = 8_000_000
SCORES: Final = 50
"""So many scores of a player are drawn, the latest."""

Handler = Callable[[Request], Awaitable[Response]]
Allow = Callable[[Handler], Handler]


def game_routes(archive: Archive, hall: Hall, viewer: Allow, player: Allow) -> list[Route]:
    """The routes under /api/games; viewers may look, players may change."""
    library = _Library(archive, hall)
    return [
        Route("/api/games", viewer(library.page)),
        Route("/api/games/statistics", viewer(library.statistics), methods=["POST"]),
        Route("/api/games/import", player(library.take_in), methods=["POST"]),
        Route("/api/games/away", player(library.put_away), methods=["POST"]),
        Route("/api/games/{id}", viewer(library.game)),
        Route("/api/games/{id}/review", viewer(library.review)),
        Route("/api/games/{id}/export.{kind}", viewer(library.export)),
    ]


class _Library:
    """One long work at a time; its progress is news for everybody."""

    def __init__(self, archive: Archive, hall: Hall) -> None:
        self._archive = archive
        self._hall = hall
        self._working = False
        self._jobs = 0

    async def page(self, request: Request) -> Response:
        """A page of the list, the newest first."""
        away = request.query_params.get("away") == "1"
        start = request.query_params.get("from", "0")
        if not (start.isascii() and start.isdecimal() and len(start) < 8):
            raise WrongError(422, "from: expected a whole number")
        return _json(await self._told(lambda: self._listed(away, int(start))))

    def _listed(self, away: bool, start: int) -> dict[str, Any]:
        ids = self._archive.ids(away)
        return {
            "total": len(ids),
            "from": start,
            "games": [asdict(self._archive.summary(one)) for one in ids[start : start + PAGE]],
        }

    async def game(self, request: Request) -> Response:
        """A game turn by turn."""
        return _json(await self._told(lambda: self._archive.game(request.path_params["id"])))

    async def review(self, request: Request) -> Response:
        """The turns of a game that cost most."""
        return _json(await self._told(lambda: self._archive.costly_turns(request.path_params["id"])))

    async def export(self, request: Request) -> Response:
        """A game for other programs; "all" for every game in the list, one a line."""
        game_id, kind = request.path_params["id"], request.path_params["kind"]
        if kind not in ("json", "csv") or (game_id == "all" and kind == "csv"):
            raise WrongError(404, "games are exported as json or csv")
        text = await self._told(lambda: self._exported(game_id, kind))
        types = {"json": "application/json", "csv": "text/csv; charset=utf-8"}
        name = f'attachment; filename="goatherd-{game_id}.{"jsonl" if game_id == "all" else kind}"'
        return Response(text, media_type=types[kind], headers={"content-disposition": name})

    def _exported(self, game_id: str, kind: str) -> str:
        if game_id != "all":
            return self._archive.export(game_id, kind)
        return "".join(self._archive.export(one, "json") for one in self._archive.ids())

    async def statistics(self, request: Request) -> Response:
        """Begins to work out the statistics; they come as news."""
        return self._begin(lambda job: [_player_json(one) for one in statistics(self._all(job))])

    def _all(self, job: _Job) -> Any:
        ids = self._archive.ids()
        for done, game_id in enumerate(ids):
            job.tell(done, len(ids))
            yield self._archive.summary(game_id, with_luck=True)

    async def take_in(self, request: Request) -> Response:
        """Begins to import games; how it went comes as news."""
        if self._working:
            raise BusyError("something else is being worked on")
        path = await self._received(request)

        def work(job: _Job) -> Any:
            try:
                new, wrong = self._archive.take_in(path, job.tell)
                return {"new": new, "wrong": wrong[:20], "wrong_count": len(wrong)}
            except UnicodeDecodeError as error:
                raise ArchiveError("the file is no text") from error
            finally:
                path.unlink()

        return self._begin(work)

    async def _received(self, request: Request) -> Path:
        """The body of a request, in a file; none is left behind where that fails."""
        with tempfile.NamedTemporaryFile(delete=False, prefix="goatherd-") as file:
            path = Path(file.name)
            try:
                async for part in parts_of(request, MOST_IMPORT_BYTES):
                    file.write(part)
            except WrongError:
                path.unlink()
                raise
        return path

    async def put_away(self, request: Request) -> Response:
        """Takes games out of the lists, or back in."""
        ask = await wanted(request, asks.AskGames)
        await self._told(lambda: self._archive.put_away(ask["ids"], ask["do"] == "remove"))
        return _json({"result": "done", "why": ""})

    def _begin(self, work: Callable[[_Job], Any]) -> Response:
        if self._working:
            raise BusyError("something else is being worked on")
        self._working = True
        self._jobs += 1
        job = _Job(self._jobs, self._hall, asyncio.get_running_loop())
        task = asyncio.ensure_future(self._work(job, work))
        task.add_done_callback(lambda ended: ended.exception())
        return JSONResponse({"result": "done", "why": "", "data": self._jobs})

    async def _work(self, job: _Job, work: Callable[[_Job], Any]) -> None:
        try:
            data = await asyncio.to_thread(work, job)
        except (ArchiveError, JudgeError, OSError) as error:
            job.end({"why": str(error)})
        else:
            job.end({"why": "", "data": data})
        finally:
            self._working = False

    async def _told(self, work: Callable[[], Any]) -> Any:
        try:
            return await asyncio.to_thread(work)
        except ArchiveError as error:
            raise WrongError(404, str(error)) from error


class _Job:
    """A long work and how far it is."""

    def __init__(self, number: int, hall: Hall, loop: asyncio.AbstractEventLoop) -> None:
        self._number = number
        self._hall = hall
        self._loop = loop
        self._share = -1

    def tell(self, done: int, of: int) -> None:
        """Says how far it is, from any thread, a hundred times at most."""
        share = 100 * done // max(1, of)
        if share != self._share:
            self._share = share
            news = told({"job": self._number, "done": done, "of": of, "is_over": False})
            self._loop.call_soon_threadsafe(self._hall.tell, "job", news)

    def end(self, result: dict[str, Any]) -> None:
        """Says what came of it."""
        self._hall.tell("job", told({"job": self._number, "is_over": True, **result}))


def _player_json(player: PlayerStatistics) -> dict[str, Any]:
    return player_json(player) | {"scores": player.scores[-SCORES:]}


def _json(value: Any) -> Response:
    return Response(told(value), media_type="application/json", headers={"cache-control": "no-store"})
