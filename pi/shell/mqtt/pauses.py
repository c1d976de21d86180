"""How long to wait before a broker that is away is tried again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

FIRST_PAUSE_S: Final = 1.0
LONGEST_PAUSE_S: Final = 60.0


def pauses() -> Iterator[float]:
    """Seconds before each further try: longer each time, up to a minute."""
    pause_s = FIRST_PAUSE_S
    while True:
        yield pause_s
        pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
