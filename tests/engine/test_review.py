"""A game looked back on."""

from __future__ import annotations

from random import Random

import pytest

from engine.dice import Roll
from engine.options import options
from engine.position import new_position
from engine.record import Game, RollEntry, TurnEntry, UndoEntry, enter, new_game
from engine.review import chance_line, costly_turns
from engine.suggest import advise, chances
from engine.turns import PASS
from tests.engine.tables import laid_out


def played(game: Game, turns: int, random: Random) -> Game:
    """Any rolls, the first suggestion each time."""
    for _ in range(turns):
        roll = Roll(tuple(sorted(random.choices(range(1, 7), k=4))))
        best = advise(game.position, roll)[0].option.turn
        game = enter(enter(game, RollEntry(roll)), TurnEntry(best))
    return game


def test_the_line_has_the_start_and_every_turn() -> None:
    game = played(new_game(new_position(3)), 5, Random(1))
    line = chance_line(game)
    assert len(line) == 6
    assert line[0] == pytest.approx(chances(new_position(3)))
    assert line[-1] == pytest.approx(chances(game.position))
    assert all(sum(each) == pytest.approx(1) for each in line)


def test_a_turn_taken_back_is_not_on_the_line() -> None:
    game = played(new_game(new_position(2)), 2, Random(1))
    assert len(chance_line(enter(game, UndoEntry()))) == 2


def test_who_follows_every_suggestion_has_no_costly_turn() -> None:
    game = played(new_game(new_position(2)), 6, Random(2))
    assert costly_turns(game) == ()


def test_a_win_passed_up_is_the_costliest_turn() -> None:
    last_turn = laid_out(last_round=True, to_move=1, tokens={0: "9"}, goats={1: "10.1"})
    game = enter(enter(new_game(last_turn), RollEntry(Roll((4, 6, 6, 6)))), TurnEntry(PASS))
    (worst,) = costly_turns(game)
    assert (worst.number, worst.seat, worst.cost) == (1, 1, 1.0)
    assert worst.played.option.turn == PASS
    assert worst.better.chance == 1
    assert worst.better.option in options(last_turn, worst.roll)


def test_the_costliest_come_first_and_only_those_of_the_seat() -> None:
    random = Random(5)
    game = new_game(new_position(2))
    while not game.position.over:
        roll = Roll(tuple(sorted(random.choices(range(1, 7), k=4))))
        game = enter(enter(game, RollEntry(roll)), TurnEntry(random.choice(options(game.position, roll)).turn))
    for seat in (None, 0, 1):
        worst = costly_turns(game, seat)
        assert len(worst) == 3
        assert [turn.cost for turn in worst] == sorted((turn.cost for turn in worst), reverse=True)
        assert seat is None or all(turn.seat == seat for turn in worst)
