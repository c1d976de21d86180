"""The camera above the table and the light on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


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
class Patch:
    """Something bright that is mirrored with sharp edges: a window, a tube, a ring lamp.

    Attributes:
        axes: rows: across, along, towards it.
        wide, long: half its extent, as tangents.
        bars: whether bars divide it.
        hole: share of its radius that is dark, for a ring; 0 for a rectangle.
        level: how bright it is.
    """

    axes: np.ndarray
    wide: float
    long: float
    bars: bool
    hole: float
    level: float

    def seen(self, directions: np.ndarray) -> np.ndarray:
        """How bright it is along directions (N, 3)."""
        local = directions @ self.axes.T
        with np.errstate(divide="ignore", invalid="ignore"):
            x, y = local[:, 0] / local[:, 2] / self.wide, local[:, 1] / local[:, 2] / self.long
        if self.hole:
            far = np.hypot(x, y)
            inside = (far < 1) & (far > self.hole)
        else:
            inside = (np.abs(x) < 1) & (np.abs(y) < 1)
        if self.bars:
            inside &= (np.abs(x) > 0.08) & (np.abs(y) > 0.06)
        return np.where(inside & (local[:, 2] > 0.05), self.level, 0).astype(np.float32)


@dataclass(frozen=True)
class Lamps:
    """All light of a scene.

    Attributes:
        light: unit direction (3,) towards the lamp that casts the shadows.
        ambient: share of the light that comes from everywhere, 0..1.
        patches: what glossy dice mirror.
    """

    light: np.ndarray
    ambient: float
    patches: tuple[Patch, ...]

    def seen(self, directions: np.ndarray) -> np.ndarray:
        """How bright everything is along directions (N, 3)."""
        return sum((patch.seen(directions) for patch in self.patches), np.zeros(len(directions), np.float32))


def any_camera(rng: np.random.Generator, side: int) -> Camera:
    """From straight above to 40 degrees aside."""
    distance = side * rng.uniform(1.3, 4.0)
    tilt = np.deg2rad(rng.choice([rng.uniform(0, 12), rng.uniform(0, 40)]))
    roll = rng.normal(0, 0.15)
    forward = np.array([0, -np.sin(tilt), -np.cos(tilt)])  # z is up, y is down in the picture
    right = np.array([np.cos(roll), np.sin(roll) * np.cos(tilt), np.sin(roll) * np.sin(tilt)])
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    return Camera(-forward * distance, np.stack([right, down, forward]), distance, side / 2)


def any_lamps(rng: np.random.Generator, camera: Camera) -> Lamps:
    """One lamp that casts shadows, and up to three bright things, one of them often where a die's top mirrors it."""
    lean, around = np.deg2rad(rng.uniform(5, 65)), rng.uniform(0, 2 * np.pi)
    light = np.array([np.sin(lean) * np.cos(around), np.sin(lean) * np.sin(around), np.cos(lean)])
    patches = []
    for number in range(int(rng.integers(0, 4))):
        towards = light
        if number:
            place = np.append(rng.uniform(-0.4, 0.4, 2) * 2 * camera.middle, 0)
            towards = (camera.eye - place) * (-1, -1, 1)
            towards = towards / np.linalg.norm(towards) + rng.normal(0, 0.15, 3)
        patches.append(_any_patch(rng, towards / np.linalg.norm(towards)))
    return Lamps(light, rng.uniform(0.2, 0.75), tuple(patches))


def _any_patch(rng: np.random.Generator, towards: np.ndarray) -> Patch:
    across = np.cross(towards, rng.normal(0, 1, 3))
    across /= np.linalg.norm(across)
    kind = rng.integers(4)
    wide = float(np.exp(rng.uniform(np.log(0.04), np.log(0.35))))
    long = wide * rng.uniform(1.0, 6.0) if kind == 0 else wide * rng.uniform(0.7, 1.4)
    hole = rng.uniform(0.5, 0.85) if kind == 3 else 0.0
    return Patch(
        np.stack([across, np.cross(towards, across), towards]), wide, long, kind == 1, hole, rng.uniform(0.4, 2.5)
    )
