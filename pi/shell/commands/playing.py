"""What `goatherd play` does once its options are known."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.rules import parse_rules, parse_settings
from hardware.ports import Camera
from pi.core.beginning import begin_game
from pi.core.care import Care
from pi.core.chapters import go_on
from pi.core.events import RecordMended
from pi.core.guiding import open_guide
from pi.core.language import Language
from pi.core.model import Model, Setup, resumed
from pi.core.story import CampaignQuestion
from pi.core.texts import say
from pi.core.update import update
from pi.shell.data import data_folder, playing_alone
from pi.shell.errors import UsageError
from pi.shell.mqtt.place import parse_place
from pi.shell.opening import Opened, open_record
from pi.shell.recorder import Recorder
from pi.shell.sagas import knowing_campaigns, sagas_in, story_of, taken_back
from pi.shell.simulated import SimulatedThrows
from pi.shell.store import StoredGame
from pi.shell.web.address import parse_address
from pi.shell.wishes import load_wishes, save_wishes
from pi.shell.words import parse_names, parse_number, parse_setting_words, system_language

SCRIPT_SEED = 1
FEWEST_PLAYERS = 2
MOST_PLAYERS = 5


def play(arguments: argparse.Namespace, camera: Camera, throws: SimulatedThrows) -> int:
    """Plays at the table as the options say, and returns the exit status."""
    web = parse_address(arguments.web)
    place = parse_place(arguments.publish, arguments.table, os.environ)

    def run(folder: Path, model: Model, recorder: Recorder) -> int:
        from pi.shell.appliance import Choices, run_appliance

        choices = Choices(
            arguments.screen,
            arguments.buttons,
            arguments.buzzer,
            arguments.lamp,
            _care(arguments),
            web,
            arguments.open,
            place,
        )
        return run_appliance(choices, camera, throws, folder, model, recorder)

    return _with_game(arguments, run)


def play_script(arguments: argparse.Namespace) -> int:
    """Plays from a script on simulated time, and returns the exit status."""
    parse_address(arguments.web)
    parse_place(arguments.publish, arguments.table, os.environ)
    return _with_game(arguments, partial(_run_script, arguments))


def _with_game(arguments: argparse.Namespace, run: Callable[[Path, Model, Recorder], int]) -> int:
    """Opens the data folder and the game in it for `run`."""
    folder = data_folder(arguments.data)
    model = Model(language=_language(arguments), setup=_setup(arguments))
    with playing_alone(folder):
        opened = open_record(folder)
        model = replace(model, wishes=load_wishes(folder))
        model = knowing_campaigns(model, opened.store)
        model, recorder = _open_game(arguments, opened, model)
        status = run(folder, model, recorder)
        recorder.finish()
        return status


def _care(arguments: argparse.Namespace) -> Care:
    return Care(arguments.dim, arguments.sleep)


def _language(arguments: argparse.Namespace) -> Language:
    return Language(arguments.language) if arguments.language else system_language()


def _setup(arguments: argparse.Namespace) -> Setup:
    rules = parse_rules(arguments.rules.split(","))
    players = FEWEST_PLAYERS if arguments.players is None else parse_number(arguments.players, "players")
    rules.full_stacks(players)
    names = parse_names(arguments.names)
    if names and (arguments.players is None or len(names) != players):
        raise UsageError("--names: name every player, and say how many with --players")
    return Setup(
        players=players,
        starts=parse_number(arguments.starts, "starts"),
        names=names,
        rules=rules.names,
        settings=parse_settings(parse_setting_words(arguments.set), rules),
    )


def _open_game(arguments: argparse.Namespace, opened: Opened, model: Model) -> tuple[Model, Recorder]:
    """The model and the recorder of the running game, or of the next."""
    store = opened.store
    model, recorder = _begun_or_resumed(arguments, opened, _knowing(model, store.player_names()))
    if opened.mended is not None:
        model = update(model, RecordMended(opened.mended, 0.0)).model
    return model, recorder


def _knowing(model: Model, names: Iterable[str]) -> Model:
    """The model with names for the set-up to offer; those that nobody chose are none."""
    by_default = {
        say(language, "Player {number}", number=number)
        for language in Language
        for number in range(1, MOST_PLAYERS + 1)
    }
    known = tuple(name for name in names if name not in by_default)
    return replace(model, setup=replace(model.setup, known_names=known))


def _begun_or_resumed(arguments: argparse.Namespace, opened: Opened, model: Model) -> tuple[Model, Recorder]:
    store = opened.store
    stored = store.last_game()
    in_set_up = None if stored is None or stored.entries else taken_back(model, stored.id)
    if arguments.campaign is not None:
        return _at_campaign(arguments, opened, model, stored if in_set_up is None else None)
    if in_set_up is not None and not arguments.new and arguments.players is None:
        return open_guide(model, in_set_up).model, Recorder(store, None, opened.is_spare)
    game = None if stored is None else stored.game
    if game is not None and not game.position.over and not arguments.new:
        if arguments.players is not None:
            raise UsageError(
                f"--players: a game is running in {store.path.parent}; leave --players out to go on with it, "
                "or add --new to begin another"
            )
        return resumed(model, game), Recorder(store, stored.id if stored else None, opened.is_spare)
    if arguments.players is not None:
        begun = begin_game(model)
        recorder = Recorder(store, None, opened.is_spare)
        recorder.record(begun.effects, 0.0)
        return begun.model, recorder
    if game is not None and not arguments.new:
        return resumed(model, game), Recorder(store, stored.id if stored else None, opened.is_spare)
    return model, Recorder(store, None, opened.is_spare)


def _at_campaign(
    arguments: argparse.Namespace, opened: Opened, model: Model, stored: StoredGame | None
) -> tuple[Model, Recorder]:
    """Goes on with a campaign; another game that is running is left for it only if that is wanted."""
    store, story = opened.store, story_of(model, arguments.campaign)
    if arguments.players is not None:
        raise UsageError("--players: a campaign asks by itself who plays; leave --players out")
    is_other = stored is not None and not stored.game.position.over and stored.id != story.now.game
    if is_other and not arguments.new and arguments.script is not None:
        raise UsageError(
            f"--campaign: another game is running in {store.path.parent}; leave --campaign out to go on with it, "
            "or add --new to leave it"
        )
    at_table = model if stored is None else resumed(model, stored.game)
    recorder = Recorder(store, None if stored is None else stored.id, opened.is_spare)
    if is_other and not arguments.new:
        return replace(at_table, overlay=CampaignQuestion(story)), recorder
    following = go_on(at_table, story)
    recorder.record(following.effects, 0.0)
    found = sagas_in(store.path.parent, 0.0) if recorder.is_saved else None
    return following.model if found is None else update(following.model, found).model, recorder


def _run_script(arguments: argparse.Namespace, folder: Path, model: Model, recorder: Recorder) -> int:
    from pi.shell.eyes import Eyes
    from pi.shell.faces import load_faces
    from pi.shell.loop import Loop, Outputs
    from pi.shell.script import ScriptedTable, parse_script
    from pi.shell.simulated import with_drawn_goat
    from vision.reader import load_reader

    commands = parse_script(_read_script(arguments.script), str(arguments.script))
    seed = SCRIPT_SEED if arguments.seed is None else arguments.seed
    table = ScriptedTable(seed, Path())
    display = table.display
    outputs = Outputs(
        look=display.set_look,
        remember=partial(save_wishes, folder),
        check=display.check,
        sagas=partial(sagas_in, folder),
    )
    loop = Loop(model, recorder, table.show, outputs, _care(arguments))
    faces = load_faces(folder)
    if any("goat" in command.rest.split() for command in commands):
        faces = with_drawn_goat(faces)
    table.run(commands, loop, Eyes(loop.take, load_reader(faces), folder))
    return 0


def _read_script(path: Path) -> str:
    try:
        return sys.stdin.read() if path == Path("-") else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--script: {path} can't be read ({error})") from error
