"""What camera and light make of a drawn tray: knocks, lamp, mains flicker and noise."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import Light, Scene, Spot

Image = NDArray[np.uint8]

SIZE_WH: Final = (640, 480)


def exposed(image: Image, scene: Scene) -> Image:
    """Takes the picture of a scene that was drawn in even light.

    Args:
        image: uint8, shape (480, 640, 3), blue-green-red; may be given back as it is.
        scene: whose knock, lamp, light and noise are added.
    """
    if scene.shift_px != (0.0, 0.0) or scene.turn_deg:
        image = _knocked(image, scene.shift_px, scene.turn_deg)
    return _with_noise(_lit(image, scene.lamp, scene.light), scene.noise, scene.noise_seed)


def _knocked(image: Image, shift_px: Spot, turn_deg: float) -> Image:
    """The picture as a camera sees it that was knocked; what comes in from the edge looks like the edge."""
    warp = cv2.getRotationMatrix2D((SIZE_WH[0] / 2, SIZE_WH[1] / 2), turn_deg, 1.0)
    warp[:, 2] += np.array(shift_px)
    return np.asarray(cv2.warpAffine(image, warp, SIZE_WH, borderMode=cv2.BORDER_REPLICATE), dtype=np.uint8)


BANDS: Final = 2.3
"""Bright and dark bands in one picture: the mains' half waves during the read-out."""


def _lit(image: Image, lamp: float, light: Light) -> Image:
    if light.slope == (0.0, 0.0) and not light.bands:
        gain = lamp * light.lamp
        return image if gain == 1.0 else np.asarray(cv2.convertScaleAbs(image, alpha=gain), dtype=np.uint8)
    x, y = np.linspace(-1, 1, SIZE_WH[0]), np.linspace(1, -1, SIZE_WH[1])
    bands = light.bands * np.sin(2 * np.pi * (BANDS * y / 2 + light.bands_at))
    rows = lamp * light.lamp * (1 + bands) * (1 + light.slope[1] * y)
    gains = np.outer(rows, 1 + light.slope[0] * x).astype(np.float32)
    return np.asarray(cv2.multiply(image, cv2.merge([gains] * 3), dtype=cv2.CV_8U), dtype=np.uint8)


@lru_cache(maxsize=2)
def _noise_field(deviation: float) -> NDArray[np.int8]:
    """Grain larger than a picture, so that another part of it serves each frame."""
    random = np.random.default_rng(2)
    shape = (SIZE_WH[1] + 128, SIZE_WH[0] + 128)
    grey = random.standard_normal((*shape, 1)) * deviation * 0.9
    colour = random.standard_normal((*shape, 3)) * deviation * 0.5
    return np.clip(np.rint(grey + colour), -127, 127).astype(np.int8)


def _with_noise(image: NDArray[np.uint8], deviation: float, seed: int) -> Image:
    if deviation <= 0:
        return image
    x, y = np.random.default_rng(seed).integers(0, 128, 2)
    grain = _noise_field(deviation)[y : y + SIZE_WH[1], x : x + SIZE_WH[0]]
    return np.asarray(cv2.add(image, grain, dtype=cv2.CV_8U), dtype=np.uint8)
