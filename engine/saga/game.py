"""The Saga: the base game with goat faces, and cards whose effects change it (S1 to S9, S12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base import TOPS, BaseGame
from engine.dice import GOAT, worth
from engine.facts import Fact, Outcome
from engine.places import place_text
from engine.saga.effects import ability_ways, choices_of, chosen, climbed, used
from engine.saga.final import card_lines
from engine.saga.goats import can_step, goat_on
from engine.saga.verbs import Choice, Number
from engine.saga.vocabulary import When
from engine.saga.waiting import abilities, no_bumps, sayings
from engine.saga.worths import scoring_worths
from engine.turns import Ability, Choose, Climb, Way, dice_text

if TYPE_CHECKING:
    from engine.dice import Roll
    from engine.groups import Group
    from engine.module import Moment
    from engine.position import Position
    from engine.scoring import Line
    from engine.turns import CardStep, GroupStep, Step

FACES = (GOAT, 2, 3, 4, 5, 6)  # S1

_WHENS_OF: dict[Moment, tuple[When, ...]] = {
    "turn-start": ("turn-start",),
    "turn-end": ("turn-end",),
    "over": ("final", "chapter-end"),
}


class SagaGame(BaseGame):
    """Rulings S1 to S9 and S12; without cards it is the base game with a goat for the 1."""

    settings = ("remove_cards",)
    must_sums = frozenset[int]()
    lays_cards = True
    free_order = True

    def turnable(self, roll: Roll) -> int:
        """None: the ones rule does not hold (S1)."""
        return 0

    def steps(self, position: Position, total: int) -> tuple[GroupStep, ...]:
        """A group climbs the mountain that it sums up to, unless a card waits or closes the top."""
        if total not in self.sums or position.pending:
            return ()
        mover = position.to_move
        goat = goat_on(position, mover, total)
        return (Climb((), total),) if goat.step == TOPS[total] or can_step(position, mover, goat, 1) else ()

    def card_steps(self, position: Position, dice: Group) -> tuple[CardStep, ...]:
        """What waits is chosen first; else a goat face may use any ability (S5)."""
        if position.pending:
            code = position.pending[0].code
            return tuple(Choose(code, way) for way in choices_of(position))
        if GOAT not in dice:
            return ()
        return tuple(
            Ability((GOAT,), code, way)
            for code, verb in abilities(position.cards).items()
            for way in ability_ways(position, code, verb)
        )

    def dice_given(self, position: Position, step: Step) -> Group:
        """A die that takes another value stays among those to be used (S2)."""
        if not isinstance(step, Ability):
            return ()
        verb = abilities(position.cards)[step.card]
        if isinstance(verb, Choice) and step.way.option is not None:
            verb = verb.of[step.way.option]
        return (verb.number,) if isinstance(verb, Number) else ()

    def why_not(self, position: Position, step: Step) -> str | None:
        """A card waits, there is no such card, or it can't do that."""
        match step:
            case Choose():
                return _why_not_to_choose(position, step)
            case _ if position.pending:
                return f"card {position.pending[0].code} waits for a choice first"
            case Ability():
                return _why_not_to_use(position, step)
            case Climb(mountain=mountain) if mountain in self.sums:
                closing = no_bumps(position.cards)[mountain][0]
                return f"card {closing} closes the top of mountain {mountain} while somebody else stands there"
            case Climb():
                return f"the dice {dice_text(step.dice)} sum up to {worth(step.dice)}; no mountain has that number"
            case _:
                return None

    def perform(self, position: Position, step: Step) -> Outcome | None:
        """Climbs, uses an ability or goes on with what waits."""
        match step:
            case Climb(mountain=mountain):
                return climbed(position, position.to_move, mountain)
            case Ability():
                return used(position, step)
            case Choose(way=way):
                return chosen(position, way)
            case _:
                return None

    def react(self, position: Position, fact: Fact) -> Outcome | None:
        """Nothing more: a bonus is given with its token, before any other effect."""
        return None

    def told(self, position: Position, moment: Moment) -> tuple[Fact, ...]:
        """What cards remind of, and what is to be done by hand then (S17)."""
        return tuple(
            Fact("reminded" if is_reminder else "manual", position.to_move, card=code)
            for when in _WHENS_OF[moment]
            for code, is_reminder in sayings(position.cards).get(when, ())
        )

    def lines(self, position: Position) -> tuple[tuple[Line, ...], ...]:
        """The lines of the base game, then one for each card that can give points."""
        base = super().lines(position)
        return tuple((*lines, *more) for lines, more in zip(base, card_lines(position), strict=True))

    def scoring_worths(self, position: Position) -> tuple[tuple[float, ...], ...] | None:
        """As the rules say, tried out; None without cards."""
        return scoring_worths(position) if position.cards else None


def _why_not_to_choose(position: Position, step: Choose) -> str:
    if not position.pending:
        return f"no card waits for a choice; expected no choice for {step.card}"
    code = position.pending[0].code
    if step.card != code:
        return f"card {code} waits for a choice, not {step.card}"
    return f"card {code} can't take place like that; expected one of {_ways_text(choices_of(position))}"


def _why_not_to_use(position: Position, step: Ability) -> str:
    if step.dice != (GOAT,):
        return f"an ability takes one goat, found {dice_text(step.dice)}"
    verb = abilities(position.cards).get(step.card)
    if verb is None:
        known = ", ".join(abilities(position.cards)) or "none"
        return f"no ability {step.card} is in play; known are {known}"
    ways = ability_ways(position, step.card, verb)
    if not ways:
        return f"ability {step.card} can't do anything now"
    return f"ability {step.card} can't be used like that; expected one of {_ways_text(ways)}"


_WAYS_SHOWN = 6


def _ways_text(ways: tuple[Way, ...]) -> str:
    shown = [_way_text(way) for way in ways[:_WAYS_SHOWN]]
    return "; ".join(shown + (["..."] if len(ways) > _WAYS_SHOWN else []))


def _way_text(way: Way) -> str:
    if way.decline:
        return "decline true"
    if way.option is not None:
        return f"option {way.option}"
    if way.goat is not None:
        return f'seat {way.seat} with goat "{place_text(way.goat)}"'
    return "nothing besides the card"
