"""Data folders with campaigns and their games, for the tests of the commands."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.position import with_tokens
from engine.record import PositionEntry
from pi.shell.main import main
from pi.shell.store import open_store


class Console:
    """The command line with one data folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def run(self, *words: str) -> tuple[int, str, str]:
        """Runs a command; gives exit status, output and errors."""
        status = main([*words, "--data", str(self.folder)])
        told = self._capsys.readouterr()
        return status, told.out, told.err

    def done(self, *words: str) -> str:
        """Runs a command that must succeed; gives its output."""
        status, out, err = self.run(*words)
        assert status == 0, err
        return out

    def refused(self, *words: str) -> str:
        """Runs a command that must be refused in one line; gives the line."""
        status, out, err = self.run(*words)
        assert (status, out, err.count("\n")) == (2, "", 1), err
        return err

    def shown(self, *words: str) -> dict[str, Any]:
        """What `saga show --json` tells."""
        told: dict[str, Any] = json.loads(self.done("saga", "show", "--json", *words))
        return told

    def do(self, *answers: str) -> None:
        """Goes through steps of the guided list, an answer each, words parted by blanks."""
        for answer in answers:
            self.done("saga", "do", *answer.split())

    def end_game(self, tokens: Mapping[str, int]) -> None:
        """Ends the chapter's game with so many tokens of mountain 10, by name."""
        number = self.shown()["game"]
        store = open_store(self.folder)
        position = store.game(number).game.position
        for seat in range(len(position.players)):
            position = with_tokens(position, seat, 10, 0)
        for seat, player in enumerate(position.players):
            position = with_tokens(position, seat, 10, tokens.get(player.name, 0))
        store.append(number, (PositionEntry(replace(position, over=True)),), 0)
        store.close()


def codes(rows: list[dict[str, Any]]) -> str:
    """Codes of cards, tiles with their mountain."""
    return " ".join(row["code"] + (f"@{row['lies']}" if row.get("lies") else "") for row in rows)
