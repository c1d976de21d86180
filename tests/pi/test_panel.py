"""The display is spared: it dims, moves and sleeps while nothing happens; the press that wakes it does nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ports import Button, Light
from pi.core.care import Care
from pi.core.events import (
    ButtonPressed,
    DeviceFailed,
    DeviceReturned,
    DeviceStarting,
    DiceMoved,
    DiceSettled,
    Event,
    HandlerFailed,
    SaveFailed,
    SaveSucceeded,
    TimePassed,
    TrayBlocked,
    TrayEmptied,
)
from pi.core.language import Language
from pi.core.panel import SHIFTS_XY, Panel, look_of, tend
from pi.core.screens import screens
from pi.shell.render import HEIGHT, WIDTH, render
from tests.pi.driving import new_table, play, reading, thrown

CARE = Care(dim_s=120, sleep_s=600, shift_s=60)


def press(at: float, button: Button = Button.OK, held: bool = False) -> ButtonPressed:
    return ButtonPressed(button, held, at)


def panel_after(*events: Event, care: Care = CARE) -> Panel:
    panel = Panel()
    for event in events:
        panel, _ = tend(panel, event, care)
    return panel


def light_after(*events: Event, care: Care = CARE) -> Light:
    return look_of(panel_after(*events, care=care), care).light


@pytest.mark.parametrize(
    ("idle_s", "light"),
    [
        (0, Light.BRIGHT),
        (119, Light.BRIGHT),
        (120, Light.DIM),
        (599, Light.DIM),
        (600, Light.DARK),
        (86_400, Light.DARK),
    ],
)
def test_how_long_nothing_happened_decides(idle_s: float, light: Light) -> None:
    assert light_after(press(1000), TimePassed(1000 + idle_s)) is light


@pytest.mark.parametrize(
    ("care", "light"),
    [(Care(0, 0, 0), Light.BRIGHT), (Care(120, 0, 0), Light.DIM), (Care(0, 600, 0), Light.DARK)],
)
def test_none_of_it_has_to_be(care: Care, light: Light) -> None:
    assert light_after(press(0), TimePassed(100_000), care=care) is light


def test_the_first_time_heard_of_is_no_long_idleness() -> None:
    assert light_after(TimePassed(1_000_000)) is Light.BRIGHT


def test_the_picture_moves_every_minute_and_comes_back() -> None:
    seconds = (0, 59, 60, 120, 180, 240)
    shifts_xy = [look_of(panel_after(TimePassed(at)), CARE).shift_xy for at in seconds]
    assert shifts_xy == [SHIFTS_XY[0], SHIFTS_XY[0], SHIFTS_XY[1], SHIFTS_XY[2], SHIFTS_XY[3], SHIFTS_XY[0]]
    assert look_of(panel_after(TimePassed(60)), Care(shift_s=0)).shift_xy == (0, 0)


@pytest.mark.parametrize("language", list(Language))
def test_the_picture_loses_nothing_by_moving(language: Language) -> None:
    """What a shift pushes off the display is a line of the title bar and a column of bars, with a dot of the rule."""
    table = new_table(5, language, ("Wolfgang", "Mathilda", "Wilhelm", "Marianne", "Maximilian"))
    for model in (table, play(table, *thrown(1, 1, 4, 6)), play(table, SaveFailed("full", 0.0))):
        image = render(screens(model))
        assert all(image.getpixel((x, 0)) for x in range(WIDTH))
        assert sum(image.getpixel((WIDTH - 1, y)) != image.getpixel((0, y)) for y in range(HEIGHT)) <= 1
    assert {x for x, _ in SHIFTS_XY} == {0, 1}
    assert {y for _, y in SHIFTS_XY} == {0, -1}


# Waking


@pytest.mark.parametrize(
    "event",
    [
        press(1000),
        DiceMoved(1000),
        TrayBlocked(1000),
        TrayEmptied(1000),
        DiceSettled(reading(1, 2, 3, 4), 1000),
        DeviceFailed("camera", "gone", "plug it in", 1000),
        SaveFailed("full", 1000),
        HandlerFailed("fault", 1000),
    ],
    ids=lambda event: type(event).__name__,
)
def test_whatever_happens_at_the_table_wakes_it(event: Event) -> None:
    assert light_after(press(0), TimePassed(999)) is Light.DARK
    assert light_after(press(0), TimePassed(999), event) is Light.BRIGHT


@pytest.mark.parametrize("event", [TimePassed(1000), DeviceStarting("camera", 1000), SaveSucceeded(1000)])
def test_what_is_no_news_does_not(event: Event) -> None:
    assert light_after(press(0), event) is Light.DARK


def test_a_trouble_that_is_told_again_and_again_wakes_it_once() -> None:
    failed = DeviceFailed("camera", "gone", "plug it in", 0)
    again = [replace(failed, at=float(at)) for at in range(10, 1000, 10)]
    assert light_after(press(0), failed, *again) is Light.DARK
    assert light_after(press(0), failed, *again, DeviceReturned("camera", 1000)) is Light.BRIGHT
    assert light_after(*[SaveFailed("full", float(at)) for at in range(1000)]) is Light.DARK


def test_only_the_press_that_wakes_a_dark_display_does_nothing_else() -> None:
    asleep = panel_after(press(0), TimePassed(600))
    awake, only_wakes = tend(asleep, press(601), CARE)
    assert only_wakes
    assert not tend(awake, press(602), CARE)[1]
    dim = panel_after(press(0), TimePassed(120))
    assert not tend(dim, press(121), CARE)[1]


def test_it_sleeps_even_if_nobody_said_that_time_passed() -> None:
    assert tend(panel_after(press(0)), press(600), CARE)[1]


def test_dice_that_wake_it_are_read() -> None:
    assert not tend(panel_after(press(0), TimePassed(600)), DiceMoved(601), CARE)[1]


def test_a_press_held_on_after_waking_still_does_nothing() -> None:
    panel = panel_after(press(0), TimePassed(600))
    held = [press(601 + 0.3 * count, Button.NEXT, held=True) for count in range(5)]
    for event in held:
        panel, only_wakes = tend(panel, event, CARE)
        assert only_wakes
    assert not tend(panel, press(held[-1].at + 0.3, Button.OK, held=True), CARE)[1]
    assert not tend(panel, press(held[-1].at + 0.3, Button.NEXT), CARE)[1]
    assert not tend(panel, press(held[-1].at + 3, Button.NEXT, held=True), CARE)[1]


@given(st.lists(st.tuples(st.sampled_from(list(Button)), st.booleans(), st.floats(0, 700)), max_size=20))
def test_a_press_is_swallowed_only_where_nobody_could_read_the_display(
    presses: list[tuple[Button, bool, float]],
) -> None:
    panel, at, could_read = Panel(), 0.0, True
    for button, held, wait_s in presses:
        at += wait_s
        panel, _ = tend(panel, TimePassed(at), CARE)
        was_dark = look_of(panel, CARE).light is Light.DARK
        panel, only_wakes = tend(panel, press(at, button, held), CARE)
        assert only_wakes == was_dark or (only_wakes and held and not could_read)
        could_read = not only_wakes
        assert look_of(panel, CARE).light is Light.BRIGHT
