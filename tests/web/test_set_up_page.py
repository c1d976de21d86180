"""On the page: a game is set up as on the device, goats are taken back, and the game is looked back on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="no Playwright: install the test extra")

from playwright.sync_api import expect

from engine.position import Position
from engine.position_json import position_json
from engine.record import RedeployEntry
from pi.core.model import Model, Phase
from tests.web.driving import Table, running_table
from tests.web.games import keep, played_game
from tests.web.pages import IN_CHROMIUM, ask, begun, end, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = IN_CHROMIUM


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A table without a camera, whose pictures would cost time."""
    folder = tmp_path_factory.mktemp("data")
    keep(folder, played_game(0))
    with running_table(folder) as table:
        yield table


def position_of(model: Model) -> Position:
    assert model.game is not None
    return model.game.position


def set_up(browser: Browser, table: Table, locale: str = "en-GB") -> Page:
    """A page on the form for a new game."""
    page = begun(browser, table, locale)
    end(page, table)
    page.get_by_role("button", name={"en-GB": "New game", "de-DE": "Neues Spiel"}[locale]).click()
    return page


def test_names_colours_seats_start_rules_and_settings_are_chosen_as_on_the_device(
    browser: Browser, table: Table
) -> None:
    page = set_up(browser, table)
    page.get_by_role("button", name="Another player").click()
    for number, name in enumerate(("Ann", "Bo", "Cy"), start=1):
        page.get_by_label(f"Name of player {number}").fill(name)
    page.get_by_label("Colour of player 3").select_option("black")
    page.get_by_label("Colour of player 1").select_option("green")
    page.get_by_label("Who starts").select_option("Cy")
    page.get_by_role("button", name="Player 3: a seat forward").click()  # Cy sits between, and still starts
    for rule in ("Big Mountain", "Green Valley", "Every group has to move"):
        page.get_by_label(rule).check()
    page.get_by_label("Entered: one step up").uncheck()
    page.get_by_label("Field of mountain 7").select_option("3")
    page.get_by_role("button", name="Play", exact=True).click()
    position = position_of(
        table.wait_for(lambda model: model.phase is Phase.WAITING and len(position_of(model).players) == 3, "the game")
    )
    assert [(player.name, player.colour) for player in position.players] == [
        ("Ann", "green"), ("Cy", "black"), ("Bo", "red"),
    ]  # fmt: skip
    assert position.players[position.to_move].name == "Cy"
    assert position.rules.names == ("base", "big-mountain", "green-valley")
    assert (position.settings.must_move, position.settings.entry_climbs) == (True, False)
    assert dict(position.settings.valley_fields)[7] == 3
    expect(page.get_by_role("heading", name="Cy: throw the dice")).to_be_visible()
    assert table.faults == []
    page.context.close()


def test_a_new_game_can_be_left_for_the_one_that_is_over(browser: Browser, table: Table) -> None:
    page = set_up(browser, table)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    page.context.close()


def test_a_new_game_is_set_up_in_german(browser: Browser, table: Table) -> None:
    page = set_up(browser, table, "de-DE")
    expect(page.get_by_label("Farbe von Spieler 1").locator("option").first).to_have_text("weiß")
    page.context.close()


def test_a_goat_is_taken_back_without_dice(browser: Browser, table: Table) -> None:
    page = set_up(browser, table)
    page.get_by_label("Green Valley").check()
    page.get_by_role("button", name="Play", exact=True).click()
    model = table.wait_for(
        lambda model: model.phase is Phase.WAITING and position_of(model).rules.redeploys, "the game"
    )
    expect(page.get_by_role("heading", name="throw the dice")).to_be_visible()
    told = position_json(position_of(model))
    told["players"][0]["goats"] = ["5.0", "6.0", "8.0", "9.0", "10.0", "V4"]  # the goat of the 7 is in the valley
    ask(page, {"do": "position", "position": told})
    page.get_by_text("Take a goat back").click()
    page.get_by_label("Goat", exact=True).select_option("V4")
    page.get_by_label("To mountain").select_option("7")
    expect(page.locator(".preview .ghost")).to_have_count(1)
    page.get_by_role("button", name="Take it back").click()
    table.wait_for(
        lambda model: model.game is not None and isinstance(model.game.now.change, RedeployEntry), "the goat taken back"
    )
    assert "7.0" in position_json(position_of(table.loop.model))["players"][0]["goats"]
    page.context.close()


