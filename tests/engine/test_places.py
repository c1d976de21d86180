"""Places and dice as text and JSON."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.dice import Roll, parse_roll
from engine.errors import EngineError
from engine.places import Place, parse_place, path, place_text, space, valley_field
from engine.rules import rule_set


@given(
    st.builds(path, st.integers(5, 10), st.integers(0, 4))
    | st.builds(space, st.integers(11, 24))
    | st.builds(valley_field, st.integers(3, 5))
)
def test_a_place_written_and_read_is_the_same(place: Place) -> None:
    assert parse_place(place_text(place)) == place


def test_places_sort_by_mountain_then_big_mountain_then_valley() -> None:
    texts = ["5.0", "9.2", "10.1", "B11", "B17", "V3", "V4"]
    assert [place_text(place) for place in sorted(map(parse_place, reversed(texts)))] == texts


def test_dice_are_read_in_any_order() -> None:
    assert parse_roll([6, 1, 4, 1], rule_set(("base",))) == Roll((1, 1, 4, 6))


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        ([1, 2, 3], "dice: expected 4 dice, found 3"),
        ([1, 2, 3, 4, 5], "dice: expected 4 dice, found 5"),
        ([], "dice: expected 4 dice, found 0"),
        ([1, 2, 3, 0], "dice.3: expected a face from 1 to 6, found 0"),
        ([7, 2, 3, 4], "dice.0: expected a face from 1 to 6, found 7"),
        ([1, 2, "3", 4], "dice.2: expected a face from 1 to 6, found '3'"),
        ([1, 2, 3.0, 4], "dice.2: expected a face from 1 to 6, found 3.0"),
        ([1, 2, True, 4], "dice.2: expected a face from 1 to 6, found true"),
        ([1, 2, None, 4], "dice.2: expected a face from 1 to 6, found nothing"),
        ([1, 2, [3], 4], "dice.2: expected a face from 1 to 6, found a list"),
        (["goat", 2, 3, 4], "dice.0: expected a face from 1 to 6, found 'goat'"),
        ("1234", "dice: expected a list of faces, found '1234'"),
        (None, "dice: expected a list of faces, found nothing"),
    ],
)
def test_what_is_no_roll_is_refused(dice: object, said: str) -> None:
    with pytest.raises(EngineError, match=f"^{said}"):
        parse_roll(dice, rule_set(("base",)))
