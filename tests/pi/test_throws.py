"""Whether dice at rest were thrown: the rule that keeps the table from being fooled."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules import rule_set
from pi.core.throws import Throw, throw_of
from tests.pi.driving import die, reading
from vision.reading import Doubt, Reading

BASE = rule_set(("base",))
LAIN = reading(2, 3, 4, 6)
COUNTED = frozenset({(2, 3, 4, 6)})
FAR = 700.0
"""Dice from here on lie where none lay."""

FACES = st.lists(st.integers(1, 6), min_size=4, max_size=4)


def judged(seen: Reading) -> Throw:
    return throw_of(seen, COUNTED, LAIN, BASE)


def doubted(*faces: int | None, x: float = 0.0) -> Reading:
    return reading(*faces, accepted=False, doubts=(Doubt.UNKNOWN_FACE,), x=x)


@given(FACES)
def test_four_trusted_dice_on_a_tray_that_was_empty_were_thrown(faces: list[int]) -> None:
    assert throw_of(reading(*faces), frozenset(), None, BASE) is Throw.THROWN


@pytest.mark.parametrize(
    "seen",
    [reading(2, 3, 4), reading(2, 3, 4, 6, 6), doubted(2, 3, None, 6), reading(accepted=False, doubts=(Doubt.DARK,))],
    ids=["three", "five", "one unknown", "none to be seen"],
)
def test_other_dice_on_a_tray_that_was_empty_are_doubted(seen: Reading) -> None:
    assert throw_of(seen, frozenset(), None, BASE) is Throw.DOUBTFUL


@pytest.mark.parametrize(
    "seen",
    [
        reading(2, 3, 4, 6),
        reading(2, 3, 4, 6, x=15),
        reading(2, 3, 4, 5),
        reading(2, 1, 1, 1),
        reading(2, 3),
        reading(2, 3, 4, 6, 5),
        doubted(None, None, None, 6),
        reading(2, 3, 4, 6, accepted=False, doubts=(Doubt.BLOCKED,)),
    ],
    ids=["as before", "nudged", "one tipped", "three tipped", "two taken", "one laid beside", "in shadow", "a hand"],
)
def test_dice_among_others_that_never_left_their_places_were_not_thrown(seen: Reading) -> None:
    assert judged(seen) is Throw.LYING


@pytest.mark.parametrize(
    "seen",
    [
        reading(2, 3, 4, 6, x=FAR),
        reading(2, 3, 4, x=FAR),
        doubted(2, 3, None, 6, x=FAR),
    ],
    ids=["the same faces", "one gone", "one unknown"],
)
def test_dice_elsewhere_with_the_faces_counted_are_for_the_players_to_say(seen: Reading) -> None:
    assert judged(seen) is Throw.PERHAPS


@pytest.mark.parametrize("faces", [(2, 3, 4, 5), (2, 3, 5, 5), (1, 1, 1, 1), (6, 4, 1, 1)])
def test_dice_elsewhere_with_other_faces_were_thrown_though_the_tray_was_never_seen_empty(
    faces: tuple[int, ...],
) -> None:
    assert judged(reading(*faces, x=FAR)) is Throw.THROWN


@pytest.mark.parametrize(
    "seen", [doubted(5, 5, None, 1, x=FAR), reading(1, 1, 5, x=FAR), reading(2, 3, 4, 5, 5, x=FAR)]
)
def test_dice_elsewhere_that_can_not_be_the_old_ones_are_doubted_when_they_can_not_be_read(seen: Reading) -> None:
    assert judged(seen) is Throw.DOUBTFUL


@pytest.mark.parametrize(
    ("counted", "seen", "throw"),
    [
        ((1, 1, 4, 6), (1, 5, 4, 6), Throw.PERHAPS),
        ((1, 1, 1, 6), (1, 5, 4, 6), Throw.PERHAPS),
        ((1, 1, 4, 6), (3, 5, 4, 6), Throw.THROWN),
        ((1, 2, 4, 6), (3, 2, 4, 6), Throw.THROWN),
        ((1, 1, 4, 6), (1, 1, 4, 5), Throw.THROWN),
    ],
    ids=["a 1 turned", "two of three 1s", "every 1", "a lone 1", "another die"],
)
def test_dice_elsewhere_may_be_those_counted_with_1s_turned_as_the_rules_allow(
    counted: tuple[int, ...], seen: tuple[int, ...], throw: Throw
) -> None:
    assert throw_of(reading(*seen, x=FAR), frozenset({counted}), reading(*counted), BASE) is throw


def test_a_face_in_its_place_must_be_the_same_face() -> None:
    """Another face where a die lay is a die that was thrown, or tipped: the others tell."""
    assert judged(reading(6, 2, 1, 1)) is Throw.THROWN


def test_after_a_restart_the_faces_alone_are_known() -> None:
    assert throw_of(reading(2, 3, 4, 6), COUNTED, None, BASE) is Throw.PERHAPS
    assert throw_of(reading(2, 3, 1, 1), COUNTED, None, BASE) is Throw.THROWN


@given(FACES, st.floats(0, 20), st.permutations(range(4)))
def test_dice_nudged_a_little_were_never_thrown(faces: list[int], x: float, order: list[int]) -> None:
    lain = reading(*faces)
    dice = [replace(die(faces[index], x=100.0 * index + x)) for index in order]
    nudged = replace(lain, dice=tuple(dice))
    assert throw_of(nudged, frozenset({tuple(sorted(faces))}), lain, BASE) is Throw.LYING


@given(FACES, FACES)
def test_a_throw_onto_other_places_is_never_missed(before: list[int], after: list[int]) -> None:
    seen = throw_of(reading(*after, x=FAR), frozenset({tuple(sorted(before))}), reading(*before), BASE)
    assert seen in (Throw.THROWN, Throw.PERHAPS)
