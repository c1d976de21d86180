"""A table and a real broker: what is kept there, and what becomes of the table when the broker does not do its part."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.club.brokers import PATIENCE_S, Listener, Mosquitto, SilentBroker, listening, mosquitto, needs_mosquitto

pytest.importorskip("paho.mqtt.client", reason="paho-mqtt is not installed: it is in the extra club")

from pi.core.announcing import Message
from pi.core.effects import BeginGame
from pi.core.events import Event
from pi.core.model import Model
from pi.shell.loop import Loop, Outputs
from pi.shell.mqtt.broker import Broker
from pi.shell.mqtt.connection import BrokerError, Connection
from pi.shell.mqtt.place import Place
from pi.shell.mqtt.publishing import Publisher
from pi.shell.recorder import Recorder
from pi.shell.store import open_store
from tests.club.games import before_the_end
from tests.pi.driving import EMPTIED, OK, UNDO, new_table, thrown

TURN = (*thrown(1, 1, 4, 6), OK, EMPTIED)


def at_once() -> Iterator[float]:
    while True:
        yield 0.05


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path) as running:
        yield running


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    with listening(broker.port) as hears:
        yield hears


@contextmanager
def table(port: int, folder: Path, model: Model | None = None) -> Iterator[Loop]:
    """A table that is published: the real loop, the real record."""
    start = new_table() if model is None else model
    publisher = Publisher(Place(Broker("127.0.0.1", port), "Window"), at_once)
    with closing(open_store(folder / "data", create=True)) as store, closing(publisher):
        publisher.start(start)
        recorder = Recorder(store, None)
        assert start.game is not None
        recorder.record((BeginGame(start.game.position),), 0.0)
        yield Loop(start, recorder, lambda screen: None, Outputs(heard=publisher.heard))


def take(loop: Loop, *events: Event) -> None:
    for event in events:
        loop.take(event)


@needs_mosquitto
def test_one_who_comes_late_knows_everything(broker: Mosquitto, listener: Listener, tmp_path: Path) -> None:
    with table(broker.port, tmp_path) as loop:
        take(loop, *TURN)
        listener.wait_for_json("goatherd/window/turn")
        with listening(broker.port) as late:
            assert late.wait_for("goatherd/window/status") == "online"
            assert late.wait_for_json("goatherd/window/table")["turns"] == 1
            assert late.wait_for_json("goatherd/window/turn")["name"] == "Ann"
            assert late.wait_for_json("goatherd/window/position")["to_move"] == 1
            assert late.wait_for_json("homeassistant/sensor/goatherd_window/mover/config")["name"] == "Turn of"


@needs_mosquitto
def test_every_change_is_told_once(broker: Mosquitto, listener: Listener, tmp_path: Path) -> None:
    with table(broker.port, tmp_path) as loop:
        listener.wait_for("goatherd/window/table")
        take(loop, *TURN)
        listener.wait_for_json("goatherd/window/turn", lambda turn: turn["number"] == 1)
        take(loop, *TURN)
        listener.wait_for_json("goatherd/window/turn", lambda turn: turn["number"] == 2)
    turns = [payload for topic, payload in listener.heard if topic == "goatherd/window/turn" and payload]
    assert len(turns) == 2


@needs_mosquitto
def test_a_result_and_its_withdrawal(broker: Mosquitto, listener: Listener, tmp_path: Path) -> None:
    with table(broker.port, tmp_path, before_the_end()) as loop:
        take(loop, *thrown(1, 2, 3, 4), OK, EMPTIED)
        assert listener.wait_for_json("goatherd/window/result")["winners"]
        take(loop, UNDO)
        listener.wait_for("goatherd/window/result", lambda payload: payload == "")


@needs_mosquitto
def test_the_end_of_the_program_is_told(broker: Mosquitto, listener: Listener, tmp_path: Path) -> None:
    with table(broker.port, tmp_path):
        listener.wait_for("goatherd/window/status", lambda payload: payload == "online")
    listener.wait_for("goatherd/window/status", lambda payload: payload == "offline")
    assert listener.wait_for_json("goatherd/window/table")["players"], "its game is still there to see"


@needs_mosquitto
def test_a_broker_that_was_killed_and_is_back_is_told_how_the_table_stands(broker: Mosquitto, tmp_path: Path) -> None:
    with table(broker.port, tmp_path) as loop:
        with listening(broker.port) as before:
            before.wait_for("goatherd/window/table")
            broker.kill()
        take(loop, *TURN, *TURN)
        broker.start()
        with listening(broker.port) as after:
            after.wait_for("goatherd/window/status", lambda payload: payload == "online")
            assert after.wait_for_json("goatherd/window/turn")["number"] == 2
            take(loop, *TURN)
            after.wait_for_json("goatherd/window/turn", lambda turn: turn["number"] == 3)


@needs_mosquitto
def test_a_broker_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    with table(broker.port, tmp_path) as loop:
        take(loop, *TURN)
        broker.start()
        try:
            with listening(broker.port) as hears:
                hears.wait_for_json("goatherd/window/turn", lambda turn: turn["number"] == 1)
        finally:
            broker.kill()


@needs_mosquitto
def test_a_broker_that_stops_working_keeps_nothing_up_and_hears_the_latest_in_the_end(
    broker: Mosquitto, listener: Listener, tmp_path: Path
) -> None:
    with table(broker.port, tmp_path) as loop:
        listener.wait_for_json("goatherd/window/table")
        broker.freeze()
        take(loop, *TURN * 12)  # each step comes back, or the test hangs here: nobody thaws the broker meanwhile
        assert loop.model.game is not None
        assert loop.model.game.turns == 12
        broker.thaw()
        listener.wait_for_json("goatherd/window/turn", lambda turn: turn["number"] == 12)


def test_a_broker_that_takes_connections_and_never_answers_holds_nobody_up(tmp_path: Path) -> None:
    silent = SilentBroker()
    with closing(silent), table(silent.port, tmp_path) as loop:
        guest = silent.guests.get(timeout=PATIENCE_S)
        take(loop, *TURN * 12)
        assert loop.model.game is not None
        assert loop.model.game.turns == 12
        guest.setblocking(False)
        assert guest.recv(65_536), "the table still waits for the answer to its greeting"
        with pytest.raises(BlockingIOError):
            guest.recv(1)
    publishing = [thread.name for thread in threading.enumerate() if thread.name == "publish"]
    assert len(publishing) <= 1, "the end of the program waits a second for it, not for the broker"


@needs_mosquitto
def test_a_broker_that_wants_a_password_gets_it(tmp_path: Path) -> None:
    passwords = tmp_path / "passwords"
    passwords.write_text("ann:secret\n", encoding="utf-8")
    hashed(passwords)
    with mosquitto(tmp_path, "allow_anonymous false", f"password_file {passwords}") as broker:
        place = Place(Broker("127.0.0.1", broker.port, user="ann", password="secret"), "Window")
        with closing(Publisher(place, at_once)) as publisher:
            publisher.start(new_table())
            with listening(broker.port, "ann", "secret") as hears:
                hears.wait_for("goatherd/window/status", lambda payload: payload == "online")


def hashed(passwords: Path) -> None:
    program = shutil.which("mosquitto_passwd")
    if program is None:
        pytest.skip("mosquitto_passwd is not installed here")
    subprocess.run([program, "-U", str(passwords)], check=True)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A certificate for this machine that no system trusts yet, its key beside it."""
    program = shutil.which("openssl")
    if program is None:
        pytest.skip("openssl is not installed here")
    file = tmp_path / "broker.crt"
    names = ("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1")
    files = ("-out", str(file), "-keyout", str(file.with_suffix(".key")))
    kind = ("-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2")
    subprocess.run([program, "req", *kind, *names, *files], check=True, capture_output=True)
    return file


def encrypted(certificate: Path) -> tuple[str, ...]:
    return ("allow_anonymous true", f"certfile {certificate}", f"keyfile {certificate.with_suffix('.key')}")


@needs_mosquitto
def test_an_encrypted_broker_is_spoken_to_once_the_system_trusts_it(
    certificate: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with mosquitto(tmp_path, *encrypted(certificate)) as broker:
        place = Broker("127.0.0.1", broker.port, is_encrypted=True)
        with closing(Connection(place)) as stranger, pytest.raises(BrokerError, match="certificate"):
            stranger.open()
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        with closing(Connection(place)) as connection:
            connection.open()
            connection.say((Message("goatherd/window/status", "online"),))
            connection.check()


@needs_mosquitto
def test_a_wrong_password_is_said(tmp_path: Path) -> None:
    with mosquitto(tmp_path, "allow_anonymous false") as broker:
        place = Broker("127.0.0.1", broker.port, user="ann", password="secret")
        with closing(Connection(place)) as connection, pytest.raises(BrokerError, match="check user and password"):
            connection.open()
