"""The campaigns in the record: durable, apart from each other, and rescued from a damaged file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from engine.errors import EngineError
from engine.position import new_position
from engine.record import UndoEntry
from engine.saga.campaign_entries import ChapterBegun, Packed, StarterNamed
from pi.shell.campaigns import append_to_campaign, begin_campaign, campaign_ids, load_campaign, rescue_campaigns
from pi.shell.errors import RecordError
from pi.shell.opening import mend
from pi.shell.record_file import FILE_NAME, prepare
from pi.shell.store import Store, open_store

GROUP = ChapterBegun(("Ann", "Bo"))


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return open_store(tmp_path, create=True)


def test_what_was_entered_is_there_after_a_restart(store: Store) -> None:
    number = begin_campaign(store, "Ours", "ours")
    kept = append_to_campaign(store, load_campaign(store, number), (GROUP, StarterNamed("Bo"), UndoEntry()))
    store.close()
    again = load_campaign(open_store(store.path.parent), number)
    assert again == kept
    assert (again.entries, again.now.step) == (3, "starter")


def test_entries_are_kept_all_or_none(store: Store) -> None:
    stored = load_campaign(store, begin_campaign(store, "Ours", "ours"))
    with pytest.raises(EngineError, match="pack: chapter 1 is at the step 'starter'"):
        append_to_campaign(store, stored, (GROUP, Packed()))
    assert load_campaign(store, stored.id) == stored


def test_nobody_goes_on_from_what_has_changed_meanwhile(store: Store) -> None:
    stored = load_campaign(store, begin_campaign(store, "Ours", "ours"))
    append_to_campaign(store, stored, (GROUP,))
    with pytest.raises(RecordError, match="somebody else went on with it meanwhile"):
        append_to_campaign(store, stored, (ChapterBegun(("Cy", "Dot")),))
    assert load_campaign(store, stored.id).now.players == ("Ann", "Bo")


@pytest.mark.parametrize(
    ("damage", "steps"),
    [
        ("INSERT INTO campaign_entries VALUES (1, 3, 'now', 'packed', '{}')", ["discover", "players"]),
        ("INSERT INTO campaign_entries VALUES (1, 4, 'now', 'undo', '{}')", ["discover", "players"]),
        ("INSERT INTO campaign_entries VALUES (1, 3, 'now', 'undo', '{')", ["discover", "players"]),
        ("INSERT INTO campaign_entries VALUES (1, 3, 'now', 'undo', '{}')", ["starter", "players"]),
        ("INSERT INTO campaigns VALUES (3, 'now', '', 'ours')", ["discover", "players"]),
    ],
)
def test_what_is_whole_of_the_campaigns_is_rescued(store: Store, tmp_path: Path, damage: str, steps: list[str]) -> None:
    stored = load_campaign(store, begin_campaign(store, "Ours", "ours"))
    append_to_campaign(store, stored, (GROUP, StarterNamed("Bo")))
    begin_campaign(store, "Theirs", "ours")
    damaged = sqlite3.connect(store.path)
    damaged.execute(damage)
    fresh_folder = tmp_path / "fresh"
    open_store(fresh_folder, create=True).close()
    fresh = sqlite3.connect(fresh_folder / FILE_NAME)
    assert rescue_campaigns(damaged, fresh) == 2
    fresh.commit()
    rescued = open_store(fresh_folder)
    assert [load_campaign(rescued, number).now.step for number in campaign_ids(rescued)] == steps


def test_an_older_file_that_can_not_be_written_holds_no_campaigns(store: Store) -> None:
    store.close()
    older = sqlite3.connect(store.path)
    older.executescript("DROP TABLE campaign_entries; DROP TABLE campaigns; PRAGMA user_version = 1;")
    older.close()
    read_only = sqlite3.connect(f"file:{store.path}?mode=ro", uri=True, isolation_level=None)
    prepare(store.path, read_only)
    assert campaign_ids(Store(store.path, read_only)) == ()


def test_an_older_file_has_no_campaigns_to_rescue(store: Store) -> None:
    older = sqlite3.connect(":memory:")
    assert rescue_campaigns(older, sqlite3.connect(store.path)) == 0


def test_a_record_that_is_mended_keeps_its_campaigns(store: Store) -> None:
    stored = load_campaign(store, begin_campaign(store, "Ours", "ours"))
    kept = append_to_campaign(store, stored, (GROUP, StarterNamed("Bo")))
    store.close()
    mend(store.path.parent)
    assert load_campaign(open_store(store.path.parent), stored.id) == kept


def test_a_game_taken_up_again_is_the_last_until_the_next_is_begun(store: Store) -> None:
    for _ in range(3):
        store.begin_game(new_position(2))
    store.resume_game(2)
    assert last_id(store) == 2
    store.resume_game(1)
    assert last_id(store) == 1
    store.close()
    mend(store.path.parent)
    mended = open_store(store.path.parent)
    assert last_id(mended) == 1
    raw = sqlite3.connect(store.path, isolation_level=None)
    for statement in ("UPDATE resumed SET game = 3", "DELETE FROM resumed"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            raw.execute(statement)
    mended.begin_game(new_position(2))
    assert last_id(mended) == 4


def last_id(store: Store) -> int | None:
    last = store.last_game()
    return None if last is None else last.id
