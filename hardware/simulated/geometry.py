"""Where the camera and the lamp are, and where points of the tray are seen: a pinhole camera, x right, y away, z up."""

from __future__ import annotations

from typing import Final

import numpy as np

from hardware.simulated.brushes import Floats
from hardware.simulated.scene import View
from hardware.simulated.sensor import SIZE_WH

FOCAL_PX: Final = 1100.0
"""Focal length in pixels; the tray fills the picture at the ordinary distance."""

LIGHT: Final[Floats] = np.array([-0.36, 0.42, 0.83]) / np.linalg.norm([-0.36, 0.42, 0.83])
"""Towards the lamp."""
AMBIENT: Final = 0.5
"""What a surface turned away from the lamp still gets."""

SQUARE: Final[Floats] = np.array([[-1, 1, 1], [1, 1, 1], [1, -1, 1], [-1, -1, 1]], dtype=np.float64)
"""The corners of a face on its own axes."""


def project(points: Floats, view: View) -> Floats:
    """Projects points (n, 3) in mm to pixels (n, 2)."""
    flat: Floats = pixels_and_depth(points, view)[0]
    return flat


def pixels_and_depth(points: Floats, view: View) -> tuple[Floats, Floats]:
    """Projects points (n, 3) in mm to pixels (n, 2), and says how far they are along the line of sight (n,), in mm."""
    tilt = np.deg2rad(view.tilt_deg)
    up = np.array([0.0, np.cos(tilt), np.sin(tilt)])
    forward = np.array([0.0, np.sin(tilt), -np.cos(tilt)])
    depth = view.distance_mm + points @ forward
    scale = FOCAL_PX / depth
    return np.stack([SIZE_WH[0] / 2 + scale * points[:, 0], SIZE_WH[1] / 2 - scale * (points @ up)], axis=1), depth


def eye_of(view: View) -> Floats:
    """Where the camera is (3,), in mm."""
    tilt = np.deg2rad(view.tilt_deg)
    return view.distance_mm * np.array([0.0, -np.sin(tilt), np.cos(tilt)])


def turn(axis: int, degrees: float) -> Floats:
    """Rotation matrix about one axis."""
    c, s = np.cos(np.deg2rad(degrees)), np.sin(np.deg2rad(degrees))
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.eye(3)
    matrix[i, i], matrix[i, j], matrix[j, i], matrix[j, j] = c, -s, s, c
    return matrix
