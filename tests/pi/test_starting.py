"""The program starts light: the first screen comes before the eyes are open, and memory at rest is small."""

from __future__ import annotations

import sys

import pytest

from pi.shell.benches import starting

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def test_a_start_shows_a_screen_first_and_is_small() -> None:
    (start,) = starting.measure(1)
    assert start.screen_s <= start.read_s
    assert start.memory_mib + starting.camera_memory_mib() <= 150
