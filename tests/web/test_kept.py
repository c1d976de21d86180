"""`goatherd games`, `show`, `export` and `stats` know the games from elsewhere and those put away."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pi.shell.kept import KeptGames
from pi.shell.main import main
from pi.shell.web.archive import Archive
from pi.shell.web.judging import Judge
from tests.web.games import keep, played_game


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two games of this table, the first put away, and one from elsewhere."""
    folder, file = tmp_path / "data", tmp_path / "games.jsonl"
    for seed in range(2):
        keep(folder, played_game(seed))
    archive = Archive(folder, Judge())
    file.write_text(archive.export("2", "json"))
    archive.take_in(file, lambda done, of: None)
    archive.put_away(["1"], is_away=True)
    return folder


def answer(capsys: pytest.CaptureFixture[str], folder: Path, *arguments: str) -> list[str]:
    assert main([*arguments, "--data", str(folder)]) == 0
    return capsys.readouterr().out.splitlines()


def test_games_lists_those_in_use_or_those_put_away(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert [json.loads(line)["id"] for line in answer(capsys, folder, "games", "--json")] == [2, "i1"]
    assert [line.split()[0] for line in answer(capsys, folder, "games", "--put-away")] == ["1"]


def test_a_game_from_elsewhere_is_shown_and_exported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own, other = (answer(capsys, folder, "show", game_id) for game_id in ("2", "i1"))
    assert [line.replace(" read by the camera", "") for line in other[1:]] == own[1:]
    exported = json.loads(answer(capsys, folder, "export", "i1")[0])
    assert exported["position"] == json.loads(answer(capsys, folder, "export", "2")[0])["position"]


@pytest.mark.parametrize("game_id", ["i9", "x1", "-", "1i", "../1", "i", "9" * 12])
def test_there_is_no_other_game(folder: Path, capsys: pytest.CaptureFixture[str], game_id: str) -> None:
    assert main(["show", "--data", str(folder), "--", game_id]) == 2
    assert game_id in capsys.readouterr().err


def test_stats_leave_out_what_was_put_away(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players = [json.loads(line) for line in answer(capsys, folder, "stats", "--json")]
    assert {(one["name"], one["games"]) for one in players} == {("Ann", 2), ("Bo", 2)}
    assert sum(one["wins"] for one in players) == 2
    assert all(one["rival"]["games"] == 2 and one["expected"] > 0 for one in players)
    KeptGames(folder).put_away(["1"], is_away=False)
    assert [line.split(",")[0] for line in answer(capsys, folder, "stats")] == ["Ann: 3 games", "Bo: 3 games"]


def test_stats_of_no_record_say_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "--data", str(tmp_path / "nothing")]) == 1
    assert "holds no games" in capsys.readouterr().err
