"""On the page: the camera is aimed, the tray and a face are learnt, ten rolls tested, and mishaps shown."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

pytest.importorskip("playwright", reason="no Playwright: install the test extra")

from playwright.sync_api import expect

from hardware.simulated.camera import SimulatedTray
from pi.core.model import Phase, Tray
from pi.shell.calibrations import CALIBRATION_NAME
from pi.shell.faces import load_faces
from pi.shell.web.aiming import ROLLS
from tests.pi.driving import settled
from tests.vision.symbols import drawn
from tests.web.driving import Table
from tests.web.pages import IN_CHROMIUM, PATIENCE_MS, begun, opened

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = IN_CHROMIUM
THROWN = 2
"""Of the ten rolls so many are thrown on the simulated tray, which takes seconds; the table is told of the rest."""


def tray_of(table: Table) -> SimulatedTray:
    assert table.tray is not None
    return table.tray


def dice_found(page: Page) -> Locator:
    return page.locator(".gauge", has_text="Dice found").locator("span").first


def test_the_empty_tray_is_learnt_and_its_outline_drawn(browser: Browser, table: Table) -> None:
    page = opened(browser, table, "/aim")
    tray_of(table).throw((1, 2, 3, 4))
    expect(page.get_by_role("meter", name="Light")).to_have_attribute("aria-valuetext", "good")
    expect(dice_found(page)).to_have_text("4")
    page.get_by_role("button", name="Learn the empty tray").click()
    expect(page.get_by_text("something lies on the tray")).to_be_visible()
    assert not (table.folder / CALIBRATION_NAME).exists()

    tray_of(table).clear()
    table.wait_for(lambda model: model.tray is Tray.EMPTY, "an empty tray")
    page.get_by_role("button", name="Learn the empty tray").click()
    expect(page.get_by_text("Learnt: the tray fills")).to_be_visible()
    expect(page.locator(".camera .outline")).to_be_visible()
    assert (table.folder / CALIBRATION_NAME).exists()
    page.context.close()


def test_a_special_face_is_taught_and_forgotten(browser: Browser, table: Table) -> None:
    page = opened(browser, table, "/aim")
    image, _scene = drawn(random.Random(3), ["star"])
    tray_of(table).show_photo(image)
    expect(dice_found(page)).to_contain_text("1")
    page.get_by_label("Name").fill("star")
    page.get_by_role("button", name="Teach").click()
    expect(page.get_by_text("star: 1 examples")).to_be_visible()
    assert load_faces(table.folder).names == ("star",)
    page.get_by_role("button", name="Forget").click()
    expect(page.get_by_text("star: 1 examples")).to_have_count(0)
    assert load_faces(table.folder).names == ()
    page.context.close()


def test_ten_rolls_are_tested(browser: Browser, table: Table) -> None:
    begun(browser, table).context.close()
    page = opened(browser, table, "/aim")
    page.get_by_role("button", name="Start again").click()
    for count in range(1, THROWN + 1):
        page.get_by_role("button", name="Throw", exact=True).click()
        expect(page.locator(".rolls li")).to_have_count(count, timeout=PATIENCE_MS)
    for count in range(THROWN + 1, ROLLS + 1):
        table.loop.post(settled(1, 2, 3, count % 6 + 1))
        expect(page.locator(".rolls li")).to_have_count(count)
    expect(page.get_by_text(f"{ROLLS} of {ROLLS} thrown")).to_be_visible()
    page.get_by_role("button", name="Start again").click()
    expect(page.locator(".rolls li")).to_have_count(0)
    page.context.close()


def test_mishaps_are_made_and_shown(browser: Browser, table: Table) -> None:
    begun(browser, table).context.close()
    tray_of(table).clear()
    table.wait_for(lambda model: model.tray is Tray.EMPTY, "an empty tray")
    page = opened(browser, table, "/device")
    page.get_by_role("button", name="Cover").click()
    table.wait_for(lambda model: model.tray is Tray.BLOCKED, "a hand over the tray")
    page.get_by_role("button", name="Uncover").click()
    table.wait_for(lambda model: model.tray is not Tray.BLOCKED, "the hand gone")
    page.get_by_role("button", name="Throw", exact=True).click()
    table.wait_for(lambda model: model.phase is Phase.CHOOSING, "the roll")

    page.get_by_text("Mishaps").click()
    page.get_by_role("button", name="Pull the camera’s cable").click()
    expect(page.get_by_role("alert")).to_contain_text("camera")
    expect(page.get_by_text("The camera gives no picture")).to_be_visible()
    page.get_by_role("button", name="Put the cable back").click()
    expect(page.get_by_role("alert")).to_have_count(0, timeout=PATIENCE_MS)
    expect(page.locator(".camera img")).to_be_visible()
    assert table.loop.model.phase is Phase.CHOOSING
    page.context.close()
