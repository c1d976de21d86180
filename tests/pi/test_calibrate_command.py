"""`goatherd calibrate`, through its own parser: what it says, keeps and refuses."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from PIL import Image

from hardware.ports import DeviceError
from hardware.simulated.scene import GREEN_FELT, DrawnDie, Scene, View
from hardware.simulated.tray import draw_tray
from pi.shell.calibrations import CALIBRATION_NAME, known_calibration, load_calibration, save_calibration
from pi.shell.commands import calibrating
from pi.shell.errors import UsageError
from vision.calibration import Calibration, calibrate

GREEN_DIE = DrawnDie(5, (10, 0), 30, body_bgr=GREEN_FELT)
"""As plain as the ground it lies on."""


def goatherd(*arguments: str | Path) -> int:
    parser = argparse.ArgumentParser()
    calibrating.add_parsers(parser.add_subparsers())
    chosen = parser.parse_args([str(argument) for argument in arguments])
    return int(chosen.run(chosen))


def picture(path: Path, scene: Scene) -> Path:
    Image.fromarray(draw_tray(scene)[:, :, ::-1]).save(path)
    return path


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    return picture(tmp_path / "empty.png", Scene())


def test_through_the_simulated_camera(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = tmp_path / "new" / "data"
    assert goatherd("calibrate", "--camera", "simulated", "--frames", "2", "--data", data) == 0
    kept = load_calibration(data / CALIBRATION_NAME)
    assert kept.made_from == 2
    assert kept.size_wh == (640, 480)
    assert kept.has_rim
    tray, light, sharpness, where = capsys.readouterr().out.splitlines()
    assert tray.startswith("tray: its ground fills 7")
    assert light in ("light: 67 of 255 on the ground, good", "light: 68 of 255 on the ground, good")
    assert sharpness == "sharpness: good"
    assert where == f"kept in {data / CALIBRATION_NAME}"
    assert [path.name for path in data.iterdir()] == [CALIBRATION_NAME]


def test_from_pictures(tmp_path: Path, empty: Path) -> None:
    other = picture(tmp_path / "other.png", Scene(noise_seed=4))
    assert goatherd("calibrate", "--data", tmp_path, empty, other) == 0
    assert load_calibration(tmp_path / CALIBRATION_NAME).made_from == 2


@pytest.mark.parametrize(
    ("view", "said"),
    [
        (View(4, 300), "all in sight"),
        (View(0, 560), "lower the camera"),
        (View(0, 150), "no rim in sight"),
    ],
)
def test_says_what_to_move(tmp_path: Path, view: View, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert goatherd("calibrate", "--data", tmp_path, picture(tmp_path / "tray.png", Scene(view=view))) == 0
    assert said in capsys.readouterr().out


def test_says_on_which_side_the_tray_leaves_the_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut = tmp_path / "cut.png"
    Image.fromarray(draw_tray(Scene())[:, 120:, ::-1]).save(cut)
    assert goatherd("calibrate", "--data", tmp_path, cut) == 0
    assert "reaches its border (left); lift the camera or move it that way" in capsys.readouterr().out


def test_show_writes_the_outline_into_the_picture(tmp_path: Path, empty: Path) -> None:
    shown = tmp_path / "shown.png"
    goatherd("calibrate", "--data", tmp_path, "--show", shown, empty)
    kept = load_calibration(tmp_path / CALIBRATION_NAME)
    with Image.open(shown) as image:
        assert image.size == kept.size_wh
        (x, y), (u, v) = kept.outline_xy[0], kept.outline_xy[1]
        assert image.getpixel((round((x + u) / 2), round((y + v) / 2))) == (255, 0, 255)


@pytest.mark.parametrize(
    ("scene", "said"),
    [
        (Scene((DrawnDie(5, (10, 0)),)), "something lies on the tray; take everything off it"),
        (Scene((GREEN_DIE,)), "something lies on the tray; take everything off it"),
        (Scene(lamp=0.1), "it is too dark; switch on a lamp"),
    ],
)
def test_a_picture_that_is_no_good_is_refused_and_what_was_kept_stays(
    tmp_path: Path, empty: Path, scene: Scene, said: str
) -> None:
    goatherd("calibrate", "--data", tmp_path, empty)
    before = (tmp_path / CALIBRATION_NAME).read_bytes()
    bad, shown = picture(tmp_path / "bad.png", scene), tmp_path / "shown.png"
    with pytest.raises(UsageError, match=said) as refused:
        goatherd("calibrate", "--data", tmp_path, "--show", shown, bad)
    assert str(refused.value).startswith(f"{bad}: ")
    assert (tmp_path / CALIBRATION_NAME).read_bytes() == before
    assert shown.is_file(), "the picture shows what is wrong"


def test_what_the_camera_sees_amiss_is_told_as_a_failing_camera(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    folder.mkdir()
    picture(folder / "dice.png", Scene((DrawnDie(5, (10, 0)),)))
    with pytest.raises(DeviceError, match=r"^camera: something lies on the tray; .+"):
        goatherd("calibrate", "--camera", f"photos:{folder}", "--frames", "1", "--data", tmp_path)
    assert not (tmp_path / CALIBRATION_NAME).exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("no-such-file.png",), "no-such-file.png: no such file"),
        (("--camera", "eye"), "--camera: 'eye' is no kind of camera"),
        (("--show", "tray.jpg"), "--show: tray.jpg must end in .png"),
    ],
)
def test_wrong_requests_are_named(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError, match=said):
        goatherd("calibrate", "--data", tmp_path, *arguments)


@pytest.mark.parametrize("frames", ["0", "51", "-1", "few"])
def test_a_wrong_number_of_frames_is_named(frames: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        goatherd("calibrate", f"--frames={frames}")
    assert f"'{frames}' is no number of frames; give 1 to 50" in capsys.readouterr().err


def test_saving_replaces_what_a_power_cut_left(tmp_path: Path, empty: Path) -> None:
    found = calibrate([draw_tray(Scene())])
    assert isinstance(found, Calibration)
    path = tmp_path / CALIBRATION_NAME
    path.with_name(CALIBRATION_NAME + ".new").write_text('{"half')
    save_calibration(found, path)
    assert load_calibration(path) == found
    assert not path.with_name(CALIBRATION_NAME + ".new").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "no such file; make it with goatherd calibrate"),
        ('{"size": [640,', "is no JSON (line 1)"),
        ("[]", "expected an object"),
        ('{"schema": 1}', "size: is missing"),
        ("\udcff", "can't be read"),
    ],
)
def test_a_broken_file_is_one_clear_line(tmp_path: Path, text: str | None, said: str) -> None:
    path = tmp_path / CALIBRATION_NAME
    if text is not None:
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(UsageError) as refused:
        load_calibration(path)
    line = str(refused.value)
    assert line.startswith(f"{path}: ")
    assert said in line
    assert "goatherd calibrate" in line
    assert "\n" not in line


def test_a_wrong_field_in_the_file_is_named(tmp_path: Path, empty: Path) -> None:
    goatherd("calibrate", "--data", tmp_path, empty)
    path = tmp_path / CALIBRATION_NAME
    path.write_text(json.dumps(json.loads(path.read_text()) | {"light": "bright"}))
    with pytest.raises(UsageError, match="light: expected a number from 0 to 255, got 'bright'"):
        load_calibration(path)


def test_play_goes_on_without_a_file_that_is_missing_or_broken(tmp_path: Path, empty: Path) -> None:
    assert known_calibration(tmp_path) is None
    goatherd("calibrate", "--data", tmp_path, empty)
    assert known_calibration(tmp_path) == load_calibration(tmp_path / CALIBRATION_NAME)
    (tmp_path / CALIBRATION_NAME).write_text("{")
    assert known_calibration(tmp_path) is None
