"""One press a turn: whole games on drawn dice, and what a wrong face costs."""

from __future__ import annotations

import pytest

from pi.shell.benches import presses
from pi.shell.benches.presses import DOUBTED, MISREAD, PUSHED, SUGGESTED, Job


@pytest.mark.parametrize("way", [SUGGESTED, PUSHED])
def test_a_turn_takes_one_press(way: str) -> None:
    played = presses.play(Job(way, seed=4, stills=True))
    assert played.is_over
    assert played.doubted == 0
    assert set(played.presses) == {1}


@pytest.mark.parametrize("way", [MISREAD, DOUBTED])
def test_a_wrong_face_takes_two_presses_more_at_most(way: str) -> None:
    played = presses.play(Job(way, seed=4, stills=True))
    assert played.is_over
    assert max(played.presses) <= 3
    assert len(played.presses) < sum(played.presses)


def test_games_are_added_up() -> None:
    job = Job(SUGGESTED, 1, stills=True)
    one, other = presses.Played(job, (1, 1, 3), 1, True), presses.Played(job, (1, 2), 0, False)
    summed = presses.summed((one, other))
    assert (summed.games, summed.turns, summed.presses, summed.most, summed.extra, summed.doubted) == (1, 5, 8, 3, 2, 1)
    assert summed.per_turn == 1.6
