"""The one place that decides what happens next.

`update` looks up (phase, event) in a table. Every pair has a handler, or a `NotNow` that changes nothing and says why.
Overlays take the buttons while they lie on top; everything else goes on beneath them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.dice import Roll
from engine.errors import EngineError
from engine.options import Option
from engine.play import play_turn
from engine.position import Position, new_position
from engine.record import Change, Entry, Game, RedoEntry, RollEntry, TurnEntry, UndoEntry, enter, new_game
from engine.rules import rule_set
from engine.turns import Climb, Turn
from hardware.ports import Button
from pi.core.editors import (
    changes_to_roll,
    confirm_die,
    editor_by_hand,
    editor_of_reading,
    editor_of_roll,
    enter_item,
    leave_item,
    next_die,
    next_face,
    next_item,
    trusted_roll,
)
from pi.core.effects import BeginGame, Effect, Record
from pi.core.events import (
    ButtonPressed,
    DeviceFailed,
    DeviceReturned,
    DiceMoved,
    DiceSettled,
    Event,
    HandlerFailed,
    SaveFailed,
    SaveSucceeded,
    TrayBlocked,
    TrayEmptied,
)
from pi.core.model import (
    DiceEditor,
    Language,
    Menu,
    MenuItem,
    Model,
    NewGameQuestion,
    Phase,
    PositionEditor,
    Scores,
    Setup,
    SetupStep,
    Tray,
    Trouble,
    advice_for,
    faces_counted,
    phase_of,
)
from pi.core.texts import say
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Next:
    """What follows an event.

    Attributes:
        model: what is known now.
        effects: what is to be done, in order.
        why: why nothing happened; empty when something did.
    """

    model: Model
    effects: tuple[Effect, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class NotNow:
    """An event that changes nothing in this phase."""

    why: str


Handler = Callable[[Model, Any], Next]


def update(model: Model, event: Event) -> Next:
    """Decides what follows an event. Pure."""
    if isinstance(event, ButtonPressed):
        model = _without_trouble(replace(model, presses=model.presses + 1), "appliance")
        if event.held and event.button in _HELD_ANYWHERE:
            return _HELD_ANYWHERE[event.button](model, event)
        if model.overlay is not None:
            return _OVERLAYS[type(model.overlay)](model, event)
    handler = TABLE[model.phase, type(event)]
    if isinstance(handler, NotNow):
        return Next(model, why=handler.why)
    return handler(model, event)


# Set-up


def _setup_pressed(model: Model, event: ButtonPressed) -> Next:
    setup = model.setup
    match event.button, setup.step:
        case Button.NEXT, SetupStep.PLAYERS:
            return Next(replace(model, setup=replace(setup, players=_next_count(setup), starts=0)))
        case Button.NEXT, SetupStep.STARTS:
            return Next(replace(model, setup=replace(setup, starts=(setup.starts + 1) % setup.players)))
        case Button.OK, SetupStep.PLAYERS:
            return Next(replace(model, setup=replace(setup, step=SetupStep.STARTS)))
        case Button.OK, SetupStep.STARTS:
            return begin_game(model)
        case _, SetupStep.STARTS:
            return Next(replace(model, setup=replace(setup, step=SetupStep.PLAYERS)))
        case _:
            return _back_to_game(model)


def _next_count(setup: Setup) -> int:
    counts = [count for count, _ in rule_set(setup.rules).stacks]
    return counts[(counts.index(setup.players) + 1) % len(counts)]


def _back_to_game(model: Model) -> Next:
    if model.game is None:
        return Next(model, why="there is no game to go back to")
    return Next(_at_table(model, phase_of(model.game)))


def begin_game(model: Model) -> Next:
    """Begins a game as set up; raises EngineError when the set-up breaks a rule."""
    first = first_position(model.setup, model.language)
    begun = replace(
        model,
        phase=Phase.WAITING,
        setup=replace(model.setup, step=SetupStep.PLAYERS),
        game=new_game(first),
        counted=frozenset(),
        advice=(),
        cursor=0,
        overlay=None,
        presses=0,
    )
    return Next(begun, (BeginGame(first),))


def first_position(setup: Setup, language: Language) -> Position:
    """The position in which a game of this set-up begins; raises EngineError when the set-up breaks a rule."""
    names = tuple(
        setup.names[seat] if seat < len(setup.names) else say(language, "Player {number}", number=seat + 1)
        for seat in range(setup.players)
    )
    return new_position(setup.players, names, setup.rules, setup.settings, setup.starts)


# The tray


def _tray_moved(model: Model, event: DiceMoved) -> Next:
    return Next(replace(model, tray=Tray.MOVING))


def _tray_blocked(model: Model, event: TrayBlocked) -> Next:
    return Next(replace(model, tray=Tray.BLOCKED))


def _tray_emptied(model: Model, event: TrayEmptied) -> Next:
    return Next(_with_empty_tray(model))


def _dice_seen(model: Model, event: DiceSettled) -> Next:
    return Next(_with_reading(model, event.reading))


def _with_empty_tray(model: Model) -> Model:
    return replace(model, tray=Tray.EMPTY, reading=None, counted=frozenset())


def _with_reading(model: Model, reading: Reading) -> Model:
    return replace(model, tray=Tray.RESTING, reading=reading)


def _waiting_moved(model: Model, event: DiceMoved) -> Next:
    return Next(replace(model, phase=Phase.MOVING, tray=Tray.MOVING))


def _waiting_blocked(model: Model, event: TrayBlocked) -> Next:
    return Next(replace(model, phase=Phase.MOVING, tray=Tray.BLOCKED))


def _moving_emptied(model: Model, event: TrayEmptied) -> Next:
    return Next(replace(_with_empty_tray(model), phase=Phase.WAITING))


def _waiting_settled(model: Model, event: DiceSettled) -> Next:
    seen = replace(_with_reading(model, event.reading), phase=Phase.WAITING)
    if isinstance(model.overlay, DiceEditor | PositionEditor | NewGameQuestion):
        return Next(seen, why="the players are busy with another question")
    if event.reading.faces in model.counted:
        return Next(seen, why="these dice have been counted")
    return _judge_reading(replace(seen, overlay=None), event.reading)


def _judge_reading(model: Model, reading: Reading) -> Next:
    roll = trusted_roll(reading, _game(model).position.rules)
    if roll is not None:
        return _enter(model, (RollEntry(roll, tuple(die.face for die in reading.dice)),))
    return Next(replace(model, phase=Phase.DOUBT, overlay=editor_of_reading(reading)))


def _doubt_moved(model: Model, event: DiceMoved) -> Next:
    if isinstance(model.overlay, DiceEditor) and model.overlay.touched:
        return Next(replace(model, tray=Tray.MOVING), why="the dice are being corrected")
    return Next(replace(model, phase=Phase.MOVING, tray=Tray.MOVING, overlay=None))


def _doubt_settled(model: Model, event: DiceSettled) -> Next:
    """A better look at dice in doubt settles them, unless the players have begun to."""
    seen = _with_reading(model, event.reading)
    if isinstance(model.overlay, DiceEditor) and model.overlay.touched:
        return Next(seen, why="the dice are being corrected")
    return _judge_reading(_closed(seen), event.reading)


def _choosing_settled(model: Model, event: DiceSettled) -> Next:
    seen = _with_reading(model, event.reading)
    option = option_shown(_game(model), event.reading, tuple(one.option for one in model.advice))
    if option is None:
        return Next(seen, why="the dice lie in no groups that make a turn")
    return Next(replace(seen, cursor=option))


def option_shown(game: Game, reading: Reading, options: tuple[Option, ...]) -> int | None:
    """The option that the dice on the tray show by their groups and turned 1s; None when they show none."""
    turn = turn_shown(game, reading)
    if turn is None or game.roll is None:
        return None
    try:
        position = play_turn(game.position, game.roll, turn).position
    except EngineError:
        return None
    return next((index for index, option in enumerate(options) if option.position == position), None)


def turn_shown(game: Game, reading: Reading) -> Turn | None:
    """The turn that the dice on the tray show: their groups climb, and 1s that show another face now were turned."""
    if game.roll is None or not reading.accepted or len(reading.dice) != len(game.roll.faces):
        return None
    faces = [die.face for die in reading.dice if isinstance(die.face, int)]
    if len(faces) != len(game.roll.faces):
        return None
    left = list(game.roll.faces)
    turned = []
    for face in sorted(faces):
        if face in left:
            left.remove(face)
        else:
            turned.append(face)
    if len(left) != len(turned) or any(face != 1 for face in left):
        return None
    groups = [tuple(sorted(faces[index] for index in group)) for group in reading.groups]
    numbers = [mountain.number for mountain in game.position.rules.mountains]
    climbs = [Climb(group, sum(group)) for group in groups if sum(group) in numbers]
    return Turn(tuple(turned), tuple(sorted(climbs, key=lambda climb: (climb.mountain, climb.dice))))


def _doing_emptied(model: Model, event: TrayEmptied) -> Next:
    return _acknowledge(_with_empty_tray(model))


def _doing_moved(model: Model, event: DiceMoved) -> Next:
    if model.counted:
        return Next(replace(model, tray=Tray.MOVING))
    acknowledged = _acknowledge(model).model
    if acknowledged.phase is not Phase.WAITING:
        return Next(acknowledged)
    return _waiting_moved(acknowledged, event)


def _doing_settled(model: Model, event: DiceSettled) -> Next:
    new = event.reading.accepted and event.reading.faces not in model.counted
    if not new or _game(model).position.over:
        return Next(_with_reading(model, event.reading), why="the dice of the last roll still lie there")
    return _waiting_settled(model, event)


def _acknowledge(model: Model) -> Next:
    over = _game(model).position.over
    return Next(replace(model, phase=Phase.OVER if over else Phase.WAITING))


# Buttons at the table


def _waiting_pressed(model: Model, event: ButtonPressed) -> Next:
    match event.button:
        case Button.OK if model.reading is not None and model.reading.faces not in model.counted:
            return _judge_reading(model, model.reading)
        case Button.OK if model.has_trouble("camera"):
            return Next(replace(model, phase=Phase.WAITING, overlay=editor_by_hand()))
        case Button.OK:
            return _open_menu(model, event)
        case Button.UNDO:
            return _undo(model)
        case _:
            return Next(replace(model, overlay=Scores()))


def _choosing_pressed(model: Model, event: ButtonPressed) -> Next:
    match event.button:
        case Button.NEXT:
            return Next(replace(model, cursor=(model.cursor + 1) % len(model.advice)))
        case Button.BACK if model.cursor > 0:
            return Next(replace(model, cursor=model.cursor - 1))
        case Button.BACK:
            return _correct_dice(model)
        case Button.OK:
            return _enter(model, (TurnEntry(model.advice[model.cursor].option.turn),))
        case Button.UNDO:
            return _undo(model)


def _doing_pressed(model: Model, event: ButtonPressed) -> Next:
    match event.button:
        case Button.NEXT:
            return Next(replace(model, cursor=model.cursor + 1))
        case Button.BACK:
            return Next(replace(model, overlay=Scores()))
        case Button.OK:
            return _acknowledge(model)
        case Button.UNDO:
            return _undo(model)


def _over_pressed(model: Model, event: ButtonPressed) -> Next:
    match event.button:
        case Button.OK:
            return Next(_set_up_again(model))
        case Button.UNDO:
            return _undo(model)
        case _:
            return Next(replace(model, overlay=Scores(seat=0)))


def _set_up_again(model: Model) -> Model:
    """The set-up with the last game's players, the start moved on by one seat."""
    position = _game(model).position
    setup = Setup(
        players=len(position.players),
        starts=(position.starts + 1) % len(position.players),
        names=tuple(player.name for player in position.players),
        rules=position.rules.names,
        settings=position.settings,
    )
    return replace(model, phase=Phase.SETUP, setup=setup, overlay=None)


