"""Who wants which hints, kept from game to game in a small file of its own.

It is no part of the record: losing it costs nobody a game, so neither reading nor writing it ever stops one.
"""

from __future__ import annotations

import json
import logging
import os
from pathlib import Path
from typing import Final

from pi.core.hints import Hints, Wishes

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
    new = path.with_suffix(".new")
    try:
        with new.open("w", encoding="utf-8") as file:
            json.dump({name: hints.value for name, hints in wishes}, file, ensure_ascii=False)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        log.warning("%s: can't be written (%s); hints are remembered until this is switched off", path, error)
