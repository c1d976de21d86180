"""The eyes over whole evenings at the drawn tray: what they tell, when, and that it is right."""

from __future__ import annotations

import pytest

from tests.vision.evenings import Act, acts_of
from vision.reader import load_reader
from vision.settle import Blocked, Empty, Event, Moving, Settled

EVENINGS = range(2)
SOON_S = 0.25
"""An accepted reading is told within this after the dice came to rest."""


@pytest.fixture(scope="module")
def acts() -> list[Act]:
    reader = load_reader()
    return [act for seed in EVENINGS for act in acts_of(reader, seed)]


def test_each_act_is_told_in_order(acts: list[Act]) -> None:
    expected: dict[str, tuple[list[type[Event]], ...]] = {
        "begin": ([Empty],),
        "throw": ([Moving, Settled], [Moving, Empty, Moving, Settled]),
        "push": ([Moving, Settled],),
        "turn": ([Moving, Settled],),
        "cover": ([Moving, Blocked],),
        "uncover": ([Moving, Settled],),
        "clear": ([Moving, Empty],),
    }
    for act in acts:
        assert [type(event) for event in act.told] in expected[act.name], act


def test_no_reading_is_told_while_anything_moves(acts: list[Act]) -> None:
    assert [act for act in acts if act.is_told_in_motion] == []


def test_what_is_accepted_is_right_and_most_is_accepted(acts: list[Act]) -> None:
    readings = [(act.reading, act.faces) for act in acts if act.reading is not None]
    assert all(reading.faces == faces for reading, faces in readings if reading.accepted)
    assert sum(reading.accepted for reading, _ in readings) >= 0.9 * len(readings)


def test_an_accepted_reading_comes_soon_after_rest(acts: list[Act]) -> None:
    waits = [act.wait_s for act in acts if act.wait_s is not None]
    assert len(waits) >= 14
    assert max(waits) <= SOON_S


def test_pushed_dice_are_seen_in_their_groups(acts: list[Act]) -> None:
    pushed = [act.reading.groups for act in acts if act.name == "push" and act.reading is not None]
    assert pushed
    assert all(sorted(map(len, groups)) == [2, 2] for groups in pushed)
