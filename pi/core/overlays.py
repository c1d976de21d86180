"""What lies on top of a phase and takes the buttons: menu, scores, questions, editors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from engine.dice import Roll
from engine.record import Change
from hardware.ports import Button
from pi.core.board import board_pressed, lay_out_pressed
from pi.core.chapters import campaign_question_pressed, guide_overlay_pressed
from pi.core.choosing import other_dice_pressed
from pi.core.editors import changes_to_roll, confirm_die, enter_item, leave_item, next_die, next_face, next_item
from pi.core.events import ButtonPressed
from pi.core.handler import Handler, Next
from pi.core.language import Language
from pi.core.menu import menu_items
from pi.core.model import Model
from pi.core.overlay_values import (
    Board,
    DiceEditor,
    LayOut,
    LookingBack,
    MendedRecord,
    Menu,
    MenuItem,
    NewGameQuestion,
    OtherDice,
    PositionEditor,
    Redeployed,
    RedeployQuestion,
    Review,
    Scores,
    ShutDownQuestion,
    SwitchedOff,
    Undone,
)
from pi.core.page import PageShown
from pi.core.pairing import page_pressed
from pi.core.power import ask_to_shut_down, mended_pressed, shut_down_pressed, switched_off_pressed
from pi.core.recording import back_to_last_game, enter_entries, game_of, redo, undo, without_overlay
from pi.core.redeploying import ask_to_redeploy, redeploy_pressed, redeployed_pressed
from pi.core.reviewing import looking_back_pressed, open_review, review_pressed
from pi.core.rolling import correct_dice, judge_reading
from pi.core.setup import set_up_again
from pi.core.story import CampaignQuestion, Guide


def _menu_pressed(model: Model, event: ButtonPressed) -> Next:
    items = menu_items(model)
    assert isinstance(model.overlay, Menu)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=Menu((model.overlay.cursor + 1) % len(items))))
        case Button.OK:
            return _MENU[items[model.overlay.cursor % len(items)]](model)
        case _:
            return Next(without_overlay(model))


def _menu_new_game(model: Model) -> Next:
    if game_of(model).position.over:
        return Next(set_up_again(model))
    return Next(replace(model, overlay=NewGameQuestion()))


def _menu_language(model: Model) -> Next:
    other = Language.GERMAN if model.language is Language.ENGLISH else Language.ENGLISH
    return Next(replace(model, language=other))


def _count_dice(model: Model) -> Next:
    return correct_dice(model) if model.reading is None else judge_reading(without_overlay(model), model.reading)


_MENU: Mapping[MenuItem, Callable[[Model], Next]] = {
    MenuItem.COUNT_DICE: _count_dice,
    MenuItem.ENTER_DICE: correct_dice,
    MenuItem.CORRECT_DICE: correct_dice,
    MenuItem.UNDO: undo,
    MenuItem.REDO: redo,
    MenuItem.SCORES: lambda model: Next(replace(model, overlay=Scores())),
    MenuItem.CORRECT_POSITION: lambda model: Next(replace(model, overlay=PositionEditor(game_of(model).position))),
    MenuItem.REDEPLOY: ask_to_redeploy,
    MenuItem.NEW_GAME: _menu_new_game,
    MenuItem.REVIEW: open_review,
    MenuItem.BOARD: lambda model: Next(replace(model, overlay=Board())),
    MenuItem.LAST_GAME: back_to_last_game,
    MenuItem.LANGUAGE: _menu_language,
    MenuItem.PAGE: lambda model: Next(replace(model, overlay=PageShown())),
    MenuItem.SHUT_DOWN: ask_to_shut_down,
}


def _scores_pressed(model: Model, event: ButtonPressed) -> Next:
    assert isinstance(model.overlay, Scores)
    if event.button is not Button.NEXT:
        return Next(without_overlay(model))
    seat = 0 if model.overlay.seat is None else model.overlay.seat + 1
    return Next(replace(model, overlay=Scores(seat if seat < len(game_of(model).position.players) else None)))


def _question_pressed(model: Model, event: ButtonPressed) -> Next:
    assert isinstance(model.overlay, NewGameQuestion)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=NewGameQuestion(not model.overlay.yes)))
        case Button.OK if model.overlay.yes:
            return Next(set_up_again(model))
        case _:
            return Next(without_overlay(model))


def _undone_pressed(model: Model, event: ButtonPressed) -> Next:
    undone = model.overlay
    assert isinstance(undone, Undone)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=replace(undone, cursor=undone.cursor + 1)))
        case Button.UNDO:
            return undo(model)
        case _:
            return Next(without_overlay(model))


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
                return _enter_changes(model, changes_to_roll(game_of(model), result, editor.read))
            return Next(replace(model, overlay=result))
        case _:
            return Next(without_overlay(model))


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
            unchanged = editor.draft == game_of(model).position
            return _enter_changes(model, () if unchanged else (result,))
        case _:
            left = leave_item(editor)
            return Next(without_overlay(model) if left is None else replace(model, overlay=left))


def _enter_changes(model: Model, changes: tuple[Change, ...]) -> Next:
    return enter_entries(model, changes) if changes else Next(without_overlay(model))


OVERLAYS: Mapping[type, Handler] = {
    Menu: _menu_pressed,
    Scores: _scores_pressed,
    NewGameQuestion: _question_pressed,
    DiceEditor: _dice_pressed,
    PositionEditor: _position_pressed,
    OtherDice: other_dice_pressed,
    Undone: _undone_pressed,
    RedeployQuestion: redeploy_pressed,
    Redeployed: redeployed_pressed,
    LayOut: lay_out_pressed,
    Board: board_pressed,
    LookingBack: looking_back_pressed,
    Review: review_pressed,
    ShutDownQuestion: shut_down_pressed,
    SwitchedOff: switched_off_pressed,
    MendedRecord: mended_pressed,
    PageShown: page_pressed,
    Guide: guide_overlay_pressed,
    CampaignQuestion: campaign_question_pressed,
}
