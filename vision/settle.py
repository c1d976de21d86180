"""When to trust a picture: nothing moves, no hand lies over the tray, and several readings agree.

A pure step from frame to frame: `settle(watch, image, at, reader)` gives the next `Watch` and, at most, one event.
The measure of motion is the logarithm of how much brighter each place of a small grey picture became, less what became
brighter everywhere (a lamp was dimmed) and less what changes slowly across the picture (flicker, a cloud before the
sun). A picture that is only shifted as a whole (the table was knocked, a hand holds the camera) has not moved either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from vision.reading import Die, Doubt, Reading

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Grey = NDArray[np.float32]

STILL_S: Final = 0.15
"""Nothing has moved for this long before anything but motion is told; it is read meanwhile."""
QUIET_S: Final = 0.05
"""It is read from when nothing has moved for this long: what was still for one picture often moves in the next."""
AGREE: Final = 3
"""So many readings in a row must say the same."""
PATIENCE_S: Final = 0.5
"""A doubtful reading is given out when nothing has moved for this long."""
AGAIN_S: Final = 1.0
"""A picture at rest is read again this often, since a lamp may have helped."""
BLOCKED_PATIENCE_S: Final = 3.0
"""What looks like a hand for this long may be a moved camera: the reader is asked."""

FOLLOWS: Final = 0.2
"""How much of each picture at rest goes into the one that motion is measured against: follows the daylight."""

SMALL_WH: Final = (160, 120)
"""Motion is looked for in pictures of this size."""
DARK_LEVEL: Final = 12.0
"""Added to every grey level, so that noise in the dark is no motion."""
SATURATED: Final = 220.0
"""Grey level from which a place may be brighter than the sensor can tell."""
WIDE: Final = 41
"""Changes wider than this, in small pixels, are light, not motion; more than a die, less than a lamp."""
MOVED: Final = 0.10
"""Change of the logarithm of brightness that counts; noise raises it, up to MOVED_NOISY."""
MOVED_NOISY: Final = 0.3
MOVED_WITH_CAMERA: Final = 0.17
"""The same while the camera moves, too: edges don't come to lie exactly on each other."""
MOVED_PIXELS: Final = 4
"""So many small pixels make a motion; one alone may be a hot pixel."""
SHIFT_MOST: Final = 4.0
"""A camera held in the hand, or shaken with the table, shifts the picture by so many small pixels at most."""
SHIFT_LEAST: Final = 0.15
"""A shift smaller than this is none: something else moved."""
SHIFT_STEPS: Final = 4
EDGE: Final = 5
"""Of a shifted picture so many small pixels at each edge are not compared."""
INNER: Final = (slice(EDGE, -EDGE), slice(EDGE, -EDGE))
QUARTERS: Final = tuple(
    (rows, columns)
    for rows in (slice(EDGE, SMALL_WH[1] // 2), slice(SMALL_WH[1] // 2, -EDGE))
    for columns in (slice(EDGE, SMALL_WH[0] // 2), slice(SMALL_WH[0] // 2, -EDGE))
)
FOREIGN: Final = 0.22
"""Change of the logarithm of brightness that makes a place foreign to the tray as it was."""
FOREIGN_SHARE: Final = 0.06
"""Share of the picture that a hand covers at least; a die covers a fiftieth."""
SAME_PLACE: Final = 0.01
"""Middles of the same die differ by less than this share of the picture's width."""


class Reads(Protocol):
    """Whatever reads dice."""

    def read(self, image_bgr: Image, expect: int | None = None) -> Reading:
        """Reads a picture; `expect` is the number of dice that ought to lie there."""
        ...


@dataclass(frozen=True, slots=True)
class Moving:
    """Something began to move."""

    at: float


@dataclass(frozen=True, slots=True)
class Blocked:
    """Something large, like a hand, lies still over the tray."""

    at: float


@dataclass(frozen=True, slots=True)
class Empty:
    """Nothing moves and no dice lie on the tray."""

    at: float


@dataclass(frozen=True, slots=True)
class Settled:
    """Dice lie still.

    Attributes:
        at: when it was decided.
        reading: what the last readings agree on; not accepted where they don't.
        since: when nothing moved any more.
    """

    at: float
    reading: Reading
    since: float


Event = Moving | Blocked | Empty | Settled


@dataclass(frozen=True, slots=True, eq=False)
class Watch:
    """What has been seen so far; `Watch()` has seen nothing.

    Attributes:
        size_wh: size of the last picture.
        anchor: the small grey picture that nothing has moved against.
        since: when that began.
        readings: the readings since then that belong to one decision.
        read_at: when the last decision was made on this still picture; None before the first.
        told: the last event.
        bare: the small grey picture when the tray was last empty.
        bare_before: the one when it was empty before that; a card at its edge may have lain there since.
        rested: the small grey picture when dice last settled.
    """

    size_wh: tuple[int, int] = (0, 0)
    anchor: Grey | None = None
    since: float = 0.0
    readings: tuple[Reading, ...] = ()
    read_at: float | None = None
    told: Event | None = None
    bare: Grey | None = None
    bare_before: Grey | None = None
    rested: Grey | None = None


def settle(
    watch: Watch, image_bgr: Image, at: float, reader: Reads, expect: int | None = None
) -> tuple[Watch, Event | None]:
    """Looks at one more frame.

    Each event is given once: Moving when motion begins; then one of Blocked, Empty and Settled when it is over. While
    nothing moves another Settled comes only when a reading without doubts replaces one that differs or was doubted; a
    die that seemed to lean is doubted until something moves.

    Args:
        watch: what the last call returned, at first `Watch()`.
        image_bgr: uint8, shape (height, width, 3), blue-green-red; the size may change.
        at: when it was taken, in seconds; later than the last one.
        reader: is asked only while nothing moves.
        expect: handed to the reader.

    Returns:
        The watch for the next frame, and what happened or None.
    """
    grey = _small_grey(image_bgr)
    size_wh = (image_bgr.shape[1], image_bgr.shape[0])
    if watch.anchor is None or watch.size_wh != size_wh:
        fresh = Watch(size_wh=size_wh, anchor=grey, since=at, told=watch.told)
        return (fresh, None) if watch.told is None else _moved(fresh, grey, at)
    if _differs(watch.anchor, grey):
        return _moved(watch, grey, at)
    if watch.read_at is None:
        return _decide_after_motion(watch, image_bgr, at, reader, expect)
    due = watch.readings or at - watch.read_at >= AGAIN_S
    watch = replace(watch, anchor=watch.anchor + (grey - watch.anchor) * FOLLOWS)
    return _decide_at_rest(watch, image_bgr, at, reader, expect) if due else (watch, None)


def unblocked(watch: Watch) -> Watch:
    """The watch once it is known that nothing lies over the tray, whatever it looked like before."""
    return replace(watch, bare=None, bare_before=None, rested=None)


def _moved(watch: Watch, grey: Grey, at: float) -> tuple[Watch, Event | None]:
    watch = replace(watch, anchor=grey, since=at, readings=(), read_at=None)
    if isinstance(watch.told, Moving):
        return watch, None
    return _tell(watch, Moving(at))


def _tell(watch: Watch, event: Event) -> tuple[Watch, Event]:
    return replace(watch, told=event), event


# Decisions


def _decide_after_motion(
    watch: Watch, image_bgr: Image, at: float, reader: Reads, expect: int | None
) -> tuple[Watch, Event | None]:
    """Something must be told: at once when it is clear, after some patience when it isn't."""
    assert watch.anchor is not None
    still = at - watch.since >= STILL_S
    blocked = _is_blocked(watch)
    if blocked and at - watch.since < BLOCKED_PATIENCE_S:
        return (watch, None) if not still or isinstance(watch.told, Blocked) else _tell(watch, Blocked(at))
    # What was read surely stays read while nothing moves: the frame that decides costs no reading.
    if at - watch.since >= QUIET_S and not _is_sure(watch):
        watch = replace(watch, readings=(*watch.readings, reader.read(image_bgr, expect)))
    readings, sure = watch.readings, _is_sure(watch)
    last = readings[-AGREE:]
    if blocked and not (sure and last[-1].dice):
        return replace(watch, readings=last), None
    if not still or (not sure and at - watch.since < PATIENCE_S):
        return watch, None
    fused = fuse(last if _agrees(watch) and not _seen_cocked(watch) else readings, watch.size_wh[0])
    watch = replace(watch, readings=(), read_at=at)
    if _is_empty(fused):
        return _tell(replace(watch, bare=watch.anchor, bare_before=watch.bare, rested=None), Empty(at))
    return _tell(replace(watch, rested=watch.anchor), Settled(at, fused, watch.since))


def _decide_at_rest(
    watch: Watch, image_bgr: Image, at: float, reader: Reads, expect: int | None
) -> tuple[Watch, Event | None]:
    """Nothing need be told: only a reading that can be trusted is news, and dice don't vanish without motion."""
    reading = reader.read(image_bgr, expect)
    readings = (*watch.readings, reading)
    told = watch.told.reading if isinstance(watch.told, Settled) else None
    news = bool(reading.dice) and reading.accepted and _agree(readings, watch.size_wh[0])
    same = told is not None and _agree((told, reading), watch.size_wh[0])
    known = told is not None and same and (told.accepted or Doubt.COCKED in told.doubts)
    if not news or known:
        return replace(watch, readings=(), read_at=at), None
    if len(readings) < AGREE:
        return replace(watch, readings=readings), None
    watch = replace(watch, readings=(), read_at=at, rested=watch.anchor)
    return _tell(watch, Settled(at, fuse(readings, watch.size_wh[0]), watch.since))


def _agrees(watch: Watch) -> bool:
    """Whether the last readings are enough, and say the same."""
    last = watch.readings[-AGREE:]
    return len(last) == AGREE and _agree(last, watch.size_wh[0])


def _is_sure(watch: Watch) -> bool:
    """Whether they leave nothing to ask, too."""
    clear = all(reading.accepted or _is_empty(reading) for reading in watch.readings[-AGREE:])
    return _agrees(watch) and clear and not _seen_cocked(watch)


def _seen_cocked(watch: Watch) -> bool:
    """Whether a die seemed to lean in any reading of the dice as they lie: looking until it doesn't proves nothing."""
    return any(
        Doubt.COCKED in reading.doubts and _agree((reading, watch.readings[-1]), watch.size_wh[0])
        for reading in watch.readings
    )


def _is_empty(reading: Reading) -> bool:
    """Whether no dice lie there and nothing speaks against it but that some were expected."""
    return not reading.dice and set(reading.doubts) <= {Doubt.COUNT}


def _agree(readings: Sequence[Reading], width: int) -> bool:
    """Whether all show the same faces in the same places."""
    return all(_same_dice(readings[0].dice, reading.dice, width) for reading in readings[1:])


def _same_dice(dice: Sequence[Die], others: Sequence[Die], width: int) -> bool:
    left = list(others)
    for die in dice:
        twin = next(
            (other for other in left if other.face == die.face and _distance(die, other) <= SAME_PLACE * width), None
        )
        if twin is None:
            return False
        left.remove(twin)
    return not left


def _distance(die: Die, other: Die) -> float:
    (x, y), (u, v) = die.centre_xy, other.centre_xy
    return float(((x - u) ** 2 + (y - v) ** 2) ** 0.5)


def fuse(readings: Sequence[Reading], width: int) -> Reading:
    """Makes one reading of several of the same dice.

    Where they agree, confidences are averaged (frames of a still picture share their errors, so they don't multiply),
    and what most of them accept is accepted, unless a die leans in any of them.
    Where they don't, the one seen most often is given, not accepted, with the doubt that they differ in.

    Args:
        readings: at least one, the latest last.
        width: of the pictures, in pixels.
    """
    doubts = dict.fromkeys(doubt for reading in readings for doubt in reading.doubts)
    if _agree(readings, width):
        latest = readings[-1]
        most = 2 * sum(reading.accepted for reading in readings) > len(readings)
        accepted = most and Doubt.COCKED not in doubts
        dice = tuple(_fuse_die(die, [reading.dice for reading in readings], accepted) for die in latest.dice)
        return replace(
            latest,
            dice=dice,
            confidence=_mean([reading.confidence for reading in readings]),
            accepted=accepted,
            doubts=() if accepted else tuple(doubts),
        )
    often, times = Counter(reading.faces for reading in readings).most_common(1)[0]
    latest = next(reading for reading in reversed(readings) if reading.faces == often)
    counts = {len(reading.dice) for reading in readings}
    doubts.setdefault(Doubt.COUNT if len(counts) > 1 else Doubt.UNKNOWN_FACE)
    share = times / len(readings)
    return replace(latest, confidence=latest.confidence * share, accepted=False, doubts=tuple(doubts))


def _fuse_die(die: Die, seen: Sequence[Sequence[Die]], accepted: bool) -> Die:
    twins = [min((other for other in dice if other.face == die.face), key=lambda o: _distance(die, o)) for dice in seen]
    doubts = {doubt for twin in twins for doubt in twin.doubts if not accepted}
    return replace(
        die,
        confidence=_mean([twin.confidence for twin in twins]),
        doubts=tuple(doubt for doubt in Doubt if doubt in doubts),
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# Measures on small grey pictures


def _small_grey(image_bgr: Image) -> Grey:
    """Grey levels, float32, SMALL_WH, a little blurred."""
    import cv2
    import numpy as np

    small = cv2.resize(image_bgr, SMALL_WH, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32), (0, 0), 0.8))


def _brighter(before: Grey, after: Grey) -> Grey:
    """Logarithm of how much brighter each place became than the picture as a whole."""
    import numpy as np

    gain = np.float32(np.median(after + 1) / np.median(before + 1))
    # The darker of both stays as it is: brightening it would blow up its noise.
    dimmed_before, dimmed_after = (before * gain, after) if gain < 1 else (before, after / gain)
    change = np.log((dimmed_after + DARK_LEVEL) / (dimmed_before + DARK_LEVEL))
    # What is too bright for the sensor, and its edge, may well have changed just as the rest did.
    unknown = (_saturated(after) & (change < 0)) | (_saturated(before) & (change > 0))
    return np.where(unknown, np.float32(0), change)


def _saturated(grey: Grey) -> NDArray[np.bool_]:
    import cv2
    import numpy as np

    return cv2.dilate((grey >= SATURATED).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0


def _differs(before: Grey, after: Grey) -> bool:
    """Whether something moved between two pictures, other than the camera a little."""
    if not _changed(before, after):
        return False
    shift = _shift_of_camera(before, after)
    return shift is None or _changed(before[INNER], _shifted_back(after, shift)[INNER], MOVED_WITH_CAMERA)


def _changed(before: Grey, after: Grey, least: float = MOVED) -> bool:
    """Whether the logarithm of brightness changed by at least so much somewhere, and more than noise does."""
    import cv2
    import numpy as np

    change = _brighter(before, after)
    change = change - cv2.blur(change, (WIDE, WIDE), borderType=cv2.BORDER_REFLECT)
    size = np.abs(change)
    noise = float(np.median(size)) * 1.48
    limit = min(max(least, 6 * noise), MOVED_NOISY)
    return int(np.count_nonzero(size > limit)) >= MOVED_PIXELS


def _shift_of_camera(before: Grey, after: Grey) -> tuple[float, float] | None:
    """How far the whole picture was shifted, x and y in small pixels; None when it wasn't, or too far to tell.

    The median of its quarters, since a die alone, or a hand, moves in one of them or two. Least squares on the
    gradients (Lucas and Kanade, 1981).
    """
    import numpy as np

    log_before, log_after = (np.log(grey + DARK_LEVEL) for grey in (before, after))
    down, right = np.gradient(log_before)
    shift = np.zeros(2)
    for _ in range(SHIFT_STEPS):
        change = _shifted_back(log_after, shift) - log_before
        steps = [_step(right[quarter], down[quarter], change[quarter]) for quarter in QUARTERS]
        shift = shift + np.median(steps, axis=0)
        if float(np.hypot(*shift)) > SHIFT_MOST:
            return None
    return (float(shift[0]), float(shift[1])) if float(np.hypot(*shift)) >= SHIFT_LEAST else None


def _step(right: Grey, down: Grey, change: Grey) -> tuple[float, float]:
    """The shift in small pixels, (x, y), that explains a change best."""
    xx, xy, yy = float((right * right).sum()), float((right * down).sum()), float((down * down).sum())
    x, y = float((right * change).sum()), float((down * change).sum())
    size = xx * yy - xy * xy + 1e-6
    return (xy * y - yy * x) / size, (xy * x - xx * y) / size


def _shifted_back(grey: Grey, shift_xy: Sequence[float] | NDArray[np.float64]) -> Grey:
    import cv2
    import numpy as np

    back = np.array([[1, 0, -shift_xy[0]], [0, 1, -shift_xy[1]]], dtype=np.float32)
    return np.asarray(cv2.warpAffine(grey, back, SMALL_WH, borderMode=cv2.BORDER_REPLICATE), dtype=np.float32)


def _is_blocked(watch: Watch) -> bool:
    """Whether something large, reaching in from the edge, was neither on the empty trays nor on the last dice."""
    import cv2
    import numpy as np

    known = (watch.bare, watch.bare_before, watch.rested)
    references = [reference for reference in known if reference is not None]
    if watch.anchor is None or not references:
        return False
    changes = [np.abs(_brighter(reference, watch.anchor)) for reference in references]
    foreign = (np.minimum.reduce(changes) > FOREIGN).astype(np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(foreign)
    edge = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    areas = stats[np.unique(edge[edge > 0]), cv2.CC_STAT_AREA]
    return bool(np.any(areas >= FOREIGN_SHARE * labels.size))
