"""The program starts light: computing until the first screen, and memory at rest."""

from __future__ import annotations

import sys

import pytest

from pi.shell.benches import starting

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")


def test_a_start_is_quick_and_small() -> None:
    (start,) = starting.measure(1)
    assert start.screen_cpu_s <= 0.6
    assert start.screen_s <= start.read_s
    assert start.memory_mib + starting.camera_memory_mib() <= 150
