"""On the page: the cards of a pack are typed in, tried on an example board, kept, changed and taken out."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="no Playwright: install the test extra")

from playwright.sync_api import expect

from tests.web.driving import Table, running_table
from tests.web.entering import KEY_S, entered
from tests.web.pages import IN_CHROMIUM, PHONE, fits_a_phone, opened, serious_violations
from tests.web.stories import PACK

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = IN_CHROMIUM
TWO_MINUTES_S = 120


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    with running_table(tmp_path_factory.mktemp("data")) as table:
        yield table


@pytest.fixture
def table(running: Table) -> Table:
    """A table with the pack as it is at first."""
    folder = running.folder / "packs"
    folder.mkdir(exist_ok=True)
    (folder / "ours.toml").write_text(PACK)
    return running


def pack_file(table: Table) -> str:
    return (table.folder / "packs" / "ours.toml").read_text()


def test_a_card_is_typed_in_by_keys_tried_kept_and_seen(browser: Browser, table: Table) -> None:
    page = opened(browser, table, "/saga")
    page.get_by_role("link", name="ours").click()
    page.get_by_role("button", name="New card").click()
    effort = entered(page, "s1")
    assert effort.fields == 7
    assert effort.seconds(max(KEY_S.values())) < TWO_MINUTES_S
    tried = page.locator(".side")
    expect(tried).to_contain_text("When a goat reaches the top of mountain 9: a token of mountain 5 for that player.")
    expect(tried).to_contain_text("Ann: tokens of 5: 2 → 3")
    expect(tried.locator(".ghost")).not_to_have_count(0)
    page.get_by_label("The tile lies above").select_option("7")
    expect(tried).to_contain_text("the top of mountain 7")
    assert pack_file(table) == PACK
    page.get_by_role("button", name="Keep the card").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="S1 A fine view")).to_be_visible()
    assert pack_file(table).startswith(PACK)
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
    assert pack_file(table) == PACK.replace('"A1"', '"A3"').replace("number = 8", "number = 11")
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


@pytest.mark.parametrize(("path", "scheme"), [("/saga", "dark"), ("/cards/sample", "light"), ("/cards/ours", "dark")])
def test_axe_finds_nothing_serious_and_a_phone_has_room(browser: Browser, table: Table, path: str, scheme: str) -> None:
    page = opened(browser, table, path, color_scheme=scheme, **PHONE)
    expect(page.locator("main .cards").first).to_be_visible()
    if path == "/cards/ours":
        page.get_by_role("button", name="Change: A1").click()
        expect(page.get_by_text("For a goat die: it counts as 8.")).to_be_visible()
    assert fits_a_phone(page)
    assert serious_violations(page) == []
    page.context.close()
