"""The record: entries are only added, and the game is their replay."""

from __future__ import annotations

import random

import pytest

from engine.dice import Roll
from engine.errors import EngineError
from engine.facts import Fact
from engine.options import options
from engine.places import path, valley_field
from engine.position import Position, new_position, with_goat_at
from engine.record import (
    DieEntry,
    Entry,
    Game,
    PositionEntry,
    RedeployEntry,
    RedoEntry,
    RollEntry,
    TurnEntry,
    UndoEntry,
    enter,
    entry_json,
    entry_kind,
    new_game,
    parse_entry,
    replay,
)
from engine.turns import PASS, Climb, Redeploy, Turn
from tests.engine.tables import GREEN_VALLEY, laid_out

FIRST = new_position(2, ("Ann", "Bo"))
ROLL = RollEntry(Roll((1, 1, 4, 6)), (1, 6, 4, 1))
TURN = TurnEntry(Turn((), (Climb((4, 6), 10),)))


def game_after(*entries: Entry) -> Game:
    return replay(FIRST, entries)


def random_game(seed: int, stop_after: int = 1000) -> list[Entry]:
    """The entries of a whole game, or of its beginning, with random rolls and turns."""
    chance = random.Random(seed)
    game, entries = new_game(FIRST), list[Entry]()
    while not game.position.over and len(entries) < stop_after:
        roll = Roll(tuple(sorted(chance.randint(1, 6) for _ in range(4))))
        for entry in (RollEntry(roll), TurnEntry(chance.choice(options(game.position, roll)).turn)):
            game = enter(game, entry)
            entries.append(entry)
    return entries


def test_a_roll_waits_for_its_turn() -> None:
    assert game_after(ROLL).roll == Roll((1, 1, 4, 6))
    assert game_after(ROLL, TURN).roll is None
    assert game_after(ROLL, TURN).position.to_move == 1


def test_a_corrected_die_changes_the_roll_that_waits() -> None:
    assert game_after(ROLL, DieEntry(6, 5)).roll == Roll((1, 1, 4, 5))


def test_a_goat_taken_back_leaves_the_roll_and_the_turn_to_the_player() -> None:
    first = laid_out(rules=GREEN_VALLEY, goats={0: "9>V4"})
    back = RedeployEntry(Redeploy(valley_field(4), 9))
    for entries in ((back,), (back, ROLL), (ROLL, back)):
        assert replay(first, entries).position == laid_out(rules=GREEN_VALLEY, to_move=0)
    game = replay(first, (ROLL, back))
    assert game.roll == ROLL.roll
    assert game.now.facts == (Fact("redeployed", 0, 9, origin=valley_field(4)),)
    assert enter(game, UndoEntry()).position == first
    assert enter(game, TURN).position.players[0].goat_on(10) == path(10, 1)


def test_a_corrected_position_stands_and_the_roll_still_waits() -> None:
    corrected = with_goat_at(FIRST, 0, path(10, 0), path(10, 1))
    game = game_after(ROLL, PositionEntry(corrected))
    assert (game.position, game.roll) == (corrected, Roll((1, 1, 4, 6)))


@pytest.mark.parametrize(
    ("entries", "reason"),
    [
        ((TURN,), "turn: the dice have not been thrown"),
        ((DieEntry(1, 2),), "die: the dice have not been thrown"),
        ((ROLL, DieEntry(5, 2)), "die: no die of the roll shows 5"),
        ((ROLL, DieEntry(4, 7)), "dice.2"),
        ((UndoEntry(),), "undo: there is nothing to take back"),
        ((ROLL, RedoEntry()), "redo: nothing was taken back"),
        ((ROLL, UndoEntry(), ROLL, RedoEntry()), "redo: nothing was taken back"),
        ((ROLL, TurnEntry(Turn((), (Climb((6, 6), 12),)))), "turn.steps.0"),
        ((RedeployEntry(Redeploy(path(9, 0), 9)),), "redeploy: a step such as redeploy is none of the rules base"),
    ],
)
def test_an_entry_that_does_not_fit_is_refused(entries: tuple[Entry, ...], reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        game_after(*entries)


@pytest.mark.parametrize("seed", range(5))
def test_undo_to_the_very_start_and_redo_to_the_very_end(seed: int) -> None:
    """Over every bump, bonus, the last round and the end."""
    entries = random_game(seed)
    whole = replay(FIRST, entries)
    assert whole.position.over
    kinds = {fact.kind for moment in whole.moments for fact in moment.facts}
    assert {"bumped", "took", "last_round", "over"} <= kinds
    undone = [whole]
    for _ in entries:
        undone.append(enter(undone[-1], UndoEntry()))
    assert undone[-1].position == FIRST
    assert not undone[-1].can_undo
    for before in reversed(undone[:-1]):
        redone = enter(undone.pop(), RedoEntry())
        assert redone == before
        undone[-1] = redone


def test_some_of_these_games_hold_a_bonus() -> None:
    facts = [
        fact.kind for seed in range(5) for moment in replay(FIRST, random_game(seed)).moments for fact in moment.facts
    ]
    assert "bonus" in facts


def test_undo_keeps_what_was_undone_only_until_something_new_happens() -> None:
    game = game_after(ROLL, TURN, UndoEntry(), TurnEntry(PASS))
    assert not game.can_redo
    assert game.turns == 1


def test_nothing_is_rolled_when_the_game_is_over() -> None:
    over = replay(FIRST, random_game(1))
    with pytest.raises(EngineError, match="the game is over"):
        enter(over, ROLL)


@pytest.mark.parametrize(
    "entry",
    [
        ROLL,
        RollEntry(Roll((2, 3, 4, 5)), None),
        RollEntry(Roll((2, 3, 4, 5)), (2, None, 4, 5, "goat")),
        TURN,
        TurnEntry(PASS),
        DieEntry(1, 6),
        RedeployEntry(Redeploy(valley_field(4), 9)),
        PositionEntry(with_goat_at(FIRST, 1, path(5, 0), path(5, 3))),
        UndoEntry(),
        RedoEntry(),
    ],
)
def test_an_entry_written_and_read_again_is_the_same(entry: Entry) -> None:
    assert parse_entry(entry_kind(entry), entry_json(entry), FIRST.rules) == entry


@pytest.mark.parametrize(
    ("kind", "body", "reason"),
    [
        ("dance", {}, "unknown kind 'dance'"),
        ("roll", {"dice": [1, 2, 3, 4]}, "a roll without its 'read'"),
        ("roll", {"dice": [1, 2, 3, 9], "read": None}, "dice.3"),
        ("die", {"old": 1}, "a die without its 'new'"),
        ("turn", {"turn": {}}, "turn"),
        ("position", {"position": []}, "position"),
        ("redeploy", {}, "a redeploy without its 'step'"),
        ("redeploy", {"step": {"do": "climb", "dice": [5], "mountain": 5}}, "step.do: expected redeploy"),
    ],
)
def test_an_entry_that_makes_no_sense_is_refused(kind: str, body: dict[str, object], reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        parse_entry(kind, body, FIRST.rules)


def test_every_position_on_the_way_is_kept_whole() -> None:
    game = replay(FIRST, random_game(3))
    total = sum(game.position.stacks) + sum(sum(player.tokens) for player in game.position.players)
    assert all(_tokens(moment.position) == total for moment in game.moments)


def _tokens(position: Position) -> int:
    return sum(position.stacks) + sum(sum(player.tokens) for player in position.players)