def _correct_dice(model: Model) -> Next:
    roll = _game(model).roll
    if roll is None:
        return Next(replace(model, overlay=editor_by_hand()))
    return Next(replace(model, overlay=editor_of_roll(roll, model.reading)))


# Undo, redo, and every other change of the record


def _undo(model: Model) -> Next:
    if model.game is None or not model.game.can_undo:
        return Next(model, why="there is nothing to take back")
    return _enter(model, (UndoEntry(),))


def _undo_turn(model: Model, event: ButtonPressed) -> Next:
    """Takes back the last confirmed turn, and the roll since with it."""
    game = model.game
    if game is None or not game.turns:
        return Next(model, why="there is no turn to take back")
    since = next(
        count for count, moment in enumerate(reversed(game.moments), start=1) if isinstance(moment.change, TurnEntry)
    )
    return _enter(model, (UndoEntry(),) * since)


def _redo(model: Model) -> Next:
    if model.game is None or not model.game.can_redo:
        return Next(replace(model, overlay=None), why="nothing was taken back")
    return _enter(model, (RedoEntry(),))


def _enter(model: Model, entries: tuple[Entry, ...]) -> Next:
    """Adds entries to the game and goes on where it then stands."""
    game = _game(model)
    for entry in entries:
        game = enter(game, entry)
    entered = _at_table(replace(model, game=game), _phase_after(entries[-1], game))
    seen = model.reading if isinstance(entries[0], RollEntry) and entries[0].read is not None else None
    return Next(replace(entered, presses=0), (Record(entries, model.presses, seen),))


