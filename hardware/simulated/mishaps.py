"""What goes wrong at a table: pure, from the dice that lie there to an `Act`.

None of it is a throw. `MISHAPS` are what people and cats do beside the game; `ENDINGS` are ways in which a throw comes
to an end that is none, or a late one.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from hardware.simulated.motions import (
    AWAY,
    REACH_S,
    SLIDE_S,
    WALL_MM,
    Act,
    Circle,
    Dice,
    Draw,
    between,
    circle_of,
    find_places,
    hand_between,
    middle_of,
    palm_over,
    sliding,
    still,
    taking,
)
from hardware.simulated.scene import DIE_MM, GROUND_WH_MM, DrawnDie, Hand, Scene, Sheet, Spot

KNOCK_HZ: Final = 7.0
"""A table that is knocked sways so fast."""
KNOCK_FADES_S: Final = 0.15

CARD_WH_MM: Final = (56.0, 87.0)
SLEEVE_WH_MM: Final = (75.0, 220.0)
SLEEVE_HEIGHT_MM: Final = 45.0
CARD_PICTURES: Final = ((40, 60, 170), (140, 90, 30), (60, 120, 60))
SLEEVES: Final = ((92, 58, 44), (40, 40, 44), (60, 50, 130), (190, 190, 185))
"""Colours of cloth, blue-green-red."""

LEAN_DEG: Final = (18.0, 40.0)
"""How far a die that leans on another is tipped."""


def hand(dice: Dice, chance: random.Random) -> Act:
    """A hand hovers over the tray and leaves again, empty."""
    palms = [palm_over(_anywhere(chance)) for _ in range(chance.randint(1, 3))]
    stages: list[tuple[float, Draw]] = [(REACH_S, _moving_hand(dice, AWAY, palms[0]))]
    for start, end in pairwise(palms):
        stages.append((chance.uniform(0.2, 0.7), _moving_hand(dice, start, end)))
    stages.append((chance.uniform(0.05, 1.2), still(Scene(dice, Hand(palms[-1])))))
    stages.append((REACH_S, _moving_hand(dice, palms[-1], AWAY)))
    return Act(tuple(stages), dice)


def nudge(dice: Dice, chance: random.Random) -> Act:
    """A finger moves one die a little; it shows what it showed."""
    index = chance.randrange(len(dice))
    others = [circle_of(die) for i, die in enumerate(dice) if i != index]
    nudged = _nudged(dice[index], others, chance)
    after = (*dice[:index], nudged, *dice[index + 1 :])
    start, end = palm_over(dice[index].centre_mm), palm_over(nudged.centre_mm)
    return Act(
        (
            (REACH_S, _moving_hand(dice, AWAY, start)),
            (
                chance.uniform(0.15, 0.5),
                lambda share: Scene(sliding(dice, after, share), hand_between(start, end, share)),
            ),
            (REACH_S, _moving_hand(after, end, AWAY)),
        ),
        after,
    )


def bump(dice: Dice, chance: random.Random) -> Act:
    """The table is knocked: it sways, and the dice slide a little on it."""
    angle = chance.uniform(0, 2 * math.pi)
    slip = chance.uniform(0, 1.5)
    slip_xy = (slip * math.cos(angle), slip * math.sin(angle))
    after = tuple(
        replace(
            die,
            centre_mm=_on_ground((die.centre_mm[0] + slip_xy[0], die.centre_mm[1] + slip_xy[1])),
            angle_deg=die.angle_deg + chance.uniform(-4, 4) * slip,
        )
        for die in dice
    )
    knock = _Knock(chance.uniform(2, 10), angle, chance.uniform(0, 0.4))
    sways = (0.7, lambda share: knock.seen(Scene(sliding(dice, after, min(1.0, 5 * share))), 0.7 * share))
    return Act((sways,), after)


def shake(dice: Dice, chance: random.Random) -> Act:
    """The camera is knocked a few times; nothing on the tray moves."""
    knocks = [
        _Knock(chance.uniform(2, 12), chance.uniform(0, 6.28), chance.uniform(-1, 1))
        for _ in range(chance.randint(1, 3))
    ]
    return Act(tuple((0.6, _swaying(dice, knock, 0.6)) for knock in knocks), dice)


def card(dice: Dice, chance: random.Random) -> Act:
    """A playing card is laid over the edge of the tray, lies there and is taken away again."""
    picture = chance.choice(CARD_PICTURES)
    inwards = chance.uniform(5, 45)
    sheet = Sheet((0.0, 0.0), CARD_WH_MM, chance.uniform(-25, 25), 17.0, picture_bgr=picture)
    return _laid(dice, sheet, inwards, chance)


def sleeve(dice: Dice, chance: random.Random) -> Act:
    """Somebody leans over: a sleeve hangs into the picture."""
    sheet = Sheet((0.0, 0.0), SLEEVE_WH_MM, chance.uniform(-20, 20), SLEEVE_HEIGHT_MM, chance.choice(SLEEVES))
    return _laid(dice, sheet, chance.uniform(10, 60), chance)


def leave(dice: Dice, chance: random.Random) -> Act:
    """A die is taken off and put back, somewhere else, as it was."""
    index = chance.randrange(len(dice))
    others = (*dice[:index], *dice[index + 1 :])
    pause = (chance.uniform(0.2, 1.5), still(Scene(others)))
    back = put(others, dice[index].face, chance)
    return Act((*taking(dice, others), pause, *back.stages), back.dice)


def collect(dice: Dice, chance: random.Random) -> Act:
    """The dice are taken off one after the other."""
    stages = []
    left = list(dice)
    chance.shuffle(left)
    while left:
        before = tuple(left)
        del left[: chance.randint(1, 2)]
        stages += [*taking(before, tuple(left)), (chance.uniform(0.0, 0.9), still(Scene(tuple(left))))]
    return Act(tuple(stages), ())


def put(dice: Dice, face: int, chance: random.Random) -> Act:
    """A hand puts one die down beside those that lie there."""
    die = DrawnDie(face, (0.0, 0.0), chance.uniform(0, 360))
    (spot,) = find_places("put", [circle_of(die)[1]], [None], [circle_of(one) for one in dice], chance)
    after = (*dice, replace(die, centre_mm=spot))
    palm = palm_over(spot)
    return Act(((REACH_S, _moving_hand(dice, AWAY, palm)), (REACH_S, _moving_hand(after, palm, AWAY))), after)


Mishap = Callable[[Dice, random.Random], Act]

MISHAPS: Mapping[str, Mishap] = MappingProxyType(
    {
        "hand": hand,
        "nudge": nudge,
        "bump": bump,
        "shake": shake,
        "card": card,
        "sleeve": sleeve,
        "leave": leave,
        "collect": collect,
    }
)
"""What happens beside the game, by name."""
NEED_DICE: Final = frozenset({"nudge", "leave", "collect"})


# How a throw ends: from the dice as they would lie, the last of them being the odd one


def spinning(dice: Dice, chance: random.Random) -> Act:
    """One die spins on its corner for a while before it falls."""
    *others, last = dice
    lasts_s, turns = chance.uniform(0.8, 2.5), chance.uniform(2.0, 5.0)

    def spun(share: float) -> Scene:
        upright = 1.0 if share < 0.8 else 1 - (share - 0.8) / 0.2
        angle_deg = last.angle_deg - 360 * turns * (1 - share) ** 1.5
        die = replace(last, angle_deg=angle_deg, tip_deg=(45 * upright, 35 * upright), lift_mm=0.5 * upright)
        return Scene((*others, die))

    return Act(((lasts_s, spun),), dice)


def rocking(dice: Dice, chance: random.Random) -> Act:
    """One die rocks on its edge, less and less."""
    *others, last = dice
    lasts_s, swings = chance.uniform(0.8, 2.0), chance.uniform(3, 7)

    def rocked(share: float) -> Scene:
        tip_deg = 28 * (1 - share) * math.cos(2 * math.pi * swings * share)
        return Scene((*others, replace(last, tip_deg=(tip_deg, 0.0))))

    return Act(((lasts_s, rocked),), dice)


def leaning(dice: Dice, chance: random.Random) -> Act:
    """One die stays leaning on another."""
    *others, last = dice
    if not others:
        return _lean_on_rim(last, chance)
    partner = chance.choice(others)
    angles = [math.radians(chance.uniform(0, 360)) for _ in range(20)]
    angle = next((angle for angle in angles if _has_room_beside(partner, angle, others)), angles[0])
    lean_deg = chance.uniform(*LEAN_DEG)
    # Its near edge is up against the partner and its far edge on the ground, so its top looks away.
    tip_deg = (-lean_deg * math.sin(angle), lean_deg * math.cos(angle))
    leans = replace(last, centre_mm=_beside(partner, angle), tip_deg=tip_deg)
    return Act((), (*others, leans))


def _beside(partner: DrawnDie, angle: float) -> Spot:
    """Where a die lies that leans on its partner, seen from there in this direction."""
    far_mm = 1.2 * partner.size_mm
    return partner.centre_mm[0] + far_mm * math.cos(angle), partner.centre_mm[1] + far_mm * math.sin(angle)


def _has_room_beside(partner: DrawnDie, angle: float, dice: list[DrawnDie]) -> bool:
    spot = _beside(partner, angle)
    others = [die for die in dice if die is not partner]
    return spot == _on_ground(spot) and all(math.dist(spot, die.centre_mm) > 1.5 * die.size_mm for die in others)


def stacked(dice: Dice, chance: random.Random) -> Act:
    """One die comes to lie on top of another."""
    *others, last = dice
    if not others:
        raise ValueError("stacked: one die can't lie on another; throw two at least")
    below = chance.choice(others)
    spot = (below.centre_mm[0] + chance.uniform(-3, 3), below.centre_mm[1] + chance.uniform(-3, 3))
    return Act((), (*others, replace(last, centre_mm=spot, lift_mm=below.size_mm)))


def dropped(dice: Dice, chance: random.Random) -> Act:
    """One die jumps over the rim and is gone."""
    *others, last = dice
    side = chance.choice((-1, 1))
    gone = (side * (GROUND_WH_MM[0] / 2 + 60), last.centre_mm[1])
    away = (
        0.35,
        lambda share: Scene((*others, replace(last, centre_mm=between(last.centre_mm, gone, share), lift_mm=20))),
    )
    return Act((away,), tuple(others))


ENDINGS: Mapping[str, Mishap] = MappingProxyType(
    {"spinning": spinning, "rocking": rocking, "leaning": leaning, "stacked": stacked, "dropped": dropped}
)
"""How a throw may end, by name; the last die named is the odd one."""


def straighten(dice: Dice, chance: random.Random) -> Act:
    """A hand lays dice flat that lean or lie on others; they show the face that they leaned on least."""
    odd = [die for die in dice if is_odd(die)]
    if not odd:
        raise ValueError("straighten: every die lies flat already")
    flat = [die for die in dice if not is_odd(die)]
    radii = [circle_of(die)[1] for die in odd]
    spots = find_places("straighten", radii, [die.centre_mm for die in odd], [circle_of(die) for die in flat], chance)
    laid = [replace(die, centre_mm=spot, tip_deg=(0.0, 0.0), lift_mm=0.0) for die, spot in zip(odd, spots, strict=True)]
    after = tuple(laid.pop(0) if is_odd(die) else die for die in dice)
    palm = palm_over(middle_of([die.centre_mm for die in odd]))
    stages = (
        (REACH_S, _moving_hand(dice, AWAY, palm)),
        (SLIDE_S, lambda share: Scene(dice if share < 0.5 else after, Hand(palm))),
        (REACH_S, _moving_hand(after, palm, AWAY)),
    )
    return Act(stages, after)


def is_odd(die: DrawnDie) -> bool:
    """Whether a die leans or lies on another."""
    return die.tip_deg != (0.0, 0.0) or die.lift_mm > 0


# Parts of them


@dataclass(frozen=True, slots=True)
class _Knock:
    """A blow to the table or the camera: `size_px` at first, towards `angle`, turning the picture by `turn_deg`."""

    size_px: float
    angle: float
    turn_deg: float

    def seen(self, scene: Scene, after_s: float) -> Scene:
        """The scene so many seconds after the blow."""
        sway = math.exp(-after_s / KNOCK_FADES_S) * math.cos(2 * math.pi * KNOCK_HZ * after_s)
        if abs(self.size_px * sway) < 0.1:
            return scene
        shift = (self.size_px * sway * math.cos(self.angle), self.size_px * sway * math.sin(self.angle))
        return replace(scene, shift_px=shift, turn_deg=self.turn_deg * sway)


def _swaying(dice: Dice, knock: _Knock, lasts_s: float) -> Callable[[float], Scene]:
    return lambda share: knock.seen(Scene(dice), lasts_s * share)


def _moving_hand(dice: Dice, start: Spot, end: Spot) -> Callable[[float], Scene]:
    return lambda share: Scene(dice, hand_between(start, end, share))


def _laid(dice: Dice, sheet: Sheet, inwards_mm: float, chance: random.Random) -> Act:
    """Something flat comes in over the right, the left or the far edge, stays and leaves again."""
    width, depth = GROUND_WH_MM
    x, y = chance.choice(((1, 0), (-1, 0), (0, 1)))
    along = chance.uniform(-0.35, 0.35)
    half = sheet.size_wh_mm[1] / 2
    edge = (
        x * (width / 2 + half) + (1 - abs(x)) * along * width,
        y * (depth / 2 + half) + (1 - abs(y)) * along * depth,
    )
    lies = (edge[0] - x * inwards_mm, edge[1] - y * inwards_mm)
    away = (edge[0] + x * 60, edge[1] + y * 60)
    sheet = replace(sheet, angle_deg=sheet.angle_deg + 90 * abs(x))

    def at(spot: Spot) -> Scene:
        return Scene(dice, sheets=(replace(sheet, centre_mm=spot),))

    return Act(
        (
            (0.5, lambda share: at(between(away, lies, share))),
            (chance.uniform(0.3, 2.5), still(at(lies))),
            (0.5, lambda share: at(between(lies, away, share)) if share < 1 else Scene(dice)),
        ),
        dice,
    )


def _nudged(die: DrawnDie, others: list[Circle], chance: random.Random) -> DrawnDie:
    """The die a little further, where it touches no other; turned only, where there is no room."""
    turned_deg = die.angle_deg + chance.choice((-1, 1)) * chance.uniform(8, 30)
    for _ in range(40):
        far, angle = chance.uniform(3, 18), chance.uniform(0, 2 * math.pi)
        spot = (die.centre_mm[0] + far * math.cos(angle), die.centre_mm[1] + far * math.sin(angle))
        free = all(math.dist(spot, middle) >= radius + 0.75 * die.size_mm for middle, radius in others)
        if free and spot == _on_ground(spot):
            return replace(die, centre_mm=spot, angle_deg=turned_deg)
    return replace(die, angle_deg=turned_deg)


def _lean_on_rim(die: DrawnDie, chance: random.Random) -> Act:
    y = GROUND_WH_MM[1] / 2 - 0.6 * die.size_mm
    return Act((), (replace(die, centre_mm=(die.centre_mm[0], y), tip_deg=(chance.uniform(*LEAN_DEG), 0.0)),))


def _anywhere(chance: random.Random) -> Spot:
    return chance.uniform(-60, 60), chance.uniform(-40, 40)


def _on_ground(spot: Spot) -> Spot:
    """The nearest place at which a die touches no rim."""
    room_x, room_y = (side / 2 - WALL_MM - 0.71 * DIE_MM for side in GROUND_WH_MM)
    return min(room_x, max(-room_x, spot[0])), min(room_y, max(-room_y, spot[1]))
