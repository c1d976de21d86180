"""The program starts light: the first screen comes before the eyes are open, and memory at rest is small."""

from __future__ import annotations

import sys

import pytest

from pi.shell.benches import starting

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


@pytest.fixture(scope="module")
def start() -> starting.Start:
    (measured,) = starting.measure(1)
    return measured


def test_a_start_shows_a_screen_before_it_reads_dice(start: starting.Start) -> None:
    assert start.screen_s <= start.read_s


def test_the_program_at_rest_and_its_camera_are_small(start: starting.Start) -> None:
    assert start.memory_mib + starting.camera_memory_mib() <= 150
