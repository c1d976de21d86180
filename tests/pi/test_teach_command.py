"""`goatherd teach`, and `goatherd read` of what was taught, from outside."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image as Picture

from pi.shell.main import main
from tests.vision.symbols import Face, drawn


def save(path: Path, faces: Sequence[Face], seed: int = 0) -> str:
    image, _scene = drawn(random.Random(f"{faces} {seed}"), faces)
    Picture.fromarray(image[:, :, ::-1]).save(path)
    return str(path)


@pytest.fixture
def stars(tmp_path: Path) -> list[str]:
    """Five pictures of one die with a star up."""
    return [save(tmp_path / f"star-{seed}.png", ["star"], seed) for seed in range(5)]


def test_a_face_is_taught_read_listed_and_forgotten(
    tmp_path: Path, stars: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "data")
    assert main(["teach", "star", *stars, "--data", folder]) == 0
    assert capsys.readouterr().out.splitlines() == [f"{path}: 1 example of star" for path in stars]

    assert main(["teach", "--list", "--data", folder]) == 0
    assert capsys.readouterr().out.split() == ["star", "5", "examples"]

    tray = save(tmp_path / "tray.png", ["star", 2, "star", 5], 1)
    assert main(["read", "--json", "--faces", "any", "--data", folder, tray]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["faces"] == ["star", "star", 2, 5]
    assert line["accepted"] is True

    assert main(["read", "--json", "--data", folder, tray]) == 0
    assert json.loads(capsys.readouterr().out)["accepted"] is False

    assert main(["teach", "star", "--forget", "--data", folder]) == 0
    assert main(["teach", "--list", "--data", folder]) == 0
    assert "star " not in capsys.readouterr().out


def test_faces_goat_is_the_goat_alone_and_says_when_it_is_not_taught(
    tmp_path: Path, stars: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path / "data")
    main(["teach", "star", *stars, "--data", folder])
    capsys.readouterr()
    assert main(["read", "--json", "--faces", "goat", "--data", folder, stars[0]]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["accepted"] is False
    (line,) = told.err.splitlines()
    assert "teach goat" in line


@pytest.mark.parametrize(
    ("faces", "why"),
    [
        ([], "no die"),
        ([3], "pips"),
        ([3, 5, 2], "pips"),
        (["star", "plus", 4], "differ"),
    ],
)
def test_a_picture_that_teaches_nothing_says_why(
    tmp_path: Path, faces: list[Face], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save(tmp_path / "picture.png", faces)
    assert main(["teach", "star", path, "--data", str(tmp_path / "data")]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert path in line
    assert why in line
    assert not (tmp_path / "data" / "faces.json").exists()


def test_several_dice_with_the_face_among_pips_teach_it_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save(tmp_path / "picture.png", ["star", "star", 4, 2], 3)
    assert main(["teach", "star", path, "--data", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"{path}: 2 examples of star\n"


def test_one_face_has_one_name(tmp_path: Path, stars: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main(["teach", "star", *stars[:4], "--data", str(tmp_path)])
    capsys.readouterr()
    assert main(["teach", "sun", stars[4], "--data", str(tmp_path)]) == 2
    assert "looks like star" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["4", "a.png"], "NAME"),
        (["two words", "a.png"], "NAME"),
        (["goat"], "IMAGE"),
        ([], "NAME"),
        (["goat", "--list"], "--list"),
        (["goat", "a.png", "--forget"], "--forget"),
        (["goat", "--forget"], "goat"),
    ],
)
def test_a_wrong_request_is_refused_in_a_line(
    tmp_path: Path, arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["teach", *arguments, "--data", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    (line,) = told.err.splitlines()
    assert named in line
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("content", [b"{", b'{"schema": 7, "faces": {}}', b"\xff\xfe"])
def test_a_wrong_file_is_named_and_left_alone(
    tmp_path: Path, content: bytes, stars: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "faces.json"
    path.write_bytes(content)
    assert main(["teach", "star", stars[0], "--data", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert str(path) in line
    assert path.read_bytes() == content


def test_what_is_no_picture_is_named_and_the_others_are_learnt(
    tmp_path: Path, stars: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    text = tmp_path / "text.png"
    text.write_text("no picture")
    assert main(["teach", "star", str(text), stars[0], "--data", str(tmp_path)]) == 2
    told = capsys.readouterr()
    assert str(text) in told.err
    assert told.out == f"{stars[0]}: 1 example of star\n"
