"""The places where a part of the rules can have its say.

A rule set is data plus an ordered tuple of modules. Whoever needs a rule asks every module in order; a module answers
only what it knows. So an expansion is one more module, and no caller asks which game is being played.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from engine.dice import Roll
    from engine.facts import Fact, Outcome
    from engine.groups import Group
    from engine.places import Place
    from engine.position import Position
    from engine.scoring import Line, Outlook
    from engine.turns import CardStep, GroupStep, Redeploy, Step


Moment = Literal["turn-start", "turn-end", "over"]
"""When the players may be told something besides what happened."""


class Module:
    """One part of the rules. Every hook says nothing until a module overrides it.

    Attributes:
        settings: names of the settings that this module reads.
        sums: what a group must sum up to for this module to have a use for it.
        must_sums: those of them that the setting `must_move` is about (B5).
        shared_places: where goats can stand besides the mountains, any number of them.
        single_places: where one goat can stand besides the mountains.
        redeploys: goats can be taken back without dice, unless the players agreed otherwise (V6).
        lays_cards: cards can lie beside the board.
        free_order: what dice can do is not told by the sums of groups alone, so steps are looked for one by one.
    """

    settings: tuple[str, ...] = ()
    sums: frozenset[int] = frozenset()
    must_sums: frozenset[int] = frozenset()
    shared_places: tuple[Place, ...] = ()
    single_places: tuple[Place, ...] = ()
    redeploys: bool = False
    lays_cards: bool = False
    free_order: bool = False

    def turnable(self, roll: Roll) -> int:
        """Says how many of the 1s may be turned to any face before grouping."""
        return 0

    def steps(self, position: Position, total: int) -> tuple[GroupStep, ...]:
        """Says what the player to move may do with a group of this sum; the steps have no dice yet."""
        return ()

    def free_steps(self, position: Position) -> tuple[Redeploy, ...]:
        """Says what the player to move may do without dice."""
        return ()

    def card_steps(self, position: Position, dice: Group) -> tuple[CardStep, ...]:
        """Says what the player to move may do with cards now, with any of these dice or without."""
        return ()

    def dice_given(self, position: Position, step: Step) -> Group:
        """Says which dice a step gives back for those that it uses."""
        return ()

    def why_not(self, position: Position, step: Step) -> str | None:
        """Says why a step of this module's own kind is not legal now; None for other kinds."""
        return None

    def perform(self, position: Position, step: Step) -> Outcome | None:
        """Does a step of this module's own kind for the player to move; None for other kinds."""
        return None

    def instead_of_token(self, position: Position, seat: int, mountain: int) -> Outcome | None:
        """Says what happens when a token would be taken from an empty stack; None if nothing does."""
        return None

    def react(self, position: Position, fact: Fact) -> Outcome | None:
        """Says what a fact brings about at once; None if nothing."""
        return None

    def told(self, position: Position, moment: Moment) -> tuple[Fact, ...]:
        """Says what the players are told at a moment, the seat to move being the one that it is about."""
        return ()

    def is_ending(self, position: Position) -> bool:
        """Says whether the position sets off the last round."""
        return False

    def lines(self, position: Position) -> tuple[tuple[Line, ...], ...]:
        """Gives this module's lines of everybody's score sheet, by seat."""
        return ((),) * len(position.players)

    def scoring_worths(self, position: Position) -> tuple[tuple[float, ...], ...] | None:
        """Says by seat and mountain how many points scoring brings, the bonus aside; None for what the tokens say."""
        return None

    def outlook(self, position: Position, outlook: Outlook) -> tuple[float, ...]:
        """Estimates how many points are likely to come to everybody's sheet, or to go from it, before the end."""
        return (0.0,) * len(position.players)
