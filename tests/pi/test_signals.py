"""What a buzzer tells the table."""

from __future__ import annotations

import pytest

from hardware.ports import Signal
from pi.core.events import Event
from pi.core.model import Model
from pi.core.signals import signal_between
from tests.pi.driving import BACK, EMPTIED, HOLD_OK, MOVED, NEXT, OK, new_table, play, settled, thrown
from vision.reading import Doubt

WAITING = new_table()
CHOOSING = play(WAITING, *thrown(1, 1, 4, 6))
DOING = play(CHOOSING, OK)
DOUBTFUL = settled(1, None, 4, 6, accepted=False, doubts=(Doubt.UNKNOWN_FACE,))
DOUBTFUL_ELSEWHERE = settled(1, None, 4, 6, accepted=False, doubts=(Doubt.UNKNOWN_FACE,), x=700.0)


@pytest.mark.parametrize(
    ("before", "event", "signal"),
    [
        (play(WAITING, MOVED), settled(1, 1, 4, 6), Signal.ROLL_READ),
        (play(WAITING, MOVED), DOUBTFUL, Signal.DOUBT),
        (play(WAITING, MOVED, DOUBTFUL), DOUBTFUL, None),
        (play(WAITING, MOVED, DOUBTFUL, MOVED), DOUBTFUL, None),
        (play(WAITING, MOVED, DOUBTFUL, MOVED), DOUBTFUL_ELSEWHERE, Signal.DOUBT),
        (play(WAITING, MOVED, DOUBTFUL, MOVED), settled(2, 3, 4, 6, x=700.0), Signal.ROLL_READ),
        (play(WAITING, MOVED, DOUBTFUL, NEXT, MOVED), DOUBTFUL_ELSEWHERE, None),
        (play(WAITING, MOVED, DOUBTFUL, NEXT, MOVED, EMPTIED, MOVED), DOUBTFUL, Signal.DOUBT),
        (DOING, EMPTIED, Signal.YOUR_TURN),
        (CHOOSING, OK, None),
        (CHOOSING, NEXT, None),
        (CHOOSING, MOVED, None),
        (WAITING, MOVED, None),
        (WAITING, HOLD_OK, None),
        (WAITING, BACK, None),
        (Model(), NEXT, None),
        (Model(), MOVED, None),
    ],
)
def test_only_what_players_wait_for_is_told(before: Model, event: Event, signal: Signal | None) -> None:
    assert signal_between(before, play(before, event)) is signal
