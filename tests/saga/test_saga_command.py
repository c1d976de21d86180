"""`goatherd saga`: a campaign from chapter to chapter, each step kept at once."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import subprocess
import sys
from dataclasses import replace

import pytest

from engine.record import PositionEntry
from pi.shell.record_file import FILE_NAME
from pi.shell.store import open_store
from tests.saga.folders import Console, codes


@pytest.fixture
def story(console: Console) -> Console:
    console.done("saga", "new", "Our story", "--pack", "sample")
    return console


def play_first_chapter(story: Console) -> None:
    story.do("Ann Bo Cy", "Bo", "A1 A2 S1", "", "")
    story.end_game({"Cy": 3, "Ann": 1})
    story.do("")


def test_a_chapter_goes_from_the_players_to_the_backpack(story: Console) -> None:
    play_first_chapter(story)
    story.do("yes", "12", "")
    told = story.shown()
    assert (told["chapter"], told["stage"]) == (1, "between")
    assert codes(told["backpack"]) == "A1 A2 S1@9"
    assert told["chronicle"] == [
        {
            "story": 1,
            "chapter": 1,
            "players": [{"name": "Ann", "total": 10}, {"name": "Bo", "total": 0}, {"name": "Cy", "total": 30}],
            "winners": ["Cy"],
            "summits": {"9": "S1", "7": None},
            "award": True,
            "next_page": 12,
            "game": 1,
        }
    ]


def test_the_second_chapter_begins_from_the_backpack(story: Console) -> None:
    play_first_chapter(story)
    story.do("no", "12", "", "Ann Cy", "", "A3 S2 R1", "A2", "", "")
    told = story.shown()
    assert codes(told["in_play"]) == "S1@7 A3 S2@9 R1 A2"
    assert codes(told["memories"]) == "A1"
    game = open_store(story.folder).game(2)
    assert [player.name for player in game.first.players] == ["Ann", "Cy"]
    assert game.first.starts == 1
    assert " ".join(laid.card.code for laid in game.first.cards) == "S1 A3 S2 R1 A2"


def test_every_step_is_kept_when_the_power_goes(story: Console) -> None:
    """Each command is a process of its own here, killed as soon as it has answered."""
    for number, answer in enumerate((["Ann", "Bo"], ["Bo"], ["A1", "S1"], [], []), start=1):
        code = (
            "import os, sys; from pi.shell.main import main\n"
            "status = main(sys.argv[1:]); sys.stdout.flush(); os._exit(137 if status == 0 else 1)"
        )
        command = [sys.executable, "-c", code, "saga", "do", *answer, "--data", str(story.folder)]
        assert subprocess.run(command, check=False, capture_output=True).returncode == 137
        kept = sqlite3.connect(story.folder / FILE_NAME).execute("SELECT count(*) FROM campaign_entries")
        assert kept.fetchone() == (number,)


def test_the_guided_list_says_what_is_to_be_done_in_both_languages(story: Console) -> None:
    play_first_chapter(story)
    story.do("no", "12", "", "Ann Cy", "", "A3 S2 R1", "A2")
    english, german = (story.done("saga", "show", "--language", each) for each in ("en", "de"))
    assert "→ Lay everything out" in english
    assert "- S2 Sample: coins in the grass (summit tile, above 9)" in english
    assert "to set up: Put the coins beside mountain 6." in english
    assert "→ Legt alles bereit" in german
    assert "- S1 Sample: view of the valley (Gipfeltafel, über 7)" in german


@pytest.mark.parametrize(
    ("answers", "wrong", "reason"),
    [
        ((), "Ann", "players: expected 2 to 5 answers, found 1; name everybody by seat, such as `goatherd saga do"),
        ((), "Ann Ann", "players.1: 'Ann' plays already; expected names that differ"),
        (("Ann Bo",), "Cy", "starter: expected one of Ann, Bo, found 'Cy'"),
        (("Ann Bo", "Bo"), "Z9", "found 'Z9'; a card that is missing here is typed in with `goatherd pack add`"),
        (("Ann Bo", "Bo"), "S1 S2", "S1 lies above mountain 9; expected one new summit tile a chapter"),
        (("Ann Bo", "Bo", "A1"), "A1", "lay-out: expected no answer"),
        (("Ann Bo", "Bo", "A1", "", ""), "", "game 1 is not over yet; play it with `goatherd play`"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_kept(
    story: Console, answers: tuple[str, ...], wrong: str, reason: str
) -> None:
    story.do(*answers)
    before = story.shown()
    assert reason in story.refused("saga", "do", *wrong.split())
    assert story.shown() == before


@pytest.mark.parametrize(
    ("answers", "wrong", "reason"),
    [
        ((), "perhaps", "award: expected one of yes, no, found 'perhaps'; answer yes or no"),
        (("yes",), "0", "next-page: expected a page from 1 to 999, found '0'; answer with the page that the winner"),
        (("yes",), "", "next-page: expected one answer, found 0; answer with the page"),
        (("yes", "7"), "A1", "pack: expected no answer, it is only to be done, found 1; see `goatherd saga show`"),
    ],
)
def test_a_closing_step_that_is_answered_wrongly_says_what_to_answer(
    story: Console, answers: tuple[str, ...], wrong: str, reason: str
) -> None:
    play_first_chapter(story)
    story.do(*answers)
    assert reason in story.refused("saga", "do", *wrong.split())


def test_what_is_to_be_written_down_and_opened_is_said_in_its_step(story: Console) -> None:
    """Winner and codes of the tiles go into the chronicle, and the book goes on at the page noted last (S13)."""
    play_first_chapter(story)
    assert "For the chronicle: Cy; above 9: S1; above 7: –." in story.done("saga", "show", "--language", "en")
    story.do("no", "12", "", "Ann Cy", "")
    assert "Open the book on page 12." in story.done("saga", "show", "--language", "en")
    assert "Schlagt das Buch auf Seite 12 auf." in story.done("saga", "show", "--language", "de")


def test_a_tile_above_5_becomes_a_memory_before_the_book_names_others(story: Console) -> None:
    """A rule card that the book makes a memory takes everything with it that belongs to it (S10, S15)."""
    play_first_chapter(story)
    story.do("no", "12", "", "Ann Cy", "", "A3 S2 R1", "A2", "", "")
    story.end_game({"Ann": 1})
    story.do("", "no", "15", "", "Ann Cy", "", "A4 S3", "A3", "", "")
    story.end_game({"Ann": 1})
    story.do("", "no", "17")
    shown = story.done("saga", "show", "--language", "en")
    assert "S1 above 5 is a memory now." in shown
    assert "- R1 Sample: toll on the sixth (rule card), with everything that belongs to it" in shown
    assert "S1" in codes(story.shown()["memories"])
    story.do("R1")
    assert "R1" in codes(story.shown()["memories"])


def test_undo_goes_back_across_the_end_of_the_chapter_into_its_game(story: Console) -> None:
    play_first_chapter(story)
    story.do("no", "12", "")
    for _ in range(3):
        story.done("saga", "undo")
    assert story.shown()["next"]["step"] == "award"
    story.done("saga", "undo")
    assert (story.shown()["stage"], story.shown()["chronicle"]) == ("playing", [])
    assert "game 1 is back before its last change" in story.done("saga", "undo")
    assert not open_store(story.folder).game(1).game.position.over
    assert "not over yet" in story.refused("saga", "do")
    story.end_game({"Bo": 2})
    story.do("")
    assert story.shown()["chronicle"][0]["winners"] == ["Bo"]


def test_undo_before_the_games_first_roll_goes_on_in_the_set_up(story: Console) -> None:
    story.do("Ann Bo", "Bo", "A1 S1", "", "")
    story.done("saga", "undo")
    story.done("saga", "undo")
    assert story.shown()["next"]["step"] == "lay-out"


def test_what_was_taken_back_can_be_made_again(story: Console) -> None:
    story.do("Ann Bo", "Bo")
    before = story.shown()
    story.done("saga", "undo")
    story.done("saga", "redo")
    assert story.shown() == before
    assert "nothing was taken back" in story.refused("saga", "redo")


def test_a_game_taken_up_again_takes_the_closing_steps_back(story: Console) -> None:
    play_first_chapter(story)
    story.do("no")
    story.end_game({"Ann": 5})
    story.do("yes")
    assert [(row["winners"], row["award"]) for row in story.shown()["chronicle"]] == [(["Ann"], True)]


def test_a_game_that_goes_on_again_is_waited_for(story: Console) -> None:
    play_first_chapter(story)
    story.do("no")
    store = open_store(story.folder)
    store.append(1, (PositionEntry(replace(store.game(1).game.position, over=False)),), 0)
    store.close()
    assert "game 1 is not over yet" in story.refused("saga", "do", "12")
    assert (story.shown()["stage"], story.shown()["chronicle"]) == ("playing", [])


def test_campaigns_stand_side_by_side(story: Console) -> None:
    story.do("Ann Bo", "Bo")
    story.done("saga", "new", "Another", "--pack", "sample")
    story.do("Dot Eve")
    assert story.shown("--id", "1")["players"] == ["Ann", "Bo"]
    story.done("saga", "do", "A1", "--id", "1")
    assert [json.loads(line)["name"] for line in story.done("saga", "list", "--json").splitlines()] == [
        "Our story",
        "Another",
    ]
    assert codes(story.shown("--id", "1")["in_play"]) == "A1"
    assert "campaign 7: not in" in story.refused("saga", "show", "--id", "7")


def test_the_story_is_started_anew_with_its_discoveries_known(story: Console) -> None:
    play_first_chapter(story)
    story.done("saga", "anew")
    told = story.shown()
    assert (told["story"], told["chapter"], codes(told["box"])) == (2, 0, "A1 A2 S1")


def test_a_discovery_can_be_added_later_and_a_card_amended(console: Console) -> None:
    add = ("pack", "add", "--kind", "ability", "--chapter", "1", "--code")
    console.done(*add, "A1", "--name", "Firts", "--effect", "verb=number number=8")
    console.done(*add, "A2", "--name", "Second", "--effect", "verb=number number=9")
    console.done("saga", "new", "Our story")
    console.do("Ann Bo", "Bo", "A1")
    console.done("saga", "discover", "a2")
    console.done(*add, "A1", "--name", "First", "--effect", "verb=number number=8", "--replace")
    console.done("saga", "amend", "A1")
    assert [(row["code"], row["name"]) for row in console.shown()["in_play"]] == [("A1", "First"), ("A2", "Second")]


def test_the_chronicle_comes_as_text_json_csv_and_page(story: Console) -> None:
    play_first_chapter(story)
    story.do("yes", "12", "")
    text = story.done("saga", "chronicle", "--language", "en").splitlines()
    assert text[0] == "Chronicle of Our story"
    assert text[2].split() == ["1", "Cy", "S1", "–", "reached", "12", "Ann", "10,", "Bo", "0,", "Cy", "30"]
    told = json.loads(story.done("saga", "chronicle", "--format", "json"))
    assert told == {"name": "Our story", "chronicle": story.shown()["chronicle"]}
    (row,) = csv.DictReader(io.StringIO(story.done("saga", "chronicle", "--format", "csv")))
    assert row == {
        "story": "1", "chapter": "1", "winner": "Cy", "summit_9": "S1", "summit_7": "", "award": "yes",
        "next_page": "12", "players": "Ann 10; Bo 0; Cy 30", "game": "1",
    }  # fmt: skip
    page = story.done("saga", "chronicle", "--format", "html", "--language", "de")
    assert page.startswith("<!DOCTYPE html>")
    assert "<title>Chronik von Our story</title>" in page


def test_a_single_game_takes_any_cards_of_a_pack(console: Console) -> None:
    words = ("saga", "single", "--pack", "sample", "--players", "3", "--cards", "a1,A3,S1@9,S2@7,R1", "--starts", "2")
    position = json.loads(console.done(*words))
    assert codes(position["cards"]) == "A1 A3 S1@9 S2@7 R1"
    assert position["starts"] == 2
    assert not console.folder.exists()
    console.done(*words, "--begin")
    assert open_store(console.folder).game(1).first.starts == 2
    assert "S3 lies above 9, 7 or 5" in console.refused(*words[:6], "--cards", "S3")


def test_a_single_game_has_everything_that_was_discovered_unless_cards_are_named(console: Console) -> None:
    position = json.loads(console.done("saga", "single", "--pack", "sample", "--players", "2"))
    assert codes([card for card in position["cards"] if card["kind"] == "summit"]) == "S8@5 S9@7 S10@9"
    assert len(position["cards"]) == 11 + 3 + 4
    new = ("new", "--rules", "saga", "--pack", "sample", "--players", "2", "--cards", "all")
    assert json.loads(console.done(*new)) == position


def test_the_example_is_marked_as_one(console: Console) -> None:
    assert "An example: its cards are made up" in console.done(
        "saga", "new", "Trying", "--pack", "sample", "--language", "en"
    )
    assert "Ein Beispiel: seine Karten sind erfunden" in console.done("saga", "show", "--language", "de")
    assert "An example: its cards are made up" in console.done("pack", "show", "--pack", "sample", "--language", "en")
    console.done("pack", "add", "--code", "A1", "--kind", "ability", "--name", "Ours", "--chapter", "1",
                 "--effect", "verb=number number=7")  # fmt: skip
    own, example = console.done("pack", "list").splitlines()
    assert "(example: made-up cards)" in example
    assert "(example" not in own
    console.done("saga", "new", "Ours")
    assert "An example" not in console.done("saga", "show", "--language", "en")


def test_without_a_campaign_the_remedy_is_named(console: Console) -> None:
    assert "holds no games" in console.run("saga", "show")[2]
    open_store(console.folder, create=True).close()
    assert "begin one with `goatherd saga new`" in console.refused("saga", "show")
    none = console.refused("saga", "new", "Our story")
    assert "there is none of yours yet; write one with `goatherd pack add`, or try the example" in none


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE campaign_entries SET body = '{}'",
        "DELETE FROM campaign_entries",
        "UPDATE campaigns SET name = ''",
        "DELETE FROM campaigns",
    ],
)
def test_nothing_kept_of_a_campaign_can_be_changed_or_deleted(story: Console, statement: str) -> None:
    story.do("Ann Bo")
    with pytest.raises(sqlite3.IntegrityError, match="never"):
        sqlite3.connect(story.folder / FILE_NAME).execute(statement)


def test_a_record_of_the_first_format_is_brought_up_to_date(console: Console) -> None:
    store = open_store(console.folder, create=True)
    store.close()
    older = sqlite3.connect(console.folder / FILE_NAME)
    older.executescript("DROP TABLE campaign_entries; DROP TABLE campaigns; PRAGMA user_version = 1;")
    older.close()
    console.done("saga", "new", "Our story", "--pack", "sample")
    assert sqlite3.connect(console.folder / FILE_NAME).execute("PRAGMA user_version").fetchone() == (2,)


def test_what_makes_no_sense_is_named_with_its_campaign(story: Console) -> None:
    connection = sqlite3.connect(story.folder / FILE_NAME)
    connection.execute("INSERT INTO campaign_entries VALUES (1, 1, 'now', 'packed', '{}')")
    connection.commit()
    status, _, err = story.run("saga", "show")
    assert status == 1
    assert "campaign 1 can't be read (pack: chapter 1 is at the step 'players'" in err
