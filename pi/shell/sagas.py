"""The campaigns and packs that a table knows: those of its data folder, and the example."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from pi.core.events import SagasFound
from pi.core.model import Model
from pi.core.story import KnownPack, Story
from pi.shell.campaigns import campaign_ids, load_campaign
from pi.shell.errors import RecordError, UsageError
from pi.shell.packs import SAMPLE, is_example, load_pack, pack_names
from pi.shell.store import Store, open_store

log = logging.getLogger(__name__)


def knowing_campaigns(model: Model, store: Store) -> Model:
    """The model with the campaigns of the record, and the one whose game was played last; packs take more time."""
    stories = tuple(_stories(store))
    last = store.last_game()
    played = next((story for story in stories if last is not None and story.now.game == last.id), None)
    return replace(model, stories=stories, story=played)


def sagas_in(folder: Path, at: float) -> SagasFound | None:
    """The campaigns and packs as they are now; None where the record can't be read."""
    try:
        with closing(open_store(folder)) as store:
            return SagasFound(tuple(_stories(store)), tuple(_packs(folder)), at)
    except RecordError as error:
        log.warning("%s", error)
        return None


def story_of(model: Model, wanted: str) -> Story:
    """Finds a campaign by its name or number.

    Raises:
        UsageError: there is none, or several have the name.
    """
    found = [story for story in model.stories if wanted in (str(story.id), story.now.name)]
    if len(found) != 1:
        known = ", ".join(f"{story.id} {story.now.name}" for story in model.stories) or "none"
        raise UsageError(f"--campaign: expected the name or number of one of: {known}; found {wanted!r}")
    return found[0]


def taken_back(model: Model, game: int) -> Story | None:
    """The campaign whose chapter was about to begin as this game of the record, and is in its set-up again."""
    return next((story for story in model.stories if any(one.game == game for one in story.record.undone)), None)


def _stories(store: Store) -> Iterator[Story]:
    for number in reversed(campaign_ids(store)):
        try:
            record = load_campaign(store, number).record
            game = record.now.game
            yield Story(number, record, None if game is None else store.game(game).game)
        except RecordError as error:
            log.warning("%s", error)


def _packs(folder: Path) -> Iterator[KnownPack]:
    for name in dict.fromkeys((*pack_names(folder), SAMPLE)):
        try:
            yield KnownPack(name, load_pack(folder, name).cards, is_example(folder, name))
        except UsageError as error:
            log.warning("%s", error)
