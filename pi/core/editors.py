"""Dice and boards being corrected by buttons: pure steps on frozen editors."""

from __future__ import annotations

from dataclasses import replace

from engine.dice import Roll, parse_roll
from engine.errors import EngineError
from engine.position import Position, with_goat, with_tokens
from engine.record import Change, DieEntry, Game, PositionEntry, RollEntry
from engine.rules import RuleSet
from pi.core.model import DICE, FACES, DiceEditor, PositionEditor, Slot
from vision.reading import Die, Reading

SURE = 0.98
"""A die read with at least this confidence needs no look."""


def editor_by_hand() -> DiceEditor:
    """Four dice, none known yet."""
    return DiceEditor(slots=(_unknown_slot(),) * DICE, cursor=0, read=None)


def editor_of_roll(roll: Roll, reading: Reading | None) -> DiceEditor:
    """The dice of a roll, the one read with the least confidence selected and its next likeliest face offered first."""
    confidences = _confidences(roll, reading)
    slots = tuple(
        Slot(face, _offers(face, second, removable=False), sure=True)
        for face, (second, _) in zip(roll.faces, confidences, strict=True)
    )
    least = min(range(len(slots)), key=lambda index: confidences[index][1])
    return DiceEditor(slots, least, read=None)


def editor_of_reading(reading: Reading) -> DiceEditor:
    """The dice as read, the first doubtful one selected; dice that were not seen are unknown ones at the end."""
    removable = len(reading.dice) > DICE
    slots = [_slot_of_die(die, removable) for die in reading.dice]
    slots += [_unknown_slot()] * (DICE - len(slots))
    read = tuple(die.face for die in reading.dice)
    return DiceEditor(tuple(slots), _first_unsure(tuple(slots), 0), read)


def _slot_of_die(die: Die, removable: bool) -> Slot:
    face = die.face if isinstance(die.face, int) else None
    second = die.second if isinstance(die.second, int) else None
    return Slot(face, _offers(face, second, removable), sure=face is not None and die.confidence >= SURE)


def _unknown_slot() -> Slot:
    return Slot(None, _offers(None, None, removable=False), sure=False)


def _offers(face: int | None, second: int | None, removable: bool) -> tuple[int | None, ...]:
    likely = [one for one in (face, second) if one is not None]
    others = [one for one in FACES if one not in likely]
    return (*likely, *((None,) if removable else ()), *others)


def _confidences(roll: Roll, reading: Reading | None) -> list[tuple[int | None, float]]:
    """For each die of the roll its second face and confidence, where the reading has a die of that face."""
    dice = list(reading.dice) if reading is not None else []
    found: list[tuple[int | None, float]] = []
    for face in roll.faces:
        match = next((die for die in dice if die.face == face), None)
        if match is None:
            found.append((None, 1.0))
        else:
            dice.remove(match)
            found.append((match.second if isinstance(match.second, int) else None, match.confidence))
    return found


def _first_unsure(slots: tuple[Slot, ...], otherwise: int) -> int:
    return next((index for index, slot in enumerate(slots) if not slot.sure), otherwise)


def next_face(editor: DiceEditor) -> DiceEditor:
    """The selected die steps to the next face on offer."""
    slot = editor.slots[editor.cursor]
    at = slot.offers.index(slot.face) + 1 if slot.face in slot.offers else 0
    return _with_slot(editor, replace(slot, face=slot.offers[at % len(slot.offers)]))


def next_die(editor: DiceEditor) -> DiceEditor:
    """The next die is selected."""
    return replace(editor, cursor=(editor.cursor + 1) % len(editor.slots), touched=True)


def _with_slot(editor: DiceEditor, slot: Slot) -> DiceEditor:
    slots = (*editor.slots[: editor.cursor], slot, *editor.slots[editor.cursor + 1 :])
    return replace(editor, slots=slots, touched=True)


