"""What dice are made of: bodies, pips and symbols of many kinds, as one might buy them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.grounds import any_colour

SYMBOL_PX = 64
GRAIN = 24
"""Edge of the cube of random numbers behind `grain`."""


@dataclass(frozen=True)
class Material:
    """What a die is made of; lengths are in half edges, colours blue-green-red 0..1."""

    body: np.ndarray
    pip: np.ndarray
    one: np.ndarray
    rounding: float
    ball: float  # radius of the sphere that cuts the corners off; large for none
    spread: float
    pip_radius: float
    one_scale: float
    depth: float
    gloss: float
    shininess: float
    mirror: float  # how much of lamps and windows it reflects
    clear: float  # how much of what is behind shines through
    glow: float  # how much light gathers inside, away from the lamp
    marble: float
    marble_scale: float
    speckle: np.ndarray | None
    speckle_radius: float
    speckles: int  # a side
    speckled_pips: bool
    symbols: str  # "none", "one" in place of the 1, "all"


def any_material(rng: np.random.Generator, like: np.ndarray | None = None) -> Material:
    """A die as one might buy it.

    Args:
        rng: source of everything random.
        like: a colour to be near to, blue-green-red 0..1, or None.
    """
    white = np.array([0.88, 0.92, 0.94]) * rng.uniform(0.75, 1.05) * rng.uniform(0.95, 1.05, 3)
    ivory = np.array([0.68, 0.84, 0.92]) * rng.uniform(0.8, 1.05)
    dark = np.full(3, rng.uniform(0.02, 0.12))
    grey = np.full(3, rng.uniform(0.15, 0.6)) * rng.uniform(0.93, 1.07, 3)
    wood = np.array([0.45, 0.68, 0.88]) * rng.uniform(0.6, 1.0)
    kind = rng.choice(6, p=[0.32, 0.12, 0.10, 0.34, 0.06, 0.06])
    body = [white, ivory, dark, any_colour(rng), wood, grey][kind]
    if like is not None:
        body = np.clip(like * rng.uniform(0.8, 1.25) * rng.uniform(0.9, 1.1, 3), 0.02, 1)
    pip = _pip_of(rng, body, ordinary=kind in (0, 1, 4))
    one = np.array([0.12, 0.12, 0.8]) if kind == 0 and rng.random() < 0.15 else pip
    clear = rng.uniform(0.15, 0.8) if kind == 3 and rng.random() < 0.45 else 0.0
    if kind == 0 and rng.random() < 0.08:  # like glass
        body, clear = np.full(3, rng.uniform(0.75, 1.0)), rng.uniform(0.5, 0.9)
    is_glossy = rng.random() < 0.6 or clear > 0
    is_speckled = rng.random() < 0.17
    radius = rng.uniform(0.13, 0.23) if rng.random() < 0.85 else rng.uniform(0.1, 0.15)
    return Material(
        body=body,
        pip=pip,
        one=one,
        rounding=rng.uniform(0.02, 0.36),
        ball=rng.uniform(1.25, 1.55) if rng.random() < 0.4 else 9.0,
        spread=rng.uniform(max(0.42, 1.15 * radius * 2), 0.6),
        pip_radius=radius,
        one_scale=rng.uniform(1.2, 2.1) if rng.random() < 0.3 else rng.uniform(0.85, 1.0),
        depth=rng.uniform(0, 0.6) if rng.random() < 0.8 else rng.uniform(0.6, 1.2),
        gloss=rng.uniform(0, 0.9) if is_glossy else 0.0,
        shininess=rng.uniform(10, 120),
        mirror=rng.uniform(0.03, 0.45) if is_glossy and rng.random() < 0.6 else 0.0,
        clear=clear,
        glow=rng.uniform(0, 0.9) if clear else 0.0,
        marble=rng.uniform(0.05, 0.45) if rng.random() < 0.2 else 0.0,
        marble_scale=rng.uniform(2, 7),
        speckle=_speckle_of(rng, body, pip) if is_speckled else None,
        speckle_radius=float(np.exp(rng.uniform(np.log(0.03), np.log(0.16)))),
        speckles=int(rng.integers(8, 50)),
        speckled_pips=rng.random() < 0.4,
        symbols=str(rng.choice(["none", "one", "all"], p=[0.93, 0.035, 0.035])),
    )


def _pip_of(rng: np.random.Generator, body: np.ndarray, ordinary: bool) -> np.ndarray:
    """The colour of the pips; now and then little of a contrast, never none."""
    black = np.full(3, rng.uniform(0.02, 0.12))
    white = np.array([0.88, 0.92, 0.94]) * rng.uniform(0.75, 1.05)
    gold, silver = np.array([0.2, 0.6, 0.8]) * rng.uniform(0.5, 1.1), np.full(3, rng.uniform(0.5, 0.85))
    best = black if body.mean() > 0.45 else white
    coloured = [any_colour(rng), gold, silver, np.array([0.08, 0.08, 0.45]), np.array([0.4, 0.15, 0.08])]
    if rng.random() < (0.12 if ordinary else 0.25):
        pip = coloured[rng.integers(len(coloured))]
    elif ordinary or rng.random() < 0.8:
        pip = best
    else:
        pip = black if best is white else white
    least = 0.12 if rng.random() < 0.3 else 0.25
    return pip if float(np.linalg.norm(pip - body)) / np.sqrt(3) > least else best


def _speckle_of(rng: np.random.Generator, body: np.ndarray, pip: np.ndarray) -> np.ndarray:
    kind = rng.integers(3)
    return [pip, np.clip(body * rng.uniform(0.3, 2.5), 0, 1), any_colour(rng)][kind]


def speckled(rng: np.random.Generator, flat: np.ndarray, material: Material) -> np.ndarray:
    """How far places (N, 2) of one side, -1..1, belong to a speckle, 0..1."""
    middles = rng.uniform(-1, 1, (material.speckles, 2)).astype(np.float32)
    radii = material.speckle_radius * rng.uniform(0.4, 1.3, material.speckles).astype(np.float32)
    stretch = rng.uniform(0.6, 1.0)
    away = flat[:, None] - middles[None]
    out = np.hypot(away[:, :, 0] * stretch, away[:, :, 1] / stretch) - radii[None]
    return np.clip(0.5 - out.min(axis=1) / 0.04, 0, 1)


def grain(rng: np.random.Generator, points: np.ndarray, scale: float) -> np.ndarray:
    """Smooth noise in space, about -1..1, at points (N, 3), with `scale` features to a unit."""
    lattice = rng.normal(0, 0.6, (GRAIN, GRAIN, GRAIN)).astype(np.float32)
    places = points * scale + GRAIN / 2
    low = np.floor(places).astype(int)
    part = (places - low).astype(np.float32)
    part = part * part * (3 - 2 * part)
    total = np.zeros(len(points), np.float32)
    for corner in np.ndindex(2, 2, 2):
        weight = np.prod([part[:, i] if step else 1 - part[:, i] for i, step in enumerate(corner)], axis=0)
        total += weight * lattice[tuple(((low + corner) % GRAIN).T)]
    return total


def any_symbol(rng: np.random.Generator) -> np.ndarray:
    """A mark that is no pips, float (SYMBOL_PX, SYMBOL_PX) 0..1: a sign, a numeral, a letter, a head or nothing."""
    picture = np.zeros((SYMBOL_PX, SYMBOL_PX), np.uint8)
    y, x = (np.mgrid[0:SYMBOL_PX, 0:SYMBOL_PX] - (SYMBOL_PX / 2 - 0.5)) / (SYMBOL_PX / 2)
    kind = rng.integers(9)
    width, reach = rng.uniform(0.08, 0.18), rng.uniform(0.4, 0.75)
    upright = (np.abs(x) < width) & (np.abs(y) < reach)
    level = (np.abs(y) < width) & (np.abs(x) < reach)
    ring = np.abs(np.hypot(x, y) - reach * 0.8) < width
    points = int(rng.integers(3, 8))
    star = np.hypot(x, y) < reach * (0.6 + 0.4 * np.cos(points * np.arctan2(y, x)))
    if kind < 5:
        picture[[upright | level, level, ring, star, upright | ring & (x > 0)][kind]] = 255
    elif kind == 5:
        text = str(rng.choice(list("0123456789ABEKRSTX?!&%#")))
        font, scale, thick = int(rng.integers(8)), float(rng.uniform(1.0, 1.9)), int(rng.integers(2, 6))
        (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
        at = ((SYMBOL_PX - wide) // 2, (SYMBOL_PX + high) // 2)
        cv2.putText(picture, text, at, font, scale, 255, thick, cv2.LINE_AA)
    elif kind in (6, 7):
        _head(rng, picture, solid=kind == 6)
    return picture.astype(np.float32) / 255


def _head(rng: np.random.Generator, picture: np.ndarray, solid: bool) -> None:
    """The head of an animal: a skull, ears or horns, perhaps eyes, a beard."""
    middle, thick = SYMBOL_PX // 2, -1 if solid else int(rng.integers(2, 5))
    wide, high = int(rng.uniform(7, 14)), int(rng.uniform(10, 17))
    cv2.ellipse(picture, (middle, middle + 3), (wide, high), 0, 0, 360, 255, thick, cv2.LINE_AA)
    out, up, bend = rng.uniform(6, 16), rng.uniform(8, 18), rng.uniform(-6, 6)
    for side in (-1, 1):
        horn = [
            (wide * 0.6, -high * 0.6),
            (wide * 0.6 + out / 2 + bend, -high - up / 2),
            (wide * 0.6 + out, -high - up),
        ]
        line = np.array([(middle + side * x, middle + 3 + y) for x, y in horn]).astype(np.int32)
        cv2.polylines(picture, [line], False, 255, int(rng.integers(3, 7)), cv2.LINE_AA)
        if solid and rng.random() < 0.7:
            eye = (int(middle + side * wide * 0.45), int(middle - high * 0.1))
            cv2.circle(picture, eye, int(rng.integers(1, 4)), 0, -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.line(
            picture, (middle, middle + high), (middle, middle + high + 8), 255, int(rng.integers(3, 7)), cv2.LINE_AA
        )
    if rng.random() < 0.5:
        turn = cv2.getRotationMatrix2D((middle, middle), float(rng.uniform(0, 360)), float(rng.uniform(0.75, 1.0)))
        picture[:] = cv2.warpAffine(picture, turn, (SYMBOL_PX, SYMBOL_PX))
