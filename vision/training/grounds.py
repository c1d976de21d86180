"""Grounds to draw dice on: tables, cloth, carpet, paper, trays, and the things that lie about on them."""

from __future__ import annotations

import cv2
import numpy as np


def any_colour(rng: np.random.Generator) -> np.ndarray:
    """A lively colour, blue-green-red 0..1."""
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(120, 255), rng.uniform(60, 240)
    pixel = np.uint8([[[hue, saturation, value]]])
    return cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float64) / 255


def draw_ground(rng: np.random.Generator, side: int) -> np.ndarray:
    """Draws a table or tray without dice: uint8 (side, side, 3)."""
    ground = draw_surface(rng, side)
    if rng.random() < 0.45:  # a second surface: rim, mat, paper, table edge
        other = draw_surface(rng, side)
        mask = np.zeros((side, side), np.uint8)
        if rng.random() < 0.3:
            centre = tuple(int(v) for v in rng.uniform(0, side, 2))
            cv2.circle(mask, centre, int(rng.uniform(0.3, 0.9) * side), 255, -1)
            if rng.random() < 0.6:
                cv2.circle(
                    ground, centre, int(rng.uniform(0.3, 0.9) * side), _ink(rng), int(rng.integers(2, 16)), cv2.LINE_AA
                )
        else:
            corner = rng.uniform(0, side, 2)
            box = (tuple(corner), tuple(rng.uniform(0.4, 1.6, 2) * side), float(rng.uniform(0, 90)))
            cv2.fillPoly(mask, [cv2.boxPoints(box).astype(np.int32)], 255)
            if rng.random() < 0.5:
                cv2.polylines(
                    ground,
                    [cv2.boxPoints(box).astype(np.int32)],
                    True,
                    _ink(rng),
                    int(rng.integers(2, 20)),
                    cv2.LINE_AA,
                )
        ground = np.where(mask[:, :, None] > 0, other, ground)
    return ground


def _ink(rng):
    return tuple(float(v) for v in (rng.uniform(0, 255, 3) if rng.random() < 0.5 else np.full(3, rng.uniform(0, 255))))


def draw_surface(rng: np.random.Generator, side: int) -> np.ndarray:
    """Draws one surface: cloth, wood, paper and others, uint8 (side, side, 3)."""
    base = (
        any_colour(rng) if rng.random() < 0.35 else np.clip(rng.uniform(0.03, 0.95) + rng.normal(0, 0.05, 3), 0.02, 1)
    )
    if rng.random() < 0.25:
        base = np.array([0.35, 0.55, 0.75]) * rng.uniform(0.4, 1.2)  # wood
    kind = rng.integers(7)
    texture = np.zeros((side, side), np.float32)
    if kind == 0:
        texture = rng.normal(0, rng.uniform(0.02, 0.25), (side, side)).astype(np.float32)
    elif kind == 1:  # wood
        stretch = rng.uniform(1.5, 5)
        grain = noise(rng, side, (stretch * 30, stretch)) + 0.6 * np.sin(noise(rng, side, (side, 25)) * 9)
        texture = turned(rng, grain) * rng.uniform(0.03, 0.18)
    elif kind == 2:  # carpet, cork, stone
        texture = sum(noise(rng, side, s) for s in (2, 5, 12)) * rng.uniform(0.05, 0.3)
    elif kind == 3:  # cloth
        ys, xs = np.mgrid[0:side, 0:side].astype(np.float32)
        period = rng.uniform(2.5, 9)
        texture = turned(rng, np.sin(xs * 6.28 / period) + np.sin(ys * 6.28 / period)) * rng.uniform(0.02, 0.2)
        texture = texture + noise(rng, side, 2) * 0.05
    elif kind == 4 and rng.random() < 0.7:  # squared paper, planks, tiles
        texture[:: int(rng.integers(6, 60))] = -rng.uniform(0.1, 0.5)
        if rng.random() < 0.7:
            texture[:, :: int(rng.integers(6, 60))] = -rng.uniform(0.1, 0.5)
        texture = turned(rng, texture)
    texture = texture + noise(rng, side, side / rng.uniform(1, 4)) * rng.uniform(0, 0.25)
    tint = np.clip(1 + rng.normal(0, 0.2, 3), 0.5, 1.5)
    surface = base[None, None] * (1 + texture[:, :, None] * tint[None, None] * rng.uniform(0.7, 1.5))
    return (np.clip(surface, 0, 1) * 255).astype(np.uint8)


