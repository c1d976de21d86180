"""On the page: cards are typed in and tried, campaigns gone through, the chronicle printed, the Saga played."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="no Playwright: install the test extra")

from playwright.sync_api import expect

from engine.position import new_position, position_json, with_tokens
from engine.record import PositionEntry
from engine.saga.campaign import first_position
from engine.saga.campaign_entries import GameBegun
from engine.saga.pack import lay_cards
from pi.core.model import Phase
from pi.shell.campaigns import append_to_campaign, load_campaign
from pi.shell.packs import load_pack
from pi.shell.store import open_store
from tests.web.driving import Table, running_table
from tests.web.pages import IN_CHROMIUM, ask, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = IN_CHROMIUM
FILE = """# ours, not the game's
[pack]
name = "Our discoveries"

[[card]]
code = "A1"
kind = "ability"
name = "Eight"
chapter = 1

[[card.effect]]
verb = "number"
number = 8

# found behind the door
[[card]]
code = "A2"
kind = "ability"
name = "Nine"
chapter = 2

[[card.effect]]
verb = "number"
number = 9
"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    folder = tmp_path / "data"
    (folder / "packs").mkdir(parents=True)
    (folder / "packs" / "ours.toml").write_text(FILE)
    with running_table(folder) as table:
        yield table


def pack_file(table: Table) -> str:
    return (table.folder / "packs" / "ours.toml").read_text()


def fill_in(page: Page, code: str) -> None:
    """Types a summit tile in by keys alone: whoever reaches the top of its mountain takes a token of the 5."""
    page.get_by_label("Code on the card").focus()
    keys = page.keyboard
    keys.type(code)
    keys.press("Tab")
    keys.type("summit")
    expect(page.get_by_label("When", exact=True)).to_be_visible()
    keys.press("Tab")
    keys.type("3")
    keys.press("Tab")
    keys.type("A fine view")
    keys.press("Tab")
    keys.type("reached")
    expect(page.get_by_label("What happens")).to_be_visible()
    keys.press("Tab")
    keys.type("take")
    expect(page.get_by_label("mountain left out")).to_be_visible()
    keys.press("Tab")
    keys.type("5")


def test_a_card_is_typed_in_by_keys_tried_kept_and_seen(browser: Browser, table: Table) -> None:
    page = opened(browser, table, "/saga")
    page.get_by_role("link", name="ours").click()
    page.get_by_role("button", name="New card").click()
    expect(page.get_by_label("Code on the card")).to_be_focused()
    fill_in(page, "s1")
    tried = page.locator(".side")
    expect(tried).to_contain_text("When a goat reaches the top of mountain 9: a token of mountain 5 for that player.")
    expect(tried).to_contain_text("Ann: tokens of 5: 2 → 3")
    expect(tried.locator(".ghost")).not_to_have_count(0)
    page.get_by_label("The tile lies above").select_option("7")
    expect(tried).to_contain_text("the top of mountain 7")
    assert pack_file(table) == FILE
    page.get_by_role("button", name="Keep the card").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="S1 A fine view")).to_be_visible()
    assert pack_file(table).startswith(FILE)
    assert tomllib.loads(pack_file(table))["card"][-1] == {
        "code": "S1", "kind": "summit", "name": "A fine view", "chapter": 3,
        "effect": [{"when": "reached", "verb": "take", "mountain": 5}],
    }  # fmt: skip
    assert table.faults == []
    page.context.close()


def test_a_fault_stands_beside_its_field_and_nothing_is_kept(browser: Browser, table: Table) -> None:
    page = opened(browser, table, "/cards/ours")
    page.get_by_role("button", name="Change: A1").click()
    number = page.get_by_label("number the value")
    number.fill("0")
    fault = page.locator("#card-effect-0-number-fault")
    expect(fault).to_have_text("a whole number from 1 to 99")
    assert number.get_attribute("aria-describedby") == "card-effect-0-number-fault"
    expect(page.get_by_role("button", name="Keep the card")).to_be_disabled()
    number.fill("11")
    expect(fault).to_have_text("")
    page.get_by_label("Code on the card").fill("A3")
    page.get_by_role("button", name="Keep the card").click()
    expect(page.get_by_role("heading", name="A3 Eight")).to_be_visible()
    assert pack_file(table) == FILE.replace('"A1"', '"A3"').replace("number = 8", "number = 11")
    page.context.close()


