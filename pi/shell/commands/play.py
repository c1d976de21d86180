"""`goatherd play`: the device itself."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path

from engine.rules import parse_rules, parse_settings
from hardware.exposure import MAINS_HZ
from hardware.open import BUTTONS_KINDS, CAMERA_KINDS, SCREEN_KINDS
from pi.core.beginning import begin_game
from pi.core.chapters import go_on
from pi.core.events import RecordMended
from pi.core.guiding import open_guide
from pi.core.language import Language
from pi.core.model import Model, Setup, resumed
from pi.core.panel import Care
from pi.core.story import CampaignQuestion
from pi.core.texts import say
from pi.core.update import update
from pi.shell.data import add_data_option, data_folder, playing_alone
from pi.shell.errors import UsageError
from pi.shell.mqtt.broker import SHAPE
from pi.shell.mqtt.place import Place, parse_place
from pi.shell.opening import Opened, open_record
from pi.shell.recorder import Recorder
from pi.shell.sagas import knowing_campaigns, sagas_in, story_of, taken_back
from pi.shell.store import StoredGame
from pi.shell.web.address import Address, parse_address
from pi.shell.wishes import load_wishes, save_wishes
from pi.shell.words import parse_names, parse_number, parse_setting_words, system_language

SCRIPT_SEED = 1
FEWEST_PLAYERS = 2
MOST_PLAYERS = 5


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `play`."""
    play = commands.add_parser("play", help="play: goes on with the running game, or sets up a new one")
    play.add_argument("--players", metavar="N", help="begin a game of N players without the set-up screens")
    play.add_argument("--names", metavar="A,B,...", help="names of the players, by seat")
    play.add_argument("--rules", default="base", metavar="A,B,...", help="rule sets (default: base)")
    play.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting, e.g. must_move=true")
    play.add_argument("--campaign", metavar="NAME", help="go on with a campaign of the Saga, by name or number")
    play.add_argument("--starts", default="0", metavar="SEAT", help="who begins, from 0")
    play.add_argument("--new", action="store_true", help="leave a running game and begin another")
    add_device_options(play)
    care = Care()
    play.add_argument(
        "--dim", type=_seconds, default=care.dim_s, metavar="S",
        help="seconds without anything happening until the display dims, 0 for never (default: %(default)g)",
    )  # fmt: skip
    play.add_argument(
        "--sleep", type=_seconds, default=care.sleep_s, metavar="S",
        help="likewise until it goes dark (default: %(default)g); the press that wakes it does nothing else",
    )  # fmt: skip
    play.add_argument(
        "--mains", type=int, choices=(50, 60), default=MAINS_HZ,
        help="frequency of your mains in Hz, so that lamps do not flicker in the picture (default: %(default)s)",
    )  # fmt: skip
    play.add_argument(
        "--web", default="auto", metavar="HOST:PORT|off",
        help="where to serve the companion page (default: to this machine alone, on port 8064 if it is free)",
    )  # fmt: skip
    play.add_argument("--open", action="store_true", help="open the companion page in a browser")
    play.add_argument(
        "--publish", metavar="BROKER", help=f"tell a broker what goes on at this table: {SHAPE}, or @FILE that holds it"
    )
    play.add_argument("--table", metavar="NAME", help="what this table is called there (default: this machine's name)")
    play.add_argument("--seed", type=int, metavar="N", help="the same simulated dice every time")
    play.add_argument("--language", choices=[one.value for one in Language], help="of the screens (default: yours)")
    play.add_argument(
        "--script",
        type=Path,
        metavar="FILE",
        help="play from a script on simulated time (- for standard input), then end",
    )
    add_data_option(play)
    play.set_defaults(run=_run)


def add_device_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that choose devices."""
    parser.add_argument("--camera", default="auto", help=f"{CAMERA_KINDS} (default: auto)")
    parser.add_argument("--screen", default="auto", help=f"{SCREEN_KINDS} (default: auto)")
    parser.add_argument("--buttons", default="auto", help=f"{BUTTONS_KINDS} (default: auto)")
    parser.add_argument("--buzzer", default="none", metavar="PIN|none", help="GPIO number of an active buzzer")
    parser.add_argument("--lamp", default="none", metavar="PIN|none", help="GPIO number of a lamp that signals")


def _run(arguments: argparse.Namespace) -> int:
    web = parse_address(arguments.web)
    place = parse_place(arguments.publish, arguments.table, os.environ)
    folder = data_folder(arguments.data)
    model = Model(language=_language(arguments), setup=_setup(arguments))
    with playing_alone(folder):
        opened = open_record(folder)
        model = replace(model, wishes=load_wishes(folder))
        model = knowing_campaigns(model, opened.store)
        model, recorder = _open_game(arguments, opened, model)
        return _play(arguments, web, place, folder, model, recorder)


def _play(
    arguments: argparse.Namespace,
    web: Address | None,
    place: Place | None,
    folder: Path,
    model: Model,
    recorder: Recorder,
) -> int:
    if arguments.script is not None:
        status = _run_script(arguments, folder, model, recorder)
    else:
        from pi.shell.appliance import Choices, run_appliance

        choices = Choices(
            arguments.camera,
            arguments.screen,
            arguments.buttons,
            arguments.buzzer,
            arguments.lamp,
            _care(arguments),
            arguments.mains,
            arguments.seed,
            web,
            arguments.open,
            place,
        )
        status = run_appliance(choices, folder, model, recorder)
    recorder.finish()
    return status


def _care(arguments: argparse.Namespace) -> Care:
    return Care(arguments.dim, arguments.sleep)


def _seconds(text: str) -> float:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds; give 0 or more")
    return float(text)


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
