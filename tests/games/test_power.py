"""A game survives: the process killed at any moment, a full disk, a cut in the last page of its file."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi.shell.benches import power, processes
from pi.shell.benches.power import CUT, FULL, KILL, Job


def may_mount(folder: Path) -> bool:
    try:
        with processes.small_disk(folder):
            return True
    except PermissionError:
        return False


@pytest.mark.parametrize(("kind", "troubles"), [(KILL, 3), (FULL, 2), (CUT, 1)])
def test_the_record_holds_every_turn_that_was_shown_and_no_half_one(tmp_path: Path, kind: str, troubles: int) -> None:
    if kind == FULL and not may_mount(tmp_path):
        pytest.skip("a small disk to fill up may not be mounted here")
    session = power.play(Job(seed=5, kind=kind, troubles=troubles, fresh=True))
    assert session.broken == ()
    assert session.troubles == troubles


def test_a_full_disk_is_full(tmp_path: Path) -> None:
    if not may_mount(tmp_path):
        pytest.skip("a small disk to fill up may not be mounted here")
    with processes.small_disk(tmp_path):
        processes.fill_up(tmp_path / "ballast")
        with pytest.raises(OSError, match="No space"):
            (tmp_path / "more").write_bytes(bytes(4096))
