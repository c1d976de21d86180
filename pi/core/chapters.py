"""Campaigns of the Saga on the device: choosing one, its guided list, and beginning the game of a chapter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from textwrap import wrap
from typing import Literal

from engine.errors import EngineError
from engine.position import new_position
from engine.saga.campaign import RULES
from engine.saga.cards import SUMMIT_MOUNTAINS, Card, LaidCard
from engine.saga.guide import Step
from hardware.ports import Button
from pi.core import setup
from pi.core.card_sentences import LETTERS
from pi.core.events import ButtonPressed
from pi.core.guiding import (
    DONE,
    chapter_game,
    game_linked,
    guide_pressed,
    lines_of,
    new_story,
    open_guide,
    step_now,
)
from pi.core.handler import Next
from pi.core.model import LayOut, Model, SetupStep
from pi.core.recording import undo, without_overlay
from pi.core.saga_texts import KINDS, stage_text, step_text
from pi.core.screen import Row, Screen, cut
from pi.core.setup import begin_with, names_of, with_colours
from pi.core.story import Guide, KnownPack, Story
from pi.core.texts import Say


@dataclass(frozen=True, slots=True)
class SagaLine:
    """A line of the question which Saga is played.

    Attributes:
        does: what choosing it does.
        story: to go on with.
        pack: to begin with.
    """

    does: Literal["go on", "new", "single", "bare", "back"]
    story: Story | None = None
    pack: KnownPack | None = None


def setup_pressed(model: Model, event: ButtonPressed) -> Next:
    """Hands a press to the question being asked before a game."""
    if model.setup.step is SetupStep.SAGA and event.button in (Button.NEXT, Button.OK):
        return saga_pressed(model, event.button)
    return setup.setup_pressed(model, event)


def over_pressed(model: Model, event: ButtonPressed) -> Next:
    """After a chapter OK goes on with its closing steps."""
    if event.button is Button.OK and closes_chapter(model):
        assert model.story is not None
        return open_guide(model, model.story)
    return setup.over_pressed(model, event)


def saga_lines(model: Model) -> tuple[SagaLine, ...]:
    """The campaigns that can be gone on with, then what can be begun."""
    return (
        *(SagaLine("go on", story=story) for story in model.stories if story.now.step is not None),
        *(SagaLine("new", pack=pack) for pack in model.packs),
        *(SagaLine("single", pack=pack) for pack in model.packs),
        SagaLine("bare"),
        SagaLine("back"),
    )


def saga_pressed(model: Model, button: Button) -> Next:
    """Chooses among them."""
    lines = saga_lines(model)
    if button is Button.NEXT:
        return Next(replace(model, setup=replace(model.setup, cursor=(model.setup.cursor + 1) % len(lines))))
    match lines[model.setup.cursor]:
        case SagaLine("go on", story=Story() as story):
            return open_guide(model, story)
        case SagaLine("new", pack=KnownPack() as pack):
            return new_story(model, pack, f"{pack.name[:30]} {len(model.stories) + 1}")
        case SagaLine("single", pack=KnownPack() as pack):
            return _begin_single(model, pack.cards)
        case SagaLine("bare"):
            return _begin_single(model, ())
        case _:
            asked = replace(model.setup, step=SetupStep.STARTS, cursor=model.setup.starts)
            return Next(replace(model, setup=asked))


def _begin_single(model: Model, cards: Sequence[Card]) -> Next:
    """A game outside any story with everything discovered, the newest tiles above the mountains."""
    wanted = replace(model.setup, rules=RULES)
    names = names_of(wanted, model.language)
    first = new_position(wanted.players, names, RULES, starts=wanted.starts, cards=_laid(cards))
    begun = begin_with(replace(model, setup=wanted), with_colours(first, wanted))
    return replace(begun, model=replace(begun.model, overlay=LayOut()))


def _laid(cards: Sequence[Card]) -> tuple[LaidCard, ...]:
    newest = sorted((card for card in cards if card.kind == "summit"), key=lambda card: -card.chapter)
    tiles = tuple(LaidCard(card, mountain) for card, mountain in zip(newest, SUMMIT_MOUNTAINS, strict=False))
    return (*(LaidCard(card) for card in cards if card.kind != "summit"), *tiles)


# The guided list


def guide_overlay_pressed(model: Model, event: ButtonPressed) -> Next:
    """Answers the step, or leaves the list; once everything is laid out the game begins."""
    guide = model.overlay
    assert isinstance(guide, Guide)
    try:
        made = guide_pressed(model, guide, event, names_of(model.setup, model.language))
    except EngineError as error:
        return Next(replace(model, overlay=Guide()), why=str(error))
    if made is None:
        left = without_overlay(model)
        return undo(left) if event.button is Button.UNDO else Next(left)
    if isinstance(made, Guide):
        return Next(replace(model, overlay=made))
    return begin_chapter(made)


def begin_chapter(entered: Next) -> Next:
    """Begins the chapter's game where it is time to."""
    story = chapter_game(entered.model)
    if story is None or story.first is None or story.now.game is not None:
        return entered
    first = with_colours(story.first, replace(entered.model.setup, players=len(story.first.players)))
    story, link = game_linked(replace(story, first=first))
    begun = begin_with(replace(entered.model, game=None, left=None, story=story), first)
    return Next(replace(begun.model, overlay=LayOut()), (*entered.effects, *begun.effects, link))


