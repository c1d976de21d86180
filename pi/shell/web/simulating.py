"""The simulated tray as the page commands it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from engine.dice import GOAT
from pi.core.model import DICE

if TYPE_CHECKING:
    from hardware.simulated.camera import SimulatedCamera, SimulatedTray


class Simulation:
    """Hands on the simulated tray, and on the cable of its camera."""

    def __init__(self, made: Callable[[], tuple[SimulatedTray, SimulatedCamera]], chance: random.Random) -> None:
        """Touches nothing yet.

        Args:
            made: gives tray and camera, which may only now be made.
            chance: throws the dice.
        """
        self._made = made
        self._chance = chance

    def answer(self, ask: dict[str, Any]) -> None:
        """Does what was asked for; raises ValueError with the reason when that can't be done."""
        tray, camera = self._made()
        match ask["do"]:
            case "throw":
                tray.throw([_face(one) for one in ask.get("faces") or self._chance.choices(range(1, 7), k=DICE)])
            case "push":
                tray.push([[_face(one) for one in group] for group in ask["groups"]])
            case "turn":
                tray.turn(_face(ask["face"]), _face(ask["to"]))
            case "hand":
                _HANDS[ask["what"]](tray)
            case "disturb":
                tray.disturb(ask["what"])
            case "plug" if ask["plugged"]:
                camera.plug()
            case "plug":
                camera.unplug()


def _face(told: int | str) -> int:
    """A face as the tray has it."""
    if isinstance(told, int):
        return told
    if told != "goat":
        raise ValueError(f"face: a die shows 1 to 6 or a goat, not {told!r}")
    return GOAT


_HANDS: Mapping[str, Callable[[SimulatedTray], None]] = {
    "clear": lambda tray: tray.clear(),
    "cover": lambda tray: tray.cover(),
    "uncover": lambda tray: tray.uncover(),
    "straighten": lambda tray: tray.straighten(),
}
