"""The second look at a die in question: cut out at the sizes that the network reads best, upright and mirrored."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from vision.network import Network, Spot, log_odds
from vision.tiles import TILE_SIDE, UNSEEN, Tile, cut_out, enlarged, in_the_middle, mean_point

if TYPE_CHECKING:
    from numpy.typing import NDArray

TILE_SIZES: Final = (22.0, 28.0, 36.0)
"""Edges that a die has in the tiles of its second look, in pixels; every other one is mirrored."""


def second_look(network: Network, picture: NDArray[np.uint8], spot: Spot) -> Spot:
    """The spot as the network sees it cut out at its best sizes, upright and mirrored, fused with what it was."""
    tiles = _tile_spots(network, picture, spot)
    found = [one for one in tiles if one is not None]
    powers = np.exp(np.mean([np.log(one.chances + 1e-4) for one in (spot, *found)], axis=0))
    return replace(
        _mean_square(found or [spot]),
        chance=_mean_chance([spot.chance, *(UNSEEN if one is None else one.chance for one in tiles)]),
        chances=(powers / powers.sum()).astype(np.float32),
    )


def _mean_chance(chances: Iterable[float]) -> float:
    return 1 / (1 + math.exp(-float(np.mean([log_odds(chance) for chance in chances]))))


def _mean_square(spots: Sequence[Spot]) -> Spot:
    """The first spot, its place, size, angle and upper side measured by all of them."""
    turns = [4 * spot.angle for spot in spots]
    return replace(
        spots[0],
        centre_xy=mean_point([spot.centre_xy for spot in spots]),
        size=math.exp(sum(math.log(spot.size) for spot in spots) / len(spots)),
        angle=math.atan2(sum(map(math.sin, turns)), sum(map(math.cos, turns))) / 4 % (math.pi / 2),
        up_xy=mean_point([spot.up_xy for spot in spots]),
    )


def _tile_spots(network: Network, picture: NDArray[np.uint8], spot: Spot) -> list[Spot | None]:
    """What the network sees in the middle of each tile around a spot, in pixels of the picture; None for nothing."""
    tiles = [cut_out(picture, spot, size) for size in TILE_SIZES]
    images = [tile.image_bgr[:, :: -1 if index % 2 else 1] for index, tile in enumerate(tiles)]
    seen = network.spots_of_each(images, UNSEEN)
    mirrored = [[_mirrored(one) for one in spots] if index % 2 else spots for index, spots in enumerate(seen)]
    return [
        _in_picture(in_the_middle(spots, tile.place_of(spot.centre_xy), size), tile)
        for spots, tile, size in zip(mirrored, tiles, TILE_SIZES, strict=True)
    ]


def _in_picture(spot: Spot | None, tile: Tile) -> Spot | None:
    """A spot of a tile in the picture that the tile was cut out of."""
    if spot is None:
        return None
    seen = enlarged(spot, 1 / tile.scale)
    return replace(seen, centre_xy=(seen.centre_xy[0] + tile.left, seen.centre_xy[1] + tile.top))


def _mirrored(spot: Spot) -> Spot:
    (x, y), (up_x, up_y) = spot.centre_xy, spot.up_xy
    angle = (math.pi / 2 - spot.angle) % (math.pi / 2)
    return replace(spot, centre_xy=(TILE_SIDE - 1 - x, y), angle=angle, up_xy=(-up_x, up_y))
