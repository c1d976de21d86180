"""The machine that is installed on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.installer.bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)
