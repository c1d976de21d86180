"""The companion page as the table knows it: where it is, and the codes that let a browser in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Page:
    """Where the page is and who may come in.

    Attributes:
        address: to type into a browser, without "http://".
        player: code for those who play; empty when no code is needed.
        viewer: code for those who only watch; empty when no code is needed.
    """

    address: str
    player: str = ""
    viewer: str = ""


@dataclass(frozen=True, slots=True)
class PageOpened:
    """The page is there, or its codes are new."""

    page: Page
    at: float


@dataclass(frozen=True, slots=True)
class PageShown:
    """An overlay: address and codes are on the display; they let browsers in only while they are."""
