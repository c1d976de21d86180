"""The folder that holds everything that lasts."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING

from pi.shell.errors import UsageError

if TYPE_CHECKING:
    import argparse

LOCK_NAME = "lock"


def add_data_option(parser: argparse.ArgumentParser) -> None:
    """Adds `--data DIR`."""
    parser.add_argument(
        "--data", metavar="DIR", type=Path, help="folder of the games (default: the user's data folder)"
    )


def data_folder(chosen: Path | None) -> Path:
    """The folder named on the command line, else systemd's state directory, else the user's data folder."""
    if chosen is not None:
        return chosen
    state = os.environ.get("STATE_DIRECTORY")
    if state:
        return Path(state.split(":")[0])
    from platformdirs import user_data_path

    return user_data_path("goatherd")


def write_whole(path: Path, text: str) -> None:
    """Writes a file of the data folder; after a power cut there is the old text or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


@contextmanager
def playing_alone(folder: Path) -> Iterator[None]:
    """Holds a folder for one player program; raises UsageError while another one holds it."""
    with ExitStack() as held:
        lock = _lock_file(folder)
        if lock is not None:
            held.enter_context(lock)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise UsageError(
                    f"{folder}: another goatherd plays from this folder; end it or name another --data"
                ) from error
        yield


def _lock_file(folder: Path) -> IO[bytes] | None:
    """The file to lock; None where there can't be one, as on a read-only disk. What is wrong, the record will say."""
    path = folder / LOCK_NAME
    for mode in ("ab", "rb"):
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            return path.open(mode)
    return None
