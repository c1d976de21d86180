"""Draws dice on a tray as a camera above them would see them.

A pinhole camera, rounded cubes with pips on every face they show, one lamp from the upper left with soft shadows,
felt inside a wooden rim, a hand, motion blur and sensor noise. The same scene gives the same picture, bit for bit on
one machine.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from hardware.simulated.brushes import Image
from hardware.simulated.drawn_die import draw_die, face_square, pose, shade_ground
from hardware.simulated.drawn_ground import ground
from hardware.simulated.drawn_hand import draw_hand
from hardware.simulated.drawn_sheet import draw_sheet
from hardware.simulated.geometry import eye_of, project
from hardware.simulated.scene import Colour, DrawnDie, Scene, View
from hardware.simulated.sensor import exposed


def draw_tray(scene: Scene) -> Image:
    """Draws a scene.

    Returns:
        uint8, shape (480, 640, 3), blue-green-red; a new array each time.
    """
    image = _table(scene.dice, scene.ground_bgr, scene.view).copy()
    for sheet in scene.sheets:
        draw_sheet(image, sheet, scene.view)
    if scene.hand is not None:
        draw_hand(image, scene.hand, scene.view)
    return exposed(image, scene)


def top_corners(die: DrawnDie, view: View) -> tuple[tuple[float, float], ...]:
    """Says where the four corners of a die's `face` are in the picture, in pixels, in order around it."""
    corners = project(face_square(die, die.face), view)
    return tuple((float(x), float(y)) for x, y in corners)


@lru_cache(maxsize=4)
def _table(dice: tuple[DrawnDie, ...], ground_bgr: Colour, view: View) -> Image:
    """The tray with the dice on it; kept, because dice at rest are drawn many times."""
    image = ground(ground_bgr, view).copy()
    eye = eye_of(view)
    far_first = sorted(dice, key=lambda die: -float(np.linalg.norm(pose(die)[1] - eye)))
    for die in far_first:
        shade_ground(image, die, view)
    for die in far_first:
        draw_die(image, die, view)
    return image
