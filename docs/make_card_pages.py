"""Draws docs/pages/card-*.png: how a card is entered on the page, and a game of the Saga.

Run from the top folder with the test extra and a Chromium: `python -m docs.make_card_pages`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect, sync_playwright

from docs.make_pages import save
from engine.position import new_position
from engine.position_json import position_json
from engine.saga.pack import lay_cards
from pi.shell.packs import SAMPLE, load_pack
from tests.web.driving import Table, running_table
from tests.web.pages import CHROMIUM, ask, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser

COLOURS = 48
ROOM = {"width": 1100, "height": 640}
CARDS = ("A1", "A2", "S1@9", "R1")


def draw_entering(browser: Browser, table: Table) -> None:
    """A card is entered, step by step."""
    page = opened(browser, table, "/saga", viewport=ROOM)
    page.get_by_role("link", name="discovered").click()
    expect(page.get_by_role("button", name="New card")).to_be_visible()
    save(page, "card-1", COLOURS)
    page.get_by_role("button", name="New card").click()
    page.get_by_label("Code on the card").fill("S1")
    page.get_by_label("Kind").select_option("summit")
    page.get_by_label("What you call it").fill("A fine view")
    save(page, "card-2", COLOURS)
    page.get_by_label("When", exact=True).select_option("reached")
    page.get_by_label("What happens").select_option("take")
    page.get_by_label("mountain left out").select_option("5")
    expect(page.locator(".tried .ghost").first).to_be_visible()
    page.locator("main").evaluate("() => scrollTo(0, 170)")
    save(page, "card-3", COLOURS)
    page.get_by_role("button", name="Keep the card").click()
    expect(page.get_by_role("heading", name="S1 A fine view")).to_be_visible()
    save(page, "card-4", COLOURS)


def draw_playing(browser: Browser, table: Table) -> None:
    """A game of the Saga."""
    page = opened(browser, table, viewport={"width": 1280, "height": 900})
    expect(page.locator("main h1")).to_be_visible()
    names = ("Ann", "Bo", "Cyril")
    ask(page, {"do": "begin", "names": names, "rules": ["saga"], "settings": {}, "starts": 0})
    expect(page.locator(".walker").first).to_be_visible()
    cards = lay_cards(load_pack(table.folder, SAMPLE), CARDS)
    ask(page, {"do": "position", "position": position_json(new_position(3, names, ("saga",), cards=cards))})
    ask(page, {"do": "dice", "dice": ["goat", 2, 3, 6]})
    expect(page.locator(".choice").first).to_be_visible()
    save(page, "saga", 160)


def main() -> None:
    """Draws them all."""
    with (
        tempfile.TemporaryDirectory() as folder,
        sync_playwright() as playwright,
        running_table(Path(folder)) as table,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        draw_entering(browser, table)
        draw_playing(browser, table)
        browser.close()


if __name__ == "__main__":
    main()