def _phase_after(entry: Entry, game: Game) -> Phase:
    """After a turn the hands have something to do, even at the end; after undo they have the dice to throw."""
    if isinstance(entry, TurnEntry):
        return Phase.DOING
    phase = phase_of(game)
    return Phase.WAITING if isinstance(entry, UndoEntry) and phase is Phase.DOING else phase


def _at_table(model: Model, phase: Phase) -> Model:
    """The model back at its game, in a phase of it."""
    game = _game(model)
    return replace(
        model,
        phase=phase,
        advice=advice_for(game.position, game.roll),
        cursor=0,
        overlay=None,
        counted=frozenset() if model.tray is Tray.EMPTY else faces_counted(game) | _faces_lying(model),
    )


def _faces_lying(model: Model) -> frozenset[tuple[int | str, ...]]:
    return frozenset() if model.reading is None else frozenset({model.reading.faces})


def _game(model: Model) -> Game:
    if model.game is None:
        raise EngineError(f"phase {model.phase.value}: there is no game")
    return model.game


# Overlays


def menu_items(model: Model) -> tuple[MenuItem, ...]:
    """What the menu offers now."""
    game = model.game
    if game is None or model.phase is Phase.SETUP:
        return (MenuItem.LANGUAGE,)
    throws = game.roll is None and not game.position.over
    offered = {
        MenuItem.COUNT_DICE: throws and model.reading is not None,
        MenuItem.ENTER_DICE: throws,
        MenuItem.CORRECT_DICE: game.roll is not None,
        MenuItem.UNDO: game.can_undo,
        MenuItem.REDO: game.can_redo,
        MenuItem.SCORES: True,
        MenuItem.CORRECT_POSITION: True,
        MenuItem.NEW_GAME: True,
        MenuItem.LANGUAGE: True,
    }
    return tuple(item for item, is_offered in offered.items() if is_offered)


