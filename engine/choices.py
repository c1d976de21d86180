"""Many options as short lists for people: first the groups, then which goat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.suggest import Advice
from engine.turns import Redeploy, Turn

LINES_MAX = 8
"""No list is longer."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One line of a list.

    Attributes:
        sums: of the groups that the line stands for, sorted; () for none.
        best: the best advice of the line.
        below: the list that the line opens, `best` first; () when the line is that one advice.
        more: the line is the last one and opens the rest of its list.
    """

    sums: tuple[int, ...]
    best: Advice
    below: tuple[Choice, ...] = ()
    more: bool = False


def choices(advice: Sequence[Advice]) -> tuple[Choice, ...]:
    """Folds ranked advice into lists of at most eight lines, the best first.

    Groups come first. A line stands for all turns with the same groups, and for those with only some of these groups
    that promise no more. What the line opens is which goats move; a list that is still too long ends with a line for
    the rest. Passing has a line of its own.

    Returns:
        The first list; every advice is exactly once at the end of one way through the lists.
    """
    lines: dict[tuple[int, ...], list[Advice]] = {}
    hosts: dict[tuple[int, ...], tuple[int, ...]] = {}
    for each in advice:  # the best first, so no line promises more than one before it
        sums = sums_of(each.option.turn)
        if sums not in hosts:
            hosts[sums] = next((shown for shown in lines if sums and _is_part(sums, shown)), sums)
        lines.setdefault(hosts[sums], []).append(each)
    return _listed([_line(sums, ways) for sums, ways in lines.items()])


def leaves(lines: Sequence[Choice]) -> Iterator[Advice]:
    """Gives every advice at the end of a way through the lists."""
    for line in lines:
        if line.below:
            yield from leaves(line.below)
        else:
            yield line.best


def sums_of(turn: Turn) -> tuple[int, ...]:
    """Gives what the groups of a turn sum up to, sorted."""
    return tuple(sorted(step.number for step in turn.steps if not isinstance(step, Redeploy)))


def _is_part(some: tuple[int, ...], of: tuple[int, ...]) -> bool:
    return Counter(some) <= Counter(of)


def _line(sums: tuple[int, ...], ways: list[Advice]) -> Choice:
    if len(ways) == 1:
        return Choice(sums, ways[0])
    return Choice(sums, ways[0], _listed([Choice(sums_of(way.option.turn), way) for way in ways]))


def _listed(lines: list[Choice]) -> tuple[Choice, ...]:
    """Cuts a list to length; what is left over opens from its last line."""
    if len(lines) <= LINES_MAX:
        return tuple(lines)
    shown, rest = lines[: LINES_MAX - 1], lines[LINES_MAX - 1 :]
    return (*shown, Choice((), rest[0].best, _listed(rest), more=True))
