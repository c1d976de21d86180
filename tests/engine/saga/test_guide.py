"""What is asked between two games, and what an answer becomes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import EngineError
from engine.saga.campaign_entries import (
    AbilityKept,
    AwardNoted,
    CampaignEntry,
    ChapterBegun,
    Discovered,
    LaidOut,
    Packed,
    PageChosen,
    Remembered,
    StartedAnew,
    StarterNamed,
    Unpacked,
)
from engine.saga.guide import Step, entry_for, listed_steps, next_step
from tests.engine.saga.campaigns import FIRST, GROUP, NEW, SECOND, after, card, cards, laid, played, set_up

PACK = (*cards("A1 A2 A3 S1 S2 R1"),)


def due(*entries: CampaignEntry) -> Step:
    step = next_step(after(*entries).now, PACK)
    assert step is not None
    return step


THIRD_CHAPTER = [*FIRST, *SECOND, *set_up(GROUP, "A4 S3", keeps="A3")]


@pytest.mark.parametrize(
    ("entries", "answer", "entry"),
    [
        ([], ("Ann", "Bo", "Cy"), ChapterBegun(GROUP)),
        ([ChapterBegun(GROUP)], ("bo",), StarterNamed("Bo")),
        ([ChapterBegun(GROUP), StarterNamed("Bo")], ("a1", "S1"), Discovered((card("A1"), card("S1")))),
        ([ChapterBegun(GROUP), StarterNamed("Bo")], (), Discovered(())),
        ([*FIRST, ChapterBegun(GROUP)], (), Unpacked()),
        ([*FIRST, ChapterBegun(GROUP), Unpacked(), Discovered(())], ("a2",), AbilityKept("A2")),
        ([ChapterBegun(GROUP), StarterNamed("Bo"), Discovered(())], (), LaidOut()),
        ([*set_up(GROUP, "S1", "Bo"), *played(1, "Bo", (1, 2, 1))], ("Yes",), AwardNoted(True)),
        ([*set_up(GROUP, "S1", "Bo"), *played(1, "Bo", (1, 2, 1))], ("no",), AwardNoted(False)),
        ([*set_up(GROUP, "S1", "Bo"), *played(1, "Bo", (1, 2, 1)), AwardNoted(True)], ("17",), PageChosen(17)),
        ([*THIRD_CHAPTER, *played(3, "Bo", (1, 2, 1)), AwardNoted(True), PageChosen(4)], ("r1",), Remembered(("R1",))),
        ([*set_up(GROUP, "S1", "Bo"), *played(1, "Bo", (1, 2, 1)), AwardNoted(True), PageChosen(4)], (), Packed()),
    ],
)
def test_an_answer_becomes_the_entry_of_the_step(
    entries: list[CampaignEntry], answer: tuple[str, ...], entry: CampaignEntry
) -> None:
    assert entry_for(due(*entries), answer) == entry
    assert after(*entries, entry).now != after(*entries).now


@pytest.mark.parametrize(
    ("entries", "answer", "reason"),
    [
        ([], ("Ann",), "players: expected 2 to 5 answers, found 1"),
        ([ChapterBegun(GROUP)], ("Dot",), "starter: expected one of Ann, Bo, Cy, found 'Dot'"),
        ([*FIRST, ChapterBegun(GROUP)], ("A1",), "unpack: expected no answer"),
        ([ChapterBegun(GROUP), StarterNamed("Bo")], ("X9",), "discover: expected one of A1, A2"),
        ([*set_up(GROUP, "S1", "Bo")], (), "play: the game itself tells how it ended"),
        ([*set_up(GROUP, "S1", "Bo"), *played(1, "Bo", (1, 2, 1))], ("maybe",), "award: expected one of yes, no"),
        *(
            (
                [*set_up(GROUP, "S1", "Bo"), *played(1, "Bo", (1, 2, 1)), AwardNoted(True)],
                (page,),
                "a page from 1 to 999",
            )
            for page in ("0", "-3", "1000", "twelve", "000001000", "１２")
        ),
    ],
)
def test_an_answer_that_does_not_fit_is_refused(
    entries: list[CampaignEntry], answer: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(EngineError, match=reason):
        entry_for(due(*entries), answer)


def test_discoveries_are_offered_that_are_in_the_pack_and_not_found_yet() -> None:
    assert due(*FIRST, ChapterBegun(GROUP), Unpacked()).choices == ("A3", "R1", "S2")


def test_the_chapters_own_cards_are_offered_first() -> None:
    row = after(*FIRST, ChapterBegun(GROUP), Unpacked()).now
    second = next_step(row, (card("A9"), replace(card("R2"), chapter=2), card("A3")))
    assert second is not None
    assert second.choices == ("R2", "A3", "A9")


def test_started_anew_the_cards_in_the_box_are_offered_even_without_a_pack() -> None:
    anew = after(*FIRST, StartedAnew(), ChapterBegun(GROUP), StarterNamed("Bo")).now
    step = next_step(anew)
    assert step is not None
    assert step.choices == ("A1", "A2", "S1")


def test_the_last_group_is_offered_for_the_next_chapter() -> None:
    assert due().choices == ()
    assert due(*FIRST).choices == GROUP


@pytest.mark.parametrize(
    ("entries", "kind", "shown"),
    [
        ([*FIRST, *SECOND, ChapterBegun(GROUP)], "unpack", "S1@5 S2@7 R1 A3 A2"),
        ([*FIRST, ChapterBegun(GROUP), Unpacked(), Discovered(cards("A3"))], "keep-ability", "A1 A2"),
        ([*FIRST, *set_up(GROUP, "A3 S2 R1", keeps="A1")[:-1]], "lay-out", "S1@7 A3 S2@9 R1 A1"),
        (
            [*THIRD_CHAPTER, *played(3, "Bo", (1, 2, 1)), AwardNoted(True), PageChosen(4)],
            "memories",
            "S2@7 R1 A4 S3@9 A3",
        ),
        (
            [*THIRD_CHAPTER, *played(3, "Bo", (1, 2, 1)), AwardNoted(True), PageChosen(4), Remembered(("A4",))],
            "pack",
            "S2@7 R1 S3@9 A3",
        ),
    ],
)
def test_a_step_names_the_cards_that_it_is_about(entries: list[CampaignEntry], kind: str, shown: str) -> None:
    step = due(*entries)
    assert (step.kind, laid(step.cards)) == (kind, shown)


def test_the_list_says_what_is_done_and_what_is_next() -> None:
    listed = listed_steps(after(ChapterBegun(GROUP), StarterNamed("Bo")).now)
    assert [(each.kind, each.state) for each in listed] == [
        ("players", "done"),
        ("starter", "done"),
        ("discover", "now"),
        ("lay-out", "later"),
        ("play", "later"),
    ]


def test_nothing_is_left_to_do_in_a_new_campaign_but_to_name_the_players() -> None:
    assert [each.kind for each in listed_steps(NEW.now)] == ["players"]
