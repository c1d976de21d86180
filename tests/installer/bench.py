"""A machine to install on: its files in a folder, and stand-ins for the commands that would change a real one."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from installer.games import DATA, NAME
from installer.machine import Machine
from installer.requirements import PACKAGES, PI_PACKAGES

STAND_IN = Path(__file__).with_name("stand_in.sh")
COMMANDS = (
    *("apt-cache", "apt-get", "blkid", "chown", "dpkg-query", "mount", "mountpoint", "python3", "raspi-config"),
    *("runuser", "systemctl", "systemd-sysusers", "udevadm", "umount", "userdel", "apparmor_parser"),
)
CONFIG = "# For more options see the documentation\n#dtparam=i2c_arm=on\n[pi4]\narm_boost=1\n"


class Bench:
    """A Raspberry Pi with Raspberry Pi OS, as it comes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.root = folder / "pi"
        self.programs = folder / "programs"
        if self.programs.exists():
            return
        self.programs.mkdir()
        for command in COMMANDS:
            (self.programs / command).symlink_to(STAND_IN)
        self.tell("state", "active\n0\n")
        self.tell("packages", "\n".join([*PACKAGES, *PI_PACKAGES]) + "\n")
        self.tell("unknown", "")
        self.file("/run/systemd/system/.keep", "")
        self.file("/proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
        self.file("/proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\n")
        self.file("/boot/firmware/config.txt", CONFIG)

    def machine(self, pause: Callable[[float], None] = lambda seconds: None) -> Machine:
        environment = {
            "PATH": f"{self.programs}:{os.environ['PATH']}",
            "STAND_IN": str(self.folder),
            "PYTHON": sys.executable,
        }
        return Machine(self.root, environment, pause)

    def tell(self, name: str, text: str) -> None:
        """What a stand-in goes by."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def file(self, absolute: str, text: str) -> None:
        path = self.root / absolute.lstrip("/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def text(self, absolute: str) -> str:
        return (self.root / absolute.lstrip("/")).read_text(encoding="utf-8")

    def has(self, absolute: str) -> bool:
        return (self.root / absolute.lstrip("/")).exists()

    def calls(self) -> list[str]:
        """All commands so far, each with its arguments."""
        path = self.folder / "calls"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []

    def forget_calls(self) -> None:
        (self.folder / "calls").unlink(missing_ok=True)

    @property
    def is_running(self) -> bool:
        return (self.folder / "running").exists()

    @property
    def release(self) -> str:
        """The version that `current` names."""
        return (self.root / "opt/goatherd/current").readlink().name

    @property
    def releases(self) -> set[str]:
        return {path.name for path in (self.root / "opt/goatherd/releases").iterdir()}

    # Games

    @property
    def games(self) -> Path:
        return self.root / DATA.lstrip("/") / NAME

    def begin_game(self, is_over: bool = False) -> None:
        """There is a record with one game, and the version that runs tells how it stands."""
        self.games.parent.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(self.games)) as connection:
            connection.executescript("PRAGMA user_version = 1; CREATE TABLE games (id); INSERT INTO games VALUES (7);")
        self.tell("status", json.dumps({"position": {"over": is_over}}))

    def format(self) -> int:
        with closing(sqlite3.connect(self.games)) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])
