"""Draws docs/pages/*.png: every page of the companion, from a game that is really played.

Run from the top folder with the test extra and a Chromium: `python -m docs.make_pages`.
"""

from __future__ import annotations

import io
import random
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from engine.record import RollEntry
from pi.core.model import Phase, Tray
from tests.web.driving import Table, running_table
from tests.web.games import keep, played_game
from tests.web.pages import CHROMIUM, ask, opened, throw
from tests.web.test_pages import drag

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGES = Path(__file__).parent / "pages"
COLOURS = 200
CAMERA_COLOURS = 80
TURNS = 17
PLAYERS = ("Ann", "Bo", "Cyril", "Dora")
WIDE = {"width": 1280, "height": 820}
PHONE = {"width": 360, "height": 740}


def save(page: Page, name: str, colours: int = COLOURS) -> None:
    """Keeps what the page shows, in few colours."""
    page.wait_for_timeout(900)  # goats have walked, pictures have come
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(colours, dither=Image.Dither.NONE).save(PAGES / f"{name}.png", optimize=True)


def play_to_the_middle(page: Page) -> None:
    """A game of three, some turns old."""
    ask(page, {"do": "begin", "names": PLAYERS[:3], "rules": ["base"], "settings": {}, "starts": 0})
    game = played_game(8, PLAYERS[:3])
    taking = page.get_by_role("button", name="Take this turn")
    expect(page.locator(".walker").first).to_be_visible()
    rolls = [moment.roll for moment in game.moments if isinstance(moment.change, RollEntry)]
    for roll in rolls[:TURNS]:
        assert roll is not None
        ask(page, {"do": "dice", "dice": list(roll.faces)})
        expect(taking).to_be_visible()
        taking.click()
        expect(taking).to_have_count(0)


def draw(browser: Browser, table: Table) -> None:
    """All pages, one after the other."""
    page = opened(browser, table, viewport=WIDE)
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    page.get_by_label("Green Valley").check()
    save(page, "set-up")
    play_to_the_middle(page)
    page.goto(table.url + "/device")
    throw(table, 1, 3, 4, 6)
    expect(page.get_by_role("checkbox", name="Die 4")).to_be_visible()
    drag(page, "4", "6")
    table.wait_for(lambda model: model.reading is not None and len(model.reading.groups) == 3, "the group")
    save(page, "device", CAMERA_COLOURS)
    page.get_by_role("link", name="Board").click()
    save(page, "board")
    phone = opened(browser, table, viewport=PHONE, color_scheme="dark")
    expect(phone.locator(".walker").first).to_be_visible()
    save(phone, "phone")
    page.get_by_role("link", name="Correct").click()
    page.get_by_role("button", name="Change: Turn 15").click()
    page.locator(".choice").nth(1).click()
    expect(page.get_by_text("All later turns still fit.")).to_be_visible()
    save(page, "correct")
    page.get_by_role("link", name="Games").click()
    page.get_by_role("button", name="Work out").click()
    expect(page.locator(".spark").first).to_be_visible(timeout=120_000)
    save(page, "games")
    page.get_by_role("link", name="Aim").click()
    assert table.tray is not None
    table.tray.clear()
    expect(page.locator(".found")).to_have_count(0)
    table.wait_for(lambda model: model.tray is Tray.EMPTY, "the empty tray")
    page.get_by_role("button", name="Learn the empty tray").click(delay=50)
    expect(page.get_by_text("Learnt: the tray")).to_be_visible()
    table.tray.throw([2, 3, 5, 6])
    table.wait_for(lambda model: model.tray is Tray.RESTING, "dice at rest")
    expect(page.locator(".found")).to_have_count(4)
    save(page, "aim", CAMERA_COLOURS)


def main() -> None:
    """Draws them all."""
    PAGES.mkdir(exist_ok=True)
    chance = random.Random(3)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        for seed in range(12):
            keep(Path(folder), played_game(seed, tuple(chance.sample(PLAYERS, chance.choice([2, 3, 3, 4])))))
        with running_table(Path(folder), with_camera=True) as table:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            draw(browser, table)
            table.wait_for(lambda model: model.phase is not Phase.SETUP, "the game")
            browser.close()


if __name__ == "__main__":
    main()
