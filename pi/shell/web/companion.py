"""The table's side of the companion page.

The loop hands over what happened and goes on at once. One thread makes news of it and writes to the server's process,
another takes the questions; a server that stalls, dies or is flooded holds up these threads and nothing else. A server
that dies is started again.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from typing import Any, Final

from engine.errors import EngineError
from pi.core.commands import Command, CommandGiven, PlayChapter
from pi.core.companion import STALE
from pi.core.events import DiceSettled, Event
from pi.core.handler import Next
from pi.core.model import Model
from pi.core.page import Page, PageOpened, PageShown
from pi.core.screens import screens
from pi.shell.sagas import sagas_in
from pi.shell.web.address import Address
from pi.shell.web.aiming import AimError, Aiming, RollTest
from pi.shell.web.asking import command_of
from pi.shell.web.cameras import WatchedCamera, packed
from pi.shell.web.hall import told
from pi.shell.web.link import News, Question, Reply, receive_from_server, send_to_server
from pi.shell.web.news import Teller, table_news
from pi.shell.web.pairing import draw_codes
from pi.shell.web.place import Place, start_server
from pi.shell.web.simulating import Simulation
from pi.shell.web.telling import record_told

log = logging.getLogger(__name__)

RESTART_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0
STEADY_S: Final = 30.0
"""A server that has served for so long is started again without waiting longer than the last time."""
GONE_S: Final = 2.0
"""A process that was killed has gone by then."""
MOST_WAITING: Final = 64
"""Questions that may wait for the slow worker or for the pipe; the server asks fewer at a time."""


@dataclass(frozen=True, slots=True)
class Things:
    """What the page may look at and handle besides the table; each may be missing.

    Attributes:
        camera: the one that the eyes look through.
        simulation: of tray and cable.
    """

    camera: WatchedCamera | None = None
    simulation: Simulation | None = None


class Companion:
    """Serves the page from a process of its own."""

    def __init__(
        self,
        address: Address,
        listener: socket.socket,
        folder: Path,
        things: Things,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Serves nothing yet.

        Args:
            address: where to serve.
            listener: its port, taken already.
            folder: the data folder.
            things: what else there is.
            clock: says the time in seconds.
        """
        self.address = address
        self._listener = listener
        self._folder = folder
        self._post: Callable[[Event], None] = _nowhere
        self._things = things
        self._clock = clock
        self._closed = threading.Event()
        self._teller = Teller()
        self._number = 0
        self._shown = 0
        self._seen: Model | None = None
        self._told: Model | None = None
        self._model: Model | None = None
        self._codes = draw_codes()
        self._test = RollTest()
        self._told_test = b""
        self._out: queue.SimpleQueue[Reply | None] = queue.SimpleQueue()
        self._slow: queue.Queue[Question | None] = queue.Queue(MOST_WAITING)
        self._server: tuple[subprocess.Popen[bytes], Pipe] | None = None

    @property
    def port(self) -> int:
        """The port that is really served."""
        return int(self._listener.getsockname()[1])

    @property
    def url(self) -> str:
        """What to open in a browser of this machine or its network."""
        return f"http://{self.address.shown(self.port)}/"

    def start(self, model: Model, post: Callable[[Event], None]) -> None:
        """Begins to serve, in threads and a process of its own.

        Args:
            model: the table now.
            post: takes the events, from any thread.
        """
        self._model, self._post = model, post
        for name, work in (("page-out", self._tell), ("page-in", self._keep_serving), ("page-work", self._work)):
            threading.Thread(target=work, name=name, daemon=True).start()
        self._open_page()

    def heard(self, event: Event, following: Next, model: Model) -> None:
        """Hands over what happened; returns at once.

        Args:
            event: that the loop took.
            following: what it led to.
            model: the table now.
        """
        self._model = model
        if isinstance(event, CommandGiven):
            self._answer(event.ticket, _result(following.why))
        elif isinstance(event, DiceSettled):
            self._test.saw(event.reading)
        self._out.put(None)

    def close(self) -> None:
        """Ends serving. May be called twice."""
        self._closed.set()
        self._out.put(None)
        with contextlib.suppress(queue.Full):
            self._slow.put_nowait(None)
        server, self._server = self._server, None
        if server is not None:
            server[0].kill()
            server[0].wait(GONE_S)
        self._listener.close()

    # The process

    def _keep_serving(self) -> None:
        """Takes questions from the server; starts it, and starts it again when it ends."""
        pause_s = RESTART_S
        place = Place(self._folder, self.address.names, self.address.is_open)
        while not self._closed.is_set():
            began = self._clock()
            process, pipe = start_server(self._listener, place)
            self._server = (process, pipe)
            self._told = None
            self._out.put(None)
            if self._closed.is_set():
                process.kill()
            with contextlib.suppress(EOFError, OSError):
                while True:
                    self._take(receive_from_server(pipe))
            pipe.close()
            if not self._closed.is_set():
                log.warning("the companion page's server has ended; it is started again")
                process.kill()
                process.wait()
                pause_s = RESTART_S if self._clock() - began > STEADY_S else min(2 * pause_s, LONGEST_PAUSE_S)
                self._closed.wait(pause_s)

    # News and answers

    def _tell(self) -> None:
        """Sends every answer, and before it what is new, so that nobody is told "done" and sees the old table."""
        while not self._closed.is_set():
            waiting = self._out.get()
            server = self._server
            if server is None:
                continue
            try:
                self._send_news(server[1])
                if waiting is not None:
                    send_to_server(server[1], waiting)
            except OSError:
                continue  # it has ended; the other thread starts it again and asks for everything

    def _send_news(self, pipe: Pipe) -> None:
        model, before = self._model, self._told
        test = told(self._test.news)
        if before is None or test != self._told_test:
            send_to_server(pipe, News("test", test))
            self._told_test = test
        if model is None or model is before:
            return
        is_game_news = (
            before is None
            or before.game is not model.game
            or before.phase is not model.phase
            or before.wishes != model.wishes
        )
        is_table_news = before is None or before != model
        if is_game_news and (before is None or before.game is not model.game):
            self._number += 1
        if is_table_news:
            self._shown += 1
        self._seen = model
        if is_game_news:
            send_to_server(pipe, News("game", told(self._teller.game_news(model, self._number))))
            record = {"first": None, "changes": []} if model.game is None else record_told(model.game)
            send_to_server(pipe, News("record", told({"number": self._number, **record})))
        if is_table_news:
            codes = asdict(self._codes) if isinstance(model.overlay, PageShown) else None
            send_to_server(pipe, News("codes", told(codes)))
            news = table_news(
                model, self._shown, screens(model), self._things.camera is not None, self._things.simulation is not None
            )
            send_to_server(pipe, News("table", told(news)))
        self._told = model

    def _answer(self, ticket: int, result: dict[str, Any]) -> None:
        self._out.put(Reply(ticket, told(result)))

    # Questions

    def _take(self, question: Question) -> None:
        match question.kind:
            case "command":
                self._command(question)
            case "sagas":
                self._look_up_sagas()
                self._answer(question.ticket, _result(""))
            case "codes":
                self._codes = draw_codes()
                self._open_page()
                self._answer(question.ticket, _result(""))
            case _:
                try:
                    self._slow.put_nowait(question)
                except queue.Full:
                    self._answer(question.ticket, {"result": "failed", "why": "too much is asked at a time"})

    def _command(self, question: Question) -> None:
        """Hands a command to the loop, with the table as the person saw it; the loop's answer comes by `heard`."""
        ask, seen = question.ask, self._seen
        latest = self._shown if ask["do"] == "press" else self._number
        if seen is None or ask["shown" if ask["do"] == "press" else "number"] != latest:
            self._answer(question.ticket, _result(STALE))
            return
        try:
            command: Command = command_of(ask, seen)
        except EngineError as error:
            self._answer(question.ticket, _result(str(error)))
            return
        if isinstance(command, PlayChapter):
            self._look_up_sagas()
        self._post(CommandGiven(command, seen, question.ticket, self._clock()))

    def _look_up_sagas(self) -> None:
        """Tells the table of campaigns and packs as the page has left them; not while the record lacks what it did."""
        if self._model is None or self._model.has_trouble("record"):
            return
        found = sagas_in(self._folder, self._clock())
        if found is not None:
            self._post(found)

    def _work(self) -> None:
        """Does what takes a while: pictures, the tray, aiming."""
        camera = self._things.camera
        aiming = None if camera is None else Aiming(camera, self._folder, self._test)
        while not self._closed.is_set():
            question = self._slow.get()
            if question is None:
                return
            try:
                self._out.put(self._worked(question, aiming))
            except Exception:  # a fault here must not end the page
                log.exception("a question of the page failed: %r", question)
                self._answer(question.ticket, {"result": "failed", "why": "a fault; see the log"})

    def _worked(self, question: Question, aiming: Aiming | None) -> Reply:
        match question.kind:
            case "picture":
                frame = None if self._things.camera is None else self._things.camera.latest
                if frame is None:
                    return Reply(question.ticket, told(_result("no-camera")))
                return Reply(question.ticket, packed(frame), is_picture=True)
            case "tray":
                return Reply(question.ticket, told(self._handled(question.ask)))
            case _:
                return Reply(question.ticket, told(_aimed(question.ask, aiming)))

    def _handled(self, ask: dict[str, Any]) -> dict[str, Any]:
        if self._things.simulation is None:
            return _result("the tray is a real one")
        try:
            self._things.simulation.answer(ask)
        except ValueError as error:
            return _result(str(error))
        return _result("")

    def _open_page(self) -> None:
        """Tells the table where the page is, and which codes open it."""
        codes = self._codes if self.address.is_open else None
        page = Page(self.address.shown(self.port), codes.player if codes else "", codes.viewer if codes else "")
        self._post(PageOpened(page, self._clock()))


def _nowhere(event: Event) -> None:
    """Where events go before there is a loop."""


def _result(why: str) -> dict[str, Any]:
    """Done without a reason, else stale or refused."""
    result = "done" if not why else STALE if why == STALE else "refused"
    return {"result": result, "why": why}


def _aimed(ask: dict[str, Any], aiming: Aiming | None) -> dict[str, Any]:
    if aiming is None:
        return _result("no-camera")
    try:
        return {"result": "done", "why": "", "data": aiming.answer(ask)}
    except AimError as error:
        return _result(str(error))
