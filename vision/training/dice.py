"""Dice as rounded cubes under a pinhole camera, drawn ray by ray, with exact truth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.pips import FACE_LATTICE
from vision.training.grounds import any_colour

UNKNOWN = 0
"""The class of a die whose face no one should read: cocked, in motion, or showing no pips."""


@dataclass(frozen=True)
class Truth:
    """One die of a picture.

    Attributes:
        face: 1..6, or UNKNOWN.
        centre_xy: middle of the top face in pixels.
        size: square root of the top face's area in pixels.
        angle: of an edge in radians; meaningful modulo a quarter turn. NaN when the source does not tell.
        exact: whether centre and size are exact or guessed from a box.
    """

    face: int
    centre_xy: tuple[float, float]
    size: float
    angle: float
    exact: bool = True


@dataclass(frozen=True)
class Camera:
    """A pinhole camera; the world's units are pixels of the ground at the middle of the picture, z is up."""

    eye: np.ndarray
    axes: np.ndarray  # rows: right, down, forward
    focal: float
    middle: float

    def project(self, points: np.ndarray) -> np.ndarray:
        """World points (N, 3) to pixels (N, 2)."""
        seen = (points - self.eye) @ self.axes.T
        return seen[:, :2] / seen[:, 2:] * self.focal + self.middle

    def rays(self, xs: np.ndarray, ys: np.ndarray) -> np.ndarray:
        """Unit directions (N, 3) through pixels."""
        local = np.stack([(xs - self.middle) / self.focal, (ys - self.middle) / self.focal, np.ones_like(xs)], axis=1)
        local /= np.linalg.norm(local, axis=1, keepdims=True)
        return (local @ self.axes).astype(np.float32)


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
    clear: float  # how much of the ground shines through
    marble: float
    symbols: bool


@dataclass(frozen=True)
class Body:
    """A die in its place: axes hold its own x, y, z as rows, in the world."""

    centre: np.ndarray
    half: float
    axes: np.ndarray
    material: Material
    cocked: bool


def any_material(rng: np.random.Generator) -> Material:
    """A die as one might buy it."""
    white = np.array([0.88, 0.92, 0.94]) * rng.uniform(0.75, 1.05) * rng.uniform(0.95, 1.05, 3)
    ivory = np.array([0.68, 0.84, 0.92]) * rng.uniform(0.8, 1.05)
    black = np.full(3, rng.uniform(0.02, 0.12))
    wood = np.array([0.45, 0.68, 0.88]) * rng.uniform(0.6, 1.0)
    kind = rng.choice(5, p=[0.38, 0.12, 0.10, 0.34, 0.06])
    body = [white, ivory, black, any_colour(rng), wood][kind]
    bright = body.mean() > 0.45
    if kind in (0, 1, 4):
        pip = black if rng.random() < 0.85 else any_colour(rng) * 0.6
    elif kind == 2:
        pip = white if rng.random() < 0.8 else any_colour(rng)
    else:
        pip = black if (bright and rng.random() < 0.5) or rng.random() < 0.12 else white
        if rng.random() < 0.08:
            pip = np.array([0.3, 0.75, 0.9])
    contrast = abs(pip.mean() - body.mean())
    if contrast < 0.2:
        pip = white if body.mean() < 0.5 else black
    one = np.array([0.12, 0.12, 0.8]) if kind == 0 and rng.random() < 0.15 else pip
    radius = rng.uniform(0.13, 0.23)
    return Material(
        body=body,
        pip=pip,
        one=one,
        rounding=rng.uniform(0.02, 0.3),
        ball=rng.uniform(1.25, 1.55) if rng.random() < 0.45 else 9.0,
        spread=rng.uniform(max(0.42, 1.15 * radius * 2), 0.6),
        pip_radius=radius,
        one_scale=rng.uniform(1.2, 1.9) if rng.random() < 0.25 else 1.0,
        depth=rng.uniform(0, 0.6),
        gloss=rng.uniform(0, 0.9) if rng.random() < 0.6 else 0.0,
        shininess=rng.uniform(10, 120),
        clear=rng.uniform(0.15, 0.6) if kind == 3 and rng.random() < 0.35 else 0.0,
        marble=rng.uniform(0.05, 0.4) if rng.random() < 0.15 else 0.0,
        symbols=rng.random() < 0.05,
    )


