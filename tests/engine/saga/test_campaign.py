"""What lasts between the chapters of a campaign: S9 to S16."""

from __future__ import annotations

import pytest

from engine.errors import EngineError
from engine.record import RedoEntry, UndoEntry
from engine.saga.campaign import CHAPTERS, StepKind, first_position, new_campaign
from engine.saga.campaign_entries import (
    AbilityKept,
    AwardNoted,
    CampaignEntry,
    CardAmended,
    ChapterBegun,
    Discovered,
    GameBegun,
    GamePlayed,
    LaidOut,
    Packed,
    PageChosen,
    Remembered,
    StartedAnew,
    StarterNamed,
    Unpacked,
    campaign_entry_json,
    campaign_entry_kind,
    parse_campaign_entry,
)
from tests.engine.saga.campaigns import (
    FIRST,
    GROUP,
    NEW,
    SECOND,
    THIRD,
    after,
    card,
    cards,
    closing,
    codes,
    laid,
    played,
    set_up,
    then,
)

# Summit tiles: above 9, then 7, then 5, then a memory (S10).


@pytest.mark.parametrize(
    ("entries", "in_play"),
    [
        (set_up(GROUP, "A1 A2 S1", "Bo"), "A1 A2 S1@9"),
        ([*FIRST, *set_up(GROUP, "A3 S2 R1", keeps="A2")], "S1@7 A3 S2@9 R1 A2"),
        ([*FIRST, *SECOND, *set_up(("Ann", "Dot"), "A4 S3", keeps="A3")], "S1@5 S2@7 R1 A4 S3@9 A3"),
    ],
)
def test_s10_tiles_move_on_with_every_chapter(entries: list[CampaignEntry], in_play: str) -> None:
    assert laid(after(*entries).now.in_play) == in_play


def test_s10_the_tile_above_5_becomes_a_memory_at_the_end_of_the_chapter() -> None:
    ended = after(*FIRST, *SECOND, *set_up(("Ann", "Dot"), "A4 S3", keeps="A3"), *played(3, "Dot", (30, 31)))
    assert laid(ended.now.in_play) == "S2@7 R1 A4 S3@9 A3"
    assert codes(ended.now.memories) == "A1 A2 S1"


def test_s10_a_chapter_without_a_new_tile_leaves_9_empty() -> None:
    begun = after(*FIRST, ChapterBegun(GROUP), Unpacked(), Discovered(()))
    assert laid(begun.now.in_play) == "S1@7"


def test_s10_there_is_one_new_tile_a_chapter() -> None:
    with pytest.raises(EngineError, match="S1 lies above mountain 9; expected one new summit tile"):
        after(ChapterBegun(GROUP), StarterNamed("Bo"), Discovered(cards("S1 S2")))


# Abilities: one of two is kept, the other becomes a memory, the new one joins (S10).


@pytest.mark.parametrize(("kept", "memory"), [("A1", "A2"), ("a2", "A1")])
def test_s10_one_ability_is_kept_and_the_other_remembered(kept: str, memory: str) -> None:
    begun = after(*FIRST, ChapterBegun(GROUP), Unpacked(), Discovered(cards("A3 S2")), AbilityKept(kept))
    assert laid(begun.now.in_play) == f"S1@7 A3 S2@9 {kept.upper()}"
    assert codes(begun.now.memories) == memory
    assert begun.now.backpack == ()


def test_s10_the_new_ability_is_no_answer_to_which_is_kept() -> None:
    with pytest.raises(EngineError, match="expected one of A1, A2, found 'A3'"):
        after(*FIRST, ChapterBegun(GROUP), Unpacked(), Discovered(cards("A3 S2")), AbilityKept("A3"))


def test_s5_a_single_ability_of_the_last_chapter_stays_without_a_question() -> None:
    first = [*set_up(GROUP, "A1 S1", "Bo"), *played(1, "Cy", (1, 2, 3)), *closing(12)]
    begun = after(*first, ChapterBegun(GROUP), Unpacked(), Discovered(cards("A3 S2")))
    assert begun.now.step == "lay-out"
    assert laid(begun.now.in_play) == "A1 S1@7 A3 S2@9"


