"""What a buzzer and a lamp tell the table."""

from __future__ import annotations

from engine.record import RollEntry
from hardware.ports import Signal
from pi.core.model import Model, Phase


def signal_between(before: Model, after: Model) -> Signal | None:
    """The signal that a change is worth; None for none.

    Args:
        before: what was known.
        after: what is known now.
    """
    if after.phase is Phase.DOUBT and before.phase is not Phase.DOUBT:
        return Signal.DOUBT
    if _is_rolled(before, after):
        return Signal.ROLL_READ
    if before.phase is Phase.DOING and after.phase in (Phase.WAITING, Phase.MOVING):
        return Signal.YOUR_TURN
    return None


def _is_rolled(before: Model, after: Model) -> bool:
    if before.game is None or after.game is None or len(after.game.moments) <= len(before.game.moments):
        return False
    return isinstance(after.game.now.change, RollEntry)
