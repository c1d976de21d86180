"""Dice that are asked about: never guessed, quickly put right, and the question stands until it is answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.dice import Roll
from engine.record import RollEntry
from pi.core.events import DiceSettled, Event, TrayBlocked
from pi.core.model import Model, Phase
from pi.core.overlay_values import DiceEditor
from pi.core.screens import screens
from tests.pi.driving import (
    AT,
    EMPTIED,
    HOLD_NEXT,
    MOVED,
    NEXT,
    OK,
    entries_of,
    follow,
    new_table,
    play,
    settled,
    thrown,
)
from vision.reading import Doubt

FAR = 700.0
"""Dice from here on lie where none lay."""


def in_doubt() -> Model:
    """Four dice, of which the second is unknown."""
    return play(new_table(), MOVED, settled(1, None, 4, 6, accepted=False, doubts=(Doubt.UNKNOWN_FACE,)))


def test_a_doubtful_reading_is_asked_about_not_recorded() -> None:
    following = follow(new_table(), MOVED, settled(1, None, 4, 6, accepted=False, doubts=(Doubt.UNKNOWN_FACE,)))
    assert (following.model.phase, following.effects) == (Phase.DOUBT, ())
    editor = following.model.overlay
    assert isinstance(editor, DiceEditor)
    assert editor.cursor == 1


def test_the_next_likeliest_face_of_the_doubtful_die_comes_first() -> None:
    following = follow(in_doubt(), NEXT, OK)
    assert entries_of(following.effects) == (RollEntry(Roll((1, 2, 4, 6)), (1, None, 4, 6)),)
    assert following.model.phase is Phase.CHOOSING


@pytest.mark.parametrize("faces", [(1, 4, 6), (1, 2, 3, 4, 6)])
def test_a_wrong_count_is_never_a_roll(faces: tuple[int, ...]) -> None:
    following = follow(new_table(), MOVED, settled(*faces))
    assert (following.model.phase, following.effects) == (Phase.DOUBT, ())


def test_a_die_that_was_not_seen_can_be_added() -> None:
    model = play(new_table(), MOVED, settled(1, 4, 6, accepted=False, doubts=(Doubt.COUNT,)), NEXT, NEXT, NEXT, OK)
    assert model.game is not None
    assert model.game.roll == Roll((1, 3, 4, 6))


def test_a_die_that_is_none_can_be_removed() -> None:
    doubtful = play(new_table(), MOVED, settled(1, 2, 3, 4, 6, accepted=False, doubts=(Doubt.COUNT,)))
    model = play(doubtful, HOLD_NEXT, NEXT, OK)
    assert model.game is not None
    assert model.game.roll == Roll((1, 3, 4, 6))


def test_dice_in_doubt_that_move_again_are_read_again() -> None:
    assert play(in_doubt(), MOVED, settled(1, 2, 4, 6)).phase is Phase.CHOOSING


@pytest.mark.parametrize("knock", [(MOVED,), (MOVED, TrayBlocked(AT)), (MOVED, MOVED)], ids=["knock", "hand", "knocks"])
def test_a_knock_never_takes_a_question_about_dice_off_the_display(knock: tuple[Event, ...]) -> None:
    three = settled(1, 4, 6, accepted=False, doubts=(Doubt.COUNT,))
    asked = play(new_table(), MOVED, three)
    for count in range(1, len(knock) + 1):
        assert screens(play(asked, *knock[:count])) == screens(asked)
    assert screens(play(asked, *knock, three)) == screens(asked)


def test_dice_in_doubt_that_are_taken_away_leave_no_question() -> None:
    assert play(in_doubt(), MOVED, EMPTIED).phase is Phase.WAITING
    assert play(in_doubt(), MOVED, EMPTIED).overlay is None


def test_counted_dice_that_were_in_doubt_for_a_moment_are_no_new_roll() -> None:
    waiting = play(new_table(), *thrown(2, 3, 4, 6), OK, OK)
    unreadable = settled(None, None, None, 5, accepted=False, doubts=(Doubt.BLURRED,), x=FAR)
    asked = play(waiting, MOVED, unreadable)
    assert asked.phase is Phase.DOUBT
    following = follow(asked, MOVED, settled(6, 4, 3, 2, x=2 * FAR))
    assert (following.model.phase, following.effects) == (Phase.WAITING, ())


def test_a_correction_begun_is_not_lost_when_the_tray_is_touched() -> None:
    touched = play(in_doubt(), NEXT)
    assert play(touched, MOVED, settled(1, 5, 4, 6)).overlay == touched.overlay


def test_dice_in_doubt_that_a_second_look_makes_out_are_asked_about_no_longer() -> None:
    following = follow(in_doubt(), settled(1, 3, 4, 6))
    assert entries_of(following.effects) == (RollEntry(Roll((1, 3, 4, 6)), (1, 3, 4, 6)),)
    assert (following.model.phase, following.model.overlay) == (Phase.CHOOSING, None)


def test_a_second_look_changes_nothing_that_the_players_have_begun_to_correct() -> None:
    touched = play(in_doubt(), NEXT)
    following = follow(touched, settled(1, 3, 4, 6))
    assert (following.model.overlay, following.model.phase, following.effects) == (touched.overlay, Phase.DOUBT, ())


def test_dice_thrown_again_while_those_before_were_being_corrected_are_the_roll() -> None:
    touched = play(in_doubt(), NEXT)
    again = play(touched, *thrown(2, 2, 5, 6))
    assert again.game is not None
    assert (again.phase, again.game.roll) == (Phase.CHOOSING, Roll((2, 2, 5, 6)))


def test_dice_taken_away_while_being_corrected_are_not_missed_when_the_same_faces_come_again() -> None:
    corrected = play(in_doubt(), NEXT, MOVED, EMPTIED, OK)
    assert corrected.phase is Phase.CHOOSING
    again = play(corrected, OK, MOVED, settled(1, 2, 4, 6))
    assert again.game is not None
    assert again.game.roll == Roll((1, 2, 4, 6))


def test_a_die_that_fell_off_the_table_and_comes_back_completes_the_roll() -> None:
    three = play(new_table(), MOVED, settled(1, 4, 6, accepted=False, doubts=(Doubt.COUNT,)))
    assert three.phase is Phase.DOUBT
    model = play(three, MOVED, settled(1, 4, 6, 3))
    assert model.game is not None
    assert model.game.roll == Roll((1, 3, 4, 6))


@pytest.mark.parametrize("doubt", [Doubt.COCKED, Doubt.GLARE, Doubt.OUTSIDE])
def test_where_every_die_is_sure_the_least_sure_is_selected(doubt: Doubt) -> None:
    seen = settled(1, 3, 4, 6, accepted=False, doubts=(doubt,)).reading
    dice = tuple(replace(one, second=5, confidence=0.97 + 0.005 * (one.face != 4)) for one in seen.dice)
    asked = play(new_table(), MOVED, DiceSettled(replace(seen, dice=dice), AT))
    assert isinstance(asked.overlay, DiceEditor)
    assert asked.overlay.cursor == 2
    corrected = play(asked, NEXT, OK)
    assert corrected.game is not None
    assert corrected.game.roll == Roll((1, 3, 5, 6))
    assert play(asked, OK).phase is Phase.CHOOSING


# A doubt about one die


def seen_with(doubts: dict[int, tuple[Doubt, ...]], *faces: int | None) -> DiceSettled:
    """Dice of which some are doubted by themselves, every face as sure as can be."""
    seen = settled(*faces, accepted=False).reading
    dice = tuple(
        replace(one, second=5, confidence=0.999, doubts=doubts.get(index, ())) for index, one in enumerate(seen.dice)
    )
    of_all = () if len(faces) == 4 else (Doubt.COUNT,)
    known = dict.fromkeys((*of_all, *(doubt for one in dice for doubt in one.doubts)))
    return DiceSettled(replace(seen, dice=dice, doubts=tuple(known)), AT)


def words_in(model: Model) -> list[str]:
    return [row.text for row in screens(model).rows]


@pytest.mark.parametrize("at", range(4))
@pytest.mark.parametrize("doubt", [Doubt.COCKED, Doubt.GLARE, Doubt.UNKNOWN_FACE])
def test_the_die_that_is_doubted_is_selected_however_sure_its_face_is(doubt: Doubt, at: int) -> None:
    asked = play(new_table(), MOVED, seen_with({at: (doubt,)}, 1, 3, 4, 6))
    assert isinstance(asked.overlay, DiceEditor)
    assert asked.overlay.cursor == at
    assert play(asked, OK).phase is Phase.CHOOSING
    corrected = play(asked, NEXT, OK)
    assert corrected.game is not None
    assert corrected.game.roll == Roll(tuple(sorted((*[1, 3, 4, 6][:at], 5, *[1, 3, 4, 6][at + 1 :]))))


def test_each_doubted_die_is_asked_about_with_its_own_words() -> None:
    asked = play(new_table(), MOVED, seen_with({1: (Doubt.GLARE,), 3: (Doubt.COCKED,)}, 1, 3, 4, 6))
    assert words_in(asked)[:2] == ["Glare on a die", "Shade it, or move it"]
    second = play(asked, OK)
    assert isinstance(second.overlay, DiceEditor)
    assert second.overlay.cursor == 3
    assert words_in(second)[:2] == ["A die leans", "Lay it flat, or rethrow"]
    assert play(second, OK).phase is Phase.CHOOSING


def test_a_die_too_few_is_said_before_a_face_that_is_not_known_and_after_a_die_that_leans() -> None:
    unknown = play(new_table(), MOVED, seen_with({0: (Doubt.UNKNOWN_FACE,)}, None, 3, 4))
    assert words_in(unknown)[0] == "3 dice, not four"
    leaning = play(new_table(), MOVED, seen_with({0: (Doubt.COCKED,)}, 2, 3, 4))
    assert words_in(leaning)[0] == "A die leans"
    assert words_in(play(leaning, OK))[0] == "3 dice, not four"


def test_a_leaning_die_tells_nothing_of_whether_counted_dice_were_only_pushed() -> None:
    waiting = play(new_table(), *thrown(2, 3, 4, 6), OK, OK)
    event = seen_with({3: (Doubt.COCKED,)}, 2, 3, 4, 5)
    far = tuple(replace(one, centre_xy=(one.centre_xy[0] + FAR, 100.0)) for one in event.reading.dice)
    assert play(waiting, MOVED, replace(event, reading=replace(event.reading, dice=far))).phase is Phase.WAITING