def _open_menu(model: Model, event: ButtonPressed) -> Next:
    if isinstance(model.overlay, Menu):
        return Next(_closed(model))
    items = menu_items(model)
    start = items.index(MenuItem.REDO) if MenuItem.REDO in items else 0
    return Next(replace(_closed(model), overlay=Menu(start)))


def _closed(model: Model) -> Model:
    """The model without its overlay; a doubt cannot stand without the dice it is about."""
    phase = Phase.WAITING if model.phase is Phase.DOUBT else model.phase
    return replace(model, phase=phase, overlay=None)


def _menu_pressed(model: Model, event: ButtonPressed) -> Next:
    items = menu_items(model)
    assert isinstance(model.overlay, Menu)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=Menu((model.overlay.cursor + 1) % len(items))))
        case Button.OK:
            return _MENU[items[model.overlay.cursor % len(items)]](model)
        case _:
            return Next(_closed(model))


def _menu_new_game(model: Model) -> Next:
    if _game(model).position.over:
        return Next(_set_up_again(model))
    return Next(replace(model, overlay=NewGameQuestion()))


def _menu_language(model: Model) -> Next:
    other = Language.GERMAN if model.language is Language.ENGLISH else Language.ENGLISH
    return Next(replace(model, language=other))


def _count_dice(model: Model) -> Next:
    return _correct_dice(model) if model.reading is None else _judge_reading(_closed(model), model.reading)


