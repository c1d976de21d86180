"""Dice with symbols, numerals and odd pips instead of a face of the ordinary kind, on the drawn tray."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.simulated.scene import BLACK, GREEN_FELT, IVORY, Colour, DrawnDie, Scene, View
from hardware.simulated.tray import draw_tray, top_corners
from vision.pips import rectified

Image = NDArray[np.uint8]
Face = int | str
Line = Sequence[tuple[float, float]]
"""Points x, y from the middle of a face, y downwards, in half edges."""

TEXTURE_PX: Final = 192
LOOKS: Final[tuple[tuple[Colour, Colour], ...]] = (
    (IVORY, BLACK),
    ((245, 245, 245), (30, 30, 160)),
    ((40, 40, 190), (240, 240, 240)),
    ((35, 35, 35), (235, 235, 235)),
    ((150, 90, 30), (240, 240, 240)),
    ((60, 200, 230), (25, 25, 25)),
    ((120, 170, 205), (40, 60, 130)),
)
"""Colours of the die and of its mark."""
GROUNDS: Final[tuple[Colour, ...]] = (GREEN_FELT, (40, 40, 40), (60, 50, 130), (120, 90, 50), (130, 140, 150))


@dataclass(frozen=True, slots=True)
class Drawing:
    """What is on a face: filled outlines, strokes of a width, discs; then what is cut out of them."""

    filled: tuple[Line, ...] = ()
    strokes: tuple[Line, ...] = ()
    discs: tuple[tuple[float, float, float], ...] = ()
    cut: tuple[tuple[float, float, float], ...] = ()
    width: float = 0.15


def ring_of(count: int, radii: Sequence[float], turn: float = -math.pi / 2) -> Line:
    """Points all around, their distances taken in turn from `radii`."""
    steps = [(radii[i % len(radii)], turn + 2 * math.pi * i / count) for i in range(count)]
    return [(radius * math.cos(angle), radius * math.sin(angle)) for radius, angle in steps]


def spots(*places: tuple[float, float], radius: float = 0.17) -> Drawing:
    return Drawing(discs=tuple((x, y, radius) for x, y in places))


GOAT: Final = Drawing(
    filled=([(-0.24, -0.2), (0.24, -0.2), (0.2, 0.2), (0.07, 0.66), (-0.07, 0.66), (-0.2, 0.2)],),
    strokes=(
        [(-0.12, -0.2), (-0.22, -0.48), (-0.45, -0.68)],
        [(0.12, -0.2), (0.22, -0.48), (0.45, -0.68)],
        [(-0.55, -0.06), (0.55, -0.06)],
    ),
    width=0.13,
)
DRAWINGS: Final[dict[str, Drawing]] = {
    "goat": GOAT,
    "star": Drawing(filled=(ring_of(10, (0.7, 0.29)),)),
    "arrow": Drawing(filled=([(0, -0.7), (0.5, -0.1), (-0.5, -0.1)],), strokes=([(0, -0.2), (0, 0.6)],), width=0.34),
    "moon": Drawing(discs=((0, 0, 0.66),), cut=((0.32, -0.1, 0.55),)),
    "ring": Drawing(discs=((0, 0, 0.66),), cut=((0, 0, 0.44),)),
    "heart": Drawing(filled=([(-0.6, -0.1), (0.6, -0.1), (0, 0.66)],), discs=((-0.3, -0.2, 0.34), (0.3, -0.2, 0.34))),
    "plus": Drawing(strokes=([(0, -0.6), (0, 0.6)], [(-0.6, 0), (0.6, 0)]), width=0.26),
    "mountain": Drawing(filled=([(-0.7, 0.5), (-0.2, -0.55), (0.1, -0.05), (0.28, -0.3), (0.7, 0.5)],)),
    "bolt": Drawing(filled=([(0.2, -0.7), (-0.4, 0.1), (-0.04, 0.1), (-0.2, 0.7), (0.4, -0.14), (0.06, -0.14)],)),
    "fish": Drawing(filled=([(0.1, 0), (0.7, -0.4), (0.7, 0.4)],), discs=((-0.2, 0, 0.4),), cut=((-0.3, -0.1, 0.1),)),
    "letter-a": Drawing(strokes=([(-0.45, 0.6), (0, -0.6), (0.45, 0.6)], [(-0.28, 0.2), (0.28, 0.2)])),
    "letter-e": Drawing(strokes=([(0.36, -0.6), (-0.36, -0.6), (-0.36, 0.6), (0.36, 0.6)], [(-0.36, 0), (0.28, 0)])),
    "letter-k": Drawing(strokes=([(-0.34, -0.6), (-0.34, 0.6)], [(0.4, -0.6), (-0.3, 0.04), (0.42, 0.6)])),
    "numeral-1": Drawing(strokes=([(-0.25, -0.3), (0.06, -0.6), (0.06, 0.6)], [(-0.25, 0.6), (0.35, 0.6)])),
    "numeral-3": Drawing(
        strokes=([(-0.3, -0.6), (0.34, -0.6), (-0.02, -0.1), (0.32, 0.06), (0.34, 0.4), (0.1, 0.6), (-0.34, 0.5)],)
    ),
    "numeral-4": Drawing(strokes=([(0.18, 0.64), (0.18, -0.6), (-0.46, 0.26), (0.48, 0.26)],)),
    "five-in-a-ring": spots(*ring_of(5, (0.52,))),
    "seven-pips": spots((0, 0), *ring_of(6, (0.54,))),
    "four-in-a-t": spots((-0.5, -0.45), (0, -0.45), (0.5, -0.45), (0, 0.45)),
    "three-in-a-corner": spots((-0.45, -0.45), (0.45, -0.45), (-0.45, 0.45)),
}  # fmt: skip


def draw_mark(drawing: Drawing) -> Image:
    """The mark of a face, uint8 (TEXTURE_PX, TEXTURE_PX), 255 where it is."""
    mark = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    half = TEXTURE_PX / 2
    for line in drawing.filled:
        cv2.fillPoly(mark, [_pixels(line)], (255,), cv2.LINE_AA)
    for line in drawing.strokes:
        cv2.polylines(mark, [_pixels(line)], False, (255,), round(drawing.width * half), cv2.LINE_AA)
    for tone, discs in ((255, drawing.discs), (0, drawing.cut)):
        for x, y, radius in discs:
            cv2.circle(mark, (round(half + x * half), round(half + y * half)), round(radius * half), (tone,), -1)
    return mark


def _pixels(line: Line) -> NDArray[np.int32]:
    return np.rint((np.array(line) + 1) * TEXTURE_PX / 2).astype(np.int32)


@lru_cache(maxsize=64)
def mark_of(name: str) -> Image:
    return draw_mark(DRAWINGS[name])


def thrown(rng: random.Random, faces: Sequence[Face], look: int | None = None) -> tuple[Scene, tuple[Face, ...]]:
    """Dice with these faces lying apart at any angle; ground, lamp and camera by chance.

    Returns:
        The scene, its dice pip dice still, and the faces in the same order.
    """
    body, ink = LOOKS[rng.randrange(len(LOOKS)) if look is None else look]
    places: list[tuple[float, float]] = []
    while len(places) < len(faces):
        place = (rng.uniform(-60, 60), rng.uniform(-40, 40))
        if all(math.dist(place, other) > 26 for other in places):
            places.append(place)
    dice = tuple(
        DrawnDie(
            face if isinstance(face, int) else rng.randint(1, 6), place, rng.uniform(0, 360), body_bgr=body, pip_bgr=ink
        )
        for face, place in zip(faces, places, strict=True)
    )
    view = View(tilt_deg=rng.uniform(0, 14), distance_mm=rng.uniform(290, 400))
    return Scene(dice, view=view, lamp=rng.uniform(0.7, 1.1), ground_bgr=rng.choice(GROUNDS), noise=0.0), tuple(faces)


def draw_symbols(rng: random.Random, scene: Scene, marks: Sequence[Image | None]) -> Image:
    """Draws a scene, a mark over the pips of each die that has one; then the lens's blur and the sensor's noise."""
    image = draw_tray(scene).astype(np.float32)
    for die, mark in zip(scene.dice, marks, strict=True):
        if mark is not None:
            _lay_mark(image, die, scene.view, mark)
    image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.1)).astype(np.float32)
    noise = np.random.default_rng(rng.randrange(2**32)).standard_normal(image.shape).astype(np.float32)
    return np.asarray(np.clip(image + noise * rng.uniform(1, 4), 0, 255), dtype=np.uint8)


def _lay_mark(image: NDArray[np.float32], die: DrawnDie, view: View, mark: Image) -> None:
    corners = np.array(top_corners(die, view), dtype=np.float32)
    side = TEXTURE_PX
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], dtype=np.float32)
    warp = cv2.getPerspectiveTransform(square, corners)
    size_wh = (image.shape[1], image.shape[0])
    flat = np.zeros((side, side), np.float32)
    edge = side // 10
    flat[edge:-edge, edge:-edge] = 1
    over = cv2.warpPerspective(cv2.GaussianBlur(flat, (0, 0), side / 30), warp, size_wh)[..., None]
    inked = cv2.warpPerspective(mark, warp, size_wh, flags=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    body = np.array(die.body_bgr, dtype=np.float32)
    x, y = (round(float(value)) for value in corners.mean(axis=0))
    light = np.median(image[y - 14 : y + 15, x - 14 : x + 15], axis=(0, 1)).sum() / body.sum()
    image[:] = image * (1 - over) + over * light * (body * (1 - inked) + np.array(die.pip_bgr, np.float32) * inked)


def drawn(rng: random.Random, faces: Sequence[Face], look: int | None = None) -> tuple[Image, Scene]:
    """A picture of dice with these faces: 1..6 for pips, the name of a drawing for a symbol."""
    scene, _ = thrown(rng, faces, look)
    return draw_symbols(rng, scene, [None if isinstance(face, int) else mark_of(face) for face in faces]), scene


def seen_face(rng: random.Random, image: Image, scene: Scene, index: int) -> Image:
    """A die's face as the reader cuts it out: place, size and angle a little off."""
    corners = np.array(top_corners(scene.dice[index], scene.view))
    sides = corners - np.roll(corners, 1, axis=0)
    size = float(np.linalg.norm(sides, axis=1).mean())
    x, y = (float(value) + rng.gauss(0, 0.02) * size for value in corners.mean(axis=0))
    angle = math.atan2(sides[0][1], sides[0][0]) % (math.pi / 2) + rng.gauss(0, 0.04)
    return rectified(image, (x, y), size * rng.uniform(0.94, 1.06), angle)
