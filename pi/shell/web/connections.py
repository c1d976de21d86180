"""HTTP connections that no slow, silent or crowding client can hold."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_CONNECTIONS: Final = 300
REQUEST_S: Final = 10.0
"""The head of a request arrives within this time, or the connection is closed."""
READ_BYTES: Final = 16_384
"""So much is read at a time; the event loop would set aside 256 kB for each reading, several times over."""
UNREAD_BYTES: Final = 16_384
"""With more than this unread, no more is written to a client."""
READING_S: Final = 20.0
"""A client that leaves its answers unread for so long is cut off."""


class Connection(H11Protocol):
    """One connection, with a time limit on everything that the other side has to do.

    Attributes:
        request_s: how long the head of a request may take, in seconds.
        reading_s: how long answers may be left unread, in seconds.
    """

    request_s: float = REQUEST_S
    reading_s: float = READING_S
    _asking: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Takes a connection, or closes it at once when there are too many."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=UNREAD_BYTES)
        transport.max_size = READ_BYTES
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
            return
        self._asking = self.loop.call_later(self.request_s, transport.abort)

    def data_received(self, data: bytes) -> None:
        """Takes bytes; the time for a request begins with its first one."""
        super().data_received(data)
        if self._is_answering():
            self._stop_asking()
        elif self._asking is None and not self.transport.is_closing():
            self._asking = self.loop.call_later(self.request_s, self.transport.abort)

    def on_response_complete(self) -> None:
        """Goes on to the next request."""
        self._stop_asking()
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The other side does not read."""
        super().pause_writing()
        self._stop_reading()
        self._unread = self.loop.call_later(self.reading_s, self.transport.abort)

    def resume_writing(self) -> None:
        """The other side reads again."""
        self._stop_reading()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forgets the connection, and at once what was read of it: in a flood that would pile up until collected."""
        self._stop_asking()
        self._stop_reading()
        super().connection_lost(exc)
        self._unset_keepalive_if_required()  # the timer would hold a connection that was reset for its whole time
        if self.cycle is not None:
            self.cycle.body = bytearray()
            self.cycle.conn = None  # type: ignore[assignment]  # it sends nothing to one who has gone
        self.cycle = None  # type: ignore[assignment]  # as before the first request
        self.conn = None  # type: ignore[assignment]  # nothing more is read or written

    def _is_answering(self) -> bool:
        return self.cycle is not None and not self.cycle.response_complete

    def _stop_asking(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _stop_reading(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None
