"""Campaigns on the device with a real record: side by side, gone on with, and written by others meanwhile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from engine.position import new_position
from engine.record import RollEntry
from pi.core.events import Event
from pi.core.model import Phase
from pi.core.story import CampaignQuestion, Guide
from pi.shell.campaigns import load_campaign
from pi.shell.packs import pack_path
from pi.shell.store import open_store
from tests.pi.driving import BACK, EMPTIED, NEXT, OK, UNDO, thrown
from tests.saga.folders import Console, codes
from tests.saga.table import Table

GOATHERD = (sys.executable, "-m", "pi.shell.main")
FIRST_CHAPTER = ("Ann, Bo", "Ann", "A1", "A2", "S1", "Done")
TURN = (*thrown("goat", 2, 4, 6), OK, EMPTIED)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder whose group has typed in the cards of the sample."""
    path = pack_path(tmp_path, "ours")
    path.parent.mkdir()
    path.write_text(pack_path(tmp_path, "sample").read_text(encoding="utf-8"), encoding="utf-8")
    return tmp_path


def begun(folder: Path) -> Table:
    """Two campaigns, the game of each first chapter begun; of the first one a turn is played."""
    table = Table(folder, "Ann", "Bo")
    table.set_up("New story: ours", *FIRST_CHAPTER)
    table.take(OK, OK, *TURN)
    table.menu("New game", "Yes, a new game")
    table.answer("Rules", "The Saga", "New story: ours", *FIRST_CHAPTER)
    table.take(OK, OK)
    return table


def turns(table: Table) -> int:
    assert table.model.game is not None
    return table.model.game.turns


def test_two_campaigns_begun_at_one_table_are_kept_apart(folder: Path) -> None:
    begun(folder)
    store = open_store(folder)
    assert [load_campaign(store, number).now.game for number in (1, 2)] == [1, 2]
    assert [load_campaign(store, number).now.name for number in (1, 2)] == ["ours 1", "ours 2"]


def test_a_chapter_in_the_middle_of_its_game_is_gone_on_with_after_another_one(folder: Path) -> None:
    table = begun(folder)
    assert turns(table) == 0
    table.menu("New game", "Yes, a new game")
    table.answer("Rules", "The Saga", "ours 1: Chapter 1")
    assert (turns(table), table.model.phase) == (1, Phase.DOING)
    table.take(*TURN)
    assert turns(table) == 2
    store = open_store(folder)
    assert [store.game(number).game.turns for number in (1, 2)] == [2, 0]


def test_after_the_power_went_it_is_still_the_game_that_was_gone_on_with(folder: Path) -> None:
    table = begun(folder)
    table.menu("New game", "Yes, a new game")
    table.answer("Rules", "The Saga", "ours 1: Chapter 1")
    again = Table(folder)
    assert turns(again) == 1
    assert again.model.story is not None
    assert again.model.story.id == 1
    again.menu("New game", "Yes, a new game")
    again.take(OK)
    assert turns(again) == 0
    again.take(*thrown("goat", 2, 4, 6))
    last = open_store(folder).last_game()
    assert last is not None
    assert last.id == 3


