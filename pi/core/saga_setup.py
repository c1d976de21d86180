"""The set-up of the Saga: a campaign to go on with or to begin, or a single game with any cards that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from engine.saga.campaign import RULES
from engine.saga.cards import SUMMIT_MOUNTAINS, Card, LaidCard
from hardware.ports import Button
from pi.core import setup
from pi.core.beginning import names_of
from pi.core.card_rows import LETTERS
from pi.core.chapters import go_on
from pi.core.effects import FindSagas
from pi.core.events import ButtonPressed
from pi.core.guiding import cards_of_pack, new_story, who_plays_answered, who_plays_left
from pi.core.handler import Next
from pi.core.model import Model, SetupStep
from pi.core.saga_texts import stage_text
from pi.core.screen import Row, Screen, cut
from pi.core.setup import Line
from pi.core.story import KnownPack, Story, everything_laid
from pi.core.texts import Say

_NAME_LETTERS = 30
"""Of a pack in the name of a campaign that is begun with it."""


@dataclass(frozen=True, slots=True)
class SagaLine:
    """A line of the question which Saga is played.

    Attributes:
        does: what choosing it does.
        story: to go on with.
        pack: to begin with.
    """

    does: Literal["go on", "new", "single", "bare", "fewer", "none", "back"]
    story: Story | None = None
    pack: KnownPack | None = None


def setup_pressed(model: Model, event: ButtonPressed) -> Next:
    """Hands a press to the question being asked before a game."""
    if model.setup.for_chapter and (asked := _group_pressed(model, event.button)) is not None:
        return asked
    if event.button in (Button.NEXT, Button.OK):
        if model.setup.step is SetupStep.SAGA:
            return _saga_pressed(model, event.button)
        if model.setup.step is SetupStep.CARDS:
            return _cards_pressed(model, event.button)
    asked = setup.setup_pressed(model, event)
    is_saga_asked = asked.model.setup.step is SetupStep.SAGA
    return replace(asked, effects=(*asked.effects, FindSagas())) if is_saga_asked else asked


# Who plays a chapter


def _group_pressed(model: Model, button: Button) -> Next | None:
    """Only how many play, and names and seats, are asked; None for what any set-up does."""
    step, is_done = model.setup.step, model.setup.cursor == model.setup.players
    if step is SetupStep.PLAYERS and button is Button.OK:
        return _with_setup(model, step=SetupStep.SEATS, cursor=0)
    if step is SetupStep.SEATS and button is Button.OK and is_done:
        return who_plays_answered(model, names_of(model.setup, model.language))
    if button in (Button.NEXT, Button.OK) or (button is Button.UNDO and step is SetupStep.SPELLING):
        return None
    return leave(model)


def leave(model: Model) -> Next:
    """One question up, as any set-up does; from who plays a chapter to its guided list."""
    if not model.setup.for_chapter:
        return setup.leave(model)
    if model.setup.step in (SetupStep.PLAYERS, SetupStep.SEATS):
        return Next(who_plays_left(model))
    return _with_setup(model, step=SetupStep.SEATS, cursor=model.setup.seat)


# Which Saga


def saga_lines(model: Model) -> tuple[SagaLine, ...]:
    """The campaigns that can be gone on with, then what can be begun; the example comes after everything else."""
    own, examples = ([pack for pack in model.packs if pack.is_example == is_example] for is_example in (False, True))
    return (
        *(SagaLine("go on", story=story) for story in model.stories),
        *(SagaLine("new", pack=pack) for pack in own),
        *(SagaLine("single", pack=pack) for pack in own),
        SagaLine("bare"),
        *(SagaLine("new", pack=pack) for pack in examples),
        *(SagaLine("single", pack=pack) for pack in examples),
        SagaLine("fewer"),
        *([SagaLine("none")] if model.setup.rules == RULES else []),
        SagaLine("back"),
    )


def _saga_pressed(model: Model, button: Button) -> Next:
    lines = saga_lines(model)
    at = model.setup.cursor % len(lines)
    if button is Button.NEXT:
        return _with_setup(model, cursor=(at + 1) % len(lines))
    match lines[at]:
        case SagaLine("go on", story=Story() as story):
            return go_on(model, story)
        case SagaLine("new", pack=KnownPack() as pack):
            return new_story(model, pack, f"{pack.name[:_NAME_LETTERS]} {len(model.stories) + 1}")
        case SagaLine("single", pack=KnownPack() as pack):
            laid = everything_laid(pack.cards)
            return _with_setup(model, step=SetupStep.CARDS, cursor=0, cards=laid, pack=pack.name)
        case SagaLine("bare"):
            return begin_single(model, ())
        case SagaLine("fewer"):
            settings = model.setup.settings
            return _with_setup(model, settings=replace(settings, remove_cards=not settings.remove_cards))
        case SagaLine("none"):
            starts = model.setup.starts
            return _with_setup(model, step=SetupStep.STARTS, cursor=starts, rules=("base",), cards=())
        case _:
            return _with_setup(model, step=SetupStep.STARTS, cursor=model.setup.starts)


def _with_setup(model: Model, **answers: object) -> Next:
    return Next(replace(model, setup=replace(model.setup, **answers)))  # type: ignore[arg-type]  # by name


# A single game


def begin_single(model: Model, cards: Sequence[LaidCard]) -> Next:
    """Begins a game outside any story with these cards; raises EngineError when they can't lie so."""
    return setup.begin(replace(model, setup=replace(model.setup, rules=RULES, cards=tuple(cards))))


