"""One connection to a broker, from its opening to its loss.

The library would reconnect by itself and then send again what had waited, old states after new ones. So a connection
that is lost is never used again: whoever needs it opens another and says everything anew.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterable
from typing import Any, Final, cast

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from hardware.ports import DeviceError
from pi.core.announcing import Message
from pi.shell.mqtt.broker import Broker

AT_LEAST_ONCE: Final = 1
"""The quality of service of everything that is said and asked."""
KEEPALIVE_S: Final = 20
"""A peer that has been silent for half as long again counts as gone."""
CONNECT_S: Final = 5.0
ANSWER_S: Final = 10.0


class BrokerError(DeviceError):
    """The broker can't be reached, or does not take what it is given."""

    def __init__(self, broker: Broker, reason: str, remedy: str = "see that it runs and can be reached") -> None:
        super().__init__(f"broker {broker}", reason, remedy)


class Connection:
    """Says and hears; for one thread. The callbacks come from another."""

    def __init__(
        self,
        broker: Broker,
        last_will: Message | None = None,
        heard: Callable[[Message], None] = lambda message: None,
        lost: Callable[[], None] = lambda: None,
    ) -> None:
        """Connects nothing yet.

        Args:
            broker: whom to speak to.
            last_will: what the broker says in our place when the connection breaks.
            heard: takes what was subscribed to, from another thread.
            lost: told once the connection is lost, from another thread.
        """
        self._broker = broker
        self._heard = heard
        self._on_loss = lost
        self._changed = threading.Condition()
        self._lost: str | None = None
        self._answer: ReasonCode | None = None
        self._acknowledged: set[int] = set()
        # Without a name of its own the broker gives it one: two tables can't throw each other out.
        self._client = Client(CallbackAPIVersion.VERSION2, "", protocol=MQTTv311, reconnect_on_failure=False)
        self._client.connect_timeout = CONNECT_S
        self._client.on_connect = self._connected
        self._client.on_publish = self._published
        self._client.on_subscribe = self._subscribed
        self._client.on_message = self._arrived
        self._client.on_disconnect = self._disconnected
        if broker.user is not None:
            self._client.username_pw_set(broker.user, broker.password)
        if broker.is_encrypted:
            self._client.tls_set()
        if last_will is not None:
            self._client.will_set(last_will.topic, last_will.payload, AT_LEAST_ONCE, retain=True)

    def open(self) -> None:
        """Connects, within CONNECT_S and ANSWER_S; raises BrokerError."""
        try:
            self._client.connect(self._broker.host, self._broker.port, KEEPALIVE_S)
        except OSError as error:
            raise BrokerError(self._broker, error.strerror or str(error)) from error
        except ValueError as error:  # what is no host name at all
            raise BrokerError(self._broker, str(error), "correct the name of the host") from error
        self._client.loop_start()
        self._wait(lambda: self._answer is not None, "does not answer")
        if self._answer is not None and self._answer.is_failure:
            raise BrokerError(self._broker, f"refuses: {self._answer}", "check user and password")

    def say(self, messages: Iterable[Message]) -> None:
        """Publishes messages to be retained, and waits until all are acknowledged; raises BrokerError."""
        told = [self._client.publish(one.topic, one.payload, AT_LEAST_ONCE, retain=True).mid for one in messages]
        self._wait(lambda: self._acknowledged.issuperset(told), "takes nothing any more")
        with self._changed:
            self._acknowledged.difference_update(told)

    def subscribe(self, *topics: str) -> None:
        """Asks for everything on topics, which may hold wildcards; raises BrokerError."""
        _, asked = self._client.subscribe([(topic, AT_LEAST_ONCE) for topic in topics])
        self._wait(lambda: asked in self._acknowledged, "does not answer")

    def check(self) -> None:
        """Raises BrokerError once the connection is lost."""
        with self._changed:
            if self._lost is not None:
                raise BrokerError(self._broker, self._lost)

    def close(self) -> None:
        """Ends the connection, whatever the broker does. May be called twice."""
        self._client.disconnect()
        wire = cast("socket.socket | None", self._client.socket())
        if wire is not None:
            # Waiting for a broker that has stopped reading would take for ever.
            with contextlib.suppress(OSError):
                wire.shutdown(socket.SHUT_RD)

    def _wait(self, is_done: Callable[[], bool], complaint: str) -> None:
        with self._changed:
            self._changed.wait_for(lambda: is_done() or self._lost is not None, ANSWER_S)
            if is_done():
                return
            raise BrokerError(self._broker, self._lost or complaint)

    # From the library's thread

    def _connected(
        self, client: Client, data: Any, flags: ConnectFlags, code: ReasonCode, properties: Properties | None
    ) -> None:
        with self._changed:
            self._answer = code
            self._changed.notify_all()

    def _published(self, client: Client, data: Any, mid: int, code: ReasonCode, properties: Properties | None) -> None:
        self._acknowledge(mid)

    def _subscribed(
        self, client: Client, data: Any, mid: int, codes: list[ReasonCode], properties: Properties | None
    ) -> None:
        self._acknowledge(mid)

    def _acknowledge(self, mid: int) -> None:
        with self._changed:
            self._acknowledged.add(mid)
            self._changed.notify_all()

    def _arrived(self, client: Client, data: Any, message: MQTTMessage) -> None:
        self._heard(Message(message.topic, message.payload.decode(errors="replace")))

    def _disconnected(
        self, client: Client, data: Any, flags: DisconnectFlags, code: ReasonCode, properties: Properties | None
    ) -> None:
        with self._changed:
            self._lost = f"the connection is lost ({code})"
            self._changed.notify_all()
        self._on_loss()
