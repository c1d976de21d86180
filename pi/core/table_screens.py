"""The screens of the phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.choices import Choice
from engine.dice import Roll
from engine.position import Position
from engine.record import TurnEntry
from engine.scoring import Sheet, sheet
from pi.core.choosing import line_selected, lines_open
from pi.core.model import Model, Phase, Tray, with_ones_turned
from pi.core.recording import game_of
from pi.core.rolling import awaits_ok
from pi.core.screen import ROWS_ABOVE_HINT, DieSign, Row, Screen
from pi.core.sentences import (
    decided_sentence,
    doing_sentences,
    mover_name,
    option_text,
    ranking_rows,
    reason_sentence,
    scrolled,
    short_name,
    trouble_text,
)
from pi.core.setup_screens import setup_screen
from pi.core.texts import Say
from pi.core.throws import Throw, throw_seen


def _waiting(model: Model, speak: Say) -> Screen:
    throw = throw_seen(model) if model.tray is Tray.RESTING else None
    notice = "" if throw is None else speak(_NOTICES[throw])
    if awaits_ok(model):
        hint = speak("OK count  NEXT scores")
    elif model.has_trouble("camera"):
        hint = speak("OK enter  NEXT scores")
    else:
        hint = speak("OK menu  NEXT scores")
    return _table_screen(model, speak, "{name}: throw", notice, hint)


_NOTICES: Mapping[Throw, str] = {
    Throw.THROWN: "OK counts these dice",
    Throw.DOUBTFUL: "OK looks at these dice",
    Throw.LYING: "These dice were counted",
    Throw.PERHAPS: "Thrown anew? OK counts",
}


def _moving(model: Model, speak: Say) -> Screen:
    notice = speak("Hand over the tray" if model.tray is Tray.BLOCKED else "Wait for the dice")
    return _table_screen(model, speak, "{name}: rolling", notice, hint="")


def _table_screen(model: Model, speak: Say, title: str, notice: str, hint: str) -> Screen:
    """Who is on, one line of news (the dice first, then trouble), and the points of everybody."""
    position = game_of(model).position
    points = [Row(short_name(one.name), str(one.total)) for one in sheet(position).players]
    news = notice or trouble_text(model, speak) or _round_text(position, speak)
    rows = (Row(news), *points)
    return Screen(_turn_title(position, speak, title), rows=rows, hint=hint if len(rows) <= ROWS_ABOVE_HINT else "")


def _choosing(model: Model, speak: Say) -> Screen:
    game = game_of(model)
    position = game.position
    roll = game.roll
    assert roll is not None
    chosen = model.advice[model.cursor]
    selected = line_selected(model)
    rows = tuple(
        Row(_line_text(line, position, speak), f"{line.best.chance:.0%}", selected=index == selected)
        for index, line in enumerate(lines_open(model))
    )
    return Screen(
        _turn_title(position, speak, "{name}: choose"),
        _roll_signs(roll, chosen.option.turn.turned),
        rows,
        reason_sentence(chosen.reason, position, speak),
    )


def _line_text(line: Choice, position: Position, speak: Say) -> str:
    if line.more:
        return f"{speak('Other ways')} …"
    if line.below and line.sums:
        return f"{', '.join(map(str, line.sums))} …"
    text = option_text(line.best.option, position, speak)
    return f"{text} …" if line.below else text


def _doing(model: Model, speak: Say) -> Screen:
    game = game_of(model)
    position = game.position
    mover = game.moments[-2].position
    facts = game.now.facts if isinstance(game.now.change, TurnEntry) else ()
    texts = list(doing_sentences(facts, mover, position, speak)) or [speak("Nothing moves")]
    if not position.over:
        texts.append(speak("Then: {name}", name=mover_name(position)))
    title = speak("{name}: done", name=short_name(mover.players[mover.to_move].name))
    scrolls = len(texts) > ROWS_ABOVE_HINT
    hint = speak("NEXT more  then {name}" if scrolls else "OK done  UNDO back", name=mover_name(position))
    return scrolled(title, texts, model.cursor, hint)


def _over(model: Model, speak: Say) -> Screen:
    position = game_of(model).position
    standing = sheet(position)
    ranking = ranking_rows(standing, position)
    decided = (Row(decided_sentence(standing, speak)),) if len(ranking) < ROWS_ABOVE_HINT else ()
    hint = speak("OK rematch  NEXT more")
    return Screen(_winner_text(standing, position, speak), rows=(*decided, *ranking), hint=hint)


def _doubt(model: Model, speak: Say) -> Screen:
    return _waiting(model, speak)


PHASES: Mapping[Phase, Callable[[Model, Say], Screen]] = {
    Phase.SETUP: setup_screen,
    Phase.WAITING: _waiting,
    Phase.MOVING: _moving,
    Phase.DOUBT: _doubt,
    Phase.CHOOSING: _choosing,
    Phase.DOING: _doing,
    Phase.OVER: _over,
}


def _turn_title(position: Position, speak: Say, text: str) -> str:
    return speak(text, name=mover_name(position))


def _round_text(position: Position, speak: Say) -> str:
    return speak("Last round") if position.last_round else speak("Round {round}", round=position.round)


def _winner_text(standing: Sheet, position: Position, speak: Say) -> str:
    first = standing.ranking[0]
    if len(first) > 1:
        return speak("Shared by {count}", count=len(first))
    return speak("{name} wins", name=short_name(position.players[first[0]].name))


def _roll_signs(roll: Roll, turned: tuple[int, ...]) -> tuple[DieSign, ...]:
    faces = list(with_ones_turned(roll.faces, turned))
    signs: list[DieSign] = []
    for face in roll.faces:
        if face in faces:
            faces.remove(face)
            signs.append(DieSign(face))
    return (*(DieSign(face, turned=True) for face in faces), *signs)
