"""A table's side of the broker: it tells what goes on, and never waits.

The loop hands over the model and goes on at once; only the latest is kept. One thread makes messages of it and waits
for the broker, however long that takes. What a broker missed while it was away is not told later: it is told how the
table stands.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Final

from pi.core.announcing import Channel, Message, Results, announcements, is_news, status
from pi.core.events import Event
from pi.core.handler import Next
from pi.core.home_assistant import discovery
from pi.core.model import Model
from pi.shell.mqtt.pauses import pauses
from pi.shell.mqtt.place import Place

if TYPE_CHECKING:
    from pi.shell.mqtt.connection import BrokerError, Connection

log = logging.getLogger(__name__)

FAREWELL_S: Final = 1.0
"""How long the end of the program waits for the broker to hear of it."""


class Publisher:
    """Tells a broker of one table."""

    def __init__(self, place: Place, pauses: Callable[[], Iterator[float]] = pauses) -> None:
        """Says nothing yet.

        Args:
            place: where to publish.
            pauses: seconds between tries to reach the broker.
        """
        self._broker = place.broker
        self._channel = Channel(place.table, place.broker.prefix)
        self._pauses = pauses
        self._waiting = pauses()
        self._model: Model | None = None
        self._results = Results()
        self._closed = threading.Event()
        self._woken = threading.Event()
        self._complaint = ""
        self._thread = threading.Thread(target=self._keep_publishing, name="publish", daemon=True)

    def start(self, model: Model) -> None:
        """Begins to publish, in a thread of its own."""
        self._model = model
        self._thread.start()

    def heard(self, event: Event, following: Next, model: Model) -> None:
        """Takes the table as it is now; returns at once.

        Args:
            event: that the loop took.
            following: what it led to.
            model: the table now.
        """
        before, self._model = self._model, model
        if before is None or is_news(before, model):
            self._woken.set()

    def close(self) -> None:
        """Says that the table has gone, where the broker listens. May be called twice."""
        self._closed.set()
        self._woken.set()
        if self._thread.is_alive():
            self._thread.join(FAREWELL_S)

    def _keep_publishing(self) -> None:
        from pi.shell.mqtt.connection import BrokerError, Connection

        while not self._closed.is_set():
            gone = status(self._channel, is_online=False)
            with closing(Connection(self._broker, last_will=gone, lost=self._woken.set)) as connection:
                try:
                    connection.open()
                    self._publish(connection)
                    connection.say((gone,))
                except BrokerError as error:
                    self._complain(error)
                except Exception:  # a fault here must not end the publishing
                    log.exception("the table can't be published")
            self._closed.wait(next(self._waiting))

    def _publish(self, connection: Connection) -> None:
        """Says everything, then whatever changes, until the program ends; raises BrokerError."""
        from importlib.metadata import version

        connection.say(discovery(self._channel, version("goatherd")))
        told: dict[str, str] = {}
        while True:
            fresh = tuple(_unlike(self._latest(), told))
            connection.say(fresh)
            if not told:
                self._has_told()
            told |= {message.topic: message.payload for message in fresh}
            if self._closed.is_set():
                return
            self._woken.wait()
            self._woken.clear()
            connection.check()

    def _has_told(self) -> None:
        """All is well again; a broker that only takes connections and drops them is not well."""
        log.info("table %r is published to %s/%s", self._channel.name, self._broker, self._broker.prefix)
        self._complaint = ""
        self._waiting = self._pauses()

    def _latest(self) -> Iterable[Message]:
        model = self._model
        assert model is not None
        self._results = self._results.after(model.game)
        return (*announcements(model, self._results, self._channel), status(self._channel, is_online=True))

    def _complain(self, error: BrokerError) -> None:
        """Logs what is wrong, once as long as it is the same."""
        if str(error) != self._complaint and not self._closed.is_set():
            log.warning("%s; the table plays on, and it is tried again", error)
        self._complaint = str(error)


def _unlike(messages: Iterable[Message], told: dict[str, str]) -> Iterator[Message]:
    return (message for message in messages if told.get(message.topic) != message.payload)
