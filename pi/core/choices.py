"""The list that players choose from: lines of options, and below a line that stands for several, the next list."""

from __future__ import annotations

from collections.abc import Sequence

from engine.choices import LINES_MAX, Choice, cards_of, sums_of
from engine.choices import choices as folded
from engine.places import Region
from engine.position import Position
from engine.suggest import Advice


def choices(advice: Sequence[Advice]) -> tuple[Choice, ...]:
    """The first list, best first: a line for each option, or folded by groups and then goats where those are many.

    The best option always has a line of its own, so that taking it is one press. Where a group leaves no choice of
    goat, as in the base game, there is nothing to fold: every option is a line of the one list.
    """
    if len(advice) <= LINES_MAX or not leaves_choices(advice[0].option.position):
        return tuple(_line(one) for one in advice)
    best, rest = _line(advice[0]), folded(advice[1:])
    shown = rest if len(rest) < LINES_MAX else rest[: LINES_MAX - 2]
    hidden = rest[len(shown) :]
    more = (Choice((), hidden[0].best, hidden, more=True),) if hidden else ()
    return (best, *shown, *more)


def leaves_choices(position: Position) -> bool:
    """Whether a group may do one thing or another: where goats leave the paths or are taken back, or cards lie."""
    return (
        bool(position.cards)
        or position.can_redeploy
        or any(place.region is not Region.PATH for place in position.rules.places)
    )


def _line(advice: Advice) -> Choice:
    turn = advice.option.turn
    return Choice(sums_of(turn), advice, cards=cards_of(turn))


def list_at(lines: tuple[Choice, ...], path: tuple[int, ...]) -> tuple[Choice, ...]:
    """The list that is reached by opening the lines of a path, one after the other."""
    for index in path:
        lines = lines[index].below
    return lines


def path_to(lines: tuple[Choice, ...], advice: Advice) -> tuple[int, ...] | None:
    """The lines to open, and at last to take, for an option; None when it is not below these lines."""
    for index, line in enumerate(lines):
        if not line.below:
            if line.best == advice:
                return (index,)
        elif (rest := path_to(line.below, advice)) is not None:
            return (index, *rest)
    return None
