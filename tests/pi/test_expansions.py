"""Big Mountain and Green Valley at the table: which goat goes where, and goats taken back by themselves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from engine.dice import Roll
from engine.options import Option, options
from engine.places import Place, parse_place, place_text
from engine.position import Position, new_position
from engine.position_checks import check_position
from engine.record import PositionEntry, RedeployEntry, RedoEntry, TurnEntry, UndoEntry
from engine.turns import Climb, Enter, Land, Redeploy, Step, Turn
from pi.core.board import marks_of
from pi.core.choosing import lines_open
from pi.core.events import Event
from pi.core.goats import goat_moves, moves_between
from pi.core.menu import menu_items
from pi.core.model import Model, Phase
from pi.core.overlay_values import Board, Menu, MenuItem, PositionEditor, Redeployed, RedeployQuestion
from pi.core.recording import enter_entries
from pi.core.screens import screens
from tests.pi.driving import (
    BACK,
    BOTH,
    HOLD_OK,
    HOLD_UNDO,
    NEXT,
    OK,
    UNDO,
    entries_of,
    follow,
    new_table,
    play,
    pushed,
    thrown,
    wide_table,
)

FEET = "5.0 6.0 7.0 8.0 9.0 10.0"
SCATTERED = "5.0 6.4 7.0 8.0 B12 V5"
BELOW_7, ON_7 = "5.0 6.0 7.2 8.0 9.0 10.0", "5.0 6.0 7.3 8.0 9.0 10.0"


def rows_of(model: Model) -> list[str]:
    return [row.text for row in screens(model).rows]


def menu_to(model: Model, item: MenuItem) -> tuple[Event, ...]:
    """The presses that open the menu and choose an item."""
    items = menu_items(model)
    opened = play(model, HOLD_OK).overlay
    assert isinstance(opened, Menu)
    return (HOLD_OK, *[NEXT] * ((items.index(item) - opened.cursor) % len(items)), OK)


def place(text: str) -> Place:
    return parse_place(text)


# Which goat goes where


def turned_out(goats: str, dice: tuple[int, ...], *steps: Step, other: str = FEET, empty: int = 0) -> Model:
    """The table after a turn."""
    model = play(wide_table({0: goats, 1: other}, (empty,)), *thrown(*dice))
    return enter_entries(model, (TurnEntry(Turn((), steps)),)).model


@pytest.mark.parametrize(
    ("model", "lines"),
    [
        (turned_out(FEET, (1, 3, 6, 6), Land((6, 6), 12, place("5.0"))), ["5 → Big Mountain 12"]),
        (turned_out(SCATTERED, (4, 5, 6, 6), Land((4, 5, 6), 15, place("B12"))), ["B12 → Big Mountain 15"]),
        (turned_out(SCATTERED, (4, 5, 6, 6), Enter((4, 5), 9, place("V5"))), ["V5 → 9: step 1"]),
        (
            turned_out(SCATTERED, (4, 5, 4, 6), Enter((4, 6), 10, place("6.4")), Enter((4, 5), 9, place("B12"))),
            ["6 → 10: step 1", "B12 → 9: step 1"],
        ),
        (turned_out("5.0 6.4 7.0 8.0 9.1 10.0", (4, 5, 1, 1), Climb((4, 5), 9), empty=9), ["9 → valley 5"]),
        (
            turned_out(BELOW_7, (3, 4, 1, 1), Climb((3, 4), 7), other=ON_7, empty=7),
            ["7 → valley 4", "7: Bo to the foot"],
        ),
        (
            turned_out(BELOW_7, (3, 4, 6, 6), Climb((3, 4), 7), Land((6, 6), 12, place("7.3"))),
            ["7: token", "7 → Big Mountain 12"],
        ),
        (turned_out(FEET, (3, 4, 1, 5), Climb((5,), 5), Climb((3, 4), 7)), ["5: up 1", "7: up 1"]),
    ],
)  # fmt: skip
def test_the_hands_are_told_which_goat_goes_where(model: Model, lines: list[str]) -> None:
    assert model.phase is Phase.DOING
    assert rows_of(model) == [*lines, "Then: Bo"]


@pytest.mark.parametrize(
    ("model", "lines"),
    [
        (turned_out(FEET, (1, 3, 6, 6), Land((6, 6), 12, place("5.0"))), ["Ann B12→5: foot"]),
        (turned_out(SCATTERED, (4, 5, 6, 6), Land((4, 5, 6), 15, place("B12"))), ["Ann B15→B12"]),
        (turned_out(SCATTERED, (4, 5, 6, 6), Enter((4, 5), 9, place("V5"))), ["Ann 9→V5"]),
        (
            turned_out(BELOW_7, (3, 4, 1, 1), Climb((3, 4), 7), other=ON_7, empty=7),
            ["Ann V4→7: step 2", "Bo 7: top"],
        ),
    ],
)  # fmt: skip
def test_undo_says_which_goat_goes_back(model: Model, lines: list[str]) -> None:
    assert rows_of(play(model, UNDO)) == lines


@cache
def scattered_options() -> tuple[tuple[Position, Option], ...]:
    """Turns of random games with both expansions, a few of each roll."""
    found = []
    chance = random.Random(7)
    for players in (2, 5):
        position = new_position(players, rules=BOTH)
        for _ in range(60):
            possible = options(position, Roll(tuple(sorted(chance.choices(range(1, 7), k=4)))))
            found += [(position, option) for option in chance.sample(possible, min(5, len(possible)))]
            position = chance.choice(possible).position
            if position.over:
                break
    return tuple(found)


def test_the_moves_told_lead_to_the_position_after_the_turn() -> None:
    for before, option in scattered_options():
        seat = before.to_move
        goats = Counter(before.players[seat].goats)
        for move in goat_moves(option.facts, before):
            goats.subtract([move.origin])
            goats.update([move.to])
        assert +goats == Counter(option.position.players[seat].goats)
        assert min(goats.values()) >= 0


def test_the_moves_back_lead_to_the_position_before_the_turn() -> None:
    for before, option in scattered_options():
        for was, now in zip(option.position.players, before.players, strict=True):
            goats = Counter(was.goats)
            moves = tuple(moves_between(was, now))
            for move in moves:
                goats.subtract([move.origin])
                goats.update([move.to])
            assert +goats == Counter(now.goats)
            assert all(move.origin != move.to for move in moves)


# Choosing in two levels


def test_the_first_list_is_of_groups_and_the_next_of_goats() -> None:
    model = play(wide_table({0: SCATTERED}), *thrown(4, 5, 6, 6))
    assert len(model.advice) > 8
    assert len(lines_open(model)) <= 8
    line = next(index for index, line in enumerate(model.choices) if line.below and not line.more)
    opened = play(model, *[NEXT] * line, OK)
    assert opened.path == (line,)
    assert len(lines_open(opened)) <= 8
    taken = follow(opened, NEXT, OK)
    below = model.choices[line].below[1].best
    assert entries_of(taken.effects) == (TurnEntry(below.option.turn),)


@pytest.mark.parametrize("rules", [("base", "big-mountain"), ("base", "green-valley"), BOTH])
@pytest.mark.parametrize("faces", [(1, 1, 1, 1), (1, 1, 4, 6), (5, 6, 6, 6)])
def test_no_list_with_expansions_is_longer_than_eight_lines(rules: tuple[str, ...], faces: tuple[int, ...]) -> None:
    model = play(wide_table({}, rules=rules), *thrown(*faces))
    pending = [model.choices]
    while pending:
        lines = pending.pop()
        assert len(lines) <= 8
        pending += [line.below for line in lines if line.below]


@pytest.mark.parametrize(
    ("groups", "steps"),
    [
        (((5, 6), (4, 6)), {Land: 11, Enter: 10}),
        (((4, 5, 6), (6,)), {Land: 15, Climb: 6}),
        (((4, 5, 6, 6),), {Land: 21}),
    ],
)
def test_groups_above_ten_select_the_best_option_of_these_sums(
    groups: tuple[tuple[int, ...], ...], steps: dict[type[Step], int]
) -> None:
    model = play(wide_table({0: SCATTERED}), *thrown(4, 5, 6, 6))
    shown = play(model, *pushed(*groups))
    selected = shown.advice[shown.cursor]
    assert {type(step): step.number for step in selected.option.turn.steps} == steps
    numbers = sorted(steps.values())
    fitting = [one for one in model.advice if sorted(step.number for step in one.option.turn.steps) == numbers]
    assert selected == fitting[0]


def test_two_groups_for_one_space_select_the_best_option_for_one_of_them() -> None:
    model = play(wide_table({}), *thrown(5, 5, 6, 6))
    selected = play(model, *pushed((5, 6), (5, 6)))
    assert [step.number for step in selected.advice[selected.cursor].option.turn.steps] == [11]


def test_a_group_for_a_space_that_is_taken_counts_for_nothing() -> None:
    model = play(wide_table({0: FEET, 1: "B12 6.0 7.0 8.0 9.0 10.0"}), *thrown(4, 5, 6, 6))
    selected = play(model, *pushed((6, 6), (4, 5)))
    assert [step.number for step in selected.advice[selected.cursor].option.turn.steps] == [9]


def test_undo_selects_what_was_taken_so_that_pushed_dice_still_say_what_they_said() -> None:
    model = play(wide_table({0: SCATTERED}), *thrown(4, 5, 6, 6), *pushed((4, 5, 6), (6,)))
    undone = play(model, OK, UNDO, OK)
    assert (undone.phase, undone.cursor, undone.path) == (Phase.CHOOSING, model.cursor, model.path)


# A goat taken back by itself


def test_a_goat_is_taken_back_before_the_roll_and_the_hands_are_told() -> None:
    model = wide_table({0: SCATTERED})
    asked = play(model, *menu_to(model, MenuItem.REDEPLOY))
    assert asked.overlay == RedeployQuestion()
    assert rows_of(asked) == ["V5", "B12", "8: foot", "7: foot", "6: top", "5: foot"]
    which = play(asked, NEXT, OK)
    assert rows_of(which) == ["B12 → 9: foot", "B12 → 10: foot"]
    following = follow(which, NEXT, OK)
    step = Redeploy(place("B12"), 10)
    assert entries_of(following.effects) == (RedeployEntry(step),)
    assert (following.model.phase, following.model.overlay) == (Phase.WAITING, Redeployed(step))
    assert rows_of(following.model) == ["B12 → 10: foot"]
    assert play(following.model, *thrown(1, 2, 3, 4)).phase is Phase.CHOOSING


def test_a_goat_taken_back_after_the_roll_leaves_the_roll_waiting() -> None:
    model = play(wide_table({0: SCATTERED}), *thrown(4, 5, 6, 6))
    taken = play(model, *menu_to(model, MenuItem.REDEPLOY), OK, OK)
    assert taken.phase is Phase.CHOOSING
    assert taken.game is not None
    assert taken.game.roll == Roll((4, 5, 6, 6))
    assert place("9.0") in taken.game.position.mover.goats
    assert {one.option.turn for one in taken.advice} != {one.option.turn for one in model.advice}
    assert play(taken, OK, OK).phase is Phase.DOING


@pytest.mark.parametrize("undo", [(UNDO,), (BACK, UNDO), (BACK, *thrown(1, 2, 3, 4), UNDO, UNDO)])
def test_undo_puts_the_goat_back_and_says_so(undo: tuple[Event, ...]) -> None:
    model = wide_table({0: SCATTERED})
    taken = play(model, *menu_to(model, MenuItem.REDEPLOY), OK, OK)
    following = follow(taken, *undo)
    assert entries_of(following.effects)[-1] == UndoEntry()
    assert following.model.game is not None
    assert model.game is not None
    assert following.model.game.position == model.game.position
    assert rows_of(following.model) == ["Ann 9→V5"]


def test_redo_says_it_again() -> None:
    model = wide_table({0: SCATTERED})
    undone = play(model, *menu_to(model, MenuItem.REDEPLOY), OK, OK, UNDO, OK)
    redone = follow(undone, *menu_to(undone, MenuItem.REDO))
    assert entries_of(redone.effects) == (RedoEntry(),)
    assert rows_of(redone.model) == ["V5 → 9: foot"]


def test_undo_held_takes_a_turn_back_with_the_goat_taken_back_in_it() -> None:
    model = play(wide_table({0: SCATTERED}), *thrown(4, 5, 6, 6))
    done = play(model, *menu_to(model, MenuItem.REDEPLOY), OK, OK, OK, OK)
    undone = play(done, HOLD_UNDO)
    assert undone.game is not None
    assert undone.game.roll is not None


@pytest.mark.parametrize(
    "model",
    [
        new_table(),
        wide_table({}),
        wide_table({0: "5.0 6.0 7.0 8.0 9.0 B12"}, rules=("base", "big-mountain")),
        play(wide_table({1: SCATTERED}), *thrown(4, 5, 6, 6), OK),
    ],
    ids=["base game", "a goat on every mountain", "not agreed on", "hands move goats"],
)  # fmt: skip
def test_nothing_is_offered_where_no_goat_may_be_taken_back(model: Model) -> None:
    assert MenuItem.REDEPLOY not in menu_items(model)


@pytest.mark.parametrize("presses", [(BACK,), (OK, BACK, BACK), (OK, UNDO, UNDO)])
def test_back_leaves_goats_where_they_are(presses: tuple[Event, ...]) -> None:
    model = wide_table({0: SCATTERED})
    left = play(model, *menu_to(model, MenuItem.REDEPLOY), *presses)
    assert (left.overlay, left.game) == (None, model.game)


# The board


def corrections(model: Model, steps: int) -> Iterator[Position]:
    """The drafts that pressing NEXT on the first goat of the first seat steps through."""
    editing = play(model, *menu_to(model, MenuItem.CORRECT_POSITION), OK, OK)
    for _ in range(steps):
        editing = play(editing, NEXT)
        assert isinstance(editing.overlay, PositionEditor)
        yield editing.overlay.draft


def test_a_goat_is_corrected_to_every_place_that_the_rules_have_for_it() -> None:
    model = wide_table({0: FEET, 1: "B12 6.0 7.0 8.0 9.0 10.0"})
    drafts = list(corrections(model, 20))
    others = Counter(map(place, FEET.split()[1:]))
    goats = [(Counter(draft.players[0].goats) - others).elements() for draft in drafts]
    reached = [place_text(next(iter(goat))) for goat in goats]
    spaces = [f"B{number}" for number in range(11, 25) if number != 12]
    assert reached == ["5.1", "5.2", "5.3", "5.4", *spaces, "V3", "V4", "V5"]
    for draft in drafts:
        check_position(draft)


def test_a_corrected_board_is_kept_in_the_record() -> None:
    model = wide_table({})
    done = (OK, *[NEXT] * 3, OK, *[NEXT] * 11, OK, OK)
    following = follow(model, *menu_to(model, MenuItem.CORRECT_POSITION), OK, *[NEXT] * 5, *done)
    (entry,) = entries_of(following.effects)
    assert isinstance(entry, PositionEntry)
    assert place("B11") in entry.position.players[0].goats


def test_the_board_shows_mountains_spaces_and_valley() -> None:
    model = wide_table({0: SCATTERED, 1: "5.4 6.0 B24 V5 V5 V3"}, empty=(9,))
    shown = play(model, *menu_to(model, MenuItem.BOARD))
    assert rows_of(shown) == ["5: A:0 B▲", "6: A▲ B:0", "7: A:0", "8: A:0", "9: ", "10: "]
    assert [row.right for row in screens(shown).rows] == ["10", "9", "8", "7", "0", "5"]
    assert rows_of(play(shown, NEXT)) == [
        "11:· 12:A 13:· 14:· 15:·",
        "16:· 17:· 18:· 19:· 20:·",
        "21:· 22:· 23:· 24:B",
        "Valley 3: B",
        "Valley 4: ·",
        "Valley 5: A 2B",
    ]
    assert play(shown, NEXT, NEXT).overlay == Board(0)
    assert play(shown, OK).overlay is None


def test_players_are_told_apart_by_a_letter() -> None:
    assert marks_of(new_position(3, ("Ann", "Bo", "Cy"))) == ("A", "B", "C")
    assert marks_of(new_position(3, ("Ann", "Bo", "Anna"))) == ("A", "B", "C")
    assert marks_of(new_position(2)) == ("A", "B")


def test_the_score_sheet_has_lines_for_the_expansions() -> None:
    model = play(wide_table({0: SCATTERED}), NEXT, NEXT)
    texts = [text for row in screens(model).rows for text in (row.text, row.right)]
    assert {"Big Mountain: 12", "Valley: 5"} <= set(texts)
