"""A goat taken back by itself, without dice, in its player's own turn: which one, and to which mountain."""

from __future__ import annotations

from dataclasses import replace

from engine.places import Place, path
from engine.play import redeploys
from engine.position import Position
from engine.record import RedeployEntry
from engine.turns import Redeploy
from hardware.ports import Button
from pi.core.events import ButtonPressed
from pi.core.goats import GoatMove, move_sentence, place_sentence
from pi.core.handler import Next
from pi.core.model import Model, Phase
from pi.core.overlay_values import Redeployed, RedeployQuestion
from pi.core.recording import enter_entries, game_of, undo, without_overlay
from pi.core.screen import Row, Screen
from pi.core.sentences import mover_name
from pi.core.texts import Say


def can_take_back(model: Model) -> bool:
    """Whether the player to move may take a goat back now; not while the hands still move those of another."""
    position = game_of(model).position
    return model.phase is not Phase.DOING and not position.over and bool(redeploys(position))


def ask_to_redeploy(model: Model) -> Next:
    """Asks which goat."""
    return Next(replace(without_overlay(model), overlay=RedeployQuestion()))


def goats_offered(position: Position) -> tuple[Place, ...]:
    """The goats that may be taken back, those on no mountain first."""
    return tuple(sorted({step.origin for step in redeploys(position)}, reverse=True))


def steps_offered(position: Position, goat: Place) -> tuple[Redeploy, ...]:
    """What may be done with one of them."""
    return tuple(step for step in redeploys(position) if step.origin == goat)


def redeploy_pressed(model: Model, event: ButtonPressed) -> Next:
    """Steps through goats, then through mountains; BACK goes one list up."""
    question = model.overlay
    assert isinstance(question, RedeployQuestion)
    position = game_of(model).position
    goats = goats_offered(position)
    steps = () if question.goat is None else steps_offered(position, question.goat)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=replace(question, cursor=(question.cursor + 1) % len(steps or goats))))
        case Button.OK if question.goat is None:
            return Next(replace(model, overlay=RedeployQuestion(goats[question.cursor])))
        case Button.OK:
            return enter_entries(model, (RedeployEntry(steps[question.cursor]),))
        case _ if question.goat is None:
            return Next(without_overlay(model))
        case _:
            return Next(replace(model, overlay=RedeployQuestion(cursor=goats.index(question.goat))))


def redeploy_screen(model: Model, speak: Say) -> Screen:
    """Which goat, or where to."""
    question = model.overlay
    assert isinstance(question, RedeployQuestion)
    position = game_of(model).position
    if question.goat is None:
        title = speak("{name}: which goat?", name=mover_name(position))
        texts = [place_sentence(goat, position, speak) for goat in goats_offered(position)]
    else:
        title = speak("To which mountain?")
        texts = [_sentence(step, position, speak) for step in steps_offered(position, question.goat)]
    rows = tuple(Row(text, selected=index == question.cursor) for index, text in enumerate(texts))
    return Screen(title, rows=rows, hint=speak("NEXT down  OK choose"))


def redeployed_pressed(model: Model, event: ButtonPressed) -> Next:
    """The goat has been moved, or is to be put back."""
    if event.button is Button.UNDO:
        return undo(model)
    return Next(without_overlay(model))


def redeployed_screen(model: Model, speak: Say) -> Screen:
    """What the hands must do."""
    taken = model.overlay
    assert isinstance(taken, Redeployed)
    position = game_of(model).position
    rows = (Row(_sentence(taken.step, position, speak)),)
    return Screen(speak("{name}: move a goat", name=mover_name(position)), rows=rows, hint=speak("OK go on"))


def _sentence(step: Redeploy, position: Position, speak: Say) -> str:
    return move_sentence(GoatMove(step.origin, path(step.mountain, 0)), position, speak)
