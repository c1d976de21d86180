"""Exposure times that lamps do not flicker in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.exposure import half_period_us, steady_exposure


@pytest.mark.parametrize(
    ("exposure_us", "gain", "mains_hz", "longest_us", "steady"),
    [
        (20_000, 2.0, 50, 66_667, (20_000, 2.0)),
        (19_000, 2.0, 50, 66_667, (20_000, 1.9)),
        (14_000, 2.0, 50, 66_667, (10_000, 2.8)),
        (16_000, 1.0, 50, 66_667, (10_000, 1.6)),
        (3_000, 8.0, 50, 66_667, (10_000, 2.4)),
        (65_000, 1.0, 50, 66_667, (60_000, 65 / 60)),
        (3_000, 1.0, 50, 66_667, (3_000, 1.0)),
        (9_000, 1.0, 50, 66_667, (9_000, 1.0)),
        (16_667, 1.0, 60, 66_667, (50_000 / 3, 1.00002)),
        (8_000, 4.0, 50, 8_333, (8_000, 4.0)),
    ],
    ids=[
        "steady already",
        "up, for less gain",
        "down, for more gain",
        "down, as there is no gain to give",
        "up to one half period",
        "as long as fits a frame",
        "daylight is too bright for a half period",
        "no gain to trade",
        "sixty hertz",
        "frames too short",
    ],
)
def test_time_is_traded_for_gain(
    exposure_us: float, gain: float, mains_hz: int, longest_us: float, steady: tuple[float, float]
) -> None:
    assert steady_exposure(exposure_us, gain, mains_hz, longest_us) == pytest.approx(steady)


@given(st.floats(100, 66_000), st.floats(1, 16), st.sampled_from([50, 60]))
def test_the_picture_stays_as_bright_and_the_exposure_fits(exposure_us: float, gain: float, mains_hz: int) -> None:
    steady_us, steady_gain = steady_exposure(exposure_us, gain, mains_hz, longest_us=66_667)
    assert steady_us * steady_gain == pytest.approx(exposure_us * gain)
    assert steady_us <= 66_667
    assert steady_gain >= 1 - 1e-9
    halves = steady_us / half_period_us(mains_hz)
    assert halves == pytest.approx(round(halves)) or (steady_us, steady_gain) == (exposure_us, gain)
