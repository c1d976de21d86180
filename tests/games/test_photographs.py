"""A whole game in which every roll is a real photograph.

The players see what the device shows, correct what it misread by presses, lose power three times, take a turn back and
make it again, and end with the right sheet.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise
from pathlib import Path
from typing import Any

from engine.dice import Roll
from hardware.ports import Button, Frame
from hardware.simulated.camera import SimulatedTray
from pi.core.beginning import begin_game
from pi.core.events import ButtonPressed, DiceSettled, Event
from pi.core.model import Model, Phase, Setup
from pi.core.overlay_values import DiceEditor
from pi.core.update import update
from pi.shell.eyes import Eyes
from tests.engine import slow_rules
from tests.games.scripting import goatherd, play_script, status
from tests.shared import Photograph, needs_photographs, photographs
from vision.pictures import load_picture
from vision.reader import Reader, load_reader

FRAMES_PER_SECOND = 15
WATCHED_S = 1.4


def events_of(photograph: Photograph, reader: Reader) -> tuple[Event, ...]:
    """What the eyes tell when the picture is put under the camera."""
    now = 0.0
    told: list[Event] = []
    tray = SimulatedTray(clock=lambda: now)
    eyes = Eyes(told.append, reader)
    for number in range(15):
        now = number / FRAMES_PER_SECOND
        eyes.look(Frame(tray.frame_at(now), now, number))
    tray.show_photo(load_picture(photograph.path))
    for number in range(15, 15 + round(WATCHED_S * FRAMES_PER_SECOND)):
        now = number / FRAMES_PER_SECOND
        eyes.look(Frame(tray.frame_at(now), now, number))
    return tuple(told)


def press(button: Button, held: bool = False) -> ButtonPressed:
    return ButtonPressed(button, held, 0.0)


def line_of(pressed: ButtonPressed) -> str:
    return f"press {pressed.button.value}{' hold' if pressed.held else ''}"


def corrections(model: Model, faces: tuple[int, ...]) -> Iterator[ButtonPressed]:
    """The presses of a player who sees `faces` on the table, until the device has them."""
    while model.game is None or model.game.roll != Roll(faces):
        pressed = _correction(model, faces)
        yield pressed
        model = update(model, pressed).model


def _correction(model: Model, faces: tuple[int, ...]) -> ButtonPressed:
    editor = model.overlay
    if not isinstance(editor, DiceEditor):
        return press(Button.BACK if model.phase is Phase.CHOOSING else Button.OK)
    wanted = _wanted(editor, faces)
    if editor.slots[editor.cursor].face != wanted[editor.cursor]:
        return press(Button.NEXT)
    others_wrong = any(slot.face != face for slot, face in zip(editor.slots, wanted, strict=True))
    return press(Button.NEXT, held=True) if others_wrong else press(Button.OK)


def _wanted(editor: DiceEditor, faces: tuple[int, ...]) -> list[int | None]:
    """What each die of the editor must show: as it is where that is right, else a face still missing, else none.

    Of two dice that show the same face, the one that is selected is the wrong one.
    """
    missing = list(faces)
    wanted: list[int | None] = [None] * len(editor.slots)
    for index in sorted(range(len(wanted)), key=lambda index: index == editor.cursor):
        face = editor.slots[index].face
        if face in missing:
            missing.remove(face)
            wanted[index] = face
    for index in sorted(range(len(wanted)), key=lambda index: index != editor.cursor):
        if wanted[index] is None and missing:
            wanted[index] = missing.pop(0)
    return wanted


def play_lines() -> Iterator[tuple[str, Model]]:
    """The lines of the script, each with the model after it; ends when the game does."""
    reader = load_reader()
    four = [one for one in photographs() if len(one.faces) == 4]
    seen = {one: events_of(one, reader) for one in four}
    assert all(isinstance(events[-1], DiceSettled) for events in seen.values())
    model = begin_game(Model(setup=Setup(players=2, names=("Ann", "Bo")))).model
    for photograph in cycle(four):
        for event in seen[photograph]:
            model = update(model, event).model
        yield f"photo {photograph.path}", model
        for pressed in corrections(model, photograph.faces):
            model = update(model, pressed).model
            yield line_of(pressed), model
        model = update(model, press(Button.OK)).model
        yield "press ok", model
        assert model.game is not None
        if model.game.position.over:
            return


def kills(models: Sequence[Model], phases: Sequence[Phase]) -> list[int]:
    """Where to pull the plug, spread over the game: after the first line from there on that leads to the phase."""
    starts = [len(models) * (number + 1) // (len(phases) + 1) for number in range(len(phases))]
    return [
        next(at + 1 for at in range(start, len(models)) if models[at].phase is phase and models[at].overlay is None)
        for start, phase in zip(starts, phases, strict=True)
    ]


def after_turn(position: dict[str, Any], turn: dict[str, Any]) -> dict[str, Any]:
    """The position after a turn, by the slow rules."""
    game, table = slow_rules.read(position, position["to_move"])
    for step in turn["steps"]:
        goat = next(each for each in table.goats[game.mover] if each.startswith(f"{step['mountain']}."))
        table = slow_rules.climbed(game, table, goat, step["mountain"])
    written: dict[str, Any] = json.loads(json.dumps(slow_rules.written(position, table)))
    return written


def points(position: dict[str, Any]) -> list[int]:
    """Everybody's points, counted by hand."""
    return [
        sum(int(mountain) * count for mountain, count in player["tokens"].items()) + sum(player["bonus"])
        for player in position["players"]
    ]


@needs_photographs
def test_a_whole_game_of_photographs_ends_with_the_right_sheet(tmp_path: Path) -> None:
    script, models = zip(*play_lines(), strict=True)
    ends = kills(models, (Phase.CHOOSING, Phase.DOING, Phase.CHOOSING))
    begin = ("--players", "2", "--names", "Ann,Bo")
    for start, end in pairwise((0, *ends)):
        killed = play_script(tmp_path, [*script[start:end], "kill"], *(begin if start == 0 else ()))
        assert killed.returncode == 137, killed.stderr
    undone_and_redone = ["press undo hold", "expect screen choose", "press ok hold", "expect screen Redo", "press ok"]
    ended = play_script(tmp_path, [*script[ends[-1] :], *undone_and_redone])
    assert ended.returncode == 0, ended.stderr

    game = models[-1].game
    told = status(tmp_path)
    assert game is not None
    assert (told["turns"], told["phase"]) == (game.turns, "over")
    exported = json.loads(goatherd("export", "1", "--data", tmp_path).stdout)
    rolls = [entry["dice"] for entry in exported["entries"] if entry["kind"] == "roll"]
    assert len(rolls) == game.turns

    position = exported["first"]
    truth = cycle([one.faces for one in photographs() if len(one.faces) == 4])
    turns = [entry["turn"] for entry in exported["entries"] if entry["kind"] == "turn"]
    for turn, faces in zip(turns, truth, strict=False):
        legal = slow_rules.afters(position, list(faces))
        position = after_turn(position, turn)
        assert json.dumps(position, sort_keys=True) in legal
    assert told["position"] == position
    sheet = json.loads(goatherd("sheet", stdin=json.dumps(position)).stdout)
    assert [player["total"] for player in sheet["players"]] == points(position)
    assert sheet["ranking"][0] == [points(position).index(max(points(position)))]
