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
from pi.core.chapters import go_on
from pi.core.commands import (
    BeginPlaying,
    ChangeTurn,
    Command,
    CommandGiven,
    MakeAgain,
    PlayChapter,
    PlayTurn,
    PressButton,
    SetDice,
    SetPosition,
    TakeBack,
    TakeGoatBack,
)
from pi.core.editors import changes_to_roll
from pi.core.effects import RememberWishes
from pi.core.events import ButtonPressed
from pi.core.guiding import is_chapter
from pi.core.handler import Next
from pi.core.hints import with_hints
from pi.core.model import Model, Phase
from pi.core.recording import enter_entries, game_of, redo, undo
from pi.core.redeploying import can_take_back
from pi.core.rewriting import rewritten
from pi.core.setup import begin

STALE = "stale"
"""The table has gone on since; the person who asked looks again."""

OTHER_GAME = "another game is running"
"""It can be left for a campaign's; the person who asked says so."""

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
    if _is_running(model):
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
        cards=command.cards,
    )
    begun = begin(replace(model, setup=setup))
    wishes = with_hints(model.wishes, zip(command.names, command.hints, strict=False))
    if wishes == model.wishes:
        return begun
    return replace(begun, model=replace(begun.model, wishes=wishes), effects=(*begun.effects, RememberWishes(wishes)))


def _is_running(model: Model) -> bool:
    return model.game is not None and not model.game.position.over and model.phase is not Phase.SETUP


def _check_colours(colours: tuple[str, ...], rules: RuleSet) -> None:
    for seat, colour in enumerate(colours):
        if colour not in rules.colours or colour in colours[:seat]:
            raise EngineError(f"colours.{seat}: expected another of {', '.join(rules.colours)}, found {colour[:20]!r}")


def _play_chapter(model: Model, command: PlayChapter) -> Next:
    story = next((story for story in model.stories if story.id == command.campaign), None)
    if story is None:
        return Next(model, why="there is no such campaign")
    if story.now.step != "play":
        return Next(model, why="the chapter is not to be played now")
    if _is_running(model) and not is_chapter(story, model.game) and not command.leaves:
        return Next(model, why=OTHER_GAME)
    return go_on(model, story)


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
    PlayChapter: _play_chapter,
    PlayTurn: _play,
    TakeGoatBack: _take_goat_back,
    SetDice: _set_dice,
    ChangeTurn: _change_turn,
    SetPosition: _set_position,
    TakeBack: lambda model, command: undo(model),
    MakeAgain: lambda model, command: redo(model),
}