def card_lines(model: Model) -> tuple[Card | Line, ...]:
    """What may lie in a single game, a line each; the first one begins it."""
    return (Line.PLAY, *cards_of_pack(model, model.setup.pack))


def _cards_pressed(model: Model, button: Button) -> Next:
    lines = card_lines(model)
    at = model.setup.cursor % len(lines)
    if button is Button.NEXT:
        return _with_setup(model, cursor=(at + 1) % len(lines))
    line = lines[at]
    if isinstance(line, Line):
        return begin_single(model, model.setup.cards)
    order = [card.code for card in cards_of_pack(model, model.setup.pack)]
    moved = sorted(_with_next_place(model.setup.cards, line), key=lambda laid: order.index(laid.card.code))
    return _with_setup(model, cards=tuple(moved))


def _with_next_place(cards: tuple[LaidCard, ...], card: Card) -> tuple[LaidCard, ...]:
    """A card is laid or taken away; a tile goes through the mountains that have none before it is taken away."""
    lying = next((laid for laid in cards if laid.card.code == card.code), None)
    others = tuple(laid for laid in cards if laid != lying)
    if card.kind != "summit":
        return others if lying else (*others, LaidCard(card))
    taken = {laid.mountain for laid in others}
    tried = SUMMIT_MOUNTAINS if lying is None else SUMMIT_MOUNTAINS[SUMMIT_MOUNTAINS.index(lying.mountain or 0) + 1 :]
    free = [mountain for mountain in tried if mountain not in taken]
    return (*others, LaidCard(card, free[0])) if free else others


# Screens


def saga_screen(model: Model, speak: Say) -> Screen:
    """Which Saga is played."""
    lines = saga_lines(model)
    rows = (
        Row(
            cut(_saga_line_text(line, model, speak), LETTERS),
            speak("yes" if model.setup.settings.remove_cards else "no") if line.does == "fewer" else "",
            selected=index == model.setup.cursor % len(lines),
        )
        for index, line in enumerate(lines)
    )
    return Screen("Saga", rows=tuple(rows), hint=speak("NEXT down  OK choose"))


def _saga_line_text(line: SagaLine, model: Model, speak: Say) -> str:
    match line:
        case SagaLine("go on", story=Story() as story):
            return f"{story.now.name}: {stage_text(story.now, model.language)}"
        case SagaLine("new", pack=KnownPack(is_example=True)):
            return speak("Example: a story")
        case SagaLine("new", pack=KnownPack() as pack):
            return speak("New story: {pack}", pack=pack.name)
        case SagaLine("single", pack=KnownPack(is_example=True)):
            return speak("Example: one game")
        case SagaLine("single", pack=KnownPack() as pack):
            return speak("One game: {pack}", pack=pack.name)
        case SagaLine("bare"):
            return speak("Without cards")
        case SagaLine("fewer"):
            return speak("Fewer tokens")
        case SagaLine("none"):
            return speak("Not the Saga")
        case _:
            return speak("Done")


def cards_screen(model: Model, speak: Say) -> Screen:
    """What lies in a single game; of a tile the mountain."""
    lines = card_lines(model)
    places = {laid.card.code: "×" if laid.mountain is None else str(laid.mountain) for laid in model.setup.cards}
    rows = (
        Row(speak("Play"), selected=selected)
        if isinstance(line, Line)
        else Row(cut(f"{line.code} {line.name}", LETTERS - 2), places.get(line.code, ""), selected)
        for line, selected in ((line, index == model.setup.cursor % len(lines)) for index, line in enumerate(lines))
    )
    return Screen(speak("Which cards?"), rows=tuple(rows), hint=speak("NEXT down  OK choose"))
