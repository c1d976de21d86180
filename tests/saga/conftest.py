"""What every test of the Saga's commands starts from."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.saga.folders import Console


@pytest.fixture
def console(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Console:
    return Console(tmp_path / "data", capsys)
