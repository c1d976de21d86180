"""Dice and boards being corrected by buttons: pure steps on frozen editors."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from engine.dice import Face, Roll
from engine.errors import EngineError
from engine.position import Position, with_goat_at, with_tokens
from engine.position_checks import check_position
from engine.record import Change, DieEntry, Game, PositionEntry, RollEntry
from engine.saga.cards import Card
from engine.saga.verbs import Choice, Manual, Points
from pi.core.faces import rolled
from pi.core.model import DICE
from pi.core.overlay_values import DiceEditor, PositionEditor, Slot
from vision.reading import SAFE, Die, Reading

MOST_SLOTS = 6
"""So many dice find room on the display."""


def editor_by_hand(faces: tuple[Face, ...]) -> DiceEditor:
    """Four dice, none known yet.

    Args:
        faces: of the game's dice.
    """
    return DiceEditor(slots=(_unknown_slot(faces),) * DICE, cursor=0, read=None)


def editor_of_roll(roll: Roll, reading: Reading | None, faces: tuple[Face, ...]) -> DiceEditor:
    """The dice of a roll that is wrong: the one read with the least confidence shows its next likeliest face."""
    confidences = _confidences(roll, reading, faces)
    slots = [
        Slot(face, _offers(face, second, faces, removable=False), sure=True)
        for face, (second, _) in zip(roll.faces, confidences, strict=True)
    ]
    least = min(range(len(slots)), key=lambda index: confidences[index][1])
    second = confidences[least][0]
    if second is not None:
        slots[least] = replace(slots[least], face=second)
    return DiceEditor(tuple(slots), least, read=None)


def editor_of_reading(reading: Reading, faces: tuple[Face, ...]) -> DiceEditor:
    """The dice as read, the most doubtful one selected; dice that were not seen are unknown ones at the end.

    So many dice that they find no room on the display are entered by hand.
    """
    if len(reading.dice) > MOST_SLOTS:
        return editor_by_hand(faces)
    removable = len(reading.dice) > DICE
    slots = [_slot_of_die(die, faces, removable) for die in reading.dice]
    slots += [_unknown_slot(faces)] * (DICE - len(slots))
    read = tuple(die.face for die in reading.dice)
    # Where nothing speaks against a die by itself, the least sure is the likeliest cause.
    return DiceEditor(tuple(slots), _first_unsure(tuple(slots), least_sure(reading)), read)


def least_sure(reading: Reading) -> int:
    """The die read with the least confidence."""
    return min(range(len(reading.dice)), key=lambda index: reading.dice[index].confidence, default=0)


def _slot_of_die(die: Die, faces: tuple[Face, ...], removable: bool) -> Slot:
    face, second = rolled(die.face, faces), rolled(die.second, faces)
    sure = face is not None and die.confidence > SAFE and not die.doubts
    return Slot(face, _offers(face, second, faces, removable), sure, die.doubts)


def _unknown_slot(faces: tuple[Face, ...]) -> Slot:
    return Slot(None, _offers(None, None, faces, removable=False), sure=False)


def _offers(
    face: Face | None, second: Face | None, faces: tuple[Face, ...], removable: bool
) -> tuple[Face | None, ...]:
    """The face as read, then none where there are too many dice, then the next likeliest, then the others."""
    read = () if face is None else (face,)
    likely = (second,) if second is not None and second != face else ()
    none = (None,) if removable else ()
    return (*read, *none, *likely, *(one for one in faces if one not in (*read, *likely)))


def _confidences(roll: Roll, reading: Reading | None, faces: tuple[Face, ...]) -> list[tuple[Face | None, float]]:
    """For each die of the roll its second face and confidence, where the reading has a die of that face."""
    dice = list(reading.dice) if reading is not None else []
    found: list[tuple[Face | None, float]] = []
    for face in roll.faces:
        match = next((die for die in dice if rolled(die.face, faces) == face), None)
        if match is None:
            found.append((None, 1.0))
        else:
            dice.remove(match)
            found.append((rolled(match.second, faces), match.confidence))
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


def next_item(editor: PositionEditor) -> PositionEditor:
    """The next seat, item or value, whichever is being chosen."""
    if editor.item is None:
        return replace(editor, seat=(editor.seat + 1) % (len(editor.draft.players) + 1))
    items = items_of(editor.draft)
    if not editor.changing:
        return replace(editor, item=(editor.item + 1) % (len(items) + 1))
    item = items[editor.item]
    if item.kind is ItemKind.GOAT:
        return _with_goat_on(editor, item.number)
    return replace(editor, draft=_next_draft(editor.draft, editor.seat, item))


def enter_item(editor: PositionEditor) -> PositionEditor | Change:
    """One level deeper; "done" at the seats is the corrected position."""
    if editor.item is None:
        if editor.seat == len(editor.draft.players):
            return PositionEntry(editor.draft)
        return replace(editor, item=0)
    if editor.item == len(items_of(editor.draft)):
        return replace(editor, item=None, seat=len(editor.draft.players))
    return replace(editor, changing=not editor.changing)


def leave_item(editor: PositionEditor) -> PositionEditor | None:
    """Up to the seats, the value kept as it is; None from there."""
    return None if editor.item is None else replace(editor, item=None, changing=False)


# What can be corrected on a board: one list for all of it


class ItemKind(Enum):
    """What a correction is about."""

    GOAT = "goat"
    TOKENS = "tokens"
    BONUS = "bonus"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class Item:
    """One value of a seat that can be corrected.

    Attributes:
        kind: what it is.
        number: of the tokens their mountain, of a bonus its points, of a goat its place among those of the seat.
        card: code of the card that gave points.
    """

    kind: ItemKind
    number: int = 0
    card: str = ""


def items_of(draft: Position) -> tuple[Item, ...]:
    """The goats, then the tokens of each mountain, the bonuses, and the points of cards that may give some."""
    numbers = [mountain.number for mountain in draft.rules.mountains]
    return (
        *(Item(ItemKind.GOAT, index) for index in range(len(numbers))),
        *(Item(ItemKind.TOKENS, number) for number in numbers),
        *(Item(ItemKind.BONUS, points) for points in draft.rules.bonus),
        *(Item(ItemKind.POINTS, card=laid.card.code) for laid in draft.cards if _gives_points(laid.card)),
    )


def _gives_points(card: Card) -> bool:
    """Whether a card may give points during the game, by its effects or by hand."""
    verbs = [effect.does for effect in card.effects if effect.when != "final" or isinstance(effect.does, Manual)]
    ways = [way for verb in verbs if isinstance(verb, Choice) for way in verb.of]
    return any(isinstance(verb, Points | Manual) for verb in (*verbs, *ways))


def _with_goat_on(editor: PositionEditor, index: int) -> PositionEditor:
    """The goat on the next place that keeps the rules; it stays the one selected wherever it comes among the others."""
    goat = editor.draft.players[editor.seat].goats[index]
    places = editor.draft.rules.places
    at = places.index(goat)
    for to in (*places[at + 1 :], *places[:at]):
        try:
            draft = with_goat_at(editor.draft, editor.seat, goat, to)
        except EngineError:
            continue
        return replace(editor, draft=draft, item=draft.players[editor.seat].goats.index(to))
    return editor


def value_of(draft: Position, seat: int, item: Item) -> int:
    """The number of tokens, 1 for a bonus that the seat has, or the points that a card gave."""
    player = draft.players[seat]
    if item.kind is ItemKind.POINTS:
        return dict(player.extra).get(item.card, 0)
    if item.kind is ItemKind.TOKENS:
        return player.tokens[draft.rules.index(item.number)]
    return int(item.number in player.bonus)


def _next_draft(draft: Position, seat: int, item: Item) -> Position:
    """The draft with the next value that keeps the rules; the same draft when there is no other."""
    value = value_of(draft, seat, item)
    if item.kind is ItemKind.POINTS:
        return _with_points(draft, seat, item.card, value + 1 if value < _MOST_POINTS else _FEWEST_POINTS)
    for _ in range(_MOST_VALUES):
        value = (value + 1) % _MOST_VALUES
        try:
            return _with_value(draft, seat, item, value)
        except EngineError:
            continue
    return draft


def _with_value(draft: Position, seat: int, item: Item, value: int) -> Position:
    if item.kind is ItemKind.TOKENS:
        return with_tokens(draft, seat, item.number, value)
    return _with_bonus(draft, seat, item.number, value)


def _with_bonus(draft: Position, seat: int, points: int, count: int) -> Position:
    """Gives a bonus to a seat, or puts it back; EngineError when the row would not go from high to low any more."""
    if count > 1:
        raise EngineError(f"bonus: there is one of {points}")
    holders = [
        replace(player, bonus=_bonus_with(player.bonus, points, held=bool(count) and index == seat))
        for index, player in enumerate(draft.players)
    ]
    row = _bonus_with(draft.bonus, points, held=not count)
    corrected = replace(draft, players=tuple(holders), bonus=row)
    check_position(corrected)
    return corrected


def _with_points(draft: Position, seat: int, card: str, points: int) -> Position:
    given = dict(draft.players[seat].extra) | {card: points}
    extra = tuple(sorted(each for each in given.items() if each[1]))
    return draft.seated(seat, replace(draft.players[seat], extra=extra))


def _bonus_with(bonus: tuple[int, ...], points: int, held: bool) -> tuple[int, ...]:
    others = [one for one in bonus if one != points]
    return tuple(sorted([*others, points] if held else others, reverse=True))


_MOST_VALUES = 13
_FEWEST_POINTS, _MOST_POINTS = -20, 40
"""More than any stack has tokens."""
