"""What holds for every way a table can go: nobody is stuck, and only people end turns."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from types import NoneType
from typing import get_args

import pytest

from engine.position_checks import check_position
from engine.record import RollEntry, TurnEntry, new_game
from engine.rules import EXPANSIONS
from hardware.ports import Button
from pi.core.events import (
    ButtonPressed,
    DeviceFailed,
    DeviceReturned,
    DiceSettled,
    Event,
    HandlerFailed,
    InboxEmptied,
    TrayBlocked,
)
from pi.core.handler import Next
from pi.core.language import Language
from pi.core.model import Model, Phase, Setup, SetupStep, resumed
from pi.core.overlay_values import DiceEditor, MendedRecord, NewGameQuestion, Overlay, PositionEditor, SwitchedOff
from pi.core.page import PageShown
from pi.core.reviewing import open_review
from pi.core.screens import screens
from pi.core.story import CampaignQuestion, KnownPack
from pi.core.update import update
from pi.shell.render import fits, screen_lines
from tests.pi.driving import (
    AT,
    BACK,
    BOTH,
    EMPTIED,
    HOLD_OK,
    MOVED,
    NEXT,
    OK,
    UNDO,
    entries_of,
    new_table,
    play,
    settled,
    thrown,
    wide_table,
)
from tests.pi.sagas import sample_card
from vision.reading import Doubt

FEW = KnownPack("few", tuple(map(sample_card, ("A1", "A2", "S1", "R3"))))
"""Cards whose options are found quickly."""

WALKS = 24
STEPS = 500
DEEPEST_LIST = 8


def presses(chance: random.Random) -> Iterator[Event]:
    """A button, or the same one several times, as people step through lists."""
    button = chance.choices([Button.NEXT, Button.OK, Button.BACK, Button.UNDO], [4, 5, 1, 1])[0]
    held = chance.random() < 0.15 and button is not Button.BACK
    for _ in range(chance.choice([1, 1, 1, 2, 5, 7]) if button is Button.NEXT else 1):
        yield ButtonPressed(button, held, AT)


def dice(chance: random.Random) -> Iterator[Event]:
    """Dice thrown, nudged, tipped, pushed, taken or not to be made out."""
    faces = [chance.choice([1, 1, 2, 3, 4, 5, 6]) for _ in range(4)]
    x = chance.choice([0.0, 15.0, 700.0])
    match chance.randrange(4):
        case 0 | 1:
            yield from thrown(*faces)
        case 2:
            yield from (MOVED, settled(*faces, x=x))
        case _:
            seen = [chance.choice([*faces, None]) for _ in range(chance.choice([0, 1, 2, 3, 3, 4, 4, 5, 8]))]
            doubts = tuple(chance.sample(list(Doubt), chance.randint(0, 2)))
            yield from (MOVED, settled(*seen, accepted=False, doubts=doubts, x=x))


DISTURBANCES: tuple[Event, ...] = (
    MOVED,
    EMPTIED,
    TrayBlocked(AT),
    DeviceFailed("camera", "it is unplugged", "plug it in again", AT),
    DeviceReturned("camera", AT),
    HandlerFailed("KeyError", AT),
    InboxEmptied(AT),
)


def errands(chance: random.Random) -> Iterator[Event]:
    """Something deep in the menu, or in the questions before a game."""
    yield chance.choice([HOLD_OK, OK])
    for _ in range(chance.randint(1, 4)):
        yield from [NEXT] * chance.randint(0, 8)
        yield OK
    yield from [OK] * chance.randint(0, 2)


def happenings(chance: random.Random) -> Iterator[Event]:
    """Everything that can happen at a table, without end."""
    while True:
        yield from presses(chance)
        if chance.random() < 0.3:
            yield from dice(chance)
        if chance.random() < 0.1:
            yield DISTURBANCES[chance.randrange(len(DISTURBANCES))]
        if chance.random() < 0.05:
            yield from errands(chance)


def starts(seed: int, chance: random.Random) -> Model:
    """A table at a question before its first game, at a last turn, looking back, or with goats off the paths."""
    language = chance.choice(list(Language))
    if seed % 18 == 0:
        return open_review(last_turn(language)).model
    if seed % 18 == 9:
        return open_review(replace(play(last_turn(language), *thrown(2, 3, 4, 6), OK), judged=())).model
    if seed % 3 == 0:
        return last_turn(language)
    if seed % 6 == 1:
        rules, off = chance.choice([(BOTH, "B12"), (("base", "green-valley"), "V3")])
        goats = {0: f"5.0 6.4 7.0 8.0 {off} V5", 1: "5.3 6.0 7.3 9.1 10.1 V4"}
        return wide_table(goats, (7, 10), language=language, rules=rules)
    step = tuple(SetupStep)[7 * seed % len(SetupStep)]
    rules = ("base", *(name for name in EXPANSIONS if seed % 4 == 2 or (name == EXPANSIONS[0] and seed % 4 == 1)))
    setup = Setup(step, chance.randint(2, 5), known_names=("Ann", "Maximilian"), rules=rules, pack=FEW.name)
    return Model(setup=setup, language=language, packs=(FEW,))


def last_turn(language: Language) -> Model:
    table = new_table(2, language)
    assert table.game is not None
    return resumed(table, new_game(replace(table.game.position, to_move=1, last_round=True, round=9)))


@dataclass(frozen=True)
class Step:
    """What one event did."""

    before: Model
    event: Event
    following: Next


@cache
def walks() -> tuple[Step, ...]:
    """Random evenings, step by step."""
    found = []
    for seed in range(WALKS):
        chance = random.Random(seed)
        model = starts(seed, chance)
        for event in islice(happenings(chance), STEPS):
            following = update(model, event)
            found.append(Step(model, event, following))
            # Switched off is the end; the table is plugged in again.
            model = model if isinstance(following.model.overlay, SwitchedOff) else following.model
    return tuple(found)


Kind = tuple[object, ...]


def kind_of(model: Model) -> Kind:
    """What sort of screen shows a model."""
    overlay = model.overlay
    depth = (overlay.item is None, overlay.changing) if isinstance(overlay, PositionEditor) else ()
    step = model.setup.step if model.phase is Phase.SETUP else None
    running = model.game is not None and not model.game.position.over
    return (model.phase, type(overlay), step, running, model.left is None, depth)


def examples() -> dict[Kind, list[Model]]:
    """Some models of every sort that was reached."""
    found: dict[Kind, list[Model]] = {}
    for model in (model for step in walks() for model in (step.before, step.following.model)):
        models = found.setdefault(kind_of(model), [])
        if len(models) < 3:
            models.append(model)
    return found


def test_the_walks_reach_every_phase_question_and_overlay() -> None:
    models = [model for some in examples().values() for model in some]
    assert {model.phase for model in models} == set(Phase)
    assert {model.setup.step for model in models if model.phase is Phase.SETUP} == set(SetupStep)
    reached = {type(model.overlay) for model in models}
    assert reached == {*get_args(Overlay), NoneType} - {MendedRecord, PageShown, CampaignQuestion}  # of the start
    assert any(isinstance(model.overlay, PositionEditor) and model.overlay.changing for model in models)
    assert any(model.left is not None for model in models)


@pytest.mark.parametrize("language", list(Language))
def test_two_presses_of_back_lead_to_where_the_game_goes_on(language: Language) -> None:
    for models in examples().values():
        for model in models:
            if isinstance(model.overlay, SwitchedOff):
                continue
            back = play(replace(model, language=language), BACK, BACK)
            assert isinstance(back.overlay, DiceEditor | None), kind_of(model)
            if model.game is not None and not model.game.position.over:
                assert back.phase is not Phase.SETUP, kind_of(model)
            assert is_going_on(back), kind_of(model)


def is_going_on(model: Model) -> bool:
    """Whether players who do what the screen says come to a turn that is played."""
    if model.phase is Phase.OVER or (model.phase is Phase.DOING and model.game and model.game.position.over):
        model = play(model, EMPTIED, OK)
    for _ in range(2):
        model = play(model, OK) if model.phase is Phase.SETUP else model
    for _ in range(12):
        if isinstance(model.overlay, DiceEditor):
            model = play(model, NEXT if _is_unknown(model) else OK)
    if model.phase is not Phase.CHOOSING:
        model = play(model, EMPTIED, MOVED, settled(2, 4, 6, 6))
    assert model.game is not None
    for _ in range(DEEPEST_LIST):
        model = play(model, OK) if model.phase is Phase.CHOOSING else model
    return model.phase is Phase.DOING


def _is_unknown(model: Model) -> bool:
    editor = model.overlay
    return isinstance(editor, DiceEditor) and editor.slots[editor.cursor].face is None and len(editor.slots) == 4


def test_only_a_press_of_ok_plays_a_turn_and_only_trusted_dice_are_a_roll() -> None:
    for step in walks():
        entries = entries_of(step.following.effects)
        if any(isinstance(entry, TurnEntry) for entry in entries):
            assert isinstance(step.event, ButtonPressed)
            assert step.event.button is Button.OK
            assert step.before.phase is Phase.CHOOSING
        if entries and not isinstance(step.event, ButtonPressed):
            assert isinstance(step.event, DiceSettled)
            assert step.event.reading.accepted
            assert [type(entry) for entry in entries] == [RollEntry]
            assert step.before.phase in (Phase.WAITING, Phase.MOVING, Phase.DOUBT, Phase.DOING)


def test_every_position_keeps_the_rules() -> None:
    for game in {id(step.following.model.game): step.following.model.game for step in walks()}.values():
        if game is not None:
            check_position(game.position)


@pytest.mark.parametrize("language", list(Language))
def test_every_screen_fits(language: Language) -> None:
    for step in walks():
        screen = screens(replace(step.following.model, language=language))
        assert fits(screen), "\n".join(screen_lines(screen))


def test_a_running_game_is_left_by_a_second_answer_and_can_be_found_again() -> None:
    left = 0
    for step in walks():
        before, after = step.before, step.following.model
        if before.game is None or before.game.position.over:
            continue
        has_begun = before.game.can_undo or before.game.can_redo
        if has_begun and after.phase is Phase.SETUP and before.phase is not Phase.SETUP:
            assert before.overlay == NewGameQuestion(yes=True)
        if (
            before.phase is Phase.SETUP
            and after.phase is Phase.WAITING
            and after.game not in (before.game, before.left)
        ):
            assert after.left in (before.game, before.left)
            assert play(after, UNDO).game == after.left
            left += 1
    assert left


@pytest.mark.parametrize("phase", [Phase.WAITING, Phase.CHOOSING, Phase.DOING])
def test_clearing_pushing_and_hands_change_nothing_that_is_recorded(phase: Phase) -> None:
    table = play(Model(), OK, OK)
    model = {
        Phase.WAITING: table,
        Phase.CHOOSING: play(table, *thrown(1, 1, 4, 6)),
        Phase.DOING: play(table, *thrown(1, 1, 4, 6), OK),
    }[phase]
    for events in ((TrayBlocked(AT), MOVED, EMPTIED), (MOVED, TrayBlocked(AT), MOVED)):
        assert play(model, *events).game == model.game
