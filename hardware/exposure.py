"""Exposure times that lamps do not flicker in.

A lamp on the mains is brightest twice a period. A picture exposed for a whole number of those half periods is lit
alike every time and in every line; any other has bands that wander.
"""

from __future__ import annotations

MAINS_HZ = 50
"""Frequency of the mains, in hertz: 50 in most countries, 60 in North America and some others."""


def half_period_us(mains_hz: int) -> float:
    """From one flash of a lamp to the next, in microseconds."""
    return 1_000_000 / (2 * mains_hz)


def steady_exposure(exposure_us: float, gain: float, mains_hz: int, longest_us: float) -> tuple[float, float]:
    """Trades exposure time for gain so that lamps do not flicker and the picture stays as bright.

    Args:
        exposure_us: what automatic exposure has settled on, in microseconds.
        gain: likewise, 1 at least.
        mains_hz: frequency of the mains, in hertz.
        longest_us: the longest time that fits a frame, in microseconds.

    Returns:
        Exposure time and gain: the nearest whole number of half periods, or the next below. What was given, where
        neither works: so short a time is enough only in daylight, which does not flicker.
    """
    half_us = half_period_us(mains_hz)
    nearest = max(1, round(exposure_us / half_us))
    for steady_us in (nearest * half_us, (nearest - 1) * half_us):
        if 0 < steady_us <= longest_us and exposure_us * gain >= steady_us:
            return steady_us, exposure_us * gain / steady_us
    return exposure_us, gain
