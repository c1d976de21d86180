"""Players through all games: luck of the dice, wins, scores, rivals."""

from __future__ import annotations

from itertools import product

import pytest

from engine.dice import GOAT, Roll
from engine.position import new_position
from pi.core.luck import Luck, expected_gain, gain, luck_of
from pi.core.statistics import PlayerStatistics, Rival, Summary, player_json, statistics, summary_of
from tests.positions import with_goat
from tests.web.games import played_game


def test_a_step_gains_its_share_of_the_mountain_and_a_token_its_points() -> None:
    start = new_position(2)
    assert gain(start, Roll((4, 5, 5, 6))) == pytest.approx(10 / 2 + 10 / 2)  # 4 6, 5 5: twice the 10
    on_top = with_goat(start, 0, 10, 2)
    assert gain(on_top, Roll((4, 5, 5, 6))) == pytest.approx(20)


def test_a_goat_gains_what_a_single_1_does() -> None:
    base, saga = new_position(4), new_position(4, rules=("saga",))
    assert gain(saga, Roll((GOAT, 2, 3, 3))) == gain(base, Roll((1, 2, 3, 3))) == pytest.approx(9 / 2)


def test_the_expected_gain_is_the_mean_over_all_1296_throws() -> None:
    position = with_goat(new_position(2), 0, 9, 2)
    faces = range(1, 7)
    throws = [tuple(sorted(throw)) for throw in product(faces, repeat=4)]
    known = {throw: gain(position, Roll(throw)) for throw in set(throws)}
    mean = sum(known[throw] for throw in throws) / len(throws)
    assert expected_gain(position) == pytest.approx(mean)


def test_the_luck_of_a_game_goes_to_those_who_threw() -> None:
    game = played_game(1)
    luck = luck_of(game)
    assert len(luck) == 2
    assert sum(one.gained for one in luck) == pytest.approx(
        sum(
            gain(before.position, before.roll)
            for before, after in zip(game.moments, game.moments[1:], strict=False)
            if before.roll is not None and after.roll is None
        )
    )


def test_statistics_add_up_by_player() -> None:
    games = [
        Summary("1", "", ("base",), ("Ann", "Bo"), (50, 40), ((0,), (1,)), 20, True, (Luck(30, 25), Luck(20, 25))),
        Summary("2", "", ("base",), ("Bo", "Ann"), (60, 60), ((0, 1),), 20, True, (Luck(30, 25), Luck(20, 25))),
        Summary("3", "", ("base",), ("Ann", "Bo"), (5, 0), ((0,), (1,)), 2, False),
    ]
    ann, bo = statistics(games)
    assert ann == PlayerStatistics("Ann", 2, 1.5, (50, 60), Rival("Bo", 2, 1), Luck(50, 50))
    assert (ann.mean, ann.best) == (55.0, 60)
    assert (bo.wins, bo.mean, bo.luck.gained) == (0.5, 50.0, 50)
    assert player_json(ann) == {
        "name": "Ann", "games": 2, "wins": 1.5, "mean": 55.0, "best": 60,
        "rival": {"name": "Bo", "games": 2, "won": 1}, "gained": 50, "expected": 50,
    }  # fmt: skip


def test_a_game_in_short() -> None:
    game = played_game(1, ("Ann", "Bo", "Cy"))
    summary = summary_of(game, "7", "2026-01-01")
    assert (summary.id, summary.names, summary.over, summary.luck) == ("7", ("Ann", "Bo", "Cy"), True, None)
    assert summary.turns == game.turns
    assert sorted(seat for seats in summary.ranking for seat in seats) == [0, 1, 2]
