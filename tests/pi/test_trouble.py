"""What does not work is a state: said, played on without, and gone when it works again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pi.core.events import (
    DeviceFailed,
    DeviceReturned,
    DeviceStarting,
    HandlerFailed,
    RecordMended,
    ShutDownFailed,
    TimePassed,
)
from pi.core.model import Model, Phase, Starting
from pi.core.overlay_values import MendedRecord
from pi.core.screen import Icon
from pi.core.screens import screens
from pi.shell.render import screen_lines
from tests.pi.driving import AT, HOLD_OK, MOVED, NEXT, OK, follow, new_table, play, thrown

FAILED = DeviceFailed("camera", "gone", "plug it in", AT)
STARTING = DeviceStarting("camera", 10.0)


def shown(model: Model) -> str:
    return "\n".join(screen_lines(screens(model)))


@pytest.mark.parametrize(
    ("after_s", "said"),
    [(0.9, ""), (1.0, "Starting camera: 1 s"), (2.9, "Starting camera: 2 s"), (8.0, "Starting camera: 8 s")],
)
def test_every_second_that_a_camera_takes_to_start_is_shown(after_s: float, said: str) -> None:
    starting = play(new_table(), STARTING, TimePassed(10.0 + after_s))
    assert said in shown(starting)
    assert ("Starting" in shown(starting)) == bool(said)


def test_after_three_seconds_the_players_are_told_to_go_on_by_hand() -> None:
    table = play(new_table(), STARTING)
    assert not play(table, TimePassed(12.9)).has_trouble("camera")
    late = play(table, TimePassed(13.0))
    assert Icon.NO_CAMERA in screens(late).icons
    assert "OK enter" in shown(late)
    assert "Starting camera: 7 s" in shown(play(late, TimePassed(14.0), TimePassed(17.0)))


def test_with_the_first_picture_all_of_that_is_gone() -> None:
    late = play(new_table(), STARTING, TimePassed(14.0))
    assert play(late, DeviceReturned("camera", 15.0)) == new_table()


def test_a_camera_that_fails_to_start_is_waited_for_no_longer() -> None:
    failed = play(new_table(), STARTING, TimePassed(11.0), FAILED, TimePassed(20.0))
    assert failed.starting is None
    assert "No camera" in shown(failed)


def test_another_device_that_fails_leaves_the_camera_starting() -> None:
    starting = play(new_table(), STARTING, DeviceFailed("buttons", "gone", "", 11.0), TimePassed(11.0))
    assert starting.starting == Starting("camera", 10.0, 1)


def test_time_changes_nothing_else() -> None:
    following = follow(new_table(), TimePassed(100.0))
    assert following.model == new_table()
    assert following.why


def test_dice_that_a_lost_camera_saw_rolling_are_not_waited_for() -> None:
    assert play(new_table(), MOVED, FAILED).phase is Phase.WAITING


def test_a_fault_of_our_own_closes_what_lies_on_top_and_goes_with_the_next_press() -> None:
    menu = play(new_table(), HOLD_OK)
    faulty = play(menu, HandlerFailed("ZeroDivisionError", AT))
    assert faulty.overlay is None
    assert "A fault; game is kept" in shown(faulty)
    assert not play(faulty, NEXT).troubles


def test_a_machine_that_does_not_switch_off_says_so_until_the_next_press() -> None:
    refused = play(new_table(), ShutDownFailed("no right to", AT))
    assert "It did not switch off" in shown(refused)
    assert not play(refused, NEXT).troubles


@pytest.mark.parametrize("table", [Model(), new_table(), play(new_table(), *thrown(1, 1, 4, 6))])
def test_a_mended_record_is_told_of_and_one_press_goes_on(table: Model) -> None:
    told = play(table, RecordMended(3, AT))
    assert told.overlay == MendedRecord(3)
    assert "Games: 3" in shown(told)
    assert replace(play(told, OK), presses=0) == table
