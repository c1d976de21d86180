"""Before a game and after it: who plays, who starts, by which rules, and a rematch.

Two questions lead to a game: how many play, and who starts. Names, seats, colours and rules are further lines of the
second question; BACK leads from any of them to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from typing import Any

from engine.green_valley import FIELDS
from engine.position import Position
from engine.rules import EXPANSIONS, rule_set, setting_names
from hardware.ports import Button
from pi.core.beginning import begin_game, colours_of, names_given, names_of
from pi.core.board import is_laid_out
from pi.core.effects import RememberWishes
from pi.core.events import ButtonPressed
from pi.core.handler import Next
from pi.core.hints import with_next_hints
from pi.core.language import Language
from pi.core.model import Model, Phase, Setup, SetupStep
from pi.core.overlay_values import LayOut, Scores
from pi.core.recording import back_to_game, game_of, undo, without_detail
from pi.core.texts import say

DONE = ""
"""Among the letters of a new name: it is complete."""

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜ")
NAME_LENGTH = 9
"""Letters of a name that is spelt on the device; longer ones find no room on the display."""


class Line(Enum):
    """Lines of the questions besides seats."""

    PLAYERS = "players"
    SEATS = "seats"
    RULES = "rules"
    FIELDS = "valley fields"
    SAGA = "saga"
    NAME = "name"
    COLOUR = "colour"
    HINTS = "hints"
    SWAP = "swap"
    NEW_NAME = "new name"
    PLAY = "play"
    DONE = "done"


def setup_pressed(model: Model, event: ButtonPressed) -> Next:
    """Hands a press to the question being asked."""
    if event.button is Button.BACK or (event.button is Button.UNDO and model.setup.step is not SetupStep.SPELLING):
        return leave(model)
    return _STEPS[model.setup.step](model, event.button)


def leave(model: Model) -> Next:
    """From any detail to the second question, from there to the first, and from there to the game there was."""
    setup = without_detail(model.setup)
    if setup != model.setup:
        return Next(replace(model, setup=setup))
    if setup.step is SetupStep.STARTS and model.game is None:
        return _ask(model, SetupStep.PLAYERS)
    return back_to_game(model)


def _ask(model: Model, step: SetupStep, **answers: Any) -> Next:
    """Asks a question, with the line selected that holds the answer so far."""
    setup = replace(model.setup, step=step, **answers)
    cursors = {SetupStep.STARTS: setup.starts, SetupStep.SEATS: setup.seat}
    return Next(replace(model, setup=replace(setup, cursor=cursors.get(step, 0))))


def _with_cursor(model: Model, count: int) -> Next:
    """The next of so many lines is selected."""
    return Next(replace(model, setup=replace(model.setup, cursor=(model.setup.cursor + 1) % count)))


# How many play, who starts


def _players_pressed(model: Model, button: Button) -> Next:
    setup = model.setup
    if button is Button.OK:
        return _ask(model, SetupStep.STARTS)
    counts = [count for count, _ in rule_set(setup.rules).stacks]
    players = counts[(counts.index(setup.players) + 1) % len(counts)]
    return Next(replace(model, setup=replace(setup, players=players, starts=0, seat=0)))


def starts_lines(setup: Setup) -> tuple[int | Line, ...]:
    """The lines of the second question: a seat each, then what else may be settled."""
    return (*range(setup.players), Line.PLAYERS, Line.SEATS, Line.RULES)


def _starts_pressed(model: Model, button: Button) -> Next:
    lines = starts_lines(model.setup)
    if button is Button.NEXT:
        return _with_cursor(model, len(lines))
    match lines[model.setup.cursor]:
        case Line.PLAYERS:
            return _ask(model, SetupStep.PLAYERS)
        case Line.SEATS:
            return _ask(model, SetupStep.SEATS, seat=0)
        case Line.RULES:
            return _ask(model, SetupStep.RULES)
        case seat:
            assert isinstance(seat, int)
            return begin(replace(model, setup=replace(model.setup, starts=seat)))


def begin(model: Model) -> Next:
    """Begins, and reminds of what this game needs besides the board."""
    begun = begin_game(model)
    needs_more = is_laid_out(game_of(begun.model).position)
    return replace(begun, model=replace(begun.model, overlay=LayOut())) if needs_more else begun


# Names, seats and colours


def seats_lines(setup: Setup) -> tuple[int | Line, ...]:
    """A line each seat, then "done"."""
    return (*range(setup.players), Line.DONE)


def _seats_pressed(model: Model, button: Button) -> Next:
    lines = seats_lines(model.setup)
    if button is Button.NEXT:
        return _with_cursor(model, len(lines))
    line = lines[model.setup.cursor]
    return _ask(model, SetupStep.STARTS) if isinstance(line, Line) else _ask(model, SetupStep.SEAT, seat=line)


SEAT_LINES = (Line.NAME, Line.COLOUR, Line.SWAP, Line.HINTS, Line.DONE)
"""What can be settled about a seat."""


def _seat_pressed(model: Model, button: Button) -> Next:
    setup = model.setup
    if button is Button.NEXT:
        return _with_cursor(model, len(SEAT_LINES))
    match SEAT_LINES[setup.cursor]:
        case Line.NAME:
            return _ask(model, SetupStep.NAME)
        case Line.COLOUR:
            return Next(replace(model, setup=_with_next_colour(setup)))
        case Line.HINTS:
            wishes = with_next_hints(model.wishes, names_of(setup, model.language)[setup.seat])
            return Next(replace(model, wishes=wishes), (RememberWishes(wishes),))
        case Line.SWAP:
            return Next(replace(model, setup=_with_seats_swapped(setup)))
        case _:
            return _ask(model, SetupStep.SEATS)


def _with_next_colour(setup: Setup) -> Setup:
    known, chosen = rule_set(setup.rules).colours, list(colours_of(setup))
    taken = {colour for seat, colour in enumerate(chosen) if seat != setup.seat}
    at = known.index(chosen[setup.seat])
    chosen[setup.seat] = next(colour for colour in (*known[at + 1 :], *known) if colour not in taken)
    return replace(setup, colours=tuple(chosen))


def _with_seats_swapped(setup: Setup) -> Setup:
    """The player sits one seat further on; the one who sat there comes to this seat."""
    here, there = setup.seat, (setup.seat + 1) % setup.players
    names, colours = list(names_given(setup)), list(colours_of(setup))
    for each in (names, colours):
        each[here], each[there] = each[there], each[here]
    return replace(setup, names=tuple(names), colours=tuple(colours), seat=there)


def name_lines(setup: Setup) -> tuple[str | Line, ...]:
    """The names on offer for a seat: those that are known and sit nowhere, then a default one, then a new one."""
    given = names_given(setup)
    free = tuple(name for name in setup.known_names if name not in given)
    return (*free, "", Line.NEW_NAME)


def _name_pressed(model: Model, button: Button) -> Next:
    lines = name_lines(model.setup)
    if button is Button.NEXT:
        return _with_cursor(model, len(lines))
    line = lines[model.setup.cursor]
    return _ask(model, SetupStep.SPELLING, spelt="") if isinstance(line, Line) else _named(model, line)


def _named(model: Model, name: str) -> Next:
    setup = model.setup
    names = list(names_given(setup))
    names[setup.seat] = name
    return _ask(model, SetupStep.SEAT, names=tuple(names), spelt="")


def letters_on_offer(setup: Setup) -> tuple[str, ...]:
    """What may come next: a capital letter first, then small ones, or none when the name is complete."""
    if not setup.spelt:
        return LETTERS
    if len(setup.spelt) == NAME_LENGTH:
        return (DONE,)
    return (DONE, *(letter.lower() for letter in LETTERS), "ß", "-")


def _spelling_pressed(model: Model, button: Button) -> Next:
    setup = model.setup
    letters = letters_on_offer(setup)
    if button is Button.NEXT:
        return _with_cursor(model, len(letters))
    if button is Button.UNDO:
        return _ask(model, SetupStep.SPELLING, spelt=setup.spelt[:-1])
    letter = letters[setup.cursor]
    if letter == DONE:
        return _named(model, setup.spelt)
    return _ask(model, SetupStep.SPELLING, spelt=setup.spelt + letter)


# Rules


SWITCHES: Mapping[str, str] = {
    "big-mountain": "Big Mountain",
    "green-valley": "Green Valley",
    "must_move": "All dice must move",
    "entry_climbs": "Entered: one step up",
    "free_redeploy": "Take goats back",
}
"""The expansions and settings that are on or off, and what they are called."""


def rules_lines(setup: Setup) -> tuple[str | Line, ...]:
    """A line each expansion, then each setting that the rules read, then "done"."""
    read = setting_names(rule_set(setup.rules))
    fields = (Line.FIELDS,) if "valley_fields" in read else ()
    expansions = () if rule_set(setup.rules).lays_cards else EXPANSIONS
    return (*expansions, *(name for name in SWITCHES if name in read), *fields, Line.SAGA, Line.DONE)


def is_on(setup: Setup, name: str) -> bool:
    """Whether an expansion is played with, or a setting holds."""
    if name in EXPANSIONS:
        return name in setup.rules
    value = getattr(setup.settings, name)
    return rule_set(setup.rules).redeploys if value is None else bool(value)


def _rules_pressed(model: Model, button: Button) -> Next:
    setup = model.setup
    lines = rules_lines(setup)
    if button is Button.NEXT:
        return _with_cursor(model, len(lines))
    line = lines[setup.cursor]
    if isinstance(line, Line):
        return _ask(model, _ASKED_BY[line])
    return Next(replace(model, setup=_switched(setup, line)))


_ASKED_BY: Mapping[Line, SetupStep] = {
    Line.FIELDS: SetupStep.FIELDS,
    Line.SAGA: SetupStep.SAGA,
    Line.DONE: SetupStep.STARTS,
}


def _switched(setup: Setup, name: str) -> Setup:
    if name in EXPANSIONS:
        added = (each for each in EXPANSIONS if (each in setup.rules) != (each == name))
        return replace(setup, rules=(setup.rules[0], *added))
    turned: dict[str, Any] = {name: not is_on(setup, name)}
    return replace(setup, settings=replace(setup.settings, **turned))


def fields_lines(setup: Setup) -> tuple[int | Line, ...]:
    """A line each mountain, then "done"."""
    return (*(mountain for mountain, _ in setup.settings.valley_fields), Line.DONE)


def _fields_pressed(model: Model, button: Button) -> Next:
    setup = model.setup
    lines = fields_lines(setup)
    if button is Button.NEXT:
        return _with_cursor(model, len(lines))
    line = lines[setup.cursor]
    if isinstance(line, Line):
        return _ask(model, SetupStep.RULES)
    fields = tuple(
        (mountain, FIELDS[(FIELDS.index(points) + 1) % len(FIELDS)] if mountain == line else points)
        for mountain, points in setup.settings.valley_fields
    )
    return Next(replace(model, setup=replace(setup, settings=replace(setup.settings, valley_fields=fields))))


_STEPS: Mapping[SetupStep, Callable[[Model, Button], Next]] = {
    SetupStep.PLAYERS: _players_pressed,
    SetupStep.STARTS: _starts_pressed,
    SetupStep.SEATS: _seats_pressed,
    SetupStep.SEAT: _seat_pressed,
    SetupStep.NAME: _name_pressed,
    SetupStep.SPELLING: _spelling_pressed,
    SetupStep.RULES: _rules_pressed,
    SetupStep.FIELDS: _fields_pressed,
}


# After the game


def over_pressed(model: Model, event: ButtonPressed) -> Next:
    """OK is the rematch; NEXT steps through the score sheets."""
    match event.button:
        case Button.OK:
            return Next(set_up_again(model))
        case Button.UNDO:
            return undo(model)
        case Button.NEXT:
            return Next(replace(model, overlay=Scores()))
        case Button.BACK:
            return Next(model, why="there is nothing to leave")


def set_up_again(model: Model) -> Model:
    """The set-up with the last game's group, the start moved on by one seat; one more OK begins."""
    position = game_of(model).position
    return _set_up_like(model, position, (position.starts + 1) % len(position.players))


def take_back_set_up(model: Model) -> Model:
    """The set-up as it was, of a game in which nothing has happened yet."""
    position = game_of(model).position
    return _set_up_like(model, position, position.starts)


def _set_up_like(model: Model, position: Position, starts: int) -> Model:
    setup = Setup(
        step=SetupStep.STARTS,
        players=len(position.players),
        starts=starts,
        names=tuple(_name_given(player.name, seat, model.language) for seat, player in enumerate(position.players)),
        colours=tuple(player.colour for player in position.players),
        rules=position.rules.names,
        settings=position.settings,
        known_names=model.setup.known_names,
        cursor=starts,
        cards=position.cards,
    )
    return replace(model, phase=Phase.SETUP, setup=setup, overlay=None)


def _name_given(name: str, seat: int, language: Language) -> str:
    return "" if name == say(language, "Player {number}", number=seat + 1) else name
