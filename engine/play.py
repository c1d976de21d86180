"""Playing a turn: whether it is legal, what it does, and what comes at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from engine.dice import Roll, face_json, worth
from engine.errors import EngineError
from engine.facts import Fact, Outcome, fact_json
from engine.fields import shown
from engine.groups import Group, after_turning, splits
from engine.module import Moment
from engine.moves import then
from engine.position import Position
from engine.rules import RuleSet
from engine.turns import Ability, CardStep, Choose, GroupStep, Redeploy, Step, Turn, dice_text, step_json

__all__ = [
    "Fact",
    "Outcome",
    "card_steps",
    "dice_given",
    "end_turn",
    "fact_json",
    "must_sums",
    "perform",
    "play_redeploy",
    "play_turn",
    "redeploys",
    "steps_of",
    "turnable",
    "useful_sums",
]


def play_turn(position: Position, roll: Roll, turn: Turn) -> Outcome:
    """Plays a whole turn of the player to move.

    Raises:
        EngineError: naming the field of the turn that is not legal, or that the game is over.
    """
    if position.over:
        raise EngineError("over: the game is over; no turn can be played")
    _check_turned(position.rules, roll, turn)
    left = Counter(after_turning(roll.faces, turn.turned))
    outcome = Outcome(position)
    for index, step in enumerate(turn.steps):
        _check_dice_left(step, left, f"turn.steps.{index}.dice")
        left.subtract(step.dice)
        _check_step(outcome.position, step, f"turn.steps.{index}")
        left.update(dice_given(outcome.position, step))
        outcome = then(outcome, perform(outcome.position, step))
    if outcome.position.pending:
        raise EngineError(
            f"turn.steps: card {outcome.position.pending[0].code} waits for a choice before the turn ends"
        )
    if position.settings.must_move:
        _check_rest_is_idle(outcome.position, tuple(sorted(left.elements())))
    return then(outcome, end_turn(outcome.position))


def play_redeploy(position: Position, step: Redeploy) -> Outcome:
    """Takes a goat back in the turn of the player to move, without dice; the turn goes on.

    Raises:
        EngineError: with the reason, when that is not legal or the game is over.
    """
    if position.over:
        raise EngineError("over: the game is over; no goat can be taken back")
    _check_step(position, step, "redeploy")
    return perform(position, step)


def steps_of(position: Position, total: int) -> tuple[GroupStep, ...]:
    """Lists what the player to move may do with a group of a sum; the steps have no dice yet."""
    offered = [steps for module in position.rules.modules if (steps := module.steps(position, total))]
    if len(offered) == 1:
        return offered[0]
    return tuple(dict.fromkeys(step for steps in offered for step in steps))


def redeploys(position: Position) -> tuple[Redeploy, ...]:
    """Lists the goats that the player to move may take back without dice, and where to."""
    return tuple(step for module in position.rules.modules for step in module.free_steps(position))


def card_steps(position: Position, dice: Group) -> tuple[CardStep, ...]:
    """Lists what the player to move may do with cards now, with any of these dice or without."""
    return tuple(step for module in position.rules.modules for step in module.card_steps(position, dice))


def dice_given(position: Position, step: Step) -> Group:
    """Gives the dice that come back from a step for those that it uses."""
    return tuple(die for module in position.rules.modules for die in module.dice_given(position, step))


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
    facts = list(_told(position, "turn-end"))
    last_round = position.last_round
    if not last_round and any(module.is_ending(position) for module in position.rules.modules):
        last_round = True
        facts.append(Fact("last_round", mover))
    round_done = following == position.starts
    over = round_done and last_round
    if over:
        facts += [Fact("over", mover), *_told(position, "over")]
    # Spelled out, as `replace` takes several times as long and this happens for every option.
    after = Position(
        position.rules, position.settings, position.players, position.stacks, position.bonus, position.starts,
        to_move=following, round=position.round + (round_done and not over), last_round=last_round, over=over,
        cards=position.cards,
    )  # fmt: skip
    if not over:
        facts += _told(after, "turn-start")
    return Outcome(after, tuple(facts))


def _told(position: Position, moment: Moment) -> Iterator[Fact]:
    return (fact for module in position.rules.modules for fact in module.told(position, moment))


def turnable(rules: RuleSet, roll: Roll) -> int:
    """Counts the 1s that may be turned to another face."""
    return sum(module.turnable(roll) for module in rules.modules)


def useful_sums(rules: RuleSet) -> frozenset[int]:
    """Gives the sums that a group can be of use with."""
    return frozenset[int]().union(*(module.sums for module in rules.modules))


def must_sums(rules: RuleSet) -> frozenset[int]:
    """Gives the sums whose groups must be used where the players agreed on `must_move`."""
    return frozenset[int]().union(*(module.must_sums for module in rules.modules))


def _check_turned(rules: RuleSet, roll: Roll, turn: Turn) -> None:
    may = turnable(rules, roll)
    if len(turn.turned) > may:
        raise EngineError(f"turn.turned: at most {may} of the dice {dice_text(roll.faces)} may be turned")
    for face in turn.turned:
        if face not in rules.faces:
            raise EngineError(f"turn.turned: a die has no face {face}")


def _check_dice_left(step: Step, left: Counter[int], field: str) -> None:
    for face, count in Counter(step.dice).items():
        if count > left[face]:
            raise EngineError(
                f"{field}: {count} x {face_json(face)} needed, {left[face]} left; a die is used once at most"
            )


def _check_step(position: Position, step: Step, field: str) -> None:
    total = worth(step.dice)
    if total != step.number:
        raise EngineError(f"{field}: the dice {dice_text(step.dice)} sum up to {total}, not to {shown(step.number)}")
    if isinstance(step, Redeploy):
        is_offered = step in redeploys(position)
    elif isinstance(step, Ability | Choose):
        is_offered = step in card_steps(position, step.dice)
    else:
        is_offered = replace(step, dice=()) in steps_of(position, total)
    if not is_offered:
        raise EngineError(f"{field}: {_why_not(position, step)}")


def _why_not(position: Position, step: Step) -> str:
    for module in position.rules.modules:
        if (reason := module.why_not(position, step)) is not None:
            return reason
    return f"a step such as {step_json(step)['do']} is none of the rules {' '.join(position.rules.names)}"


def _check_rest_is_idle(position: Position, rest: Group) -> None:
    """Checks that every die left out can be in a group that has nothing to move (B5)."""
    moving = {total for total in must_sums(position.rules) if steps_of(position, total)}
    if not any(all(worth(group) not in moving for group in split) for split in splits(rest)):
        raise EngineError(
            f"turn.steps: the dice {dice_text(rest)} left out make a group that moves; must_move wants it used"
        )
