"""The game looked back on: the turns that cost most, one after the other."""

from __future__ import annotations

from dataclasses import replace

from engine.record import Game
from engine.review import JudgedTurn, costliest, judged_turns
from hardware.ports import Button
from pi.core.events import ButtonPressed
from pi.core.handler import Next
from pi.core.model import Model, Review
from pi.core.recording import game_of, without_overlay


def open_review(model: Model) -> Next:
    """Shows the turns that cost most."""
    game = game_of(model)
    judged = judged_turns(game, model.judged)
    return Next(replace(model, overlay=Review(_costly(game, judged)), judged=judged))


def _costly(game: Game, judged: tuple[JudgedTurn, ...]) -> tuple[JudgedTurn, ...]:
    """Three of every player at most, the costliest of all first."""
    seats = range(len(game.position.players))
    by_seat = (costliest(turn for turn in judged if turn.seat == seat) for seat in seats)
    return tuple(sorted((turn for turns in by_seat for turn in turns), key=lambda turn: -turn.cost))


def review_pressed(model: Model, event: ButtonPressed) -> Next:
    """NEXT turns the page, everything else closes the review."""
    review = model.overlay
    assert isinstance(review, Review)
    if event.button is Button.NEXT and review.turns:
        return Next(replace(model, overlay=replace(review, cursor=(review.cursor + 1) % len(review.turns))))
    return Next(without_overlay(model))
