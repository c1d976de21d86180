"""Chances, costly turns and the luck of whole games, worked out in a process of its own.

That takes time, what was learnt and the library to calculate with it: more memory than all the rest of the server. The
process is started when somebody wants to know, lets all others go first, and ends when nobody has asked for a while.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import threading
from typing import Any, Final, Literal

from engine.record import Game
from pi.core.luck import Luck, luck_of
from pi.shell.web.messages import CostlyTurn
from pi.shell.web.telling import judged, parse_record, record_told, rounded

IDLE_S: Final = 20.0
NICENESS: Final = 10

What = Literal["line", "costly", "luck"]


class JudgeError(Exception):
    """The process has ended while it was at work."""


class Judge:
    """Asks the process, one game at a time. Calls may come from any thread."""

    def __init__(self) -> None:
        """Starts nothing yet."""
        self._asking = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def chance_line(self, game: Game) -> list[list[float]]:
        """Everybody's chance to win at the start and after each turn, by seat; raises JudgeError."""
        line: list[list[float]] = self._answer("line", game)
        return line

    def costly_turns(self, game: Game) -> list[CostlyTurn]:
        """The turns of everybody that cost most, the costliest first; takes a while; raises JudgeError."""
        turns: list[CostlyTurn] = self._answer("costly", game)
        return turns

    def luck(self, game: Game) -> tuple[Luck, ...]:
        """The luck of everybody's dice, by seat; raises JudgeError."""
        return tuple(Luck(*both) for both in self._answer("luck", game))

    def _answer(self, what: What, game: Game) -> Any:
        question = json.dumps({"what": what, "game": record_told(game)}).encode() + b"\n"
        with self._asking:
            # One that has just ended because nobody asked is noticed only now.
            answer = self._asked(question) or self._asked(question)
        if not answer:
            raise JudgeError("looking back on the game failed; see the log")
        return json.loads(answer)

    def _asked(self, question: bytes) -> bytes:
        """What the process answers; nothing when it has ended."""
        process = self._process
        if process is None or process.poll() is not None:
            process = self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            )
            threading.Thread(target=process.wait, daemon=True).start()  # so that nothing is left of it when it ends
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(question)
            process.stdin.flush()
            answer = process.stdout.readline()
        except OSError:
            answer = b""
        if not answer:
            process.wait()
        return answer


def _answered(question: bytes) -> Any:
    from engine.review import chance_line, costly_turns

    told = json.loads(question)
    game = parse_record(told["game"])
    match told["what"]:
        case "line":
            return [rounded(chances) for chances in chance_line(game)]
        case "costly":
            return [judged(turn) for turn in costly_turns(game)]
        case _:
            return [(luck.gained, luck.expected) for luck in luck_of(game)]


def _run() -> None:
    """Answers a line with a line, until nobody asks or the server has gone."""
    os.nice(NICENESS)
    while select.select([sys.stdin.fileno()], [], [], IDLE_S)[0]:
        question = sys.stdin.buffer.readline()
        if not question:
            return
        sys.stdout.buffer.write(json.dumps(_answered(question)).encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _run()
