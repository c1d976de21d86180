"""Hints while choosing, after the choice only, or not at all: for each player, chosen at set-up and remembered."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.dice import GOAT, Roll
from engine.position import new_position
from engine.saga.cards import LaidCard
from engine.suggest import advise
from pi.core.effects import RememberWishes
from pi.core.events import Event
from pi.core.hints import Hints, Wishes, hints_for, in_plain_order
from pi.core.model import Model, Phase, Setup
from pi.core.screen import Screen
from pi.core.screens import screens
from pi.shell.loop import Loop, Outputs
from pi.shell.recorder import Recorder
from pi.shell.store import open_store
from pi.shell.wishes import FILE_NAME, load_wishes, save_wishes
from tests.pi.driving import NEXT, OK, UNDO, follow, new_table, play, thrown
from tests.pi.sagas import sample_card

TO_HINTS = (OK, NEXT, NEXT, NEXT, OK, OK, NEXT, NEXT, NEXT)


def asked(*events: Event) -> Model:
    """The set-up of two players whose names are known, Ann in the first seat."""
    return play(Model(setup=Setup(names=("Ann", "Bo"))), *events)


def table_of(hints: Hints) -> Model:
    """A game just begun in which Ann, who starts, is told so much."""
    return replace(new_table(), wishes=(("Ann", hints),))


def texts(screen: Screen) -> str:
    return "\n".join((*(f"{row.text} {row.right}" for row in screen.rows), screen.hint))


@pytest.mark.parametrize("presses", range(4))
def test_a_seat_steps_through_on_after_and_off(presses: int) -> None:
    setting = asked(*TO_HINTS, *[OK] * presses)
    assert hints_for(setting.wishes, "Ann") is list(Hints)[presses % 3]
    assert hints_for(setting.wishes, "Bo") is Hints.ON


def test_what_a_player_chose_is_to_be_remembered() -> None:
    following = follow(asked(*TO_HINTS), OK)
    assert following.effects == (RememberWishes((("Ann", Hints.AFTER),)),)


def test_hints_show_the_chances_and_the_best_first() -> None:
    choosing = play(table_of(Hints.ON), *thrown(1, 1, 4, 6))
    assert choosing.cursor == 0
    assert "%" in texts(screens(choosing))


@pytest.mark.parametrize("hints", [Hints.AFTER, Hints.OFF])
def test_without_hints_nothing_tells_what_is_best(hints: Hints) -> None:
    choosing = play(table_of(hints), *thrown(1, 1, 4, 6))
    assert "%" not in texts(screens(choosing))
    assert screens(choosing).hint == "NEXT down  OK choose"
    assert choosing.choices[0].best == in_plain_order(choosing.advice)[0] == choosing.advice[choosing.cursor]


def test_the_plain_order_is_the_same_however_the_options_are_ranked() -> None:
    saga = new_position(2, rules=("saga",), cards=tuple(LaidCard(sample_card(code)) for code in ("A3", "A4")))
    expansions = new_position(2, rules=("base", "big-mountain", "green-valley"))
    for position, faces in ((new_position(2), (1, 1, 4, 6)), (expansions, (1, 1, 4, 6)), (saga, (GOAT, GOAT, 4, 6))):
        advice = list(advise(position, Roll(faces)))
        plain = in_plain_order(advice)
        Random(1).shuffle(advice)
        assert in_plain_order(advice) == plain
        assert plain[-1].option.turn.steps == ()


def test_every_option_can_be_chosen_without_hints() -> None:
    choosing = play(table_of(Hints.OFF), *thrown(1, 1, 4, 6))
    reached = {play(choosing, *[NEXT] * presses).cursor for presses in range(len(choosing.choices))}
    assert reached == set(range(len(choosing.advice)))


def test_hints_are_the_movers_own() -> None:
    bo_chooses = play(table_of(Hints.OFF), *thrown(1, 1, 4, 6), OK, OK, *thrown(2, 2, 3, 5))
    assert "%" in texts(screens(bo_chooses))


@pytest.mark.parametrize(("hints", "is_told"), [(Hints.ON, False), (Hints.AFTER, True), (Hints.OFF, False)])
def test_after_the_choice_only_those_are_told_who_wanted_that(hints: Hints, is_told: bool) -> None:
    done = play(table_of(hints), *thrown(1, 1, 4, 6), OK)
    assert done.phase is Phase.DOING
    assert ("%" in texts(screens(done))) is is_told


def test_a_worse_choice_is_told_what_was_best() -> None:
    choosing = play(table_of(Hints.AFTER), *thrown(1, 1, 4, 6))
    worst = play(replace(choosing, cursor=len(choosing.advice) - 1), OK)
    best, played = choosing.advice[0].chance, choosing.advice[-1].chance
    assert f"Chance {played:.0%}, best {best:.0%}" in texts(screens(worst))
    assert "Best choice" in texts(screens(play(replace(choosing, cursor=0), OK)))


def test_a_turn_taken_back_is_judged_no_longer() -> None:
    done = play(table_of(Hints.AFTER), *thrown(1, 1, 4, 6), OK)
    assert [turn.number for turn in done.judged] == [1]
    assert play(done, UNDO).judged == ()


# From game to game


@pytest.mark.parametrize("wishes", [(), (("Ann", Hints.OFF), ('Jürgen "J"', Hints.AFTER))])
def test_wishes_come_back_from_their_file(tmp_path: Path, wishes: Wishes) -> None:
    save_wishes(tmp_path, wishes)
    assert load_wishes(tmp_path) == wishes


@pytest.mark.parametrize("content", ["", "{", "[1]", '{"Ann": "perhaps"}', "\udcff"])
def test_a_file_that_makes_no_sense_stops_nobody(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE_NAME).write_bytes(content.encode(errors="surrogateescape"))
    assert load_wishes(tmp_path) == ()


def test_nothing_is_wished_where_nothing_is_kept(tmp_path: Path) -> None:
    assert load_wishes(tmp_path) == ()


def test_a_folder_that_is_gone_stops_nobody(tmp_path: Path) -> None:
    save_wishes(tmp_path / "gone", (("Ann", Hints.OFF),))
    assert not (tmp_path / "gone").exists()


def test_the_loop_keeps_what_was_chosen(tmp_path: Path) -> None:
    kept: list[Wishes] = []
    recorder = Recorder(open_store(tmp_path, create=True), None)
    loop = Loop(asked(*TO_HINTS), recorder, lambda screen: None, Outputs(remember=kept.append))
    loop.take(OK)
    recorder.close()
    assert kept == [(("Ann", Hints.AFTER),)]
