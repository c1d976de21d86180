"""Goats that change their mountain: taken back for nothing (V6), or by a group for a mountain without one (M4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.module import Module
from engine.moves import climb, redeploy, then
from engine.places import place_text
from engine.turns import Enter, Redeploy

if TYPE_CHECKING:
    from engine.facts import Outcome
    from engine.position import Position
    from engine.scoring import Outlook
    from engine.turns import GroupStep, Step

_ABSENCE = 0.3  # of a mountain's number, for having no goat there


class Redeploying(Module):
    """Ruling V6: wherever goats can leave their mountain the players may agree on it; some rule sets begin with it."""

    settings = ("free_redeploy",)

    def steps(self, position: Position, total: int) -> tuple[GroupStep, ...]:
        """Takes a goat back and climbs with it at once, which is all that dice and taking back can do together."""
        return enter_steps(position, total) if position.can_redeploy else ()

    def free_steps(self, position: Position) -> tuple[Redeploy, ...]:
        """Any own goat, to the foot of any mountain where its player has none."""
        if not position.can_redeploy:
            return ()
        origins = tuple(dict.fromkeys(position.mover.goats))
        free = [number for number in position.rules.numbers if not position.mover.has_goat_on(number)]
        return tuple(Redeploy(origin, number) for number in free for origin in origins)

    def why_not(self, position: Position, step: Step) -> str | None:
        """Not agreed on, or as for entering."""
        if not isinstance(step, Redeploy | Enter):
            return None
        if not position.can_redeploy:
            return "no goat is taken back with these rules and settings"
        return why_not_to_foot(position, step)

    def perform(self, position: Position, step: Step) -> Outcome | None:
        """Takes back; with dice, climbs."""
        match step:
            case Redeploy(origin, mountain):
                return redeploy(position, position.to_move, origin, mountain)
            case Enter():
                return enter(position, step)
            case _:
                return None

    def outlook(self, position: Position, outlook: Outlook) -> tuple[float, ...]:
        """A mountain with tokens and without an own goat is further away than from its foot."""
        tokens = zip(position.rules.numbers, position.stacks, strict=True)
        worth_a_goat = [number for number, stack in tokens if stack > 0]
        return tuple(
            -ripe * _ABSENCE * sum(number for number in worth_a_goat if not player.has_goat_on(number))
            for player, ripe in zip(position.players, outlook.ripe, strict=True)
        )


def enter_steps(position: Position, total: int) -> tuple[Enter, ...]:
    """A way in for each own goat, if there is none on the mountain of that number (M5)."""
    if total not in position.rules.numbers or position.mover.has_goat_on(total):
        return ()
    return tuple(Enter((), total, origin) for origin in dict.fromkeys(position.mover.goats))


def enter(position: Position, step: Enter) -> Outcome:
    """Puts the goat to the foot and climbs one step."""
    at_foot = redeploy(position, position.to_move, step.origin, step.mountain)
    return then(at_foot, climb(at_foot.position, position.to_move, step.mountain))


def why_not_to_foot(position: Position, step: Enter | Redeploy) -> str:
    """Says why a goat can't be put to the foot of a mountain."""
    mover = position.mover
    if step.mountain not in position.rules.numbers:
        return f"mountain: expected one of {', '.join(map(str, position.rules.numbers))}, found {step.mountain}"
    if mover.has_goat_on(step.mountain):
        return f"{mover.name} has a goat on mountain {step.mountain}; expected none there"
    return f"{mover.name} has no goat on {place_text(step.origin)}"
