"""Trays to throw dice into: a box or a round one, its floor, its walls, their shadow."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.training.grounds import draw_surface
from vision.training.lamps import Camera, Lamps


@dataclass(frozen=True)
class Tray:
    """Where the floor of a tray lies, in the world's units.

    Attributes:
        middle: (2,) of the floor.
        half: (2,) half its sides; of a round one both are the radius.
        turn: of its sides in radians.
        round: whether it is round.
        height: of its walls.
        width: of their upper side.
    """

    middle: np.ndarray
    half: np.ndarray
    turn: float
    round: bool
    height: float
    width: float

    def holds(self, x: float, y: float, margin: float) -> bool:
        """Whether a place is on the floor and at least so far from the walls."""
        inside = self._axes() @ (np.array([x, y]) - self.middle)
        if self.round:
            return float(np.hypot(*inside)) + margin < self.half[0]
        return bool(np.all(np.abs(inside) + margin < self.half))

    def beside_wall(self, rng: np.random.Generator, away: float) -> tuple[float, float, float]:
        """A place so far from the wall: x, y and the direction towards the wall in radians."""
        if self.round:
            way = rng.uniform(0, 2 * np.pi)
            x, y = self.middle + (self.half[0] - away) * np.array([np.cos(way), np.sin(way)])
            return float(x), float(y), float(way)
        wall = int(rng.integers(4))
        along = rng.uniform(-0.9, 0.9)
        across = 1 - away / self.half[wall % 2]
        local = self.half * ((across, along) if wall % 2 == 0 else (along, across)) * (1 if wall < 2 else -1)
        x, y = self.middle + local @ self._axes()
        return float(x), float(y), float(self.turn + wall * np.pi / 2)

    def ring(self, out: float, z: float) -> np.ndarray:
        """Points (N, 3) around the floor, so far outside of it, at a height."""
        if self.round:
            around = np.linspace(0, 2 * np.pi, 48, endpoint=False)
            local = np.stack([np.cos(around), np.sin(around)], axis=1) * (self.half[0] + out)
        else:
            local = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (self.half + out)
        flat = local @ self._axes() + self.middle
        return np.column_stack([flat, np.full(len(flat), z)])

    def _axes(self) -> np.ndarray:
        cosine, sine = np.cos(self.turn), np.sin(self.turn)
        return np.array([[cosine, sine], [-sine, cosine]])


def any_tray(rng: np.random.Generator, side: int) -> Tray:
    """A tray of which the picture, (side, side), shows a part at least."""
    is_round = rng.random() < 0.35
    half = side * rng.uniform(0.38, 1.3, 2)
    half = np.full(2, half[0]) if is_round else half
    middle = rng.uniform(-1, 1, 2) * np.maximum(half - 0.35 * side, 0.1 * side)
    height = side * rng.uniform(0.03, 0.3)
    turn = rng.normal(0, 0.1) if rng.random() < 0.7 else rng.uniform(0, np.pi)
    return Tray(middle, half, float(turn), is_round, float(height), float(side * rng.uniform(0.01, 0.12)))


def draw_tray(rng: np.random.Generator, image: np.ndarray, camera: Camera, lamps: Lamps, tray: Tray) -> np.ndarray:
    """The picture, float (side, side, 3), with a tray on its table."""
    side = image.shape[0]
    floor, rim = (draw_surface(rng, side).astype(np.float32) / 255 for _ in range(2))
    rim = rim * 0.3 + rim.mean(axis=(0, 1)) * 0.7
    away = -lamps.light / lamps.light[2] * tray.height
    outer, opening = tray.ring(tray.width, tray.height), tray.ring(0, tray.height)
    softness = float(rng.choice([0.4, 2.0, 6.0]))
    table_shadow = _mask(camera, np.concatenate([outer + away, tray.ring(tray.width, 0)]), side, softness, hull=True)
    image = image * (1 - rng.uniform(0.2, 0.8) * (1 - lamps.ambient) * table_shadow)
    on_rim, in_opening = _mask(camera, outer, side), _mask(camera, opening, side)
    image = image * (1 - on_rim) + rim * rng.uniform(0.7, 1.1) * on_rim
    inside = np.zeros_like(image)
    feet = tray.ring(0, 0)
    for corner in range(len(feet)):
        follow = (corner + 1) % len(feet)
        wall = np.stack([feet[corner], feet[follow], opening[follow], opening[corner]])
        inward = np.append(tray.middle, 0) - (feet[corner] + feet[follow]) / 2
        lit = max(0.0, float(inward / np.linalg.norm(inward) @ lamps.light))
        shade = lamps.ambient * 0.7 + (1 - lamps.ambient) * lit
        cv2.fillConvexPoly(inside, _pixels(camera, wall), tuple(float(v) * shade for v in rim.mean(axis=(0, 1))))
    inside = inside + 0.15 * (rim - rim.mean(axis=(0, 1)))
    lit_floor = _mask(camera, opening + away, side, softness)
    darkened = floor * (1 - (1 - lit_floor) * rng.uniform(0.3, 0.9) * (1 - lamps.ambient))
    on_floor = _mask(camera, feet, side)
    inside = inside * (1 - on_floor) + darkened * on_floor
    return (image * (1 - in_opening) + inside * in_opening).astype(np.float32)


def _pixels(camera: Camera, points: np.ndarray) -> np.ndarray:
    return np.clip(camera.project(points), -4000, 4000).astype(np.int32)


def _mask(camera: Camera, points: np.ndarray, side: int, softness: float = 0.5, hull: bool = False) -> np.ndarray:
    """Where a polygon of the world covers the picture, (side, side, 1), 0..1."""
    mask = np.zeros((side, side), np.uint8)
    pixels = _pixels(camera, points)
    cv2.fillPoly(mask, [cv2.convexHull(pixels) if hull else pixels], 255, cv2.LINE_AA)
    return (cv2.GaussianBlur(mask, (0, 0), softness).astype(np.float32) / 255)[:, :, None]
