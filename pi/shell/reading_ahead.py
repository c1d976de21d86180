"""Reads from the card what the eyes need, on another core than the one that gets the first screen ready.

A small Pi reads its card no faster than it computes, and Python does one thing at a time: so a process of its own loads
the eyes and ends. All that they need lies in memory when the table itself loads them.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from threading import Thread

PICTURE_SHAPE = (480, 640, 3)
"""Height, width and colours of a picture that is large enough to be looked through as any other."""


def read_ahead() -> None:
    """Starts the process and returns at once; it ends by itself, and the table plays on without it as well."""
    with suppress(OSError):
        process = os.posix_spawn(sys.executable, command(), os.environ)
        Thread(target=os.waitpid, args=(process, 0), name="reading ahead", daemon=True).start()


def command() -> list[str]:
    """What the process runs."""
    return [sys.executable, "-P", "-m", __spec__.name]


def main() -> None:
    """Loads all that reading a picture needs."""
    import numpy as np

    from vision.reader import load_reader

    load_reader().read(np.zeros(PICTURE_SHAPE, np.uint8))


if __name__ == "__main__":
    main()