def closes_chapter(model: Model) -> bool:
    """Whether the game that is over is that of a chapter, which is to be closed."""
    story, game = model.story, model.game
    return (
        story is not None
        and game is not None
        and story.first == game.moments[0].position
        and story.now.step is not None
    )


# Screens


def saga_screen(model: Model, speak: Say) -> Screen:
    """Which Saga is played."""
    texts = [_saga_line_text(line, model, speak) for line in saga_lines(model)]
    rows = tuple(Row(text[:LETTERS], selected=index == model.setup.cursor) for index, text in enumerate(texts))
    return Screen("Saga", rows=rows, hint=speak("NEXT down  OK choose"))


def _saga_line_text(line: SagaLine, model: Model, speak: Say) -> str:
    match line:
        case SagaLine("go on", story=Story() as story):
            return f"{story.now.name}: {stage_text(story.now, model.language)}"
        case SagaLine("new", pack=KnownPack() as pack):
            return speak("New story: {pack}", pack=pack.name)
        case SagaLine("single", pack=KnownPack() as pack):
            return speak("One game: {pack}", pack=pack.name)
        case SagaLine("bare"):
            return speak("Without cards")
        case _:
            return speak("Done")


def guide_screen(model: Model, speak: Say) -> Screen:
    """What is to be done now, and what may be answered."""
    guide, story = model.overlay, model.story
    assert isinstance(guide, Guide)
    assert story is not None
    title = stage_text(story.now, model.language)[:21]
    step = step_now(model)
    if step is None:
        return Screen(title, rows=(Row(story.now.name[:LETTERS]),), hint=speak("OK close"))
    asked = [Row(line) for line in wrap(step_text(step.kind, story.now, model.language), LETTERS)]
    lines = lines_of(step, guide, names_of(model.setup, model.language), story.now.chapter)
    if not lines:
        rows = [*asked, *(Row(text) for text in _card_rows(step, model, speak))]
        at = guide.cursor % len(rows)
        marked = (replace(row, selected=index == at and len(rows) > 1) for index, row in enumerate(rows))
        return Screen(title, rows=tuple(marked), hint=speak("NEXT more  OK done"))
    at = guide.cursor % len(lines)
    answers = (
        Row(_answer_text(step, line, guide, speak), _chosen_mark(line, guide), selected=index == at)
        for index, line in enumerate(lines)
    )
    entered = (Row(guide.digits),) if guide.digits else ()
    return Screen(title, rows=(*asked, *entered, *answers), hint=speak("NEXT down  OK choose"))


def _answer_text(step: Step, line: tuple[str, ...], guide: Guide, speak: Say) -> str:
    if line == (DONE,):
        return speak("Done")
    names = {laid.card.code: laid.card.name for laid in step.cards}
    if step.kind == "award":
        return speak(line[0])
    if step.kind == "next-page":
        return f"{guide.digits}[{line[0]}]"
    text = ", ".join(f"{each} {names[each]}" if each in names else each for each in line)
    return cut(text, LETTERS - 2)


def _chosen_mark(line: tuple[str, ...], guide: Guide) -> str:
    return "×" if line[0] in guide.chosen else ""


def _card_rows(step: Step, model: Model, speak: Say) -> Iterator[str]:
    """The cards that are unpacked, laid out or put away; tiles with their mountain."""
    if step.kind in ("unpack", "pack"):
        yield speak("Tokens and bonuses")
    for laid in step.cards:
        kind = KINDS[laid.card.kind].said(model.language)
        where = speak("{card} above {mountain}", card=kind, mountain=laid.mountain) if laid.mountain else kind
        yield from wrap(f"{laid.card.code} {laid.card.name}, {where}", LETTERS)
