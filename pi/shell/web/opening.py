"""The page of a whole appliance: its camera, its simulated tray, and a browser to show it in."""

from __future__ import annotations

import logging
import os
import random
import socket
import sys
import webbrowser
from pathlib import Path
from typing import TYPE_CHECKING

from pi.shell.simulated import SimulatedThrows
from pi.shell.web.address import Address
from pi.shell.web.companion import Companion, Things
from pi.shell.web.simulating import Simulation

if TYPE_CHECKING:
    from pi.shell.web.cameras import WatchedCamera

log = logging.getLogger(__name__)


def page_of(
    address: Address, listener: socket.socket, folder: Path, camera: WatchedCamera, throws: SimulatedThrows
) -> Companion:
    """The page of an appliance; serves nothing yet."""
    is_simulated = throws.camera is throws
    simulation = Simulation(throws.tray_and_camera, random.Random()) if is_simulated else None
    return Companion(address, listener, folder, Things(camera, simulation))


def show_in_browser(url: str) -> None:
    """Shows the page in a browser with windows, where there is one; never in a terminal, which others use."""
    has_windows = sys.platform in ("darwin", "win32") or any(
        os.environ.get(one) for one in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if has_windows and not webbrowser.open(url):
        log.info("no browser could be opened; open %s yourself", url)
