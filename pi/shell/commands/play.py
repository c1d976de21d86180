"""`goatherd play`: the device itself."""

from __future__ import annotations

import argparse
import logging
from contextlib import closing
from pathlib import Path

from hardware.exposure import MAINS_HZ
from hardware.open import BUTTONS_KINDS, CAMERA_KINDS, SCREEN_KINDS, open_camera
from hardware.ports import Camera
from pi.core.care import Care
from pi.core.language import Language
from pi.shell.data import add_data_option
from pi.shell.errors import UsageError
from pi.shell.mqtt.broker import SHAPE
from pi.shell.simulated import SimulatedThrows

log = logging.getLogger(__name__)


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
    if arguments.script is not None:
        from pi.shell.commands.playing import play_script

        return play_script(arguments)
    throws = SimulatedThrows(arguments.seed)
    # On a small Pi the camera takes as long as the first screen: it begins before that, in a process of its own.
    with closing(_open_camera(arguments, throws)) as camera:
        from pi.shell.commands.playing import play

        return play(arguments, camera, throws)


def _open_camera(arguments: argparse.Namespace, throws: SimulatedThrows) -> Camera:
    try:
        camera, words = open_camera(arguments.camera, throws.as_camera, mains_hz=arguments.mains)
    except ValueError as error:
        raise UsageError(f"--{error}") from error
    log.info("%s", words)
    throws.camera = camera
    return camera


def _seconds(text: str) -> float:
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds; give 0 or more")
    return float(text)
