"""`goatherd bench`: what it prints, writes and refuses."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from hardware.simulated.tray import draw_tray
from pi.shell.benches.trays import drawn_scene
from pi.shell.commands import bench
from pi.shell.errors import UsageError

SEEDS = range(3)


def run(*arguments: str | Path) -> int:
    parser = argparse.ArgumentParser()
    bench.add_parsers(parser.add_subparsers(required=True))
    chosen = parser.parse_args(["bench", *map(str, arguments)])
    return int(chosen.run(chosen))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three drawn trays: one labelled as it is, one wrongly, and one that should not be accepted."""
    path = tmp_path_factory.mktemp("trays")
    (path / "images").mkdir()
    lines = ["file,kind,values,n_dice,corners,groups,notes"]
    for seed, kind in zip(SEEDS, ("ordinary", "ordinary", "cocked"), strict=True):
        scene = drawn_scene(seed)
        Image.fromarray(draw_tray(scene)[:, :, ::-1]).save(path / "images" / f"{seed}.png")
        faces = [die.face % 6 + 1 if seed == 1 else die.face for die in scene.dice]
        lines.append(f"{seed}.png,{kind},{' '.join(map(str, faces))},4,,,drawn")
    (path / "labels.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_alone_it_lists_what_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    assert capsys.readouterr().out.startswith("goatherd bench vision ")
    assert run("--json") == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["measures"]] == ["vision", "table"]


def test_json_is_one_document_and_progress_goes_elsewhere(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("vision", "--json", folder) == 0
    printed = capsys.readouterr()
    told: dict[str, Any] = json.loads(printed.out)
    assert printed.err == "3 of 3 pictures read\n"
    assert told["folders"] == [str(folder)]
    assert (told["pictures"], told["drawn"]) == (3, 0)
    assert [one["name"] for one in told["sources"]] == ["cocked", "ordinary"]
    at_rest = next(one for one in told["sums"] if one["name"] == "rendered, at rest")
    assert (at_rest["exact"]["part"], at_rest["exact"]["of"]) == (1, 2)
    low, high = at_rest["exact"]["interval"]
    assert low < 0.5 < high
    assert sum(one["right"]["of"] for one in told["reliability"]) == 2
    assert told["speed"]["blurs"] == pytest.approx(told["speed"]["read_ms"] / told["speed"]["blur_ms"], rel=0.05)
    assert told["peak_mib"] > 20
    assert {Path(one["file"]).name for one in told["misread"]} >= {"1.png"}


def test_people_get_tables(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("vision", folder) == 0
    lines = capsys.readouterr().out.splitlines()
    heads = ("exact", "accepted", "wrong of accepted", "nothing read as dice", "dice found", "right", "groups")
    assert [head for head in heads if head not in lines[0]] == []
    tables = [line for line in lines[:6] if line]
    assert len({len(line) for line in tables}) == 1
    assert any(line.startswith("rendered, at rest") and "1/2 50.0% [9, 91]" in line for line in tables)
    assert any("blurs of 5x5 grey" in line for line in lines)
    assert any("1.png: is " in line for line in lines)


def test_drawn_trays_are_read_from_one_frame_and_from_five(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("vision", "--json", "--drawn", "4") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["folders"] == []
    assert told["drawn"] == 4
    assert [(one["name"], one["exact"]["of"]) for one in told["sums"]] == [
        ("drawn, one frame", 4),
        ("drawn, 5 frames", 4),
    ]


def test_a_drawn_tray_has_four_dice_that_differ_with_the_seed() -> None:
    scenes = [drawn_scene(seed) for seed in range(40)]
    assert all(len(scene.dice) == 4 for scene in scenes)
    assert len({scene.dice for scene in scenes}) == 40
    assert drawn_scene(7) == scenes[7]


def test_pictures_are_written_and_old_ones_go(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "out"
    out.mkdir(parents=True)
    (out / "wrong-9.png").write_bytes(b"old")
    assert run("vision", "--out", out, folder) == 0
    assert {path.name for path in out.iterdir()} == {"reliability.png", "wrong-1.png"}
    with Image.open(out / "wrong-1.png") as sheet:
        assert len(sheet.convert("RGB").getcolors(1 << 20) or ()) > 100
    with Image.open(out / "reliability.png") as diagram:
        assert diagram.size[0] == diagram.size[1]


def test_without_folders_those_beside_the_project_are_meant(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "dice-rendered").symlink_to(folder)
    monkeypatch.setenv("GOATHERD_SHARED", str(tmp_path))
    assert run("vision", "--json") == 0
    assert json.loads(capsys.readouterr().out)["folders"] == [str(tmp_path / "dice-rendered")]


def test_where_nothing_can_be_measured_one_line_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOATHERD_SHARED", str(tmp_path / "nowhere"))
    with pytest.raises(UsageError, match="FOLDER: none is named"):
        run("vision")
    with pytest.raises(UsageError, match=r"labels\.csv: can't be read"):
        run("vision", tmp_path)


def test_a_missing_picture_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "labels.csv").write_text((folder / "labels.csv").read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(UsageError, match=r"0\.png: no such file"):
        run("vision", tmp_path)


def test_a_folder_that_can_not_be_made_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="--out: "):
        run("vision", "--out", tmp_path / "file" / "out", folder)


@pytest.mark.parametrize("count", ["0", "-3", "many"])
def test_a_wrong_number_of_trays_is_refused(count: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run("vision", "--drawn", count)
    assert ended.value.code == 2
    assert "--drawn" in capsys.readouterr().err
