"""A camera that isn't there: people's hands and dice on the drawn tray, and the camera port that looks at them.

`SimulatedTray` turns what people do into short animations on a clock; `SimulatedCamera` takes pictures of it.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from hardware.ports import DeviceError, Frame
from hardware.simulated import mishaps
from hardware.simulated.lighting import STEADY, Dimming, Lighting, light_at
from hardware.simulated.motions import (
    AWAY,
    REACH_S,
    SLIDE_S,
    THROW_FROM,
    TUMBLE_S,
    TURN_S,
    Act,
    Dice,
    Draw,
    circle_of,
    find_places,
    group_radius,
    hand_between,
    middle_of,
    palm_over,
    random_tumble,
    sliding,
    still,
    taking,
    together,
    tumbling,
)
from hardware.simulated.scene import DrawnDie, Hand, Scene, Spot, face_text

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

EMPTY_S: Final = 0.6
"""How long the tray stays empty between two throws."""
BLANK_S: Final = 0.6
"""How long the picture is grey before a photograph is shown."""


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
        lighting: what the light over it is like.
    """

    def __init__(self, seed: int = 0, clock: Callable[[], float] = time.monotonic, lighting: Lighting = STEADY) -> None:
        self.clock = clock
        self._lighting = lighting
        self._dimmings: tuple[Dimming, ...] = ()
        self._random = random.Random(seed)
        self._noise_seed = self._random.randrange(1 << 20)
        self._lock = threading.Lock()
        self._dice: tuple[DrawnDie, ...] = ()
        self._photo: Image | None = None
        self._covered = False
        self._stages = [_Stage(clock(), 0.0, still(Scene()))]

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of the drawn dice that lie on the tray once the running animation is over, sorted."""
        with self._lock:
            return self._faces()

    @property
    def ends_at(self) -> float:
        """When the last animation is over, and the lamp as it is to be."""
        with self._lock:
            return max([self._ends_at(), *(dimming.ends_at for dimming in self._dimmings)])

    def frame_at(self, at: float) -> Image:
        """Draws what a camera sees at a time of the clock, not earlier than the last command.

        Returns:
            uint8, shape (height, width, 3), blue-green-red; (480, 640, 3) unless a photograph is shown.
        """
        from hardware.simulated.tray import draw_tray  # late: brings OpenCV

        picture = self._seen_at(at)
        if not isinstance(picture, Scene):
            return picture.copy()
        light = light_at(at, self._lighting, self._dimmings)
        noise_seed = self._noise_seed + abs(round(at * 1000))
        return draw_tray(replace(picture, light=light, noise=self._lighting.noise, noise_seed=noise_seed))

    def scene_at(self, at: float) -> Scene | None:
        """Says what `frame_at` draws, in even light; None while a photograph is shown."""
        picture = self._seen_at(at)
        return picture if isinstance(picture, Scene) else None

    def _seen_at(self, at: float) -> Scene | Image:
        with self._lock:
            begun = [stage for stage in self._stages if stage.start <= at] or self._stages[:1]
        return begun[-1].picture(at)

    def throw(self, faces: Sequence[int], ending: str | None = None, empty_s: float = EMPTY_S) -> None:
        """A hand takes away what lies there, then throws dice that come to rest with these faces.

        Args:
            faces: of the dice; with an ending, the last one is the odd one.
            ending: one of mishaps.ENDINGS; None for a throw like most.
            empty_s: how long the tray stays empty before.
        """
        with self._lock:
            self._need_no_hand("throw")
            if not faces:
                raise ValueError("throw: name at least one face")
            if ending is not None and ending not in mishaps.ENDINGS:
                raise ValueError(f"throw: no ending {ending!r}; known are {', '.join(mishaps.ENDINGS)}")
            thrown = tuple(DrawnDie(face, (0.0, 0.0), self._random.uniform(0, 360)) for face in faces)
            radii = [circle_of(die)[1] for die in thrown]
            spots = find_places("throw", radii, [None] * len(thrown), (), self._random)
            dice = tuple(replace(die, centre_mm=spot) for die, spot in zip(thrown, spots, strict=True))
            ended = Act((), dice) if ending is None else mishaps.ENDINGS[ending](dice, self._random)
            stages: list[tuple[float, Draw]] = []
            if self._dice or self._photo is not None:
                stages = [*taking(self._dice, ()), (empty_s, still(Scene()))]
            self._schedule([*stages, *self._thrown((), _landed(ended)), *ended.stages], ended.dice)

    def add(self, face: int) -> None:
        """One die is thrown in addition to those that lie there."""
        with self._lock:
            self._need_no_hand("add")
            self._need_no_photo("add")
            die = DrawnDie(face, (0.0, 0.0), self._random.uniform(0, 360))
            taken = [circle_of(one) for one in self._dice]
            (spot,) = find_places("add", [circle_of(die)[1]], [None], taken, self._random)
            landed = replace(die, centre_mm=spot)
            self._schedule(self._thrown(self._dice, (landed,)), (*self._dice, landed))

    def take(self, faces: Sequence[int]) -> None:
        """A hand takes dice with these faces away."""
        with self._lock:
            self._need_no_hand("take")
            taken = self._find("take", faces)
            left = tuple(die for i, die in enumerate(self._dice) if i not in taken)
            self._schedule(taking(self._dice, left), left)

    def straighten(self) -> None:
        """A hand lays dice flat that lean or lie on others."""
        with self._lock:
            self._need_no_hand("straighten")
            self._act(mishaps.straighten)

    def disturb(self, mishap: str) -> None:
        """Something happens beside the game.

        Args:
            mishap: one of mishaps.MISHAPS; "switch" or "dim" for the lamp.
        """
        with self._lock:
            self._need_no_hand("disturb")
            self._need_no_photo("disturb")
            if mishap in _LAMP:
                self._dim(mishap)
                return
            if mishap not in mishaps.MISHAPS:
                known = ", ".join((*mishaps.MISHAPS, *_LAMP))
                raise ValueError(f"disturb: no mishap {mishap!r}; known are {known}")
            if mishap in mishaps.NEED_DICE and not self._dice:
                raise ValueError(f"disturb: {mishap} needs dice on the tray; throw some first")
            self._act(mishaps.MISHAPS[mishap])

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
            start = palm_over(middle_of([before[i].centre_mm for i in members]))
            end = palm_over(middle_of([after[i].centre_mm for i in members]))
            self._schedule(
                [
                    (REACH_S, lambda share: Scene(before, hand_between(AWAY, start, share))),
                    (SLIDE_S, lambda share: Scene(sliding(before, after, share), hand_between(start, end, share))),
                    (REACH_S, lambda share: Scene(after, hand_between(end, AWAY, share))),
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
            palm = palm_over(turned.centre_mm)

            def turning(share: float) -> Scene:
                # Half way it stands on its edge and one face makes room for the other.
                die = replace(before[index], tip_deg=(90 * share, 0)) if share < 0.5 else turned
                die = replace(turned, tip_deg=(90 * (share - 1), 0)) if share >= 0.5 else die
                return Scene((*before[:index], die, *before[index + 1 :]), Hand(palm))

            self._schedule(
                [
                    (REACH_S, lambda share: Scene(before, hand_between(AWAY, palm, share))),
                    (TURN_S, turning),
                    (REACH_S, lambda share: Scene(after, hand_between(palm, AWAY, share))),
                ],
                after,
            )

    def cover(self) -> None:
        """A hand comes and rests over the tray."""
        with self._lock:
            self._need_no_hand("cover")
            self._need_no_photo("cover")
            dice, palm = self._dice, palm_over((0.0, 10.0))
            self._schedule([(REACH_S, lambda share: Scene(dice, hand_between(AWAY, palm, share)))], dice)
            self._covered = True

    def uncover(self) -> None:
        """The hand that rests over the tray leaves."""
        with self._lock:
            if not self._covered:
                raise ValueError("uncover: no hand is over the tray; cover it first")
            dice, palm = self._dice, palm_over((0.0, 10.0))
            self._schedule([(REACH_S, lambda share: Scene(dice, hand_between(palm, AWAY, share)))], dice)
            self._covered = False

    def clear(self) -> None:
        """A hand takes away what lies there."""
        with self._lock:
            self._need_no_hand("clear")
            self._schedule(taking(self._dice, ()), ())

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

    def _act(self, mishap: mishaps.Mishap) -> None:
        act = mishap(self._dice, self._random)
        self._schedule(act.stages, act.dice)

    def _thrown(self, lying: Dice, landing: Dice) -> list[tuple[float, Draw]]:
        """A hand comes and throws dice among those that lie there."""
        palm = palm_over(THROW_FROM)
        tumbles = tuple(random_tumble(die, self._random) for die in landing)
        return [
            (REACH_S, lambda share: Scene(lying, hand_between(AWAY, palm, share))),
            (TUMBLE_S, lambda share: tumbling(tumbles, palm, share, lying)),
        ]

    def _dim(self, mishap: str) -> None:
        """The lamp is turned down for a while, by a switch or slowly."""
        shortest_s, longest_s, darkest = _LAMP[mishap]
        length_s = self._random.uniform(shortest_s, longest_s)
        lamp = self._random.uniform(darkest, 0.85)
        slope = (self._random.uniform(-0.15, 0.15), self._random.uniform(-0.15, 0.15))
        start = max(self.clock(), self._ends_at())
        down = Dimming(start, length_s, lamp, slope)
        up = Dimming(down.ends_at + self._random.uniform(0.3, 2.5), length_s, 1.0)
        self._dimmings = (down, up)

    def _grouped(self, grouped: Sequence[Sequence[int]]) -> dict[int, DrawnDie]:
        """Where the dice of each group lie after being pushed together, by their index."""
        dice = self._dice
        moved = {i for group in grouped for i in group}
        radii = [group_radius(len(group)) for group in grouped]
        middles: list[Spot | None] = [middle_of([dice[i].centre_mm for i in group]) for group in grouped]
        staying = [circle_of(die) for i, die in enumerate(dice) if i not in moved]
        spots = find_places("push", radii, middles, staying, self._random)
        goals = {}
        for group, spot in zip(grouped, spots, strict=True):
            angle_deg = self._random.uniform(0, 90)
            for i, (x, y) in zip(group, together(len(group), angle_deg), strict=True):
                quarters = round((dice[i].angle_deg - angle_deg) / 90)
                wobble_deg = self._random.uniform(-2, 2)
                goals[i] = replace(
                    dice[i], centre_mm=(spot[0] + x, spot[1] + y), angle_deg=angle_deg + 90 * quarters + wobble_deg
                )
        return goals

    def _find(self, command: str, faces: Sequence[int]) -> list[int]:
        """Says which dice show these faces, each die at most once."""
        self._need_no_photo(command)
        found: list[int] = []
        for face in faces:
            index = next((i for i, die in enumerate(self._dice) if die.face == face and i not in found), None)
            if index is None:
                raise ValueError(f"{command}: no die left that shows {face_text(face)}; {self._lying()}")
            found.append(index)
        return found

    def _need_no_photo(self, command: str) -> None:
        if self._photo is not None:
            raise ValueError(f"{command}: a photograph is shown, no dice lie on the tray; throw some first")

    def _need_no_hand(self, command: str) -> None:
        if self._covered:
            raise ValueError(f"{command}: a hand covers the tray, {self._lying()}; uncover it first")

    def _lying(self) -> str:
        return f"on the tray: {' '.join(map(face_text, self._faces())) or 'nothing'}"


_LAMP: Final = {"switch": (0.0, 0.0, 0.4), "dim": (0.6, 2.0, 0.5)}
"""How long the lamp takes at least and at most, and how dark it gets."""


def _landed(ended: Act) -> Dice:
    """How the dice lie when they have left the hand and tumbled."""
    if not ended.stages:
        return ended.dice
    first = ended.stages[0][1](0.0)
    assert isinstance(first, Scene)
    return first.dice


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


def _blank() -> Image:
    """Plain grey; no other picture has its size, so that nobody takes it for the tray."""
    import numpy as np

    return np.full((240, 320, 3), 128, np.uint8)
