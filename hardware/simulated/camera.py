"""A camera that isn't there: people's hands and dice on the drawn tray, and the camera port that looks at them.

`SimulatedTray` turns what people do into short animations on a clock; `SimulatedCamera` takes pictures of it.
"""

from __future__ import annotations

import math
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from hardware.ports import DeviceError, Frame
from hardware.simulated.scene import DIE_MM, GROUND_WH_MM, DrawnDie, Hand, Scene, Spot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

REACH_S: Final = 0.35
"""How long a hand takes to come or to leave."""
EMPTY_S: Final = 0.6
"""How long the tray stays empty between two throws."""
TUMBLE_S: Final = 0.8
SLIDE_S: Final = 0.6
TURN_S: Final = 0.4
BLANK_S: Final = 0.6
"""How long the picture is grey before a photograph is shown."""
EXPOSURE_S: Final = 1 / 60

AWAY: Final[Spot] = (0.0, -190.0)
"""Where a palm is when nothing of the hand is seen."""
FINGERS_MM: Final = 55.0
"""From the palm to what the fingers hold."""
THROW_FROM: Final[Spot] = (0.0, -40.0)

WALL_MM: Final = 2.0
"""Dice lie at least this far from the rim."""
HALF_DIAGONAL: Final = math.sqrt(0.5)
"""From a die's middle to its corner, in edges."""
APART: Final = 0.8
"""Free space round a die or a group, in edges, that people leave when there is room."""
CLOSEST_APART: Final = 0.35
PITCH: Final = 1.06
"""Distance of neighbours in a group, in edges: they nearly touch."""

Draw = Callable[[float], "Scene | Image"]
"""What is seen when the share 0..1 of an animation is over."""


@dataclass(frozen=True, slots=True)
class _Stage:
    """One animation on the clock. What it ends with stays to be seen."""

    start: float
    length_s: float
    draw: Draw

    def picture(self, at: float) -> Scene | Image:
        share = (at - self.start) / self.length_s if self.length_s else 1.0
        return self.draw(min(1.0, max(0.0, share)))


