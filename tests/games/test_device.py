"""The whole program in a terminal: switched off, without a camera, and after its record was damaged."""

from __future__ import annotations

import os
from pathlib import Path

from pi.shell.record_file import FILE_NAME
from pi.shell.store import open_store
from tests.games.scripting import status
from tests.games.test_terminal import Player
from tests.pi.test_store import FIRST, ROLL


def test_switched_off_by_two_steps_it_ends_and_the_game_goes_on_at_the_next_start(tmp_path: Path) -> None:
    player = Player("--data", str(tmp_path), "--players", "2")
    try:
        player.wait_for("Player 1: throw")
        player.type("B")
        player.wait_for("Switch off?")
        player.type("n\r")
        player.wait_for("Safe to unplug")
        assert player.wait_for_end() == 0
    finally:
        player.leave()
    assert [path.name for path in tmp_path.glob(f"{FILE_NAME}*")] == [FILE_NAME]
    assert status(tmp_path)["saved"] is True


def test_without_a_camera_that_is_said_and_dice_are_entered_by_hand(tmp_path: Path) -> None:
    player = Player("--data", str(tmp_path), "--players", "2", "--camera", "usb:63")
    try:
        player.wait_for("No camera")
        player.wait_for("OK enter")
        player.type("\r")
        player.wait_for("Enter the dice")
    finally:
        player.leave()


def test_a_damaged_record_is_mended_and_that_is_said(tmp_path: Path) -> None:
    store = open_store(tmp_path, create=True)
    for _ in range(2):
        store.append(store.begin_game(FIRST), (ROLL,), 1)
    store.close()
    os.truncate(tmp_path / FILE_NAME, (tmp_path / FILE_NAME).stat().st_size - 10)
    player = Player("--data", str(tmp_path))
    try:
        player.wait_for("Record mended")
        player.wait_for("Games: 2")
        player.type("\r")
        player.wait_for("Ann: ")
    finally:
        player.leave()
