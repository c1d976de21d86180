"""What happened, named in the past tense. Times are seconds of the monotonic (in scripts: simulated) clock."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.ports import Button
from pi.core.commands import CommandGiven
from pi.core.page import PageOpened
from pi.core.story import KnownPack, Story
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button was pressed, shortly or held down."""

    button: Button
    held: bool
    at: float


@dataclass(frozen=True, slots=True)
class DiceMoved:
    """Something on the tray began to move."""

    at: float


@dataclass(frozen=True, slots=True)
class TrayBlocked:
    """Something that is no die covers the tray."""

    at: float


@dataclass(frozen=True, slots=True)
class TrayEmptied:
    """The tray lies still with no die on it."""

    at: float


@dataclass(frozen=True, slots=True)
class DiceSettled:
    """The dice lie still and were read."""

    reading: Reading
    at: float


@dataclass(frozen=True, slots=True)
class TimePassed:
    """About a second went by."""

    at: float


@dataclass(frozen=True, slots=True)
class InboxEmptied:
    """Nothing else waits to be heard: what takes long goes on by one step."""

    at: float


@dataclass(frozen=True, slots=True)
class DeviceStarting:
    """A device is being opened for the first time, which may take a while; DeviceReturned tells that it works."""

    device: str
    at: float


@dataclass(frozen=True, slots=True)
class DeviceFailed:
    """A device stopped working."""

    device: str
    reason: str
    remedy: str
    at: float


@dataclass(frozen=True, slots=True)
class DeviceReturned:
    """A device works again."""

    device: str
    at: float


@dataclass(frozen=True, slots=True)
class SaveFailed:
    """The record could not be written; it is kept in memory."""

    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class SaveSucceeded:
    """Everything in memory is in the record again."""

    at: float


@dataclass(frozen=True, slots=True)
class RecordMended:
    """The record's file was damaged, and what was whole of it was kept in a new one.

    Attributes:
        games: how many were kept.
        at: in seconds.
    """

    games: int
    at: float


@dataclass(frozen=True, slots=True)
class ShutDownFailed:
    """The machine was asked to switch off and refused; the record is open again."""

    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class HandlerFailed:
    """The appliance itself made a mistake; the game is as it was before."""

    reason: str
    at: float


@dataclass(frozen=True, slots=True)
class SagasFound:
    """The campaigns of the record and the packs of the data folder were looked up.

    Attributes:
        stories: all campaigns, the last one first.
        packs: those of the group, then the example.
        at: in seconds.
    """

    stories: tuple[Story, ...]
    packs: tuple[KnownPack, ...]
    at: float


Event = (
    ButtonPressed
    | DiceMoved
    | TrayBlocked
    | TrayEmptied
    | DiceSettled
    | TimePassed
    | InboxEmptied
    | DeviceStarting
    | DeviceFailed
    | DeviceReturned
    | SaveFailed
    | SaveSucceeded
    | RecordMended
    | ShutDownFailed
    | HandlerFailed
    | SagasFound
    | PageOpened
    | CommandGiven
)
