"""Switching off takes two steps, and only the second one does anything."""

from __future__ import annotations

import pytest

from pi.core.effects import ShutDown
from pi.core.events import ButtonPressed, DiceMoved, Event, ShutDownFailed, TimePassed
from pi.core.menu import menu_items
from pi.core.model import Model
from pi.core.overlay_values import Menu, MenuItem, ShutDownQuestion, SwitchedOff
from pi.core.screens import screens
from tests.pi.driving import (
    AT,
    BACK,
    EMPTIED,
    HOLD_BACK,
    HOLD_NEXT,
    HOLD_OK,
    HOLD_UNDO,
    MOVED,
    NEXT,
    OK,
    UNDO,
    follow,
    new_table,
    play,
    settled,
    thrown,
)

TABLES = {
    "set-up": Model(),
    "waiting": new_table(),
    "choosing": play(new_table(), *thrown(1, 1, 4, 6)),
    "doing": play(new_table(), *thrown(1, 1, 4, 6), OK),
}
everywhere = pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))


@everywhere
def test_holding_back_asks_and_yes_switches_off(table: Model) -> None:
    off = follow(table, HOLD_BACK, NEXT, OK)
    assert off.effects == (ShutDown(),)
    assert off.model.overlay == SwitchedOff()
    assert screens(off.model).title == "Safe to unplug"


@everywhere
def test_the_menu_asks_as_well(table: Model) -> None:
    asked = play(table, HOLD_OK)
    assert isinstance(asked.overlay, Menu)
    items = menu_items(asked)
    steps = (items.index(MenuItem.SHUT_DOWN) - asked.overlay.cursor) % len(items)
    assert play(asked, *[NEXT] * steps, OK).overlay == ShutDownQuestion()


@everywhere
@pytest.mark.parametrize("presses", [(OK,), (BACK,), (UNDO,), (NEXT, BACK), (NEXT, NEXT, OK), (HOLD_BACK, OK)])
def test_anything_but_yes_goes_back_to_the_game(table: Model, presses: tuple[ButtonPressed, ...]) -> None:
    left = follow(table, HOLD_BACK, *presses)
    assert left.effects == ()
    assert (left.model.overlay, left.model.phase, left.model.game) == (None, table.phase, table.game)


def test_one_long_press_never_switches_off() -> None:
    assert follow(new_table(), *[HOLD_BACK] * 5).effects == ()


@pytest.mark.parametrize(
    "event",
    [
        OK,
        BACK,
        NEXT,
        UNDO,
        HOLD_OK,
        HOLD_UNDO,
        HOLD_NEXT,
        HOLD_BACK,
        MOVED,
        EMPTIED,
        settled(1, 2, 3, 4),
        DiceMoved(AT),
    ],
)
def test_switched_off_nothing_happens_any_more(event: Event) -> None:
    off = play(new_table(), HOLD_BACK, NEXT, OK)
    following = follow(off, event, TimePassed(AT + 1))
    assert (following.model, following.effects) == (off, ())
    assert following.why


def test_a_machine_that_refuses_gets_its_game_back() -> None:
    table = TABLES["choosing"]
    back = play(table, HOLD_BACK, NEXT, OK, ShutDownFailed("no right to", AT))
    assert (back.overlay, back.phase, back.game) == (None, table.phase, table.game)
    assert play(back, OK).game != table.game
