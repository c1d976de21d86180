"""What happens next: events in, model and effects out."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from engine.dice import Roll
from engine.places import place_text
from engine.position import Position
from engine.record import DieEntry, PositionEntry, RedoEntry, RollEntry, TurnEntry, UndoEntry, new_game
from pi.core.effects import Record
from pi.core.events import (
    DeviceFailed,
    DeviceReturned,
    DiceSettled,
    Event,
    HandlerFailed,
    SaveFailed,
    SaveSucceeded,
    TrayBlocked,
)
from pi.core.handler import NotNow
from pi.core.model import Model, Phase, Tray, resumed
from pi.core.overlay_values import DiceEditor, Menu, NewGameQuestion, OtherDice, PositionEditor, Scores, Undone
from pi.core.update import TABLE, update
from tests.pi.driving import (
    AT,
    BACK,
    EMPTIED,
    HOLD_OK,
    HOLD_UNDO,
    MOVED,
    NEXT,
    OK,
    UNDO,
    entries_of,
    first_of,
    follow,
    new_table,
    play,
    pushed,
    settled,
    thrown,
)
from vision.reading import Doubt

BLOCKED = TrayBlocked(AT)
FAR = 700.0
"""Dice from here on lie where none lay."""


@pytest.mark.parametrize("phase", list(Phase))
@pytest.mark.parametrize("kind", get_args(Event))
def test_every_event_in_every_phase_has_a_handler_or_says_why_not_now(phase: Phase, kind: type) -> None:
    handler = TABLE[phase, kind]
    assert callable(handler) or (isinstance(handler, NotNow) and handler.why)


def test_the_table_knows_no_other_pairs() -> None:
    assert set(TABLE) == {(phase, kind) for phase in Phase for kind in get_args(Event)}


def model_in(phase: Phase) -> Model:
    return {
        Phase.SETUP: Model(),
        Phase.WAITING: new_table(),
        Phase.MOVING: play(new_table(), MOVED),
        Phase.DOUBT: play(new_table(), MOVED, settled(1, None, 4, 6, accepted=False, doubts=(Doubt.UNKNOWN_FACE,))),
        Phase.CHOOSING: play(new_table(), *thrown(1, 1, 4, 6)),
        Phase.DOING: play(new_table(), *thrown(1, 1, 4, 6), OK),
        Phase.OVER: nearly_over_then(OK, EMPTIED),
    }[phase]


def nearly_over_then(*events: Event) -> Model:
    """A game whose last turn of the last round is being chosen, then some events."""
    table = new_table()
    position = table.game.position if table.game else None
    assert position is not None
    last = replace(position, to_move=1, last_round=True, round=9)
    return play(resumed(table, new_game(last)), *thrown(1, 2, 2, 6), *events)


def position_of(model: Model) -> Position:
    assert model.game is not None
    return model.game.position


@pytest.mark.parametrize("phase", list(Phase))
def test_the_tables_of_these_tests_are_in_the_phase_they_name(phase: Phase) -> None:
    assert model_in(phase).phase is phase


@pytest.mark.parametrize(
    ("phase", "event"),
    [
        (phase, event)
        for phase in Phase
        for event in (BLOCKED, EMPTIED, MOVED, settled(1, 2, 3, 4))
        if isinstance(TABLE[phase, type(event)], NotNow)
    ],
)
def test_not_now_changes_nothing_and_says_why(phase: Phase, event: Event) -> None:
    model = model_in(phase)
    following = update(model, event)
    assert (following.model, following.effects) == (model, ())
    assert following.why


# Set-up


def test_set_up_asks_how_many_play_and_who_starts() -> None:
    following = follow(Model(), NEXT, OK, NEXT, NEXT, OK)
    first = first_of(following.effects).first
    assert (len(first.players), first.starts, first.to_move) == (3, 2, 2)
    assert following.model.phase is Phase.WAITING


def test_set_up_steps_back() -> None:
    assert play(Model(), OK, BACK) == Model(presses=2)


def test_five_players_are_followed_by_two() -> None:
    assert play(Model(), *[NEXT] * 4).setup.players == 2


# Throwing


def test_dice_at_rest_after_moving_are_the_roll() -> None:
    following = follow(new_table(), *thrown(6, 1, 4, 1))
    assert following.model.phase is Phase.CHOOSING
    assert entries_of(following.effects) == (RollEntry(Roll((1, 1, 4, 6)), (6, 1, 4, 1)),)


def test_what_the_camera_saw_is_recorded_with_the_roll() -> None:
    effects = follow(new_table(), MOVED, settled(6, 1, 4, 1)).effects
    assert [effect.reading for effect in effects if isinstance(effect, Record)] == [settled(6, 1, 4, 1).reading]


def test_a_hand_alone_is_no_roll() -> None:
    following = follow(new_table(), BLOCKED, MOVED, EMPTIED)
    assert (following.model.phase, following.effects) == (Phase.WAITING, ())


def test_the_dice_of_the_last_turn_are_no_roll_until_they_have_left() -> None:
    turned_over = play(new_table(), *thrown(2, 3, 4, 6), OK)
    nudged = follow(turned_over, MOVED, settled(2, 3, 4, 6))
    assert (nudged.model.phase, nudged.effects) == (Phase.DOING, ())
    assert play(nudged.model, *thrown(2, 3, 4, 6)).phase is Phase.CHOOSING


def test_dice_counted_stay_counted_after_the_turn_was_acknowledged_by_hand() -> None:
    acknowledged = play(new_table(), *thrown(2, 3, 4, 6), OK, OK)
    nudged = follow(acknowledged, MOVED, settled(2, 3, 4, 6))
    assert (nudged.model.phase, nudged.effects) == (Phase.WAITING, ())


def test_a_1_turned_by_hand_after_the_turn_is_no_roll() -> None:
    model = play(new_table(), *thrown(1, 1, 4, 6))
    turning = next(i for i, one in enumerate(model.advice) if one.option.turn.turned)
    face = model.advice[turning].option.turn.turned[0]
    done = play(model, *[NEXT] * turning, OK)
    following = follow(done, MOVED, settled(1, face, 4, 6))
    assert (following.model.phase, following.effects) == (Phase.DOING, ())


def test_other_dice_after_the_turn_are_the_next_roll_though_the_tray_was_never_seen_empty() -> None:
    model = play(new_table(), *thrown(2, 3, 4, 6), OK, MOVED, settled(5, 5, 5, 2))
    assert model.game is not None
    assert model.game.roll == Roll((2, 5, 5, 5))


def test_the_same_faces_thrown_again_without_an_empty_tray_are_counted_by_one_press() -> None:
    waiting = follow(new_table(), *thrown(2, 3, 4, 6), OK, MOVED, settled(2, 3, 4, 6, x=FAR), OK)
    assert (waiting.model.phase, entries_of(waiting.effects)[2:]) == (Phase.WAITING, ())
    assert play(waiting.model, OK).phase is Phase.CHOOSING


def test_dice_collected_before_ok_and_thrown_again_at_once_are_a_throw_whatever_they_show() -> None:
    gone = play(model_in(Phase.CHOOSING), MOVED, EMPTIED, MOVED, OK)
    assert gone.phase is Phase.DOING
    again = play(gone, settled(1, 1, 4, 6))
    assert again.game is not None
    assert (again.phase, again.game.turns) == (Phase.CHOOSING, 1)


def test_a_die_tipped_after_the_turn_begins_no_turn() -> None:
    following = follow(model_in(Phase.DOING), MOVED, settled(1, 1, 4, 2))
    assert (following.model.phase, following.effects) == (Phase.DOING, ())


@pytest.mark.parametrize("left", [(1, 1, 4), (1, 4), (6,)])
def test_dice_being_collected_are_no_doubt_and_end_nothing(left: tuple[int, ...]) -> None:
    following = follow(model_in(Phase.DOING), MOVED, settled(*left, accepted=False, doubts=(Doubt.COUNT,)))
    assert (following.model.phase, following.model.overlay, following.effects) == (Phase.DOING, None, ())


def test_a_throw_that_can_not_be_read_is_asked_about_though_the_tray_was_never_seen_empty() -> None:
    doubtful = settled(5, 5, None, 2, x=FAR, accepted=False, doubts=(Doubt.COCKED,))
    assert play(model_in(Phase.DOING), MOVED, doubtful).phase is Phase.DOUBT


def test_dice_moved_by_hand_in_the_next_players_turn_begin_nothing() -> None:
    waiting = play(new_table(), *thrown(1, 1, 1, 6), OK, OK)
    for seen in (settled(1, 1, 1, 6, x=FAR), settled(1, 1, 1, 6, x=15), settled(1, 1, 1, 3)):
        following = follow(waiting, MOVED, seen)
        assert (following.model.phase, following.effects) == (Phase.WAITING, ())


def test_dice_left_lying_are_counted_when_the_players_say_so() -> None:
    acknowledged = play(new_table(), *thrown(2, 3, 4, 6), OK, OK, MOVED, settled(2, 3, 4, 6))
    assert play(acknowledged, OK).overlay == Menu(0)
    assert play(acknowledged, OK, OK).phase is Phase.CHOOSING


# Choosing


def test_the_first_press_takes_the_best_option() -> None:
    model = model_in(Phase.CHOOSING)
    assert entries_of(follow(model, OK).effects) == (TurnEntry(model.advice[0].option.turn),)


def sums_selected(model: Model) -> list[int]:
    """The numbers that the groups of the selected option sum up to."""
    return sorted(sum(step.dice) for step in model.advice[model.cursor].option.turn.steps)


def test_dice_pushed_into_groups_select_their_option() -> None:
    model = model_in(Phase.CHOOSING)
    pushed = play(model, MOVED, settled(1, 4, 6, 1, groups=((0, 1), (2,), (3,))))
    assert (sums_selected(pushed), pushed.phase) == ([5, 6], Phase.CHOOSING)


def test_a_1_turned_by_hand_is_part_of_the_option_shown() -> None:
    pushed = play(model_in(Phase.CHOOSING), MOVED, settled(1, 4, 6, 4, groups=((0, 1), (2, 3))))
    assert sums_selected(pushed) == [5, 10]


def test_dice_in_doubt_that_show_the_roll_can_be_pushed_as_well() -> None:
    corrected = play(model_in(Phase.DOUBT), NEXT, OK)
    doubtful = settled(1, 4, 6, 2, accepted=False, doubts=(Doubt.GLARE,), groups=((0, 1), (2,), (3,)), x=FAR)
    assert sums_selected(play(corrected, MOVED, doubtful)) == [5, 6]


def test_dice_nudged_select_nothing_though_two_of_them_lay_together_all_the_time() -> None:
    pair = ((0, 1), (2,), (3,))
    chosen = play(new_table(), MOVED, settled(1, 4, 6, 1, groups=pair))
    nudged = follow(chosen, MOVED, settled(1, 4, 6, 1, groups=pair, x=15))
    assert (nudged.model.cursor, nudged.effects) == (chosen.cursor, ())
    parted = play(chosen, MOVED, settled(1, 4, 6, 1, groups=((0,), (1,), (2, 3)), x=15))
    assert sums_selected(parted) == [7]


@pytest.mark.parametrize(
    "shown",
    [
        settled(2, 4, 6, 6),
        settled(1, 1, 4),
        settled(1, 1, 4, 6, accepted=False, doubts=(Doubt.TOUCHING,)),
    ],
    ids=["other dice", "a die missing", "doubtful"],
)
def test_dice_that_show_no_option_change_nothing_while_choosing(shown: Event) -> None:
    model = model_in(Phase.CHOOSING)
    following = follow(model, MOVED, shown)
    assert (following.model.cursor, following.model.game, following.effects) == (0, model.game, ())


def test_clearing_the_tray_ends_no_turn() -> None:
    following = follow(model_in(Phase.CHOOSING), MOVED, EMPTIED)
    assert (following.model.phase, following.effects) == (Phase.CHOOSING, ())


# Other dice than the roll


def test_a_die_tipped_while_choosing_is_asked_about_and_the_roll_stays() -> None:
    asked = play(model_in(Phase.CHOOSING), MOVED, settled(1, 1, 4, 2))
    assert isinstance(asked.overlay, OtherDice)
    for kept in (play(asked, OK), play(asked, BACK)):
        assert (kept.overlay, kept.game) == (None, asked.game)
    assert play(asked, MOVED, settled(1, 1, 4, 6)).overlay is None
    assert play(asked, MOVED, EMPTIED).overlay is None


def test_a_die_that_fell_off_while_choosing_and_was_thrown_again_is_offered_as_the_roll() -> None:
    away = play(model_in(Phase.CHOOSING), MOVED, settled(1, 1, 4))
    following = follow(away, MOVED, settled(1, 1, 4, 2), OK)
    assert entries_of(following.effects) == (DieEntry(6, 2),)
    assert following.model.phase is Phase.CHOOSING


def test_a_throw_made_without_confirming_the_turn_is_not_missed() -> None:
    chosen = model_in(Phase.CHOOSING)
    following = follow(chosen, MOVED, settled(5, 5, 5, 2, x=FAR), OK)
    roll = RollEntry(Roll((2, 5, 5, 5)), (5, 5, 5, 2))
    assert entries_of(following.effects) == (TurnEntry(chosen.advice[0].option.turn), roll)
    assert following.model.phase is Phase.CHOOSING


def test_a_throw_made_again_takes_the_place_of_the_roll_when_the_players_say_so() -> None:
    following = follow(model_in(Phase.CHOOSING), MOVED, settled(5, 5, 5, 2, x=FAR), NEXT, OK)
    assert entries_of(following.effects) == (RollEntry(Roll((2, 5, 5, 5)), (5, 5, 5, 2)),)


def test_dice_that_the_players_said_are_no_throw_are_none_after_the_turn_either() -> None:
    kept = play(model_in(Phase.CHOOSING), MOVED, settled(5, 5, 5, 2, x=FAR), BACK, OK)
    following = follow(kept, MOVED, settled(5, 5, 5, 2, x=FAR))
    assert (following.model.phase, following.effects) == (Phase.DOING, ())


# Correcting


def test_the_least_sure_die_of_a_wrong_roll_shows_its_next_likeliest_face_already() -> None:
    seen = settled(1, 3, 4, 6).reading
    dice = tuple(replace(one, second=5, confidence=0.96 if one.face == 4 else 0.99) for one in seen.dice)
    chosen = play(new_table(), MOVED, DiceSettled(replace(seen, dice=dice), AT))
    assert entries_of(follow(chosen, BACK, OK).effects) == (DieEntry(4, 5),)


def test_a_wrong_face_is_corrected_and_the_correction_recorded() -> None:
    following = follow(model_in(Phase.CHOOSING), BACK, NEXT, OK)
    assert entries_of(following.effects) == (DieEntry(1, 2),)
    assert following.model.game is not None
    assert following.model.game.roll == Roll((1, 2, 4, 6))


def test_a_correction_left_changes_nothing() -> None:
    model = model_in(Phase.CHOOSING)
    following = follow(model, BACK, NEXT, BACK)
    assert (following.model.game, following.model.overlay, following.effects) == (model.game, None, ())


# After the turn


def test_taking_the_dice_away_is_the_acknowledgement() -> None:
    assert play(model_in(Phase.DOING), MOVED, EMPTIED).phase is Phase.WAITING


def test_the_end_is_shown_when_the_last_dice_are_taken_away() -> None:
    assert play(nearly_over_then(OK)).phase is Phase.DOING
    assert play(nearly_over_then(OK), EMPTIED).phase is Phase.OVER


def test_a_rematch_moves_the_start_on() -> None:
    setup = play(model_in(Phase.OVER), OK).setup
    assert (setup.players, setup.starts, setup.names) == (2, 1, ("Ann", "Bo"))


def test_a_rematch_is_two_presses_with_the_same_group_and_colours() -> None:
    over = model_in(Phase.OVER)
    assert over.game is not None
    begun = play(over, OK, OK)
    first = position_of(begun)
    before = over.game.position.players
    assert [(one.name, one.colour) for one in first.players] == [(one.name, one.colour) for one in before]
    assert first.starts == 1
    assert play(begun, UNDO).phase is Phase.OVER


def test_the_dice_of_the_last_game_are_no_throw_of_the_next() -> None:
    rematch = play(nearly_over_then(OK, OK), OK, OK)
    nudged = follow(rematch, MOVED, settled(1, 2, 2, 6, x=15))
    assert (nudged.model.phase, nudged.effects) == (Phase.WAITING, ())


# Undo and redo


def test_undo_says_what_the_hands_must_take_back_until_they_have() -> None:
    done = model_in(Phase.DOING)
    assert done.game is not None
    undone = play(done, UNDO)
    assert undone.overlay == Undone(done.game.position)
    assert play(undone, UNDO).overlay == undone.overlay
    for closed in (play(undone, OK), play(undone, BACK), play(undone, *pushed((1, 4), (6,), (1,)))):
        assert (closed.overlay, closed.phase) == (None, Phase.CHOOSING)


def test_undo_of_what_moved_no_goat_says_nothing() -> None:
    passing = play(new_table(), *thrown(1, 2, 3, 4))
    passing = replace(passing, cursor=next(i for i, one in enumerate(passing.advice) if not one.option.turn.steps))
    assert play(passing, OK, UNDO).overlay == Undone(play(passing, OK).game.position)  # type: ignore[union-attr]
    assert play(passing, UNDO).overlay is None


def test_undo_goes_back_to_choosing_then_to_throwing() -> None:
    once = follow(model_in(Phase.DOING), UNDO)
    assert (once.model.phase, entries_of(once.effects)) == (Phase.CHOOSING, (UndoEntry(),))
    twice = follow(once.model, UNDO)
    assert (twice.model.phase, entries_of(twice.effects)) == (Phase.WAITING, (UndoEntry(),))


def test_holding_undo_takes_back_a_whole_turn_from_anywhere() -> None:
    chosen = play(new_table(), *thrown(2, 3, 4, 6), OK, *thrown(5, 5, 5, 2))
    for model in (chosen, play(chosen, HOLD_OK), play(chosen, BACK)):
        undone = follow(model, HOLD_UNDO)
        assert entries_of(undone.effects) == (UndoEntry(), UndoEntry())
        assert undone.model.game is not None
        assert (undone.model.game.roll, undone.model.phase) == (Roll((2, 3, 4, 6)), Phase.CHOOSING)


def test_redo_is_the_first_offer_of_the_menu_after_undo() -> None:
    done = model_in(Phase.DOING)
    redone = follow(done, UNDO, HOLD_OK, OK)
    assert entries_of(redone.effects) == (UndoEntry(), RedoEntry())
    assert redone.model.game == done.game


def test_undo_with_nothing_to_take_back_says_so() -> None:
    following = follow(new_table(), UNDO)
    assert (following.effects, following.why) == ((), "there is nothing to take back")


# By hand


def test_without_a_camera_the_dice_are_entered_by_hand() -> None:
    blind = play(new_table(), DeviceFailed("camera", "gone", "plug it in", AT))
    following = follow(blind, OK, NEXT, OK, NEXT, NEXT, OK, NEXT, NEXT, NEXT, OK, *[NEXT] * 6, OK)
    assert entries_of(following.effects) == (RollEntry(Roll((1, 2, 3, 6)), None),)
    assert play(following.model, OK, OK).phase is Phase.WAITING


def test_dice_entered_by_hand_give_way_to_a_throw_until_the_first_face_is_entered() -> None:
    by_hand = play(new_table(), HOLD_OK, OK)
    assert isinstance(by_hand.overlay, DiceEditor)
    assert play(by_hand, *thrown(1, 1, 4, 6)).phase is Phase.CHOOSING
    begun = play(by_hand, NEXT, *thrown(1, 1, 4, 6))
    assert (begun.phase, type(begun.overlay)) == (Phase.WAITING, DiceEditor)
    assert play(begun, BACK, OK).phase is Phase.CHOOSING


def test_the_board_can_be_corrected_and_the_correction_is_recorded() -> None:
    # menu: enter dice, undo? none yet, scores, correct the board
    corrected = follow(new_table(), OK, NEXT, NEXT, OK, OK, OK, NEXT, OK, BACK, NEXT, NEXT, OK)
    (entry,) = entries_of(corrected.effects)
    assert isinstance(entry, PositionEntry)
    assert place_text(entry.position.players[0].goats[0]) == "5.1"
    assert corrected.model.phase is Phase.WAITING


def test_bonuses_can_be_corrected_from_high_to_low() -> None:
    editor = PositionEditor(position_of(new_table()), seat=0, item=12, changing=True)
    table = replace(new_table(), overlay=editor)
    highest = play(table, NEXT).overlay
    assert isinstance(highest, PositionEditor)
    assert (highest.draft.players[0].bonus, highest.draft.bonus) == ((15,), (12, 9, 6))
    for_bo = play(replace(table, overlay=replace(highest, seat=1)), NEXT).overlay
    assert isinstance(for_bo, PositionEditor)
    assert [player.bonus for player in for_bo.draft.players] == [(), (15,)]
    out_of_order = play(replace(table, overlay=replace(editor, item=13)), NEXT).overlay
    assert isinstance(out_of_order, PositionEditor)
    assert out_of_order.draft == editor.draft


def test_two_presses_of_back_leave_the_board_editor_at_any_depth() -> None:
    for depth in range(4):
        opened = play(new_table(), OK, NEXT, NEXT, OK, *[OK] * depth)
        assert play(opened, BACK, BACK).overlay is None


def test_a_running_game_is_left_only_after_a_second_question() -> None:
    asked = play(new_table(), OK, NEXT, NEXT, NEXT, OK)
    assert asked.overlay == NewGameQuestion(yes=False)
    assert play(asked, OK).phase is Phase.WAITING
    assert play(asked, NEXT, OK).phase is Phase.SETUP
    assert play(asked, NEXT, OK, BACK).game == asked.game


@pytest.mark.parametrize("phase", [phase for phase in Phase if phase is not Phase.SETUP])
def test_two_presses_of_back_lead_to_where_the_game_goes_on(phase: Phase) -> None:
    model = model_in(phase)
    for opened in (play(model, HOLD_OK), play(model, HOLD_OK, OK), play(model, HOLD_OK, NEXT, OK)):
        assert isinstance(play(opened, BACK, BACK).overlay, DiceEditor | None)


# Trouble


def test_a_failed_device_is_a_state_that_goes_when_it_returns() -> None:
    failed = play(new_table(), DeviceFailed("camera", "gone", "plug it in", AT))
    assert (failed.has_trouble("camera"), failed.tray) == (True, Tray.UNSEEN)
    assert not play(failed, DeviceReturned("camera", AT)).troubles


def test_not_saved_stays_until_saved() -> None:
    failed = play(new_table(), SaveFailed("disk full", AT))
    assert play(failed, *thrown(1, 1, 4, 6)).has_trouble("record")
    assert not play(failed, SaveSucceeded(AT)).has_trouble("record")


def test_a_fault_of_our_own_keeps_the_game() -> None:
    model = model_in(Phase.CHOOSING)
    failed = play(model, HOLD_OK, HandlerFailed("KeyError", AT))
    assert (failed.game, failed.phase, failed.overlay) == (model.game, Phase.CHOOSING, None)
    assert failed.has_trouble("appliance")
    assert not play(failed, NEXT).has_trouble("appliance")


def test_a_fault_while_dice_are_in_doubt_leaves_them_to_be_asked_about_again() -> None:
    failed = play(model_in(Phase.DOUBT), HandlerFailed("KeyError", AT))
    assert failed.overlay is None
    asked = play(failed, OK)
    assert (asked.phase, type(asked.overlay)) == (Phase.DOUBT, DiceEditor)


def test_every_press_is_counted_until_the_next_entry() -> None:
    following = follow(model_in(Phase.CHOOSING), NEXT, NEXT, BACK, OK)
    assert [effect.presses for effect in following.effects if hasattr(effect, "presses")] == [4]
    assert following.model.presses == 0


def test_scores_open_from_waiting_and_step_through_the_seats() -> None:
    opened = play(new_table(), NEXT)
    seats = [play(opened, *[NEXT] * count).overlay for count in range(4)]
    assert seats == [Scores(None), Scores(0), Scores(1), Scores(None)]


def test_the_position_editor_opens_with_the_position_of_the_game() -> None:
    model = play(new_table(), OK, NEXT, NEXT, OK)
    assert model.game is not None
    assert model.overlay == PositionEditor(model.game.position)
