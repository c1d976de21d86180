"""`goatherd train`: weights in a file, and wrong requests refused in a line."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from engine.position import new_position
from engine.values.linear import load_linear
from engine.values.network import load_network
from engine.values.tables import lay_out
from pi.shell.main import main

HAS_NUMBA = importlib.util.find_spec("numba") is not None


def test_the_linear_player_is_learnt_and_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--players", "2", "--linear", "--games", "2", "--out", str(tmp_path)]) == 0
    with (tmp_path / "base-linear-2.npz").open("rb") as file:
        assert load_linear(file).seats == 2
    assert "100%  2 games" in capsys.readouterr().err


def test_the_same_seed_learns_the_same(tmp_path: Path) -> None:
    for name in ("one", "other"):
        words = ["train", "--players", "2", "--linear", "--games", "3", "--seed", "7", "--out", str(tmp_path / name)]
        assert main(words) == 0
    written = [(tmp_path / name / "base-linear-2.npz").read_bytes() for name in ("one", "other")]
    assert written[0] == written[1]


@pytest.mark.skipif(not HAS_NUMBA, reason="learning a network needs numba")
def test_a_network_is_learnt_in_two_starts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for games in ("250", "500"):
        assert main(["train", "--players", "2", "--units", "4", "--games", games, "--out", str(tmp_path)]) == 0
    assert "going on from 250 games" in capsys.readouterr().err
    with (tmp_path / "base-network-2.npz").open("rb") as file:
        chances = load_network(file).chances(lay_out(new_position(2))[None])
    assert chances.sum() == pytest.approx(1)


@pytest.mark.skipif(HAS_NUMBA, reason="numba is there")
def test_without_numba_the_remedy_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train", "--players", "2", "--out", str(tmp_path)]) == 2
    assert "pip install 'goatherd[training]'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "6"), "players: expected 2 to 5 players, found 6"),
        (("--players", "2", "--linear", "--hours", "soon"), "hours: expected a number above 0, found soon"),
        (("--players", "2", "--linear", "--hours", "-1"), "hours: expected a number above 0, found -1"),
        (("--players", "2", "--linear", "--hours", "1", "--games", "5"), "give --hours or --games, not both"),
        (("--players", "2", "--linear", "--seed", "x"), "seed: expected a whole number, found 'x'"),
    ],
)
def test_a_wrong_request_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main(["train", *words, "--out", str(tmp_path)]) == 2
    assert said in capsys.readouterr().err
