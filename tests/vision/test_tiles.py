"""Tiles cut out of a picture, and what is measured on them."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from hardware.simulated.scene import DrawnDie, Scene, View
from hardware.simulated.tray import draw_tray
from vision.network import Network, Spot
from vision.tiles import TILE_SIDE, cut_out, mean_point, ups_measured

GREY = np.random.default_rng(1).integers(0, 256, (120, 160, 3), dtype=np.uint8)
SPOT = Spot((80.0, 60.0), 20.0, 0.0, 1.0, (0.0, 0.0), np.full(7, 1 / 7, np.float32))
ALL_WAYS = range(8)


@pytest.mark.parametrize("centre_xy", [(80.0, 60.0), (0.0, 0.0), (159.0, 119.0)])
def test_a_tile_shows_the_die_as_large_as_wanted_wherever_it_lies(centre_xy: tuple[float, float]) -> None:
    tile = cut_out(GREY, replace(SPOT, centre_xy=centre_xy), size=40.0)
    assert tile.image_bgr.shape == (TILE_SIDE, TILE_SIDE, 3)
    assert tile.scale == pytest.approx(2.0)
    assert (tile.left, tile.top) == (centre_xy[0] - 16, centre_xy[1] - 16)
    assert tile.place_of(centre_xy) == (32.5, 32.5)


@pytest.mark.parametrize("way", ["as it is", "left and right", "top and bottom", "rows and columns"])
def test_where_a_top_is_seen_turns_with_the_picture(way: str) -> None:
    network = Network()
    image = draw_tray(Scene((DrawnDie(5, (45.0, 25.0), 20.0),), view=View(tilt_deg=10)))
    (spot, *_) = network.spots(image[::2, ::2], 0.5)
    spot = replace(spot, centre_xy=(spot.centre_xy[0] * 2 + 0.5, spot.centre_xy[1] * 2 + 0.5), size=spot.size * 2)
    x, y = spot.centre_xy
    up_x, up_y = mean_point(ups_measured(network, image, spot, ALL_WAYS))
    assert math.hypot(up_x, up_y) > 0.05
    right, down = image.shape[1] - 1, image.shape[0] - 1
    turned, centre, wanted = {
        "as it is": (image, (x, y), (up_x, up_y)),
        "left and right": (image[:, ::-1], (right - x, y), (-up_x, up_y)),
        "top and bottom": (image[::-1], (x, down - y), (up_x, -up_y)),
        "rows and columns": (image.transpose(1, 0, 2), (y, x), (up_y, up_x)),
    }[way]
    found = mean_point(ups_measured(network, np.ascontiguousarray(turned), replace(spot, centre_xy=centre), ALL_WAYS))
    assert found == pytest.approx(wanted, abs=0.03)
