"""The machine that is installed on: its files, its commands, and what is said while they run."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

LOG = "/var/log/goatherd-install.log"


class InstallError(Exception):
    """It can't go on; one line that names what is wrong and the remedy."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where everything happens.

    Attributes:
        root: folder that stands for `/`; another one for a try.
        environment: of every command.
        pause: waits so many seconds.
    """

    root: Path = Path("/")
    environment: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))
    pause: Callable[[float], None] = time.sleep

    def path(self, absolute: str) -> Path:
        """Where a path of that machine lies on this one."""
        return self.root / absolute.lstrip("/")

    @property
    def is_booted(self) -> bool:
        """Whether systemd runs it: not so while an image is being made."""
        return self.path("/run/systemd/system").is_dir()

    def say(self, part: str, text: str) -> None:
        """Tells whoever installs what happens now."""
        print(f"{part:<12} {text}", flush=True)

    def run(self, *command: str | Path, remedy: str, **environment: str) -> str:
        """Runs a command; what it says is returned, and added to the log.

        Args:
            command: the program and its arguments.
            remedy: what to do should it fail.
            environment: variables to add.

        Raises:
            InstallError: it is missing, or fails.
        """
        status, said = self.try_run(*command, **environment)
        if status:
            last = " ".join(said.rpartition("\n")[2].split()) or f"exit status {status}"
            raise InstallError(f"{_shown(command)}: {last}; {remedy} (all that it said: {self.path(LOG)})")
        return said

    def try_run(self, *command: str | Path, **environment: str) -> tuple[int, str]:
        """Runs a command that may fail; gives its exit status (127 where there is no such command) and what it said."""
        words = [str(word) for word in command]
        try:
            ended = subprocess.run(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                errors="replace",
                env={**self.environment, **environment},
                check=False,
            )
            status, said = ended.returncode, ended.stdout.strip()
        except OSError as error:
            status, said = 127, f"{error.strerror}"
        self._log(f"$ {' '.join(words)}\n{said}\n")
        return status, said

    def write(self, absolute: str, text: str, mode: int = 0o644) -> None:
        """Writes a file whole: after a power cut there is the old text or the new one."""
        path = self.path(absolute)
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f"{path.name}.new")
        with fresh.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        fresh.chmod(mode)
        fresh.replace(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # else the name may still be the old file's
        finally:
            os.close(folder)

    def read(self, absolute: str) -> str | None:
        """The text of a file; None where there is none."""
        try:
            return self.path(absolute).read_text(encoding="utf-8")
        except FileNotFoundError:
            return None

    def delete(self, absolute: str) -> None:
        """Deletes a file, if there is one."""
        self.path(absolute).unlink(missing_ok=True)

    def _log(self, text: str) -> None:
        path = self.path(LOG)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(text)


def _shown(command: tuple[str | Path, ...]) -> str:
    """The program and the first word that says what it was to do."""
    return " ".join([Path(command[0]).name, *(str(word) for word in command[1:2])])
