"""The games kept in a data folder: those of this table, those from elsewhere, and those put away.

Games from elsewhere are kept in a file of their own beside the record, so that none of them is ever taken for the
running game. Nothing is deleted: games put away are named in a small file and can be brought back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Final

from pi.shell.data import write_whole
from pi.shell.errors import NoSuchGameError
from pi.shell.record_file import FILE_NAME
from pi.shell.store import Store, StoredGame, open_store

IMPORTED: Final = "imported"
"""Folder of the games from elsewhere, in the data folder."""
PUT_AWAY_NAME: Final = "games-put-away.json"
_ID: Final = re.compile(r"(i?)([0-9]{1,9})")


class KeptGames:
    """The games of a data folder. Each call opens what it needs, so calls may come from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def ids(self, put_away: bool = False) -> tuple[str, ...]:
        """The games in use, or those put away, the newest first: "12" of this table, "i3" from elsewhere.

        Raises:
            RecordError: the record can't be read.
        """
        hidden = self._hidden()
        return tuple(one for one in self._all_ids() if (one in hidden) == put_away)

    def game(self, game_id: str) -> StoredGame:
        """A game; raises NoSuchGameError, or RecordError when the record can't be read."""
        folder, number = self._where(game_id)
        with closing(open_store(folder)) as store:
            return store.game(number)

    def entries(self, game_id: str) -> int:
        """How many entries a game has: what is known of it holds while no more come; raises RecordError."""
        folder, number = self._where(game_id)
        with closing(open_store(folder)) as store:
            return int(store.read("SELECT count(*) FROM entries WHERE game = ?", number)[0][0])

    def imported(self) -> Store:
        """The store for games from elsewhere, made when there is none; the caller closes it; raises RecordError."""
        return open_store(self._folder / IMPORTED, create=True)

    def put_away(self, game_ids: Iterable[str], is_away: bool) -> None:
        """Takes games out of use, or back in; raises NoSuchGameError or RecordError."""
        known, chosen = frozenset(self._all_ids()), frozenset(game_ids)
        for game_id in chosen - known:
            raise _no_such_game(game_id)
        hidden = self._hidden()
        write_whole(self._folder / PUT_AWAY_NAME, json.dumps(sorted(hidden | chosen if is_away else hidden - chosen)))

    def _hidden(self) -> frozenset[str]:
        try:
            return frozenset(json.loads((self._folder / PUT_AWAY_NAME).read_text(encoding="utf-8")))
        except (FileNotFoundError, ValueError, TypeError):
            return frozenset()

    def _all_ids(self) -> tuple[str, ...]:
        own = (str(one) for one in reversed(_ids_in(self._folder)))
        others = (f"i{one}" for one in reversed(_ids_in(self._folder / IMPORTED)))
        return (*own, *others)

    def _where(self, game_id: str) -> tuple[Path, int]:
        """The folder of a game, and its number there."""
        found = _ID.fullmatch(game_id)
        folder = self._folder / IMPORTED if found is not None and found[1] else self._folder
        if found is None or not (folder / FILE_NAME).is_file():
            raise _no_such_game(game_id)
        return folder, int(found[2])


def _ids_in(folder: Path) -> tuple[int, ...]:
    if not (folder / FILE_NAME).is_file():
        return ()
    with closing(open_store(folder)) as store:
        return store.game_ids()


def _no_such_game(game_id: str) -> NoSuchGameError:
    return NoSuchGameError(f"game {game_id[:20]}: there is none; `goatherd games` lists those that there are")
