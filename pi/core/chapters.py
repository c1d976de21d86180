"""Chapters at the table: a campaign's guided list, and the game of a chapter, begun or gone on with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from textwrap import wrap

from engine.record import Game
from engine.saga.guide import Step
from hardware.ports import Button
from pi.core import setup
from pi.core.beginning import begin_with, names_of, with_colours
from pi.core.card_rows import LETTERS
from pi.core.effects import FindSagas, ResumeGame
from pi.core.events import ButtonPressed
from pi.core.guiding import (
    ANEW,
    DONE,
    OTHERS,
    TOLD_LINES,
    followed,
    game_to_begin,
    guide_pressed,
    is_at_table,
    is_chapter,
    lines_of,
    open_guide,
    step_now,
    with_game,
)
from pi.core.handler import Next
from pi.core.model import Model, Phase, SetupStep, resumed
from pi.core.overlay_values import LayOut
from pi.core.recording import back_to_game, back_to_last_game, undo, without_overlay
from pi.core.saga_texts import refused_text, stage_text, step_notes, step_text, told_lines
from pi.core.screen import Row, Screen, cut
from pi.core.setup import set_up_again
from pi.core.story import CampaignQuestion, Guide, Story
from pi.core.texts import Say


def over_pressed(model: Model, event: ButtonPressed) -> Next:
    """After a chapter OK goes on with its closing steps."""
    if event.button is Button.OK and closes_chapter(model):
        assert model.story is not None
        return replace(open_guide(model, model.story), effects=(FindSagas(),))
    return setup.over_pressed(model, event)


def closes_chapter(model: Model) -> bool:
    """Whether the game that is over is that of a chapter, which is to be closed."""
    return is_chapter(model.story, model.game) and model.story is not None and model.story.now.step is not None


def go_on(model: Model, story: Story) -> Next:
    """Goes on with a campaign where it stands: in the game of its chapter, or with its next step.

    A game of something else that is running is left for it; it stays in the record.
    """
    if story.game is None:
        is_running = model.phase is not Phase.SETUP and model.game is not None and not model.game.position.over
        return begin_chapter(open_guide(set_up_again(model) if is_running else model, story))
    at_game = _at_its_game(model, story, story.game)
    told = at_game.model.story
    if at_game.why or told is None or told.now.stage == "playing":
        return at_game
    return replace(open_guide(at_game.model, told), effects=at_game.effects)


def _at_its_game(model: Model, story: Story, game: Game) -> Next:
    """The table at the game of a campaign's chapter."""
    if is_at_table(model, story):
        return back_to_game(replace(model, overlay=None))
    if is_at_table(replace(model, game=model.left), story):
        return back_to_last_game(replace(model, overlay=None))
    if model.has_trouble("record"):
        return Next(model, why="another game can be gone on with once what was played is saved")
    assert story.now.game is not None
    told, effects = followed(story, game)
    asked = replace(model.setup, step=SetupStep.PLAYERS, cursor=0)
    table = replace(model, setup=asked, left=None, story=told, overlay=None, judged=(), path=(), presses=0)
    return Next(resumed(table, game), (ResumeGame(story.now.game), *effects))


def begin_chapter(entered: Next) -> Next:
    """Begins the chapter's game where it is time to."""
    story, first = entered.model.story, game_to_begin(entered.model.story, entered.model.setup.settings)
    if story is None or first is None:
        return entered
    first = with_colours(first, replace(entered.model.setup, players=len(first.players)))
    story, link = with_game(story, first)
    begun = begin_with(replace(entered.model, game=None, left=None, story=story), first)
    return Next(replace(begun.model, overlay=LayOut()), (*entered.effects, *begun.effects, link))


def guide_overlay_pressed(model: Model, event: ButtonPressed) -> Next:
    """Answers the step, or leaves the list; once everything is laid out the game begins."""
    guide = model.overlay
    assert isinstance(guide, Guide)
    made = guide_pressed(model, guide, event, names_of(model.setup, model.language))
    if made is None:
        left = without_overlay(model)
        return _undone_in_game(left) if event.button is Button.UNDO else Next(left)
    if isinstance(made, Guide):
        asked = replace(model, overlay=made)
        return Next(asked, (FindSagas(),) if _begins_discoveries(asked) else ())
    return begin_chapter(made)


