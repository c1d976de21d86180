"""What is to be seen for everything that can be known: `screens(model)`."""

from __future__ import annotations

from pi.core.model import Model
from pi.core.overlay_screens import OVERLAYS
from pi.core.screen import Icon, Screen
from pi.core.sentences import ICON_TEXTS
from pi.core.table_screens import PHASES
from pi.core.texts import say

__all__ = ["ICON_TEXTS", "screens"]


def screens(model: Model) -> Screen:
    """The screen that shows a model."""

    def speak(text: str, **values: object) -> str:
        return say(model.language, text, **values)

    if model.overlay is not None:
        screen = OVERLAYS[type(model.overlay)](model, speak)
    else:
        screen = PHASES[model.phase](model, speak)
    return Screen(screen.title, screen.dice, screen.rows, screen.hint, _icons(model))


def _icons(model: Model) -> tuple[Icon, ...]:
    shown = {
        Icon.NO_CAMERA: model.has_trouble("camera"),
        Icon.NOT_SAVED: model.has_trouble("record"),
        Icon.LAST_ROUND: model.game is not None and model.game.position.last_round and not model.game.position.over,
    }
    return tuple(icon for icon, is_shown in shown.items() if is_shown)
