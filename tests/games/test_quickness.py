"""From the last frame in which a die moved to the options on the display, on drawn frames."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.simulated.scene import DrawnDie, Scene
from pi.shell.benches import quickness

SCENE = Scene((DrawnDie(3, (10, 10)), DrawnDie(5, (-30, 0))))


def test_the_frames_that_are_waited_for_leave_40_of_300_ms_to_computing() -> None:
    for delay in quickness.play(seed=2, rolls=3):
        assert delay is not None
        assert delay.wait_s - delay.busy_s <= 0.3 - 0.04


@pytest.mark.parametrize(("moved_mm", "is_moved"), [(0.0, False), (0.05, False), (0.3, True), (20.0, True)])
def test_a_die_has_moved_when_its_corners_are_half_a_pixel_further(moved_mm: float, is_moved: bool) -> None:
    first = SCENE.dice[0]
    after = replace(first, centre_mm=(first.centre_mm[0] + moved_mm, first.centre_mm[1]))
    assert quickness.has_moved(SCENE, replace(SCENE, dice=(after, SCENE.dice[1]))) == is_moved


def test_a_die_that_came_or_left_has_moved() -> None:
    assert quickness.has_moved(SCENE, replace(SCENE, dice=SCENE.dice[:1]))
