"""Debounce and long presses, as tables of traces."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import HELD_S, REPEATING, STABLE_S, Switch, hear
from hardware.ports import Button, Press

POLL_MS = 50


def heard(trace_ms: str, button: Button = Button.OK) -> list[str]:
    """Plays a trace and gives what was told, like `short@150`.

    A trace is a row of times in milliseconds: `d10` and `u10` are edges down and up, `-10` is the level read again and
    found as the last edge left it, `D10` and `U10` read again and found down or up, the edge having been lost.
    """
    switch = Switch(button)
    down = False
    told = []
    for word in trace_ms.split():
        down = {"d": True, "D": True, "u": False, "U": False, "-": down}[word[0]]
        at_ms = int(word[1:])
        switch, press = hear(switch, down, at_ms / 1000)
        if press is not None:
            told.append(f"{'long' if press.held else 'short'}@{round(press.at * 1000)}")
    return told


@pytest.mark.parametrize(
    ("case", "trace_ms", "told"),
    [
        ("nothing happens", "-50 -100 -150", []),
        ("a clean press", "d10 -50 u90 -100 -150", ["short@150"]),
        ("not told before it is up", "d10 -50 -100", []),
        ("chatter going down", "d10 u11 d12 u14 d15 -50 u90 -150", ["short@150"]),
        ("chatter coming up", "d10 -50 u90 d91 u93 d94 u95 -150", ["short@150"]),
        ("chatter at both ends", "d10 u12 d13 -50 u90 d92 u93 -150 -200", ["short@150"]),
        ("a spike is no press", "d10 u11 -50 -100", []),
        ("a spike just too short", "d10 u29 -50 -100", []),
        ("the shortest press", "d10 u31 -60", ["short@60"]),
        ("a gap in a press", "d10 -50 u80 d85 -100 u150 -200", ["short@200"]),
        ("two presses", "d10 -50 u60 -100 d110 -150 u160 -200", ["short@100", "short@200"]),
        ("two presses faster than the polling", "d10 u40 d70 u100 -150", ["short@70", "short@150"]),
        ("a poll in the middle of chatter", "d10 u12 -13 d14 -50 u90 -150", ["short@150"]),
        ("a long press, told while down", "d100 -850 -900 -950", ["long@900"]),
        ("a long press, not told again at the end", "d100 -900 -950 u1000 -1050 -2000", ["long@900"]),
        ("a long press and a short one", "d100 -900 u950 -1000 d1050 u1100 -1150", ["long@900", "short@1150"]),
        ("two long presses", "d100 -900 u950 -1000 d1050 -1850", ["long@900", "long@1850"]),
        ("up just before the long press", "d100 -850 u890 -900 -950", ["short@950"]),
        ("chatter while held", "d100 -400 u500 d502 -900", ["long@900"]),
        ("held long and never polled", "d100 u1000 -1050", ["long@1000"]),
        ("the edge up got lost", "d10 -50 U100 -150", ["short@150"]),
        ("the edge up got lost in a long press", "d100 -900 U950 -1000 -2000", ["long@900"]),
        ("the edge down got lost", "D50 -100 u120 -150", ["short@150"]),
        ("both edges got lost", "D50 D100 U150 U200", ["short@200"]),
        ("an edge heard after a newer reading", "D50 d48 -100 u120 -150", ["short@150"]),
        ("held since before the start", "D0 -800", ["long@800"]),
    ],
)
def test_a_trace_of_a_switch(case: str, trace_ms: str, told: list[str]) -> None:
    assert heard(trace_ms) == told, case


@pytest.mark.parametrize(
    ("case", "trace_ms", "told"),
    [
        ("held on and on", "d0 -800 -1150 -1500 -1850", ["long@800", "long@1150", "long@1500", "long@1850"]),
        ("polled more often", "d0 -800 -900 -1000 -1099 -1100 -1399", ["long@800", "long@1100"]),
        ("let go", "d0 -800 -1100 u1150 -1200 -1500 -2000", ["long@800", "long@1100"]),
        ("let go between two tellings", "d0 -800 u1090 -1100 -1400", ["long@800"]),
        ("chatter while it repeats", "d0 -800 u1000 d1003 -1150 -1500", ["long@800", "long@1150", "long@1500"]),
        (
            "pressed again, short",
            "d0 -800 -1100 u1150 -1200 d1300 u1400 -1450",
            ["long@800", "long@1100", "short@1450"],
        ),
    ],
)
def test_a_button_that_steps_through_lists_repeats_while_it_is_held(case: str, trace_ms: str, told: list[str]) -> None:
    assert heard(trace_ms, Button.NEXT) == told, case


@pytest.mark.parametrize("button", [one for one in Button if one not in REPEATING])
def test_no_other_button_repeats(button: Button) -> None:
    assert heard("d0 -800 -1100 -1400 -5000", button) == ["long@800"]


def test_what_confirms_takes_back_or_leaves_never_repeats() -> None:
    assert not REPEATING & {Button.OK, Button.UNDO, Button.BACK}


def test_a_press_names_its_button() -> None:
    pressed = replace(Switch(Button.UNDO), is_down=True, heard_since=1.0)
    assert hear(pressed, down=False, at=2.0)[1] == Press(Button.UNDO, held=False, at=2.0)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 200)), max_size=30))
def test_left_alone_the_switch_is_up_and_no_press_is_told_twice(levels: list[tuple[bool, int]]) -> None:
    switch = Switch(Button.OK)
    told: list[Press] = []
    at_ms = downs = 0
    for down, wait_ms in levels:
        downs += down and not switch.heard_down
        at_ms += wait_ms
        switch, press = hear(switch, down, at_ms / 1000)
        told += [press] if press else []
    for _ in range(2):
        at_ms += POLL_MS
        switch, press = hear(switch, False, at_ms / 1000)
        told += [press] if press else []
    assert not switch.is_down
    assert len(told) <= downs


@given(st.integers(0, 2000))
def test_how_long_it_was_down_decides(down_ms: int) -> None:
    trace_ms = ["d1000", *(f"-{1000 + ms}" for ms in range(POLL_MS, down_ms, POLL_MS)), f"u{1000 + down_ms}"]
    trace_ms += [f"-{1000 + down_ms + POLL_MS}", f"-{1000 + down_ms + 2 * POLL_MS}"]
    lengths = [told.split("@")[0] for told in heard(" ".join(trace_ms))]
    if down_ms < STABLE_S * 1000:
        assert lengths == []
    elif down_ms < HELD_S * 1000:
        assert lengths == ["short"]
    else:
        assert lengths == ["long"]
