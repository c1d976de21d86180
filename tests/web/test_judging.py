"""Chances, costly turns and luck come from a process of their own, which may end at any time."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.record import Game, new_game
from engine.review import chance_line, costly_turns
from pi.core.luck import luck_of
from pi.shell.web.judging import Judge
from pi.shell.web.telling import judged, rounded
from tests.web.games import entries_of, played_game


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    judge = Judge()
    yield judge
    assert judge._process is not None
    judge._process.kill()
    judge._process.wait()


@pytest.fixture(scope="module")
def game() -> Game:
    return played_game(4, rules=("base", "green-valley"))


def test_it_tells_what_the_engine_finds(judge: Judge, game: Game) -> None:
    assert judge.chance_line(game) == [rounded(chances) for chances in chance_line(game)]
    assert judge.luck(game) == luck_of(game)
    assert judge.costly_turns(game) == [judged(turn) for turn in costly_turns(game)]


def test_a_game_without_a_turn_has_its_first_chances_alone(judge: Judge, game: Game) -> None:
    first = new_game(game.moments[0].position)
    assert entries_of(first) == []
    assert len(judge.chance_line(first)) == 1
    assert judge.costly_turns(first) == []


def test_a_process_that_has_ended_is_started_again(judge: Judge, game: Game) -> None:
    before = judge.luck(game)
    process = judge._process
    assert process is not None
    process.kill()
    assert judge.luck(game) == before
    assert judge._process is not process
