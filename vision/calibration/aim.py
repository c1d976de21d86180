"""Learns by itself where the tray lies, from looking at it whenever it is empty.

A pure step from frame to frame beside `vision.settle`: `keep_aim(aim, image, at, watch, event, reader)` gives the next
`Aim` and, at most, news. It works only while the tray lies empty and nothing moves, when no reading is waited for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from vision.calibration.beside import apply_calibration, learn_die_size
from vision.calibration.empty import calibrate
from vision.calibration.moved import fits, has_moved
from vision.calibration.tray import Calibration
from vision.reading import SAFE, Reading
from vision.settle import Empty, Event, Reads, Settled, Watch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

STILLS: Final = 3
"""So many pictures of the empty tray are compared."""
APART_S: Final = 0.3
"""They are taken so far apart, that something that moves slowly is noticed."""
AGAIN_S: Final = 10.0
"""A tray that could not be learnt is tried again after this long: a lamp may have helped."""
IN_A_ROW: Final = 3
"""So many empty trays in a row have to speak against a tray that is trusted: one alone may show a shadow or an arm."""
SAME_GROUND: Final = 1.03
"""Ground larger by more than this factor was hidden when the tray was learnt; that of the same tray differs by less."""
LEAST_SHARE: Final = 0.25
"""Ground that takes less of the picture may be a card in the middle of the tray."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """The tray, or the size of its dice, was learnt."""

    at: float
    calibration: Calibration


@dataclass(frozen=True, slots=True)
class CameraMoved:
    """The camera stands elsewhere than when the tray was learnt, on IN_A_ROW empty trays."""

    at: float


AimEvent = Learnt | CameraMoved


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """What is known of how the camera looks at the tray; `Aim()` knows nothing.

    Attributes:
        calibration: the last one learnt; true of a picture only where `fits` says so.
        is_trusted: whether two empty trays showed the same, or it was known from before.
        moved: on so many empty trays in a row the camera seemed moved.
        grown: on so many in a row more ground was seen than is known.
        stills: pictures of the empty tray taken so far, uint8, (H, W, 3), blue-green-red.
        due_at: when the next one is taken, in seconds; None for no time before the tray is empty anew.
    """

    calibration: Calibration | None = None
    is_trusted: bool = False
    moved: int = 0
    grown: int = 0
    stills: tuple[Image, ...] = ()
    due_at: float | None = None

    @property
    def patience(self) -> int:
        """So many empty trays in a row that speak against the calibration are one too many."""
        return IN_A_ROW if self.is_trusted else 1


class TrayReader:
    """Reads only what lies on the tray, in pictures in which the tray lies where it lay when it was learnt."""

    def __init__(self, reader: Reads, calibration: Calibration | None) -> None:
        self._reader = reader
        self._calibration = calibration

    def read(self, image_bgr: Image, expect: int | None = None) -> Reading:
        """Reads a picture, uint8, (H, W, 3), blue-green-red; `expect` dice ought to lie on the tray."""
        if self._calibration is None or not fits(self._calibration, image_bgr):
            return self._reader.read(image_bgr, expect)
        return apply_calibration(self._calibration, self._reader.read(image_bgr), expect)


def keep_aim(
    aim: Aim, image_bgr: Image, at: float, watch: Watch, event: Event | None, reader: Reads
) -> tuple[Aim, AimEvent | None]:
    """Looks at one more frame, after `settle` did.

    Args:
        aim: what the last call returned, at first `Aim()` or one with a stored calibration.
        image_bgr: the frame, uint8, (H, W, 3), blue-green-red.
        at: when it was taken, in seconds.
        watch: what `settle` returned for it.
        event: what `settle` told of it.
        reader: reads whole pictures; is asked once before a tray is learnt, so that no die is taken for ground.

    Returns:
        The aim for the next frame, and what is new or None.
    """
    if isinstance(event, Settled) and event.reading.accepted:
        return _with_die_size(aim, event)
    if not _is_bare(watch.told):
        return (aim if aim.due_at is None else replace(aim, stills=(), due_at=None)), None
    if event is not None:
        return _on_another_tray(aim, image_bgr, at)
    if aim.due_at is None or at < aim.due_at:
        return aim, None
    stills = (*aim.stills, image_bgr)
    if len(stills) < STILLS:
        return replace(aim, stills=stills, due_at=at + APART_S), None
    return _from_stills(aim, stills, at, reader)


def _is_bare(told: Event | None) -> bool:
    """Whether the tray lies still and no die is surely seen: logos beside it may look like dice in doubt."""
    if isinstance(told, Settled):
        return not any(die.face is not None and die.confidence >= SAFE for die in told.reading.dice)
    return isinstance(told, Empty)


def _with_die_size(aim: Aim, settled: Settled) -> tuple[Aim, AimEvent | None]:
    known = aim.calibration
    learnt = None if known is None or aim.moved else learn_die_size(known, settled.reading)
    if learnt is None or learnt is known:
        return aim, None
    return replace(aim, calibration=learnt), Learnt(settled.at, learnt)


def _on_another_tray(aim: Aim, image_bgr: Image, at: float) -> tuple[Aim, AimEvent | None]:
    """The tray has just been seen empty: is it where it was?"""
    begun = replace(aim, stills=(image_bgr,), due_at=at + APART_S)
    known = aim.calibration
    if known is None:
        return begun, None
    if has_moved(known, image_bgr) is None:
        return (replace(begun, moved=0) if fits(known, image_bgr) else begun), None
    moved = aim.moved + 1
    is_same_camera = known.size_wh == (image_bgr.shape[1], image_bgr.shape[0])
    told = CameraMoved(at) if aim.is_trusted and moved == IN_A_ROW and is_same_camera else None
    return replace(begun, moved=moved, grown=0), told


def _from_stills(aim: Aim, stills: tuple[Image, ...], at: float, reader: Reads) -> tuple[Aim, AimEvent | None]:
    """Learns the tray where it is not known, has moved, or is larger than was known."""
    known = aim.calibration
    is_wanted = known is None or aim.moved >= aim.patience
    waiting = replace(aim, stills=(), due_at=at + AGAIN_S if is_wanted else None)
    found = None if aim.moved and not is_wanted else _tray_in(stills)
    if found is None:
        return waiting, None
    if known is not None and not is_wanted:
        waiting = _compared(waiting, known, found)
        if waiting.grown < aim.patience:
            return waiting, None
        found = replace(found, die_px=known.die_px)
    if _has_dice(apply_calibration(found, reader.read(stills[-1]))):
        return waiting, None
    return Aim(found), Learnt(at, found)


def _tray_in(stills: tuple[Image, ...]) -> Calibration | None:
    """The tray, if it is beyond question.

    Without a rim nothing lies beside the tray, and nothing would tell whether it is still there.
    """
    found = calibrate(stills)
    if not isinstance(found, Calibration) or found.share < LEAST_SHARE or not found.has_rim:
        return None
    return found if fits(found, stills[-1]) else None


def _compared(aim: Aim, known: Calibration, found: Calibration) -> Aim:
    """A tray that looks larger speaks against what is known; one that looks smaller is covered in part."""
    if found.share > known.share * SAME_GROUND:
        return replace(aim, grown=aim.grown + 1)
    is_same = found.share * SAME_GROUND > known.share
    return replace(aim, grown=0, is_trusted=aim.is_trusted or is_same)


def _has_dice(on_tray: Reading) -> bool:
    """Whether anything that may be a die lies on the tray or beside it."""
    return bool(on_tray.dice or on_tray.doubts)
