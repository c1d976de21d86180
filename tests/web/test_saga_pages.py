"""On the page: campaigns are gone through with their chapters, the chronicle is printed, single games are played."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="no Playwright: install the test extra")

from playwright.sync_api import expect

from engine.position import Position, new_position, with_tokens
from engine.position_json import position_json
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
from tests.web.stories import PACK

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = IN_CHROMIUM


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    folder = tmp_path / "data"
    (folder / "packs").mkdir(parents=True)
    (folder / "packs" / "ours.toml").write_text(PACK)
    with running_table(folder) as table:
        yield table


def answer(page: Page, heading: str, *choices: str) -> None:
    """Answers the step that is asked for."""
    expect(page.get_by_role("heading", level=1)).to_contain_text(heading)
    for choice in choices:
        page.get_by_label(choice).check()
    page.get_by_role("button", name="Done").click()


def begun_story(browser: Browser, table: Table) -> Page:
    """A page on a campaign of Ann and Bo whose first chapter is laid out."""
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
    expect(page.get_by_role("heading", level=1)).to_contain_text("Play the chapter")
    return page


def won_by_bo(first: Position) -> Position:
    return replace(with_tokens(first, 1, 10, 3), over=True)


def test_a_chapter_is_set_up_played_and_closed_on_the_page_and_its_chronicle_printed(
    browser: Browser, table: Table
) -> None:
    page = begun_story(browser, table)
    page.get_by_role("button", name="Undo").click()
    answer(page, "Lay everything out")
    page.get_by_role("button", name="Play the chapter").click()
    game = table.wait_for(lambda model: model.phase is Phase.WAITING, "the chapter").game
    assert game is not None
    assert [(laid.card.code, game.position.to_move) for laid in game.position.cards] == [("A1", 1)]
    expect(page.get_by_role("heading", name="A1 Eight")).to_be_visible()
    expect(page.get_by_role("link", name="Our story")).to_be_visible()
    ask(page, {"do": "position", "position": position_json(won_by_bo(game.position))})
    page.get_by_role("link", name="Close the chapter").click()
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


def test_the_second_chapter_begins_with_the_winner_who_keeps_an_ability(browser: Browser, table: Table) -> None:
    page = begun_story(browser, table)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Lay everything out")
    page.get_by_role("button", name="Undo").click()
    answer(page, "discover", "A1 Eight", "A2 Nine")
    answer(page, "Lay everything out")
    page.get_by_role("button", name="Play the chapter").click()
    game = table.wait_for(lambda model: model.phase is Phase.WAITING, "the chapter").game
    assert game is not None
    expect(page.get_by_role("heading", name="A2 Nine")).to_be_visible()
    ask(page, {"do": "position", "position": position_json(won_by_bo(game.position))})
    page.get_by_role("link", name="Close the chapter").click()
    answer(page, "award", "no")
    page.get_by_label("Page", exact=True).fill("3")
    page.get_by_role("button", name="Done").click()
    answer(page, "Pack the backpack")
    answer(page, "Who plays")
    answer(page, "out of the backpack")
    answer(page, "discover")
    answer(page, "keeps one of these", "A2 Nine")
    answer(page, "Lay everything out")
    page.get_by_role("button", name="Play the chapter").click()
    second = table.wait_for(lambda model: model.phase is Phase.WAITING and model.game is not game, "the chapter").game
    assert second is not None
    assert [laid.card.code for laid in second.position.cards] == ["A2"]
    assert second.position.to_move == 1
    page.context.close()


def test_a_chapter_is_not_begun_over_another_game_unless_that_is_said(browser: Browser, table: Table) -> None:
    page = begun_story(browser, table)
    ask(page, {"do": "begin", "names": ["Cy", "Di"], "rules": ["base"], "settings": {}, "starts": 0})
    ask(page, {"do": "dice", "dice": [2, 3, 4, 6]})
    page.get_by_role("button", name="Play the chapter").click()
    expect(page.get_by_role("alert")).to_contain_text("Another game is running")
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_role("button", name="Play the chapter").click()
    page.get_by_role("button", name="Leave it and play the chapter").click()
    expect(page.get_by_role("link", name="Our story")).to_be_visible()
    ask(page, {"do": "dice", "dice": ["goat", 2, 3, 6]})
    page.goto(table.url + "/saga/1")
    page.get_by_role("button", name="Go on playing").click()
    expect(page.locator(".roll").get_by_role("img", name="goat")).to_be_visible()
    page.context.close()


def test_the_result_of_a_chapter_played_elsewhere_is_taken(browser: Browser, table: Table) -> None:
    page = begun_story(browser, table)
    with closing(open_store(table.folder)) as store:
        stored = load_campaign(store, 1)
        first = first_position(stored.now)
        game = store.begin_game(first)
        append_to_campaign(store, stored, (GameBegun(game),))
        store.append(game, (PositionEntry(won_by_bo(first)),), 0)
    page.reload()
    page.get_by_role("button", name="Take the result").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("award")
    page.context.close()


def test_a_single_game_of_the_saga_is_set_up_with_the_cards_that_are_to_lie_there(
    browser: Browser, table: Table
) -> None:
    page = opened(browser, table)
    page.get_by_role("combobox", name="Game", exact=True).select_option("Saga")
    expect(page.get_by_label("A1 Eight ability")).to_be_checked()
    page.get_by_label("Pack of cards").select_option("sample (an example)")
    expect(page.get_by_label("A1 Sample: eight ability")).to_be_checked()
    page.get_by_label("A1 Sample: eight ability").uncheck()
    page.get_by_label("S1 Sample").select_option("above 5")
    page.get_by_role("button", name="Play", exact=True).click()
    game = table.wait_for(lambda model: model.phase is Phase.WAITING, "the game").game
    assert game is not None
    laid = {one.card.code: one.mountain for one in game.position.cards}
    assert "A1" not in laid
    assert laid["S1"] == 5
    assert sorted(mountain for mountain in laid.values() if mountain) == [5, 7, 9]
    expect(page.locator(".tile")).to_have_count(3)
    assert table.faults == []
    page.context.close()


def test_who_has_no_pack_yet_is_told_where_to_get_one_and_may_play_the_example_or_without(
    browser: Browser, tmp_path: Path
) -> None:
    with running_table(tmp_path) as table:
        page = opened(browser, table)
        page.get_by_role("combobox", name="Game", exact=True).select_option("Saga")
        expect(page.get_by_text("There is no pack of yours yet")).to_be_visible()
        expect(page.get_by_label("Pack of cards").locator("option")).to_have_text(
            ["sample (an example)", "Without cards"]
        )
        page.get_by_role("link", name="Packs of cards").click()
        expect(page.get_by_role("button", name="New card")).to_be_visible()
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
