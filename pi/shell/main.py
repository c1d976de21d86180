"""The command line: `goatherd COMMAND ...`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from engine.errors import EngineError
from hardware.ports import DeviceError
from pi.shell.commands import (
    bench,
    calibrating,
    doctoring,
    games,
    packing,
    play,
    positions,
    reading,
    saga,
    simulating,
    statistics,
    tables,
    teaching,
    training,
    watching,
)
from pi.shell.errors import ExpectationError, UsageError
from pi.shell.record_file import RecordError
from pi.shell.store import NoSuchGameError

DONE, FAILED, WRONG = 0, 1, 2
"""Exit statuses: done; the machine failed; the request was wrong."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit status; what went wrong is one line on standard error."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads spin for work that is too small to share
    chosen = build_parser().parse_args(arguments)
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


def build_parser() -> argparse.ArgumentParser:
    """The parser of all commands; each sets `run`, which takes the parsed arguments and returns the exit status."""
    parser = _Parser(prog="goatherd", description="Reads the dice of Mountain Goats off the table and keeps the score.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for family in (
        play,
        positions,
        reading,
        watching,
        calibrating,
        teaching,
        games,
        packing,
        saga,
        statistics,
        tables,
        doctoring,
        bench,
        simulating,
        training,
    ):
        family.add_parsers(commands)
    return parser


def _refuse(error: Exception, status: int) -> int:
    print(f"goatherd: {' '.join(str(error).split())}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
