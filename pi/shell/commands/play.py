"""`goatherd play`: the device itself."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from engine.rules import parse_rules, parse_settings
from pi.core.model import Language, Model, Setup, resumed
from pi.core.update import begin_game
from pi.shell.data import add_data_option, data_folder, playing_alone
from pi.shell.errors import UsageError
from pi.shell.recorder import Recorder
from pi.shell.store import Store, open_store
from pi.shell.words import parse_names, parse_number, parse_setting_words, system_language

SCRIPT_SEED = 1
FEWEST_PLAYERS = 2


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `play`."""
    play = commands.add_parser("play", help="play: goes on with the running game, or sets up a new one")
    play.add_argument("--players", metavar="N", help="begin a game of N players without the set-up screens")
    play.add_argument("--names", metavar="A,B,...", help="names of the players, by seat")
    play.add_argument("--rules", default="base", metavar="A,B,...", help="rule sets (default: base)")
    play.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting, e.g. must_move=true")
    play.add_argument("--starts", default="0", metavar="SEAT", help="who begins, from 0")
    play.add_argument("--new", action="store_true", help="leave a running game and begin another")
    play.add_argument("--camera", default="auto", help="auto, picamera2, usb, usb:N, photos:DIR or simulated")
    play.add_argument("--screen", default="auto", help="auto, oled, terminal or none")
    play.add_argument("--buttons", default="auto", help="auto, gpio, keyboard or none")
    play.add_argument("--web", default="off", metavar="off", help="the companion page (not there yet: off)")
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


def _run(arguments: argparse.Namespace) -> int:
    if arguments.web != "off":
        raise UsageError("--web: there is no companion page yet; leave it out or say off")
    model = Model(language=_language(arguments), setup=_setup(arguments))
    folder = data_folder(arguments.data)
    store = open_store(folder, create=True)
    with playing_alone(folder):
        model, recorder = _open_game(arguments, store, model)
        if arguments.script is not None:
            return _run_script(arguments, folder, model, recorder)
        from pi.shell.appliance import Choices, run_appliance

        choices = Choices(arguments.camera, arguments.screen, arguments.buttons, arguments.seed)
        return run_appliance(choices, folder, model, recorder)


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


def _open_game(arguments: argparse.Namespace, store: Store, model: Model) -> tuple[Model, Recorder]:
    stored = store.last_game()
    game = None if stored is None else stored.game
    if game is not None and not game.position.over and not arguments.new:
        if arguments.players is not None:
            raise UsageError(
                f"--players: a game is running in {store.path.parent}; leave --players out to go on with it, "
                "or add --new to begin another"
            )
        return resumed(model, game), Recorder(store, stored.id if stored else None)
    if arguments.players is not None:
        begun = begin_game(model)
        recorder = Recorder(store, None)
        recorder.record(begun.effects, 0.0)
        return begun.model, recorder
    if game is not None and not arguments.new:
        return resumed(model, game), Recorder(store, stored.id if stored else None)
    return model, Recorder(store, None)


def _run_script(arguments: argparse.Namespace, folder: Path, model: Model, recorder: Recorder) -> int:
    from pi.shell.eyes import Eyes
    from pi.shell.faces import load_faces
    from pi.shell.loop import Loop
    from pi.shell.script import ScriptedTable, parse_script
    from vision.reader import load_reader

    commands = parse_script(_read_script(arguments.script), str(arguments.script))
    seed = SCRIPT_SEED if arguments.seed is None else arguments.seed
    table = ScriptedTable(seed, Path())
    loop = Loop(model, recorder, table.show)
    table.run(commands, loop, Eyes(loop.take, load_reader(load_faces(folder))))
    return 0


def _read_script(path: Path) -> str:
    try:
        return sys.stdin.read() if path == Path("-") else path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"--script: {path} can't be read ({error})") from error
