"""What a buzzer and a lamp tell the table."""

from __future__ import annotations

from engine.record import RollEntry
from hardware.ports import Signal
from pi.core.model import Model, Phase, Tray
from pi.core.throws import lies_where_it_lay
from vision.reading import Reading


def signal_between(before: Model, after: Model) -> Signal | None:
    """The signal that a change is worth; None for none.

    Args:
        before: what was known.
        after: what is known now.
    """
    if _is_asked(before, after):
        return Signal.DOUBT
    if _is_rolled(before, after):
        return Signal.ROLL_READ
    if before.phase is Phase.DOING and after.phase in (Phase.WAITING, Phase.MOVING):
        return Signal.YOUR_TURN
    return None


def _is_asked(before: Model, after: Model) -> bool:
    """Whether the players are asked about dice that they were not asked about before."""
    if after.phase is not Phase.DOUBT or before.phase is not Phase.DOUBT:
        return after.phase is Phase.DOUBT
    has_settled = before.tray is not Tray.RESTING and after.tray is Tray.RESTING
    return has_settled and after.overlay is not before.overlay and not _lie_as_before(before.reading, after.reading)


def _lie_as_before(before: Reading | None, after: Reading | None) -> bool:
    """Whether a knock has moved some of the dice at most."""
    return before is not None and after is not None and any(lies_where_it_lay(die, before) for die in after.dice)


def _is_rolled(before: Model, after: Model) -> bool:
    if before.game is None or after.game is None or len(after.game.moments) <= len(before.game.moments):
        return False
    return isinstance(after.game.now.change, RollEntry)
