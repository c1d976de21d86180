"""The screens of the game looked back on, and what is said of a choice after it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.dice import face_json
from engine.review import JudgedTurn
from pi.core.model import Model
from pi.core.overlay_values import LookingBack, Review
from pi.core.screen import DieSign, Row, Screen
from pi.core.sentences import option_text, reason_sentence, short_name
from pi.core.texts import Say

TURNS_SHOWN = 10
"""The count moves on by so many: showing every turn would take a display as long as judging it."""


def looking_back_screen(model: Model, speak: Say) -> Screen:
    """How far the turns are judged."""
    looking = model.overlay
    assert isinstance(looking, LookingBack)
    done = looking.done // TURNS_SHOWN * TURNS_SHOWN
    rows = (Row(speak("Judging the turns")), Row(speak("{done} of {turns}", done=done, turns=looking.turns)))
    return Screen(speak("Looking back"), rows=rows, hint=speak("BACK close"))


def review_screen(model: Model, speak: Say) -> Screen:
    """One turn that cost much: its roll, what was played, what was better and why."""
    review = model.overlay
    assert isinstance(review, Review)
    if not review.turns:
        return Screen(speak("Looking back"), rows=(Row(speak("No turn cost much")),), hint=speak("OK close"))
    turn = review.turns[review.cursor]
    name = short_name(turn.before.players[turn.seat].name)
    rows = (
        Row(option_text(turn.played.option, turn.before, speak), f"{turn.played.chance:.0%}"),
        Row(option_text(turn.better.option, turn.before, speak), f"{turn.better.chance:.0%}", selected=True),
        Row(reason_sentence(turn.better.reason, turn.before, speak)),
    )
    return Screen(
        speak("{name}: turn {number}", name=name, number=turn.number),
        tuple(DieSign(face_json(face)) for face in turn.roll.faces),
        rows,
        speak("NEXT more  BACK close"),
    )


def verdict_sentences(turn: JudgedTurn, speak: Say) -> Iterator[str]:
    """What is said of a choice after it, to a player who wants to know only then."""
    chance, best = f"{turn.played.chance:.0%}", f"{turn.better.chance:.0%}"
    if turn.played == turn.better:
        yield speak("Best choice: {chance}", chance=chance)
        return
    yield speak("Chance {chance}, best {best}", chance=chance, best=best)
    yield speak("With {option}", option=option_text(turn.better.option, turn.before, speak))