_MENU: Mapping[MenuItem, Callable[[Model], Next]] = {
    MenuItem.COUNT_DICE: _count_dice,
    MenuItem.ENTER_DICE: _correct_dice,
    MenuItem.CORRECT_DICE: _correct_dice,
    MenuItem.UNDO: _undo,
    MenuItem.REDO: _redo,
    MenuItem.SCORES: lambda model: Next(replace(model, overlay=Scores())),
    MenuItem.CORRECT_POSITION: lambda model: Next(replace(model, overlay=PositionEditor(_game(model).position))),
    MenuItem.NEW_GAME: _menu_new_game,
    MenuItem.LANGUAGE: _menu_language,
}


def _scores_pressed(model: Model, event: ButtonPressed) -> Next:
    assert isinstance(model.overlay, Scores)
    if event.button is not Button.NEXT:
        return Next(_closed(model))
    seat = 0 if model.overlay.seat is None else model.overlay.seat + 1
    return Next(replace(model, overlay=Scores(seat if seat < len(_game(model).position.players) else None)))


def _question_pressed(model: Model, event: ButtonPressed) -> Next:
    assert isinstance(model.overlay, NewGameQuestion)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=NewGameQuestion(not model.overlay.yes)))
        case Button.OK if model.overlay.yes:
            return Next(_set_up_again(model))
        case _:
            return Next(_closed(model))


def _dice_pressed(model: Model, event: ButtonPressed) -> Next:
    editor = model.overlay
    assert isinstance(editor, DiceEditor)
    match event.button:
        case Button.NEXT if event.held:
            return Next(replace(model, overlay=next_die(editor)))
        case Button.NEXT:
            return Next(replace(model, overlay=next_face(editor)))
        case Button.OK:
            result = confirm_die(editor)
            if isinstance(result, Roll):
                return _enter_changes(model, changes_to_roll(_game(model), result, editor.read))
            return Next(replace(model, overlay=result))
        case _:
            return Next(_closed(model))


def _position_pressed(model: Model, event: ButtonPressed) -> Next:
    editor = model.overlay
    assert isinstance(editor, PositionEditor)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=next_item(editor)))
        case Button.OK:
            result = enter_item(editor)
            if isinstance(result, PositionEditor):
                return Next(replace(model, overlay=result))
            unchanged = editor.draft == _game(model).position
            return _enter_changes(model, () if unchanged else (result,))
        case _:
            left = leave_item(editor)
            return Next(_closed(model) if left is None else replace(model, overlay=left))


def _enter_changes(model: Model, changes: tuple[Change, ...]) -> Next:
    return _enter(model, changes) if changes else Next(_closed(model))


_OVERLAYS: Mapping[type, Handler] = {
    Menu: _menu_pressed,
    Scores: _scores_pressed,
    NewGameQuestion: _question_pressed,
    DiceEditor: _dice_pressed,
    PositionEditor: _position_pressed,
}

_HELD_ANYWHERE: Mapping[Button, Handler] = {Button.OK: _open_menu, Button.UNDO: _undo_turn}


# Trouble