def turned(rng, texture):
    """A square texture turned by any angle."""
    side = texture.shape[0]
    matrix = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.uniform(0, 180)), 1.45)
    return cv2.warpAffine(texture, matrix, (side, side), borderMode=cv2.BORDER_REFLECT)


def noise(rng, side, scale):
    """Smooth noise, (side, side), about -1..1, with features of `scale` pixels (one number or width and height)."""
    wide, high = (scale, scale) if np.isscalar(scale) else scale
    small = rng.normal(0, 1, (max(2, int(side / high) + 2), max(2, int(side / wide) + 2))).astype(np.float32)
    return np.clip(cv2.resize(small, (side, side), interpolation=cv2.INTER_CUBIC), -3, 3) / 2


def draw_distractors(rng, image):
    """Draws things that are no dice: coins, spots, letters, pens, keys, holes, plain blocks."""
    side = image.shape[0]
    for _ in range(int(rng.integers(1, 7))):
        at = tuple(int(v) for v in rng.uniform(0, side, 2))
        ink = tuple(float(v) / 255 for v in _ink(rng))
        kind = rng.integers(7)
        if kind == 0:
            radius = rng.uniform(3, 40)
            cv2.circle(image, at, int(radius), ink, -1, cv2.LINE_AA)
            if rng.random() < 0.4:  # a screw, a foot, a hole, a button
                core = tuple(float(v) / 255 for v in _ink(rng))
                cv2.circle(image, at, int(radius * rng.uniform(0.2, 0.8)), core, -1, cv2.LINE_AA)
        elif kind == 1:
            text = "".join(chr(int(c)) for c in rng.integers(40, 122, int(rng.integers(1, 9))))
            cv2.putText(
                image,
                text,
                at,
                int(rng.integers(8)),
                float(rng.uniform(0.4, 2)),
                ink,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        elif kind == 2:
            to = tuple(int(v) for v in rng.uniform(0, side, 2))
            cv2.line(image, at, to, ink, int(rng.integers(1, 14)), cv2.LINE_AA)
        elif kind in (3, 4):
            size = rng.uniform(15, 60, 2) if kind == 3 else np.full(2, rng.uniform(15, 60))
            box = cv2.boxPoints((at, tuple(size), float(rng.uniform(0, 90)))).astype(np.int32)
            cv2.fillPoly(image, [box], ink, cv2.LINE_AA)
            if kind == 4 and rng.random() < 0.5:
                cv2.polylines(image, [box], True, tuple(v * 0.5 for v in ink), 2, cv2.LINE_AA)
        elif kind == 5:  # loose spots, as of dirt or print
            for _ in range(int(rng.integers(1, 9))):
                near = tuple(int(v) for v in np.array(at) + rng.normal(0, 40, 2))
                cv2.circle(image, near, int(rng.uniform(1, 7)), ink, -1, cv2.LINE_AA)
        else:  # rows of keys
            key = int(rng.integers(10, 30))
            for row in range(int(rng.integers(1, 4))):
                for column in range(int(rng.integers(2, 9))):
                    x, y = at[0] + column * (key + 3), at[1] + row * (key + 3)
                    cv2.rectangle(image, (x, y), (x + key, y + key), ink, -1)
                    letter = chr(int(rng.integers(65, 91)))
                    cv2.putText(
                        image, letter, (x + 3, y + key - 4), 0, key / 40, tuple(1 - v for v in ink), 1, cv2.LINE_AA
                    )
