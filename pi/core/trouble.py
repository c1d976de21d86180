"""What does not work, as a state of the model that stays on the screen until it works again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pi.core.events import (
    DeviceFailed,
    DeviceReturned,
    DeviceStarting,
    HandlerFailed,
    RecordMended,
    SaveFailed,
    SaveSucceeded,
    ShutDownFailed,
    TimePassed,
)
from pi.core.handler import Handler, Next
from pi.core.model import Model, Phase, Starting, Tray, Trouble, resumed
from pi.core.overlay_values import MendedRecord

PATIENCE_S = 3
"""A device that still starts after so long is not counted on: the players are told how to go on without it."""


def time_passed(model: Model, event: TimePassed) -> Next:
    """Counts how long a device takes to start."""
    starting = model.starting
    if starting is None:
        return Next(model, why="nothing is being waited for")
    waited_s = int(event.at - starting.since)
    counted = replace(model, starting=replace(starting, waited_s=waited_s))
    if waited_s < PATIENCE_S or model.has_trouble(starting.device):
        return Next(counted)
    return Next(_without_device(counted, Trouble(starting.device, "it has not started yet", "wait, or play by hand")))


def device_starting(model: Model, event: DeviceStarting) -> Next:
    """A device is being waited for."""
    return Next(replace(model, starting=Starting(event.device, event.at)))


def device_failed(model: Model, event: DeviceFailed) -> Next:
    """A device is away; without a camera the dice are entered by hand."""
    return Next(_without_device(_started(model, event.device), Trouble(event.device, event.reason, event.remedy)))


def device_returned(model: Model, event: DeviceReturned) -> Next:
    """A device works, for the first time or again."""
    return Next(without_trouble(_started(model, event.device), event.device))


def save_failed(model: Model, event: SaveFailed) -> Next:
    """The disk takes nothing; the record waits in memory."""
    return Next(_with_trouble(model, Trouble("record", event.reason, "")))


def save_succeeded(model: Model, event: SaveSucceeded) -> Next:
    """All of the record is on the disk again."""
    return Next(without_trouble(model, "record"))


def record_mended(model: Model, event: RecordMended) -> Next:
    """The record's file was damaged; what was whole is kept."""
    return Next(replace(model, overlay=MendedRecord(event.games)))


def shut_down_failed(model: Model, event: ShutDownFailed) -> Next:
    """The machine did not switch off: the game goes on."""
    return Next(_with_trouble(replace(model, overlay=None), Trouble("power", event.reason, "")))


def handler_failed(model: Model, event: HandlerFailed) -> Next:
    """A fault of our own: what lies on top is closed, and if that was not enough, the game goes on as after a pause."""
    if model.has_trouble("appliance") and model.game is not None:
        lasting = Model(
            setup=model.setup,
            left=model.left,
            troubles=model.troubles,
            language=model.language,
            wishes=model.wishes,
            page=model.page,
            story=model.story,
            stories=model.stories,
            packs=model.packs,
        )
        model = resumed(lasting, model.game)
    return Next(_with_trouble(replace(model, overlay=None), Trouble("appliance", event.reason, "")))


def _without_device(model: Model, trouble: Trouble) -> Model:
    """The table plays on without a device; dice that a lost camera saw rolling are not waited for."""
    troubled = _with_trouble(model, trouble)
    if trouble.device != "camera":
        return troubled
    phase = Phase.WAITING if model.phase is Phase.MOVING else model.phase
    return replace(troubled, phase=phase, tray=Tray.UNSEEN)


def _started(model: Model, device: str) -> Model:
    """The model that waits for a device no longer."""
    is_awaited = model.starting is not None and model.starting.device == device
    return replace(model, starting=None) if is_awaited else model


def _with_trouble(model: Model, trouble: Trouble) -> Model:
    return replace(model, troubles=(*without_trouble(model, trouble.device).troubles, trouble))


def without_trouble(model: Model, *devices: str) -> Model:
    """The model with nothing wrong with these devices."""
    return replace(model, troubles=tuple(one for one in model.troubles if one.device not in devices))


TROUBLE: Mapping[type, Handler] = {
    TimePassed: time_passed,
    DeviceStarting: device_starting,
    DeviceFailed: device_failed,
    DeviceReturned: device_returned,
    SaveFailed: save_failed,
    SaveSucceeded: save_succeeded,
    RecordMended: record_mended,
    ShutDownFailed: shut_down_failed,
    HandlerFailed: handler_failed,
}
"""Handled alike in every phase."""
