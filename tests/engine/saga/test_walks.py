"""How far a turn is looked through when cards leave more to do than anybody could."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from engine.dice import GOAT, Roll
from engine.options import Option, options
from engine.places import path
from engine.position import Position, new_position
from engine.saga.goats import put_goat
from engine.saga.walks import WALKS_MAX, is_cut
from engine.scoring import points
from engine.turns import Ability, Climb, Step, Way
from tests.engine.saga.packs import SAGA, Json, card

ANY_GOAT = card("A1", {"verb": "move", "whose": "any"})
GOATS = Roll((GOAT,) * 4)


@pytest.fixture(scope="module")
def widest() -> tuple[Position, tuple[Option, ...]]:
    """Five players, and an ability for any of their thirty goats."""
    position = new_position(5, rules=SAGA, cards=[ANY_GOAT])
    return position, options(position, GOATS)


@pytest.mark.parametrize(
    ("ability", "step"),
    [
        pytest.param(
            {"verb": "move", "whose": "own", "where": {"mountains": [5]}},
            Ability((GOAT,), "A1", Way(seat=0, goat=path(5, 0))),
            id="a die fewer",
        ),
        pytest.param({"verb": "number", "number": 5}, Climb((GOAT, 4), 5), id="a step fewer"),
    ],
)
def test_of_several_ways_to_a_position_the_simplest_is_proposed(ability: Json, step: Step) -> None:
    position = new_position(2, rules=SAGA, cards=[card("A1", ability)])
    climbed = put_goat(position, 0, path(5, 1)).players
    turn = next(
        option.turn for option in options(position, Roll((GOAT, 3, 4, 6))) if option.position.players == climbed
    )
    assert turn.steps == (step,)


def dice_used(option: Option) -> int:
    return sum(len(step.dice) for step in option.turn.steps)


@pytest.mark.parametrize("players", [2, 3])
def test_four_goats_for_any_of_few_are_looked_through(players: int) -> None:
    position = new_position(players, rules=SAGA, cards=[ANY_GOAT])
    roll = Roll((GOAT, GOAT, GOAT, 5))
    places = {option.position.players for option in options(position, roll)}
    assert not is_cut(position, roll.faces)
    # Any three steps, where a goat with a 5 makes the sixth's step and leaves two.
    assert len(places) >= len(list(combinations_with_replacement(range(6 * players), 3)))


def test_of_too_much_the_simplest_is_found(widest: tuple[Position, tuple[Option, ...]]) -> None:
    position, found = widest
    assert is_cut(position, GOATS.faces)
    assert WALKS_MAX * 0.9 < len(found) < WALKS_MAX * 1.1
    by_dice = Counter(map(dice_used, found))
    assert by_dice[1] == 30
    assert by_dice[2] == len(list(combinations_with_replacement(range(30), 2)))


def test_of_too_much_the_last_die_is_used_for_what_is_best(widest: tuple[Position, tuple[Option, ...]]) -> None:
    position, found = widest
    best = max(found, key=lambda option: points(option.position, position.to_move))
    assert Counter(map(dice_used, found))[4] > WALKS_MAX / 8
    assert points(best.position, position.to_move) == 9 + 10
    assert dice_used(best) == 4


def test_what_was_cut_is_forgotten_with_the_next_roll(widest: tuple[Position, tuple[Option, ...]]) -> None:
    position, _ = widest
    assert not is_cut(position, (2, 3, 4, 5))
    assert is_cut(position, GOATS.faces)
