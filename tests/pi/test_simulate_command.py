"""`goatherd simulate`: the same seed gives the same games, whoever plays them; wrong requests say what is wrong."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from pi.shell.main import main
from pi.shell.matches import Part, chance_bins, seating, wilson


def simulated(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["simulate", "--json", *words]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def without_times(found: dict[str, Any]) -> dict[str, Any]:
    return {**found, "seats": [{**seat, "ms": None} for seat in found["seats"]]}


def test_every_game_has_one_first_place(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--seats", "greedy,random,random", "--games", "6", "--workers", "1")
    assert found["games"] == 6
    assert [seat["player"] for seat in found["seats"]] == ["greedy", "random", "random"]
    assert sum(seat["wins"] for seat in found["seats"]) == pytest.approx(6, abs=0.01)
    for seat in found["seats"]:
        low, high = seat["interval"]
        assert 0 <= low <= seat["share"] <= high <= 1


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--seats", "greedy,greedy", "--games", "12", "--seed", "8")
    alone = without_times(simulated(capsys, *words, "--workers", "1"))
    assert without_times(simulated(capsys, *words, "--workers", "2")) == alone
    assert without_times(simulated(capsys, *words[:-1], "9", "--workers", "1")) != alone


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_everybody_sits_in_every_seat_equally_often(count: int) -> None:
    orders = [seating(count, number) for number in range(2 * count)]
    for entrant in range(count):
        assert sorted(order.index(entrant) for order in orders) == sorted(2 * list(range(count)))


def test_chances_are_compared_with_who_won(capsys: pytest.CaptureFixture[str]) -> None:
    found = simulated(capsys, "--seats", "greedy,greedy", "--games", "4", "--workers", "1", "--check-chances")
    assert sum(each["count"] for each in found["chances"]) > 80
    for each in found["chances"]:
        assert each["from"] <= each["said"] <= each["from"] + 0.1
        assert 0 <= each["won"] <= 1


def test_bins_have_the_mean_of_what_was_said_and_won() -> None:
    games = [(Part(1.0, 50, (), (0.61, 0.95, 1.0)), Part(0.0, 40, (), (0.39, 0.05, 0.0)))]
    assert [(each.low, each.count) for each in chance_bins(games)] == [(0.0, 2), (0.3, 1), (0.6, 1), (0.9, 2)]
    assert [each.said for each in chance_bins(games)] == pytest.approx([0.025, 0.39, 0.61, 0.975])
    assert [each.won for each in chance_bins(games)] == [0, 0, 1, 1]


def test_settings_and_rules_are_heard(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--games", "2", "--workers", "1")
    free = without_times(simulated(capsys, "--seats", "random,random", *words))
    assert without_times(simulated(capsys, "--seats", "random,random", *words, "--set", "must_move=true")) != free
    found = simulated(capsys, "--seats", "greedy,greedy", *words, "--rules", "base,green-valley")
    assert found["rules"] == ["base", "green-valley"]


def test_a_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--seats", "greedy,random", "--games", "4", "--workers", "1"]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines()[0].split()[:2] == ["player", "wins"]
    assert [line.split()[0] for line in told.out.splitlines()[1:]] == ["greedy", "random"]
    assert "4 of 4 games" in told.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--seats", "greedy,nobody"), "unknown player 'nobody'; known are random, greedy, linear, handmade, advisor"),
        (("--seats", "greedy"), "players: expected 2 to 5 players, found 1"),
        (("--seats", "greedy,random", "--games", "0"), "games: expected 1 or more, found 0"),
        (("--seats", "greedy,random", "--games", "x"), "games: expected a whole number, found 'x'"),
        (("--seats", "greedy,random", "--workers", "0"), "workers: expected 1 or more, found 0"),
        (("--seats", "greedy,random", "--rules", "chess"), "rules: unknown rule set 'chess'"),
        (("--seats", "greedy,random", "--plot", "spread.pdf"), "spread.pdf: a chart's name ends in .png or .svg"),
    ],
)
def test_a_wrong_request_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], said: str
) -> None:
    assert main(["simulate", *words]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.skipif(importlib.util.find_spec("matplotlib") is None, reason="charts need matplotlib")
@pytest.mark.parametrize(("name", "begins"), [("spread.png", b"\x89PNG"), ("spread.svg", b"<?xml")])
def test_the_spread_of_points_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str, begins: bytes
) -> None:
    path = tmp_path / name
    simulated(capsys, "--seats", "greedy,random", "--games", "4", "--workers", "1", "--plot", str(path))
    assert path.read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"), [(0, 10, 0.0, 0.278), (5, 10, 0.237, 0.763), (920, 1000, 0.9016, 0.9352)]
)
def test_intervals_are_wilsons(wins: float, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=0.001)
