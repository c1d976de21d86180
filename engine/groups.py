"""How dice can be split into groups, worked out once for every roll.

Useful sums come before steps: what a group does depends on its sum alone, so of all the ways to the same sums only the
simplest is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

from engine.dice import worth

Group = tuple[int, ...]

_FACES_WORTH_TURNING_TO = (2, 3, 4, 5, 6)  # a 1 turned to 1 is a 1 that was not turned


@dataclass(frozen=True, slots=True)
class Grouping:
    """One way to use a roll.

    Attributes:
        turned: faces that 1s were turned to, sorted.
        groups: those that are used, by sum; the other dice do nothing.
    """

    turned: tuple[int, ...]
    groups: tuple[Group, ...]

    @property
    def effort(self) -> tuple[int, int, int, tuple[int, ...], tuple[Group, ...]]:
        """The less the simpler: dice turned, dice used, groups, then any fixed order."""
        return len(self.turned), sum(map(len, self.groups)), len(self.groups), self.turned, self.groups


@cache
def groupings(
    faces: Group, turnable: int, sums: frozenset[int], must_move: bool, optional: frozenset[int] = frozenset()
) -> tuple[Grouping, ...]:
    """Lists the ways to use a roll that differ in the sums of their groups, the simplest first.

    Args:
        faces: of the roll, sorted.
        turnable: how many of the 1s may be turned.
        sums: those that a group can be of use with.
        must_move: every die is in a group, and every group of a useful sum is used.
        optional: sums whose groups need not be used even then.
    """
    simplest: dict[tuple[int, ...], Grouping] = {}
    for count in range(turnable + 1):
        for turned in combinations_with_replacement(_FACES_WORTH_TURNING_TO, count):
            for split in splits(after_turning(faces, turned)):
                useful = tuple(sorted((group for group in split if worth(group) in sums), key=lambda g: (worth(g), g)))
                for used in _subsets(useful):
                    if must_move and not _uses_all(useful, used, optional):
                        continue
                    key = tuple(map(worth, used))
                    known = simplest.get(key)
                    if known is not None and len(known.turned) < count:
                        continue
                    found = Grouping(turned, used)
                    if known is None or found.effort < known.effort:
                        simplest[key] = found
    return tuple(sorted(simplest.values(), key=lambda grouping: grouping.effort))


def _uses_all(groups: tuple[Group, ...], used: tuple[Group, ...], optional: frozenset[int]) -> bool:
    """Says whether every group is used but for the optional ones."""
    return all(used.count(group) == groups.count(group) for group in groups if worth(group) not in optional)


def after_turning(faces: Group, turned: tuple[int, ...]) -> Group:
    """Gives the faces as they lie when as many 1s have been turned."""
    return tuple(sorted((*faces[len(turned) :], *turned)))


@cache
def splits(dice: Group) -> tuple[tuple[Group, ...], ...]:
    """Lists the ways to put every die into a group."""
    return tuple(sorted(set(_splits(dice))))


def _splits(dice: Group) -> Iterator[tuple[Group, ...]]:
    if not dice:
        yield ()
        return
    first, rest = dice[0], dice[1:]
    for size in range(len(rest) + 1):
        for chosen in combinations(range(len(rest)), size):
            group = (first, *(rest[index] for index in chosen))
            others = tuple(die for index, die in enumerate(rest) if index not in chosen)
            for split in _splits(others):
                yield tuple(sorted((group, *split)))


def _subsets(groups: tuple[Group, ...]) -> Iterator[tuple[Group, ...]]:
    for size in range(len(groups) + 1):
        yield from combinations(groups, size)