def _device_failed(model: Model, event: DeviceFailed) -> Next:
    failed = _with_trouble(model, Trouble(event.device, event.reason, event.remedy))
    if event.device != "camera":
        return Next(failed)
    phase = Phase.WAITING if model.phase is Phase.MOVING else model.phase
    return Next(replace(failed, phase=phase, tray=Tray.UNSEEN))


def _device_returned(model: Model, event: DeviceReturned) -> Next:
    return Next(_without_trouble(model, event.device))


def _save_failed(model: Model, event: SaveFailed) -> Next:
    return Next(_with_trouble(model, Trouble("record", event.reason, "")))


def _save_succeeded(model: Model, event: SaveSucceeded) -> Next:
    return Next(_without_trouble(model, "record"))


def _handler_failed(model: Model, event: HandlerFailed) -> Next:
    return Next(_with_trouble(replace(model, overlay=None), Trouble("appliance", event.reason, "")))


def _with_trouble(model: Model, trouble: Trouble) -> Model:
    return replace(_without_trouble(model, trouble.device), troubles=(*model.troubles, trouble))


def _without_trouble(model: Model, device: str) -> Model:
    return replace(model, troubles=tuple(one for one in model.troubles if one.device != device))


_NO_GAME = NotNow("no game has begun")
_TROUBLE: Mapping[type, Handler] = {
    DeviceFailed: _device_failed,
    DeviceReturned: _device_returned,
    SaveFailed: _save_failed,
    SaveSucceeded: _save_succeeded,
    HandlerFailed: _handler_failed,
}

TABLE: Mapping[tuple[Phase, type], Handler | NotNow] = {
    (Phase.SETUP, ButtonPressed): _setup_pressed,
    (Phase.SETUP, DiceMoved): _tray_moved,
    (Phase.SETUP, TrayBlocked): _tray_blocked,
    (Phase.SETUP, TrayEmptied): _tray_emptied,
    (Phase.SETUP, DiceSettled): _dice_seen,
    (Phase.WAITING, ButtonPressed): _waiting_pressed,
    (Phase.WAITING, DiceMoved): _waiting_moved,
    (Phase.WAITING, TrayBlocked): _waiting_blocked,
    (Phase.WAITING, TrayEmptied): _tray_emptied,
    (Phase.WAITING, DiceSettled): _waiting_settled,
    (Phase.MOVING, ButtonPressed): _waiting_pressed,
    (Phase.MOVING, DiceMoved): _tray_moved,
    (Phase.MOVING, TrayBlocked): _tray_blocked,
    (Phase.MOVING, TrayEmptied): _moving_emptied,
    (Phase.MOVING, DiceSettled): _waiting_settled,
    (Phase.DOUBT, ButtonPressed): NotNow("the dice are being corrected"),
    (Phase.DOUBT, DiceMoved): _doubt_moved,
    (Phase.DOUBT, TrayBlocked): NotNow("a hand over dice in doubt changes nothing"),
    (Phase.DOUBT, TrayEmptied): _tray_emptied,
    (Phase.DOUBT, DiceSettled): _doubt_settled,
    (Phase.CHOOSING, ButtonPressed): _choosing_pressed,
    (Phase.CHOOSING, DiceMoved): _tray_moved,
    (Phase.CHOOSING, TrayBlocked): _tray_blocked,
    (Phase.CHOOSING, TrayEmptied): _tray_emptied,
    (Phase.CHOOSING, DiceSettled): _choosing_settled,
    (Phase.DOING, ButtonPressed): _doing_pressed,
    (Phase.DOING, DiceMoved): _doing_moved,
    (Phase.DOING, TrayBlocked): _tray_blocked,
    (Phase.DOING, TrayEmptied): _doing_emptied,
    (Phase.DOING, DiceSettled): _doing_settled,
    (Phase.OVER, ButtonPressed): _over_pressed,
    (Phase.OVER, DiceMoved): _tray_moved,
    (Phase.OVER, TrayBlocked): _tray_blocked,
    (Phase.OVER, TrayEmptied): _tray_emptied,
    (Phase.OVER, DiceSettled): _dice_seen,
    **{(phase, kind): handler for phase in Phase for kind, handler in _TROUBLE.items()},
}
