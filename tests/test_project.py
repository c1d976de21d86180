"""The project keeps its own rules: types, style, rooms, a light start, and files that name nothing but the project."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BIN = Path(sys.executable).parent


def run(*command: str) -> None:
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.parametrize(
    "command",
    [("ruff", "check", "."), ("ruff", "format", "--check", "."), ("mypy",), ("lint-imports",)],
    ids=["ruff", "ruff format", "mypy --strict", "import contracts"],
)
def test_tool_finds_nothing(command: tuple[str, ...]) -> None:
    run(str(BIN / command[0]), *command[1:])


HEAVY = ("cv2", "numpy", "gpiozero", "luma", "picamera2")


@pytest.mark.parametrize(
    ("module", "heavy"),
    [
        ("pi.shell.main", (*HEAVY, "PIL")),
        ("engine.suggest", (*HEAVY, "PIL")),
        ("pi.core.screens", (*HEAVY, "PIL")),
        ("pi.shell.appliance", HEAVY),
    ],
)
def test_the_first_screen_waits_for_no_heavy_library(module: str, heavy: tuple[str, ...]) -> None:
    code = f"import {module}, sys; print([name for name in {heavy!r} if name in sys.modules])"
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ended.stdout.strip() == "[]"


def tracked_texts() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this copy of the project is no git checkout")
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and b"\0" not in path.read_bytes()]


# Written in parts, so that this file does not name what it looks for.
FOREIGN = re.compile(
    "|".join(
        (
            "/" + "root/",
            "/" + "home/[a-z]",
            "/" + "work/",
            r"\b[Ii]ssue" + r" #?\d",
            "git" + "hub actions",
            "pypi" + r"\.org",
        )
    )
)


def test_no_file_names_a_path_of_a_machine_or_anything_about_how_it_came_about() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in tracked_texts()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if FOREIGN.search(line)
    ]
    assert found == []


def test_the_readme_names_the_two_commands_that_do_everything() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "make play" in readme
    assert "make test" in readme


def test_every_dependency_says_why_it_is_there() -> None:
    lines = (ROOT / "pyproject.toml").read_text(encoding="utf-8").splitlines()
    dependencies = [line for line in lines if re.match(r'\s+"[a-z][a-z.-]+[<>=]', line)]
    assert len(dependencies) > 10
    assert [line for line in dependencies if "#" not in line] == []
