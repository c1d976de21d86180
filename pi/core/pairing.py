"""The companion page on the display: where it is, and the codes that let browsers in while they are shown."""

from __future__ import annotations

from dataclasses import replace

from pi.core.events import ButtonPressed
from pi.core.handler import Next
from pi.core.model import Model
from pi.core.page import Page, PageOpened
from pi.core.recording import without_overlay
from pi.core.screen import Row, Screen
from pi.core.texts import Say


def page_opened(model: Model, event: PageOpened) -> Next:
    """The page is there, or has new codes."""
    return Next(replace(model, page=event.page))


def page_pressed(model: Model, event: ButtonPressed) -> Next:
    """Any button hides the codes."""
    return Next(without_overlay(model))


def page_screen(model: Model, speak: Say) -> Screen:
    """Address and codes."""
    page = Page("") if model.page is None else model.page
    codes = ((speak("To play"), page.player), (speak("To watch"), page.viewer))
    rows = (Row(page.address), *(Row(words, f"{code[:3]} {code[3:]}") for words, code in codes if code))
    return Screen(speak("Phone"), rows=rows, hint=speak("OK close"))
