"""The page in a real browser: Chromium, driven by Playwright."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright", reason="no Playwright: install the test extra")

from playwright.sync_api import expect

from engine.position_json import position_json
from engine.record import TurnEntry
from engine.turns import Turn
from hardware.ports import Button
from pi.core.events import ButtonPressed
from pi.core.menu import menu_items
from pi.core.model import Model, Phase
from pi.core.overlay_values import Menu, MenuItem
from pi.core.page import Page as PageAtTable
from pi.core.page import PageShown
from tests.web.driving import Table, running_table
from tests.web.pages import IN_CHROMIUM, PATIENCE_MS, PHONE, ask, begun, fits_a_phone, opened, serious_violations, throw
from tests.web.test_server import news

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = IN_CHROMIUM
PAGES = ["/", "/device", "/aim", "/games", "/games/1", "/correct"]


def drag(page: Page, die: str, to: str) -> None:
    """Drags one die onto another, both named by their faces."""
    first, second = (page.get_by_role("checkbox", name=f"Die {face}").first.bounding_box() for face in (die, to))
    assert first is not None
    assert second is not None
    page.mouse.move(first["x"] + first["width"] / 2, first["y"] + first["height"] / 2)
    page.mouse.down()
    page.mouse.move(second["x"] + second["width"] / 2 + 15, second["y"] + second["height"] / 2 + 5, steps=8)
    page.mouse.up()


def last_turn(table: Table) -> Turn:
    game = table.loop.model.game
    assert game is not None
    turns = [moment.change.turn for moment in game.moments if isinstance(moment.change, TurnEntry)]
    return turns[-1]


def near_the_end(table: Table) -> dict[str, Any]:
    """The position, with the last turn of the last round to be played by the second player."""
    game = table.loop.model.game
    assert game is not None
    return position_json(replace(game.position, starts=0, to_move=1, last_round=True))


def play_dragged(page: Page, table: Table) -> None:
    """Throws 2 2 4 6, drags the 4 to the 6, and presses OK."""
    throw(table, 2, 2, 4, 6)
    expect(page.get_by_role("checkbox", name="Die 4")).to_be_visible()
    drag(page, "4", "6")
    table.wait_for(
        lambda model: model.reading is not None and len(model.reading.groups) == 3, "the dice pushed together"
    )
    page.get_by_role("button", name="OK", exact=True).click()


@pytest.fixture
def new_table(tmp_path: Path) -> Iterator[Table]:
    """A table with a simulated tray that was never played at."""
    with running_table(tmp_path, with_camera=True) as table:
        yield table


def test_a_whole_game_is_thrown_dragged_confirmed_and_won_and_two_browsers_see_the_same(
    browser: Browser, new_table: Table
) -> None:
    page, other = opened(browser, new_table), opened(browser, new_table)
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Play", exact=True).click()
    for one in (page, other):
        expect(one.get_by_role("heading", name="Ann: throw the dice")).to_be_visible()
        expect(one.get_by_text("<img src=x").first).to_be_visible()
        assert one.locator("img[src=x]").count() == 0

    page.get_by_role("link", name="Device").click()
    expect(page.locator(".camera img")).to_be_visible()
    page.get_by_role("button", name="Throw", exact=True).click()
    new_table.wait_for(lambda model: model.phase is Phase.CHOOSING, "the first roll")
    other.get_by_role("button", name="Take this turn").click()
    new_table.wait_for(lambda model: model.phase is Phase.DOING, "the first turn")

    play_dragged(page, new_table)
    new_table.wait_for(lambda model: model.game is not None and model.game.turns == 2, "the second turn")
    assert [(step.number, step.dice) for step in last_turn(new_table).steps] == [(10, (4, 6))]
    expect(other.locator(".log li")).to_have_count(2)

    ask(page, {"do": "position", "position": near_the_end(new_table)})
    play_dragged(page, new_table)
    new_table.wait_for(lambda model: model.game is not None and model.game.position.over, "the end")
    expect(other.get_by_role("heading", level=1)).to_contain_text("win")
    page.get_by_role("link", name="Board").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("win")
    assert new_table.faults == []
    page.context.close()
    other.context.close()


def test_a_correction_shows_what_follows_and_is_applied(browser: Browser, table: Table) -> None:
    page = begun(browser, table)
    ask(page, {"do": "dice", "dice": [4, 5, 6, 6]})
    page.goto(table.url + "/")
    page.get_by_role("button", name="Take this turn").click()
    expect(page.locator(".log li")).to_have_count(1)
    page.get_by_role("link", name="Correct").click()
    page.get_by_role("button", name="Change: Turn 1").click()
    page.get_by_role("button", name="Die 1: 5").click()
    page.locator(".choice").last.click()
    expect(page.get_by_text("All later turns still fit.")).to_be_visible()
    page.get_by_role("button", name="Apply").click()
    table.wait_for(lambda model: rolls(model) == [(5, 5, 6, 6)], "the change")
    page.context.close()


def rolls(model: Model) -> list[tuple[int, ...]]:
    """The rolls that stand."""
    moments = () if model.game is None else model.game.moments
    return [moment.roll.faces for moment in moments if moment.roll is not None]


def test_the_second_of_two_people_is_told(browser: Browser, table: Table) -> None:
    page, other = begun(browser, table), opened(browser, table, "/correct")
    other.get_by_role("button", name="Enter the roll").click()
    ask(page, {"do": "dice", "dice": [1, 2, 3, 4]})
    other.get_by_role("button", name="Apply").click()
    expect(other.get_by_text("Somebody else was quicker")).to_be_visible()
    page.context.close()
    other.context.close()


def test_the_connection_is_cut_and_comes_back(browser: Browser, table: Table) -> None:
    page = begun(browser, table)
    server = table.companion._server
    assert server is not None
    server[0].kill()
    expect(page.get_by_role("alert")).to_contain_text("No connection to the device")
    expect(page.get_by_role("alert")).to_have_count(0, timeout=PATIENCE_MS)
    ask(page, {"do": "dice", "dice": [1, 2, 3, 4]})
    expect(page.get_by_role("heading", name="Ann chooses")).to_be_visible()
    page.context.close()


def test_a_browser_on_the_network_is_paired_by_the_code_on_the_display(browser: Browser, tmp_path: Path) -> None:
    with running_table(tmp_path, host="0.0.0.0") as table:
        page_of = table.wait_for(lambda model: model.page is not None, "the page").page
        assert page_of is not None
        if not page_of.address[0].isdecimal():
            pytest.skip("this machine has no network address")
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(f"http://{page_of.address}/")
        expect(page.get_by_role("heading", name="This browser is not paired yet")).to_be_visible()
        pair(page, page_of.player)
        expect(page.get_by_text("The device shows no code at the moment.")).to_be_visible()

        shown = open_page_on_display(table)
        pair(page, "000000" if shown.player != "000000" else "000001")
        expect(page.get_by_text("That is not the code.")).to_be_visible()
        pair(page, shown.player)
        expect(page.get_by_role("heading", name="New game")).to_be_visible()
        table.wait_for(lambda model: model.page is not None and model.page.player != shown.player, "new codes")
        page.reload()
        expect(page.get_by_role("heading", name="New game")).to_be_visible()
        page.context.close()


def pair(page: Page, code: str) -> None:
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Pair").click()


def open_page_on_display(table: Table) -> PageAtTable:
    """Opens the menu of the device and chooses "Phone"; gives back what the display shows."""
    table.loop.post(ButtonPressed(Button.OK, held=True, at=time.monotonic()))
    table.wait_for(lambda model: isinstance(model.overlay, Menu), "the menu")
    for _ in range(menu_items(table.loop.model).index(MenuItem.PAGE)):
        table.loop.post(ButtonPressed(Button.NEXT, held=False, at=time.monotonic()))
    table.loop.post(ButtonPressed(Button.OK, held=False, at=time.monotonic()))
    page = table.wait_for(lambda model: isinstance(model.overlay, PageShown), "the codes").page
    assert page is not None
    news(table, lambda told: "table" in told and told["table"]["rows"][0] == "Phone")  # so that the server knows, too
    return page


def test_a_german_browser_reads_german(browser: Browser, table: Table) -> None:
    page = begun(browser, table)
    page.context.close()
    page = opened(browser, table, locale="de-DE")
    expect(page.get_by_role("heading", name="Ann: würfeln")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    page.get_by_role("button", name="Sprache").click()
    expect(page.get_by_role("heading", name="Ann: throw the dice")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("path", PAGES)
def test_axe_finds_nothing_serious_and_a_phone_has_room(browser: Browser, table: Table, path: str) -> None:
    begun(browser, table).context.close()
    page = opened(browser, table, path, color_scheme=_scheme(path), **PHONE)
    expect(page.locator("main > :not(.waiting)").first).to_be_visible()
    assert fits_a_phone(page)
    assert serious_violations(page) == []
    assert table.faults == []
    page.context.close()


def _scheme(path: str) -> str:
    """Half of the pages are looked at in the dark."""
    return "dark" if PAGES.index(path) % 2 else "light"


def test_everything_can_be_reached_by_keys_alone(browser: Browser, table: Table) -> None:
    page = begun(browser, table)
    ask(page, {"do": "dice", "dice": [4, 5, 6, 6]})
    expect(page.get_by_role("radio").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to the page")).to_be_focused()
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio").nth(1)).to_be_focused()
    expect(page.get_by_role("radio").nth(1)).to_be_checked()
    page.get_by_role("button", name="Take this turn").focus()
    page.keyboard.press("Enter")
    table.wait_for(lambda model: model.phase is Phase.DOING, "the turn")
    page.context.close()