def test_after_a_game_its_costly_turns_are_shown_on_the_board(browser: Browser, table: Table) -> None:
    page = begun(browser, table)
    for dice in ((2, 2, 4, 6), (1, 1, 1, 2)):  # passed, where a great deal could be made of them
        ask(page, {"do": "dice", "dice": list(dice)})
        ask(page, {"do": "play", "turn": {"turned": [], "steps": []}})
    end(page, table)
    page.get_by_role("button", name="Look back").click()
    page.get_by_role("button", name="Show on the board: Turn 1").click()
    expect(page.locator(".preview .ghost").first).to_be_visible()
    page.context.close()


def test_a_game_kept_is_looked_back_on(browser: Browser, table: Table) -> None:
    page = opened(browser, table, "/games/1")
    page.get_by_role("button", name="Look back").click()
    first = page.locator(".costly button").first
    first.click()
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".costly li.is-selected")).to_have_count(1)
    assert played_game(0).turns >= page.locator(".costly li").count() > 0
    page.context.close()


def test_each_player_gets_hints_while_choosing_after_it_or_none_at_all(browser: Browser, table: Table) -> None:
    page = set_up(browser, table)
    for number, (name, hints) in enumerate((("Ann", "hints after the choice"), ("Bo", "with hints")), start=1):
        page.get_by_label(f"Name of player {number}").fill(name)
        page.get_by_label(f"Hints for player {number}").select_option(hints)
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".now")).to_be_visible()
    choices, verdict = page.locator(".choices"), page.locator(".verdict")
    ask(page, {"do": "dice", "dice": [1, 1, 4, 6]})
    expect(choices).to_be_visible()
    expect(choices).not_to_contain_text("%")
    expect(choices.locator(".why", has_text=re.compile("."))).to_have_count(0)
    expect(verdict).to_have_count(0)
    page.get_by_role("button", name="Take this turn").click()
    expect(verdict).to_contain_text("Ann")
    expect(verdict).to_contain_text("%")
    ask(page, {"do": "dice", "dice": [1, 1, 4, 6]})
    expect(choices).to_contain_text("%")
    expect(verdict).to_have_count(0)
    expect(page.get_by_role("heading", name="Chance to win")).to_be_visible()
    forget_hints(page, table)
    page.context.close()


def test_without_hints_no_chance_is_anywhere_on_the_page(browser: Browser, table: Table) -> None:
    page = set_up(browser, table, "de-DE")
    page.get_by_label("Hinweise für Spieler 2").select_option("ohne Hinweise")
    page.get_by_role("button", name="Los", exact=True).click()
    expect(page.locator(".now")).to_be_visible()
    for _ in range(2):
        ask(page, {"do": "dice", "dice": [1, 1, 4, 6]})
        expect(page.locator(".choices")).to_be_visible()
        page.get_by_role("button", name="Diesen Zug nehmen").click()
        expect(page.locator(".choices")).to_have_count(0)
    ask(page, {"do": "dice", "dice": [1, 1, 4, 6]})
    page.get_by_role("button", name="Diesen Zug nehmen").click()
    expect(page.locator(".choices")).to_have_count(0)
    ask(page, {"do": "dice", "dice": [1, 1, 4, 6]})
    expect(page.locator(".choices")).to_be_visible()
    expect(page.locator("main")).not_to_contain_text("%")
    forget_hints(page, table)
    page.context.close()


def forget_hints(page: Page, table: Table) -> None:
    """Gives everybody hints again, for the tests that follow."""
    end(page, table)
    names = [player.name for player in position_of(table.loop.model).players]
    begin = {
        "do": "begin",
        "names": names,
        "hints": ["on"] * len(names),
        "rules": ["base"],
        "settings": {},
        "starts": 0,
    }
    ask(page, begin)
    table.wait_for(lambda model: model.phase is Phase.WAITING, "the game")
