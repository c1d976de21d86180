"""When the display is spared."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Care:
    """After how many seconds the display is spared; 0 for never.

    Attributes:
        dim_s: without anything happening, it dims.
        sleep_s: without anything happening, it goes dark.
        shift_s: its picture moves.
    """

    dim_s: float = 120.0
    sleep_s: float = 600.0
    shift_s: float = 60.0


NO_CARE = Care(0.0, 0.0, 0.0)
"""For what no picture burns into."""
