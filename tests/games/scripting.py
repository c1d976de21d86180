"""Runs the program as a player would: scripts in, exit status and record out."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

from pi.shell.main import main

ROOT = Path(__file__).parent.parent.parent


def goatherd(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Runs one command of the program."""
    command = [sys.executable, "-m", "pi.shell.main", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, check=False)


def play_script(data: Path, lines: Sequence[str] | str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Plays a script on a data folder."""
    text = lines if isinstance(lines, str) else "\n".join(lines)
    return goatherd("play", "--data", data, "--language", "en", "--script", "-", *arguments, stdin=text)


def status(data: Path) -> dict[str, Any]:
    """The game as the record tells it. Asked in this process: most scripts end with it, and a start takes its time."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        assert main(["status", "--data", str(data)]) == 0
    told: dict[str, Any] = json.loads(printed.getvalue())
    return told
