"""How the display is spared: it dims, moves its picture by a pixel and sleeps while nothing happens.

A pure function of what happened and when. It knows nothing of the game, and the game nothing of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware.ports import Button, Light, Look
from pi.core.care import Care
from pi.core.events import (
    ButtonPressed,
    DeviceFailed,
    DeviceReturned,
    DeviceStarting,
    Event,
    InboxEmptied,
    SaveFailed,
    SaveSucceeded,
    TimePassed,
)

SHIFTS_XY = ((0, 0), (1, 0), (1, -1), (0, -1))
"""Where the picture lies by turns. Only the edge of the title bar and an empty column ever leave the display."""

STILL_HELD_S = 1.0
"""A long press told of again within this time is the same press."""


@dataclass(frozen=True, slots=True)
class Panel:
    """What is known of the display's rest.

    Attributes:
        now: the latest time heard of, in seconds; None before the first.
        active_at: when something happened last, in seconds.
        failing: the devices that are known not to work; that they still don't is no news.
        woken_by: the button whose press woke the display and may still be held.
    """

    now: float | None = None
    active_at: float = 0.0
    failing: frozenset[str] = frozenset()
    woken_by: Button | None = None


def look_of(panel: Panel, care: Care) -> Look:
    """How the display shows its picture now."""
    now = panel.active_at if panel.now is None else panel.now
    idle_s = now - panel.active_at
    if 0 < care.sleep_s <= idle_s:
        light = Light.DARK
    elif 0 < care.dim_s <= idle_s:
        light = Light.DIM
    else:
        light = Light.BRIGHT
    return Look(light, SHIFTS_XY[int(now // care.shift_s) % len(SHIFTS_XY)] if care.shift_s else (0, 0))


def tend(panel: Panel, event: Event, care: Care) -> tuple[Panel, bool]:
    """Takes an event.

    Returns:
        What is known now, and whether the event only wakes the display: then it must do nothing else.
    """
    now = event.at if panel.now is None else max(panel.now, event.at)  # cameras and buttons tell in their own time
    before = replace(panel, now=now, active_at=event.at if panel.now is None else panel.active_at)
    failing = _failing_after(panel.failing, event)
    if not _is_news(panel.failing, event):
        return replace(before, failing=failing), False
    woken_by = _woken_by(before, event, care) if isinstance(event, ButtonPressed) else None
    return Panel(now, active_at=now, failing=failing, woken_by=woken_by), woken_by is not None


def _woken_by(panel: Panel, event: ButtonPressed, care: Care) -> Button | None:
    """The button that does nothing but wake the display; None when the press means what it says."""
    is_asleep = look_of(panel, care).light is Light.DARK
    is_still_held = event.held and event.button is panel.woken_by and event.at - panel.active_at <= STILL_HELD_S
    return event.button if is_asleep or is_still_held else None


def _is_news(failing: frozenset[str], event: Event) -> bool:
    """A device that is tried again every few seconds must not keep the display awake all night."""
    match event:
        case TimePassed() | InboxEmptied() | DeviceStarting():
            return False
        case DeviceFailed() | DeviceReturned() | SaveFailed() | SaveSucceeded():
            return _failing_after(failing, event) != failing
        case _:
            return True


def _failing_after(failing: frozenset[str], event: Event) -> frozenset[str]:
    match event:
        case DeviceFailed(device=device):
            return failing | {device}
        case DeviceReturned(device=device):
            return failing - {device}
        case SaveFailed():
            return failing | {"record"}
        case SaveSucceeded():
            return failing - {"record"}
        case _:
            return failing
