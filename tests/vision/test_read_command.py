"""`goatherd read` from outside, through the command line alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import cv2
import pytest
from PIL import Image

from hardware.simulated.scene import GROUND_WH_MM, DrawnDie, Scene, View
from hardware.simulated.tray import draw_tray

DICE = (DrawnDie(1, (-40, 20), 10), DrawnDie(3, (0, -20), 40), DrawnDie(4, (40, 15), 70), DrawnDie(6, (-50, -30), 25))


def goatherd(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pi.shell.main", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def lines_of(done: subprocess.CompletedProcess[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def tray(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pictures") / "tray.png"
    Image.fromarray(draw_tray(Scene(DICE))[:, :, ::-1]).save(path)
    return path


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("texts") / "text.png"
    path.write_text("no picture")
    return path


def test_json_is_one_line_a_picture_in_order_and_errors_stand_in_their_place(tray: Path, text: Path) -> None:
    done = goatherd("read", "--json", tray, text, tray)
    first, error, last = lines_of(done)
    assert done.returncode == 2
    assert done.stderr == ""
    assert first["file"] == last["file"] == str(tray)
    assert first["faces"] == last["faces"] == [1, 3, 4, 6]
    assert set(error) == {"file", "error"}
    assert error["file"] == str(text)


def test_json_has_what_other_programs_rely_on(tray: Path) -> None:
    done = goatherd("read", "--json", "--expect", "4", "--faces", "pips", tray)
    (line,) = lines_of(done)
    assert done.returncode == 0
    assert list(line) == ["file", "faces", "dice", "confidence", "accepted", "doubts", "groups", "ms"]
    assert line["accepted"] is True
    assert line["doubts"] == []
    assert line["groups"] == [[0], [1], [2], [3]]
    assert line["ms"] > 0
    for die in line["dice"]:
        assert set(die) == {"face", "second", "confidence", "centre", "corners", "doubts"}
        assert die["doubts"] == []
        assert 0 <= die["confidence"] <= 1
        assert len(die["corners"]) == 4


def test_another_number_of_dice_is_a_doubt(tray: Path) -> None:
    (line,) = lines_of(goatherd("read", "--json", "--expect", "5", tray))
    assert line["doubts"] == ["count"]
    assert line["accepted"] is False


def test_people_get_a_line_a_picture_and_errors_apart(tray: Path, text: Path) -> None:
    done = goatherd("read", text, tray)
    assert done.returncode == 2
    (line,) = done.stdout.splitlines()
    assert line.startswith(f"{tray}: ")
    assert "accepted" in line
    (error,) = done.stderr.splitlines()
    assert str(text) in error


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (("--calibration", "x.json"), "x.json"),
    ],
)
def test_what_can_not_be_done_is_refused(tray: Path, options: tuple[str, ...], named: str) -> None:
    done = goatherd("read", *options, tray)
    assert (done.returncode, done.stdout) == (2, "")
    (error,) = done.stderr.splitlines()
    assert named in error


@pytest.mark.parametrize("options", [("--expect", "-1"), ("--expect", "four"), ("--faces", "letters"), ()])
def test_a_wrong_request_is_refused(options: tuple[str, ...]) -> None:
    done = goatherd("read", *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr


def test_what_lies_beside_the_calibrated_tray_is_asked_about(tmp_path: Path) -> None:
    empty, thrown = tmp_path / "empty.png", tmp_path / "thrown.png"
    far = View(distance_mm=400)
    cv2.imwrite(str(empty), draw_tray(Scene(view=far)))
    beside = DrawnDie(5, (0.0, GROUND_WH_MM[1] / 2 + 10))
    cv2.imwrite(str(thrown), draw_tray(Scene((*DICE[:3], beside), view=far)))
    assert goatherd("calibrate", "--data", tmp_path, empty).returncode == 0
    (plain,) = lines_of(goatherd("read", "--json", thrown))
    (calibrated,) = lines_of(goatherd("read", "--json", "--calibration", tmp_path / "calibration.json", thrown))
    assert len(plain["dice"]) == 4
    assert (len(calibrated["dice"]), calibrated["accepted"]) == (3, False)
    assert "outside" in calibrated["doubts"]


def test_a_calibration_of_another_size_is_refused(tmp_path: Path) -> None:
    empty, small = tmp_path / "empty.png", tmp_path / "small.png"
    cv2.imwrite(str(empty), draw_tray(Scene()))
    cv2.imwrite(str(small), cv2.resize(draw_tray(Scene(DICE)), (320, 240)))
    assert goatherd("calibrate", "--data", tmp_path, empty).returncode == 0
    done = goatherd("read", "--calibration", tmp_path / "calibration.json", small)
    assert done.returncode == 2
    assert "640x480" in done.stderr
