"""The base game: its figures and its part in every rule."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.facts import Fact, Outcome
from engine.module import Module
from engine.moves import climb
from engine.scoring import Line
from engine.turns import Climb, dice_text

if TYPE_CHECKING:
    from engine.dice import Roll
    from engine.position import Position
    from engine.turns import GroupStep, Step

TOPS = {5: 4, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}  # B3
STACKS = {  # B2
    2: (10, 9, 8, 7, 6, 5),
    3: (11, 10, 9, 8, 7, 6),
    4: (12, 11, 10, 9, 8, 7),
    5: (12, 11, 10, 9, 8, 7),
}
BONUS = (15, 12, 9, 6)  # B2
FACES = (1, 2, 3, 4, 5, 6)
DICE = 4
COLOURS = ("white", "red", "yellow", "blue", "green", "black")

_EMPTY_STACKS_TO_END = 3  # B11


class BaseGame(Module):
    """Rulings B1 to B13."""

    settings = ("must_move",)
    sums = frozenset(TOPS)
    must_sums = frozenset(TOPS)

    def turnable(self, roll: Roll) -> int:
        """All but one of the 1s (B4)."""
        return max(0, roll.faces.count(1) - 1)

    def steps(self, position: Position, total: int) -> tuple[GroupStep, ...]:
        """A group climbs the mountain that it sums up to."""
        if total in self.sums and position.mover.has_goat_on(total):
            return (Climb((), total),)
        return ()

    def why_not(self, position: Position, step: Step) -> str | None:
        """No such mountain, or no goat on it."""
        if not isinstance(step, Climb):
            return None
        if step.mountain not in self.sums:
            return f"the dice {dice_text(step.dice)} sum up to {step.mountain}; no mountain has that number"
        return f"{position.mover.name} has no goat on mountain {step.mountain}"

    def perform(self, position: Position, step: Step) -> Outcome | None:
        """Climbs."""
        return climb(position, position.to_move, step.mountain) if isinstance(step, Climb) else None

    def react(self, position: Position, fact: Fact) -> Outcome | None:
        """Gives the highest bonus left for each set not yet rewarded, as soon as a token completes it (B10)."""
        return reward(position, fact.seat) if fact.kind == "took" else None

    def is_ending(self, position: Position) -> bool:
        """Three empty stacks or an empty bonus row (B11)."""
        return position.stacks.count(0) >= _EMPTY_STACKS_TO_END or not position.bonus

    def lines(self, position: Position) -> tuple[tuple[Line, ...], ...]:
        """The tokens of each mountain, then the bonus."""
        numbers = position.rules.numbers
        return tuple(_lines(numbers, player.tokens, player.bonus) for player in position.players)


def reward(position: Position, seat: int) -> Outcome | None:
    """Gives a player the bonus tokens for sets not yet rewarded, the highest first; None when there are none (B10)."""
    player = position.players[seat]
    claims = max(0, min(player.tokens) - len(player.bonus))
    taken, left = position.bonus[:claims], position.bonus[claims:]
    if not taken:
        return None
    rewarded = position.seated(seat, replace(player, bonus=player.bonus + taken))
    return Outcome(replace(rewarded, bonus=left), tuple(Fact("bonus", seat, points=points) for points in taken))


@lru_cache(maxsize=1000)
def _lines(numbers: tuple[int, ...], tokens: tuple[int, ...], bonus: tuple[int, ...]) -> tuple[Line, ...]:
    """Remembered, as all the options of a roll leave nearly everybody with the same tokens."""
    counted = zip(numbers, tokens, strict=True)
    return (*(Line(f"tokens-{number}", number * count) for number, count in counted), Line("bonus", sum(bonus)))
