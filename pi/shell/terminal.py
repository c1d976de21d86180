"""The appliance in a terminal: the screen in a frame, the tray below it, and what the keys do."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.simulated.scene import GOAT, face_text
from pi.core.language import Language
from pi.core.screen import Screen
from pi.core.screens import ICON_TEXTS
from pi.core.texts import say
from pi.shell.render import screen_lines

COLUMNS = 26
ROWS = 10
_DICE_SIGNS = "⚀⚁⚂⚃⚄⚅"
KEYS = ("t throw   c clear   q quit", "↓ next   ↑ back   Enter OK   u undo", "capitals N B O U: hold")


def terminal_lines(screen: Screen, faces: Sequence[int] | None, language: Language) -> tuple[str, ...]:
    """What the terminal shows.

    Args:
        screen: of the appliance.
        faces: of the dice on the simulated tray; None without one.
        language: of the words round it.
    """
    lines = screen_lines(screen, COLUMNS, lambda icon: say(language, ICON_TEXTS[icon]))
    padded = [*lines, *[""] * (ROWS - len(lines))]
    framed = [f"  │ {line:<{COLUMNS}} │" for line in padded]
    edge = "─" * (COLUMNS + 2)
    tray = () if faces is None else (f"  {say(language, 'Tray')}: {_dice_text(faces)}", "")
    keys = tuple(f"  {say(language, line)}" for line in KEYS)
    return (f"  ┌{edge}┐", *framed, f"  └{edge}┘", "", *tray, *keys)


def _dice_text(faces: Sequence[int]) -> str:
    return "  ".join(face_text(face) if face == GOAT else f"{_DICE_SIGNS[face - 1]} {face}" for face in faces) or "-"
