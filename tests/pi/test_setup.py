"""Setting a game up with the buttons alone, and leaving one game for another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.position import Position
from engine.record import RollEntry
from engine.rules import DEFAULTS, Settings
from pi.core.effects import BeginGame, Record
from pi.core.events import Event
from pi.core.menu import menu_items
from pi.core.model import Model, Phase, Setup, SetupStep
from pi.core.overlay_values import LayOut, MenuItem, NewGameQuestion
from pi.core.setup import Line, letters_on_offer, rules_lines
from pi.shell.loop import Loop
from pi.shell.recorder import Recorder
from pi.shell.store import open_store
from tests.pi.driving import BACK, HOLD_OK, HOLD_UNDO, NEXT, OK, UNDO, first_of, follow, new_table, play, thrown

KNOWN = ("Ann", "Bo", "Cy")


def set_up(*events: Event, known: tuple[str, ...] = KNOWN) -> Model:
    return play(Model(setup=Setup(known_names=known)), *events)


def begun(model: Model) -> Position:
    """The first position of the game that a set-up leads to."""
    return first_of(
        follow(replace(model, setup=replace(model.setup, step=SetupStep.STARTS, cursor=0)), OK).effects
    ).first


def test_a_quick_start_is_two_presses() -> None:
    following = follow(Model(), OK, OK)
    assert following.model.phase is Phase.WAITING
    assert len(first_of(following.effects).first.players) == 2


# To the lines below the two seats: players, names and seats, rules
SEATS = (OK, NEXT, NEXT, NEXT, OK)
RULES = (OK, NEXT, NEXT, NEXT, NEXT, OK)
SPELLING = (*SEATS, OK, OK, NEXT, NEXT, NEXT, NEXT, OK)
FIELDS = (*RULES, NEXT, OK, NEXT, NEXT, NEXT, OK)


def test_names_are_picked_from_those_known() -> None:
    named = set_up(*SEATS, OK, OK, OK, BACK, NEXT, NEXT, NEXT, OK, NEXT, OK, OK, NEXT, OK)
    assert [player.name for player in begun(named).players] == ["Ann", "Cy"]


def test_a_name_given_to_one_seat_is_not_offered_to_another() -> None:
    named = set_up(*SEATS, OK, OK, OK, BACK, NEXT, NEXT, NEXT, OK, NEXT, OK, OK, OK)
    assert [player.name for player in begun(named).players] == ["Ann", "Bo"]


def spelling(model: Model, name: str) -> Model:
    """The name spelt letter by letter and confirmed."""
    for letter in (*name, ""):
        model = play(model, *[NEXT] * letters_on_offer(model.setup).index(letter), OK)
    return model


def test_a_new_name_is_spelt_letter_by_letter_and_known_from_then_on() -> None:
    asked = set_up(*SEATS, OK, OK, NEXT, OK, known=())
    assert asked.setup.step is SetupStep.SPELLING
    named = spelling(asked, "Jürgen")
    assert begun(named).players[0].name == "Jürgen"
    playing = play(named, BACK, OK)
    assert playing.setup.known_names == ("Jürgen",)


def test_undo_takes_a_letter_back() -> None:
    asked = set_up(*SEATS, OK, OK, NEXT, OK, known=())
    assert play(asked, OK, NEXT, OK, UNDO).setup.spelt == "A"
    assert play(asked, UNDO).setup.spelt == ""


def test_a_name_ends_where_the_display_does() -> None:
    asked = set_up(*SEATS, OK, OK, NEXT, OK, known=())
    for _ in range(9):
        asked = play(asked, *([NEXT] if asked.setup.spelt else []), OK)
    assert letters_on_offer(asked.setup) == ("",)
    assert begun(play(asked, OK)).players[0].name == "Aaaaaaaaa"


def test_a_colour_steps_through_those_that_nobody_has() -> None:
    coloured = set_up(*SEATS, OK, NEXT, OK)
    assert [player.colour for player in begun(coloured).players] == ["yellow", "red"]
    assert begun(play(coloured, *[OK] * 4)).players[0].colour == "white"


def test_players_change_seats_with_name_and_colour() -> None:
    named = set_up(*SEATS, OK, OK, OK)
    swapped = play(named, NEXT, NEXT, OK)
    assert [(one.name, one.colour) for one in begun(swapped).players] == [("Player 1", "red"), ("Ann", "white")]


def test_a_setting_of_the_rules_is_turned_on() -> None:
    assert begun(set_up(*RULES, NEXT, NEXT, OK)).settings.must_move
    assert not begun(set_up(*RULES, NEXT, NEXT, OK, OK)).settings.must_move


def chosen(*names: str) -> Model:
    """The set-up once these lines of the rules were pressed, one after the other."""
    model = set_up(*RULES)
    for name in names:
        lines = [line.value if isinstance(line, Line) else line for line in rules_lines(model.setup)]
        steps = (lines.index(name) - model.setup.cursor) % len(lines)
        model = play(model, *[NEXT] * steps, OK)
    return model


@pytest.mark.parametrize(
    ("names", "rules"),
    [
        ((), ("base",)),
        (("big-mountain",), ("base", "big-mountain")),
        (("green-valley",), ("base", "green-valley")),
        (("green-valley", "big-mountain"), ("base", "big-mountain", "green-valley")),
        (("big-mountain", "big-mountain"), ("base",)),
    ],
)
def test_expansions_are_chosen_by_buttons(names: tuple[str, ...], rules: tuple[str, ...]) -> None:
    assert begun(chosen(*names)).rules.names == rules


@pytest.mark.parametrize(
    ("names", "settings"),
    [
        (("big-mountain",), DEFAULTS),
        (("big-mountain", "entry_climbs"), replace(DEFAULTS, entry_climbs=False)),
        (("big-mountain", "free_redeploy"), replace(DEFAULTS, free_redeploy=True)),
        (("big-mountain", "free_redeploy", "green-valley"), DEFAULTS),
        (("green-valley", "free_redeploy"), replace(DEFAULTS, free_redeploy=False)),
        (("green-valley", "must_move"), replace(DEFAULTS, must_move=True)),
    ],
)
def test_the_settings_that_these_rules_read_are_chosen_by_buttons(names: tuple[str, ...], settings: Settings) -> None:
    assert begun(chosen(*names)).settings == settings


def test_fields_of_the_valley_are_chosen_mountain_by_mountain() -> None:
    asked = chosen("green-valley", Line.FIELDS.value)
    assert asked.setup.step is SetupStep.FIELDS
    changed = play(asked, OK, NEXT, NEXT, OK, OK)
    assert begun(changed).settings.valley_fields == ((5, 4), (6, 3), (7, 3), (8, 4), (9, 5), (10, 5))
    done = play(changed, *[NEXT] * 4, OK)
    assert done.setup.step is SetupStep.RULES


def test_a_game_with_expansions_begins_with_what_to_lay_out() -> None:
    begun = play(chosen("big-mountain"), BACK, OK)
    assert (begun.phase, begun.overlay) == (Phase.WAITING, LayOut())
    assert play(begun, OK).overlay is None
    assert play(begun, *thrown(1, 2, 3, 4)).phase is Phase.CHOOSING
    assert play(Model(), OK, OK).overlay is None


def test_a_rematch_has_the_same_rules_and_settings() -> None:
    begun = play(chosen("green-valley", "free_redeploy"), BACK, OK, OK)
    again = play(begun, HOLD_OK, *[NEXT] * menu_items(begun).index(MenuItem.NEW_GAME), OK, NEXT, OK, OK)
    assert begun.game is not None
    assert again.game is not None
    assert again.game.position.settings == begun.game.position.settings
    assert again.game.position.rules == begun.game.position.rules


@pytest.mark.parametrize(
    "details",
    [
        SEATS,
        (*SEATS, OK),
        (*SEATS, OK, OK),
        (*SEATS, OK, OK, NEXT, NEXT, NEXT, NEXT, OK),
        RULES,
        (*RULES, NEXT, OK, *[NEXT] * 3, OK),
    ],
    ids=["seats", "a seat", "a name", "spelling", "rules", "fields"],
)
def test_back_from_any_detail_leads_to_where_ok_begins(details: tuple[Event, ...]) -> None:
    model = play(set_up(*details), BACK)
    assert model.setup.step is SetupStep.STARTS
    assert play(model, OK).phase is Phase.WAITING


# A new game while one runs


NEW_GAME = (HOLD_OK, *[NEXT] * 5, OK)


def left_for_another() -> Model:
    """A game of two turns, left for a new one in which nothing has happened."""
    running = play(new_table(), *thrown(2, 3, 4, 6), OK, *thrown(5, 5, 5, 2), OK)
    asked = play(running, *NEW_GAME)
    assert asked.overlay == NewGameQuestion()
    following = follow(asked, NEXT, OK, OK)
    assert (following.model.phase, following.effects) == (Phase.WAITING, ())
    assert following.model.left == running.game
    return following.model


def test_a_new_game_takes_the_place_of_a_running_one_with_its_first_roll() -> None:
    new = left_for_another()
    assert new.game is not None
    following = follow(new, *thrown(1, 2, 3, 4))
    begins, record = following.effects
    assert begins == BeginGame(new.game.moments[0].position)
    assert isinstance(record, Record)
    assert isinstance(record.entries[0], RollEntry)
    assert following.model.left is None
    assert MenuItem.LAST_GAME not in menu_items(following.model)


def test_the_new_game_begins_with_the_same_group_and_the_start_moved_on() -> None:
    new = left_for_another()
    assert new.game is not None
    position = new.game.position
    assert ([player.name for player in position.players], position.starts) == (["Ann", "Bo"], 1)


@pytest.mark.parametrize("way", [(UNDO,), (HOLD_UNDO,), (*NEW_GAME, OK)], ids=["undo", "undo held", "menu"])
def test_the_last_game_is_found_again_until_then(way: tuple[Event, ...]) -> None:
    new = left_for_another()
    assert MenuItem.LAST_GAME in menu_items(new)
    at = menu_items(new).index(MenuItem.LAST_GAME)
    events = (HOLD_OK, *[NEXT] * at, OK) if way[0] == HOLD_OK else way
    back = follow(new, *events)
    assert (back.model.game, back.model.left, back.effects) == (new.left, None, ())


def test_without_a_roll_in_the_new_game_the_old_one_is_the_last_in_the_record(tmp_path: Path) -> None:
    table = Model(setup=Setup(names=("Ann", "Bo")))
    store = open_store(tmp_path, create=True)
    loop = Loop(table, Recorder(store, None), lambda screen: None)
    for event in (OK, OK, *thrown(2, 3, 4, 6), OK, HOLD_OK, *[NEXT] * 5, OK, NEXT, OK, OK):
        loop.take(event)
    assert loop.model.left is not None
    assert len(store.game_ids()) == 1
    for event in thrown(1, 2, 3, 4):
        loop.take(event)
    last = store.last_game()
    assert last is not None
    assert (last.id, len(last.entries), last.game) == (2, 1, loop.model.game)


# UNDO held: a step back from anywhere


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        ((OK,), SetupStep.PLAYERS),
        ((OK, HOLD_OK), SetupStep.PLAYERS),
        ((OK, NEXT, NEXT, NEXT, OK), SetupStep.STARTS),
        ((OK, NEXT, NEXT, NEXT, OK, OK, OK), SetupStep.STARTS),
    ],
    ids=["who starts", "menu", "seats", "name"],
)
def test_undo_held_during_the_set_up_leads_a_question_back(asked: tuple[Event, ...], left: SetupStep) -> None:
    back = play(Model(), *asked, HOLD_UNDO)
    assert (back.phase, back.setup.step, back.overlay) == (Phase.SETUP, left, None)


def test_undo_held_in_the_set_up_of_the_next_game_leads_back_to_the_one_there_was() -> None:
    table = play(new_table(), *thrown(1, 1, 4, 6), OK)
    asked = play(table, *NEW_GAME, NEXT, OK)
    assert asked.phase is Phase.SETUP
    back = play(asked, HOLD_UNDO)
    assert (back.phase, back.game) == (table.phase, table.game)


def test_undo_held_in_a_game_just_begun_takes_it_back_to_who_starts() -> None:
    setup = Setup(players=3, starts=1, names=("Ann", "Bo", "Cy"), rules=("base", "big-mountain"))
    begun = play(Model(setup=setup), OK, OK)
    back = play(begun, HOLD_UNDO)
    assert (back.phase, back.setup.step, back.overlay) == (Phase.SETUP, SetupStep.STARTS, None)
    again = play(back, OK)
    assert begun.game is not None
    assert again.game is not None
    assert again.game.position == begun.game.position
