"""Drawn trays of dice at rest, to measure the reader with: each follows from its number."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from hardware.simulated.scene import Scene

FRAME_WH: Final = (640, 480)
FUSED: Final = 5
"""So many frames of a drawn tray are fused."""
LOOKS: Final = (
    ((206, 228, 236), (34, 30, 30)),
    ((245, 245, 245), (20, 20, 20)),
    ((40, 40, 190), (240, 240, 240)),
    ((35, 35, 35), (235, 235, 235)),
    ((150, 90, 30), (240, 240, 240)),
    ((60, 200, 230), (25, 25, 25)),
    ((60, 130, 60), (235, 240, 240)),
    ((90, 120, 160), (30, 35, 45)),
)
"""Colours of dice and of their pips, blue-green-red."""
GROUNDS: Final = ((62, 84, 40), (40, 40, 40), (60, 50, 130), (120, 90, 50), (130, 140, 150), (70, 100, 140))
"""Colours of the tray's ground, blue-green-red."""


DRAWN: Final = Path("drawn")
"""Stands for the folder of what lies in none: the picture `drawn/17` is the tray of seed 17."""


def drawn_scene(seed: int) -> Scene:
    """Four dice at rest, some touching, under some lamp and camera; the same for the same seed."""
    from hardware.simulated.scene import DrawnDie, Scene, View
    from hardware.simulated.tray import top_corners

    chance = random.Random(seed)
    body_bgr, pip_bgr = chance.choice(LOOKS)
    size_mm = chance.uniform(14, 18)
    view = View(chance.uniform(0, 20), chance.uniform(290, 420))
    dice: list[DrawnDie] = []
    while len(dice) < 4:
        partner = dice[-1] if dice and chance.random() < 0.2 else None
        place, angle_deg = (chance.uniform(-64, 64), chance.uniform(-43, 43)), chance.uniform(0, 360)
        if partner is not None:
            angle_deg = partner.angle_deg
            x, y = (1.03 * size_mm * turn(math.radians(angle_deg)) for turn in (math.cos, math.sin))
            place = (partner.centre_mm[0] + x, partner.centre_mm[1] + y)
        die = DrawnDie(chance.randint(1, 6), place, angle_deg, size_mm, body_bgr=body_bgr, pip_bgr=pip_bgr)
        is_seen = all(4 < x < FRAME_WH[0] - 4 and 4 < y < FRAME_WH[1] - 4 for x, y in top_corners(die, view))
        on_ground = abs(place[0]) <= 64 and abs(place[1]) <= 43
        apart = all(math.dist(place, other.centre_mm) > 1.45 * size_mm for other in dice if other is not partner)
        if is_seen and on_ground and apart:
            dice.append(die)
    return Scene(
        tuple(dice),
        view=view,
        lamp=chance.uniform(0.5, 1.15),
        ground_bgr=chance.choice(GROUNDS),
        noise=chance.uniform(1, 5),
        noise_seed=seed * FUSED,
    )
