"""The server's side of the pipe: the latest news for everybody who looks, and questions with their answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from multiprocessing.connection import Connection
from typing import Any, Final

from pi.shell.web.link import News, Question, Reply, receive_from_table, send_to_table

ANSWER_S: Final = 15.0
MOST_QUESTIONS: Final = 32
"""Asked at a time; more are told to come back."""
HEARTBEAT_S: Final = 10.0


class BusyError(Exception):
    """Too much is being asked, or the table does not answer."""


class Hall:
    """Holds the news and takes questions to the table. Lives in the server's one event loop."""

    def __init__(self, pipe: Connection, on_news: Callable[[str, bytes], None]) -> None:
        self._pipe = pipe
        self._on_news = on_news
        self._news: dict[str, tuple[int, bytes]] = {}
        self._count = 0
        self._waiting: dict[int, asyncio.Future[Reply]] = {}
        self._tickets = 0
        self._changed = asyncio.Event()

    def listen(self, loop: asyncio.AbstractEventLoop, on_end: Callable[[], None]) -> None:
        """Takes messages from the table until it has gone. Runs in a thread of its own."""
        while True:
            try:
                message = receive_from_table(self._pipe)
            except (EOFError, OSError):
                loop.call_soon_threadsafe(on_end)
                return
            loop.call_soon_threadsafe(self._take, message)

    def tell(self, topic: str, body: bytes) -> None:
        """Puts news up."""
        self._count += 1
        self._news[topic] = (self._count, body)
        self.wake()

    def wake(self) -> None:
        """Has everybody who waits for news look around."""
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    async def news(
        self, topics: tuple[str, ...], is_wanted: Callable[[], bool]
    ) -> AsyncIterator[tuple[str, bytes] | None]:
        """Gives the latest of each topic, now and whenever it changes; None when nothing has for a while.

        Args:
            topics: to be told of.
            is_wanted: whether to go on; asked whenever there is news, and after `wake`.
        """
        seen = 0
        while is_wanted():
            changed = self._changed
            fresh = [topic for topic in topics if self._news.get(topic, (0,))[0] > seen]
            if not fresh:
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT_S)
                except TimeoutError:
                    yield None
                continue
            seen = self._count
            for topic in fresh:
                yield topic, self._news[topic][1]

    async def ask(self, kind: str, ask: Any) -> Reply:
        """Asks the table; raises BusyError."""
        if len(self._waiting) >= MOST_QUESTIONS:
            raise BusyError("too much is asked at a time")
        self._tickets += 1
        ticket = self._tickets
        future: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._waiting[ticket] = future
        try:
            send_to_table(self._pipe, Question(kind, ticket, ask))  # small, and the table reads at once
            return await asyncio.wait_for(future, ANSWER_S)
        except (TimeoutError, OSError) as error:
            raise BusyError("the table does not answer") from error
        finally:
            del self._waiting[ticket]

    def _take(self, message: News | Reply) -> None:
        match message:
            case News(topic=topic, body=body):
                self._on_news(topic, body)
            case Reply(ticket=ticket):
                future = self._waiting.get(ticket)
                if future is not None and not future.done():
                    future.set_result(message)


def told(value: object) -> bytes:
    """Writes JSON without spaces."""
    return json.dumps(value, separators=(",", ":")).encode()
