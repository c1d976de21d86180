"""What the table makes of what people ask for on the companion page.

Somebody who asks has seen the table as it was a moment ago. What they saw travels with what they ask; when the table
has gone on meanwhile, nothing is done and they are told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from engine.errors import EngineError
from engine.record import PositionEntry, RedeployEntry, TurnEntry
from engine.rules import RuleSet, rule_set, settings_for
from pi.core.commands import (
    BeginPlaying,
    ChangeTurn,
    Command,
    CommandGiven,
    MakeAgain,
    PlayTurn,
    PressButton,
    SetDice,
    SetPosition,
    TakeBack,
    TakeGoatBack,
)
from pi.core.editors import changes_to_roll
from pi.core.events import ButtonPressed
from pi.core.handler import Next
from pi.core.model import Model, Phase
from pi.core.recording import enter_entries, game_of, redo, undo
from pi.core.redeploying import can_take_back
from pi.core.rewriting import rewritten
from pi.core.setup import begin_game

STALE = "stale"
"""The table has gone on since; the person who asked looks again."""

Press = Callable[[Model, ButtonPressed], Next]


def command_given(model: Model, event: CommandGiven, press: Press) -> Next:
    """Does what was asked for, or nothing, and says why.

    Args:
        model: the table now.
        event: what was asked for.
        press: what a pressed button does.
    """
    if basis(event.command, event.seen) != basis(event.command, model):
        return Next(model, why=STALE)
    try:
        if isinstance(event.command, PressButton):
            return replace(press(model, ButtonPressed(event.command.button, event.command.held, event.at)), why="")
        return _HANDLERS[type(event.command)](model, event.command)
    except EngineError as error:
        return Next(model, why=str(error))


def basis(command: Command, model: Model) -> tuple[object, ...]:
    """What of the table a command rests on: the record, and for a press also what the buttons would do."""
    if isinstance(command, PressButton):
        return (model.game, model.phase, model.overlay, model.cursor, model.path, model.setup)
    return (model.game,)


def _begin(model: Model, command: BeginPlaying) -> Next:
    is_running = model.game is not None and not model.game.position.over and model.phase is not Phase.SETUP
    if is_running:
        return Next(model, why="a game is running; leave it at the device first")
    rules = rule_set(command.rules)
    _check_colours(command.colours, rules)
    setup = replace(
        model.setup,
        players=len(command.names),
        names=command.names,
        starts=command.starts,
        colours=command.colours,
        rules=rules.names,
        settings=settings_for(command.settings, rules),
    )
    return begin_game(replace(model, setup=setup))


def _check_colours(colours: tuple[str, ...], rules: RuleSet) -> None:
    for seat, colour in enumerate(colours):
        if colour not in rules.colours or colour in colours[:seat]:
            raise EngineError(f"colours.{seat}: expected another of {', '.join(rules.colours)}, found {colour[:20]!r}")


def _play(model: Model, command: PlayTurn) -> Next:
    return enter_entries(model, (TurnEntry(command.turn),))


def _take_goat_back(model: Model, command: TakeGoatBack) -> Next:
    if not can_take_back(model):
        return Next(model, why="no goat can be taken back now")
    return enter_entries(model, (RedeployEntry(command.step),))


def _set_dice(model: Model, command: SetDice) -> Next:
    changes = changes_to_roll(game_of(model), command.roll, None)
    return enter_entries(model, changes) if changes else Next(model)


def _change_turn(model: Model, command: ChangeTurn) -> Next:
    return enter_entries(model, rewritten(game_of(model), command.number, command.roll, command.turn).entries)


def _set_position(model: Model, command: SetPosition) -> Next:
    if command.position == game_of(model).position:
        return Next(model)
    return enter_entries(model, (PositionEntry(command.position),))


_HANDLERS: Mapping[type, Callable[[Model, Any], Next]] = {
    BeginPlaying: _begin,
    PlayTurn: _play,
    TakeGoatBack: _take_goat_back,
    SetDice: _set_dice,
    ChangeTurn: _change_turn,
    SetPosition: _set_position,
    TakeBack: lambda model, command: undo(model),
    MakeAgain: lambda model, command: redo(model),
}
