"""`goatherd watch`: what it tells of a video and of a camera, and what it refuses."""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.ports import DeviceError
from hardware.simulated.camera import SimulatedTray
from pi.shell.commands import watching
from pi.shell.errors import UsageError
from tests.vision.trays import Clock

FPS = 15


def run(*arguments: str | Path) -> int:
    parser = argparse.ArgumentParser()
    watching.add_parsers(parser.add_subparsers(required=True))
    chosen = parser.parse_args(["watch", *map(str, arguments)])
    return int(chosen.run(chosen))


def film(path: Path, images: Iterator[NDArray[np.uint8]]) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (640, 480))
    for image in images:
        writer.write(image)
    writer.release()
    return path


def frames_of_a_throw() -> Iterator[NDArray[np.uint8]]:
    clock = Clock()
    tray = SimulatedTray(1, clock)
    for number in range(round(2.5 * FPS)):
        clock.now = number / FPS
        if number == FPS // 2:
            tray.throw([1, 3, 4, 6])
        yield tray.frame_at(clock.now)


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return film(tmp_path_factory.mktemp("films") / "throw.avi", frames_of_a_throw())


def test_json_is_a_line_an_event(video: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", "--expect", "4", video) == 0
    events: list[dict[str, Any]] = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [event["event"] for event in events] == ["empty", "moving", "settled"]
    assert all(list(event) == ["at", "event", "reading"] for event in events)
    assert [event["reading"] for event in events[:2]] == [None, None]
    assert events[2]["reading"]["faces"] == [1, 3, 4, 6]
    assert events[2]["reading"]["accepted"] is True
    ended_at = 0.5 + 0.35 + 0.8  # the hand comes, the dice tumble
    assert ended_at - 0.2 <= events[2]["at"] <= ended_at + 0.35


def test_people_get_a_line_an_event(video: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(video) == 0
    empty, moving, settled = capsys.readouterr().out.splitlines()
    assert empty.split() == ["0.20", "s", "empty"]
    assert moving.split()[2:] == ["moving"]
    assert settled.split()[2] == "settled"
    assert sorted(settled.split()[3:7]) == ["1", "3", "4", "6"]
    assert settled.split()[-1] == "accepted"


def test_another_number_of_dice_than_expected_is_a_doubt(video: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", "--expect", "5", video) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["reading"]["doubts"] == ["count"]


@pytest.mark.parametrize("name", ["missing.mp4", "text.mp4", "."])
def test_what_is_no_video_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "text.mp4").write_text("no video", encoding="utf-8")
    with pytest.raises(UsageError) as refused:
        run(tmp_path / name)
    assert str(tmp_path / name) in str(refused.value)


@pytest.mark.parametrize("number", ["-1", "four"])
def test_a_wrong_number_of_dice_is_refused(number: str, video: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run("--expect", number, video)
    assert ended.value.code == 2
    assert "--expect" in capsys.readouterr().err


def test_a_camera_that_is_not_there_is_named() -> None:
    with pytest.raises(DeviceError, match="/dev/video99"):
        run("usb:99")


DRIVER = """
import argparse, sys
from pi.shell.commands import watching
parser = argparse.ArgumentParser()
watching.add_parsers(parser.add_subparsers(required=True))
chosen = parser.parse_args()
sys.exit(chosen.run(chosen))
"""


def test_an_interrupt_ends_it_quietly(tmp_path: Path) -> None:
    """A long film, interrupted after its first event."""
    still = next(frames_of_a_throw())
    path = film(tmp_path / "long.avi", (still for _ in range(600)))
    command = [sys.executable, "-c", DRIVER, "watch", "--json", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        first = process.stdout.readline()
        process.send_signal(signal.SIGINT)
        rest, complaint = process.communicate(timeout=20)
    assert json.loads(first)["event"] == "empty"
    assert (process.returncode, rest, complaint) == (0, "", "")
