"""A campaign at the table: its steps one at a time, from the set-up of a chapter to its end.

Every step is kept at once; BACK leaves the list at any of them, to go on another day.
"""

from __future__ import annotations

from dataclasses import replace

from engine.errors import EngineError
from engine.position import Position
from engine.record import Game, UndoEntry, new_game
from engine.rules import Settings, rule_set, settings_for
from engine.saga.campaign import (
    RULES,
    CampaignRecord,
    enter_campaign,
    entries_for_result,
    first_position,
    new_campaign,
    replay_campaign,
)
from engine.saga.campaign_entries import PAGE_MAX, CampaignEntry, GameBegun, StartedAnew
from engine.saga.cards import Card
from engine.saga.guide import Step, entry_for, next_step
from hardware.ports import Button
from pi.core.effects import BeginCampaign, Effect, EnterCampaign
from pi.core.events import ButtonPressed, SagasFound
from pi.core.handler import Next
from pi.core.model import Model, Phase, SetupStep
from pi.core.saga_texts import step_notes
from pi.core.story import BEGUN_LAST, Guide, KnownPack, Story

DONE = ""
"""Among the lines of a step that takes several answers: they are all chosen."""
ANEW = "anew"
TOLD_LINES = (DONE, ANEW)
"""What may be done with a story that is told."""
OTHERS = ("others",)
"""Among the groups on offer: it is another one."""

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
        return (*dict.fromkeys(names for names in (step.choices, players) if names), OTHERS)
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
    """Asks the next step of a campaign."""
    return Next(replace(model, story=story, overlay=Guide()))


def sagas_found(model: Model, event: SagasFound) -> Next:
    """Knows campaigns and packs as they are now; a step that others have answered meanwhile is asked no longer."""
    found = replace(model, stories=event.stories, packs=event.packs)
    if model.story is None:
        return Next(found)
    # The campaign that this table has just begun has its number now.
    latest = max((story.id for story in event.stories), default=BEGUN_LAST)
    number = latest if model.story.id == BEGUN_LAST else model.story.id
    story = next((story for story in event.stories if story.id == number), model.story)
    is_asked_anew = isinstance(model.overlay, Guide) and story.now != model.story.now
    return Next(replace(found, story=story, overlay=Guide() if is_asked_anew else model.overlay))


def new_story(model: Model, pack: KnownPack, name: str) -> Next:
    """Begins a campaign and asks its first step."""
    record = new_campaign(name, pack.name)
    begun = open_guide(model, Story(BEGUN_LAST, record))
    return replace(begun, effects=(BeginCampaign(name, pack.name),))


def with_answer(model: Model, step: Step, answer: tuple[str, ...]) -> Next:
    """Answers a step; an answer that does not fit changes nothing, and what is wrong with it is said."""
    try:
        return _entered(replace(model, overlay=Guide()), (entry_for(step, answer),))
    except EngineError as error:
        guide = model.overlay if isinstance(model.overlay, Guide) else Guide()
        return Next(replace(model, overlay=replace(guide, digits="", refused=answer)), why=str(error))


def guide_pressed(model: Model, answered: Guide, event: ButtonPressed, players: tuple[str, ...]) -> Next | Guide | None:
    """What a press makes of the question: an answer entered, the question changed, or None to leave it."""
    step = step_now(model)
    if event.button is Button.BACK:
        return None
    if event.button is Button.UNDO:
        return _undone(model, answered)
    if step is None:
        return _told_pressed(model, answered, event.button)
    if answered.refused is not None:
        return replace(answered, refused=None)
    assert model.story is not None
    if not answered.has_read and any(step_notes(step.kind, model.story.now, model.language)):
        return replace(answered, has_read=True)
    lines = lines_of(step, answered, players, model.story.now.chapter)
    if event.button is Button.NEXT:
        return replace(answered, cursor=answered.cursor + 1)
    if not lines:
        return with_answer(model, step, ())
    line = lines[answered.cursor % len(lines)]
    if line == OTHERS:
        return Next(_asking_who_plays(model, step.choices))
    if step.kind == "next-page":
        if line != (DONE,):
            return replace(answered, cursor=0, digits=answered.digits + line[0])
        return with_answer(model, step, (answered.digits,))
    if step.kind == "players" or step.least == step.most:
        return with_answer(model, step, line)
    if line == (DONE,):
        return with_answer(model, step, answered.chosen)
    (code,) = line
    chosen = tuple(each for each in answered.chosen if each != code)
    marked = chosen if code in answered.chosen else (*chosen, code)
    return replace(answered, cursor=answered.cursor + 1, chosen=marked)