def lay(rng: np.random.Generator, place: tuple[float, float, float, float], material: Material) -> Body:
    """Lays a die at x, y with an edge and a turn in radians; one in twenty leans on something."""
    x, y, edge, turn = place
    cocked = rng.random() < 0.05
    half = edge / 2
    axes = np.array([[np.cos(turn), np.sin(turn), 0], [-np.sin(turn), np.cos(turn), 0], [0, 0, 1.0]])
    height = half
    if cocked:
        lean = np.deg2rad(rng.uniform(25, 45))
        tip = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
        axes = tip @ axes
        height = half * (np.cos(lean) + np.sin(lean))
    return Body(np.array([x, y, height]), half, axes, material, cocked)


def draw_die(
    rng: np.random.Generator, image: np.ndarray, camera: Camera, body: Body, light: np.ndarray, ambient: float
) -> Truth | None:
    """Draws one die over the picture, float (side, side, 3); its truth, or None where its top face lies outside."""
    centre, half, axes, material = body.centre, body.half, body.axes, body.material
    side = image.shape[0]
    signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)], dtype=np.float64)
    corners = camera.project(centre + signs * half @ axes)
    x0, y0 = np.floor(np.maximum(corners.min(axis=0) - 1, 0)).astype(int)
    x1, y1 = np.ceil(np.minimum(corners.max(axis=0) + 2, side)).astype(int)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return None
    ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
    directions = camera.rays(xs.ravel(), ys.ravel()) @ axes.T.astype(np.float32)
    start = ((camera.eye - centre) @ axes.T / half).astype(np.float32)
    point, coverage = _trace(start, directions, material, camera.focal)
    on = np.flatnonzero(coverage > 0)
    if not len(on):
        return None
    point, directions, coverage = point[on], directions[on], coverage[on]
    inner = np.abs(point) - (1 - material.rounding)
    normal = np.sign(point) * np.maximum(inner, 1e-4)
    if material.ball < 2:
        outside = np.linalg.norm(point, axis=1) > material.ball - 0.012
        normal[outside] = point[outside]
    normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    faces = _faces(rng)
    marks, ones, dish = _marks(rng, point, faces, material)
    local_light = axes @ light
    albedo = material.body[None] * (1 - marks[:, None]) + marks[:, None] * np.where(
        ones[:, None], material.one[None], material.pip[None]
    )
    if material.marble:
        wave = np.sin(point @ rng.normal(0, 4, 3) + 2 * np.sin(point @ rng.normal(0, 5, 3)) + rng.uniform(0, 6))
        albedo = albedo * (1 + material.marble * wave[:, None] * (1 - marks[:, None]))
    tilted = normal + dish * material.depth
    lit = np.clip(tilted @ local_light, 0, 1.3)
    shade = ambient * (0.75 + 0.25 * (normal @ axes[:, 2])) + (1 - ambient) * lit * rng.uniform(0.95, 1.25)
    between = local_light[None] - directions
    between /= np.linalg.norm(between, axis=1, keepdims=True)
    shine = material.gloss * np.clip((tilted * between).sum(axis=1), 0, 1) ** material.shininess
    colour = albedo * shade[:, None] + shine[:, None]
    if material.clear:
        behind = image[ys.ravel()[on].astype(int), xs.ravel()[on].astype(int)]
        through = material.clear * (1 - marks[:, None])
        colour = colour * (1 - through) + behind * (0.4 + 0.6 * material.body[None]) * through
    patch = image[y0:y1, x0:x1].reshape(-1, 3)
    patch[on] = patch[on] * (1 - coverage[:, None]) + np.clip(colour, 0, 1.2) * coverage[:, None]
    image[y0:y1, x0:x1] = patch.reshape(y1 - y0, x1 - x0, 3)
    top = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1], [0, 0, 1]], dtype=np.float64)
    pixels = camera.project(centre + top * half @ axes)
    middle = pixels[4]
    if not (2 <= middle[0] < side - 2 and 2 <= middle[1] < side - 2):
        return None
    size = float(np.sqrt(max(cv2.contourArea(pixels[:4].astype(np.float32)), 1.0)))
    along = pixels[1] - pixels[0]
    face = UNKNOWN if body.cocked or material.symbols else faces[(2, 1)]
    return Truth(face, (float(middle[0]), float(middle[1])), size, float(np.arctan2(along[1], along[0])))


