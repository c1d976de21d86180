"""The list to choose from: one level in the base game, as many as a line needs where it stands for several options."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.choices import Choice, leaves, sums_of
from engine.dice import Roll
from engine.position import new_position
from engine.record import TurnEntry
from engine.suggest import Advice, advise
from pi.core.choices import choices, list_at, path_to
from pi.core.choosing import line_selected, lines_open
from pi.core.events import Event
from pi.core.model import Model, Phase
from pi.core.screens import screens
from tests.pi.driving import BACK, NEXT, OK, entries_of, follow, new_table, play, pushed, thrown


def two_levels() -> Model:
    """The options of a roll, the second to the fourth of them below one line."""
    model = play(new_table(), *thrown(1, 1, 4, 6))
    first, *some = model.advice[:4]
    rest = model.advice[4:]
    opening = replace(line(some[0]), below=tuple(line(one) for one in some))
    return replace(model, choices=(line(first), opening, *(line(one) for one in rest)))


def line(advice: Advice) -> Choice:
    """A line that is one option."""
    return Choice(sums_of(advice.option.turn), advice)


def taken(model: Model, *events: Event) -> Advice | None:
    """The option that presses lead to; None when they take none."""
    turns = [entry.turn for entry in entries_of(follow(model, *events).effects) if isinstance(entry, TurnEntry)]
    return next((one for one in model.advice if one.option.turn in turns), None)


@pytest.mark.parametrize("faces", [(1, 1, 4, 6), (1, 1, 1, 1), (1, 1, 1, 6)])
def test_in_the_base_game_every_line_is_an_option(faces: tuple[int, ...]) -> None:
    model = play(new_table(), *thrown(*faces))
    assert model.choices == tuple(line(one) for one in model.advice)


@pytest.mark.parametrize("faces", [(1, 1, 1, 1), (1, 4, 5, 6)])
def test_many_options_are_folded_the_best_of_all_on_a_line_of_its_own(faces: tuple[int, ...]) -> None:
    advice = advise(new_position(3, rules=("base", "big-mountain", "green-valley")), Roll(faces))
    assert len(advice) > 29
    lines = choices(advice)
    assert lines[0] == line(advice[0])
    assert len(lines) <= 8
    assert Counter(map(id, leaves(lines))) == Counter(map(id, advice))


def test_the_first_suggestion_is_one_press_whatever_lies_below_other_lines() -> None:
    model = two_levels()
    assert taken(model, OK) == model.advice[0]


@pytest.mark.parametrize(("steps", "index"), [(0, 1), (1, 2), (2, 3), (3, 1)])
def test_a_line_of_several_options_opens_and_then_one_of_them_is_taken(steps: int, index: int) -> None:
    model = two_levels()
    opened = play(model, NEXT, OK)
    assert (opened.path, opened.phase, len(lines_open(opened))) == ((1,), Phase.CHOOSING, 3)
    assert taken(opened, *[NEXT] * steps, OK) == model.advice[index]


def test_back_from_the_first_line_leaves_the_list_below() -> None:
    opened = play(two_levels(), NEXT, OK)
    assert play(opened, NEXT, BACK).path == (1,)
    closed = play(opened, BACK)
    assert (closed.path, line_selected(closed)) == ((), 1)


def test_next_steps_over_all_lines_and_round() -> None:
    model = two_levels()
    lines = len(model.choices)
    assert [line_selected(play(model, *[NEXT] * count)) for count in range(lines + 1)] == [*range(lines), 0]


def test_dice_pushed_into_groups_open_the_list_that_holds_their_option() -> None:
    model = two_levels()
    for index in (1, 2, 3):
        groups = [step.dice for step in model.advice[index].option.turn.steps]
        used = [face for group in groups for face in group]
        turned = model.advice[index].option.turn.turned
        left = [1, 1, 4, 6] if not turned else [1, turned[0], 4, 6]
        for face in used:
            left.remove(face)
        if any(face >= 5 for face in left):
            continue  # a die that lies alone is a group, too
        shown = play(model, *pushed(*groups, *((face,) for face in left)))
        assert (shown.cursor, shown.path) == (index, (1,))


def test_a_line_that_opens_is_marked() -> None:
    rows = screens(two_levels()).rows
    assert [row.text.endswith(" …") for row in rows[:3]] == [False, True, False]


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(1, 6), min_size=4, max_size=4))
def test_every_option_has_one_path(faces: list[int]) -> None:
    advice = play(new_table(), *thrown(*faces)).advice
    lines = choices(advice)
    for one in advice:
        path = path_to(lines, one)
        assert path is not None
        assert list_at(lines, path[:-1])[path[-1]].best == one