def test_a_card_is_taken_out_and_put_back_and_the_second_of_two_is_told(browser: Browser, table: Table) -> None:
    page, other = opened(browser, table, "/cards/ours"), opened(browser, table, "/cards/ours")
    other.get_by_role("button", name="Change: A1").click()
    page.get_by_role("button", name="Take out: A1").click()
    expect(page.get_by_role("heading", name="A1")).to_have_count(0)
    expect(page.get_by_role("heading", name="A2 Nine")).to_be_visible()
    assert "# found behind the door" in pack_file(table)
    other.get_by_label("What you call it").fill("Ate")
    expect(other.get_by_role("button", name="Keep the card")).to_be_enabled()
    other.get_by_role("button", name="Keep the card").click()
    expect(other.get_by_text("Somebody else was quicker")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", name="A1 Eight")).to_be_visible()
    page.context.close()
    other.context.close()


def test_what_is_typed_in_is_never_markup_and_the_sample_stays(browser: Browser, table: Table) -> None:
    page = opened(browser, table, "/cards/ours")
    page.get_by_role("button", name="Change: A1").click()
    page.get_by_label("What you call it").fill("<img src=x onerror=alert(1)>")
    expect(page.get_by_role("button", name="Keep the card")).to_be_enabled()
    page.get_by_role("button", name="Keep the card").click()
    expect(page.get_by_role("heading", name="<img src=x")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    page.goto(table.url + "/cards/sample")
    expect(page.get_by_text("An example that comes with the program")).to_be_visible()
    expect(page.get_by_role("button", name="New card")).to_have_count(0)
    assert table.faults == []
    page.context.close()


def test_a_german_form_and_a_german_sentence(browser: Browser, table: Table) -> None:
    page = opened(browser, table, "/cards/ours", locale="de-DE")
    page.get_by_role("button", name="Ändern: A1").click()
    expect(page.get_by_text("Für einen Ziegenwürfel: er zählt als 8.")).to_be_visible()
    page.get_by_label("Code auf der Karte").fill("")
    expect(
        page.get_by_text("hier fehlt etwas").or_(page.get_by_text("ein Buchstabe und eine Zahl")).first
    ).to_be_visible()
    page.context.close()


def answer(page: Page, heading: str, *choices: str) -> None:
    """Answers the step that is asked for."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    for choice in choices:
        page.get_by_label(choice).check()
    page.get_by_role("button", name="Done").click()


def play_the_chapter(table: Table, number: int) -> None:
    """The chapter's game at the table, Bo with the most tokens."""
    with closing(open_store(table.folder)) as store:
        stored = load_campaign(store, number)
        first = first_position(stored.now)
        game = store.begin_game(first)
        append_to_campaign(store, stored, (GameBegun(game),))
        store.append(game, (PositionEntry(replace(with_tokens(first, 1, 10, 3), over=True)),), 0)


def test_a_chapter_is_gone_through_and_its_chronicle_printed(browser: Browser, table: Table) -> None:
    page = opened(browser, table, "/saga")
    page.get_by_label("What you call it").fill("Our story")
    page.get_by_label("Pack of cards").select_option("ours")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Who plays")
    page.get_by_label("Name of player 1").fill("Ann")
    page.get_by_label("Name of player 2").fill("Bo")
    page.get_by_role("button", name="Done").click()
    answer(page, "Who starts", "Bo")
    answer(page, "discover", "A1 Eight")
    answer(page, "Lay everything out")
    expect(page.get_by_text("Begin the chapter at the device")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    answer(page, "Lay everything out")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Play the chapter")
    play_the_chapter(table, 1)
    page.reload()
    page.get_by_role("button", name="Take the result").click()
    answer(page, "award", "yes")
    expect(page.get_by_role("heading", level=1)).to_contain_text("On which page")
    page.get_by_label("Page", exact=True).fill("12")
    page.get_by_role("button", name="Done").click()
    answer(page, "Pack the backpack")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Who plays")
    expect(page.get_by_text("Backpack: A1 Eight (ability)")).to_be_visible()
    with page.context.expect_page() as shown:
        page.get_by_role("link", name="Look at it and print").click()
    chronicle = shown.value
    expect(chronicle.get_by_role("row").nth(1)).to_contain_text("Bo")
    expect(chronicle.get_by_role("row").nth(1)).to_contain_text("12")
    assert chronicle.evaluate("getComputedStyle(document.querySelector('table')).borderCollapse") == "collapse"
    assert len(chronicle.pdf()) > 1000
    assert table.faults == []
    page.context.close()


def test_the_saga_is_played_with_its_cards_on_the_board(browser: Browser, table: Table) -> None:
    pack = load_pack(table.folder, "sample")
    position = new_position(2, ("Ann", "Bo"), ("saga",), cards=lay_cards(pack, ("A1", "S1@9")))
    page = opened(browser, table)
    expect(page.locator("main h1")).to_be_visible()
    ask(page, {"do": "begin", "names": ["Ann", "Bo"], "rules": ["saga"], "settings": {}, "starts": 0})
    table.wait_for(lambda model: model.phase is Phase.WAITING, "the game")
    ask(page, {"do": "position", "position": position_json(position)})
    expect(page.locator(".tile")).to_have_text(re.compile("S1"))
    expect(page.get_by_role("heading", name="A1 Sample: eight")).to_be_visible()
    ask(page, {"do": "dice", "dice": ["goat", 2, 3, 6]})
    expect(page.locator(".roll").get_by_role("img", name="goat")).to_be_visible()
    expect(page.locator(".choice .ability").first).to_have_text("A1")
    assert table.faults == []
    page.context.close()


@pytest.mark.parametrize(("path", "scheme"), [("/saga", "dark"), ("/cards/sample", "light"), ("/cards/ours", "dark")])
def test_axe_finds_nothing_serious_and_a_phone_has_room(browser: Browser, table: Table, path: str, scheme: str) -> None:
    from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

    page = opened(browser, table, path, viewport={"width": 360, "height": 740}, color_scheme=scheme)
    expect(page.locator("main .cards").first).to_be_visible()
    if path == "/cards/ours":
        page.get_by_role("button", name="Change: A1").click()
        expect(page.get_by_text("For a goat die: it counts as 8.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    found = Axe().run(page).response["violations"]
    serious = [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found if one["impact"] in SERIOUS]
    assert serious == []
    page.context.close()


SERIOUS = ("serious", "critical")