def test_what_the_command_line_did_meanwhile_is_known_when_campaigns_are_listed(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(folder, "Ann", "Bo")
    console = Console(folder, capsys)
    console.done("saga", "new", "Our story", "--pack", "ours")
    console.do("Cy Di", "Di")
    table.set_up()
    assert "Our story: Chapter 1" in table.shown
    table.answer("Our story")
    assert "Open the book at the first chapter." in table.shown


def test_a_step_that_others_answered_meanwhile_is_asked_no_longer(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(folder, "Ann", "Bo")
    table.set_up("New story: ours")
    Console(folder, capsys).do("Cy Di", "Di")
    table.answer("Ann, Bo")
    assert load_campaign(open_store(folder), 1).now.players == ("Cy", "Di")
    assert "Open the book at the first chapter." in table.shown


def test_a_card_typed_in_while_it_is_asked_for_can_be_discovered(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(folder, "Ann", "Bo")
    table.set_up("New story: ours", "Ann, Bo", "Ann")
    table.take(OK)
    assert "A20" not in table.shown
    add = ("pack", "add", "--pack", "ours", "--code", "A20", "--kind", "ability", "--name", "Late", "--chapter", "1")
    Console(folder, capsys).done(*add, "--effect", "verb=number number=7")
    table.answer("A20")
    table.answer("Done")
    assert table.model.story is not None
    assert [laid.card.code for laid in table.model.story.now.in_play] == ["A20"]


def test_what_was_marked_for_a_step_is_forgotten_once_others_have_answered_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table(folder, "Ann", "Bo")
    table.set_up("New story: ours", "Ann, Bo", "Ann", "A1")
    Console(folder, capsys).do("A2 S1")
    while "Lay everything out" not in table.shown:
        table.take(NEXT)
    assert table.model.overlay == Guide()


def test_undo_across_an_ending_finds_the_chapters_game_again_though_another_was_begun(folder: Path) -> None:
    table = begun(folder)
    table.menu("New game", "Yes, a new game")
    table.answer("Rules", "The Saga", "ours 1: Chapter 1")
    assert table.model.game is not None
    while not table.model.game.position.over:
        table.take(*TURN)
    table.take(OK)
    assert "For the chronicle" in table.shown
    table.take(BACK)
    table.menu("New game")
    table.answer("Rules", "The Saga", "ours 2: Chapter 1")
    table.menu("New game", "Yes, a new game")
    table.answer("Rules", "The Saga", "ours 1: Chapter 1")
    assert "For the chronicle" in table.shown
    table.take(UNDO)
    assert table.model.game is not None
    assert isinstance(table.model.game.now.change, RollEntry)
    assert load_campaign(open_store(folder), 1).now.stage == "playing"


# `goatherd play --campaign`


@pytest.fixture
def console(folder: Path, capsys: pytest.CaptureFixture[str]) -> Console:
    """A campaign whose first chapter is to be laid out, while a game of the base rules is running."""
    console = Console(folder, capsys)
    console.done("saga", "new", "Our story", "--pack", "ours")
    console.do("Ann Bo", "Ann", "A1 A2 S1")
    with closing(open_store(folder)) as store:
        store.begin_game(new_position(3))
    return console


def script(console: Console, text: str, *words: str) -> None:
    path = console.folder / "script"
    path.write_text(text, encoding="utf-8")
    console.done("play", "--script", str(path), "--language", "en", *words)


def test_a_script_is_told_that_another_game_is_running(console: Console) -> None:
    before = open_store(console.folder).last_game()
    refused = console.refused("play", "--campaign", "Our story", "--script", "/dev/null")
    assert "another game is running" in refused
    assert "leave --campaign out to go on with it, or add --new to leave it" in refused
    assert open_store(console.folder).last_game() == before


def test_another_game_is_left_for_the_campaign_where_that_is_said(console: Console) -> None:
    script(console, 'expect screen "Lay everything out"\npress ok\npress ok\n', "--campaign", "Our story", "--new")
    assert load_campaign(open_store(console.folder), 1).now.game == 2
    script(console, "expect position cards.0.code=A1\n", "--campaign", "1")


def test_a_game_of_the_campaign_itself_is_gone_on_with_at_once(console: Console) -> None:
    script(console, "press ok\npress ok\nroll goat 2 4 6\npress ok\n", "--campaign", "Our story", "--new")
    script(console, "expect position to_move=1\n", "--campaign", "Our story")
    script(console, "expect position to_move=1\n")


def test_a_campaign_that_is_not_there_or_not_told_apart_is_refused_with_those_that_are(console: Console) -> None:
    console.done("saga", "new", "Our story", "--pack", "ours")
    for wanted in ("Theirs", "Our story"):
        refused = console.refused("play", "--campaign", wanted, "--script", "/dev/null")
        assert f"expected the name or number of one of: 2 Our story, 1 Our story; found '{wanted}'" in refused


def test_a_chapter_taken_back_into_its_set_up_is_there_after_a_restart(console: Console) -> None:
    script(console, "press ok\npress undo\n", "--campaign", "Our story", "--new")
    script(console, 'expect screen "Lay everything out"\n', "--campaign", "Our story")
    script(console, 'expect screen "Lay everything out"\npress ok\npress ok\nroll goat 2 4 6\npress ok\n')
    script(console, "expect position to_move=1\n")
    assert console.shown()["stage"] == "playing"


def test_who_plays_is_asked_by_the_campaign(console: Console) -> None:
    refused = console.refused("play", "--campaign", "Our story", "--players", "3", "--new", "--script", "/dev/null")
    assert "--players: a campaign asks by itself who plays; leave --players out" in refused


@pytest.mark.parametrize(("answer", "game"), [((OK,), 1), ((NEXT, OK, OK), 2)], ids=["no", "yes"])
def test_at_the_table_it_is_asked_whether_another_game_is_left(
    console: Console, answer: tuple[Event, ...], game: int
) -> None:
    table = Table(console.folder)
    table.loop.model = replace(table.model, overlay=CampaignQuestion(table.model.stories[0]))
    assert "Leave this game?" in table.shown
    table.take(*answer)
    assert table.model.game is not None
    assert bool(table.model.game.position.cards) == (game == 2)
    last = open_store(console.folder).last_game()
    assert last is not None
    assert last.id == game


def test_without_a_script_the_display_asks(console: Console) -> None:
    words = ("play", "--campaign", "Our story", "--data", str(console.folder), "--language", "en", "--web", "off")
    devices = ("--camera", "simulated", "--screen", "terminal", "--buttons", "none")
    with subprocess.Popen((*GOATHERD, *words, *devices), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as playing:
        assert playing.stdout is not None
        shown = b""
        while b"Leave this game?" not in shown and (more := os.read(playing.stdout.fileno(), 4096)):
            shown += more
        playing.terminate()
    assert "Yes: Our story" in shown.decode()


SET_UP = [
    *["ok", "next", "next", "next", "next", "ok"], "Rules",
    *["next", "next", "next", "ok"], "Without cards",
    *["next", "ok"], "Who plays?",
    "ok", "Who starts?",
    "ok", "Open the book at the",
    "ok", "Sample: eight",
    *["ok", "ok", "ok"], "Done",
    "ok", "Lay everything out",
    "ok", "Lay out",
    "ok", "throw",
]  # fmt: skip
"""From an empty data folder to the first throw of the example's first chapter: presses, and what is then shown."""


def test_the_example_is_played_on_the_device_alone_from_set_up_to_a_goat_that_the_camera_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    console = Console(tmp_path, capsys)
    lines = [f"press {word}" if word in ("ok", "next") else f'expect screen "{word}"' for word in SET_UP]
    script(console, "\n".join([*lines, "roll goat 2 4 6", 'expect screen "goat 2 4 6"', "press ok"]))
    script(console, "expect position to_move=1\nexpect position rules=saga\nexpect position cards.2.lies=9\n")
    told = console.shown()
    assert (told["stage"], told["game"], codes(told["in_play"])) == ("playing", 1, "A1 A2 S1@9")
    status = json.loads(console.done("status"))
    assert (status["turns"], status["saved"]) == (1, True)
