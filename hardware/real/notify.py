"""Tells systemd how the service is doing (sd_notify), without a library.

Outside systemd, where NOTIFY_SOCKET isn't set, it does nothing.
"""

from __future__ import annotations

import os
import socket

READY = "READY=1"
"""The service has started: the first screen is on the display."""
WATCHDOG = "WATCHDOG=1"
"""The service is alive; to be sent by the loop itself, never by a timer."""
STOPPING = "STOPPING=1"
"""The service is about to end."""


def status_line(text: str) -> str:
    """Makes the line that `systemctl status` shows."""
    return "STATUS=" + " ".join(text.split())


def notify(*lines: str, address: str | None = None) -> bool:
    """Sends lines to the service manager in one message.

    Args:
        lines: READY, WATCHDOG, STOPPING or a `status_line`.
        address: path of the manager's socket, an abstract one with a leading `@`; by default NOTIFY_SOCKET.

    Returns:
        Whether a manager was there to hear it. A manager that is gone is no reason for a service to fail.
    """
    address = os.environ.get("NOTIFY_SOCKET", "") if address is None else address
    if not address:
        return False
    if address.startswith("@"):
        address = "\0" + address[1:]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as manager:
        try:
            manager.sendto("\n".join(lines).encode(), address)
        except OSError:
            return False
    return True
