"""The drawn scenes that the network learns from: the same for the same seed, and telling the truth."""

from __future__ import annotations

import math
from importlib import import_module
from typing import Any

import numpy as np

from vision.leaning import leanings
from vision.pips import count_pips, rectified, tone_of

scenes: Any = import_module("vision.training.scenes")  # training code is not type-checked
SIDE = 256


def scene(seed: int) -> tuple[Any, Any]:
    image, truths = scenes.draw_scene(np.random.default_rng(seed), SIDE)
    return image, truths


def test_a_seed_gives_the_same_scene_again_and_another_seed_another() -> None:
    image, truths = scene(4)
    again, truths_again = scene(4)
    assert np.array_equal(image, again)
    assert truths == truths_again
    assert not np.array_equal(image, scene(5)[0])


def test_what_a_scene_is_said_to_show_can_be_counted_in_it() -> None:
    counted = right = 0
    for seed in range(60):
        image, truths = scene(seed)
        for die in truths:
            inside = min(die.centre_xy) > 0.6 * die.size and max(die.centre_xy) < SIDE - 0.6 * die.size
            if die.face > scenes.UNKNOWN and die.size > 24 and inside:
                found = count_pips(tone_of(rectified(image, die.centre_xy, die.size, die.angle)))
                counted += found is not None
                right += found == die.face
    assert counted > 40
    assert right >= 0.93 * counted


def test_where_the_top_is_seen_from_the_bottom_tells_which_dice_lean() -> None:
    flat: list[float] = []
    leaning: list[float] = []
    for seed in range(40):
        _, truths = scene(seed)
        dice = [die for die in truths if not math.isnan(die.leans)]
        ups = [die.up_xy for die in dice]
        found = leanings([die.centre_xy for die in dice], ups, [die.size for die in dice], (SIDE, SIDE))
        for die, seen in zip(dice, found if len(dice) > 1 else (), strict=False):
            (leaning if die.leans else flat).append(seen.far)
    assert len(flat) > 30
    assert len(leaning) > 10
    assert np.median(flat) < 0.1
    assert np.median(leaning) > 0.2
