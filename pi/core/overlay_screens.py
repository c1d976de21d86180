"""The screens of what lies on top of a phase."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import zip_longest

from engine.dice import face_json
from engine.places import Region
from engine.record import RedeployEntry
from engine.scoring import Line, sheet
from pi.core.board import board_screen, lay_out_screen
from pi.core.chapters import campaign_question_screen, guide_screen
from pi.core.editors import Item, ItemKind, items_of, value_of
from pi.core.faces import faces_text
from pi.core.goats import step_sentence
from pi.core.menu import menu_items
from pi.core.model import Model, Phase
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
    OtherDiceAnswer,
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
from pi.core.pairing import page_screen
from pi.core.power import mended_record, shut_down_question, switched_off
from pi.core.recording import game_of
from pi.core.redeploying import redeploy_screen, redeployed_screen
from pi.core.review_screens import looking_back_screen, review_screen
from pi.core.screen import ROWS_ABOVE_HINT, DieSign, Row, Screen
from pi.core.sentences import (
    decided_sentence,
    doubt_sentences,
    ranking_rows,
    scrolled,
    short_name,
    undone_sentences,
)
from pi.core.story import CampaignQuestion, Guide
from pi.core.texts import Say


def _dice_editor(model: Model, speak: Say) -> Screen:
    editor = model.overlay
    assert isinstance(editor, DiceEditor)
    signs = tuple(
        DieSign(None if slot.face is None else face_json(slot.face), selected=index == editor.cursor)
        for index, slot in enumerate(editor.slots)
    )
    if model.phase is Phase.DOUBT and model.reading is not None:
        selected = editor.slots[editor.cursor].doubts
        texts = doubt_sentences(model.reading, selected, speak)
        title, rows = speak("Look at the dice"), tuple(Row(text) for text in texts)
    elif (roll := game_of(model).roll) is None:
        title, rows = speak("Enter the dice"), ()
    else:
        title = speak("Correct the dice")
        rows = (Row(speak("Before: {faces}", faces=faces_text(roll.faces))),)
    return Screen(title, signs, (*rows, Row(speak("Hold NEXT: other die"))), speak("NEXT change  OK right"))


def _menu(model: Model, speak: Say) -> Screen:
    assert isinstance(model.overlay, Menu)
    items = menu_items(model)
    cursor = model.overlay.cursor % len(items)
    rows = tuple(Row(speak(_MENU_TEXTS[item]), selected=index == cursor) for index, item in enumerate(items))
    return Screen(speak("Menu"), rows=rows, hint=speak("NEXT down  OK choose"))


def _scores(model: Model, speak: Say) -> Screen:
    assert isinstance(model.overlay, Scores)
    position = game_of(model).position
    standing = sheet(position)
    hint = speak("NEXT more  BACK close")
    if model.overlay.seat is None:
        # Of five players the ranking leaves no room for the hint where it also says what decided.
        decided = (Row(decided_sentence(standing, speak)),) if position.over else ()
        rows = (*decided, *ranking_rows(standing, position))
        return Screen(speak("Scores"), rows=rows, hint=hint if len(rows) <= ROWS_ABOVE_HINT else "")
    seat = standing.players[model.overlay.seat]
    texts = [_line_text(line, speak) for line in seat.lines]
    rows = _columns(texts, 2 if len(texts) <= 2 * ROWS_ABOVE_HINT else 3)
    rows = (*rows, Row(speak("Total"), str(seat.total), selected=True))
    return Screen(short_name(seat.name), rows=rows, hint=hint if len(rows) <= ROWS_ABOVE_HINT else "")


def _columns(texts: list[str], count: int) -> tuple[Row, ...]:
    """Short texts, down one column after the other; the last one is right-aligned."""
    height = -(-len(texts) // count)
    columns = [texts[start : start + height] for start in range(0, len(texts), height)]
    rows = zip_longest(*columns, fillvalue="")
    return tuple(Row("".join(f"{text:<9}" for text in row[:-1]).rstrip(), row[-1]) for row in rows)


def _position_editor(model: Model, speak: Say) -> Screen:
    editor = model.overlay
    assert isinstance(editor, PositionEditor)
    title, hint = speak("Correct the board"), speak("NEXT  OK  BACK")
    players = editor.draft.players
    if editor.item is None:
        texts = [short_name(player.name) for player in players] + [speak("Done")]
        rows = tuple(Row(text, selected=index == editor.seat) for index, text in enumerate(texts))
        return Screen(title, rows=rows, hint=hint)
    rows = tuple(
        _item_row(editor, item, speak, selected=index == editor.item)
        for index, item in enumerate(items_of(editor.draft))
    )
    done = Row(speak("Done"), selected=editor.item == len(rows))
    return Screen(short_name(players[editor.seat].name), rows=(*rows, done), hint=hint)


def _new_game_question(model: Model, speak: Say) -> Screen:
    assert isinstance(model.overlay, NewGameQuestion)
    rows = (
        Row(speak("No, play on"), selected=not model.overlay.yes),
        Row(speak("Yes, a new game"), selected=model.overlay.yes),
    )
    return Screen(speak("Leave this game?"), rows=rows, hint=speak("NEXT down  OK choose"))


def _other_dice(model: Model, speak: Say) -> Screen:
    question = model.overlay
    assert isinstance(question, OtherDice)
    signs = tuple(DieSign(face) for face in question.reading.faces)
    rows = tuple(
        Row(speak(_ANSWERS[answer]), selected=index == question.cursor) for index, answer in enumerate(question.answers)
    )
    return Screen(speak("Other dice?"), signs, rows, speak("NEXT down  OK choose"))


_ANSWERS: Mapping[OtherDiceAnswer, str] = {
    OtherDiceAnswer.KEEP: "Keep the roll",
    OtherDiceAnswer.REPLACE: "These dice count",
    OtherDiceAnswer.TURN_DONE: "Turn done, next throw",
}


def _undone(model: Model, speak: Say) -> Screen:
    undone = model.overlay
    assert isinstance(undone, Undone)
    texts = tuple(undone_sentences(undone.before, game_of(model).position, speak))
    title = speak("Take this back")
    if model.phase is Phase.CHOOSING:
        hint = speak("OK choose again")
    elif isinstance(game_of(model).undone[-1].change, RedeployEntry):
        hint = speak("OK go on")
    else:
        hint = speak("OK throw again")
    return scrolled(title, texts, undone.cursor, hint)


OVERLAYS: Mapping[type, Callable[[Model, Say], Screen]] = {
    DiceEditor: _dice_editor,
    Menu: _menu,
    Scores: _scores,
    PositionEditor: _position_editor,
    NewGameQuestion: _new_game_question,
    OtherDice: _other_dice,
    Undone: _undone,
    RedeployQuestion: redeploy_screen,
    Redeployed: redeployed_screen,
    LayOut: lay_out_screen,
    Board: board_screen,
    LookingBack: looking_back_screen,
    Review: review_screen,
    ShutDownQuestion: shut_down_question,
    SwitchedOff: switched_off,
    MendedRecord: mended_record,
    PageShown: page_screen,
    Guide: guide_screen,
    CampaignQuestion: campaign_question_screen,
}

_MENU_TEXTS: Mapping[MenuItem, str] = {
    MenuItem.COUNT_DICE: "Count these dice",
    MenuItem.ENTER_DICE: "Enter the dice",
    MenuItem.CORRECT_DICE: "Correct the dice",
    MenuItem.UNDO: "Undo",
    MenuItem.REDO: "Redo",
    MenuItem.SCORES: "Scores",
    MenuItem.CORRECT_POSITION: "Correct the board",
    MenuItem.REDEPLOY: "Take a goat back",
    MenuItem.REVIEW: "Look back",
    MenuItem.BOARD: "Board",
    MenuItem.NEW_GAME: "New game",
    MenuItem.LAST_GAME: "Back to the last game",
    MenuItem.LANGUAGE: "Deutsch",
    MenuItem.PAGE: "Phone",
    MenuItem.SHUT_DOWN: "Switch off",
}


def _line_text(line: Line, speak: Say) -> str:
    what = speak(_LINES[line.what]) if line.what in _LINES else line.what.removeprefix("tokens-").removeprefix("card-")
    return f"{what}: {line.points}"


_LINES: Mapping[str, str] = {"bonus": "Bonus", "big-mountain": "Big Mountain", "valley": "Valley"}


def _item_row(editor: PositionEditor, item: Item, speak: Say, selected: bool) -> Row:
    """What is corrected, and its value, in brackets while that changes."""
    draft = editor.draft
    if item.kind is ItemKind.GOAT:
        goat = draft.players[editor.seat].goats[item.number]
        on_path = goat.region is Region.PATH
        text = speak(_GOATS[goat.region], number=goat.number)
        value = step_sentence(draft, goat.number, goat.step, speak) if on_path else str(goat.number)
    else:
        text = speak(_ITEMS[item.kind], number=item.number, card=item.card)
        count = value_of(draft, editor.seat, item)
        value = speak("yes" if count else "no") if item.kind is ItemKind.BONUS else str(count)
    return Row(text, f"[{value}]" if selected and editor.changing else value, selected)


_ITEMS: Mapping[ItemKind, str] = {
    ItemKind.TOKENS: "Tokens {number}",
    ItemKind.BONUS: "Bonus {number}",
    ItemKind.POINTS: "Points {card}",
}

_GOATS: Mapping[Region, str] = {
    Region.PATH: "Goat on {number}",
    Region.BIG_MOUNTAIN: "Goat: Big Mountain",
    Region.VALLEY: "Goat: valley",
}
