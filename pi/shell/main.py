"""The command line: `goatherd COMMAND ...`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NoReturn

from engine.errors import EngineError
from hardware.ports import DeviceError
from pi.shell.errors import ExpectationError, NoSuchGameError, RecordError, UsageError

FAMILIES: Final = {
    "play": ("play",),
    "positions": ("new", "turns", "apply", "sheet"),
    "reading": ("read",),
    "watching": ("watch",),
    "calibrating": ("calibrate",),
    "teaching": ("teach",),
    "games": ("status", "games", "show", "export"),
    "packing": ("pack",),
    "saga": ("saga",),
    "statistics": ("stats",),
    "tables": ("tables",),
    "doctoring": ("doctor",),
    "bench": ("bench",),
    "simulating": ("simulate",),
    "training": ("train",),
}
"""Modules and the commands that each adds, in the order of the help. One is loaded when it is asked for."""

DONE, FAILED, WRONG = 0, 1, 2
"""Exit statuses: done; the machine failed; the request was wrong."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; what went wrong is one line on standard error."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads spin for work that is too small to share
    words = sys.argv[1:] if arguments is None else arguments
    chosen = build_parser(words[0] if words else None).parse_args(words)
    try:
        return int(chosen.run(chosen))
    except (EngineError, UsageError, NoSuchGameError) as error:
        return _refuse(error, WRONG)
    except ExpectationError as error:
        print(error, file=sys.stderr)
        return FAILED
    except (DeviceError, RecordError, OSError) as error:
        return _refuse(error, FAILED)
    except KeyboardInterrupt:
        return 130


class _Parser(argparse.ArgumentParser):
    """Refuses wrong arguments in one line, as everything else is refused."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {message}; see {self.prog} --help\n")


def build_parser(command: str | None = None) -> argparse.ArgumentParser:
    """The parser of one command, or of all when it is none of ours.

    Each command sets `run`, which takes the parsed arguments and returns the exit status.
    """
    parser = _Parser(prog="goatherd", description="Reads the dice of Mountain Goats off the table and keeps the score.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    wanted = [family for family, names in FAMILIES.items() if command in names]
    for family in wanted or FAMILIES:
        import_module(f"pi.shell.commands.{family}").add_parsers(commands)
    return parser


def _refuse(error: Exception, status: int) -> int:
    print(f"goatherd: {' '.join(str(error).split())}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
