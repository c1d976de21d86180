"""The loop: what it shows is durable, what fails is a state, and a fault of its own costs nothing."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest

from hardware.ports import DeviceError, Light, Look, Signal
from hardware.simulated.recording import RecordingDisplay
from pi.core.beginning import begin_game
from pi.core.care import Care
from pi.core.events import DiceMoved, Event, TimePassed
from pi.core.language import Language
from pi.core.model import Model, Phase, Setup, Starting
from pi.core.overlay_values import Overlay, Review
from pi.core.reviewing import open_review
from pi.core.screen import Screen
from pi.core.screens import screens
from pi.shell.loop import PLAIN_SCREEN, Loop, Outputs, Show, ShutDownError
from pi.shell.record_file import FILE_NAME
from pi.shell.recorder import Recorder
from pi.shell.render import fits, render
from pi.shell.store import open_store
from tests.pi.driving import AT, BACK, EMPTIED, HOLD_BACK, MOVED, NEXT, OK, thrown


@dataclass(frozen=True)
class UnheardOf:
    """An event that no handler knows."""

    at: float = AT


def begun_loop(folder: Path, show: Show, outputs: Outputs | None = None, care: Care | None = None) -> Loop:
    begun = begin_game(Model(setup=Setup(names=("Ann", "Bo"))))
    recorder = Recorder(open_store(folder, create=True), None)
    recorder.record(begun.effects, AT)
    return Loop(begun.model, recorder, show, outputs, care)


def take_all(loop: Loop, *events: Event) -> None:
    for event in events:
        loop.take(event)


def test_what_is_shown_is_in_the_record_already(tmp_path: Path) -> None:
    kept_when_shown: list[tuple[str, int]] = []

    def show(screen: Screen) -> None:
        last = open_store(tmp_path).last_game()
        assert last is not None
        kept_when_shown.append((screen.title, len(last.entries)))

    take_all(begun_loop(tmp_path, show), *thrown(2, 3, 4, 6), OK)
    assert ("Ann: choose", 1) in kept_when_shown
    assert kept_when_shown[-1] == ("Ann: done", 2)


def test_a_screen_that_has_not_changed_is_not_shown_again(tmp_path: Path) -> None:
    shown: list[Screen] = []
    loop = begun_loop(tmp_path, shown.append)
    take_all(loop, *thrown(2, 3, 4, 6), thrown(2, 3, 4, 6)[0])
    assert all(one != other for one, other in pairwise(shown))


def test_without_a_display_the_game_goes_on_and_the_screen_returns_in_full(tmp_path: Path) -> None:
    shown: list[Screen] = []
    plugged = False

    def show(screen: Screen) -> None:
        if not plugged:
            raise DeviceError("screen", "unplugged", "plug it in")
        shown.append(screen)

    loop = begun_loop(tmp_path, show)
    take_all(loop, *thrown(2, 3, 4, 6), OK)
    assert loop.model.phase is Phase.DOING
    assert loop.model.has_trouble("screen")
    plugged = True
    loop.try_again(AT)
    assert shown[-1].title == "Ann: done"
    assert not loop.model.has_trouble("screen")


def test_a_handler_that_fails_leaves_the_game_as_it_was(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    shown: list[Screen] = []
    loop = begun_loop(tmp_path, shown.append)
    take_all(loop, *thrown(2, 3, 4, 6))
    game = loop.model.game
    loop.take(cast("Event", UnheardOf()))
    assert (loop.model.game, loop.model.phase) == (game, Phase.CHOOSING)
    assert loop.model.has_trouble("appliance")
    assert "UnheardOf" in caplog.text
    loop.take(NEXT)
    assert not loop.model.has_trouble("appliance")
    loop.take(OK)
    assert loop.model.phase is Phase.DOING


def test_events_posted_are_taken_in_order_until_it_is_stopped(tmp_path: Path) -> None:
    loop = begun_loop(tmp_path, lambda screen: None)
    for event in (*thrown(2, 3, 4, 6), OK):
        loop.post(event)
    loop.stop()
    progress: list[Phase] = []
    loop.run(lambda: AT, idle_s=1.0, on_progress=lambda: progress.append(loop.model.phase))
    assert progress[0] is Phase.WAITING
    assert progress[-1] is Phase.DOING


# The display spared


def test_a_display_left_alone_dims_and_sleeps_and_the_waking_press_does_nothing_else(tmp_path: Path) -> None:
    looks: list[Look] = []
    care = Care(dim_s=120, sleep_s=600, shift_s=0)
    loop = begun_loop(tmp_path, lambda screen: None, Outputs(look=looks.append), care)
    take_all(loop, *thrown(2, 3, 4, 6), *[TimePassed(AT + second) for second in range(700)])
    assert [look.light for look in looks] == [Light.BRIGHT, Light.DIM, Light.DARK]
    loop.take(replace(OK, at=AT + 700))
    assert (loop.model.phase, looks[-1].light) == (Phase.CHOOSING, Light.BRIGHT)
    loop.take(replace(OK, at=AT + 701))
    assert loop.model.phase is Phase.DOING


def test_a_display_that_comes_back_gets_picture_and_look_again(tmp_path: Path) -> None:
    display = RecordingDisplay()
    loop = begun_loop(tmp_path, lambda screen: display.show(render(screen)), Outputs(look=display.set_look))
    take_all(loop, OK, TimePassed(AT + 130))
    display.unplug()
    loop.refresh(AT + 131)
    display.plug()
    loop.try_again(AT + 132)
    assert display.image == render(screens(loop.model))
    assert display.look.light is Light.BRIGHT, "that the screen was away is news"


# Faults


def test_a_screen_that_can_not_be_drawn_is_replaced_by_a_plain_one(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shown: list[Screen] = []

    def show(screen: Screen) -> None:
        if screen.dice:
            raise ZeroDivisionError("no room for dice")
        shown.append(screen)

    loop = begun_loop(tmp_path, show)
    take_all(loop, *thrown(2, 3, 4, 6))
    assert shown[-1] == PLAIN_SCREEN
    assert "no room for dice" in caplog.text
    loop.take(OK)
    assert shown[-1].title == "Ann: done"


def test_a_model_without_a_screen_leads_back_to_the_game(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    shown: list[Screen] = []
    loop = begun_loop(tmp_path, shown.append)
    take_all(loop, *thrown(2, 3, 4, 6))
    loop.model = replace(loop.model, overlay=cast("Overlay", "nothing that lies on top"))
    loop.try_again(AT)
    assert shown[-1].title == "Ann: choose"
    assert loop.model.has_trouble("appliance")
    assert "there is no screen" in caplog.text


def test_where_no_screen_can_be_made_a_plain_one_is_shown_and_logged_only_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shown: list[Screen] = []
    loop = begun_loop(tmp_path, shown.append)
    take_all(loop, *thrown(2, 3, 4, 6))
    loop.model = replace(loop.model, language=cast("Language", None))
    for _ in range(5):
        loop.try_again(AT)
    assert shown[-1] == PLAIN_SCREEN
    assert caplog.text.count("there is no screen") == 2


def test_a_model_that_is_wrong_itself_is_made_anew_from_the_game(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shown: list[Screen] = []
    loop = begun_loop(tmp_path, shown.append)
    take_all(loop, *thrown(2, 3, 4, 6))
    right = loop.model
    loop.model = replace(right, cursor=99)
    loop.try_again(AT)
    assert shown[-1].title == "Ann: choose"
    assert (loop.model.cursor, loop.model.game, loop.model.advice) == (0, right.game, right.advice)
    loop.take(OK)
    assert loop.model.phase is Phase.DOING


def test_the_plain_screen_fits() -> None:
    assert fits(PLAIN_SCREEN)


# Switching off


def test_the_record_is_closed_and_the_last_screen_shown_before_the_machine_is_asked(tmp_path: Path) -> None:
    shown: list[Screen] = []
    seen: list[tuple[str, list[str]]] = []

    def shut_down() -> None:
        seen.append((shown[-1].title, sorted(path.name for path in tmp_path.iterdir())))

    loop = begun_loop(tmp_path, shown.append, Outputs(shut_down=shut_down))
    take_all(loop, *thrown(2, 3, 4, 6), HOLD_BACK, NEXT, OK)
    assert seen == [("Safe to unplug", [FILE_NAME])]
    take_all(loop, OK, BACK, TimePassed(AT + 5))
    assert shown[-1].title == "Safe to unplug"


def test_a_machine_that_refuses_gets_its_game_and_its_record_back(tmp_path: Path) -> None:
    def shut_down() -> None:
        raise ShutDownError("no right to")

    loop = begun_loop(tmp_path, lambda screen: None, Outputs(shut_down=shut_down))
    take_all(loop, *thrown(2, 3, 4, 6), HOLD_BACK, NEXT, OK)
    assert loop.model.has_trouble("power")
    loop.take(OK)
    kept = open_store(tmp_path).last_game()
    assert kept is not None
    assert len(kept.entries) == 2


def test_what_is_not_saved_is_never_switched_off(tmp_path: Path) -> None:
    asked: list[str] = []
    loop = begun_loop(tmp_path, lambda screen: None, Outputs(shut_down=lambda: asked.append("off")))
    other = sqlite3.connect(tmp_path / FILE_NAME)
    other.execute("CREATE TRIGGER full BEFORE INSERT ON entries BEGIN SELECT RAISE(ABORT, 'disk full'); END")
    take_all(loop, *thrown(2, 3, 4, 6), HOLD_BACK, NEXT, OK)
    assert asked == []
    assert loop.model.has_trouble("record")
    assert loop.model.has_trouble("power")
    other.execute("DROP TRIGGER full")
    take_all(loop, OK, HOLD_BACK, NEXT, OK)
    assert asked == ["off"]


# Signals


def test_signals_are_given_as_the_turn_goes(tmp_path: Path) -> None:
    given: list[Signal] = []
    loop = begun_loop(tmp_path, lambda screen: None, Outputs(signal=given.append))
    take_all(loop, *thrown(2, 3, 4, 6), OK, MOVED, EMPTIED)
    assert given == [Signal.ROLL_READ, Signal.YOUR_TURN]


# Time


def test_time_passes_although_events_never_cease(tmp_path: Path) -> None:
    """A camera that keeps on failing must not keep the table from saving what could not be saved."""
    loop = begun_loop(tmp_path, lambda screen: None)
    loop.model = replace(loop.model, starting=Starting("camera", since=0.0))
    clock = iter(float(second) for second in range(1000))
    for _ in range(100):
        loop.post(DiceMoved(AT))
    loop.stop()
    loop.run(lambda: next(clock), idle_s=5.0, on_progress=lambda: None)
    assert loop.model.starting is not None
    assert loop.model.starting.waited_s > 100


def looking_back(folder: Path) -> Loop:
    """A game of four turns looked back on after a pause."""
    loop = begun_loop(folder, lambda screen: None)
    for _ in range(4):
        take_all(loop, *thrown(2, 3, 4, 6), OK)
    loop.model = open_review(replace(loop.model, judged=())).model
    return loop


def test_turns_are_judged_one_at_a_time_until_the_review_opens(tmp_path: Path) -> None:
    loop = looking_back(tmp_path)
    judged: list[int] = []

    def stop_at_the_review() -> None:
        judged.append(len(loop.model.judged))
        if isinstance(loop.model.overlay, Review):
            loop.stop()

    loop.run(lambda: AT, idle_s=1.0, on_progress=stop_at_the_review)
    assert judged == [0, 1, 2, 3, 4]


def test_a_press_while_turns_are_judged_is_heard_before_the_next(tmp_path: Path) -> None:
    loop = looking_back(tmp_path)
    judged: list[int] = []

    def press_back_after_two() -> None:
        judged.append(len(loop.model.judged))
        if loop.model.overlay is None:
            loop.stop()
        elif len(loop.model.judged) == 2:
            loop.post(BACK)

    loop.run(lambda: AT, idle_s=1.0, on_progress=press_back_after_two)
    assert judged == [0, 1, 2, 2]


def test_left_alone_it_tries_again_what_has_failed(tmp_path: Path) -> None:
    display = RecordingDisplay()
    display.unplug()
    loop = begun_loop(tmp_path, lambda screen: display.show(render(screen)))

    def plug_then_stop() -> None:
        if display.image is not None:
            loop.stop()
        display.plug()

    clock = iter(float(second) for second in range(1000))
    loop.run(lambda: next(clock), idle_s=0.0, on_progress=plug_then_stop)
    assert display.image == render(screens(loop.model))
    assert not loop.model.has_trouble("screen")


def test_a_display_that_was_away_while_nothing_changed_is_drawn_in_full_on_return(tmp_path: Path) -> None:
    display = RecordingDisplay()
    outputs = Outputs(look=display.set_look, check=display.check)
    loop = begun_loop(tmp_path, lambda screen: display.show(render(screen)), outputs)
    loop.show(AT)
    display.unplug()
    loop.try_again(AT + 1)
    assert loop.model.has_trouble("screen")
    display.plug()
    loop.try_again(AT + 2)
    assert not loop.model.has_trouble("screen")
    assert display.image == render(screens(loop.model))
