"""Draws a die: a rounded cube with pips on every face that shows, and its soft shadow."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.brushes import (
    Floats,
    Image,
    blend,
    box_around,
    cast_shadow,
    disc,
    fill,
    hull,
    lighter,
    shaded,
    smeared,
)
from hardware.simulated.geometry import AMBIENT, FOCAL_PX, LIGHT, SQUARE, eye_of, pixels_and_depth, project, turn
from hardware.simulated.scene import GOAT, Colour, DrawnDie, Spot, View

ROUNDING: Final = 0.15
"""Radius of a die's corners, in edges."""
TEXTURE_PX: Final = 96
PIP_RADIUS: Final = 0.093
"""In edges, like the places of the pips."""
PIPS: Final[dict[int, tuple[Spot, ...]]] = {
    1: ((0, 0),),
    2: ((-0.25, 0.25), (0.25, -0.25)),
    3: ((-0.25, 0.25), (0, 0), (0.25, -0.25)),
    4: ((-0.25, -0.25), (-0.25, 0.25), (0.25, -0.25), (0.25, 0.25)),
    5: ((-0.25, -0.25), (-0.25, 0.25), (0, 0), (0.25, -0.25), (0.25, 0.25)),
    6: ((-0.25, -0.26), (-0.25, 0), (-0.25, 0.26), (0.25, -0.26), (0.25, 0), (0.25, 0.26)),
}

# The x axis of the pips, their y axis and the outward normal of each face, as rows on the die's own axes. Opposite
# faces sum to 7; seen from the corner that 1, 2 and 3 share, they run counter-clockwise, as on Western dice.
FACES: Final[dict[int, Floats]] = {
    1: np.array([[0.0, 1, 0], [0, 0, 1], [1, 0, 0]]),
    2: np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]),
    3: np.array([[1.0, 0, 0], [0, 1, 0], [0, 0, 1]]),
    4: np.array([[0.0, 1, 0], [1, 0, 0], [0, 0, -1]]),
    5: np.array([[1.0, 0, 0], [0, 0, 1], [0, -1, 0]]),
    6: np.array([[0.0, 0, 1], [0, 1, 0], [-1, 0, 0]]),
}

# A goat's head with horns and ears, over the face from -1 to 1, y down.
GOAT_HEAD: Final = ((-0.24, -0.2), (0.24, -0.2), (0.2, 0.2), (0.07, 0.66), (-0.07, 0.66), (-0.2, 0.2))
GOAT_LINES: Final = (
    ((-0.12, -0.2), (-0.22, -0.48), (-0.45, -0.68)),
    ((0.12, -0.2), (0.22, -0.48), (0.45, -0.68)),
    ((-0.55, -0.06), (0.55, -0.06)),
)
GOAT_LINE_WIDTH: Final = 0.13

CORNERS: Final[Floats] = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
CIRCLE: Final[Floats] = np.array([[np.cos(a), np.sin(a)] for a in np.linspace(0, 2 * np.pi, 16, endpoint=False)])


@lru_cache(maxsize=64)
def pose(die: DrawnDie) -> tuple[Floats, Floats]:
    """Returns the rotation (3, 3) from the die's own axes to the tray's, and the die's middle (3,) in mm."""
    tipped = turn(0, die.tip_deg[0]) @ turn(1, die.tip_deg[1])
    rotation: Floats = tipped @ turn(2, die.angle_deg) @ FACES[die.face or 1]  # a goat is where the 1 would be
    half, radius = die.size_mm / 2, die.size_mm * ROUNDING
    lowest = np.min(CORNERS @ rotation.T, axis=0)[2] * (half - radius) - radius
    return rotation, np.array([*die.centre_mm, die.lift_mm - lowest])


def face_square(die: DrawnDie, face: int) -> Floats:
    """The corners (4, 3) of one face in mm, in the order of SQUARE."""
    rotation, middle = pose(die)
    corners: Floats = SQUARE @ FACES[face or 1] @ rotation.T * (die.size_mm / 2) + middle
    return corners


def shade_ground(image: Image, die: DrawnDie, view: View) -> None:
    """Darkens the ground where the die keeps the lamp off it, most where it touches."""
    rotation, middle = pose(die)
    corners = CORNERS @ rotation.T * (die.size_mm / 2 * (1 - ROUNDING / 2)) + middle
    thrown = corners - np.maximum(corners[:, 2:], 0) / LIGHT[2] * LIGHT
    below = corners * np.array([1.0, 1.0, 0.0])
    px_per_mm = FOCAL_PX / view.distance_mm
    for outline, depth, blur_mm in ((thrown, 0.45, 0.9 + 0.12 * die.lift_mm), (below, 0.35, 0.7 + 0.3 * die.lift_mm)):
        cast_shadow(image, hull(project(outline, view)), blur_mm * px_per_mm, depth)


