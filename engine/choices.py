"""Many options as short lists for people: first the groups and abilities, then which goat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.suggest import Advice
from engine.turns import Ability, Climb, Enter, Land, Turn

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
        cards: codes of the abilities that the line uses, sorted; () for none.
    """

    sums: tuple[int, ...]
    best: Advice
    below: tuple[Choice, ...] = ()
    more: bool = False
    cards: tuple[str, ...] = ()


def choices(advice: Sequence[Advice]) -> tuple[Choice, ...]:
    """Folds ranked advice into lists of at most eight lines, the best first.

    Groups and abilities come first. A line stands for all turns with the same of them, and for those with only some of
    these that promise no more. What the line opens is which goats move; a list that is still too long ends with a line
    for the rest. Passing has a line of its own.

    Returns:
        The first list; every advice is exactly once at the end of one way through the lists.
    """
    lines: dict[_Use, list[Advice]] = {}
    hosts: dict[_Use, _Use] = {}
    for each in advice:  # the best first, so no line promises more than one before it
        use = _use_of(each)
        if use not in hosts:
            hosts[use] = next((shown for shown in lines if use != _NOTHING and _is_part(use, shown)), use)
        lines.setdefault(hosts[use], []).append(each)
    return _listed([_line(use, ways) for use, ways in lines.items()])


def leaves(lines: Sequence[Choice]) -> Iterator[Advice]:
    """Gives every advice at the end of a way through the lists."""
    for line in lines:
        if line.below:
            yield from leaves(line.below)
        else:
            yield line.best


def sums_of(turn: Turn) -> tuple[int, ...]:
    """Gives what the groups of a turn sum up to, sorted."""
    return tuple(sorted(step.number for step in turn.steps if isinstance(step, Climb | Enter | Land)))


def cards_of(turn: Turn) -> tuple[str, ...]:
    """Gives the codes of the abilities that a turn uses, sorted."""
    return tuple(sorted(step.card for step in turn.steps if isinstance(step, Ability)))


_Use = tuple[tuple[int, ...], tuple[str, ...]]
"""What the dice are used for: sums of groups, and codes of abilities."""

_NOTHING: _Use = ((), ())


def _use_of(advice: Advice) -> _Use:
    turn = advice.option.turn
    return sums_of(turn), cards_of(turn)


def _is_part(some: _Use, of: _Use) -> bool:
    return Counter(some[0]) <= Counter(of[0]) and Counter(some[1]) <= Counter(of[1])


def _line(use: _Use, ways: list[Advice]) -> Choice:
    sums, cards = use
    if len(ways) == 1:
        return Choice(sums, ways[0], cards=cards)
    below = [Choice(sums_of(way.option.turn), way, cards=cards_of(way.option.turn)) for way in ways]
    return Choice(sums, ways[0], _listed(below), cards=cards)


def _listed(lines: list[Choice]) -> tuple[Choice, ...]:
    """Cuts a list to length; what is left over opens from its last line."""
    if len(lines) <= LINES_MAX:
        return tuple(lines)
    shown, rest = lines[: LINES_MAX - 1], lines[LINES_MAX - 1 :]
    return (*shown, Choice((), rest[0].best, _listed(rest), more=True))
