"""Whole games of players who take anything: they end, and the table is right after every turn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.dice import Roll
from engine.options import options
from engine.play import Outcome, play_turn
from engine.position import check_position, new_position, parse_position, position_json
from engine.rules import Settings
from engine.scoring import points

TURNS_MAX = 2000


@pytest.mark.parametrize("must_move", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game(seed: int, players: int, must_move: bool) -> None:
    random = Random(f"{seed} {players} {must_move}")
    starts = random.randrange(players)
    position = new_position(players, settings=Settings(must_move), starts=starts)
    turns: Counter[int] = Counter()
    while not position.over:
        roll = Roll(tuple(sorted(random.choices(range(1, 7), k=4))))
        option = random.choice(options(position, roll))
        assert play_turn(position, roll, option.turn) == Outcome(option.position, option.facts)
        before, position = position, option.position

        check_position(position)
        assert parse_position(position_json(position)) == position
        turns[before.to_move] += 1
        assert turns.total() < TURNS_MAX
        assert position.to_move == (before.to_move + 1) % players
        assert position.last_round or not before.last_round
        assert position.round == 1 + (turns.total() - position.over) // players
        assert points(position, before.to_move) - points(before, before.to_move) == sum(
            fact.points or 0 for fact in option.facts
        )
    assert len(set(turns.values())) == 1
    assert position.stacks.count(0) >= 3 or not position.bonus
