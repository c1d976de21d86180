"""Draws a hand over the tray: drawn once, pointing along x, then moved into place."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from hardware.simulated.brushes import Floats, Image, blend, darken, softened
from hardware.simulated.geometry import FOCAL_PX, LIGHT, pixels_and_depth
from hardware.simulated.scene import Colour, Hand, View
from hardware.simulated.sensor import SIZE_WH

SKIN: Final[Colour] = (138, 168, 214)
SLEEVE: Final[Colour] = (92, 58, 44)

HAND_PX_PER_MM: Final = 2.0
HAND_HEIGHT_MM: Final = 40.0
HAND_BOX_MM: Final = (-330.0, -80.0, 120.0, 80.0)
"""Left, bottom, right, top of the drawn hand around the middle of its palm."""
SLEEVE_FROM_MM: Final = -150.0
HAND_LIMBS_MM: Final = (
    (-320.0, 0.0, -60.0, 0.0, 58.0),
    (-45.0, 0.0, 8.0, 0.0, 84.0),
    (15.0, -32.0, 74.0, -38.0, 17.0),
    (25.0, -11.0, 92.0, -13.0, 19.0),
    (25.0, 11.0, 98.0, 13.0, 20.0),
    (18.0, 31.0, 88.0, 37.0, 19.0),
    (-25.0, 32.0, 38.0, 62.0, 22.0),
)
"""Forearm, palm, four fingers and thumb: from x, y to x, y, width."""


@lru_cache(maxsize=1)
def _hand_picture() -> Image:
    """The hand (h, w, 4): colour and, in the fourth channel, how much of it is there; outside it all is zero."""
    left, bottom, right, top = HAND_BOX_MM
    scale = HAND_PX_PER_MM
    height, width = round((top - bottom) * scale), round((right - left) * scale)
    alpha = np.zeros((height, width), np.uint8)
    relief = np.zeros((height, width), np.float32)
    for x0, y0, x1, y1, thick in HAND_LIMBS_MM:
        limb = np.zeros_like(alpha)
        ends = [(round((x - left) * scale), round((top - y) * scale)) for x, y in ((x0, y0), (x1, y1))]
        cv2.line(limb, ends[0], ends[1], (255,), round(thick * scale), cv2.LINE_AA)
        alpha = np.maximum(alpha, limb)
        rounded = cv2.GaussianBlur(limb, (0, 0), thick * scale * 0.16) / np.float32(255)
        relief = np.maximum(relief, np.where(limb > 0, rounded, 0))
    height_of_skin = cv2.GaussianBlur(relief, (0, 0), 2.0)
    from_palm = np.arange(width) / scale + left
    colour = np.where((from_palm < SLEEVE_FROM_MM)[None, :, None], np.array(SLEEVE), np.array(SKIN))
    lit = colour * (0.38 + 0.62 * height_of_skin[..., None]) * (alpha[..., None] / 255)
    return np.dstack([np.clip(lit, 0, 255).astype(np.uint8), alpha])


def draw_hand(image: Image, hand: Hand, view: View) -> None:
    """Draws the hand and its soft shadow."""
    picture = _hand_picture()
    shadow_mm = -LIGHT[:2] / LIGHT[2] * HAND_HEIGHT_MM
    quarter = tuple(side // 4 for side in SIZE_WH)  # the shadow is soft anyway
    shadow = cv2.warpAffine(picture[..., 3], _hand_to_picture(hand, view, shadow_mm) / 4, quarter)
    darken(image, (0, 0, *SIZE_WH), cv2.resize(softened(shadow, 3.0), SIZE_WH), 0.5)
    seen = cv2.warpAffine(picture, _hand_to_picture(hand, view, np.zeros(2)), SIZE_WH)
    x, y, w, h = cv2.boundingRect(cv2.extractChannel(seen, 3))
    cut = seen[y : y + h, x : x + w]
    if cut.size:
        blend(image, (x, y, x + w, y + h), cv2.cvtColor(cut, cv2.COLOR_BGRA2BGR), cv2.extractChannel(cut, 3))


def _hand_to_picture(hand: Hand, view: View, shift_mm: Floats) -> Floats:
    """The affine map (2, 3) from pixels of the drawn hand to pixels of the picture."""
    palm = np.array([[hand.palm_mm[0] + shift_mm[0], hand.palm_mm[1] + shift_mm[1], HAND_HEIGHT_MM]])
    flat, depth = pixels_and_depth(palm, view)
    scale = FOCAL_PX / depth[0] / HAND_PX_PER_MM
    c, s = scale * np.cos(np.deg2rad(hand.points_deg)), scale * np.sin(np.deg2rad(hand.points_deg))
    linear = np.array([[c, s], [-s, c]])
    middle = np.array([-HAND_BOX_MM[0], HAND_BOX_MM[3]]) * HAND_PX_PER_MM
    return np.hstack([linear, (flat[0] - linear @ middle)[:, None]])
