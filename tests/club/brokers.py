"""A real broker to publish to, one that only pretends, and somebody who listens."""

from __future__ import annotations

import json
import queue
import shutil
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed: it is in the extra club")

from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

PATIENCE_S = 30.0
PROGRAM = shutil.which("mosquitto") or ("/usr/sbin/mosquitto" if Path("/usr/sbin/mosquitto").exists() else None)
needs_mosquitto = pytest.mark.skipif(PROGRAM is None, reason="mosquitto, a broker, is not installed here")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class Mosquitto:
    """A broker that can be killed, stopped and started again; it keeps nothing on the disk."""

    def __init__(self, folder: Path, *settings: str) -> None:
        self.port = free_port()
        self._settings = folder / "mosquitto.conf"
        access = settings or ("allow_anonymous true",)
        lines = (f"listener {self.port} 127.0.0.1", "persistence false", "user root", *access)
        self._settings.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it, and waits until it says that it runs."""
        assert PROGRAM is not None
        process = subprocess.Popen(
            [PROGRAM, "-c", str(self._settings), "-v"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        self._process = process
        said: queue.SimpleQueue[str] = queue.SimpleQueue()
        assert process.stderr is not None
        threading.Thread(target=_pass_on, args=(process.stderr, said), daemon=True).start()
        lines: list[str] = []
        while not (lines and lines[-1].rstrip().endswith("running")):
            assert process.poll() is None or not said.empty(), lines
            lines.append(said.get(timeout=PATIENCE_S))

    def kill(self) -> None:
        self._signal(signal.SIGKILL)
        if self._process is not None:
            self._process.wait(PATIENCE_S)

    def freeze(self) -> None:
        """It keeps all connections, takes new ones, and does nothing any more."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)


def _pass_on(lines: Iterator[str], said: queue.SimpleQueue[str]) -> None:
    for line in lines:
        said.put(line)


@contextmanager
def mosquitto(folder: Path, *settings: str) -> Iterator[Mosquitto]:
    broker = Mosquitto(folder, *settings)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill()


class Listener:
    """Hears everything that is published, as any other program of the club would."""

    def __init__(self, port: int, user: str | None = None, password: str | None = None) -> None:
        self.latest: dict[str, str] = {}
        self.heard: list[tuple[str, str]] = []
        self._changed = threading.Condition()
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = self._arrived
        if user is not None:
            self._client.username_pw_set(user, password)
        self._client.connect("127.0.0.1", port)
        self._client.subscribe("#", qos=1)
        self._client.loop_start()

    def _arrived(self, client: Client, data: Any, message: MQTTMessage) -> None:
        with self._changed:
            self.latest[message.topic] = message.payload.decode()
            self.heard.append((message.topic, message.payload.decode()))
            self._changed.notify_all()

    def wait_for(self, topic: str, is_it: Callable[[str], bool] = bool) -> str:
        """Waits until the latest on a topic is as wanted."""
        with self._changed:
            came = self._changed.wait_for(lambda: topic in self.latest and is_it(self.latest[topic]), PATIENCE_S)
            assert came, f"{topic} is {self.latest.get(topic)!r}, and nothing else came in {PATIENCE_S:g} s"
            return self.latest[topic]

    def wait_for_json(self, topic: str, is_it: Callable[[Any], bool] = bool) -> Any:
        return json.loads(self.wait_for(topic, lambda payload: payload != "" and is_it(json.loads(payload))))

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@contextmanager
def listening(port: int, user: str | None = None, password: str | None = None) -> Iterator[Listener]:
    listener = Listener(port, user, password)
    try:
        yield listener
    finally:
        listener.close()


class SilentBroker:
    """Takes every connection and never answers."""

    def __init__(self) -> None:
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self.guests: queue.SimpleQueue[socket.socket] = queue.SimpleQueue()
        threading.Thread(target=self._take, daemon=True).start()

    def _take(self) -> None:
        while True:
            try:
                self.guests.put(self._socket.accept()[0])
            except OSError:
                return

    def close(self) -> None:
        self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
