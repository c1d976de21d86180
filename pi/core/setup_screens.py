"""The screens of the questions before a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pi.core.beginning import colours_of, names_of
from pi.core.hints import Hints, hints_for
from pi.core.model import Model, Setup, SetupStep
from pi.core.saga_setup import cards_screen, saga_screen
from pi.core.screen import Row, Screen
from pi.core.sentences import short_name, trouble_sentences
from pi.core.setup import (
    DONE,
    SEAT_LINES,
    SWITCHES,
    Line,
    fields_lines,
    is_on,
    letters_on_offer,
    name_lines,
    rules_lines,
    seats_lines,
    starts_lines,
)
from pi.core.texts import Say


def setup_screen(model: Model, speak: Say) -> Screen:
    """The question being asked."""
    return _STEPS[model.setup.step](model, speak)


def _players(model: Model, speak: Say) -> Screen:
    rows = (
        Row(speak("How many play?")),
        Row(speak("Players: {count}", count=model.setup.players), selected=True),
        *map(Row, trouble_sentences(model, speak)),
    )
    return Screen(speak("Goatherd"), rows=rows, hint=speak("NEXT change  OK go on"))


def _starts(model: Model, speak: Say) -> Screen:
    setup = model.setup
    names, lines = _names(model), starts_lines(setup)
    rows = [
        Row(speak(_LINES[line], count=setup.players))
        if isinstance(line, Line)
        else Row(speak("Starts: {name}", name=names[line]))
        for line in lines
    ]
    begins = not isinstance(lines[setup.cursor], Line)
    hint = speak("NEXT change  OK play" if begins else "NEXT down  OK choose")
    return _list(speak("Who starts?"), rows, setup, hint)


def _seats(model: Model, speak: Say) -> Screen:
    names, colours = _names(model), colours_of(model.setup)
    rows = [
        Row(speak(_LINES[line])) if isinstance(line, Line) else Row(names[line], speak(_COLOURS[colours[line]]))
        for line in seats_lines(model.setup)
    ]
    return _list(speak("Names and seats"), rows, model.setup, speak("NEXT down  OK choose"))


def _seat(model: Model, speak: Say) -> Screen:
    setup = model.setup
    names, colours = _names(model), colours_of(setup)
    hints = hints_for(model.wishes, names_of(setup, model.language)[setup.seat])
    rights = {
        Line.NAME: names[setup.seat],
        Line.COLOUR: speak(_COLOURS[colours[setup.seat]]),
        Line.HINTS: speak(_HINTS[hints]),
    }
    rows = [Row(speak(_LINES[line]), rights.get(line, "")) for line in SEAT_LINES]
    return _list(speak("Seat {number}", number=setup.seat + 1), rows, setup, speak("NEXT down  OK choose"))


def _name(model: Model, speak: Say) -> Screen:
    setup = model.setup
    default = speak("Player {number}", number=setup.seat + 1)
    texts = [
        speak(_LINES[line]) if isinstance(line, Line) else short_name(line or default) for line in name_lines(setup)
    ]
    title = speak("Seat {number}", number=setup.seat + 1)
    return _list(title, [Row(text) for text in texts], setup, speak("NEXT down  OK choose"))


def _spelling(model: Model, speak: Say) -> Screen:
    setup = model.setup
    letter = letters_on_offer(setup)[setup.cursor]
    is_done = letter == DONE
    rows = (
        Row(setup.spelt if is_done else f"{setup.spelt}[{letter}]"),
        Row(speak("Done") if is_done else speak("Take {letter}", letter=letter), selected=True),
        Row(speak("Hold NEXT: faster")),
        Row(speak("UNDO: a letter back")),
    )
    return Screen(speak("New name"), rows=rows, hint=speak("NEXT change  OK right"))


def _rules(model: Model, speak: Say) -> Screen:
    setup = model.setup
    rows = [
        Row(speak(_LINES[line]), _fields_text(setup) if line is Line.FIELDS else "")
        if isinstance(line, Line)
        else Row(speak(SWITCHES[line]), speak("yes" if is_on(setup, line) else "no"))
        for line in rules_lines(setup)
    ]
    return _list(speak("Rules"), rows, setup, speak("NEXT down  OK choose"))


def _fields_text(setup: Setup) -> str:
    return " ".join(str(points) for _, points in setup.settings.valley_fields)


def _fields(model: Model, speak: Say) -> Screen:
    setup = model.setup
    points = dict(setup.settings.valley_fields)
    rows = [
        Row(speak(_LINES[line]))
        if isinstance(line, Line)
        else Row(speak("From {number}", number=line), str(points[line]))
        for line in fields_lines(setup)
    ]
    return _list(speak("Valley fields"), rows, setup, speak("NEXT down  OK choose"))


def _names(model: Model) -> tuple[str, ...]:
    return tuple(short_name(name) for name in names_of(model.setup, model.language))


def _list(title: str, rows: Sequence[Row], setup: Setup, hint: str) -> Screen:
    """Lines with the selected one marked."""
    marked = tuple(Row(row.text, row.right, selected=index == setup.cursor) for index, row in enumerate(rows))
    return Screen(title, rows=marked, hint=hint)


_STEPS: Mapping[SetupStep, Callable[[Model, Say], Screen]] = {
    SetupStep.PLAYERS: _players,
    SetupStep.STARTS: _starts,
    SetupStep.SEATS: _seats,
    SetupStep.SEAT: _seat,
    SetupStep.NAME: _name,
    SetupStep.SPELLING: _spelling,
    SetupStep.RULES: _rules,
    SetupStep.FIELDS: _fields,
    SetupStep.SAGA: saga_screen,
    SetupStep.CARDS: cards_screen,
}

_LINES: Mapping[Line, str] = {
    Line.PLAYERS: "Players: {count}",
    Line.SEATS: "Names and seats",
    Line.RULES: "Rules",
    Line.FIELDS: "Fields",
    Line.SAGA: "The Saga",
    Line.NAME: "Name",
    Line.COLOUR: "Colour",
    Line.HINTS: "Hints",
    Line.SWAP: "One seat further",
    Line.NEW_NAME: "New name",
    Line.DONE: "Done",
}

_HINTS: Mapping[Hints, str] = {Hints.ON: "on", Hints.AFTER: "after the choice", Hints.OFF: "off"}

_COLOURS: Mapping[str, str] = {
    "white": "white",
    "red": "red",
    "yellow": "yellow",
    "blue": "blue",
    "green": "green",
    "black": "black",
}
