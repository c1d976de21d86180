"""The game looked back on: the turns that cost most, one after the other.

Turns that were not judged when they were played, as before a pause, are judged one at a time while nothing else waits:
all of them together would leave the table deaf for seconds.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from engine.record import Game
from engine.review import JudgedTurn, costliest, judged_turn, played_turns
from hardware.ports import Button
from pi.core.events import ButtonPressed, InboxEmptied
from pi.core.handler import Next
from pi.core.model import Model
from pi.core.overlay_values import LookingBack, Review
from pi.core.recording import game_of, without_overlay


def open_review(model: Model) -> Next:
    """Shows the turns that cost most, once all are judged."""
    return _looking_back(model, done=0)


def is_judging(model: Model) -> bool:
    """Whether turns wait to be judged: then `InboxEmptied` is to be told of as soon as nothing else waits."""
    return isinstance(model.overlay, LookingBack)


def judge_next(model: Model, event: InboxEmptied) -> Next:
    """Judges the turn that is next."""
    looking = model.overlay
    if not isinstance(looking, LookingBack):
        return Next(model, why="nobody looks back")
    number = looking.done + 1
    played = islice(played_turns(game_of(model)), looking.done, number)  # none when it was taken back meanwhile
    found = [turn for turn in (judged_turn(number, *each) for each in played) if turn is not None]
    judged = tuple(sorted((*model.judged, *found), key=lambda turn: turn.number))
    return _looking_back(replace(model, judged=judged), done=number)


def _looking_back(model: Model, done: int) -> Next:
    """Goes on to the next turn that is not judged; after the last one the review opens."""
    game = game_of(model)
    known = {turn.number for turn in model.judged}
    turns = len(tuple(played_turns(game)))
    for number in range(done + 1, turns + 1):
        if number not in known:
            return Next(replace(model, overlay=LookingBack(number - 1, turns)))
    return Next(replace(model, overlay=Review(_costly(game, model.judged))))


def _costly(game: Game, judged: tuple[JudgedTurn, ...]) -> tuple[JudgedTurn, ...]:
    """Three of every player at most, the costliest of all first."""
    seats = range(len(game.position.players))
    by_seat = (costliest(turn for turn in judged if turn.seat == seat) for seat in seats)
    return tuple(sorted((turn for turns in by_seat for turn in turns), key=lambda turn: -turn.cost))


def looking_back_pressed(model: Model, event: ButtonPressed) -> Next:
    """BACK ends it, and what is judged by then is kept."""
    return Next(without_overlay(model)) if event.button is Button.BACK else Next(model, why="turns are being judged")


def review_pressed(model: Model, event: ButtonPressed) -> Next:
    """NEXT turns the page, everything else closes the review."""
    review = model.overlay
    assert isinstance(review, Review)
    if event.button is Button.NEXT and review.turns:
        return Next(replace(model, overlay=replace(review, cursor=(review.cursor + 1) % len(review.turns))))
    return Next(without_overlay(model))
