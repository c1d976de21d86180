"""Whole games of players who take anything: they end, and the table is right after every turn."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.dice import Roll
from engine.options import Option, options
from engine.play import Outcome, play_turn
from engine.position import Position, new_position
from engine.position_checks import check_position
from engine.position_json import parse_position, position_json
from engine.rules import Settings
from engine.scoring import points
from tests.engine.tables import RULE_SETS

TURNS_MAX = 2000


@pytest.mark.parametrize("must_move", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("rules", RULE_SETS, ids="+".join)
def test_a_whole_game(rules: tuple[str, ...], players: int, must_move: bool) -> None:
    random = Random(f"{rules} {players} {must_move}")
    starts = random.randrange(players)
    position = new_position(players, rules=rules, settings=Settings(must_move), starts=starts)
    turns: Counter[int] = Counter()
    while not position.over:
        roll = Roll(tuple(sorted(random.choices(range(1, 7), k=4))))
        option = _any_but_often_a_token(random, options(position, roll))
        assert play_turn(position, roll, option.turn) == Outcome(option.position, option.facts)
        before, position = position, option.position

        check_position(position)
        assert parse_position(position_json(position)) == position
        turns[before.to_move] += 1
        assert turns.total() < TURNS_MAX
        assert position.to_move == (before.to_move + 1) % players
        assert position.last_round or not before.last_round
        assert position.round == 1 + (turns.total() - position.over) // players
        gained = sum(fact.points or 0 for fact in option.facts if fact.kind in ("took", "bonus"))
        assert _won(position, before.to_move) - _won(before, before.to_move) == gained
        assert points(position, before.to_move) >= _won(position, before.to_move)
    assert len(set(turns.values())) == 1
    assert position.stacks.count(0) >= 3 or not position.bonus


def _any_but_often_a_token(random: Random, found: tuple[Option, ...]) -> Option:
    """With the expansions players who take anything would hardly ever end a game."""
    tokens = [option for option in found if any(fact.kind == "took" for fact in option.facts)]
    return random.choice(tokens if tokens and random.random() < 0.5 else found)


def _won(position: Position, seat: int) -> int:
    """Points that nobody can lose again: tokens and bonus."""
    player = position.players[seat]
    return sum(player.bonus) + sum(n * count for n, count in zip(position.rules.numbers, player.tokens, strict=True))
