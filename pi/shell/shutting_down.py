"""Switches the machine off."""

from __future__ import annotations

import logging
import subprocess

from pi.shell.loop import ShutDownError

log = logging.getLogger(__name__)

COMMAND = ("systemctl", "poweroff")
PATIENCE_S = 15.0
JOBS_COMMAND = ("systemctl", "list-jobs", "--plain", "--no-legend", "poweroff.target", "halt.target")
JOBS_PATIENCE_S = 3.0


def switch_off() -> None:
    """Asks systemd to switch the machine off; raises ShutDownError when it refuses.

    The program goes on until systemd ends it, and its last picture stays on the display.
    """
    try:
        ended = subprocess.run(COMMAND, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ShutDownError(f"{' '.join(COMMAND)}: {error}") from error
    if ended.returncode:
        reason = " ".join(ended.stderr.split()) or f"exit status {ended.returncode}"
        raise ShutDownError(f"{' '.join(COMMAND)}: {reason}")
    log.info("the machine switches off")


def is_switching_off() -> bool:
    """Whether systemd is switching the machine off, whoever asked it to: a shutdown button, or a command."""
    try:
        ended = subprocess.run(JOBS_COMMAND, capture_output=True, text=True, check=False, timeout=JOBS_PATIENCE_S)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return " start " in ended.stdout
