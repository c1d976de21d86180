"""The campaigns and packs that a table finds when it starts."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pi.core.chapters import begin_chapter
from pi.core.guiding import open_guide
from pi.core.handler import Next
from pi.core.model import Model
from pi.core.story import KnownPack, Story
from pi.shell.campaigns import campaign_ids, load_campaign
from pi.shell.errors import UsageError
from pi.shell.packs import load_pack, pack_names
from pi.shell.store import RecordError, Store

log = logging.getLogger(__name__)


def knowing_sagas(model: Model, store: Store, folder: Path) -> Model:
    """The model with the campaigns of the record and the packs of the folder; what can't be read is left out."""
    stories = tuple(_stories(store))
    last = store.last_game()
    first = None if last is None else last.game.moments[0].position
    played = next((story for story in stories if story.first is not None and story.first == first), None)
    return replace(model, stories=stories, packs=tuple(_packs(folder)), story=played)


def _stories(store: Store) -> Iterator[Story]:
    for number in reversed(campaign_ids(store)):
        try:
            record = load_campaign(store, number).record
            game = record.now.game
            yield Story(number, record, None if game is None else store.game(game).game.moments[0].position)
        except RecordError as error:
            log.warning("%s", error)


def _packs(folder: Path) -> Iterator[KnownPack]:
    for name in pack_names(folder):
        try:
            yield KnownPack(name, load_pack(folder, name).cards)
        except UsageError as error:
            log.warning("%s", error)


def with_campaign(model: Model, wanted: str) -> Next:
    """Goes on with a campaign, by its name or number.

    Raises:
        UsageError: there is none, or several have the name.
    """
    found = [story for story in model.stories if wanted in (str(story.id), story.now.name)]
    if len(found) != 1:
        known = ", ".join(f"{story.id} {story.now.name}" for story in model.stories) or "none"
        raise UsageError(f"--campaign: expected the name or number of one of: {known}; found {wanted!r}")
    return begin_chapter(open_guide(model, found[0]))
