"""`goatherd doctor`: every part of the device, found or not, and what to do about it."""

from __future__ import annotations

import argparse
import json

from pi.shell.commands.play import add_device_options
from pi.shell.data import add_data_option, data_folder


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `doctor`."""
    doctor = commands.add_parser(
        "doctor",
        help="check every part of the device and say what to do about it",
        description="Checks every part of the device. Exit status 0 when all that is needed works, 1 otherwise.",
    )
    doctor.add_argument("--json", action="store_true", help="one JSON document")
    add_device_options(doctor)
    add_data_option(doctor)
    doctor.set_defaults(run=_run)


def _run(arguments: argparse.Namespace) -> int:
    from pi.shell.checks import Finding, State, Wanted, check_all

    wanted = Wanted(
        arguments.camera,
        arguments.screen,
        arguments.buttons,
        arguments.buzzer,
        arguments.lamp,
        data_folder(arguments.data),
    )
    findings: list[Finding] = []
    for finding in check_all(wanted):
        findings.append(finding)
        if not arguments.json:
            print(f"{_SIGNS[finding.state.value]} {finding.part:<12} {finding.found}", flush=True)
            if finding.remedy:
                print(f"  {'':<12} -> {finding.remedy}", flush=True)
    works = all(finding.state is not State.FAILS for finding in findings)
    if arguments.json:
        parts = [
            {"part": one.part, "state": one.state.value, "found": one.found, "remedy": one.remedy} for one in findings
        ]
        print(json.dumps({"works": works, "parts": parts}))
    return 0 if works else 1


_SIGNS = {"works": "✓", "note": "·", "fails": "✗"}
