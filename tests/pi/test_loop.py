"""The loop: what it shows is durable, what fails is a state, and a fault of its own costs nothing."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import cast

import pytest

from hardware.ports import DeviceError
from pi.core.events import Event
from pi.core.model import Model, Phase, Setup
from pi.core.screen import Screen
from pi.core.update import begin_game
from pi.shell.loop import Loop, Show
from pi.shell.recorder import Recorder
from pi.shell.store import open_store
from tests.pi.driving import AT, NEXT, OK, thrown


@dataclass(frozen=True)
class UnheardOf:
    """An event that no handler knows."""

    at: float = AT


def begun_loop(folder: Path, show: Show) -> Loop:
    begun = begin_game(Model(setup=Setup(names=("Ann", "Bo"))))
    recorder = Recorder(open_store(folder, create=True), None)
    recorder.record(begun.effects, AT)
    return Loop(begun.model, recorder, show)


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
