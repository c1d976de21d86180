"""The program in processes of its own, and a disk that is full."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

DISK: Final = "size=4m"
"""A small disk of its own, in memory, for the games that it fills up on."""
POLL_S: Final = 0.002


def run_fresh(arguments: Sequence[str], folder: Path) -> int:
    """Starts the program in a new interpreter, what it says going to a file, and returns its process."""
    log = (os.POSIX_SPAWN_OPEN, 2, str(folder / "log"), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    command = [sys.executable, "-m", "pi.shell.main", *arguments]
    return os.posix_spawn(sys.executable, command, os.environ, file_actions=[log])


def run_forked(arguments: Sequence[str], folder: Path) -> int:
    """Starts the program in a process forked from this one, and returns it."""
    sys.stderr.flush()
    process = os.fork()
    if process:
        return process
    status = 70
    try:
        from pi.shell.main import main

        log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(log, 2)
        status = main(arguments)
        sys.stderr.flush()
    finally:
        os._exit(status)


def said(folder: Path) -> str:
    """What the program said last."""
    path = folder / "log"
    return " ".join(path.read_text(encoding="utf-8").split())[-600:] if path.is_file() else ""


def wait_for(process: int, seconds: float) -> int | None:
    """Waits for a process to end; gives its status, below 0 for a signal, or None when it still runs."""
    ends = time.monotonic() + seconds
    while True:
        found, status = os.waitpid(process, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() >= ends:
            return None
        time.sleep(POLL_S)


def load_libraries() -> None:
    """What a forked process finds there already."""
    import cv2

    cv2.setNumThreads(1)
    import vision.reader  # noqa: F401


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """Puts a small disk in memory at a folder; raises PermissionError where this may not be done."""
    command = ("mount", "-t", "tmpfs", "-o", DISK, "none", str(folder))
    if subprocess.run(command, capture_output=True, check=False).returncode:
        raise PermissionError(errno.EPERM, "a small disk to fill up can't be mounted; run this as root")
    try:
        yield
    finally:
        subprocess.run(("umount", "--lazy", str(folder)), capture_output=True, check=False)


def fill_up(ballast: Path) -> None:
    """Leaves no room on the disk."""
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
