"""The two programs of a club: tables that play with --publish, and the view of all of them."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.club.brokers import PATIENCE_S, Mosquitto, free_port, listening, mosquitto, needs_mosquitto
from tests.games.scripting import ROOT, goatherd

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PROGRAM = (sys.executable, "-m", "pi.shell.main")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path) as running:
        yield running


@contextmanager
def playing(broker: Mosquitto, data: Path, name: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A table without a screen, at which nobody does anything."""
    devices = ("--screen", "none", "--buttons", "none", "--camera", "simulated", "--web", "off")
    publishing = ("--publish", broker.url, "--table", name)
    command = [*PROGRAM, "play", "--data", str(data), *devices, *publishing, *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE_S)


ANN_AND_BO = ("--players", "2", "--names", "Ann,Bo")
WITHOUT_CAMERA = ("--camera", "usb:63")
"""One that is not there: how long a camera takes to start is another matter on every machine."""


@needs_mosquitto
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM], ids=["killed", "ended"])
def test_a_table_that_was_killed_or_ended_is_offline(broker: Mosquitto, tmp_path: Path, end: signal.Signals) -> None:
    with listening(broker.port) as hears, playing(broker, tmp_path / "data", "Window", *ANN_AND_BO) as process:
        hears.wait_for("goatherd/window/status", lambda payload: payload == "online")
        process.send_signal(end)
        hears.wait_for("goatherd/window/status", lambda payload: payload == "offline")
        assert [player["name"] for player in hears.wait_for_json("goatherd/window/table")["players"]] == ["Ann", "Bo"]


@needs_mosquitto
def test_a_table_that_is_back_is_online(broker: Mosquitto, tmp_path: Path) -> None:
    with listening(broker.port) as hears:
        with playing(broker, tmp_path / "data", "Window", *ANN_AND_BO):
            hears.wait_for("goatherd/window/status", lambda payload: payload == "online")
        hears.wait_for("goatherd/window/status", lambda payload: payload == "offline")
        with playing(broker, tmp_path / "data", "Window"):
            hears.wait_for("goatherd/window/status", lambda payload: payload == "online")


@needs_mosquitto
def test_all_tables_at_once(broker: Mosquitto, tmp_path: Path) -> None:
    with listening(broker.port) as hears:
        with (
            playing(broker, tmp_path / "one", "Window", *ANN_AND_BO, *WITHOUT_CAMERA),
            playing(broker, tmp_path / "two", "Bar", *WITHOUT_CAMERA),
        ):
            for table in ("window", "bar"):
                hears.wait_for_json(f"goatherd/{table}/table", lambda told: told["troubles"] == ["camera"])
                hears.wait_for(f"goatherd/{table}/status", lambda payload: payload == "online")
            shown = goatherd("tables", broker.url, "--language", "en")
        assert shown.stdout.splitlines() == [
            "● Bar      free, trouble: camera",
            "",
            "● Window   round 1, Ann: to roll, trouble: camera",
            "    ▸ Ann 0   Bo 0",
        ]
        hears.wait_for("goatherd/window/status", lambda payload: payload == "offline")
        hears.wait_for("goatherd/bar/status", lambda payload: payload == "offline")
    tables = [json.loads(line) for line in goatherd("tables", broker.url, "--json").stdout.splitlines()]
    assert {(table["id"], table["is_online"], table["play"]["phase"]) for table in tables} == {
        ("bar", False, "set-up"),
        ("window", False, "waiting"),
    }
    assert goatherd("tables", broker.url, "--forget", "bar").returncode == 0
    assert "Bar" not in goatherd("tables", broker.url).stdout
    with listening(broker.port) as later:
        later.wait_for("goatherd/window/status")
        assert not [topic for topic in later.latest if "bar" in topic]


@needs_mosquitto
def test_what_is_no_table_or_still_plays_is_not_forgotten(broker: Mosquitto, tmp_path: Path) -> None:
    unknown = goatherd("tables", broker.url, "--forget", "cellar")
    assert (unknown.returncode, "no table 'cellar'" in unknown.stderr) == (2, True)
    with listening(broker.port) as hears, playing(broker, tmp_path / "data", "Window"):
        hears.wait_for("goatherd/window/status", lambda payload: payload == "online")
        refused = goatherd("tables", broker.url, "--forget", "window")
    assert (refused.returncode, "is online" in refused.stderr) == (2, True)


def test_a_broker_that_is_not_there_is_one_line() -> None:
    refused = goatherd("tables", f"mqtt://127.0.0.1:{free_port()}", "--once")
    assert refused.returncode == 1
    assert refused.stderr.count("\n") == 1
    assert "refused; see that it runs" in refused.stderr


@pytest.mark.parametrize("command", [("tables", "club.local"), ("play", "--publish", "club.local")], ids=" ".join)
def test_a_wrong_url_is_one_line(command: tuple[str, ...]) -> None:
    refused = goatherd(*command)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1
    assert "expected mqtt://" in refused.stderr


class View:
    """Somebody who looks at `goatherd tables` in a terminal."""

    def __init__(self, url: str) -> None:
        self._fd, child_fd = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            [*PROGRAM, "tables", url, "--language", "en"],
            cwd=ROOT, stdin=child_fd, stdout=child_fd, stderr=child_fd, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(child_fd)
        self._seen = ""

    def wait_for(self, text: str) -> None:
        """Reads until the text is shown, and forgets what was shown up to there."""
        ends = time.monotonic() + PATIENCE_S
        while text not in self._seen:
            ready, _, _ = select.select([self._fd], [], [], max(0.0, ends - time.monotonic()))
            assert ready, f"never showed {text!r}, but:\n{self._seen}"
            self._seen += ESCAPES.sub("", os.read(self._fd, 65_536).decode(errors="replace"))
        self._seen = self._seen.partition(text)[2]

    def leave(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE_S)
        os.close(self._fd)


@needs_mosquitto
def test_the_view_follows_tables_and_broker(broker: Mosquitto, tmp_path: Path) -> None:
    view = View(broker.url)
    try:
        view.wait_for("No table is published")
        with playing(broker, tmp_path / "data", "Window", *ANN_AND_BO):
            view.wait_for("round 1, Ann: to roll")
        view.wait_for("offline")
        broker.kill()
        view.wait_for("see that it runs and can be reached")
        broker.start()
        view.wait_for("No table is published")  # this broker keeps nothing on its disk
    finally:
        view.leave()