class SimulatedTray:
    """A tray on which dice are thrown, pushed, turned and taken away.

    A command that comes while an animation still runs begins when that is over. A command that can't be done raises
    ValueError, names what lies on the tray, and changes nothing. Commands and pictures may come from different threads.

    Args:
        seed: the same seed and the same commands at the same times give the same pictures.
        clock: says the time in seconds.
    """

    def __init__(self, seed: int = 0, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._random = random.Random(seed)
        self._noise_seed = self._random.randrange(1 << 20)
        self._lock = threading.Lock()
        self._dice: tuple[DrawnDie, ...] = ()
        self._photo: Image | None = None
        self._covered = False
        self._stages = [_Stage(clock(), 0.0, _still(Scene()))]

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of the drawn dice that lie on the tray once the running animation is over, sorted."""
        with self._lock:
            return self._faces()

    @property
    def ends_at(self) -> float:
        """When the last animation is over."""
        with self._lock:
            return self._ends_at()

    def frame_at(self, at: float) -> Image:
        """Draws what a camera sees at a time of the clock, not earlier than the last command.

        Returns:
            uint8, shape (height, width, 3), blue-green-red; (480, 640, 3) unless a photograph is shown.
        """
        from hardware.simulated.tray import draw_tray  # late: brings OpenCV

        picture = self._seen_at(at)
        if not isinstance(picture, Scene):
            return picture.copy()
        return draw_tray(replace(picture, noise_seed=self._noise_seed + abs(round(at * 1000))))

    def scene_at(self, at: float) -> Scene | None:
        """Says what `frame_at` draws; None while a photograph is shown."""
        picture = self._seen_at(at)
        return picture if isinstance(picture, Scene) else None

    def _seen_at(self, at: float) -> Scene | Image:
        with self._lock:
            begun = [stage for stage in self._stages if stage.start <= at] or self._stages[:1]
        return begun[-1].picture(at)

    def throw(self, faces: Sequence[int]) -> None:
        """A hand takes away what lies there, then throws dice that come to rest with these faces."""
        with self._lock:
            self._need_no_hand("throw")
            if not faces:
                raise ValueError("throw: name at least one face")
            thrown = tuple(DrawnDie(face, (0.0, 0.0), self._random.uniform(0, 360)) for face in faces)
            spots = self._places("throw", [HALF_DIAGONAL * DIE_MM] * len(thrown), [None] * len(thrown), taken=())
            dice = tuple(replace(die, centre_mm=spot) for die, spot in zip(thrown, spots, strict=True))
            stages = []
            if self._dice or self._photo is not None:
                stages = [*self._taking(), (EMPTY_S, _still(Scene()))]
            palm = _palm_over(THROW_FROM)
            tumbles = tuple(self._tumble(die) for die in dice)
            stages.append((REACH_S, lambda share: Scene((), _hand(AWAY, palm, share))))
            stages.append((TUMBLE_S, lambda share: _tumbling(tumbles, palm, share)))
            self._schedule(stages, dice)

    def show_photo(self, image_bgr: Image) -> None:
        """Shows grey for a moment, then this picture as it is.

        Args:
            image_bgr: uint8, shape (height, width, 3), blue-green-red, any size.
        """
        if image_bgr.ndim != 3 or image_bgr.shape[2] != 3 or image_bgr.dtype != "uint8":
            raise ValueError(f"photo: needs uint8 (height, width, 3), got {image_bgr.dtype} {image_bgr.shape}")
        photo = image_bgr.copy()
        with self._lock:
            self._need_no_hand("photo")
            self._schedule([(BLANK_S, lambda share: _blank()), (0.0, lambda share: photo)], ())
            self._photo = photo

    def push(self, groups: Sequence[Sequence[int]]) -> None:
        """A hand slides dice together into groups; dice that are not named stay where they lie.

        Args:
            groups: the faces of each group, each die that lies there at most once.
        """
        with self._lock:
            self._need_no_hand("push")
            members = self._find("push", [face for group in groups for face in group])
            named = iter(members)
            grouped = [[next(named) for _ in group] for group in groups if group]
            if not grouped:
                raise ValueError("push: name at least one face")
            goals = self._grouped(grouped)
            before, after = self._dice, tuple(goals.get(i, die) for i, die in enumerate(self._dice))
            start = _palm_over(_middle([before[i].centre_mm for i in members]))
            end = _palm_over(_middle([after[i].centre_mm for i in members]))
            self._schedule(
                [
                    (REACH_S, lambda share: Scene(before, _hand(AWAY, start, share))),
                    (SLIDE_S, lambda share: Scene(_sliding(before, after, share), _hand(start, end, share))),
                    (REACH_S, lambda share: Scene(after, _hand(end, AWAY, share))),
                ],
                after,
            )

    def turn(self, from_face: int, to_face: int) -> None:
        """A hand turns one die that shows `from_face` until it shows `to_face`."""
        with self._lock:
            self._need_no_hand("turn")
            (index,) = self._find("turn", [from_face])
            before = self._dice
            turned = replace(before[index], face=to_face)
            after = (*before[:index], turned, *before[index + 1 :])
            palm = _palm_over(turned.centre_mm)

            def turning(share: float) -> Scene:
                # Half way it stands on its edge and one face makes room for the other.
                die = replace(before[index], tip_deg=(90 * share, 0)) if share < 0.5 else turned
                die = replace(turned, tip_deg=(90 * (share - 1), 0)) if share >= 0.5 else die
                return Scene((*before[:index], die, *before[index + 1 :]), Hand(palm))

            self._schedule(
                [
                    (REACH_S, lambda share: Scene(before, _hand(AWAY, palm, share))),
                    (TURN_S, turning),
                    (REACH_S, lambda share: Scene(after, _hand(palm, AWAY, share))),
                ],
                after,
            )

    def cover(self) -> None:
        """A hand comes and rests over the tray."""
        with self._lock:
            self._need_no_hand("cover")
            self._need_no_photo("cover")
            dice, palm = self._dice, _palm_over((0.0, 10.0))
            self._schedule([(REACH_S, lambda share: Scene(dice, _hand(AWAY, palm, share)))], dice)
            self._covered = True

    def uncover(self) -> None:
        """The hand that rests over the tray leaves."""
        with self._lock:
            if not self._covered:
                raise ValueError("uncover: no hand is over the tray; cover it first")
            dice, palm = self._dice, _palm_over((0.0, 10.0))
            self._schedule([(REACH_S, lambda share: Scene(dice, _hand(palm, AWAY, share)))], dice)
            self._covered = False

    def clear(self) -> None:
        """A hand takes away what lies there."""
        with self._lock:
            self._need_no_hand("clear")
            self._schedule(self._taking(), ())

    # All of these run under the lock.

    def _faces(self) -> tuple[int, ...]:
        return tuple(sorted(die.face for die in self._dice))

    def _ends_at(self) -> float:
        return self._stages[-1].start + self._stages[-1].length_s

    def _schedule(self, stages: Sequence[tuple[float, Draw]], dice: tuple[DrawnDie, ...]) -> None:
        now = self.clock()
        begun = [stage for stage in self._stages if stage.start <= now]
        self._stages = [*begun[-1:], *(stage for stage in self._stages if stage.start > now)]
        for length_s, draw in stages:
            self._stages.append(_Stage(max(now, self._ends_at()), length_s, draw))
        self._dice = dice
        self._photo = None

    def _taking(self) -> list[tuple[float, Draw]]:
        dice = self._dice
        palm = _palm_over(_middle([die.centre_mm for die in dice] or [(0.0, 0.0)]))
        return [
            (REACH_S, lambda share: Scene(dice, _hand(AWAY, palm, share))),
            (REACH_S, lambda share: Scene((), _hand(palm, AWAY, share))),
        ]

    def _tumble(self, die: DrawnDie) -> _Tumble:
        def either(low: float, high: float) -> float:
            return self._random.choice((-1, 1)) * self._random.uniform(low, high)

        start = (THROW_FROM[0] + self._random.uniform(-25, 25), THROW_FROM[1] + self._random.uniform(-8, 8))
        return _Tumble(die, start, (either(360, 720), either(180, 500)), either(60, 240), self._random.uniform(0.85, 1))

    def _grouped(self, grouped: Sequence[Sequence[int]]) -> dict[int, DrawnDie]:
        """Where the dice of each group lie after being pushed together, by their index."""
        dice = self._dice
        moved = {i for group in grouped for i in group}
        radii = [_group_radius(len(group)) for group in grouped]
        middles: list[Spot | None] = [_middle([dice[i].centre_mm for i in group]) for group in grouped]
        staying = [(die.centre_mm, HALF_DIAGONAL * DIE_MM) for i, die in enumerate(dice) if i not in moved]
        spots = self._places("push", radii, middles, staying)
        goals = {}
        for group, spot in zip(grouped, spots, strict=True):
            angle_deg = self._random.uniform(0, 90)
            for i, (x, y) in zip(group, _together(len(group), angle_deg), strict=True):
                quarters = round((dice[i].angle_deg - angle_deg) / 90)
                wobble_deg = self._random.uniform(-2, 2)
                goals[i] = replace(
                    dice[i], centre_mm=(spot[0] + x, spot[1] + y), angle_deg=angle_deg + 90 * quarters + wobble_deg
                )
        return goals

    def _places(
        self, command: str, radii: Sequence[float], wanted: Sequence[Spot | None], taken: Sequence[tuple[Spot, float]]
    ) -> list[Spot]:
        """Finds room for circles that keep apart, each near where it is wanted; the closer, the more of them."""
        apart = APART
        while apart >= CLOSEST_APART:
            for _ in range(20):
                spots = self._try_places(radii, wanted, taken, apart * DIE_MM)
                if spots is not None:
                    return spots
            apart -= 0.05
        raise ValueError(f"{command}: {len(radii)} groups or dice find no room on the tray beside {len(taken)} others")

    def _try_places(
        self,
        radii: Sequence[float],
        wanted: Sequence[Spot | None],
        taken: Sequence[tuple[Spot, float]],
        apart_mm: float,
    ) -> list[Spot] | None:
        circles = list(taken)
        spots: dict[int, Spot] = {}
        for i in sorted(range(len(radii)), key=lambda i: -radii[i]):
            room_x, room_y = (side / 2 - WALL_MM - radii[i] for side in GROUND_WH_MM)
            tried = [(self._random.uniform(-room_x, room_x), self._random.uniform(-room_y, room_y)) for _ in range(60)]
            free = [spot for spot in tried if all(math.dist(spot, c) >= radii[i] + r + apart_mm for c, r in circles)]
            if not free:
                return None
            goal = wanted[i]
            spots[i] = free[0] if goal is None else min(free, key=lambda spot: math.dist(spot, goal))
            circles.append((spots[i], radii[i]))
        return [spots[i] for i in range(len(radii))]

    def _find(self, command: str, faces: Sequence[int]) -> list[int]:
        """Says which dice show these faces, each die at most once."""
        self._need_no_photo(command)
        found: list[int] = []
        for face in faces:
            index = next((i for i, die in enumerate(self._dice) if die.face == face and i not in found), None)
            if index is None:
                raise ValueError(f"{command}: no die left that shows {face}; {self._lying()}")
            found.append(index)
        return found

    def _need_no_photo(self, command: str) -> None:
        if self._photo is not None:
            raise ValueError(f"{command}: a photograph is shown, no dice lie on the tray; throw some first")

    def _need_no_hand(self, command: str) -> None:
        if self._covered:
            raise ValueError(f"{command}: a hand covers the tray, {self._lying()}; uncover it first")

    def _lying(self) -> str:
        return f"on the tray: {' '.join(map(str, self._faces())) or 'nothing'}"


class SimulatedCamera:
    """Keeps the Camera port over a simulated tray.

    Args:
        tray: what it looks at.
        fps: pictures a second.
        clock: stamps the frames; the tray's own clock by default.
    """

    def __init__(self, tray: SimulatedTray, fps: float = 15, clock: Callable[[], float] | None = None) -> None:
        self._tray = tray
        self._period_s = 1 / fps
        self._clock = clock or tray.clock
        self._number = 0
        self._closed = False
        self._unplugged = False
        self._interrupted = threading.Event()

    def frames(self) -> Iterator[Frame]:
        """Yields a frame every 1/fps seconds until it is closed; raises DeviceError while it is unplugged."""
        due = self._clock()
        while not self._closed:
            if self._unplugged:
                raise DeviceError("camera", "it is unplugged", "plug it in again")
            now = self._clock()
            self._number += 1
            yield Frame(self._tray.frame_at(now), now, self._number)
            due = max(due + self._period_s, self._clock())
            self._interrupted.wait(max(0.0, due - self._clock()))

    def unplug(self) -> None:
        """Pulls the cable: whoever waits for a frame gets a DeviceError at once."""
        self._unplugged = True
        self._interrupted.set()

    def plug(self) -> None:
        """Puts the cable back: frames() works again."""
        self._unplugged = False
        if not self._closed:
            self._interrupted.clear()

    def close(self) -> None:
        """Ends frames() at once. May be called twice."""
        self._closed = True
        self._interrupted.set()


# Hands and dice in motion: pure, by the share 0..1 of the animation that is over


@dataclass(frozen=True, slots=True)
class _Tumble:
    """How one die comes to rest.

    Attributes:
        rest: the die at rest.
        start: where it leaves the hand.
        tip_deg: how far it still tips when it leaves the hand.
        spin_deg: how far it still spins then.
        lasts: the share of the animation after which it lies still.
    """

    rest: DrawnDie
    start: Spot
    tip_deg: tuple[float, float]
    spin_deg: float
    lasts: float


def _tumbling(tumbles: Sequence[_Tumble], palm: Spot, share: float) -> Scene:
    hand = _hand(palm, AWAY, share * TUMBLE_S / REACH_S)
    return Scene(tuple(_tumbled(tumble, share) for tumble in tumbles), hand)


def _tumbled(tumble: _Tumble, share: float) -> DrawnDie:
    left = max(0.0, 1 - share / tumble.lasts)
    if left == 0:
        return tumble.rest
    way = (tumble.start[0] - tumble.rest.centre_mm[0], tumble.start[1] - tumble.rest.centre_mm[1])
    speed = -2 * left / (TUMBLE_S * tumble.lasts)
    return replace(
        tumble.rest,
        centre_mm=(tumble.rest.centre_mm[0] + way[0] * left**2, tumble.rest.centre_mm[1] + way[1] * left**2),
        angle_deg=tumble.rest.angle_deg + tumble.spin_deg * left**1.5,
        lift_mm=25 * abs(math.cos(2.5 * math.pi * left)) * left**2,
        tip_deg=(tumble.tip_deg[0] * left**1.3, tumble.tip_deg[1] * left**1.3),
        smear_mm=(way[0] * speed * EXPOSURE_S, way[1] * speed * EXPOSURE_S),
    )


def _sliding(before: Sequence[DrawnDie], after: Sequence[DrawnDie], share: float) -> tuple[DrawnDie, ...]:
    return tuple(
        replace(
            new,
            centre_mm=_between(old.centre_mm, new.centre_mm, share),
            angle_deg=old.angle_deg + (new.angle_deg - old.angle_deg) * _eased(share),
        )
        for old, new in zip(before, after, strict=True)
    )


def _hand(start: Spot, end: Spot, share: float) -> Hand | None:
    """A hand on its way; None when it is away."""
    palm = _between(start, end, share)
    return None if palm == AWAY else Hand(palm)


def _palm_over(spot: Spot) -> Spot:
    return spot[0], spot[1] - FINGERS_MM


def _still(scene: Scene) -> Draw:
    return lambda share: scene


def _blank() -> Image:
    """Plain grey; no other picture has its size, so that nobody takes it for the tray."""
    import numpy as np

    return np.full((240, 320, 3), 128, np.uint8)


# Geometry


def _eased(share: float) -> float:
    """Starts and stops softly."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def _between(start: Spot, end: Spot, share: float) -> Spot:
    part = _eased(share)
    if part == 1:
        return end
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _middle(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _together(count: int, angle_deg: float) -> list[Spot]:
    """Places of dice pushed together in rows, round the middle of the group, in mm."""
    row = math.ceil(math.sqrt(count))
    cells = [(float(i % row), float(i // row)) for i in range(count)]
    middle = _middle(cells)
    c, s = math.cos(math.radians(angle_deg)) * PITCH * DIE_MM, math.sin(math.radians(angle_deg)) * PITCH * DIE_MM
    return [((x - middle[0]) * c - (y - middle[1]) * s, (x - middle[0]) * s + (y - middle[1]) * c) for x, y in cells]


def _group_radius(count: int) -> float:
    """Of the circle round dice pushed together, in mm."""
    return max(math.hypot(x, y) for x, y in _together(count, 0)) + HALF_DIAGONAL * DIE_MM