def _begins_discoveries(model: Model) -> bool:
    """Whether the list of cards is looked at from its start: somebody may have typed in more of them meanwhile."""
    guide, step = model.overlay, step_now(model)
    if not isinstance(guide, Guide) or model.story is None or step is None or step.kind != "discover":
        return False
    return guide.cursor % len(lines_of(step, guide, (), model.story.now.chapter)) == 0


def _undone_in_game(model: Model) -> Next:
    """Takes back the last turn of the chapter's game."""
    story = model.story
    if story is None or story.game is None:
        return Next(model, why="there is nothing to take back")
    at_game = _at_its_game(model, story, story.game)
    undone = undo(at_game.model) if is_at_table(at_game.model, story) else Next(model, why=at_game.why)
    return replace(undone, effects=(*at_game.effects, *undone.effects))


# Another game is running


def campaign_question_pressed(model: Model, event: ButtonPressed) -> Next:
    """Leaves the running game for a campaign, or goes on with it."""
    question = model.overlay
    assert isinstance(question, CampaignQuestion)
    match event.button:
        case Button.NEXT:
            return Next(replace(model, overlay=replace(question, yes=not question.yes)))
        case Button.OK if question.yes:
            return go_on(without_overlay(model), question.story)
        case _:
            return Next(without_overlay(model))


def campaign_question_screen(model: Model, speak: Say) -> Screen:
    """Whether the running game is to be left."""
    question = model.overlay
    assert isinstance(question, CampaignQuestion)
    rows = (
        Row(speak("No, play on"), selected=not question.yes),
        Row(speak("Yes: {name}", name=cut(question.story.now.name, LETTERS - 5)), selected=question.yes),
    )
    return Screen(speak("Leave this game?"), rows=rows, hint=speak("NEXT down  OK choose"))


# The guided list on the display


def guide_screen(model: Model, speak: Say) -> Screen:
    """What is to be done now, and what may be answered."""
    guide, story = model.overlay, model.story
    assert isinstance(guide, Guide)
    assert story is not None
    title = stage_text(story.now, model.language)[:21]
    step = step_now(model)
    if step is None:
        texts = {DONE: speak("Close"), ANEW: speak("Start it anew")}
        told = tuple(
            Row(texts[line], selected=index == guide.cursor % len(TOLD_LINES)) for index, line in enumerate(TOLD_LINES)
        )
        name = Row(cut(story.now.name, LETTERS))
        return Screen(title, rows=(name, *told), hint=speak("NEXT down  OK choose"))
    if guide.refused is not None:
        wrong = refused_text(step, guide.refused, story.now, model.language)
        return Screen(title, rows=_wrapped([wrong]), hint=speak("OK go on"))
    lines = lines_of(step, guide, names_of(model.setup, model.language), story.now.chapter)
    if not lines:
        rows = _wrapped(told_lines(step, story.now, model.language))
        at = guide.cursor % len(rows)
        marked = (replace(row, selected=index == at and len(rows) > 1) for index, row in enumerate(rows))
        return Screen(title, rows=tuple(marked), hint=speak("NEXT more  OK done"))
    notes = tuple(step_notes(step.kind, story.now, model.language))
    if notes and not guide.has_read:
        return Screen(title, rows=_wrapped(notes), hint=speak("OK go on"))
    asked = _wrapped([step_text(step.kind, story.now, model.language)])
    at = guide.cursor % len(lines)
    answers = (
        Row(_answer_text(step, line, guide, speak), _chosen_mark(line, guide), selected=index == at)
        for index, line in enumerate(lines)
    )
    entered = (Row(guide.digits),) if guide.digits else ()
    return Screen(title, rows=(*asked, *entered, *answers), hint=speak("NEXT down  OK choose"))


def _wrapped(texts: Iterable[str]) -> tuple[Row, ...]:
    return tuple(Row(line) for text in texts for line in wrap(text, LETTERS))


def _answer_text(step: Step, line: tuple[str, ...], guide: Guide, speak: Say) -> str:
    if line == (DONE,):
        return speak("Done")
    names = {laid.card.code: laid.card.name for laid in step.cards}
    if line == OTHERS:
        return speak("Others")
    if step.kind == "award":
        return speak(line[0])
    if step.kind == "next-page":
        return f"{guide.digits}[{line[0]}]"
    text = ", ".join(f"{each} {names[each]}" if each in names else each for each in line)
    return cut(text, LETTERS - 2)


def _chosen_mark(line: tuple[str, ...], guide: Guide) -> str:
    return "×" if line[0] in guide.chosen else ""
