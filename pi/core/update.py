"""The one place that decides what happens next.

`update` looks up (phase, event) in a table. Every pair has a handler, or a `NotNow` that changes nothing and says why.
Overlays take the buttons while they lie on top; everything else goes on beneath them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hardware.ports import Button
from pi.core import chapters, choosing, companion, recording, rolling, saga_setup, setup
from pi.core.commands import CommandGiven
from pi.core.events import (
    ButtonPressed,
    DiceMoved,
    DiceSettled,
    Event,
    InboxEmptied,
    SagasFound,
    ShutDownFailed,
    TrayBlocked,
    TrayEmptied,
)
from pi.core.guiding import back_to_list, sagas_found
from pi.core.handler import Handler, Next, NotNow
from pi.core.menu import open_menu
from pi.core.model import Model, Phase
from pi.core.overlay_values import SwitchedOff
from pi.core.overlays import OVERLAYS
from pi.core.page import PageOpened
from pi.core.pairing import page_opened
from pi.core.power import ask_to_shut_down
from pi.core.reviewing import judge_next
from pi.core.trouble import TROUBLE, without_trouble


def update(model: Model, event: Event) -> Next:
    """Decides what follows an event. Pure."""
    if isinstance(model.overlay, SwitchedOff) and not isinstance(event, ShutDownFailed):
        return Next(model, why="it is switched off")
    if isinstance(event, ButtonPressed):
        model = without_trouble(replace(model, presses=model.presses + 1), "appliance", "power")
        if event.held and event.button in _HELD_ANYWHERE:
            return _HELD_ANYWHERE[event.button](model, event)
        if model.overlay is not None:
            return OVERLAYS[type(model.overlay)](model, event)
    handler = TABLE[model.phase, type(event)]
    if isinstance(handler, NotNow):
        return Next(model, why=handler.why)
    return handler(model, event)


def _undo_held(model: Model, event: ButtonPressed) -> Next:
    """Takes back the last turn; before the first, what was set up; during the set-up, the last answer."""
    if model.phase is Phase.SETUP:
        return saga_setup.leave(replace(model, overlay=None))
    if model.left is None and model.game is not None and not (model.game.can_undo or model.game.can_redo):
        if (listed := back_to_list(model)) is not None:
            return listed
        return Next(setup.take_back_set_up(model))
    return recording.undo_turn(model, event)


_HELD_ANYWHERE: Mapping[Button, Handler] = {
    Button.OK: open_menu,
    Button.UNDO: _undo_held,
    Button.BACK: ask_to_shut_down,
}


def _command_given(model: Model, event: CommandGiven) -> Next:
    return companion.command_given(model, event, update)


TABLE: Mapping[tuple[Phase, type], Handler | NotNow] = {
    (Phase.SETUP, ButtonPressed): saga_setup.setup_pressed,
    (Phase.SETUP, DiceMoved): rolling.tray_moved,
    (Phase.SETUP, TrayBlocked): rolling.tray_blocked,
    (Phase.SETUP, TrayEmptied): rolling.tray_emptied,
    (Phase.SETUP, DiceSettled): rolling.dice_seen,
    (Phase.WAITING, ButtonPressed): rolling.waiting_pressed,
    (Phase.WAITING, DiceMoved): rolling.waiting_moved,
    (Phase.WAITING, TrayBlocked): rolling.waiting_blocked,
    (Phase.WAITING, TrayEmptied): rolling.tray_emptied,
    (Phase.WAITING, DiceSettled): rolling.waiting_settled,
    (Phase.MOVING, ButtonPressed): rolling.waiting_pressed,
    (Phase.MOVING, DiceMoved): rolling.tray_moved,
    (Phase.MOVING, TrayBlocked): rolling.tray_blocked,
    (Phase.MOVING, TrayEmptied): rolling.moving_emptied,
    (Phase.MOVING, DiceSettled): rolling.waiting_settled,
    (Phase.DOUBT, ButtonPressed): rolling.waiting_pressed,
    (Phase.DOUBT, DiceMoved): rolling.doubt_moved,
    (Phase.DOUBT, TrayBlocked): NotNow("a hand over dice in doubt changes nothing"),
    (Phase.DOUBT, TrayEmptied): rolling.doubt_emptied,
    (Phase.DOUBT, DiceSettled): rolling.doubt_settled,
    (Phase.CHOOSING, ButtonPressed): choosing.choosing_pressed,
    (Phase.CHOOSING, DiceMoved): rolling.tray_moved,
    (Phase.CHOOSING, TrayBlocked): rolling.tray_blocked,
    (Phase.CHOOSING, TrayEmptied): choosing.choosing_emptied,
    (Phase.CHOOSING, DiceSettled): choosing.choosing_settled,
    (Phase.DOING, ButtonPressed): choosing.doing_pressed,
    (Phase.DOING, DiceMoved): choosing.doing_moved,
    (Phase.DOING, TrayBlocked): rolling.tray_blocked,
    (Phase.DOING, TrayEmptied): choosing.doing_emptied,
    (Phase.DOING, DiceSettled): choosing.doing_settled,
    (Phase.OVER, ButtonPressed): chapters.over_pressed,
    (Phase.OVER, DiceMoved): rolling.tray_moved,
    (Phase.OVER, TrayBlocked): rolling.tray_blocked,
    (Phase.OVER, TrayEmptied): rolling.tray_emptied,
    (Phase.OVER, DiceSettled): rolling.dice_seen,
    **{(phase, kind): handler for phase in Phase for kind, handler in TROUBLE.items()},
    **{(phase, PageOpened): page_opened for phase in Phase},
    **{(phase, InboxEmptied): judge_next for phase in Phase},
    **{(phase, SagasFound): sagas_found for phase in Phase},
    **{(phase, CommandGiven): _command_given for phase in Phase},
}
