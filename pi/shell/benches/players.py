"""What the simulated players press and push, seeing the dice as they lie."""

from __future__ import annotations

import random
from typing import Final

from engine.dice import Roll
from engine.options import Option
from engine.turns import Climb
from hardware.ports import Button
from pi.core.model import Model, Phase
from pi.core.overlay_values import DiceEditor
from pi.shell.benches.simulated_table import SimulatedTable

MOST_PRESSES: Final = 60
"""More are never needed to correct four dice."""
LEAST_SUM: Final = 5
"""A die that shows this or more makes a group by itself."""
FACES: Final = (1, 2, 3, 4, 5, 6)


class StuckError(Exception):
    """The players can't go on from what the screen shows."""


def random_faces(chance: random.Random) -> tuple[int, ...]:
    """Four dice, in the order in which they fall."""
    return tuple(chance.choice(FACES) for _ in range(4))


def throw(table: SimulatedTable, faces: tuple[int, ...]) -> None:
    """Dice are thrown, and the players see to it that the device has them as they lie; raises StuckError."""
    table.tray.throw(faces)
    table.watch_to_rest()
    correct(table, faces)


def correct(table: SimulatedTable, faces: tuple[int, ...]) -> None:
    """Presses until the roll is `faces`; raises StuckError."""
    wanted = Roll(tuple(sorted(faces)))
    for _ in range(MOST_PRESSES):
        if table.game.roll == wanted and table.model.overlay is None:
            return
        table.press(*_correction(table.model, wanted.faces))
    raise StuckError(f"the roll {wanted.faces} can't be entered in phase {table.model.phase.value}")


def _correction(model: Model, faces: tuple[int, ...]) -> tuple[Button, bool]:
    editor = model.overlay
    if isinstance(editor, DiceEditor):
        wanted = _wanted(editor, faces)
        if editor.slots[editor.cursor].face != wanted[editor.cursor]:
            return Button.NEXT, False
        others_wrong = any(slot.face != face for slot, face in zip(editor.slots, wanted, strict=True))
        return (Button.NEXT, True) if others_wrong else (Button.OK, False)
    if editor is not None or model.phase is Phase.CHOOSING:
        return Button.BACK, False
    return Button.OK, False


def _wanted(editor: DiceEditor, faces: tuple[int, ...]) -> list[int | None]:
    """What each die of the editor must show: as it is where that is right, else a face still missing, else none.

    Of two dice with one face of which one is wrong, the selected one is taken for it.
    """
    missing = list(faces)
    wanted: dict[int, int] = {}
    selected_last = sorted(range(len(editor.slots)), key=lambda index: index == editor.cursor)
    for index in selected_last:
        face = editor.slots[index].face
        if face in missing:
            missing.remove(face)
            wanted[index] = face
    for index in range(len(editor.slots)):
        if index not in wanted and missing:
            wanted[index] = missing.pop(0)
    return [wanted.get(index) for index in range(len(editor.slots))]


def confirm_first(table: SimulatedTable) -> None:
    """Takes what is suggested first."""
    table.press(Button.OK)


def push_and_confirm(table: SimulatedTable, chance: random.Random) -> None:
    """Pushes dice into the groups of an option, looks that the screen shows it, and takes it."""
    options = [advice.option for advice in table.model.advice]
    pushed = [option for option in options if is_shown_by_pushing(option, table.game.roll)]
    if not pushed:
        confirm_first(table)
        return
    wanted = chance.choice(pushed)
    push(table, wanted)
    for _ in options:
        if table.model.advice[table.model.cursor].option.position == wanted.position:
            break
        table.press(Button.NEXT)
    table.press(Button.OK)


def is_shown_by_pushing(option: Option, roll: Roll | None) -> bool:
    """Whether somebody has to push dice for it, and no die left out makes a group by itself."""
    groups = _groups(option)
    if roll is None or all(len(group) == 1 for group in groups):
        return False
    left = list(roll.faces)
    for face in option.turn.turned:
        left.remove(1)
        left.append(face)
    for face in (face for group in groups for face in group):
        left.remove(face)
    return all(face < LEAST_SUM for face in left)


def _groups(option: Option) -> list[tuple[int, ...]]:
    return [step.dice for step in option.turn.steps if isinstance(step, Climb)]


def push(table: SimulatedTable, option: Option) -> None:
    """Turns 1s and pushes dice together as an option has them."""
    for face in option.turn.turned:
        if face != 1:
            table.tray.turn(1, face)
    table.tray.push(_groups(option))
    table.watch_to_rest()


def clear(table: SimulatedTable) -> None:
    """Takes the dice away, which acknowledges what is to be done."""
    table.tray.clear()
    table.watch_to_rest()
