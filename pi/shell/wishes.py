"""Who wants which hints, kept from game to game in a small file of its own.

It is no part of the record: losing it costs nobody a game, so neither reading nor writing it ever stops one.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Final

from pi.core.hints import Hints, Wishes
from pi.shell.data import write_whole

FILE_NAME: Final = "hints.json"

log = logging.getLogger(__name__)


def load_wishes(folder: Path) -> Wishes:
    """Reads what is kept in a folder; nothing where there is nothing, or nothing that makes sense."""
    path = folder / FILE_NAME
    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
        return tuple((str(name), Hints(hints)) for name, hints in kept.items())
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, AttributeError) as error:
        log.warning("%s: can't be read (%s); everybody gets hints until they choose again", path, error)
        return ()


def save_wishes(folder: Path, wishes: Wishes) -> None:
    """Writes the file whole or not at all; a disk that takes nothing is only logged."""
    path = folder / FILE_NAME
    try:
        folder.stat()  # a folder that is gone is not made again: a card that was taken out
        write_whole(path, json.dumps({name: hints.value for name, hints in wishes}, ensure_ascii=False))
    except OSError as error:
        log.warning("%s: can't be written (%s); hints are remembered until this is switched off", path, error)
