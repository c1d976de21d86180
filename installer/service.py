"""Starting the service and telling whether it came up healthy."""

from __future__ import annotations

from typing import Final

from installer.machine import InstallError, Machine

WATCHED_S: Final = 30
"""Longer than the service's watchdog waits."""
ASKED_EVERY_S: Final = 3
JOURNAL: Final = "journalctl -u goatherd"


def start(machine: Machine) -> None:
    """Starts the service: it counts as up once its first screen is on the display, and stays up.

    Raises:
        InstallError: it does not come up healthy.
    """
    machine.run("systemctl", "enable", "goatherd", remedy="run this again")
    if not machine.is_booted:
        machine.say("service", "starts with the machine; systemd does not run here")
        return
    machine.try_run("systemctl", "reset-failed", "goatherd")
    machine.say("service", f"starting, and watched for {WATCHED_S} s")
    machine.run("systemctl", "restart", "goatherd", remedy=f"what it said: {JOURNAL}")
    began = _state(machine)
    for _ in range(0, WATCHED_S, ASKED_EVERY_S):
        machine.pause(ASKED_EVERY_S)
        now = _state(machine)
        if now != began or not now.startswith("active"):
            raise InstallError(f"goatherd does not stay up ({now}); what it said: {JOURNAL}")


def stop(machine: Machine) -> None:
    """Stops the service, if it runs; raises InstallError where it does not end."""
    if machine.is_booted and machine.try_run("systemctl", "cat", "goatherd")[0] == 0:
        machine.run("systemctl", "stop", "goatherd", remedy="sudo reboot, then run this again")


def _state(machine: Machine) -> str:
    """Whether it runs, and how often it had to be started again."""
    command = ("systemctl", "show", "goatherd", "--value", "--property=ActiveState", "--property=NRestarts")
    return " ".join(sorted(machine.try_run(*command)[1].split(), reverse=True))
