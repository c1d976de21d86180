"""A summit tile entered on the page by keys alone, as a person does it, and how long that takes a person.

The estimate is the keystroke-level model: S. K. Card, T. P. Moran, A. Newell, The keystroke-level model for user
performance time with interactive systems, Communications of the ACM 23 (7), 1980.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from playwright.sync_api import expect

if TYPE_CHECKING:
    from playwright.sync_api import Page

KEY_S: Final = {"average typist": 0.28, "looks for every key": 1.2}
"""One key (K): of an average skilled typist, and of somebody who is unfamiliar with the keyboard."""
POINT_S: Final = 1.1
"""Pointing at something with the mouse (P)."""
CLICK_S: Final = 0.2
"""Pressing and letting go of its button (BB)."""
HAND_S: Final = 0.4
"""A hand goes to the keyboard or to the mouse (H)."""
THINK_S: Final = 1.35
"""Making up one's mind (M): before each field, and before each click."""

CLICKS: Final = 2
"""New card, and Keep the card."""

COUNTING = """() => {
    window.effort = {keys: 0, fields: new Set()};
    addEventListener('keydown', ({target}) => { window.effort.keys += 1; window.effort.fields.add(target.id); }, true);
}"""


@dataclass(frozen=True, slots=True)
class Effort:
    """What entering a card took.

    Attributes:
        fields: that were filled in or chosen.
        keys: that were pressed, those from field to field included.
    """

    fields: int
    keys: int

    def seconds(self, key_s: float) -> float:
        """How long it takes a person who knows what the card says; `key_s` for each key."""
        clicking = CLICKS * (POINT_S + CLICK_S + THINK_S) + 2 * HAND_S
        return self.keys * key_s + self.fields * THINK_S + clicking


def entered(page: Page, code: str) -> Effort:
    """Types a summit tile into the empty form: whoever reaches the top of its mountain takes a token of the 5."""
    expect(page.get_by_label("Code on the card")).to_be_focused()
    page.evaluate(COUNTING)
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
    fields, count = page.evaluate("[window.effort.fields.size, window.effort.keys]")
    return Effort(fields, count)
