"""Mashed buttons: from raw edges with chatter to the core; never stuck, nothing confirmed by chatter, rules kept."""

from __future__ import annotations

import random

import pytest

from hardware.buttons import Switch, hear
from hardware.ports import Button
from pi.shell.benches import mashes


@pytest.mark.parametrize("seed", range(1, 5))
def test_mashed_buttons_never_leave_the_players_stuck(seed: int) -> None:
    session = mashes.play(seed)
    assert session.stuck == ()
    assert session.presses > 100
    assert len(set(session.phases)) >= 5


@pytest.mark.parametrize("seed", range(50))
def test_the_traces_are_worth_mashing_with(seed: int) -> None:
    """A press has more edges than a press needs, and spikes have some: without debounce both would be told."""
    chance = random.Random(seed)
    for make, told in ((mashes.pressed, 1), (mashes.spiked, 0)):
        levels = make(Button.OK, 0.0, chance)
        assert levels == sorted(levels, key=lambda level: level.at)
        switch, presses = Switch(Button.OK), 0
        for level in levels:
            switch, press = hear(switch, level.down, level.at)
            presses += press is not None
        assert presses == told
        assert not switch.is_down
