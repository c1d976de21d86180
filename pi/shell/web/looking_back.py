"""A game looked back on, for the page: the turns that cost most, and what would have been better."""

from __future__ import annotations

from engine.dice import face_json
from engine.position import position_json
from engine.record import Game
from engine.review import costly_turns
from pi.shell.web.messages import CostlyTurn
from pi.shell.web.news import advised


def costly_turns_told(game: Game) -> list[CostlyTurn]:
    """The turns of everybody that cost most, the costliest first. Takes as long as so many suggestions."""
    return [
        CostlyTurn(
            number=turn.number,
            seat=turn.seat,
            dice=[face_json(face) for face in turn.roll.faces],
            cost=round(turn.cost, 4),
            board=position_json(turn.before),
            played=advised(turn.played, turn.before),
            better=advised(turn.better, turn.before),
        )
        for turn in costly_turns(game)
    ]
