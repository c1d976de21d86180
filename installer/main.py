"""The command line of `./install`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from installer import installing, partition, releases
from installer.machine import InstallError, Machine
from installer.requirements import check_writable

DONE, FAILED, BROKEN_OFF = 0, 1, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Does what is asked for and returns the exit status; what went wrong is one line on standard error."""
    chosen = _parser().parse_args(arguments)
    try:
        _perform(chosen, Machine(chosen.root))
    except (InstallError, OSError) as error:
        print(f"install: {' '.join(str(error).split())}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        return BROKEN_OFF
    return DONE


def _perform(chosen: argparse.Namespace, machine: Machine) -> None:
    match chosen.command:
        case "remove":
            installing.remove(machine, chosen.games)
        case "read-only":
            if chosen.switch == "on":
                check_writable(machine)
            partition.switch_read_only(machine, chosen.switch == "on")
        case "backup":
            installing.backup(machine, chosen.file)
        case "restore":
            installing.restore(machine, chosen.file)
        case "wheels":
            releases.fetch_wheels(machine, chosen.folder)
        case _:
            installing.install(machine, _choices(chosen))


def _choices(chosen: argparse.Namespace) -> installing.Choices:
    button = chosen.shutdown_button
    return installing.Choices(
        wheels=chosen.wheels,
        page=None if chosen.page is None else chosen.page == "on",
        has_button=None if button is None else button != "none",
        button=None if button in (None, "none") else _pin(button),
        device=chosen.data_device,
    )


def _pin(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise InstallError(f"--shutdown-button: {text!r} is no GPIO number; name one such as 21, or none")
    return int(text)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="install",
        description="Installs Goatherd or brings it up to date. Run it with sudo; it may be run again at any time.",
    )
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="take packages from this folder, not the network")
    parser.add_argument("--page", choices=("on", "off"), help="serve the companion page to the local network")
    parser.add_argument("--shutdown-button", metavar="PIN|none", help="GPIO number of a button that switches off")
    parser.add_argument("--data-device", metavar="DEVICE", help="keep the games on this partition")
    parser.add_argument("--root", type=Path, default=Path("/"), metavar="DIR", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(title="other commands", metavar="COMMAND", dest="command")
    remove = commands.add_parser("remove", help="take Goatherd away; the games stay")
    remove.add_argument("--games", action="store_true", help="delete the games, too")
    read_only = commands.add_parser("read-only", help="never write the root, from the next start on")
    read_only.add_argument("switch", choices=("on", "off"))
    for name, words in (("backup", "copy the games to a file"), ("restore", "put such a copy in their place")):
        commands.add_parser(name, help=words).add_argument("file", type=Path)
    wheels = commands.add_parser("wheels", help="fill a folder with what a Pi without a network needs")
    wheels.add_argument("folder", type=Path, metavar="DIR")
    return parser
