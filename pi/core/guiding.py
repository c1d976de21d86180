"""A campaign at the table: its steps one at a time, from the set-up of a chapter to its end.

Every step is kept at once; BACK leaves the list at any of them, to go on another day.
"""

from __future__ import annotations

from dataclasses import replace

from engine.record import Game, UndoEntry
from engine.rules import DEFAULTS
from engine.saga.campaign import (
    CampaignRecord,
    enter_campaign,
    entries_for_result,
    first_position,
    new_campaign,
    replay_campaign,
)
from engine.saga.campaign_entries import PAGE_MAX, CampaignEntry, GameBegun
from engine.saga.cards import Card
from engine.saga.guide import Step, entry_for, next_step
from hardware.ports import Button
from pi.core.effects import BeginCampaign, Effect, EnterCampaign
from pi.core.events import ButtonPressed
from pi.core.handler import Next
from pi.core.model import Model
from pi.core.story import BEGUN_LAST, Guide, KnownPack, Story

DONE = ""
"""Among the lines of a step that takes several answers: they are all chosen."""

_DIGITS = tuple("0123456789")


def step_now(model: Model) -> Step | None:
    """What is to be done now; None without a campaign, or where its story is told."""
    story = model.story
    return None if story is None else next_step(story.now, cards_of_pack(model, story.now.pack))


def cards_of_pack(model: Model, name: str) -> tuple[Card, ...]:
    """The cards that the group has typed in."""
    return next((pack.cards for pack in model.packs if pack.name == name), ())


def lines_of(step: Step, guide: Guide, players: tuple[str, ...], chapter: int) -> tuple[tuple[str, ...], ...]:
    """The answers on offer, a line each; none for a step that is only to be done.

    Where several are taken, DONE follows those that this chapter is about.

    Args:
        step: what is asked.
        guide: how far it is answered.
        players: those of the set-up.
        chapter: that is played.
    """
    if step.kind == "players":
        return tuple(dict.fromkeys(names for names in (step.choices, players) if names))
    if step.kind == "next-page":
        more = _DIGITS if int(guide.digits or 0) * 10 <= PAGE_MAX else ()
        return tuple((each,) for each in ((DONE, *more) if guide.digits else _DIGITS[1:]))
    if step.most == 0:
        return ()
    if step.least == step.most:
        return tuple((each,) for each in step.choices)
    of_chapter = sum(step.kind != "discover" or laid.card.chapter == chapter for laid in step.cards)
    return tuple((each,) for each in (*step.choices[:of_chapter], DONE, *step.choices[of_chapter:]))


def open_guide(model: Model, story: Story) -> Next:
    """Goes on with a campaign where it stands."""
    return Next(replace(model, story=story, overlay=Guide()))


def new_story(model: Model, pack: KnownPack, name: str) -> Next:
    """Begins a campaign and asks its first step."""
    record = new_campaign(name, pack.name)
    begun = open_guide(model, Story(BEGUN_LAST, record))
    return replace(begun, effects=(BeginCampaign(name, pack.name),))


def with_answer(model: Model, step: Step, answer: tuple[str, ...]) -> Next:
    """Answers a step; what can't be is told and changes nothing.

    Raises:
        EngineError: the answer does not fit.
    """
    return _entered(replace(model, overlay=Guide()), (entry_for(step, answer),))


def guide_pressed(model: Model, answered: Guide, event: ButtonPressed, players: tuple[str, ...]) -> Next | Guide | None:
    """What a press makes of the question: an answer entered, the question changed, or None to leave it."""
    step = step_now(model)
    if event.button is Button.BACK or step is None:
        return None
    if event.button is Button.UNDO:
        return _undone(model, answered)
    assert model.story is not None
    lines = lines_of(step, answered, players, model.story.now.chapter)
    if event.button is Button.NEXT:
        return replace(answered, cursor=answered.cursor + 1)
    if not lines:
        return with_answer(model, step, ())
    line = lines[answered.cursor % len(lines)]
    if step.kind == "next-page":
        if line != (DONE,):
            return Guide(digits=answered.digits + line[0])
        return with_answer(model, step, (answered.digits,))
    if step.kind == "players" or step.least == step.most:
        return with_answer(model, step, line)
    if line == (DONE,):
        return with_answer(model, step, answered.chosen)
    (code,) = line
    chosen = tuple(each for each in answered.chosen if each != code)
    marked = chosen if code in answered.chosen else (*chosen, code)
    return replace(answered, cursor=answered.cursor + 1, chosen=marked)


def _undone(model: Model, answered: Guide) -> Next | Guide | None:
    """Takes back the last step; None where that is the game's last turn."""
    story = model.story
    assert story is not None
    if answered != Guide(answered.cursor):
        return Guide()
    past = story.record.moments[-2:-1]
    if past and past[0].stage == "playing":
        return None
    return _entered(replace(model, overlay=Guide()), (UndoEntry(),)) if past else Guide()


def _entered(model: Model, entries: tuple[CampaignEntry, ...]) -> Next:
    story = model.story
    assert story is not None
    record = replay_campaign(story.record, entries)
    return Next(replace(model, story=replace(story, record=record)), (EnterCampaign(story.id, entries),))


def chapter_game(model: Model) -> Story | None:
    """The campaign with the first position of its chapter, where its game is to begin."""
    story = model.story
    if story is None or story.now.step != "play":
        return None
    return replace(story, first=first_position(story.now, DEFAULTS))


def game_linked(story: Story) -> tuple[Story, Effect]:
    """The campaign once the game begun last is that of its chapter."""
    entry = GameBegun(BEGUN_LAST)
    return replace(story, record=enter_campaign(story.record, entry)), EnterCampaign(story.id, (entry,))


def followed(story: Story | None, game: Game) -> tuple[Story | None, tuple[Effect, ...]]:
    """The campaign after its chapter's game has ended, or is taken up again; as it was for any other game."""
    if story is None or story.first != game.moments[0].position:
        return story, ()
    entries = entries_for_result(story.record, game.position)
    if not entries:
        return story, ()
    record: CampaignRecord = replay_campaign(story.record, entries)
    return replace(story, record=record), (EnterCampaign(story.id, entries),)
