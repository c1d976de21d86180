"""Hands and dice in motion on the drawn tray: pure, by the share 0..1 of an animation that is over."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from hardware.simulated.scene import DIE_MM, GROUND_WH_MM, DrawnDie, Hand, Scene, Spot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

REACH_S: Final = 0.35
"""How long a hand takes to come or to leave."""
TUMBLE_S: Final = 0.8
SLIDE_S: Final = 0.6
TURN_S: Final = 0.4
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

Dice = tuple[DrawnDie, ...]

Draw = Callable[[float], "Scene | Image"]
"""What is seen when the share 0..1 of an animation is over."""


@dataclass(frozen=True, slots=True)
class Act:
    """What people do, or what happens to them.

    Attributes:
        stages: animations one after the other, each with its length in seconds.
        dice: what lies on the tray afterwards.
    """

    stages: tuple[tuple[float, Draw], ...]
    dice: Dice


@dataclass(frozen=True, slots=True)
class Tumble:
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


def random_tumble(die: DrawnDie, chance: random.Random) -> Tumble:
    """Makes up how a die comes to its rest."""

    def either(low: float, high: float) -> float:
        return chance.choice((-1, 1)) * chance.uniform(low, high)

    start = (THROW_FROM[0] + chance.uniform(-25, 25), THROW_FROM[1] + chance.uniform(-8, 8))
    return Tumble(die, start, (either(360, 720), either(180, 500)), either(60, 240), chance.uniform(0.85, 1))


def tumbling(tumbles: Sequence[Tumble], palm: Spot, share: float, lying: Dice = ()) -> Scene:
    """Dice on their way from the hand, which leaves, among those that lie there already."""
    hand = hand_between(palm, AWAY, share * TUMBLE_S / REACH_S)
    return Scene((*lying, *(tumbled(tumble, share) for tumble in tumbles)), hand)


def tumbled(tumble: Tumble, share: float) -> DrawnDie:
    """One die on its way."""
    left = max(0.0, 1 - share / tumble.lasts)
    rest = tumble.rest
    if left == 0:
        return rest
    way = (tumble.start[0] - rest.centre_mm[0], tumble.start[1] - rest.centre_mm[1])
    speed = -2 * left / (TUMBLE_S * tumble.lasts)
    tip_x, tip_y = tumble.tip_deg
    return replace(
        rest,
        centre_mm=(rest.centre_mm[0] + way[0] * left**2, rest.centre_mm[1] + way[1] * left**2),
        angle_deg=rest.angle_deg + tumble.spin_deg * left**1.5,
        lift_mm=rest.lift_mm + 25 * abs(math.cos(2.5 * math.pi * left)) * left**2,
        tip_deg=(rest.tip_deg[0] + tip_x * left**1.3, rest.tip_deg[1] + tip_y * left**1.3),
        smear_mm=(way[0] * speed * EXPOSURE_S, way[1] * speed * EXPOSURE_S),
    )


def sliding(before: Sequence[DrawnDie], after: Sequence[DrawnDie], share: float) -> Dice:
    """Dice that are pushed from where they lie to where they will."""
    return tuple(
        replace(
            new,
            centre_mm=between(old.centre_mm, new.centre_mm, share),
            angle_deg=old.angle_deg + (new.angle_deg - old.angle_deg) * eased(share),
        )
        for old, new in zip(before, after, strict=True)
    )


def taking(before: Dice, after: Dice) -> tuple[tuple[float, Draw], ...]:
    """A hand comes, takes those dice that are not there afterwards, and leaves."""
    gone = [die.centre_mm for die in before if die not in after]
    palm = palm_over(middle_of(gone or [(0.0, 0.0)]))
    return (
        (REACH_S, lambda share: Scene(before, hand_between(AWAY, palm, share))),
        (REACH_S, lambda share: Scene(after, hand_between(palm, AWAY, share))),
    )


def hand_between(start: Spot, end: Spot, share: float) -> Hand | None:
    """A hand on its way; None when it is away."""
    palm = between(start, end, share)
    return None if palm == AWAY else Hand(palm)


def palm_over(spot: Spot) -> Spot:
    """Where the palm is when the fingers are over a spot."""
    return spot[0], spot[1] - FINGERS_MM


def still(scene: Scene) -> Draw:
    """Nothing moves."""
    return lambda share: scene


# Geometry


def eased(share: float) -> float:
    """Starts and stops softly."""
    share = min(1.0, max(0.0, share))
    return share * share * (3 - 2 * share)


def between(start: Spot, end: Spot, share: float) -> Spot:
    """A place on the way, softly started and stopped."""
    part = eased(share)
    if part == 1:
        return end
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def middle_of(spots: Sequence[Spot]) -> Spot:
    """The middle of some places."""
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def together(count: int, angle_deg: float) -> list[Spot]:
    """Places of dice pushed together in rows, round the middle of the group, in mm."""
    row = math.ceil(math.sqrt(count))
    cells = [(float(i % row), float(i // row)) for i in range(count)]
    middle = middle_of(cells)
    c, s = math.cos(math.radians(angle_deg)) * PITCH * DIE_MM, math.sin(math.radians(angle_deg)) * PITCH * DIE_MM
    return [((x - middle[0]) * c - (y - middle[1]) * s, (x - middle[0]) * s + (y - middle[1]) * c) for x, y in cells]


def group_radius(count: int) -> float:
    """Of the circle round dice pushed together, in mm."""
    return max(math.hypot(x, y) for x, y in together(count, 0)) + HALF_DIAGONAL * DIE_MM


Circle = tuple[Spot, float]
"""Middle and radius in mm."""


def find_places(
    command: str,
    radii: Sequence[float],
    wanted: Sequence[Spot | None],
    taken: Sequence[Circle],
    chance: random.Random,
) -> list[Spot]:
    """Finds room for circles that keep apart, each near where it is wanted; the closer, the more of them.

    Args:
        command: what wants it, for the error.
        radii: of the circles, in mm.
        wanted: where each had best be; None for anywhere.
        taken: circles that stay where they are.
        chance: picks the places.

    Raises:
        ValueError: there is no room.
    """
    apart = APART
    while apart >= CLOSEST_APART:
        for _ in range(20):
            spots = _try_places(radii, wanted, taken, apart * DIE_MM, chance)
            if spots is not None:
                return spots
        apart -= 0.05
    raise ValueError(f"{command}: {len(radii)} groups or dice find no room on the tray beside {len(taken)} others")


def _try_places(
    radii: Sequence[float],
    wanted: Sequence[Spot | None],
    taken: Sequence[Circle],
    apart_mm: float,
    chance: random.Random,
) -> list[Spot] | None:
    circles = list(taken)
    spots: dict[int, Spot] = {}
    for i in sorted(range(len(radii)), key=lambda i: -radii[i]):
        room_x, room_y = (side / 2 - WALL_MM - radii[i] for side in GROUND_WH_MM)
        tried = [(chance.uniform(-room_x, room_x), chance.uniform(-room_y, room_y)) for _ in range(60)]
        free = [spot for spot in tried if all(math.dist(spot, c) >= radii[i] + r + apart_mm for c, r in circles)]
        if not free:
            return None
        goal = wanted[i]
        spots[i] = free[0] if goal is None else min(free, key=lambda spot: math.dist(spot, goal))
        circles.append((spots[i], radii[i]))
    return [spots[i] for i in range(len(radii))]


def circle_of(die: DrawnDie) -> Circle:
    """The ground that a die needs."""
    return die.centre_mm, HALF_DIAGONAL * die.size_mm
