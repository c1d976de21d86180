"""Whatever a group does between its games, no card is lost, and everything can be taken back."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.record import UndoEntry
from engine.saga.campaign import Campaign, CampaignRecord, enter_campaign, first_position
from engine.saga.campaign_entries import (
    CampaignEntry,
    Discovered,
    GameBegun,
    GamePlayed,
    Remembered,
    StartedAnew,
    campaign_entry_json,
    campaign_entry_kind,
    parse_campaign_entry,
)
from engine.saga.guide import entry_for, next_step
from tests.engine.saga.campaigns import NEW, cards

NAMES = ("Ann", "Bo", "Cy", "Dot", "Eve", "Flo")
PACK = cards("A1 A2 A3 A4 A5 A6 S1 S2 S3 S4 S5 S6 R1 R2 R3")


def an_entry(data: st.DataObject, now: Campaign) -> CampaignEntry:
    """Something that fits: mostly what is due, at times what may be done besides."""
    step = next_step(now, PACK)
    if step is None or (now.chapter and data.draw(st.integers(0, 25)) == 0):
        return StartedAnew()
    in_play = [laid.card.code for laid in now.in_play]
    if now.stage == "closing" and in_play and data.draw(st.integers(0, 5)) == 0:
        return Remembered((data.draw(st.sampled_from(in_play)),))
    match step.kind:
        case "players":
            names = data.draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=5, unique=True))
            return entry_for(step, names)
        case "discover":
            tiles = [code for code in step.choices if code[0] == "S"]
            others = [code for code in step.choices if code[0] != "S"]
            found = data.draw(st.lists(st.sampled_from(others), max_size=3, unique=True)) if others else []
            has_tile = any(laid.mountain == 9 for laid in now.in_play)
            return entry_for(step, [*found, *([] if has_tile else tiles[:1])])
        case "play":
            if now.game is None:
                first_position(now)
                return GameBegun(data.draw(st.integers(1, 99)))
            points = data.draw(st.lists(st.integers(-5, 99), min_size=len(now.players), max_size=len(now.players)))
            best = max(points)
            winners = tuple(name for name, each in zip(now.players, points, strict=True) if each == best)
            return GamePlayed(winners, tuple(points))
        case "next-page":
            return entry_for(step, [str(data.draw(st.integers(1, 999)))])
        case _:
            count = data.draw(st.integers(step.least, min(step.most, len(step.choices))))
            return entry_for(step, data.draw(st.permutations(step.choices))[:count])


def walked(data: st.DataObject) -> CampaignRecord:
    record = NEW
    for _ in range(data.draw(st.integers(1, 90))):
        record = enter_campaign(record, an_entry(data, record.now))
    return record


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_every_card_found_is_in_exactly_one_place(data: st.DataObject) -> None:
    record = NEW
    found: set[str] = set()
    for _ in range(data.draw(st.integers(1, 90))):
        entry = an_entry(data, record.now)
        record = enter_campaign(record, entry)
        found |= {card.code for card in entry.cards} if isinstance(entry, Discovered) else set()
        now = record.now
        places = [laid.card.code for laid in (*now.in_play, *now.backpack)]
        places += [card.code for card in (*now.memories, *now.box)]
        assert Counter(places) == Counter(found)
        tiles = [laid.mountain for laid in now.in_play if laid.mountain]
        assert len(tiles) == len(set(tiles))
        assert all(bool(laid.mountain) == (laid.card.kind == "summit") for laid in (*now.in_play, *now.backpack))


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_undo_leads_back_through_every_moment_to_the_start(data: st.DataObject) -> None:
    record = walked(data)
    for moment in record.moments[-2::-1]:
        record = enter_campaign(record, UndoEntry())
        assert record.now == moment
    assert record.now == NEW.now


@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_entries_survive_their_json(data: st.DataObject) -> None:
    record = NEW
    for _ in range(40):
        entry = an_entry(data, record.now)
        record = enter_campaign(record, entry)
        assert parse_campaign_entry(campaign_entry_kind(entry), campaign_entry_json(entry)) == entry


@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_memories_only_grow_within_a_telling(data: st.DataObject) -> None:
    moments = walked(data).moments
    for before, after in pairwise(moments):
        if before.story == after.story:
            assert after.memories[: len(before.memories)] == before.memories