def _told_pressed(model: Model, answered: Guide, button: Button) -> Next | Guide | None:
    """The story is told: it can be left so, or started anew."""
    if button is Button.NEXT:
        return replace(answered, cursor=answered.cursor + 1)
    if TOLD_LINES[answered.cursor % len(TOLD_LINES)] == ANEW:
        return _entered(replace(model, overlay=Guide()), (StartedAnew(),))
    return None


def _asking_who_plays(model: Model, last: tuple[str, ...]) -> Model:
    """The set-up at the number of players, with the last group's names."""
    names = last or model.setup.names
    asked = replace(
        model.setup, step=SetupStep.PLAYERS, players=len(names) or 2, names=names, cursor=0, seat=0, for_chapter=True
    )
    return replace(model, phase=Phase.SETUP, setup=asked, overlay=None)


def who_plays_answered(model: Model, names: tuple[str, ...]) -> Next:
    """Goes on with the chapter of a group that was asked for in the set-up."""
    back = who_plays_left(model)
    step = step_now(back)
    return Next(back) if step is None else with_answer(back, step, names)


def who_plays_left(model: Model) -> Model:
    """The guided list again, where the group is chosen."""
    setup = replace(model.setup, step=SetupStep.PLAYERS, cursor=0, for_chapter=False)
    return replace(model, setup=setup, overlay=Guide())


def _undone(model: Model, answered: Guide) -> Next | Guide | None:
    """Takes back the last step; None where that is the game's last turn."""
    story = model.story
    assert story is not None
    if answered != Guide(answered.cursor, has_read=answered.has_read):
        return Guide(has_read=answered.has_read)
    past = story.record.moments[-2:-1]
    if past and past[0].stage == "playing":
        return None
    return _entered(replace(model, overlay=Guide()), (UndoEntry(),)) if past else Guide()


def _entered(model: Model, entries: tuple[CampaignEntry, ...]) -> Next:
    story = model.story
    assert story is not None
    record = replay_campaign(story.record, entries)
    return Next(replace(model, story=replace(story, record=record)), (EnterCampaign(story.id, entries),))


def game_to_begin(story: Story | None, settings: Settings) -> Position | None:
    """The first position of a chapter whose game is to begin now; None where it has begun, or is not set up yet.

    Args:
        story: the campaign; None without one.
        settings: what the group agreed on; those that the Saga does not read are left out.
    """
    if story is None or story.now.step != "play" or story.now.game is not None:
        return None
    return first_position(story.now, settings_for(settings, rule_set(RULES)))


def with_game(story: Story, first: Position) -> tuple[Story, Effect]:
    """The campaign once the game begun last is that of its chapter."""
    entry = GameBegun(BEGUN_LAST)
    begun = replace(story, record=enter_campaign(story.record, entry), game=new_game(first))
    return begun, EnterCampaign(story.id, (entry,))


def is_chapter(story: Story | None, game: Game | None) -> bool:
    """Whether a game is that of the campaign's chapter."""
    return story is not None and game is not None and story.first == game.moments[0].position


def is_at_table(model: Model, story: Story) -> bool:
    """Whether the game on the table is that of this campaign's chapter."""
    return model.story is not None and model.story.id == story.id and is_chapter(model.story, model.game)


def back_to_list(model: Model) -> Next | None:
    """The last step of the set-up again, where a chapter's game has just begun; None for any other game."""
    story = model.story
    if story is None or story.now.stage != "playing" or not is_chapter(story, model.game):
        return None
    if model.game is None or len(model.game.moments) > 1 or model.game.undone:
        return None
    back = next(count for count, moment in enumerate(reversed(story.record.moments)) if moment.stage == "set-up")
    asked = replace(model.setup, step=SetupStep.PLAYERS, cursor=0)
    listed = replace(
        model, phase=Phase.SETUP, setup=asked, game=None, story=replace(story, game=None), overlay=Guide(), choices=(),
        advice=(), path=(), judged=(),
    )  # fmt: skip
    return _entered(listed, (UndoEntry(),) * back)


def followed(story: Story | None, game: Game) -> tuple[Story | None, tuple[Effect, ...]]:
    """The campaign after its chapter's game has ended, or is taken up again; as it was for any other game."""
    if story is None or not is_chapter(story, game):
        return story, ()
    entries = entries_for_result(story.record, game.position)
    if not entries:
        return story, ()
    record: CampaignRecord = replay_campaign(story.record, entries)
    return replace(story, record=record), (EnterCampaign(story.id, entries),)
