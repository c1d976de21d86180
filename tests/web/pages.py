"""What the tests of the page do in a real browser: Chromium, driven by Playwright."""

from __future__ import annotations

import os
import re
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright", reason="no Playwright: install the test extra")

from playwright.sync_api import expect

from engine.position_json import position_json
from pi.core.model import Phase
from tests.web.driving import PATIENCE_S, Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM = os.environ.get("GOATHERD_CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
IN_CHROMIUM = [
    pytest.mark.skipif(
        CHROMIUM is None, reason="no Chromium: install the package chromium, or name it in GOATHERD_CHROMIUM"
    ),
    # On a busy machine one page in some hundred draws no frame and settles no promise, for as long as one waits.
    pytest.mark.flaky(reruns=2),
]
PATIENCE_MS = 1000 * PATIENCE_S
expect.set_options(timeout=PATIENCE_MS)


def opened(browser: Browser, table: Table, path: str = "/", **options: Any) -> Page:
    context: BrowserContext = browser.new_context(**({"locale": "en-GB"} | options))
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: table.faults.append(error))
    page.goto(table.url + path)
    return page


PHONE_WIDTH = 360
PHONE: dict[str, Any] = {"viewport": {"width": PHONE_WIDTH, "height": 740}}
AXE = """(patience) => Promise.race([
    axe.run({ resultTypes: ['violations'] }).then((results) => results.violations),
    new Promise((end) => setTimeout(end, patience, null)),
])"""


def serious_violations(page: Page) -> list[tuple[str, list[str]]]:
    """What axe finds serious: each rule, and the elements that break it."""
    from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]

    hold_still(page)
    page.evaluate(AXE_SCRIPT)
    found = page.evaluate(AXE, PATIENCE_MS)
    assert found is not None, "axe came to no end"
    return [
        (one["id"], [node["html"][:120] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def fits_a_phone(page: Page) -> bool:
    return bool(page.evaluate("(room) => document.documentElement.scrollWidth <= room", PHONE_WIDTH))


def hold_still(page: Page) -> None:
    """Leaves what the page asks from now on without an answer: axe walks through its elements over many moments."""
    if page.locator(".camera").count():
        expect(page.locator(".camera img")).to_be_visible()
    page.route("**/api/**", lambda _: None)


def throw(table: Table, *faces: int) -> None:
    assert table.tray is not None
    table.tray.throw(faces)
    table.wait_for(lambda model: model.phase is Phase.CHOOSING, f"the roll {faces}")


SEES_MORE_THAN = """async ([number, patience]) => {
    const { state } = await import('/state.js');
    for (const until = Date.now() + patience; state.game.number <= number; ) {
        if (Date.now() > until) throw new Error(`the page still shows state ${number}`);
        await new Promise((again) => setTimeout(again, 10));
    }
}"""


def ask(page: Page, command: dict[str, Any]) -> None:
    """Changes the game as the page shows it, and waits until the page shows what follows."""
    number = page.evaluate("async () => (await import('/state.js')).state.game.number")
    answer = page.evaluate("async (ask) => (await import('/state.js')).ask('table', ask)", command | {"number": number})
    assert answer["result"] == "done", answer
    page.evaluate(SEES_MORE_THAN, [number, PATIENCE_MS])


def begun(browser: Browser, table: Table, locale: str = "en-GB") -> Page:
    """A page on a game of Ann and Bo that just began; one that runs is ended first."""
    page = opened(browser, table, locale=locale)
    expect(page.locator("main h1")).to_be_visible()
    if table.loop.model.phase is not Phase.SETUP:
        end(page, table)
    ask(page, {"do": "begin", "names": ["Ann", "Bo"], "rules": ["base"], "settings": {}, "starts": 0})
    table.wait_for(lambda model: bool(model.game) and model.phase is Phase.WAITING, "the game")
    return page


def end(page: Page, table: Table) -> None:
    """Ends the game that runs."""
    game = table.loop.model.game
    assert game is not None
    if not game.position.over:
        ask(page, {"do": "position", "position": position_json(replace(game.position, over=True, last_round=True))})
        table.wait_for(lambda model: model.phase is Phase.OVER, "the end")
    expect(page.get_by_role("button", name=re.compile("Rematch|Revanche"))).to_be_visible()