# Who starts (S11).


def test_s11_the_last_winner_starts() -> None:
    begun = after(*FIRST, ChapterBegun(("Bo", "Cy")))
    assert begun.now.starter == "Cy"
    assert "starter" not in begun.now.steps


@pytest.mark.parametrize("group", [("Ann", "Bo"), ("Dot", "Eve")])
def test_s11_where_the_winner_stays_away_the_group_says(group: tuple[str, str]) -> None:
    begun = after(*FIRST, ChapterBegun(group), Unpacked())
    assert begun.now.step == "starter"
    assert then(begun, StarterNamed(group[1])).now.starter == group[1]


def test_s11_of_winners_who_share_the_group_says_which() -> None:
    shared = [*set_up(GROUP, "A1 A2 S1", "Bo"), GameBegun(1), GamePlayed(("Ann", "Cy"), (40, 38, 40)), *closing(12)]
    assert after(*shared, ChapterBegun(GROUP), Unpacked()).now.step == "starter"


def test_s11_only_who_plays_can_start() -> None:
    with pytest.raises(EngineError, match="starter: expected one of Ann, Bo, Cy, found 'Dot'"):
        after(ChapterBegun(GROUP), StarterNamed("Dot"))


# The chronicle (S13), the backpack (S14), memories (S15), the group (S16).


def test_s13_a_row_holds_winner_tiles_award_and_next_page() -> None:
    rows = after(*FIRST, *SECOND, *THIRD).now.chronicle
    assert [(row.chapter, row.winners, row.summit_9, row.summit_7, row.award, row.next_page) for row in rows] == [
        (1, ("Cy",), "S1", None, False, 12),
        (2, ("Ann",), "S2", "S1", False, 20),
        (3, ("Dot",), "S3", "S2", False, 33),
    ]
    assert [row.points for row in rows] == [(40, 38, 51), (60, 38, 51), (30, 31)]
    assert [row.game for row in rows] == [1, 2, 3]


@pytest.mark.parametrize("award", [True, False])
def test_s13_the_award_is_reached_or_not(award: bool) -> None:
    won = after(*set_up(GROUP, "A1 A2 S1", "Bo"), *played(1, "Cy", (40, 38, 51)), AwardNoted(award))
    assert won.now.chronicle[0].award is award


def test_s14_the_backpack_takes_tiles_of_7_and_9_both_abilities_and_the_rule_cards() -> None:
    packed = after(*FIRST, *SECOND)
    assert laid(packed.now.backpack) == "S1@7 A3 S2@9 R1 A2"
    assert packed.now.in_play == ()


def test_s15_what_the_book_names_becomes_a_memory_and_stays_one() -> None:
    third = after(*FIRST, *SECOND, *THIRD)
    assert codes(third.now.memories) == "A1 A2 S1 R1"
    with pytest.raises(EngineError, match="R1 was found already"):
        then(then(then(third, ChapterBegun(("Ann", "Dot"))), Unpacked()), Discovered(cards("R1")))


def test_s15_only_what_is_in_play_becomes_a_memory() -> None:
    ended = after(*FIRST, *SECOND, *set_up(("Ann", "Dot"), "A4 S3", keeps="A3"), *played(3, "Dot", (30, 31)))
    with pytest.raises(EngineError, match="'A1' is not in play; these are: S2, R1, A4, S3, A3"):
        then(ended, Remembered(("A1",)))


def test_s16_the_group_changes_and_the_story_goes_on() -> None:
    third = after(*FIRST, *SECOND, *THIRD)
    assert [row.players for row in third.now.chronicle] == [GROUP, GROUP, ("Ann", "Dot")]
    assert third.now.chapter == 3


