"""The games kept: whether one is being played, copies of them, and the way back."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from installer.machine import InstallError, Machine
from installer.releases import CURRENT

DATA: Final = "/var/lib/goatherd"
USER: Final = "goatherd"
NAME: Final = "goatherd.sqlite"
COPIES: Final = f"{DATA}/copies"
COPIES_KEPT: Final = 3
_LOGS: Final = ("-wal", "-shm")
NOTHING_THERE: Final = 2
"""Exit status of `goatherd status` where no game was ever begun."""


def refuse_during_game(machine: Machine) -> None:
    """Raises InstallError while a game is being played; one that waits for the table to be switched on is none."""
    if not is_running(machine) or not machine.path(f"{DATA}/{NAME}").is_file():
        return
    remedy = "finish it first, or break it off with: sudo systemctl stop goatherd (it is kept, and goes on afterwards)"
    status, said = as_user(machine, machine.path(CURRENT), "status")
    if status == NOTHING_THERE:
        return
    try:
        is_over = bool(json.loads(said)["position"]["over"])
    except (ValueError, KeyError, TypeError) as error:
        raise InstallError(f"whether a game is being played can't be told ({said or error}); {remedy}") from error
    if not is_over:
        raise InstallError(f"a game is being played; {remedy}")


def is_running(machine: Machine) -> bool:
    """Whether the service runs."""
    return machine.is_booted and machine.try_run("systemctl", "is-active", "goatherd")[0] == 0


def as_user(machine: Machine, release: Path, *arguments: str | Path, data: Path | None = None) -> tuple[int, str]:
    """Runs a version's `goatherd` as the service's user on its games; gives the exit status and what it said."""
    folder = machine.path(DATA) if data is None else data
    program = (release / "bin/goatherd", *arguments, "--data", folder)
    return machine.try_run("runuser", "-u", USER, "--", "env", "LG_WD=/tmp", "LANG=C.UTF-8", *program)


def make_folder(machine: Machine) -> None:
    """Makes the data folder, which the service's user owns."""
    machine.path(DATA).mkdir(parents=True, exist_ok=True)
    machine.path(DATA).chmod(0o750)
    machine.run("chown", f"{USER}:{USER}", machine.path(DATA), remedy="run this again")


def copy_games(machine: Machine) -> Path | None:
    """Copies the games into the folder `copies`; returns the folder of the copy, None where there are no games.

    Raises:
        InstallError: they can't be copied.
    """
    games = machine.path(f"{DATA}/{NAME}")
    if not games.is_file():
        return None
    at = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    folder = machine.path(f"{COPIES}/{at}")
    folder.mkdir(parents=True, exist_ok=True)
    copy_database(games, folder / NAME)
    machine.run("chown", "-R", f"{USER}:{USER}", machine.path(COPIES), remedy="run this again")
    machine.say("games", f"copied to {folder / NAME}")
    return folder


def copy_database(source: Path, target: Path) -> None:
    """Copies an SQLite file, what its log holds included; raises InstallError where that fails."""
    try:
        with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
    except sqlite3.Error as error:
        raise InstallError(f"{source}: can't be copied to {target} ({error}); free some space or check it") from error


def try_migration(machine: Machine, release: Path, copy: Path) -> None:
    """Has a new version read, and where need be migrate, a second copy; raises InstallError when it can't."""
    trial = copy / "trial"
    trial.mkdir(exist_ok=True)
    copy_database(copy / NAME, trial / NAME)
    machine.run("chown", "-R", f"{USER}:{USER}", trial, remedy="run this again")
    status, said = as_user(machine, release, "games", data=trial)
    shutil.rmtree(trial)
    if status:
        last = said.rpartition("\n")[2]
        raise InstallError(f"the new version can't read the games ({last}); the old one stays; see goatherd doctor")
    machine.say("games", f"{len(said.splitlines())} games read by the new version, on a copy")


def put_back(machine: Machine, copy: Path) -> None:
    """Puts a copy in place where a new version has changed the format; what that one wrote is kept beside it."""
    games = machine.path(f"{DATA}/{NAME}")
    if _format_of(games) == _format_of(copy / NAME):
        return  # nothing that the old version could not read
    restore(machine, copy / NAME)


def restore(machine: Machine, copy: Path) -> None:
    """Puts a copy in the place of the games, which are kept beside it."""
    games = machine.path(f"{DATA}/{NAME}")
    fresh = games.with_name(f"{NAME}.fresh")
    copy_database(copy, fresh)
    aside = games.with_name(f"{NAME}.replaced-{datetime.now(UTC).strftime('%Y%m%d-%H%M%S')}")
    for suffix in ("", *_LOGS):
        if (path := Path(f"{games}{suffix}")).exists():
            path.replace(f"{aside}{suffix}")
    fresh.replace(games)
    machine.run("chown", f"{USER}:{USER}", games, remedy="run this again")
    machine.say("games", f"put back; those in their place before are {aside.name}")


def drop_old_copies(machine: Machine) -> None:
    """Keeps the latest copies only."""
    folder = machine.path(COPIES)
    if folder.is_dir():
        for path in sorted(folder.iterdir())[:-COPIES_KEPT]:
            shutil.rmtree(path)


def _format_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])
