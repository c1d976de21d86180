"""Switching off in two steps, and what else the device itself has to say."""

from __future__ import annotations

from dataclasses import replace

from hardware.ports import Button
from pi.core.effects import ShutDown
from pi.core.events import ButtonPressed
from pi.core.handler import Next
from pi.core.model import Model
from pi.core.overlay_values import MendedRecord, ShutDownQuestion, SwitchedOff
from pi.core.recording import without_overlay
from pi.core.screen import Row, Screen
from pi.core.texts import Say


def ask_to_shut_down(model: Model, event: ButtonPressed | None = None) -> Next:
    """The first step: a question on top of whatever there is."""
    if isinstance(model.overlay, ShutDownQuestion):
        return Next(model, why="it is being asked already")
    return Next(replace(without_overlay(model), overlay=ShutDownQuestion()))


def shut_down_pressed(model: Model, event: ButtonPressed) -> Next:
    """The second step: only an OK on "yes" switches off."""
    assert isinstance(model.overlay, ShutDownQuestion)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=ShutDownQuestion(not model.overlay.yes)))
        case Button.OK if model.overlay.yes:
            return Next(replace(model, overlay=SwitchedOff()), (ShutDown(),))
        case _:
            return Next(without_overlay(model))


def switched_off_pressed(model: Model, event: ButtonPressed) -> Next:
    """Nothing happens any more."""
    return Next(model, why="it is switched off")


def mended_pressed(model: Model, event: ButtonPressed) -> Next:
    """The players have read it."""
    assert isinstance(model.overlay, MendedRecord)
    return Next(without_overlay(model))


def shut_down_question(model: Model, speak: Say) -> Screen:
    """The question."""
    assert isinstance(model.overlay, ShutDownQuestion)
    rows = (
        Row(speak("No, play on"), selected=not model.overlay.yes),
        Row(speak("Yes, switch off"), selected=model.overlay.yes),
    )
    return Screen(speak("Switch off?"), rows=rows, hint=speak("NEXT down  OK choose"))


def switched_off(model: Model, speak: Say) -> Screen:
    """The last picture, which stays on the display."""
    rows = (
        Row(speak("The game is kept.")),
        Row(""),
        Row(speak("On a Pi, wait until its")),
        Row(speak("green light is out.")),
    )
    return Screen(speak("Safe to unplug"), rows=rows)


def mended_record(model: Model, speak: Say) -> Screen:
    """The record's file was damaged."""
    assert isinstance(model.overlay, MendedRecord)
    rows = (
        Row(speak("Its file was damaged.")),
        Row(speak("What was whole is kept:")),
        Row(speak("Games: {count}", count=model.overlay.games)),
        Row(speak("A last move may lack.")),
    )
    return Screen(speak("Record mended"), rows=rows, hint=speak("OK go on"))
