"""The command line as a whole: every command is there, and each loads no more than it needs."""

from __future__ import annotations

import argparse
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from pi.shell.main import FAMILIES, build_parser

ROOT = Path(__file__).parent.parent.parent
COMMANDS = [name for names in FAMILIES.values() for name in names]


@pytest.mark.parametrize(("family", "names"), FAMILIES.items(), ids=list(FAMILIES))
def test_every_family_adds_the_commands_that_are_told_of_it(family: str, names: tuple[str, ...]) -> None:
    commands = argparse.ArgumentParser().add_subparsers()
    import_module(f"pi.shell.commands.{family}").add_parsers(commands)
    assert tuple(commands.choices) == names


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        build_parser().parse_args(["--help"])
    listed = capsys.readouterr().out
    assert [name for name in COMMANDS if f"\n    {name} " not in listed and f"\n    {name}\n" not in listed] == []


@pytest.mark.parametrize("words", [["dance"], []], ids=" ".join)
def test_what_is_no_command_is_refused_in_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match=r"^2$"):
        build_parser(*words).parse_args(words)
    refusal = capsys.readouterr().err
    assert refusal.count("\n") == 1
    assert "COMMAND" in refusal


def loaded_after(code: str) -> set[str]:
    """Names of the modules that a program has loaded at its end."""
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    return set(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split())


def test_play_knows_its_camera_before_it_loads_rules_and_screens() -> None:
    loaded = loaded_after('from pi.shell.main import build_parser; build_parser("play").parse_args(["play"])')
    assert "pi.shell.commands.play" in loaded
    assert loaded & {"engine.position", "pi.core.model", "pi.shell.appliance", "sqlite3", "numpy", "cv2"} == set()


def test_one_command_loads_no_other() -> None:
    loaded = loaded_after('from pi.shell.main import main; main(["games", "--data", "/nonexistent"])')
    assert {name for name in loaded if name.startswith("pi.shell.commands.")} == {"pi.shell.commands.games"}
