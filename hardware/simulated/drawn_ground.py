"""Draws the empty tray on its table: felt inside a wooden rim, lit by one lamp."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.brushes import Floats, Image, fill, shaded
from hardware.simulated.geometry import AMBIENT, LIGHT, project
from hardware.simulated.scene import GROUND_WH_MM, Colour, View
from hardware.simulated.sensor import SIZE_WH

RIM_HEIGHT_MM: Final = 16.0
RIM_WIDTH_MM: Final = 7.0
RIM_CORNER_MM: Final = 10.0
WOOD: Final[Colour] = (58, 92, 140)
TABLE: Final[Colour] = (96, 104, 112)


@lru_cache(maxsize=4)
def ground(ground_bgr: Colour, view: View) -> Image:
    """The empty tray on its table."""
    image = np.full((SIZE_WH[1], SIZE_WH[0], 3), TABLE, dtype=np.uint8)
    outer = _rim_line(RIM_WIDTH_MM, RIM_HEIGHT_MM)
    inner = _rim_line(0.0, RIM_HEIGHT_MM)
    foot = _rim_line(0.0, 0.0)
    fill(image, project(outer, view), WOOD)
    for i, j in zip(range(len(foot)), [*range(1, len(foot)), 0], strict=True):
        wall = np.stack([inner[i], inner[j], foot[j], foot[i]])
        outwards = (foot[i] + foot[j]) / 2
        shade = AMBIENT * 0.7 + 0.5 * max(0.0, float(-outwards @ LIGHT) / float(np.linalg.norm(outwards)))
        fill(image, project(wall, view), shaded(WOOD, shade))
    felt = np.zeros(image.shape[:2], np.uint8)
    fill(felt, project(foot, view), 255)
    covered = (felt > 0)[..., None]
    colour = np.where(covered, np.array(ground_bgr, np.uint8), image)
    lit = colour * _texture_of_ground(felt)[..., None] * _pool_of_light()[..., None]
    return np.asarray(np.clip(lit, 0, 255), dtype=np.uint8)


def _texture_of_ground(felt: Image) -> NDArray[np.float32]:
    """Fibres and the soft shadow that the rim throws on the felt, as a factor for each pixel."""
    random = np.random.default_rng(1)
    fine = cv2.GaussianBlur(random.standard_normal(felt.shape).astype(np.float32), (0, 0), 0.8)
    coarse = cv2.GaussianBlur(random.standard_normal(felt.shape).astype(np.float32), (0, 0), 4)
    fibres = 1 + 0.10 * fine + 0.25 * coarse
    shift = np.array([[1, 0, -LIGHT[0] * 30], [0, 1, LIGHT[1] * 30]], dtype=np.float64)
    lit = cv2.GaussianBlur(cv2.warpAffine(felt, shift, SIZE_WH), (0, 0), 7).astype(np.float32) / 255
    factor = np.where(felt > 0, fibres * (0.6 + 0.4 * lit), 1 + 0.04 * coarse)
    return factor.astype(np.float32)


def _pool_of_light() -> NDArray[np.float32]:
    """The lamp lights the middle more than the corners."""
    y, x = np.mgrid[0 : SIZE_WH[1], 0 : SIZE_WH[0]].astype(np.float32)
    far = np.hypot(x - SIZE_WH[0] * 0.45, y - SIZE_WH[1] * 0.45) / SIZE_WH[0]
    return np.asarray(1.06 - 0.42 * far**2, dtype=np.float32)


def _rim_line(out_mm: float, z_mm: float) -> Floats:
    """The inner edge of the rim (n, 3), widened by `out_mm`, at one height."""
    radius = RIM_CORNER_MM + out_mm
    inset = np.array(GROUND_WH_MM) / 2 - RIM_CORNER_MM
    arcs = [
        [sx * inset[0] + radius * np.cos(a), sy * inset[1] + radius * np.sin(a), z_mm]
        for sx, sy, start in ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
        for a in np.deg2rad(np.linspace(start, start + 90, 7))
    ]
    return np.array(arcs)
