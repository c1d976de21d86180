"""The light over the drawn tray: a lamp that is switched and dimmed, daylight that drifts, the mains."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from hardware.simulated.motions import eased
from hardware.simulated.scene import Light

DRIFT_PERIOD_S: Final = 40.0
"""A cloud comes and goes."""
BEAT_HZ: Final = 1.7
"""How fast the bands of the mains wander: what is left of 100 Hz at the camera's pace."""


@dataclass(frozen=True, slots=True)
class Lighting:
    """What the light is like all the time.

    Attributes:
        drift: by what share the daylight comes and goes.
        flicker: by what share the mains make bands, and half of it the whole picture.
        noise: standard deviation of the sensor noise, in grey levels.
    """

    drift: float = 0.0
    flicker: float = 0.0
    noise: float = 2.0


STEADY: Final = Lighting()


@dataclass(frozen=True, slots=True)
class Dimming:
    """The lamp is turned to another brightness.

    Attributes:
        start: when, in seconds.
        length_s: how long it takes; 0 for a switch.
        lamp: its brightness afterwards; 1 is ordinary.
        slope: how much brighter it then is at the right and at the upper edge than in the middle, as a share.
    """

    start: float
    length_s: float
    lamp: float
    slope: tuple[float, float] = (0.0, 0.0)

    @property
    def ends_at(self) -> float:
        """When it is over."""
        return self.start + self.length_s


def light_at(at: float, lighting: Lighting, dimmings: tuple[Dimming, ...]) -> Light:
    """Says what the light does at a time.

    Args:
        at: in seconds.
        lighting: what it is like all the time.
        dimmings: what was done to the lamp, in order.
    """
    lamp, slope = 1.0, (0.0, 0.0)
    for dimming in dimmings:
        if at < dimming.start:
            break
        share = eased((at - dimming.start) / dimming.length_s) if dimming.length_s else 1.0
        lamp += (dimming.lamp - lamp) * share
        slope = (slope[0] + (dimming.slope[0] - slope[0]) * share, slope[1] + (dimming.slope[1] - slope[1]) * share)
    lamp *= 1 + lighting.drift * math.sin(2 * math.pi * at / DRIFT_PERIOD_S)
    lamp *= 1 + lighting.flicker / 2 * math.sin(2 * math.pi * BEAT_HZ * 1.31 * at)
    return Light(lamp, slope, lighting.flicker, BEAT_HZ * at % 1)
