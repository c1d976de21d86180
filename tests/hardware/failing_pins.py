"""Pins that can stop answering, as they do when the driver in the kernel is unloaded."""

from __future__ import annotations

from gpiozero.pins.mock import MockPin


class FailingPin(MockPin):  # type: ignore[misc]  # gpiozero has no types
    """A pin that can stop answering, as they do when the driver in the kernel is unloaded."""

    is_failing = False

    def _get_state(self) -> object:
        if self.is_failing:
            raise OSError("No such device")
        return super()._get_state()
