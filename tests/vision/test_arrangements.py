"""Dice pushed together as people leave them: apart a little within a group, apart much between groups."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import pairwise

from hardware.simulated.scene import DIE_MM, DrawnDie, Scene, View
from hardware.simulated.tray import draw_tray, top_corners
from vision.groups import groups
from vision.reader import load_reader

Groups = tuple[tuple[int, ...], ...]
Corners = Sequence[tuple[float, float]]

SPLITS = ((1, 1, 1, 1), (2, 1, 1), (2, 2), (3, 1), (4,))
"""How four dice may be grouped."""
WITHIN = (0.0, 0.35)
"""Free space between neighbours of a group, in edges."""
BETWEEN = 0.9
"""Least free space between groups, in edges."""
ASIDE = (-0.35, 0.35)
"""How far the middle of a die lies beside that of its neighbour, in edges."""
ASKEW_DEG = (-20.0, 20.0)
"""How much neighbours are turned against each other."""
ROOM = (4.1, 2.8)
"""Half of the width and depth in which the middles of the dice lie, in edges."""
RIGHT = 0.99


def gap(corners: Corners, others: Corners) -> float:
    """The free space between two squares; 0 where they overlap."""
    if not (_is_apart(corners, others) or _is_apart(others, corners)):
        return 0.0
    return min(_nearest(corners, others), _nearest(others, corners))


def _sides(corners: Corners) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    return pairwise((*corners, corners[0]))


def _is_apart(corners: Corners, others: Corners) -> bool:
    """Whether a side of the first square has all of the second one on its outer side (separating axis)."""
    for (ax, ay), (bx, by) in _sides(corners):
        outer = [(x - ax) * (by - ay) - (y - ay) * (bx - ax) for x, y in others]
        inner = [(x - ax) * (by - ay) - (y - ay) * (bx - ax) for x, y in corners]
        if min(outer) > max(inner) or max(outer) < min(inner):
            return True
    return False


def _nearest(corners: Corners, others: Corners) -> float:
    """The least distance of a corner of the first square from a side of the second one."""
    return min(_from_side(corner, *side) for corner in corners for side in _sides(others))


def _from_side(point: tuple[float, float], start: tuple[float, float], end: tuple[float, float]) -> float:
    x, y = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * x + (point[1] - start[1]) * y) / (x * x + y * y)
    along = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + along * x, start[1] + along * y))


def square(x: float, y: float, turned_deg: float) -> Corners:
    """A square of edge 1."""
    c, s = math.cos(math.radians(turned_deg)) / 2, math.sin(math.radians(turned_deg)) / 2
    return [(x + i * c - j * s, y + i * s + j * c) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]


Placed = tuple[float, float, float]
"""x and y in edges, and how much it is turned in degrees."""


def pushed(chance: random.Random, count: int) -> list[Placed]:
    """A group: each die is pushed against a side of one that lies there already."""
    dice: list[Placed] = [(0.0, 0.0, chance.uniform(0, 90))]
    while len(dice) < count:
        die = beside(chance, chance.choice(dice))
        if all(gap(square(*die), square(*other)) > 0 for other in dice):
            dice.append(die)
    return dice


def beside(chance: random.Random, other: Placed) -> Placed:
    """A die that lies at one side of another, as far from it as neighbours of a group do."""
    x, y, turned_deg = other
    way = math.radians(turned_deg + 90 * chance.randrange(4))
    free, aside, askew_deg = chance.uniform(*WITHIN), chance.uniform(*ASIDE), chance.uniform(*ASKEW_DEG)

    def at(far: float) -> Placed:
        ahead, across = (far * math.cos(way), far * math.sin(way)), (-aside * math.sin(way), aside * math.cos(way))
        return x + ahead[0] + across[0], y + ahead[1] + across[1], turned_deg + askew_deg

    near, far = 0.8, 2.0
    for _ in range(8):
        between = (near + far) / 2
        near, far = (near, between) if gap(square(*at(between)), square(*other)) > free else (between, far)
    return at(far)


def arranged(chance: random.Random) -> list[list[Placed]]:
    """Four dice in groups, anywhere on the tray."""
    while True:
        found: list[list[Placed]] = []
        for count in chance.choice(SPLITS):
            left, back = chance.uniform(-ROOM[0], ROOM[0]), chance.uniform(-ROOM[1], ROOM[1])
            group = [(x + left, y + back, deg) for x, y, deg in pushed(chance, count)]
            free = (gap(square(*die), square(*other)) for lying in found for other in lying for die in group)
            if all(abs(x) < ROOM[0] and abs(y) < ROOM[1] for x, y, _ in group) and min(free, default=9) >= BETWEEN:
                found.append(group)
        if sum(map(len, found)) == 4:
            return found


def drawn(chance: random.Random) -> tuple[Scene, Groups]:
    """An arrangement under some camera, and which of its dice belong together."""
    found = arranged(chance)
    dice = tuple(
        DrawnDie(chance.randint(1, 6), (x * DIE_MM, y * DIE_MM), deg) for group in found for x, y, deg in group
    )
    ends = [sum(map(len, found[: i + 1])) for i in range(len(found))]
    expected = tuple(tuple(range(end - len(group), end)) for end, group in zip(ends, found, strict=True))
    return Scene(dice, view=View(chance.uniform(0, 15), chance.uniform(290, 380))), expected


def test_groups_are_right_on_two_thousand_arrangements() -> None:
    chance = random.Random(1)
    right = 0
    for _ in range(2000):
        scene, expected = drawn(chance)
        tops = [
            [(x + chance.gauss(0, 1), y + chance.gauss(0, 1)) for x, y in top_corners(die, scene.view)]
            for die in scene.dice
        ]
        middles = [_middle(top) for top in tops]
        edges = [sum(math.dist(*side) for side in _sides(top)) / 4 for top in tops]
        right += groups(middles, edges) == expected
    assert right >= RIGHT * 2000


def test_groups_are_right_as_the_reader_sees_them() -> None:
    chance = random.Random(2)
    reader = load_reader()
    right = 0
    for _ in range(100):
        scene, expected = drawn(chance)
        reading = reader.read(draw_tray(scene), expect=4)
        middles = [_middle(top_corners(die, scene.view)) for die in scene.dice]
        drawn_as = [_nearest_to(seen.centre_xy, middles) for seen in reading.dice]
        found = {tuple(sorted(drawn_as[i] for i in group)) for group in reading.groups}
        right += found == set(expected)
    assert right >= RIGHT * 100


def _middle(corners: Corners) -> tuple[float, float]:
    return sum(x for x, _ in corners) / 4, sum(y for _, y in corners) / 4


def _nearest_to(point: tuple[float, float], places: Corners) -> int:
    return min(range(len(places)), key=lambda i: math.dist(places[i], point))
