"""One browser for all tests of the page, and a table for each file of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.web.games import keep, played_game

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from tests.web.driving import Table


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    from playwright.sync_api import sync_playwright

    from tests.web.pages import CHROMIUM

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table with a simulated tray, and a few games kept."""
    from tests.web.driving import running_table

    folder = tmp_path_factory.mktemp("data")
    for seed in range(3):
        keep(folder, played_game(seed))
    with running_table(folder, with_camera=True) as table:
        yield table
