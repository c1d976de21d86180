"""From the roll to the next player: choosing an option by buttons or by pushing dice, then moving the goats."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from engine.choices import Choice, sums_of
from engine.dice import Roll, worth
from engine.errors import EngineError
from engine.play import play_turn, turnable, useful_sums
from engine.position import Position
from engine.record import Game, TurnEntry
from engine.suggest import Advice
from engine.turns import Climb, Turn
from hardware.ports import Button
from pi.core.choices import leaves_choices, list_at, path_to
from pi.core.editors import changes_to_roll
from pi.core.events import ButtonPressed, DiceMoved, DiceSettled, TrayEmptied
from pi.core.faces import rolled, seen
from pi.core.handler import Next
from pi.core.model import DICE, Model, Phase, Tray
from pi.core.overlay_values import OtherDice, OtherDiceAnswer, Redeployed, Undone
from pi.core.pushed_cards import option_with_cards
from pi.core.recording import enter_entries, game_of, undo
from pi.core.rolling import correct_dice, judge_reading, waiting_moved, waiting_settled, with_empty_tray, with_reading
from pi.core.throws import Throw, throw_seen, trusted_roll
from vision.reading import Reading

# Choosing by pushing dice


def choosing_settled(model: Model, event: DiceSettled) -> Next:
    """Dice pushed or turned select their option; dice that are not the roll are asked about."""
    game, reading = game_of(model), event.reading
    watched = with_reading(model, reading)
    shown = dice_shown(game, reading)
    if shown is not None:
        return _follow_dice(replace(watched, lain=reading), model.lain, shown)
    if trusted_roll(reading, game.position.rules) is None:
        return Next(watched, why="the dice can't be read")
    if model.overlay is None or isinstance(model.overlay, OtherDice):
        return Next(replace(watched, overlay=OtherDice(reading, _answers(model, reading))))
    return Next(watched, why="the players are busy with something else")


def _follow_dice(model: Model, lain: Reading | None, shown: DiceShown) -> Next:
    """Selects the option that the dice show, if they show something else than when they lay there before."""
    reading = model.reading
    assert reading is not None
    settled = replace(model, overlay=None) if isinstance(model.overlay, OtherDice | Undone | Redeployed) else model
    if lain is not None and _faces_in_groups(lain) == _faces_in_groups(reading):
        return Next(settled, why="the dice show what they showed")
    option = option_shown(settled, shown)
    if option is None:
        return Next(settled, why="the dice lie in no groups that make a turn")
    return Next(select(settled, option))


def _faces_in_groups(reading: Reading) -> Counter[tuple[str, ...]]:
    return Counter(tuple(sorted(str(reading.dice[index].face) for index in group)) for group in reading.groups)


def select(model: Model, cursor: int) -> Model:
    """The model with an option selected, and its list opened."""
    path = path_to(model.choices, model.advice[cursor])
    assert path is not None
    return replace(model, cursor=cursor, path=path[:-1])


@dataclass(frozen=True, slots=True)
class DiceShown:
    """What the dice of a roll show as they lie.

    Attributes:
        turned: faces that extra 1s were turned to, sorted.
        groups: the faces that lie together, sorted.
    """

    turned: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]


def option_shown(model: Model, shown: DiceShown) -> int | None:
    """The option that the dice show, if there is one.

    Where groups may be for one goat or another it is the best of those with the most of these groups and no others.
    """
    game = game_of(model)
    position = game.position
    if game.roll is None or len(shown.turned) > turnable(position.rules, game.roll):
        return None
    if position.cards:
        return option_with_cards(position, model.advice, shown.groups)
    useful = useful_sums(position.rules)
    groups = sorted((worth(group), group) for group in shown.groups if worth(group) in useful)
    climbing = Turn(shown.turned, tuple(Climb(group, total) for total, group in groups))
    played = _option_of(position, game.roll, climbing, model.advice)
    if played is not None or not leaves_choices(position):
        return played
    lying = Counter(total for total, _ in groups)
    used = [Counter(sums_of(one.option.turn)) for one in model.advice]
    fitting = [index for index, sums in enumerate(used) if sums and sums <= lying]
    return max(fitting, key=lambda index: used[index].total(), default=None)


def _option_of(position: Position, roll: Roll, turn: Turn, advice: tuple[Advice, ...]) -> int | None:
    """The option that leads where a turn leads; None when the turn is not legal."""
    try:
        after = play_turn(position, roll, turn).position
    except EngineError:
        return None
    return next((index for index, one in enumerate(advice) if one.option.position == after), None)


def dice_shown(game: Game, reading: Reading) -> DiceShown | None:
    """How the dice of the roll lie on the tray: 1s that show another face now were turned.

    None when the dice are not the roll. Dice that can't be trusted to be read are, where they show just its faces.
    """
    rules = game.position.rules
    if game.roll is None or (
        trusted_roll(reading, rules) is None and (reading.faces != seen(game.roll.faces) or len(reading.dice) != DICE)
    ):
        return None
    faces = [face for die in reading.dice if (face := rolled(die.face, rules.faces)) is not None]
    left = list(game.roll.faces)
    turned = []
    for face in sorted(faces):
        if face in left:
            left.remove(face)
        else:
            turned.append(face)
    if len(left) != len(turned) or any(face != 1 for face in left):
        return None
    groups = tuple(tuple(sorted(faces[index] for index in group)) for group in reading.groups)
    return DiceShown(tuple(turned), groups)


# Other dice than the roll


def _answers(model: Model, reading: Reading) -> tuple[OtherDiceAnswer, ...]:
    """What they may mean, the likeliest first: one die tipped, one that fell down and was thrown again, or a throw."""
    keep, replace_, done = OtherDiceAnswer
    is_throw = throw_seen(replace(model, reading=reading)) is Throw.THROWN
    was_away = model.reading is not None and len(model.reading.dice) < DICE
    if is_throw and not was_away:
        return (done, replace_, keep)
    return (replace_, keep, done) if was_away else (keep, replace_, done)


def other_dice_pressed(model: Model, event: ButtonPressed) -> Next:
    """The players say what the other dice are."""
    question = model.overlay
    assert isinstance(question, OtherDice)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=replace(question, cursor=(question.cursor + 1) % len(question.answers))))
        case Button.OK:
            return _answer(replace(model, overlay=None), question.answers[question.cursor], question.reading)
        case _:
            return _answer(replace(model, overlay=None), OtherDiceAnswer.KEEP, question.reading)


def _answer(model: Model, answer: OtherDiceAnswer, reading: Reading) -> Next:
    match answer:
        case OtherDiceAnswer.KEEP:
            return Next(replace(model, lain=reading, counted=model.counted | {reading.faces}))
        case OtherDiceAnswer.REPLACE:
            return _replace_roll(model, reading)
        case OtherDiceAnswer.TURN_DONE:
            turn = enter_entries(model, (TurnEntry(model.advice[model.cursor].option.turn),))
            if game_of(turn.model).position.over:
                return turn
            throw = judge_reading(turn.model, reading)
            return replace(throw, effects=(*turn.effects, *throw.effects))


def _replace_roll(model: Model, reading: Reading) -> Next:
    """A die that was thrown again corrects the roll; dice that were all thrown again are a new one."""
    game = game_of(model)
    roll = trusted_roll(reading, game.position.rules)
    assert roll is not None
    corrections = changes_to_roll(game, roll, None)
    if len(corrections) > 1:
        return judge_reading(model, reading)
    return enter_entries(replace(model, lain=reading), corrections)


def choosing_emptied(model: Model, event: TrayEmptied) -> Next:
    """Taking the dice away ends no turn, but a question about them."""
    asked = isinstance(model.overlay, OtherDice)
    return Next(with_empty_tray(replace(model, overlay=None) if asked else model))


# Choosing by buttons


def lines_open(model: Model) -> tuple[Choice, ...]:
    """The list that lies open."""
    return list_at(model.choices, model.path)


def line_selected(model: Model) -> int:
    """The line of it that is selected."""
    path = path_to(lines_open(model), model.advice[model.cursor])
    return 0 if path is None else path[0]


def choosing_pressed(model: Model, event: ButtonPressed) -> Next:
    """Steps through the list, opens a line, takes an option; BACK from the first line corrects the dice."""
    lines, line = lines_open(model), line_selected(model)
    match event.button:
        case Button.NEXT:
            return Next(_select_line(model, lines[(line + 1) % len(lines)]))
        case Button.BACK if line > 0:
            return Next(_select_line(model, lines[line - 1]))
        case Button.BACK if model.path:
            return Next(replace(model, path=model.path[:-1]))
        case Button.BACK:
            return correct_dice(model)
        case Button.OK if lines[line].below:
            return Next(_select_line(replace(model, path=(*model.path, line)), lines[line]))
        case Button.OK:
            return enter_entries(model, (TurnEntry(model.advice[model.cursor].option.turn),))
        case Button.UNDO:
            return undo(model)


def _select_line(model: Model, line: Choice) -> Model:
    return replace(model, cursor=model.advice.index(line.best))


# After the turn


def doing_emptied(model: Model, event: TrayEmptied) -> Next:
    """Picking up the dice is the acknowledgement."""
    return _acknowledge(with_empty_tray(model))


def doing_moved(model: Model, event: DiceMoved) -> Next:
    """On a tray that was empty already it is the next throw that moves."""
    if model.counted:
        return Next(replace(model, tray=Tray.MOVING))
    acknowledged = _acknowledge(model).model
    if acknowledged.phase is not Phase.WAITING:
        return Next(acknowledged)
    return waiting_moved(acknowledged, event)


def doing_settled(model: Model, event: DiceSettled) -> Next:
    """The next throw is the acknowledgement, too, though the tray was never seen empty."""
    watched = with_reading(model, event.reading)
    if game_of(model).position.over or throw_seen(watched) in (Throw.LYING, Throw.PERHAPS):
        return Next(watched, why="the dice of the last roll still lie there")
    return waiting_settled(model, event)


def doing_pressed(model: Model, event: ButtonPressed) -> Next:
    """OK goes on to the next player, NEXT to the next lines."""
    match event.button:
        case Button.NEXT:
            return Next(replace(model, cursor=model.cursor + 1))
        case Button.BACK:
            return Next(model, why="there is nothing to leave")
        case Button.OK:
            return _acknowledge(model)
        case Button.UNDO:
            return undo(model)


def _acknowledge(model: Model) -> Next:
    over = game_of(model).position.over
    return Next(replace(model, phase=Phase.OVER if over else Phase.WAITING, cursor=0))
