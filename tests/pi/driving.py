"""Drives the pure core in tests: readings made by hand, events in, model and effects out."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engine.places import parse_place
from engine.position_checks import check_position
from engine.record import Entry, new_game
from hardware.ports import Button
from pi.core.beginning import begin_game
from pi.core.effects import BeginGame, Effect, Record
from pi.core.events import (
    ButtonPressed,
    DeviceFailed,
    DeviceReturned,
    DiceMoved,
    DiceSettled,
    Event,
    SaveFailed,
    SaveSucceeded,
    TrayBlocked,
    TrayEmptied,
)
from pi.core.handler import Next
from pi.core.language import Language
from pi.core.model import Model, Setup, resumed
from pi.core.update import update
from vision.reading import Die, Doubt, Reading

AT = 1.0
MOVED = DiceMoved(AT)
EMPTIED = TrayEmptied(AT)
NEXT, BACK, OK, UNDO = (ButtonPressed(button, held=False, at=AT) for button in Button)
HOLD_NEXT, HOLD_BACK, HOLD_OK, HOLD_UNDO = (ButtonPressed(button, held=True, at=AT) for button in Button)


def die(face: int | str | None, second: int | None = None, confidence: float = 0.999, x: float = 0.0) -> Die:
    corners = ((x - 30, 70.0), (x + 30, 70.0), (x + 30, 130.0), (x - 30, 130.0))
    return Die(face, second, confidence, (x, 100.0), corners)


def reading(
    *faces: int | str | None,
    accepted: bool = True,
    doubts: tuple[Doubt, ...] = (),
    groups: tuple[tuple[int, ...], ...] | None = None,
    x: float = 0.0,
) -> Reading:
    """Dice side by side from `x` on, edges of 60, 100 apart; pixels."""
    dice = tuple(
        die(face, second=2 if face is None else None, confidence=0.999 if face is not None else 0.4, x=x + 100 * index)
        for index, face in enumerate(faces)
    )
    alone = tuple((index,) for index in range(len(dice)))
    return Reading(dice, 0.99 if accepted else 0.4, accepted, doubts, alone if groups is None else groups)


def settled(*faces: int | str | None, **details: Any) -> DiceSettled:
    return DiceSettled(reading(*faces, **details), AT)


def thrown(*faces: int | str) -> tuple[Event, ...]:
    """The events of a whole throw: the old dice leave, new ones come to rest."""
    return (MOVED, EMPTIED, MOVED, settled(*faces))


def pushed(*groups: tuple[int | str, ...], x: float = 500.0) -> tuple[Event, ...]:
    """The events of dice being pushed into groups."""
    faces = [face for group in groups for face in group]
    indexes = iter(range(len(faces)))
    return (MOVED, settled(*faces, groups=tuple(tuple(next(indexes) for _ in group) for group in groups), x=x))


def new_table(players: int = 2, language: Language = Language.ENGLISH, names: tuple[str, ...] = ("Ann", "Bo")) -> Model:
    """A game just begun."""
    chosen = (*names, "Cy", "Di", "Ed")[:players]
    return begin_game(Model(language=language, setup=Setup(players=players, names=chosen))).model


BOTH = ("base", "big-mountain", "green-valley")


def wide_table(
    goats: Mapping[int, str],
    empty: tuple[int, ...] = (),
    players: int = 2,
    language: Language = Language.ENGLISH,
    rules: tuple[str, ...] = BOTH,
    names: tuple[str, ...] = ("Ann", "Bo"),
) -> Model:
    """A game with expansions under way.

    Args:
        goats: by seat, all six places; seats left out have theirs at the feet.
        empty: mountains whose tokens the last seat has all taken.
        players: how many play.
        language: of the screens.
        rules: names of the rule sets.
        names: of the first seats.
    """
    chosen = (*names, "Cy", "Di", "Ed")[:players]
    table = begin_game(Model(language=language, setup=Setup(players=players, names=chosen, rules=rules))).model
    assert table.game is not None
    position = table.game.position
    for seat, places in goats.items():
        moved = position.players[seat].with_goats([parse_place(place) for place in places.split()])
        position = position.seated(seat, moved)
    numbers = position.rules.numbers
    taken = tuple(stack if number in empty else 0 for number, stack in zip(numbers, position.stacks, strict=True))
    position = position.seated(players - 1, replace(position.players[-1], tokens=taken))
    left = tuple(stack - gone for stack, gone in zip(position.stacks, taken, strict=True))
    position = replace(position, stacks=left)
    check_position(position)
    return resumed(table, new_game(position))


def play(model: Model, *events: Event) -> Model:
    """The model after some events."""
    for event in events:
        model = update(model, event).model
    return model


def follow(model: Model, *events: Event) -> Next:
    """The model after some events, with all their effects and the last reason why nothing happened."""
    effects: tuple[Effect, ...] = ()
    why = ""
    for event in events:
        following = update(model, event)
        model, effects, why = following.model, effects + following.effects, following.why
    return Next(model, effects, why)


def entries_of(effects: tuple[Effect, ...]) -> tuple[Entry, ...]:
    """All entries that effects record."""
    return tuple(entry for effect in effects if isinstance(effect, Record) for entry in effect.entries)


def first_of(effects: tuple[Effect, ...]) -> BeginGame:
    return next(effect for effect in effects if isinstance(effect, BeginGame))


def in_language(model: Model, language: Language) -> Model:
    return replace(model, language=language)


def random_events(chance: random.Random, count: int) -> Iterator[Event]:
    """Throws, button mashes and disturbances in a random order."""
    presses: list[Event] = [NEXT, BACK, OK, OK, OK, OK, UNDO, HOLD_NEXT, HOLD_OK, HOLD_UNDO]
    camera_failed = DeviceFailed("camera", "gone", "plug it in", AT)
    disturbances: list[Event] = [MOVED, EMPTIED, TrayBlocked(AT), camera_failed, SaveFailed("full", AT)]
    recoveries: list[Event] = [DeviceReturned("camera", AT), SaveSucceeded(AT)]
    for _ in range(count):
        kind = chance.random()
        if kind < 0.55:
            yield chance.choice(presses)
        elif kind < 0.65:
            lying = [chance.choice([1, 1, 2, 3, 4, 5, 6]) for _ in range(4)]
            yield from (MOVED, settled(*lying, x=chance.choice([0.0, 10.0, 500.0])))
        elif kind < 0.8:
            yield from thrown(*(chance.choice([1, 1, 2, 3, 4, 5, 6]) for _ in range(4)))
        elif kind < 0.9:
            faces = [chance.choice([1, 2, 3, 4, 5, 6, None]) for _ in range(chance.randint(1, 6))]
            doubts = tuple(chance.sample(list(Doubt), chance.randint(0, 2)))
            yield settled(*faces, accepted=False, doubts=doubts)
        else:
            yield chance.choice(disturbances)
            yield chance.choice(recoveries)
