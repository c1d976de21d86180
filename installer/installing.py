"""Installing, bringing up to date, and taking away: the steps in their order."""

from __future__ import annotations

import re
import shutil
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from installer import games, partition, releases, service, system_files
from installer.machine import InstallError, Machine
from installer.requirements import check_machine, check_writable, install_packages

DEVICE_OPTIONS: Final = ("--camera", "--screen", "--buttons", "--buzzer", "--lamp")
"""Those of `goatherd play` that `goatherd doctor` takes, too."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What is chosen on the command line; None leaves a thing as it is.

    Attributes:
        wheels: folder that packages are taken from instead of the network.
        page: whether the companion page is served to the local network.
        has_button: whether there is a shutdown button.
        button: GPIO number of its pin.
        device: partition for the games.
    """

    wheels: Path | None = None
    page: bool | None = None
    has_button: bool | None = None
    button: int | None = None
    device: str | None = None


def install(machine: Machine, choices: Choices) -> None:
    """Installs this version, in the place of the one that runs if there is one.

    Until the new version is built nothing changes for players. From then on everything is put back as it was should
    any step fail, the new version not come up healthy, or somebody break it off.

    Raises:
        InstallError: it can't be done; what is missing, and what to do about it.
    """
    if choices.button is not None:
        system_files.check_button(choices.button)
    check_machine(machine)
    if choices.wheels is not None:
        releases.check_wheels(choices.wheels)
    games.refuse_during_game(machine)
    install_packages(machine)
    release = releases.build(machine, choices.wheels)
    games.refuse_during_game(machine)  # one may have begun meanwhile
    old = releases.current(machine)
    with ExitStack() as way_back:
        _change_over(machine, choices, release, old, way_back)
        _diagnose(machine, release)
        _start(machine, old, way_back)
        way_back.pop_all()
    releases.clean(machine)
    games.drop_old_copies(machine)
    machine.say("done", f"Goatherd {releases.version()} is installed; options: {system_files.OPTIONS}")


def _change_over(machine: Machine, choices: Choices, release: Path, old: Path | None, way_back: ExitStack) -> None:
    """Stops the old version and puts the new one in its place; `way_back` learns how to undo it."""
    was_running = games.is_running(machine)
    if old is not None:
        machine.say("service", "stopped while the new version takes its place")
        way_back.callback(_go_back, machine, old, was_running)
        service.stop(machine)
    way_back.callback(system_files.write_files(machine, choices.page))
    system_files.apply_files(machine)
    machine.say("system", "user, groups, rights, unit, journal in memory")
    games.make_folder(machine)
    if choices.device is not None:
        partition.use_partition(machine, choices.device)
    copy = games.copy_games(machine)
    if copy is not None:
        games.try_migration(machine, release, copy)
        way_back.callback(games.put_back, machine, copy)
    changed = system_files.write_firmware_lines(machine, choices.button, keep=choices.has_button is None)
    if changed:
        machine.say("firmware", "I2C at 400 kHz: counts from the next start on: sudo reboot")
    releases.switch(machine, release)


def _start(machine: Machine, old: Path | None, way_back: ExitStack) -> None:
    """Starts the service. A first version that does not come up stays for a look at it: there is none to go back to."""
    if old is None:
        way_back.pop_all()
    else:
        way_back.callback(service.stop, machine)
    service.start(machine)


def _go_back(machine: Machine, old: Path, was_running: bool) -> None:
    """The last step back, files and games being those of before: the old version runs again."""
    releases.switch(machine, old)
    releases.clean(machine)
    machine.try_run("systemctl", "daemon-reload")
    if was_running and machine.try_run("systemctl", "start", "goatherd")[0]:
        machine.say("back", f"{old} is in place again, but does not start; what it said: {service.JOURNAL}")
    else:
        machine.say("back", f"everything is as it was, with {old}")


def _diagnose(machine: Machine, release: Path) -> None:
    """Says what the new version finds of the device, while nothing else holds it."""
    machine.say("doctor", "goatherd doctor, on everything that is wired:")
    status, said = games.as_user(machine, release, "doctor", *_devices(machine))
    for line in said.splitlines():
        machine.say("", line)
    if status:
        machine.say("doctor", "what is marked has to be put right; the table plays on without it as far as it can")


def _devices(machine: Machine) -> list[str]:
    """The devices that the builder has chosen among the table's options."""
    chosen = re.search(r"^OPTIONS=(.*)$", machine.read(system_files.OPTIONS) or "", re.MULTILINE)
    words = chosen[1].strip("\"'").split() if chosen else []
    return [word for pair in pairwise(words) if pair[0] in DEVICE_OPTIONS for word in pair]


def remove(machine: Machine, with_games: bool) -> None:
    """Takes Goatherd away, and the games only if asked to; packages from apt stay.

    Raises:
        InstallError: a game is being played, or something does not go.
    """
    check_writable(machine)
    games.refuse_during_game(machine)
    service.stop(machine)
    machine.try_run("systemctl", "disable", "goatherd")
    system_files.delete_files(machine)
    system_files.delete_firmware_lines(machine)
    shutil.rmtree(machine.path(releases.HOME), ignore_errors=True)
    if machine.is_booted:
        machine.run("systemctl", "daemon-reload", remedy="sudo reboot")
    machine.say("removed", "program, unit, rights, lines of the firmware")
    if not with_games:
        machine.say("games", f"stay in {machine.path(games.DATA)}; ./install remove --games deletes them, too")
        return
    for path in sorted(machine.path(games.DATA).glob("*")):
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    partition.delete_mount(machine)
    shutil.rmtree(machine.path(games.DATA), ignore_errors=True)
    machine.try_run("userdel", games.USER)
    machine.say("games", "deleted, and the user with them")


def backup(machine: Machine, target: Path) -> None:
    """Copies the games to a file, also while they are played; raises InstallError where there are none."""
    source = machine.path(f"{games.DATA}/{games.NAME}")
    if not source.is_file():
        raise InstallError(f"{source}: there are no games to copy")
    if target.exists():
        raise InstallError(f"{target}: is there already; name another file")
    games.copy_database(source, target)
    machine.say("games", f"copied to {target}")


def restore(machine: Machine, source: Path) -> None:
    """Puts a copy in the place of the games, which are kept beside it.

    Raises:
        InstallError: a game is being played, or the copy can't be read.
    """
    release = releases.current(machine)
    if release is None or not source.is_file():
        raise InstallError(f"{source if release else releases.CURRENT}: is not there; install first, and name a copy")
    check_writable(machine)
    games.refuse_during_game(machine)
    trial = machine.path(f"{games.COPIES}/restored")
    trial.mkdir(parents=True, exist_ok=True)
    games.copy_database(source, trial / games.NAME)
    machine.run("chown", "-R", f"{games.USER}:{games.USER}", machine.path(games.COPIES), remedy="run this again")
    try:
        games.try_migration(machine, release, trial)
        was_running = games.is_running(machine)
        service.stop(machine)
        games.restore(machine, trial / games.NAME)
    finally:
        shutil.rmtree(trial)
    if was_running:
        service.start(machine)