@pytest.mark.parametrize(
    ("players", "reason"),
    [
        (("Ann",), "2 to 5 players"),
        (tuple("ABCDEF"), "2 to 5 players"),
        (("Ann", "Ann"), "'Ann' plays already"),
        (("Ann", " "), r"players\.1: expected 1 to 40 printable"),
    ],
)
def test_a_chapter_is_played_by_2_to_5_people_of_different_names(players: tuple[str, ...], reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        after(ChapterBegun(players))


# The guided list.


@pytest.mark.parametrize(
    ("entries", "steps"),
    [
        ([], ("players",)),
        ([ChapterBegun(GROUP)], ("players", "starter", "discover", "lay-out", "play")),
        ([*FIRST, ChapterBegun(GROUP)], ("players", "unpack", "discover", "keep-ability", "lay-out", "play")),
        ([*set_up(GROUP, "A1 A2 S1", "Bo"), *played(1, "Cy", (1, 2, 3))], ("award", "next-page", "pack")),
        (
            [*FIRST, *SECOND, *set_up(("Ann", "Dot"), "A4 S3", keeps="A3"), *played(3, "Dot", (30, 31))],
            ("award", "next-page", "memories", "pack"),
        ),
    ],
)
def test_each_stage_has_its_steps(entries: list[CampaignEntry], steps: tuple[StepKind, ...]) -> None:
    assert after(*entries).now.steps == steps


@pytest.mark.parametrize(
    "entry",
    [
        Unpacked(),
        StarterNamed("Ann"),
        Discovered(cards("A4")),
        AbilityKept("A1"),
        LaidOut(),
        GameBegun(7),
        GamePlayed(("Ann",), (1, 2, 3)),
        AwardNoted(True),
        PageChosen(3),
        Remembered(()),
        Packed(),
    ],
    ids=campaign_entry_kind,
)
def test_a_step_that_is_not_due_is_refused_and_the_due_one_named(entry: CampaignEntry) -> None:
    with pytest.raises(EngineError, match="chapter 1 is at the step 'players'"):
        then(NEW, entry)


def test_discoveries_can_be_added_until_the_game_begins() -> None:
    laid_late = after(ChapterBegun(GROUP), StarterNamed("Bo"), Discovered(cards("A1 S1")), Discovered(cards("A2")))
    assert laid(laid_late.now.in_play) == "A1 S1@9 A2"
    with pytest.raises(EngineError, match="at the step 'play'"):
        then(then(laid_late, LaidOut()), Discovered(cards("R9")))


# The game of the chapter.


def test_s9_the_game_begins_with_the_cards_in_play_and_the_starter() -> None:
    position = first_position(after(*set_up(GROUP, "A1 A2 S1", "Bo")).now)
    assert [player.name for player in position.players] == list(GROUP)
    assert (position.starts, position.to_move) == (1, 1)
    assert laid(position.cards) == "A1 A2 S1@9"


def test_no_game_begins_before_the_set_up_is_done() -> None:
    with pytest.raises(EngineError, match="the game begins after the set-up"):
        first_position(after(ChapterBegun(GROUP)).now)


# Undo, the end, and starting anew.


def test_undo_steps_back_across_the_end_of_a_chapter() -> None:
    record = after(*FIRST, ChapterBegun(GROUP))
    seen = []
    for _ in range(6):
        record = then(record, UndoEntry())
        seen.append((record.now.chapter, record.now.step))
    assert seen == [(1, "players"), (1, "pack"), (1, "next-page"), (1, "award"), (1, "play"), (1, "play")]
    for _ in range(6):
        record = then(record, RedoEntry())
    assert record == after(*FIRST, ChapterBegun(GROUP))


@pytest.mark.parametrize(
    ("entry", "reason"), [(UndoEntry(), "nothing to take back"), (RedoEntry(), "nothing was taken")]
)
def test_a_new_campaign_has_nothing_to_take_back(entry: CampaignEntry, reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        then(NEW, entry)


def ten_chapters() -> list[CampaignEntry]:
    entries = list(FIRST)
    for chapter in range(2, CHAPTERS + 1):
        entries += set_up(GROUP, f"A{chapter + 1} S{chapter}", keeps=f"A{chapter}")
        entries += played(chapter, GROUP[chapter % 3], (1, 2, 3))
        entries += closing(None if chapter == CHAPTERS else chapter * 10, None if chapter < 3 else "")
    return entries


def test_after_ten_chapters_the_story_is_told() -> None:
    told = after(*ten_chapters())
    assert (told.now.stage, told.now.step) == ("over", None)
    assert laid(told.now.backpack) == "S9@7 A11 S10@9 A10"
    assert codes(told.now.memories) == "A1 A2 S1 A3 S2 A4 S3 A5 S4 A6 S5 A7 S6 A8 S7 A9 S8"
    with pytest.raises(EngineError, match="the story is told"):
        then(told, ChapterBegun(GROUP))


def test_started_anew_the_cards_are_known_and_in_the_box() -> None:
    anew = after(*FIRST, *SECOND, StartedAnew())
    assert (anew.now.story, anew.now.chapter, anew.now.step) == (2, 0, "players")
    assert codes(anew.now.box) == "A1 A2 A3 R1 S1 S2"
    assert (anew.now.backpack, anew.now.in_play, anew.now.memories) == ((), (), ())
    assert len(anew.now.chronicle) == 2
    found = then(then(then(anew, ChapterBegun(GROUP)), StarterNamed("Cy")), Discovered(cards("A1 S1")))
    assert codes(found.now.box) == "A2 A3 R1 S2"
    assert laid(found.now.in_play) == "A1 S1@9"


def test_started_anew_the_last_winner_of_the_other_telling_does_not_count() -> None:
    assert after(*FIRST, StartedAnew(), ChapterBegun(GROUP)).now.step == "starter"


def test_a_card_typed_in_wrongly_is_amended_wherever_it_is() -> None:
    amended = after(*FIRST, *SECOND, CardAmended(card("S1", "Another name")), CardAmended(card("A1", "And another")))
    assert {each.code: each.name for each in amended.now.known if each.name[0] == "A"} == {
        "S1": "Another name",
        "A1": "And another",
    }


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (CardAmended(card("A9")), "A9 was not found yet"),
        (StartedAnew(), "nothing is to be started anew"),
    ],
)
def test_what_was_not_found_or_begun_is_not_changed(entry: CampaignEntry, reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        then(NEW, entry)


# The entries as JSON.


@pytest.mark.parametrize(
    "entry", [*FIRST, *SECOND, *THIRD, CardAmended(card("A1")), StartedAnew(), UndoEntry(), RedoEntry()]
)
def test_an_entry_is_read_as_it_was_written(entry: CampaignEntry) -> None:
    assert parse_campaign_entry(campaign_entry_kind(entry), campaign_entry_json(entry)) == entry


@pytest.mark.parametrize(
    ("kind", "body", "reason"),
    [
        ("begun", {}, "unknown kind 'begun'"),
        ("starter", {}, "the field 'player' is missing"),
        ("award", {"reached": 1}, "reached: expected true or false"),
        ("next-page", {"page": 0}, "page: expected a whole number from 1 to 999"),
        ("game-played", {"winners": ["Ann"], "points": ["3"]}, r"points\.0: expected a whole number"),
        ("discovered", {"cards": [{}]}, r"cards\.0: the field 'code' is missing"),
        ("packed", {"page": 3}, "unknown field 'page'"),
    ],
)
def test_a_wrong_entry_names_the_field(kind: str, body: object, reason: str) -> None:
    with pytest.raises(EngineError, match=reason):
        parse_campaign_entry(kind, body)


@pytest.mark.parametrize("name", ["", " ", "x" * 41, "a\nb"])
def test_a_campaign_has_a_name(name: str) -> None:
    with pytest.raises(EngineError, match="name: expected 1 to 40 printable characters"):
        new_campaign(name, "ours")