def _trace(start, directions, material, focal):
    """Marches rays to the rounded cube of half edge 1: points (N, 3) and how much of each pixel is covered."""
    with np.errstate(divide="ignore", invalid="ignore"):
        low, high = (-1 - start) / directions, (1 - start) / directions
        near = np.nanmax(np.minimum(low, high), axis=1)
        far = np.nanmin(np.maximum(low, high), axis=1)
    middle = -(directions @ start)
    travelled = np.where(near < far, near, middle).astype(np.float32)
    closest = np.full(len(directions), 9.0, np.float32)
    inner = 1 - material.rounding
    for _ in range(7):
        point = start + travelled[:, None] * directions
        out = np.abs(point) - inner
        distance = np.linalg.norm(np.maximum(out, 0), axis=1) + np.minimum(out.max(axis=1), 0) - material.rounding
        if material.ball < 2:
            distance = np.maximum(distance, np.linalg.norm(point, axis=1) - material.ball)
        closest = np.minimum(closest, distance)
        travelled = travelled + distance
    pixel = float(np.linalg.norm(start)) / focal
    coverage = np.clip(1 - closest / pixel, 0, 1)
    return point, coverage


def _faces(rng):
    """Which face lies on which side, {(axis, sign): face}: opposite sides make seven."""
    pairs = [(1, 6), (2, 5), (3, 4)]
    rng.shuffle(pairs)
    faces = {}
    for axis, pair in enumerate(pairs):
        low, high = pair if rng.random() < 0.5 else pair[::-1]
        faces[(axis, -1)], faces[(axis, 1)] = int(low), int(high)
    return faces


def _marks(rng, point, faces, material):
    """How far each point belongs to a pip 0..1, whether of a one, and how the dish of the pip tilts the surface."""
    axis = np.abs(point).argmax(axis=1)
    marks = np.zeros(len(point), np.float32)
    ones = np.zeros(len(point), bool)
    dish = np.zeros_like(point)
    turned = rng.random() < 0.5
    for (side, sign), face in faces.items():
        mine = np.flatnonzero((axis == side) & (point[:, side] * sign > 0))
        if not len(mine):
            continue
        across = [other for other in range(3) if other != side]
        flat = point[mine][:, across]
        if material.symbols:
            marks[mine] = _symbol(rng, flat)
            continue
        spots = np.array(FACE_LATTICE[face]) * material.spread
        if face == 6:
            spots = spots * (1, rng.uniform(0.8, 1.05))
        if turned:
            spots = spots[:, ::-1] * (1, -1)
        radius = material.pip_radius * (material.one_scale if face == 1 else 1.0)
        towards = flat[:, None] - spots[None]
        distance = np.linalg.norm(towards, axis=2)
        nearest = distance.argmin(axis=1)
        rows = np.arange(len(mine))
        inside = np.clip((radius - distance[rows, nearest]) / 0.05 + 0.5, 0, 1)
        marks[mine] = inside
        ones[mine] = face == 1
        dish[np.ix_(mine, across)] = -towards[rows, nearest] / radius * inside[:, None]
    return marks, ones, dish


def _symbol(rng, flat):
    """A mark that is no pip: a plus, a bar, a ring, a numeral-like stroke or nothing."""
    x, y = flat[:, 0], flat[:, 1]
    kind = rng.integers(6)
    width = rng.uniform(0.08, 0.18)
    reach = rng.uniform(0.4, 0.75)
    upright = (np.abs(x) < width) & (np.abs(y) < reach)
    level = (np.abs(y) < width) & (np.abs(x) < reach)
    ring = np.abs(np.hypot(x, y) - reach * 0.8) < width
    star = np.hypot(x, y) < reach * (0.6 + 0.4 * np.cos(5 * np.arctan2(y, x)))
    return [upright | level, level, ring, star, upright | ring & (x > 0), np.zeros(len(x), bool)][kind].astype(
        np.float32
    )
