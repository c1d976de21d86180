"""The program in a real terminal, played with the keyboard alone."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.scripting import ROOT, status

PATIENCE_S = 30.0
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Player:
    """Somebody at a terminal: types keys and waits until something is to be read."""

    def __init__(self, *arguments: str) -> None:
        self._fd, child_fd = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pi.shell.main", "play", "--web", "off", *arguments],
            cwd=ROOT, stdin=child_fd, stdout=child_fd, stderr=child_fd, env=environment, start_new_session=True,
        )  # fmt: skip
        os.close(child_fd)
        self._seen = ""

    def type(self, keys: str) -> None:
        self._seen = ""
        os.write(self._fd, keys.encode())

    def wait_for(self, text: str) -> None:
        """Reads until the text was shown since the last key."""
        ends = time.monotonic() + PATIENCE_S
        while text not in self._seen:
            ready, _, _ = select.select([self._fd], [], [], max(0.0, ends - time.monotonic()))
            assert ready, f"never showed {text!r}, but:\n{self._seen}"
            self._seen += ESCAPES.sub("", os.read(self._fd, 65536).decode(errors="replace"))

    def wait_for_end(self) -> int:
        """Reads what is left until the program has ended, and returns its exit status."""
        while self.process.poll() is None:
            ready, _, _ = select.select([self._fd], [], [], PATIENCE_S)
            assert ready, "never ended"
            try:
                os.read(self._fd, 65536)
            except OSError:  # the other side is closed
                return self.process.wait(PATIENCE_S)
        return self.process.returncode

    def leave(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._fd)


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    somebody = Player("--data", str(tmp_path), "--seed", "4")
    yield somebody
    somebody.leave()


def test_a_turn_is_played_with_the_keyboard_alone(player: Player, tmp_path: Path) -> None:
    player.wait_for("How many play?")
    player.type("\r")
    player.wait_for("Who starts?")
    player.type("\r")
    player.wait_for("Player 1: throw")
    player.type("t")
    player.wait_for("Player 1: choose")
    player.type("\r")
    player.wait_for("Player 1: done")
    player.type("c")
    player.wait_for("Player 2: throw")
    player.type("u")
    player.wait_for("Take this back")
    player.type("\r")
    player.wait_for("Player 1: choose")
    player.type("q")
    assert player.wait_for_end() == 0
    assert (status(tmp_path)["turns"], status(tmp_path)["phase"]) == (0, "choosing")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGKILL])
def test_ended_by_a_signal_it_goes_on_where_it_was(player: Player, tmp_path: Path, number: signal.Signals) -> None:
    player.wait_for("How many play?")
    player.type("\r\r")
    player.wait_for("Player 1: throw")
    player.process.send_signal(number)
    assert player.wait_for_end() == (-number if number == signal.SIGKILL else 0)
    again = Player("--data", str(tmp_path))
    try:
        again.wait_for("Player 1: throw")
    finally:
        again.leave()


def test_a_second_player_program_on_the_same_games_is_refused(player: Player, tmp_path: Path) -> None:
    player.wait_for("How many play?")
    second = Player("--data", str(tmp_path))
    try:
        second.wait_for("another goatherd plays from this folder")
        assert second.wait_for_end() == 2
    finally:
        second.leave()