def draw_die(image: Image, die: DrawnDie, view: View) -> None:
    """Draws the rounded body first, then the flat part of every face that looks at the camera."""
    rotation, _ = pose(die)
    outline = _outline(die, view)
    smear_px = np.array(die.smear_mm) * (FOCAL_PX / view.distance_mm)
    box = box_around(outline, margin=3 + int(np.max(np.abs(smear_px))))
    if box is None:
        return
    left, top, right, bottom = box
    size_wh = (right - left, bottom - top)
    alpha = np.zeros(size_wh[::-1], np.uint8)
    fill(alpha, outline - (left, top), 255)
    body = np.full((size_wh[1], size_wh[0], 3), shaded(die.body_bgr, 0.8), np.float32)
    for face in (GOAT if die.face == GOAT else 1, 2, 3, 4, 5, 6):
        axes = FACES[face or 1]
        facing = rotation @ axes[2]
        square = face_square(die, face)
        if facing @ (eye_of(view) - square.mean(axis=0)) <= 0:
            continue
        texture = _face_texture(face, die.body_bgr, die.pip_bgr)
        warp = cv2.getPerspectiveTransform(
            (SQUARE[:, :2] * (1, -1) * TEXTURE_PX / 2 + TEXTURE_PX / 2).astype(np.float32),
            (project(square, view) - (left, top)).astype(np.float32),
        )
        seen = cv2.warpPerspective(texture, warp, size_wh, flags=cv2.INTER_LINEAR).astype(np.float32)
        shade = AMBIENT + 0.6 * max(0.0, float(facing @ LIGHT))
        body += (seen[..., :3] * shade - body) * (seen[..., 3:] / 255)
    cut = cv2.convertScaleAbs(np.minimum(body, 255) * (alpha[..., None] / np.float32(255)))
    blend(image, box, *smeared(cut, alpha, smear_px))


def _outline(die: DrawnDie, view: View) -> Floats:
    """The outline (n, 2) of the rounded cube in pixels: the hull of the balls in its corners."""
    rotation, middle = pose(die)
    radius = die.size_mm * ROUNDING
    flat, depth = pixels_and_depth(CORNERS @ rotation.T * (die.size_mm / 2 - radius) + middle, view)
    radii = FOCAL_PX * radius / depth
    return hull((flat[:, None] + radii[:, None, None] * CIRCLE).reshape(-1, 2))


@lru_cache(maxsize=64)
def _face_texture(face: int, body_bgr: Colour, pip_bgr: Colour) -> Image:
    """One face (TEXTURE_PX, TEXTURE_PX, 4): its colour, and in the fourth channel how much of it is flat."""
    fine = TEXTURE_PX * 4
    texture = np.full((fine, fine, 3), body_bgr, np.uint8)
    if face == GOAT:
        _draw_goat(texture, pip_bgr)
    for x, y in PIPS.get(face, ()):
        centre = np.array([0.5 + x, 0.5 - y]) * fine
        disc(texture, centre, PIP_RADIUS * 1.14 * fine, shaded(body_bgr, 0.82))
        disc(texture, centre, PIP_RADIUS * fine, pip_bgr)
        # A drilled pip catches some light in its hollow.
        disc(texture, centre + 0.3 * PIP_RADIUS * fine, PIP_RADIUS * 0.45 * fine, lighter(pip_bgr, 0.10))
    small = cv2.resize(cv2.GaussianBlur(texture, (0, 0), 3), (TEXTURE_PX, TEXTURE_PX), interpolation=cv2.INTER_AREA)
    flat = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    edge = round(ROUNDING * TEXTURE_PX * 0.62)
    flat[edge:-edge, edge:-edge] = 255
    return np.dstack([small, cv2.GaussianBlur(flat, (0, 0), ROUNDING * TEXTURE_PX * 0.22)]).astype(np.uint8)


def _draw_goat(texture: Image, colour: Colour) -> None:
    half = len(texture) / 2

    def pixels(line: tuple[Spot, ...]) -> NDArray[np.int32]:
        return np.rint((np.array(line) + 1) * half).astype(np.int32)

    cv2.fillPoly(texture, [pixels(GOAT_HEAD)], colour, cv2.LINE_AA)
    for line in GOAT_LINES:
        cv2.polylines(texture, [pixels(line)], False, colour, round(GOAT_LINE_WIDTH * half), cv2.LINE_AA)
