"""The places where a part of the rules can have its say.

A rule set is data plus an ordered tuple of modules. Whoever needs a rule asks every module in order; a module answers
only what it knows. So an expansion is one more module, and no caller asks which game is being played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.dice import Roll
    from engine.facts import Fact, Outcome
    from engine.position import Position
    from engine.scoring import Line
    from engine.turns import Step


class Module:
    """One part of the rules. Every hook says nothing until a module overrides it.

    Attributes:
        settings: names of the settings that this module reads.
        sums: what a group must sum up to for this module to have a use for it.
    """

    settings: tuple[str, ...] = ()
    sums: frozenset[int] = frozenset()

    def turnable(self, roll: Roll) -> int:
        """Says how many of the 1s may be turned to any face before grouping."""
        return 0

    def steps(self, position: Position, dice: tuple[int, ...]) -> tuple[Step, ...]:
        """Says what the player to move may do with a group."""
        return ()

    def perform(self, position: Position, step: Step) -> Outcome | None:
        """Does a step of this module's own kind for the player to move; None for other kinds."""
        return None

    def instead_of_token(self, position: Position, seat: int, mountain: int) -> Outcome | None:
        """Says what happens when a token would be taken from an empty stack; None if nothing does."""
        return None

    def react(self, position: Position, fact: Fact) -> Outcome | None:
        """Says what a fact brings about at once; None if nothing."""
        return None

    def is_ending(self, position: Position) -> bool:
        """Says whether the position sets off the last round."""
        return False

    def lines(self, position: Position, seat: int) -> tuple[Line, ...]:
        """Gives this module's lines of a player's score sheet."""
        return ()