def confirm_die(editor: DiceEditor) -> DiceEditor | Roll:
    """The selected die is as shown: the next die in doubt is selected, or the roll when none is left."""
    slot = editor.slots[editor.cursor]
    settled = _with_slot(editor, replace(slot, sure=slot.face is not None or None in slot.offers))
    faces = [slot.face for slot in settled.slots if slot.face is not None]
    unsure = _first_unsure(settled.slots, -1)
    if unsure >= 0:
        return replace(settled, cursor=unsure)
    if len(faces) != DICE:
        return next_die(settled)
    return Roll(tuple(sorted(faces)))


def changes_to_roll(game: Game, roll: Roll, read: tuple[int | str | None, ...] | None) -> tuple[Change, ...]:
    """The entries that make `roll` the roll of the game: a throw, or single dice of the roll that waits set anew."""
    if game.roll is None:
        return (RollEntry(roll, read),)
    old, new = list(game.roll.faces), []
    for face in roll.faces:
        if face in old:
            old.remove(face)
        else:
            new.append(face)
    return tuple(DieEntry(was, now) for was, now in zip(old, new, strict=True))


def items_of(draft: Position) -> int:
    """How many values of one seat can be corrected: the goat and the tokens of each mountain."""
    return 2 * len(draft.rules.mountains)


def next_item(editor: PositionEditor) -> PositionEditor:
    """The next seat, item or value, whichever is being chosen."""
    if editor.item is None:
        return replace(editor, seat=(editor.seat + 1) % (len(editor.draft.players) + 1))
    if not editor.changing:
        return replace(editor, item=(editor.item + 1) % (items_of(editor.draft) + 1))
    return replace(editor, draft=_next_draft(editor.draft, editor.seat, editor.item))


def enter_item(editor: PositionEditor) -> PositionEditor | Change:
    """One level deeper; "done" at the seats is the corrected position."""
    if editor.item is None:
        if editor.seat == len(editor.draft.players):
            return PositionEntry(editor.draft)
        return replace(editor, item=0)
    if editor.item == items_of(editor.draft):
        return replace(editor, item=None, seat=len(editor.draft.players))
    return replace(editor, changing=not editor.changing)


def leave_item(editor: PositionEditor) -> PositionEditor | None:
    """One level up; None from the uppermost."""
    if editor.changing:
        return replace(editor, changing=False)
    return None if editor.item is None else replace(editor, item=None)


def mountain_of_item(draft: Position, item: int) -> int:
    """The number of the mountain that an item belongs to."""
    mountains = draft.rules.mountains
    return mountains[item % len(mountains)].number


def is_goat_item(draft: Position, item: int) -> bool:
    """Whether an item is a goat, not a number of tokens."""
    return item < len(draft.rules.mountains)


def item_value(draft: Position, seat: int, item: int) -> int:
    """The step of a goat, or the number of tokens."""
    player, mountain = draft.players[seat], mountain_of_item(draft, item)
    if is_goat_item(draft, item):
        return player.goat_on(mountain).step
    return player.tokens[draft.rules.index(mountain)]


def _next_draft(draft: Position, seat: int, item: int) -> Position:
    """The draft with the next value that keeps the rules; the same draft when there is no other."""
    value = item_value(draft, seat, item)
    for _ in range(_MOST_VALUES):
        value = (value + 1) % _MOST_VALUES
        try:
            return _with_value(draft, seat, item, value)
        except EngineError:
            continue
    return draft


def _with_value(draft: Position, seat: int, item: int, value: int) -> Position:
    change = with_goat if is_goat_item(draft, item) else with_tokens
    return change(draft, seat, mountain_of_item(draft, item), value)


_MOST_VALUES = 13
"""More than any goat has steps or any stack has tokens."""


def trusted_roll(reading: Reading, rules: RuleSet) -> Roll | None:
    """The roll that a reading shows, when it may be taken without asking."""
    if not reading.accepted or len(reading.dice) != DICE or len(reading.faces) != DICE:
        return None
    try:
        return parse_roll(list(reading.faces), rules)
    except EngineError:
        return None
