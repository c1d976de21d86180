"""Playing a turn: whether it is legal, what it does, and what comes at its end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.dice import Roll
from engine.errors import EngineError
from engine.facts import Fact, Outcome, fact_json
from engine.fields import shown
from engine.groups import Group, after_turning, splits
from engine.moves import then
from engine.position import Position
from engine.rules import RuleSet
from engine.turns import Step, Turn

__all__ = ["Fact", "Outcome", "check_turn", "end_turn", "fact_json", "perform", "play_turn", "turnable", "useful_sums"]


def play_turn(position: Position, roll: Roll, turn: Turn) -> Outcome:
    """Plays a whole turn of the player to move.

    Raises:
        EngineError: with the reason, when the turn is not legal or the game is over.
    """
    check_turn(position, roll, turn)
    outcome = Outcome(position)
    for step in turn.steps:
        outcome = then(outcome, perform(outcome.position, step))
    return then(outcome, end_turn(outcome.position))


def check_turn(position: Position, roll: Roll, turn: Turn) -> None:
    """Checks a turn against the roll and the rules.

    Raises:
        EngineError: naming the field of the turn that is wrong.
    """
    if position.over:
        raise EngineError("over: the game is over; no turn can be played")
    _check_turned(position.rules, roll, turn)
    left = Counter(after_turning(roll.faces, turn.turned))
    for index, step in enumerate(turn.steps):
        _check_dice_left(step, left, f"turn.steps.{index}.dice")
        left.subtract(step.dice)
        _check_step(position, step, f"turn.steps.{index}")
    if position.settings.must_move:
        _check_rest_is_idle(position.rules, tuple(sorted(left.elements())))


def perform(position: Position, step: Step) -> Outcome:
    """Does one step and what it brings about."""
    outcome = next(done for module in position.rules.modules if (done := module.perform(position, step)) is not None)
    for fact in outcome.facts:
        for module in position.rules.modules:
            if (reaction := module.react(outcome.position, fact)) is not None:
                outcome = then(outcome, reaction)
    return outcome


def end_turn(position: Position) -> Outcome:
    """Hands the dice on: the last round may begin, the round or the game may end (B11)."""
    mover = position.to_move
    following = (mover + 1) % len(position.players)
    facts = []
    last_round = position.last_round
    if not last_round and any(module.is_ending(position) for module in position.rules.modules):
        last_round = True
        facts.append(Fact("last_round", mover))
    round_done = following == position.starts
    over = round_done and last_round
    if over:
        facts.append(Fact("over", mover))
    after = replace(
        position,
        to_move=following,
        round=position.round + (round_done and not over),
        last_round=last_round,
        over=over,
    )
    return Outcome(after, tuple(facts))


def turnable(rules: RuleSet, roll: Roll) -> int:
    """Counts the 1s that may be turned to another face."""
    return sum(module.turnable(roll) for module in rules.modules)


def useful_sums(rules: RuleSet) -> frozenset[int]:
    """Gives the sums that a group can be of use with."""
    return frozenset[int]().union(*(module.sums for module in rules.modules))


def _check_turned(rules: RuleSet, roll: Roll, turn: Turn) -> None:
    may = turnable(rules, roll)
    if len(turn.turned) > may:
        raise EngineError(f"turn.turned: at most {may} of the dice {_text(roll.faces)} may be turned")
    for face in turn.turned:
        if face not in rules.faces:
            raise EngineError(f"turn.turned: a die has no face {face}")


def _check_dice_left(step: Step, left: Counter[int], field: str) -> None:
    for face, count in Counter(step.dice).items():
        if count > left[face]:
            raise EngineError(f"{field}: {count} x {face} needed, {left[face]} left; a die is used once at most")


def _check_step(position: Position, step: Step, field: str) -> None:
    total = sum(step.dice)
    if total != step.mountain:
        raise EngineError(f"{field}: the dice {_text(step.dice)} sum up to {total}, not to {shown(step.mountain)}")
    if step not in (each for module in position.rules.modules for each in module.steps(position, step.dice)):
        raise EngineError(f"{field}: the dice {_text(step.dice)} sum up to {total}; no mountain has that number")


def _check_rest_is_idle(rules: RuleSet, rest: Group) -> None:
    sums = useful_sums(rules)
    if not any(all(sum(group) not in sums for group in split) for split in splits(rest)):
        raise EngineError(
            f"turn.steps: the dice {_text(rest)} left out make a group that moves; must_move wants it used"
        )


def _text(dice: Group) -> str:
    return " ".join(map(str, dice))
