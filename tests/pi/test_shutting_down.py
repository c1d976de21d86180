"""Switching the machine off, with a stand-in for systemctl in the PATH."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pi.core.beginning import begin_game
from pi.core.model import Model, Setup
from pi.core.screen import Screen
from pi.shell.loop import Loop, Outputs, ShutDownError
from pi.shell.record_file import FILE_NAME
from pi.shell.recorder import Recorder
from pi.shell.shutting_down import is_switching_off, switch_off
from pi.shell.store import open_store
from tests.pi.driving import AT, HOLD_BACK, NEXT, OK, thrown


def put_systemctl(folder: Path, monkeypatch: pytest.MonkeyPatch, body: str) -> None:
    """Puts a shell script called systemctl first in the PATH."""
    folder.mkdir()
    program = folder / "systemctl"
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")


def test_systemctl_is_asked_to_power_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_systemctl(tmp_path / "bin", monkeypatch, f'echo "$@" > {tmp_path}/asked')
    switch_off()
    assert (tmp_path / "asked").read_text() == "poweroff\n"


@pytest.mark.parametrize(
    ("body", "reason"),
    [("echo Access denied >&2; exit 1", "systemctl poweroff: Access denied"), ("exit 4", "exit status 4")],
)
def test_why_it_refuses_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, reason: str) -> None:
    put_systemctl(tmp_path / "bin", monkeypatch, body)
    with pytest.raises(ShutDownError, match=reason):
        switch_off()


def test_without_systemd_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ShutDownError, match=r"systemctl poweroff: .*systemctl"):
        switch_off()


@pytest.mark.parametrize("refuses", [False, True])
def test_when_systemctl_is_asked_the_record_is_closed_and_the_last_picture_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refuses: bool
) -> None:
    games = tmp_path / "games"
    shown: list[Screen] = []
    body = f"ls {games} > {tmp_path}/files; exit {int(refuses)}"
    put_systemctl(tmp_path / "bin", monkeypatch, body)
    begun = begin_game(Model(setup=Setup(names=("Ann", "Bo"))))
    recorder = Recorder(open_store(games, create=True), None)
    recorder.record(begun.effects, AT)
    titles: list[str] = []

    def shut_down() -> None:
        titles.append(shown[-1].title)
        switch_off()

    loop = Loop(begun.model, recorder, shown.append, Outputs(shut_down=shut_down))
    for event in (*thrown(2, 3, 4, 6), HOLD_BACK, NEXT, OK):
        loop.take(event)
    assert (tmp_path / "files").read_text().split() == [FILE_NAME]
    assert titles == ["Safe to unplug"]
    assert shown[-1].title == ("Ann: choose" if refuses else "Safe to unplug")
    loop.take(OK)
    kept = open_store(games).last_game()
    assert kept is not None
    assert kept.game.turns == int(refuses)


@pytest.mark.parametrize(
    ("body", "expected"),
    [("echo '21 poweroff.target start waiting'", True), ("true", False), ("echo no bus >&2; exit 1", False)],
)
def test_whether_somebody_else_switches_the_machine_off_is_asked_of_systemd(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, expected: bool
) -> None:
    put_systemctl(tmp_path / "bin", monkeypatch, body)
    assert is_switching_off() is expected


def test_whoever_switches_it_off_the_last_picture_says_that_the_plug_may_be_pulled(tmp_path: Path) -> None:
    shown: list[Screen] = []
    loop = Loop(Model(), Recorder(open_store(tmp_path, create=True), None), shown.append)
    loop.part(AT)
    assert shown[-1].title == "Safe to unplug"
