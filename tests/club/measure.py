"""What publishing costs the table: `python -m tests.club.measure` prints ms as JSON.

A step is all that the loop does for one event, the advice for a roll included; handing over is what it does of that for
the broker.
"""

from __future__ import annotations

import json
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path

from pi.core.effects import BeginGame
from pi.core.events import Event
from pi.core.handler import Next
from pi.core.model import Model
from pi.shell.loop import Loop, Outputs
from pi.shell.mqtt.broker import Broker
from pi.shell.mqtt.place import Place
from pi.shell.mqtt.publishing import Publisher
from pi.shell.recorder import Recorder
from pi.shell.store import open_store
from tests.club.brokers import PATIENCE_S, Mosquitto, SilentBroker, listening, mosquitto
from tests.pi.driving import EMPTIED, OK, new_table, thrown

TURNS = 40


def steps_ms(port: int | None, begin: Callable[[], None] = lambda: None) -> dict[str, float]:
    """Plays TURNS turns; `begin` is called before the first, once the publisher has begun."""
    model, steps, handing = new_table(), list[float](), list[float]()
    assert model.game is not None
    with ExitStack() as held:
        folder = Path(held.enter_context(tempfile.TemporaryDirectory()))
        outputs = Outputs()
        if port is not None:
            publisher = held.enter_context(closing(Publisher(Place(Broker("127.0.0.1", port), "Window"))))
            publisher.start(model)
            outputs = Outputs(heard=_timed(publisher.heard, handing))
        begin()
        recorder = Recorder(held.enter_context(closing(open_store(folder, create=True))), None)
        recorder.record((BeginGame(model.game.position),), 0.0)
        loop = Loop(model, recorder, lambda screen: None, outputs)
        turn = (*thrown(1, 1, 4, 6), OK, EMPTIED)
        for event in turn:  # loads what the first turn needs
            loop.take(event)
        for event in turn * TURNS:
            began = time.perf_counter()
            loop.take(event)
            steps.append(1000 * (time.perf_counter() - began))
    figures = {"step, median": round(statistics.median(steps), 2), "step, longest": round(max(steps), 1)}
    if handing:
        figures |= {"handing over, median": round(statistics.median(handing), 4)}
        figures |= {"handing over, longest": round(max(handing), 2)}
    return figures


def _timed(heard: Callable[[Event, Next, Model], None], times_ms: list[float]) -> Callable[[Event, Next, Model], None]:
    def timed(event: Event, following: Next, model: Model) -> None:
        began = time.perf_counter()
        heard(event, following, model)
        times_ms.append(1000 * (time.perf_counter() - began))

    return timed


def with_mosquitto(freezes: bool) -> dict[str, float]:
    with tempfile.TemporaryDirectory() as folder, mosquitto(Path(folder)) as broker:
        return steps_ms(broker.port, lambda: _begun(broker, freezes))


def _begun(broker: Mosquitto, freezes: bool) -> None:
    with listening(broker.port) as hears:
        hears.wait_for("goatherd/window/status", lambda payload: payload == "online")
    if freezes:
        broker.freeze()


def with_silent_broker() -> dict[str, float]:
    silent = SilentBroker()
    with closing(silent):
        return steps_ms(silent.port, lambda: _met(silent))


def _met(silent: SilentBroker) -> None:
    silent.guests.get(timeout=PATIENCE_S)


def main() -> None:
    figures = {
        "not published": steps_ms(None),
        "published": with_mosquitto(freezes=False),
        "broker stopped working": with_mosquitto(freezes=True),
        "broker never answers": with_silent_broker(),
    }
    print(json.dumps(figures, indent=1))


if __name__ == "__main__":
    main()
