"""What goes wrong at the simulated table looks as it should, ends as it should, and is the same every time."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.simulated.camera import SimulatedTray
from hardware.simulated.lighting import STEADY, Dimming, Lighting, light_at
from hardware.simulated.mishaps import ENDINGS, MISHAPS, NEED_DICE, is_odd
from hardware.simulated.motions import Act
from hardware.simulated.scene import DIE_MM, GROUND_WH_MM, DrawnDie, Light, Scene, Sheet
from hardware.simulated.tray import draw_tray

DICE = (DrawnDie(1, (-50, 30), 20), DrawnDie(6, (40, -30), -35), DrawnDie(5, (5, 5), 70), DrawnDie(3, (50, 35), 10))
SEEDS = st.integers(0, 10_000)


def seen(act: Act) -> list[Scene]:
    """Everything that happens, in small steps."""
    scenes = [draw(share / 20) for _, draw in act.stages for share in range(21)]
    return [scene for scene in scenes if isinstance(scene, Scene)]


def faces(dice: tuple[DrawnDie, ...]) -> list[int]:
    return sorted(die.face for die in dice)


@pytest.mark.parametrize("name", [name for name in MISHAPS if name != "collect"])
@given(seed=SEEDS)
@settings(max_examples=15)
def test_a_mishap_leaves_the_dice_with_their_faces_on_the_ground_and_nothing_over_them(name: str, seed: int) -> None:
    act = MISHAPS[name](DICE, random.Random(seed))
    assert faces(act.dice) == faces(DICE)
    for die in act.dice:
        assert not is_odd(die)
        assert all(abs(at) <= side / 2 - DIE_MM / 2 for at, side in zip(die.centre_mm, GROUND_WH_MM, strict=True))
    last = seen(act)[-1]
    assert (last.hand, last.sheets, last.shift_px, last.turn_deg) == (None, (), (0.0, 0.0), 0.0)
    assert last.dice == act.dice


@pytest.mark.parametrize(
    ("name", "is_there"),
    [
        ("hand", lambda scene: scene.hand is not None),
        ("nudge", lambda scene: scene.hand is not None),
        ("leave", lambda scene: len(scene.dice) == 3),
        ("collect", lambda scene: not scene.dice),
        ("bump", lambda scene: scene.shift_px != (0.0, 0.0)),
        ("shake", lambda scene: scene.turn_deg != 0.0),
        ("card", lambda scene: len(scene.sheets) == 1),
        ("sleeve", lambda scene: len(scene.sheets) == 1),
    ],
)
def test_each_mishap_happens(name: str, is_there: object) -> None:
    assert callable(is_there)
    assert any(is_there(scene) for scene in seen(MISHAPS[name](DICE, random.Random(3))))


@given(seed=SEEDS)
def test_dice_are_collected_to_the_last(seed: int) -> None:
    act = MISHAPS["collect"](DICE, random.Random(seed))
    counts = [len(scene.dice) for scene in seen(act)]
    assert counts == sorted(counts, reverse=True)
    assert (counts[0], counts[-1], act.dice) == (4, 0, ())


@pytest.mark.parametrize("name", ["spinning", "rocking"])
def test_a_die_comes_to_rest_late(name: str) -> None:
    act = ENDINGS[name](DICE, random.Random(1))
    assert sum(length_s for length_s, _ in act.stages) >= 0.8
    moving = [scene.dice for scene in seen(act)]
    assert len({dice[-1] for dice in moving}) > 10
    assert act.dice == DICE
    assert moving[-1][-1].tip_deg == pytest.approx((0.0, 0.0), abs=1e-9)
    assert moving[-1][-1].angle_deg == pytest.approx(DICE[-1].angle_deg)


@given(seed=SEEDS)
def test_a_leaning_die_touches_its_partner_and_its_top_looks_away(seed: int) -> None:
    *others, leaning = ENDINGS["leaning"](DICE, random.Random(seed)).dice
    assert is_odd(leaning)
    partner = min(others, key=lambda die: math.dist(die.centre_mm, leaning.centre_mm))
    away = np.subtract(leaning.centre_mm, partner.centre_mm)
    assert 1.0 < float(np.hypot(*away)) / DIE_MM < 1.4
    top = np.array([leaning.tip_deg[1], -leaning.tip_deg[0]])
    assert float(away @ top) > 0


def test_a_stacked_die_lies_on_another_and_is_laid_down() -> None:
    clock = [0.0]
    tray = SimulatedTray(seed=2, clock=lambda: clock[0])
    tray.throw([2, 3, 5, 6], "stacked")
    clock[0] = tray.ends_at
    scene = tray.scene_at(clock[0])
    assert scene is not None
    assert [die.lift_mm for die in scene.dice] == [0, 0, 0, DIE_MM]
    tray.straighten()
    clock[0] = tray.ends_at
    scene = tray.scene_at(clock[0])
    assert scene is not None
    assert not any(is_odd(die) for die in scene.dice)
    assert tray.faces == (2, 3, 5, 6)


def test_a_die_over_the_rim_is_gone_and_another_can_be_thrown_and_taken() -> None:
    tray = SimulatedTray(seed=2, clock=lambda: 0.0)
    tray.throw([2, 3, 5, 6], "dropped")
    assert list(tray.faces) == [2, 3, 5]
    tray.add(4)
    assert list(tray.faces) == [2, 3, 4, 5]
    tray.take([2, 5])
    assert list(tray.faces) == [3, 4]


@pytest.mark.parametrize(
    ("mishap", "reason"),
    [*((name, "needs dice") for name in sorted(NEED_DICE)), ("earthquake", "known are hand, nudge")],
)
def test_what_cannot_happen_changes_nothing(mishap: str, reason: str) -> None:
    tray = SimulatedTray(clock=lambda: 0.0)
    with pytest.raises(ValueError, match=reason):
        tray.disturb(mishap)
    assert tray.ends_at == 0.0


# Light


def test_a_lamp_is_dimmed_and_comes_back() -> None:
    dimmings = (Dimming(1.0, 1.0, 0.5, (0.1, 0.0)), Dimming(3.0, 0.0, 1.0))
    lamps = [light_at(at, STEADY, dimmings).lamp for at in (0.5, 1.0, 1.5, 2.0, 2.9, 3.0)]
    assert lamps == [1.0, 1.0, 0.75, 0.5, 0.5, 1.0]
    assert light_at(2.5, STEADY, dimmings).slope == (0.1, 0.0)
    after = light_at(3.5, STEADY, dimmings)
    assert (after.lamp, after.slope, after.bands) == (1.0, (0.0, 0.0), 0.0)


def test_daylight_drifts_slowly_and_the_mains_flicker_fast() -> None:
    times = np.arange(0, 40, 1 / 30).tolist()
    drifting = [light_at(at, Lighting(drift=0.1), ()).lamp for at in times]
    assert max(drifting) == pytest.approx(1.1, abs=0.01)
    assert max(abs(b - a) for a, b in pairwise(drifting)) < 0.001
    flickering = [light_at(at, Lighting(flicker=0.1), ()) for at in times]
    assert max(light.lamp for light in flickering) == pytest.approx(1.05, abs=0.01)
    assert {light.bands for light in flickering} == {0.1}


@pytest.mark.parametrize(
    ("light", "row_steps"),
    [(Light(slope=(0.0, 0.2)), "darker below"), (Light(bands=0.2), "bands"), (Light(lamp=0.5), "even")],
)
def test_light_is_seen_in_the_picture(light: Light, row_steps: str) -> None:
    plain = draw_tray(Scene(noise=0.0)).astype(float)[100:380, 100:540].mean(axis=(1, 2))
    ratio = draw_tray(Scene(noise=0.0, light=light)).astype(float)[100:380, 100:540].mean(axis=(1, 2)) / plain
    match row_steps:
        case "even":
            assert ratio == pytest.approx(np.full(280, 0.5), abs=0.02)
        case "darker below":
            assert ratio[0] > 1.05
            assert ratio[-1] < 0.95
        case _:
            assert ratio.max() > 1.15
            assert ratio.min() < 0.85


def test_a_card_lies_where_it_is_laid_and_throws_a_shadow() -> None:
    card = Sheet((0.0, 0.0), (56.0, 87.0), height_mm=10.0)
    empty, laid = draw_tray(Scene(noise=0.0)), draw_tray(Scene(noise=0.0, sheets=(card,)))
    assert tuple(laid[240, 320]) == card.colour_bgr
    assert (laid[20, 20] == empty[20, 20]).all()
    right_of_it = (slice(230, 250), slice(440, 450))
    assert laid[right_of_it].mean() < empty[right_of_it].mean() - 3


def test_a_knock_shifts_the_picture() -> None:
    scene = Scene(DICE, noise=0.0)
    shifted = draw_tray(replace(scene, shift_px=(6.0, 4.0)))
    assert (shifted[104:304, 106:506] == draw_tray(scene)[100:300, 100:500]).all()
