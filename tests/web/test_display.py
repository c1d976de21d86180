"""The page on the device's own display: found in the menu, with its address and codes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.ports import Button
from pi.core.events import ButtonPressed
from pi.core.language import Language
from pi.core.menu import menu_items
from pi.core.model import Model
from pi.core.overlay_values import Menu, MenuItem
from pi.core.page import Page, PageOpened, PageShown
from pi.core.screens import screens
from pi.core.update import update
from pi.shell.render import fits, screen_lines
from tests.pi.driving import AT, new_table

PAGE = Page("192.168.100.200:8064", "123456", "654321")


def opened(model: Model, page: Page = PAGE) -> Model:
    return update(model, PageOpened(page, AT)).model


def press(model: Model, button: Button) -> Model:
    return update(model, ButtonPressed(button, held=False, at=AT)).model


def shown(model: Model) -> Model:
    """The model with the page chosen in its menu."""
    items = menu_items(model)
    return press(replace(model, overlay=Menu(items.index(MenuItem.PAGE))), Button.OK)


@pytest.mark.parametrize("model", [Model(), new_table()], ids=["set-up", "a game"])
def test_the_menu_offers_the_page_where_there_is_one(model: Model) -> None:
    assert MenuItem.PAGE not in menu_items(model)
    assert MenuItem.PAGE in menu_items(opened(model))


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            Language.ENGLISH,
            ("Phone", " 192.168.100.200:8064", " To play           123 456", " To watch          654 321"),
        ),
        (
            Language.GERMAN,
            ("Handy", " 192.168.100.200:8064", " Mitspielen        123 456", " Zuschauen         654 321"),
        ),
    ],
)
def test_address_and_codes_are_shown(language: Language, lines: tuple[str, ...]) -> None:
    screen = screens(replace(shown(opened(new_table())), language=language))
    assert fits(screen)
    assert screen_lines(screen)[: len(lines)] == lines


def test_a_page_of_this_machine_alone_needs_no_codes() -> None:
    screen = screens(shown(opened(new_table(), Page("127.0.0.1:8064"))))
    assert [row.text for row in screen.rows] == ["127.0.0.1:8064"]


@pytest.mark.parametrize("button", list(Button))
def test_any_button_hides_the_codes(button: Button) -> None:
    model = opened(new_table())
    assert press(shown(model), button) == replace(model, presses=2)


def test_new_codes_take_the_place_of_the_old_ones_while_they_are_shown() -> None:
    model = opened(shown(opened(new_table())), Page(PAGE.address, "111111", "222222"))
    assert model.overlay == PageShown()
    assert screens(model).rows[1].right == "111 111"
