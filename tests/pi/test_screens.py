"""Golden screens: what is to be seen in every phase and overlay, in both languages.

Rewrite them with GOATHERD_UPDATE_GOLDEN=1 and look at the difference.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import NoneType
from typing import get_args

import pytest

from engine.choices import Choice, sums_of
from engine.places import path
from engine.position import with_goat_at
from engine.record import new_game
from engine.saga.campaign import CampaignRecord, new_campaign
from pi.core.beginning import begin_game
from pi.core.card_rows import cards_used
from pi.core.choosing import select
from pi.core.events import DeviceFailed, SaveFailed, TrayBlocked
from pi.core.hints import Hints
from pi.core.language import Language
from pi.core.menu import menu_items
from pi.core.model import Model, Phase, Setup, SetupStep, resumed
from pi.core.overlay_values import (
    LookingBack,
    MendedRecord,
    MenuItem,
    Overlay,
    PositionEditor,
    ShutDownQuestion,
    SwitchedOff,
)
from pi.core.page import PageShown
from pi.core.screens import screens
from pi.core.story import CampaignQuestion, Guide, Story
from pi.shell.render import fits, screen_lines
from tests.pi.driving import (
    AT,
    BACK,
    EMPTIED,
    HOLD_OK,
    MOVED,
    NEXT,
    OK,
    UNDO,
    new_table,
    play,
    pushed,
    settled,
    thrown,
    wide_table,
)
from tests.pi.sagas import answered, at_saga, chapter, laid_table, near_its_end, with_example
from tests.pi.sagas import asked as asked_about_sagas
from vision.reading import Doubt

TOLD = CampaignRecord((replace(new_campaign("Our long story", "ours").now, stage="over", steps=()),))
GOLDEN = Path(__file__).parent / "golden_screens"


def last_turn(language: Language, players: int = 2) -> Model:
    """A game before its very last turn."""
    table = new_table(players, language)
    assert table.game is not None
    last = replace(table.game.position, to_move=players - 1, last_round=True, round=9)
    return resumed(table, new_game(last))


def rich_turn(language: Language) -> Model:
    """A turn being chosen that takes two tops, bumps two goats, takes tokens and completes a set."""
    table = new_table(2, language, ("Annabelle", "Maximilian"))
    assert table.game is not None
    first = table.game.position
    mine, theirs = first.players
    mine = replace(mine, tokens=(0, 1, 1, 1, 1, 1))
    first = replace(
        first, players=(mine, theirs), stacks=tuple(s - t for s, t in zip(first.stacks, mine.tokens, strict=True))
    )
    for seat, mountain, step in ((0, 5, 3), (0, 6, 3), (1, 5, 4), (1, 6, 4)):
        first = with_goat_at(first, seat, path(mountain, 0), path(mountain, step))
    model = play(resumed(table, new_game(first)), *thrown(1, 4, 5, 1))
    happened = [[fact.kind for fact in one.option.facts] for one in model.advice]
    richest = max(range(len(happened)), key=lambda index: (happened[index].count("bumped"), len(happened[index])))
    return replace(model, cursor=richest)


def last_round_begins(language: Language) -> Model:
    """A turn being chosen that takes the last token of a third mountain."""
    table = new_table(2, language)
    assert table.game is not None
    first = table.game.position
    mine, theirs = first.players
    stacks = (1, 0, 0, *first.stacks[3:])
    theirs = replace(theirs, tokens=tuple(full - left for full, left in zip(first.stacks, stacks, strict=True)))
    first = with_goat_at(replace(first, players=(mine, theirs), stacks=stacks), 0, path(5, 0), path(5, 4))
    model = play(resumed(table, new_game(first)), *thrown(5, 3, 3, 3))
    facts = [{fact.kind for fact in one.option.facts} for one in model.advice]
    return replace(model, cursor=next(index for index, kinds in enumerate(facts) if "last_round" in kinds))


def in_two_levels(model: Model) -> Model:
    """The options as a list in which the first line opens another list."""
    lines = [Choice(sums_of(one.option.turn), one) for one in model.advice]
    return replace(model, choices=(replace(lines[0], below=tuple(lines[:3])), *lines[3:]))


def left_for_another(running: Model) -> Model:
    """A new game in which nothing has happened, while another one runs."""
    return play(begin_game(replace(running, setup=Setup(names=("Ann", "Bo")))).model)


def wide_scenes(language: Language) -> dict[str, Model]:
    """What only expansions bring to the display."""
    names = ("Annabelle", "Maximilian")
    table = wide_table({0: "5.0 6.4 7.0 8.0 B12 V5", 1: "5.4 6.0 B14 B24 V5 V5"}, language=language, names=names)
    choosing = play(table, *thrown(4, 5, 6, 6))
    groups = next(index for index, line in enumerate(choosing.choices) if line.below and not line.more)
    asked = Model(language=language)
    to_rules = (OK, NEXT, NEXT, NEXT, NEXT, OK)
    asked_both = play(asked, *to_rules, OK, NEXT, OK)
    below_7, on_7 = "5.0 6.3 7.0 8.0 V4 10.1", "5.4 6.0 7.3 8.0 9.0 10.2"
    bumping = wide_table({0: below_7, 1: on_7}, (10,), language=language, names=names)
    bumped = play(bumping, *thrown(4, 6, 6, 6), *pushed((4, 6), (6,), (6,)), OK)
    landed = play(choosing, *pushed((5, 6), (4, 6)), OK)
    at_menu = menu_items(table)
    to_redeploy = (HOLD_OK, *[NEXT] * at_menu.index(MenuItem.REDEPLOY), OK)
    to_board = (HOLD_OK, *[NEXT] * at_menu.index(MenuItem.BOARD), OK)
    to_editor = (HOLD_OK, *[NEXT] * at_menu.index(MenuItem.CORRECT_POSITION), OK)
    assert table.game is not None
    last = replace(table.game.position, starts=1, last_round=True)
    over = play(resumed(table, new_game(last)), *thrown(1, 2, 2, 6), OK, EMPTIED)
    return {
        "wide-set-up-rules": asked_both,
        "wide-set-up-rules-end": play(asked_both, *[NEXT] * 4),
        "wide-set-up-fields": play(asked_both, *[NEXT] * 4, OK, NEXT, OK),
        "wide-lay-out": play(asked_both, BACK, OK),
        "wide-waiting": table,
        "wide-choosing": choosing,
        "wide-choosing-groups": play(choosing, *[NEXT] * groups),
        "wide-choosing-goats": play(choosing, *[NEXT] * groups, OK, NEXT),
        "wide-choosing-more": play(choosing, *[NEXT] * 7),
        "wide-choosing-pushed": play(choosing, *pushed((5, 6), (4, 6))),
        "wide-doing-landed": landed,
        "wide-doing-bumped": bumped,
        "wide-undone-landed": play(landed, UNDO),
        "wide-undone-bumped": play(bumped, UNDO),
        "wide-menu": play(table, HOLD_OK),
        "wide-redeploy-goat": play(table, *to_redeploy, NEXT),
        "wide-redeploy-mountain": play(table, *to_redeploy, NEXT, OK),
        "wide-redeployed": play(table, *to_redeploy, NEXT, OK, OK),
        "wide-redeploy-undone": play(table, *to_redeploy, NEXT, OK, OK, UNDO),
        "wide-board": play(table, *to_board),
        "wide-board-off-the-paths": play(table, *to_board, NEXT),
        "wide-board-item": play(table, *to_editor, OK, *[NEXT] * 4, OK, NEXT),
        "wide-scores": play(table, NEXT),
        "wide-scores-of-a-seat": play(table, NEXT, NEXT),
        "wide-over": over,
        "wide-over-scores-of-a-seat": play(over, NEXT, NEXT),
    }


def saga_scenes(language: Language) -> dict[str, Model]:
    """What only the Saga brings to the display."""
    question = at_saga(asked_about_sagas(language))
    to_lay_out = chapter(language)
    playing = play(to_lay_out, OK)
    rich = laid_table(("A1", "A2", "A6", "R1", "R3", "S1@9", "S2@7", "S4@5"), language)
    choosing = play(rich, *thrown("goat", "goat", 3, 4))
    over = play(near_its_end(playing), *thrown("goat", 2, 2, 6), OK, EMPTIED)
    using = next(index for index, one in enumerate(choosing.advice) if "A2" in cards_used(one.option))
    again = ("Rules", "The Saga", "Done") if language is Language.ENGLISH else ("Regeln", "Die Saga", "Fertig")
    assert rich.game is not None
    view = play(laid_table(("S10@9",), language), *thrown("goat", 2, 3, 4))
    moving = next(index for index, one in enumerate(view.advice) if sums_of(one.option.turn) == (9,))
    by_hand = play(select(view, moving), OK)
    return {
        "saga-set-up": question,
        "saga-set-up-with-the-example": play(at_saga(with_example(language)), *[NEXT] * 3),
        "saga-set-up-again": answered(play(replace(over, story=None), OK), *again[:2]),
        "saga-cards": play(question, NEXT, OK, NEXT, OK),
        "saga-discover-refused": answered(play(question, OK, OK, OK), "S1", "S2", again[2]),
        "saga-question": replace(rich, overlay=CampaignQuestion(Story(1, new_campaign("Our long story", "ours")))),
        "saga-players": play(question, OK),
        "saga-starter": play(question, OK, OK),
        "saga-open-the-book": play(question, OK, OK, OK),
        "saga-discover": play(question, OK, OK, OK, OK, OK),
        "saga-lay-out-step": to_lay_out,
        "saga-lay-out": play(playing, NEXT),
        "saga-choosing": choosing,
        "saga-choosing-ability": select(choosing, using),
        "saga-doing": play(select(choosing, using), OK),
        "saga-undone": play(select(choosing, using), OK, UNDO),
        "saga-dice-corrected": play(choosing, BACK),
        "saga-scores-of-a-seat": play(rich, NEXT, NEXT),
        "saga-doing-by-hand": by_hand,
        "saga-menu-by-hand": play(by_hand, HOLD_OK),
        "saga-board-points": replace(by_hand, overlay=PositionEditor(rich.game.position, item=17, changing=True)),
        "saga-told": Model(language=language, story=Story(1, TOLD), overlay=Guide()),
        "saga-over": over,
        "saga-chronicle": play(over, OK),
        "saga-award": play(over, OK, OK),
        "saga-next-page": play(over, OK, OK, OK, NEXT, OK),
        "saga-pack": play(over, OK, OK, OK, NEXT, OK, OK),
    }


@cache
def scenes(language: Language) -> dict[str, Model]:
    table = new_table(2, language)
    five = new_table(5, language, ("Ann", "Bo", "Cy", "Di", "Maximilian"))
    choosing = play(table, *thrown(1, 1, 4, 6))
    doing = play(choosing, OK)
    doubt = settled(1, None, 4, 6, accepted=False, doubts=(Doubt.UNKNOWN_FACE, Doubt.GLARE))
    passing = play(table, *thrown(1, 2, 3, 4))
    passing = replace(passing, cursor=next(i for i, one in enumerate(passing.advice) if not one.option.turn.steps))
    asked = Model(language=language, setup=Setup(known_names=("Anna", "Ben", "Maximilian")))
    seats = (OK, NEXT, NEXT, NEXT, OK)
    to_new_name = (NEXT, NEXT, NEXT, NEXT)
    over = play(last_turn(language), *thrown(1, 2, 2, 6), OK, EMPTIED)
    near = wide_table({1: "5.0 6.0 7.0 8.0 9.1 10.1"}, language=language, rules=("base",))
    assert near.game is not None
    at_the_end = replace(near.game.position, to_move=1, last_round=True, round=9)
    badly = play(resumed(near, new_game(at_the_end)), *thrown(4, 5, 6, 6))
    badly = play(replace(badly, cursor=len(badly.advice) - 1), OK, EMPTIED)
    at_review = (HOLD_OK, *[NEXT] * menu_items(over).index(MenuItem.REVIEW))
    after, off = (play(replace(table, wishes=(("Ann", hints),)), *thrown(1, 1, 4, 6)) for hints in list(Hints)[1:])
    other = settled(2, 5, 5, 5, x=700)
    return (
        wide_scenes(language)
        | saga_scenes(language)
        | {
            "set-up-players": Model(language=language, setup=Setup(players=3)),
            "set-up-starts": play(Model(language=language), NEXT, OK, NEXT),
            "set-up-more": play(Model(language=language), OK, NEXT, NEXT, NEXT),
            "set-up-seats": play(asked, *seats, NEXT),
            "set-up-seat": play(asked, *seats, OK, NEXT),
            "set-up-hints": play(asked, *seats, OK, NEXT, NEXT, NEXT, OK),
            "set-up-names": play(asked, *seats, OK, OK),
            "set-up-spelling": play(asked, *seats, OK, OK, *to_new_name, OK, NEXT, NEXT, OK, NEXT, NEXT),
            "set-up-spelt": play(asked, *seats, OK, OK, *to_new_name, OK, NEXT, NEXT, OK, NEXT, OK),
            "set-up-rules": play(asked, OK, NEXT, NEXT, NEXT, NEXT, OK, OK),
            "set-up-rematch": play(over, OK),
            "waiting": table,
            "waiting-five-players": five,
            "waiting-without-camera": play(table, DeviceFailed("camera", "gone", "plug it in", AT)),
            "waiting-without-camera-five-players": play(five, DeviceFailed("camera", "gone", "plug it in", AT)),
            "waiting-without-buttons": play(table, DeviceFailed("buttons", "gone", "", AT)),
            "waiting-without-buzzer": play(table, DeviceFailed("buzzer", "gone", "", AT)),
            "waiting-without-lamp": play(table, DeviceFailed("lamp", "gone", "", AT)),
            "set-up-without-camera": play(Model(language=language), DeviceFailed("camera", "gone", "plug it in", AT)),
            "waiting-not-saved": play(table, SaveFailed("disk full", AT)),
            "waiting-counted-dice": play(doing, OK, MOVED, settled(1, 1, 4, 6)),
            "waiting-dice-not-counted-yet": play(table, OK, *[NEXT] * 2, OK, *thrown(1, 1, 4, 6), BACK),
            "waiting-doubt-not-looked-at": play(table, MOVED, doubt, HOLD_OK, BACK),
            "waiting-thrown-anew": play(doing, OK, MOVED, settled(1, 1, 4, 6, x=700)),
            "waiting-camera-moved": play(table, DeviceFailed("tray", "the camera has moved", "leave it empty", AT)),
            "waiting-last-round": last_turn(language),
            "moving": play(table, MOVED),
            "moving-blocked": play(table, TrayBlocked(AT)),
            "doubt": play(table, MOVED, doubt),
            "doubt-cocked": play(table, MOVED, settled(1, 3, 4, 6, accepted=False, doubts=(Doubt.COCKED,))),
            "doubt-too-many": play(table, MOVED, settled(1, 2, 3, 4, 6, accepted=False, doubts=(Doubt.COUNT,))),
            "doubt-far-too-many": play(table, MOVED, settled(*[3] * 9, accepted=False, doubts=(Doubt.COUNT,))),
            "doubt-count": play(table, MOVED, settled(1, 4, 6, accepted=False, doubts=(Doubt.COUNT,))),
            "choosing": choosing,
            "choosing-third": play(choosing, NEXT, NEXT),
            "choosing-last-round": play(last_turn(language), *thrown(1, 2, 2, 6)),
            "choosing-pushed": play(choosing, *pushed((1, 4), (6,), (1,))),
            "choosing-two-levels": in_two_levels(choosing),
            "choosing-second-level": play(in_two_levels(choosing), OK),
            "choosing-hints-off": off,
            "other-dice-thrown": play(choosing, MOVED, other),
            "other-dice-tipped": play(choosing, MOVED, settled(1, 1, 4, 2)),
            "undone": play(doing, UNDO),
            "undone-bump-and-bonus": play(rich_turn(language), OK, UNDO),
            "undone-roll": play(doing, UNDO, UNDO),
            "doing": doing,
            "doing-hints-after": play(after, NEXT, OK),
            "doing-hints-after-the-best": play(replace(after, cursor=0), OK),
            "doing-all-kinds": play(rich_turn(language), OK),
            "doing-last-round": play(last_round_begins(language), OK),
            "doing-pass": play(passing, OK),
            "over": over,
            "over-scores": play(over, NEXT),
            "over-five-players": play(last_turn(language, 5), *thrown(1, 2, 2, 6), OK, EMPTIED),
            "menu-over": play(over, *at_review),
            "looking-back": replace(over, overlay=LookingBack(done=23, turns=64)),
            "review": play(badly, *at_review, OK),
            "review-of-a-good-game": play(over, *at_review, OK),
            "menu": play(doing, OK, HOLD_OK),
            "menu-before-a-game": play(asked, HOLD_OK),
            "menu-of-a-new-game": play(left_for_another(doing), HOLD_OK, *[NEXT] * 4),
            "menu-choosing": play(choosing, HOLD_OK),
            "menu-after-undo": play(doing, UNDO, HOLD_OK),
            "scores": play(table, NEXT),
            "scores-of-a-seat": play(table, NEXT, NEXT),
            "dice-by-hand": play(table, OK, OK),
            "dice-corrected": play(choosing, BACK, NEXT),
            "board-seats": play(table, OK, NEXT, NEXT, OK, NEXT),
            "board-item": play(table, OK, NEXT, NEXT, OK, OK, NEXT),
            "board-bonus": play(table, OK, NEXT, NEXT, OK, OK, *[NEXT] * 12, OK, NEXT),
            "board-value": play(table, OK, NEXT, NEXT, OK, OK, NEXT, OK, NEXT),
            "new-game-question": play(table, OK, NEXT, NEXT, NEXT, OK),
        }
    )


@pytest.mark.parametrize("name", list(scenes(Language.ENGLISH)))
@pytest.mark.parametrize("language", list(Language))
def test_the_screen_shows_what_it_showed(name: str, language: Language) -> None:
    screen = screens(scenes(language)[name])
    assert fits(screen)
    shown = "\n".join(screen_lines(screen)) + "\n"
    path = GOLDEN / f"{name}.{language.value}.txt"
    if os.environ.get("GOATHERD_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("doubt", list(Doubt))
@pytest.mark.parametrize("language", list(Language))
def test_every_doubt_is_said_in_words_with_what_to_do(doubt: Doubt, language: Language) -> None:
    table = new_table(2, language)
    screen = screens(play(table, MOVED, settled(1, 3, 4, 6, accepted=False, doubts=(doubt,))))
    texts = [row.text for row in screen.rows]
    assert len(texts) == 3
    assert all(texts)
    assert fits(screen)


def test_every_phase_has_a_golden_screen() -> None:
    assert {model.phase for model in scenes(Language.ENGLISH).values()} == set(Phase)


def test_every_question_before_a_game_and_everything_that_lies_on_top_has_a_golden_screen() -> None:
    models = scenes(Language.ENGLISH).values()
    assert {model.setup.step for model in models if model.phase is Phase.SETUP} == set(SetupStep)
    of_the_device = {MendedRecord, PageShown, ShutDownQuestion, SwitchedOff}  # their tests are with the device's
    assert {type(model.overlay) for model in models} | of_the_device == {*get_args(Overlay), NoneType}


def test_every_golden_screen_is_checked() -> None:
    names = {f"{name}.{language.value}.txt" for name in scenes(Language.ENGLISH) for language in Language}
    assert {path.name for path in GOLDEN.iterdir()} == names
