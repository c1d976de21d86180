"""Draws flat things that are no dice, and their soft shadows."""

from __future__ import annotations

import numpy as np

from hardware.simulated.brushes import Floats, Image, cast_shadow, disc, fill
from hardware.simulated.geometry import FOCAL_PX, LIGHT, SQUARE, project, turn
from hardware.simulated.scene import Sheet, View


def draw_sheet(image: Image, sheet: Sheet, view: View) -> None:
    """Draws the sheet and its soft shadow."""
    px_per_mm = FOCAL_PX / view.distance_mm
    thrown = _sheet_corners(sheet, 1.0) - sheet.height_mm / LIGHT[2] * LIGHT
    cast_shadow(image, project(thrown, view), (0.8 + 0.12 * sheet.height_mm) * px_per_mm, 0.4)
    fill(image, project(_sheet_corners(sheet, 1.0), view), sheet.colour_bgr)
    if sheet.picture_bgr is None:
        return
    fill(image, project(_sheet_corners(sheet, 0.86), view), sheet.picture_bgr)
    for along in (-0.5, 0.0, 0.5):
        middle = project(_sheet_points(sheet, np.array([[along, 0.0]])), view)[0]
        disc(image, middle, 0.09 * min(sheet.size_wh_mm) * px_per_mm, sheet.colour_bgr)


def _sheet_corners(sheet: Sheet, share: float) -> Floats:
    """The corners (4, 3) in mm of the sheet, or of a smaller one in its middle."""
    return _sheet_points(sheet, SQUARE[:, :2] * share)


def _sheet_points(sheet: Sheet, points: Floats) -> Floats:
    """Places (n, 2), from -1 to 1 over the sheet, as points (n, 3) of the tray in mm."""
    flat: Floats = points * np.array(sheet.size_wh_mm) / 2
    turned = np.hstack([flat, np.zeros((len(flat), 1))]) @ turn(2, sheet.angle_deg).T
    placed: Floats = turned + np.array([*sheet.centre_mm, sheet.height_mm])
    return placed
