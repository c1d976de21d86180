"""What people ask for on the page: done when the table is as they saw it, else they are told."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.dice import Roll
from engine.errors import EngineError
from engine.options import options
from engine.places import valley_field
from engine.record import RollEntry, TurnEntry, UndoEntry, replay
from engine.rules import DEFAULTS
from engine.turns import PASS, Redeploy
from hardware.ports import Button
from pi.core.commands import (
    BeginPlaying,
    ChangeTurn,
    Command,
    CommandGiven,
    MakeAgain,
    PlayTurn,
    PressButton,
    SetDice,
    SetPosition,
    TakeBack,
    TakeGoatBack,
)
from pi.core.companion import STALE, command_given
from pi.core.handler import Next
from pi.core.model import Model, Phase
from pi.core.rewriting import rewritten
from pi.core.update import update
from tests.pi.driving import AT, entries_of, new_table, play, thrown
from tests.positions import with_goat
from tests.web.games import entries_of as entries_of_game
from tests.web.games import played_game

ROLL = Roll((1, 4, 4, 6))


def ask(model: Model, command: Command, seen: Model | None = None) -> Next:
    return command_given(model, CommandGiven(command, model if seen is None else seen, 1, AT), update)


def choosing() -> Model:
    return ask(new_table(), SetDice(ROLL)).model


def first_turn(model: Model) -> PlayTurn:
    return PlayTurn(model.advice[0].option.turn)


def test_a_roll_is_entered_by_hand_and_played() -> None:
    model = choosing()
    assert model.phase is Phase.CHOOSING
    following = ask(model, first_turn(model))
    assert entries_of(following.effects) == (TurnEntry(model.advice[0].option.turn),)
    assert following.model.game is not None
    assert following.model.game.turns == 1


def test_the_second_of_two_people_is_told_and_nothing_changes() -> None:
    seen = choosing()
    after = ask(seen, first_turn(seen)).model
    second = ask(after, PlayTurn(PASS), seen=seen)
    assert second == Next(after, why=STALE)


@pytest.mark.parametrize(
    "command",
    [
        PlayTurn(PASS),
        SetDice(ROLL),
        TakeBack(),
        MakeAgain(),
        BeginPlaying(("A", "B"), ("base",), DEFAULTS, 0),
        PressButton(Button.OK, held=False),
    ],
    ids=lambda command: type(command).__name__,
)
def test_every_command_rests_on_the_record_as_seen(command: Command) -> None:
    seen = new_table()
    gone_on = ask(seen, SetDice(ROLL)).model
    assert ask(gone_on, command, seen=seen).why == STALE


def test_a_correction_does_not_mind_buttons_pressed_meanwhile_and_a_press_does() -> None:
    seen = choosing()
    pressed = ask(seen, PressButton(Button.NEXT, held=False)).model
    assert pressed.cursor == 1
    assert ask(pressed, SetDice(Roll((2, 2, 3, 3))), seen=seen).why == ""
    assert ask(pressed, PressButton(Button.OK, held=False), seen=seen).why == STALE


def test_dice_that_move_make_nothing_stale() -> None:
    seen = choosing()
    moved = play(seen, *thrown(1, 4, 4, 6)[:1])
    assert ask(moved, first_turn(seen), seen=seen).why == ""


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (PlayTurn(PASS), "the dice have not been thrown"),
        (MakeAgain(), "nothing was taken back"),
        (TakeBack(), "there is nothing to take back"),
        (ChangeTurn(1, ROLL, PASS), "expected one of the 0 turns played"),
        (BeginPlaying(("A", "B"), ("base",), DEFAULTS, 0), "a game is running"),
    ],
)
def test_what_does_not_go_says_why_and_changes_nothing(command: Command, why: str) -> None:
    model = new_table()
    following = ask(model, command)
    assert why in following.why
    assert following.effects == ()
    assert following.model.game == model.game


def test_a_game_begins_with_names_and_rules() -> None:
    begun = ask(Model(), BeginPlaying(("Ann", "Bo", "Cy"), ("base",), DEFAULTS, 2)).model
    assert begun.game is not None
    assert [player.name for player in begun.game.position.players] == ["Ann", "Bo", "Cy"]
    assert begun.game.position.to_move == 2


def test_too_many_players_are_refused() -> None:
    assert "players" in ask(Model(), BeginPlaying(("A",) * 9, ("base",), DEFAULTS, 0)).why


def test_the_position_is_set_and_taken_back() -> None:
    model = new_table()
    assert model.game is not None
    corrected = with_goat(model.game.position, 0, 7, 2)
    after = ask(model, SetPosition(corrected)).model
    assert after.game is not None
    assert after.game.position == corrected
    back = ask(after, TakeBack()).model
    assert back.game is not None
    assert back.game.position == model.game.position
    again = ask(back, MakeAgain()).model
    assert again.game is not None
    assert again.game.position == corrected


# A turn played before, changed


def test_what_came_after_a_changed_turn_follows_again() -> None:
    game = played_game(3)
    before = replace(game, moments=game.moments[:13])
    moment = before.moments[2]
    roll = before.moments[1].roll
    assert isinstance(moment.change, TurnEntry)
    assert roll is not None
    other = next(o for o in options(before.moments[0].position, roll) if o.position != moment.position)
    changed = rewritten(before, 1, roll, other.turn)
    assert changed.lost == 0
    assert changed.game.turns == before.turns
    assert changed.game.moments[2].position == other.position
    later = [moment.change for moment in before.moments[3:]]
    assert [moment.change for moment in changed.game.moments[3:]] == later


def test_the_entries_lead_to_the_game_that_was_promised() -> None:
    game = played_game(4)
    changed = rewritten(game, 5, Roll((1, 1, 1, 2)), PASS)
    replayed = replay(game.moments[0].position, [*entries_of_game(game), *changed.entries])
    assert replayed.moments == changed.game.moments
    assert isinstance(changed.entries[0], UndoEntry)


def test_turns_that_no_longer_fit_are_counted_and_the_reason_is_given() -> None:
    """On the Big Mountain a goat that was elsewhere cannot be taken from where it stood."""
    game = played_game(5, rules=("base", "big-mountain"))
    changes = (rewritten(game, index, Roll((1, 1, 1, 2)), PASS) for index in range(1, game.turns))
    changed = next(one for one in changes if one.lost)
    assert changed.reason
    assert changed.game.turns + changed.lost == game.turns


def test_the_same_turn_again_changes_nothing() -> None:
    game = played_game(6)
    index = max(i for i, moment in enumerate(game.moments) if isinstance(moment.change, RollEntry))
    roll, turn = game.moments[index].roll, game.moments[index + 1].change
    assert roll is not None
    assert isinstance(turn, TurnEntry)
    assert rewritten(game, game.turns, roll, turn.turn).game.position == game.position


def test_a_turn_that_is_not_legal_is_refused() -> None:
    game = played_game(7)
    turn = game.moments[2].change
    assert isinstance(turn, TurnEntry)
    with pytest.raises(EngineError, match=r"turn\."):
        rewritten(
            game, 1, Roll((1, 1, 1, 1)), next(o.turn for o in options(game.moments[0].position, Roll((6, 6, 4, 4)))[1:])
        )


# Colours, and goats taken back


@pytest.mark.parametrize("colours", [("pink",), ("red", "red"), ("",)])
def test_colours_that_there_are_not_or_twice_are_refused(colours: tuple[str, ...]) -> None:
    assert "colours." in ask(Model(), BeginPlaying(("A", "B"), ("base",), DEFAULTS, 0, colours)).why


def test_goats_have_the_chosen_colours_and_the_next_free_ones() -> None:
    begun = ask(Model(), BeginPlaying(("A", "B", "C"), ("base",), DEFAULTS, 0, ("black", "white"))).model
    assert begun.game is not None
    assert [player.colour for player in begun.game.position.players] == ["black", "white", "red"]


def test_a_goat_is_taken_back_where_the_rules_let_it() -> None:
    begun = ask(Model(), BeginPlaying(("A", "B"), ("base", "green-valley"), DEFAULTS, 0)).model
    assert begun.game is not None
    first = begun.game.position
    goats = tuple(goat for goat in first.mover.goats if goat.number != 7)
    away = replace(first, players=(first.mover.with_goats((*goats, valley_field(4))), *first.players[1:]))
    model = ask(begun, SetPosition(away)).model
    following = ask(model, TakeGoatBack(Redeploy(valley_field(4), 7)))
    assert following.model.game is not None
    assert following.model.game.position == first
    assert ask(following.model, TakeGoatBack(Redeploy(valley_field(4), 7))).why == "no goat can be taken back now"
    assert ask(new_table(), TakeGoatBack(Redeploy(valley_field(4), 7))).why == "no goat can be taken back now"
