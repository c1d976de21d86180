"""The screens of the phases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import zip_longest

from engine.choices import Choice
from engine.dice import Roll, face_json
from engine.position import Position
from engine.record import TurnEntry
from engine.scoring import Sheet, sheet
from engine.suggest import Advice
from pi.core.card_rows import cards_named
from pi.core.chapters import closes_chapter
from pi.core.choosing import line_selected, lines_open
from pi.core.hints import Hints, hints_for
from pi.core.model import Model, Phase, Tray, hints_now, with_ones_turned
from pi.core.recording import game_of
from pi.core.review_screens import verdict_sentences
from pi.core.rolling import awaits_ok
from pi.core.screen import ROWS_ABOVE_HINT, DieSign, Row, Screen, cut
from pi.core.sentences import (
    OPTION_LENGTH,
    decided_sentence,
    doing_sentences,
    mover_name,
    option_text,
    ranking_rows,
    reason_sentence,
    scrolled,
    short_name,
    trouble_sentences,
)
from pi.core.setup_screens import setup_screen
from pi.core.texts import Say
from pi.core.throws import Throw, throw_seen

PAIRED_NAME_LENGTH = 8
"""So many letters where two players share a row."""


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
    """Who is on, the news (the dice first, then trouble and what to do about it), and the points of everybody."""
    position = game_of(model).position
    troubles = () if notice else trouble_sentences(model, speak)
    news = troubles or (notice or _round_text(position, speak),)
    points = _points_rows(position, ROWS_ABOVE_HINT - len(news)) if troubles else _points_rows(position)
    rows = (*map(Row, news), *points)
    return Screen(_turn_title(position, speak, title), rows=rows, hint=hint if len(rows) <= ROWS_ABOVE_HINT else "")


def _points_rows(position: Position, most: int | None = None) -> tuple[Row, ...]:
    """The points of everybody, a row each; two in a row where that would be more rows than the most."""
    scores = [(one.name, str(one.total)) for one in sheet(position).players]
    if most is None or len(scores) <= most:
        return tuple(Row(short_name(name), points) for name, points in scores)
    halves = [f"{short_name(name, PAIRED_NAME_LENGTH)} {points}" for name, points in scores]
    return tuple(Row(left, right) for left, right in zip_longest(halves[::2], halves[1::2], fillvalue=""))


def _choosing(model: Model, speak: Say) -> Screen:
    game = game_of(model)
    position = game.position
    roll = game.roll
    assert roll is not None
    chosen = model.advice[model.cursor]
    selected, is_told = line_selected(model), hints_now(model) is Hints.ON
    rows = tuple(
        Row(_line_text(line, position, speak), f"{line.best.chance:.0%}" if is_told else "", selected=index == selected)
        for index, line in enumerate(lines_open(model))
    )
    rows += (Row(speak("Not all ways are listed")),) if model.lacks_some else ()
    return Screen(
        _turn_title(position, speak, "{name}: choose"),
        _roll_signs(roll, chosen.option.turn.turned),
        rows,
        _choosing_hint(chosen, position, speak, is_told),
    )


def _choosing_hint(chosen: Advice, position: Position, speak: Say, is_told: bool) -> str:
    """The cards that the option uses by name, else why it stands where it stands."""
    if named := cards_named(chosen.option, position):
        return named
    return reason_sentence(chosen.reason, position, speak) if is_told else speak("NEXT down  OK choose")


def _line_text(line: Choice, position: Position, speak: Say) -> str:
    if line.more:
        return f"{speak('Other ways')} …"
    if line.below and (line.sums or line.cards):
        return cut(f"{', '.join(map(str, (*line.cards, *line.sums)))} …", OPTION_LENGTH)
    text = option_text(line.best.option, position, speak)
    return f"{text} …" if line.below else text


def _doing(model: Model, speak: Say) -> Screen:
    game = game_of(model)
    position = game.position
    mover = game.moments[-2].position
    facts = game.now.facts if isinstance(game.now.change, TurnEntry) else ()
    texts = list(doing_sentences(facts, mover, position, speak)) or [speak("Nothing moves")]
    name = mover.players[mover.to_move].name
    if hints_for(model.wishes, name) is Hints.AFTER:
        texts += (
            text for turn in model.judged[-1:] if turn.number == game.turns for text in verdict_sentences(turn, speak)
        )
    if not position.over:
        texts.append(speak("Then: {name}", name=mover_name(position)))
    title = speak("{name}: done", name=short_name(name))
    scrolls = len(texts) > ROWS_ABOVE_HINT
    hint = speak("NEXT more  then {name}" if scrolls else "OK done  UNDO back", name=mover_name(position))
    return scrolled(title, texts, model.cursor, hint)


def _over(model: Model, speak: Say) -> Screen:
    position = game_of(model).position
    standing = sheet(position)
    ranking = ranking_rows(standing, position)
    decided = (Row(decided_sentence(standing, speak)),) if len(ranking) < ROWS_ABOVE_HINT else ()
    hint = speak("OK chapter  NEXT more" if closes_chapter(model) else "OK rematch  NEXT more")
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
            signs.append(DieSign(face_json(face)))
    return (*(DieSign(face, turned=True) for face in faces), *signs)
