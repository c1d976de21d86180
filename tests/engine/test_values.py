"""Values learnt by self-play: the fast tables play as the rules do, and chances are those of the rules at the end."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dice import Roll
from engine.options import options
from engine.position import Position, new_position
from engine.position_json import parse_position
from engine.scoring import sheet
from engine.training import selfplay
from engine.training.linear import LinearTrainer
from engine.training.trainer import Trainer, load_trainer
from engine.values import linear, network, readings, search, tables
from tests.engine.tables import BIG_MOUNTAIN, BOTH, GREEN_VALLEY, laid_out, positions, random_table, rolls

SEATS = (2, 3, 4, 5)


def turns_by_the_rules(position: Position, roll: Roll) -> set[tuple[int, ...]]:
    return {tuple(tables.lay_out(option.position).tolist()) for option in options(position, roll)}


def turns_by_the_tables(position: Position, roll: Roll) -> set[tuple[int, ...]]:
    after = tables.turns_played(tables.lay_out(position)[None], len(position.players))[0]
    usable = tables.uses(position.settings.must_move)[tables.rolls().index(roll.faces)]
    return {tuple(row) for row in after[usable].tolist()}


@settings(max_examples=500, deadline=None)
@given(positions(), rolls())
def test_tables_play_every_roll_as_the_rules_do(position: Position, roll: Roll) -> None:
    assert turns_by_the_tables(position, roll) == turns_by_the_rules(position, roll)


def part_of(seat: int, row: tables.Tables) -> list[int]:
    return [int(value) for value in row[seat * tables.SEAT_WIDTH : (seat + 1) * tables.SEAT_WIDTH]]


def test_a_goat_off_the_paths_counts_as_one_at_the_foot() -> None:
    away = laid_out(rules=BOTH, goats={0: "7.2 9>V5 10>B14"})
    assert part_of(0, tables.lay_out(away))[: tables.TOKENS_AT] == [0, 0, 2, 0, 0, 0]


@pytest.mark.parametrize(
    ("rules", "goats", "points"),
    [(GREEN_VALLEY, "5>V5 6>V3", 8), (BIG_MOUNTAIN, "5>B24", 12), (BOTH, "5>V4 6>B23", 16)],
)
def test_points_of_expansions_count_as_they_are_likely_to_end(rules: tuple[str, ...], goats: str, points: int) -> None:
    last_turn = laid_out(rules=rules, goats={0: goats}, tokens={0: "9"}, last_round=True, to_move=1)
    assert part_of(0, tables.lay_out(last_turn))[tables.POINTS_AT] == 9 + points


def test_rolls_are_as_likely_as_four_dice_make_them() -> None:
    thrown = [tuple(sorted(dice)) for dice in product(range(1, 7), repeat=4)]
    for faces, chance in zip(tables.rolls(), tables.roll_chances(), strict=True):
        assert chance == pytest.approx(thrown.count(faces) / len(thrown))


def random_positions(count: int) -> Iterator[Position]:
    random = Random(11)
    for _ in range(count):
        yield parse_position(random_table(random))


def test_the_trainer_plays_and_reads_tables_as_the_device_does() -> None:
    for position in random_positions(60):
        seats = len(position.players)
        row = tables.lay_out(position)
        after = tables.turns_played(row[None], seats)[0]
        for climbs, expected in zip(tables.climb_counts(), after, strict=True):
            table = row.copy()
            selfplay.play_turn(table, seats, climbs)
            assert table.tolist() == expected.tolist()
        going_on = after[after[:, seats * tables.SEAT_WIDTH + tables.OVER_AT] == 0]
        for table, expected in zip(going_on, readings.read(going_on, seats) if len(going_on) else (), strict=True):
            found = np.zeros(len(readings.sizes(seats)), np.int64)
            selfplay.read(table, seats, found)
            assert found.tolist() == expected.tolist()


@settings(max_examples=200, deadline=None)
@given(positions())
def test_every_reading_has_one_of_its_values(position: Position) -> None:
    seats = len(position.players)
    found = readings.read(tables.lay_out(position)[None], seats)
    assert found.shape == (1, len(readings.sizes(seats)))
    assert (found >= 0).all()
    assert (found < readings.sizes(seats)).all()


@pytest.mark.parametrize("seats", SEATS)
def test_the_trainer_judges_as_the_device_does(seats: int) -> None:
    trainer = Trainer(seats, units=5, seed=3)
    counts = np.array(readings.sizes(seats))
    starts = np.concatenate([[0], np.cumsum(counts - 1)])
    after = tables.turns_played(tables.lay_out(new_position(seats))[None], seats)[0]
    hidden, out = np.zeros(5, np.float32), np.zeros(seats)
    for values, expected in zip(readings.read(after, seats), trainer.network().chances(after), strict=True):
        selfplay.judge(values, starts, trainer.weights, hidden, out)
        assert out == pytest.approx(expected, abs=1e-5)


def judge_of(seats: int) -> network.Network:
    return Trainer(seats, units=4, seed=5).network()


@settings(max_examples=50, deadline=None)
@given(positions(), st.integers(0, 1))
def test_finished_games_are_rated_exactly_however_far_one_looks(position: Position, turns: int) -> None:
    over = replace(position, over=True)
    first = sheet(over).ranking[0]
    seats = len(over.players)
    found = np.roll(search.chances(tables.lay_out(over)[None], judge_of(seats), False, turns)[0], over.starts)
    assert found.tolist() == [1 / len(first) if seat in first else 0 for seat in range(seats)]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6))
def test_the_last_turn_is_rated_exactly(seed: int) -> None:
    table = random_table(Random(seed))
    table["to_move"] = (table["starts"] - 1) % len(table["players"])
    position = parse_position({**table, "last_round": True})
    found = search.chances(
        tables.lay_out(position)[None], judge_of(len(position.players)), position.settings.must_move, 1
    )
    mover = position.to_move
    expected = sum(
        chance * max(_share(option.position, mover) for option in options(position, Roll(faces)))
        for faces, chance in zip(tables.rolls(), tables.roll_chances(), strict=True)
    )
    assert found[0][-1] == pytest.approx(expected)


def _share(over: Position, seat: int) -> float:
    first = sheet(over).ranking[0]
    return 1 / len(first) if seat in first else 0.0


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_chances_are_together_one(turns: int) -> None:
    for position in random_positions(10):
        rows = tables.lay_out(position)[None]
        found = search.chances(rows, judge_of(len(position.players)), position.settings.must_move, turns)
        assert found.sum() == pytest.approx(1)
        assert (found >= 0).all()


def test_a_network_comes_back_from_its_file() -> None:
    kept = judge_of(3)
    file = io.BytesIO()
    network.save_network(kept, file)
    file.seek(0)
    rows = tables.lay_out(new_position(3))[None]
    assert network.load_network(file).chances(rows) == pytest.approx(kept.chances(rows), abs=1e-3)


def test_weights_for_other_readings_are_refused() -> None:
    file = io.BytesIO()
    np.savez(file, version=readings.VERSION + 1)
    file.seek(0)
    with pytest.raises(ValueError, match="version 2, expected 1"):
        network.load_network(file)


def test_a_training_gone_on_with_ends_where_one_without_a_break_ends() -> None:
    whole = Trainer(2, units=2, seed=4)
    first = Trainer(2, units=2, seed=4)
    for trainer in (whole, first):
        trainer.learn(0.0, games=1)
    file = io.BytesIO()
    first.save(file)
    file.seek(0)
    second = load_trainer(file)
    for trainer in (whole, second):
        trainer.learn(0.01, games=1)
    assert second.games == whole.games == 2
    assert (second.network().rows == whole.network().rows).all()
    assert (second.network().rows != first.network().rows).any()


def test_the_linear_player_learns_that_being_ahead_is_good() -> None:
    trainer = LinearTrainer(2, seed=1)
    for game in range(20):
        trainer.learn(game / 20)
    ahead = tables.lay_out(laid_out(to_move=1, tokens={0: "9 10 10"}))[None]
    assert trainer.rating().chances(ahead)[0][0] > 0.5


def test_a_linear_rating_comes_back_from_its_file() -> None:
    kept = linear.Linear(2, np.linspace(-1, 1, linear.FEATURES))
    file = io.BytesIO()
    linear.save_linear(kept, file)
    file.seek(0)
    rows = tables.lay_out(laid_out(goats={0: "7.2", 1: "9.1"}))[None]
    assert (linear.load_linear(file).chances(rows) == kept.chances(rows)).all()
