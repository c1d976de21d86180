"""How heavy and how quick the page is: `python -m tests.web.measure` prints the figures as JSON."""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import sync_playwright

from hardware.ports import Button
from pi.core.events import ButtonPressed
from tests.web.driving import Table, running_table
from tests.web.entering import KEY_S, entered
from tests.web.games import keep, played_game
from tests.web.hostile import server_memory_mb
from tests.web.pages import CHROMIUM, ask
from tests.web.test_static import STATIC

if TYPE_CHECKING:
    from playwright.sync_api import Browser

PRESSES = 30
SLOWER = 4
FIRST_VIEWS = 5


def first_view_ms(browser: Browser, table: Table) -> float:
    """From asking for the page to the drawn board, with the processor slowed down and nothing in the cache."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.add_init_script(
        "new MutationObserver(() => { if (!window.drawnAt && document.querySelector('.board .walker'))"
        " requestAnimationFrame(() => { window.drawnAt ??= performance.now(); }); })"
        ".observe(document, {childList: true, subtree: true});"
    )
    page.goto(table.url + "/")
    page.wait_for_function("() => window.drawnAt")
    drawn: float = page.evaluate("window.drawnAt")
    context.close()
    return drawn


def first_view_work_ms(browser: Browser, table: Table) -> float:
    """The processor time of the page's main thread until then, at full speed: no other program changes it."""
    context = browser.new_context(viewport={"width": 360, "height": 740})
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.goto(table.url + "/")
    page.wait_for_selector(".board .walker")
    metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    context.close()
    return 1000 * float(metrics["TaskDuration"])


def loaded_bytes(browser: Browser, table: Table) -> int:
    """What is sent over the wire for all pages, one after the other."""
    context = browser.new_context()
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    total = 0

    def finished(event: dict[str, Any]) -> None:
        nonlocal total
        total += int(event["encodedDataLength"])

    session.on("Network.loadingFinished", finished)
    page.goto(table.url + "/")
    for name in ("Aim", "Games", "Correct", "Device"):
        page.get_by_role("link", name=name).click()
        page.wait_for_selector("main > :not(.waiting)")
    context.close()
    return total


def delays_ms(browser: Browser, table: Table) -> list[float]:
    """From the device's own screen to the same picture on the page."""
    page = browser.new_page()
    page.goto(table.url + "/device")
    page.wait_for_selector("canvas[data-pixels]")
    page.evaluate(
        "window.seenAt = [];"
        "new MutationObserver(() => requestAnimationFrame(() => window.seenAt.push(Date.now() / 1000)))"
        ".observe(document.querySelector('canvas'), {attributes: true, attributeFilter: ['data-pixels']})"
    )
    delays = []
    for _ in range(PRESSES):
        shown, seen = len(table.shown_at), page.evaluate("window.seenAt.length")
        table.loop.post(ButtonPressed(Button.NEXT, held=False, at=time.monotonic()))
        page.wait_for_function("count => window.seenAt.length > count", arg=seen)
        delays.append(1000 * (page.evaluate("window.seenAt.at(-1)") - table.shown_at[shown]))
    page.close()
    return delays


def entering(browser: Browser, table: Table) -> dict[str, Any]:
    """What entering a card takes: fields, keys, and seconds by the keystroke-level model."""
    page = browser.new_page()
    page.goto(table.url + "/cards/discovered")
    page.get_by_role("button", name="New card").click()
    effort = entered(page, "S1")
    page.close()
    seconds = {who: round(effort.seconds(key_s)) for who, key_s in KEY_S.items()}
    return {"fields": effort.fields, "keys": effort.keys, "seconds": seconds}


def main() -> None:
    """Measures on a table of its own."""
    argparse.ArgumentParser(description=main.__doc__).parse_args()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        keep(Path(folder), played_game(1))
        with running_table(Path(folder)) as table:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page()
            page.goto(table.url)
            page.wait_for_selector("main h1")
            names = ["Ann", "Bo", "Cy", "Di"]
            ask(page, {"do": "begin", "names": names, "rules": ["base"], "settings": {}, "starts": 0})
            page.wait_for_selector(".walker")
            ask(page, {"do": "dice", "dice": [1, 4, 5, 6]})
            memory = server_memory_mb(table)
            delays = delays_ms(browser, table)
            views = sorted(first_view_ms(browser, table) for _ in range(FIRST_VIEWS))
            figures = {
                "files_kb": round(sum(path.stat().st_size for path in STATIC.iterdir()) / 1000, 1),
                "sent_kb": round(loaded_bytes(browser, table) / 1000, 1),
                "first_view_ms": {
                    "processor_slowed": SLOWER,
                    "median": round(views[FIRST_VIEWS // 2]),
                    "most": round(views[-1]),
                },
                "first_view_work_ms": round(
                    statistics.median(first_view_work_ms(browser, table) for _ in range(FIRST_VIEWS))
                ),
                "entering_a_card": entering(browser, table),
                "screen_to_page_ms": {"median": round(statistics.median(delays)), "most": round(max(delays))},
                "server_memory_mb": {"begun": memory, "all pages seen": server_memory_mb(table)},
            }
            browser.close()
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
