"""What the menu offers, and opening it."""

from __future__ import annotations

from dataclasses import replace

from pi.core.card_rows import asks_for_correction
from pi.core.events import ButtonPressed
from pi.core.handler import Next
from pi.core.model import Model, Phase
from pi.core.overlay_values import Menu, MenuItem
from pi.core.recording import without_overlay
from pi.core.redeploying import can_take_back


def menu_items(model: Model) -> tuple[MenuItem, ...]:
    """What the menu offers now."""
    game = model.game
    if game is None or model.phase is Phase.SETUP:
        page = () if model.page is None else (MenuItem.PAGE,)
        return (MenuItem.LANGUAGE, *page, MenuItem.SHUT_DOWN)
    throws = game.roll is None and not game.position.over
    offered = {
        MenuItem.COUNT_DICE: throws and model.reading is not None,
        MenuItem.ENTER_DICE: throws,
        MenuItem.CORRECT_DICE: game.roll is not None,
        MenuItem.REDEPLOY: can_take_back(model),
        MenuItem.UNDO: game.can_undo,
        MenuItem.REDO: game.can_redo,
        MenuItem.SCORES: True,
        MenuItem.CORRECT_POSITION: True,
        MenuItem.NEW_GAME: True,
        MenuItem.LAST_GAME: model.left is not None,
        MenuItem.REVIEW: game.position.over,
        MenuItem.BOARD: True,
        MenuItem.LANGUAGE: True,
        MenuItem.PAGE: model.page is not None,
        MenuItem.SHUT_DOWN: True,
    }
    return tuple(item for item, is_offered in offered.items() if is_offered)


def open_menu(model: Model, event: ButtonPressed) -> Next:
    """Opens the menu, or closes it; after undo redo is selected, after something by hand the correction."""
    if isinstance(model.overlay, Menu):
        return Next(without_overlay(model))
    items = menu_items(model)
    is_by_hand = model.game is not None and asks_for_correction(model.game.now.facts)
    likeliest = MenuItem.REDO if MenuItem.REDO in items or not is_by_hand else MenuItem.CORRECT_POSITION
    return Next(replace(without_overlay(model), overlay=Menu(items.index(likeliest) if likeliest in items else 0)))
