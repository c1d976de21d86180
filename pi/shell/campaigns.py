"""The campaigns in the record: rows that are only ever added, as the games' are."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.errors import EngineError
from engine.saga.campaign import (
    Campaign,
    CampaignRecord,
    enter_campaign,
    entries_for_result,
    new_campaign,
    replay_campaign,
)
from engine.saga.campaign_entries import (
    CampaignEntry,
    campaign_entry_json,
    campaign_entry_kind,
    parse_campaign_entry,
)
from pi.shell.errors import NoSuchGameError, RecordError
from pi.shell.record_file import whole_rows
from pi.shell.store import Store


class NoSuchCampaignError(NoSuchGameError):
    """A campaign was asked for that the record does not hold."""


@dataclass(frozen=True, slots=True)
class StoredCampaign:
    """A campaign as kept.

    Attributes:
        id: its number in the record.
        started_at: wall-clock time, ISO 8601, UTC; for people, never for order.
        entries: how many entries it has, undo and redo included.
        record: where they lead.
    """

    id: int
    started_at: str
    entries: int
    record: CampaignRecord

    @property
    def now(self) -> Campaign:
        """The campaign as it stands."""
        return self.record.now


def begin_campaign(store: Store, name: str, pack: str) -> int:
    """Opens a new campaign and returns its id.

    Raises:
        EngineError: the name is no name.
        RecordError: it can't be written.
    """
    first = new_campaign(name, pack).now
    with store.writing() as connection:
        cursor = connection.execute(
            "INSERT INTO campaigns (started_at, name, pack) VALUES (?, ?, ?)", (_now(), first.name, first.pack)
        )
    assert cursor.lastrowid is not None
    return cursor.lastrowid


def append_to_campaign(store: Store, stored: StoredCampaign, entries: Sequence[CampaignEntry]) -> StoredCampaign:
    """Adds entries to a campaign, all or none.

    Returns:
        The campaign with them.

    Raises:
        EngineError: an entry does not fit; nothing was written.
        RecordError: they can't be written, or somebody else added something meanwhile.
    """
    after = replay_campaign(stored.record, entries)
    at = _now()
    with store.writing() as connection:
        query = "SELECT count(*) FROM campaign_entries WHERE campaign = ?"
        if connection.execute(query, (stored.id,)).fetchone()[0] != stored.entries:
            raise RecordError(f"campaign {stored.id}: somebody else went on with it meanwhile; look at it again")
        rows = [
            (stored.id, number, at, campaign_entry_kind(entry), json.dumps(campaign_entry_json(entry)))
            for number, entry in enumerate(entries, start=stored.entries + 1)
        ]
        connection.executemany("INSERT INTO campaign_entries VALUES (?, ?, ?, ?, ?)", rows)
    return StoredCampaign(stored.id, stored.started_at, stored.entries + len(entries), after)


def campaign_ids(store: Store) -> tuple[int, ...]:
    """All campaigns, the oldest first; none in an older record that can't be written."""
    if not store.read("SELECT 1 FROM sqlite_master WHERE name = 'campaigns'"):
        return ()
    return tuple(row[0] for row in store.read("SELECT id FROM campaigns ORDER BY id"))


def load_campaign(store: Store, campaign_id: int) -> StoredCampaign:
    """Reads a campaign.

    Raises:
        NoSuchCampaignError: the record does not hold it.
        RecordError: what is kept of it makes no sense.
    """
    if campaign_id not in campaign_ids(store):
        raise NoSuchCampaignError(
            f"campaign {campaign_id}: not in {store.path}; `goatherd saga list` lists those that are"
        )
    started_at, name, pack = store.read("SELECT started_at, name, pack FROM campaigns WHERE id = ?", campaign_id)[0]
    rows = store.read("SELECT kind, body FROM campaign_entries WHERE campaign = ? ORDER BY number", campaign_id)
    try:
        entries = [parse_campaign_entry(kind, json.loads(body)) for kind, body in rows]
        record = replay_campaign(new_campaign(name, pack), entries)
    except (EngineError, ValueError, TypeError) as error:
        raise RecordError(
            f"{store.path}: campaign {campaign_id} can't be read ({error}); move the file away"
        ) from error
    return StoredCampaign(campaign_id, started_at, len(entries), record)


def entries_of_game(store: Store, stored: StoredCampaign) -> tuple[CampaignEntry, ...]:
    """What the chapter's game has to tell its campaign: its result, or that it goes on again; () for nothing new."""
    number = stored.now.game
    return () if number is None else entries_for_result(stored.record, store.game(number).game.position)


def rescue_campaigns(damaged: sqlite3.Connection, fresh: sqlite3.Connection) -> int:
    """Copies all that is whole of the campaigns in a damaged file; each goes on up to its first entry that is not.

    Args:
        damaged: a copy of the file, perhaps of an older format.
        fresh: an empty record; committing is left to the caller.

    Returns:
        How many campaigns were kept.
    """
    kept = 0
    for row in whole_rows(damaged, "SELECT id, started_at, name, pack FROM campaigns ORDER BY id"):
        number, _, name, pack = row
        try:
            record = new_campaign(name, pack)
        except (EngineError, AttributeError):
            continue
        fresh.execute("INSERT INTO campaigns VALUES (?, ?, ?, ?)", row)
        kept += 1
        query = "SELECT * FROM campaign_entries WHERE campaign = ? ORDER BY number"
        for count, entry_row in enumerate(whole_rows(damaged, query, number), start=1):
            try:
                entry = parse_campaign_entry(entry_row[3], json.loads(entry_row[4]))
                record = enter_campaign(record, entry)
            except (EngineError, ValueError, TypeError):
                break
            if entry_row[1] != count or not isinstance(entry_row[2], str):
                break
            fresh.execute("INSERT INTO campaign_entries VALUES (?, ?, ?, ?, ?)", entry_row)
    return kept


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
