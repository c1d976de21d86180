"""From the hand over the dice to a roll: waiting for it, watching it, doubting it."""

from __future__ import annotations

from dataclasses import replace

from engine.dice import Face
from engine.record import RollEntry
from hardware.ports import Button
from pi.core.editors import editor_by_hand, editor_of_reading, editor_of_roll
from pi.core.events import ButtonPressed, DiceMoved, DiceSettled, TrayBlocked, TrayEmptied
from pi.core.handler import Next
from pi.core.menu import open_menu
from pi.core.model import Model, Phase, Tray
from pi.core.overlay_values import DiceEditor, NewGameQuestion, PositionEditor, Scores
from pi.core.recording import enter_entries, game_of, undo, without_overlay
from pi.core.throws import Throw, throw_seen, trusted_roll
from vision.reading import Reading

# What the tray shows, whatever the table is doing


def tray_moved(model: Model, event: DiceMoved) -> Next:
    """Something moves; what it was shows when it rests."""
    return Next(replace(model, tray=Tray.MOVING))


def tray_blocked(model: Model, event: TrayBlocked) -> Next:
    """A hand alone means nothing."""
    return Next(replace(model, tray=Tray.BLOCKED))


def tray_emptied(model: Model, event: TrayEmptied) -> Next:
    """The dice were taken away: whatever lies there next was thrown."""
    return Next(with_empty_tray(model))


def dice_seen(model: Model, event: DiceSettled) -> Next:
    """Dice lie there, but nobody is to throw."""
    return Next(with_reading(model, event.reading))


def with_empty_tray(model: Model) -> Model:
    """The model once the tray is empty."""
    return replace(model, tray=Tray.EMPTY, reading=None, counted=frozenset(), lain=None)


def with_reading(model: Model, reading: Reading) -> Model:
    """The model once dice lie there; it follows those that were counted already to where they are pushed."""
    seen = replace(model, tray=Tray.RESTING, reading=reading)
    is_whole = model.game is not None and trusted_roll(reading, model.game.position.rules) is not None
    return replace(seen, lain=reading) if is_whole and throw_seen(seen) is Throw.LYING else seen


# Waiting for the dice and watching them


def waiting_moved(model: Model, event: DiceMoved) -> Next:
    """Perhaps the throw."""
    return Next(replace(model, phase=Phase.MOVING, tray=Tray.MOVING))


def waiting_blocked(model: Model, event: TrayBlocked) -> Next:
    """A hand, perhaps with dice in it."""
    return Next(replace(model, phase=Phase.MOVING, tray=Tray.BLOCKED))


def moving_emptied(model: Model, event: TrayEmptied) -> Next:
    """It was a hand alone, or one that took the dice away."""
    return Next(replace(with_empty_tray(model), phase=Phase.WAITING))


def waiting_settled(model: Model, event: DiceSettled) -> Next:
    """Dice that were thrown are the roll, or asked about."""
    seen = replace(with_reading(model, event.reading), phase=Phase.WAITING)
    if _is_busy(model):
        return Next(seen, why="the players are busy with another question")
    match throw_seen(seen):
        case Throw.LYING:
            return Next(seen, why="these dice have been counted")
        case Throw.PERHAPS:
            return Next(seen, why="whether these dice were thrown is for the players to say")
        case _:
            return judge_reading(replace(seen, overlay=None), event.reading)


def _is_busy(model: Model) -> bool:
    """Whether the players are answering a question that dice don't; an editor that nobody has touched gives way."""
    if isinstance(model.overlay, DiceEditor):
        return model.overlay.touched
    return isinstance(model.overlay, PositionEditor | NewGameQuestion)


def judge_reading(model: Model, reading: Reading) -> Next:
    """Takes dice as the roll where they can be trusted, else asks."""
    roll = trusted_roll(reading, game_of(model).position.rules)
    if roll is not None:
        return enter_entries(model, (RollEntry(roll, tuple(die.face for die in reading.dice)),))
    return Next(replace(model, phase=Phase.DOUBT, overlay=editor_of_reading(reading, _faces(model))))


def waiting_pressed(model: Model, event: ButtonPressed) -> Next:
    """OK counts dice that wait for it, or enters them by hand, or opens the menu."""
    match event.button:
        case Button.OK if model.reading is not None and awaits_ok(model):
            return judge_reading(replace(model, counted=frozenset(), lain=None), model.reading)
        case Button.OK if model.has_trouble("camera"):
            return Next(replace(model, phase=Phase.WAITING, overlay=editor_by_hand(_faces(model))))
        case Button.OK:
            return open_menu(model, event)
        case Button.UNDO:
            return undo(model)
        case Button.NEXT:
            return Next(replace(model, overlay=Scores()))
        case Button.BACK:
            return Next(model, why="there is nothing to leave")


def awaits_ok(model: Model) -> bool:
    """Whether dice lie there that may be the next throw once the players say so."""
    return model.tray is Tray.RESTING and throw_seen(model) in (Throw.THROWN, Throw.DOUBTFUL, Throw.PERHAPS)


def correct_dice(model: Model) -> Next:
    """Opens the roll for correction, or an empty one to be entered."""
    roll = game_of(model).roll
    if roll is None:
        return Next(replace(model, overlay=editor_by_hand(_faces(model))))
    return Next(replace(model, overlay=editor_of_roll(roll, model.reading, _faces(model))))


def _faces(model: Model) -> tuple[Face, ...]:
    """Of the game's dice."""
    return game_of(model).position.rules.faces


# Dice in doubt


def doubt_moved(model: Model, event: DiceMoved) -> Next:
    """The question stands until the dice rest again or are gone: a knock must not take it off the display."""
    return Next(replace(model, tray=Tray.MOVING), why="the dice are asked about")


def doubt_emptied(model: Model, event: TrayEmptied) -> Next:
    """The dice were taken to be thrown again, unless the players have begun to say what they are."""
    emptied = with_empty_tray(model)
    if isinstance(model.overlay, DiceEditor) and model.overlay.touched:
        return Next(emptied, why="the dice are being corrected")
    return Next(without_overlay(emptied))


def doubt_settled(model: Model, event: DiceSettled) -> Next:
    """A better look at dice in doubt settles them, unless the players have begun to; other dice are another throw."""
    was_emptied = model.reading is None
    if isinstance(model.overlay, DiceEditor) and model.overlay.touched and not was_emptied:
        return Next(with_reading(model, event.reading), why="the dice are being corrected")
    return waiting_settled(without_overlay(model), event)
