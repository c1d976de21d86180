"""`goatherd simulate`: built-in players against each other."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from engine.errors import EngineError
from engine.players import PLAYERS, player_named
from engine.position import new_position
from engine.rules import parse_settings, rule_set
from engine.saga.cards import laid_card_json
from pi.shell.errors import UsageError
from pi.shell.packs import add_cards_options, cards_laid
from pi.shell.words import parse_number, parse_setting_words

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from pi.shell.matches import Bin, Match, Tally

_BAR_WIDTH: Final = 30
_PLOT_KINDS: Final = (".png", ".svg")
_PLOT_BIN: Final = 5


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds simulate to the command line."""
    parser = commands.add_parser("simulate", help="let built-in players play against each other")
    parser.add_argument("--seats", required=True, metavar="A,B,...", help=f"2 to 5 of {', '.join(PLAYERS)}")
    parser.add_argument(
        "--games", default="1000", metavar="N", help="how many (default: 1000); everybody moves on a seat each time"
    )
    parser.add_argument("--rules", default="base", metavar="NAME,...", help="rule sets (default: base)")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="a setting; repeatable")
    add_cards_options(parser)
    parser.add_argument("--seed", default="1", metavar="N", help="of the dice (default: 1)")
    parser.add_argument("--workers", metavar="N", help="processes (default: one for each core)")
    parser.add_argument("--json", action="store_true", help="JSON instead of a table")
    parser.add_argument("--plot", metavar="FILE", help="draw how the points are spread, as .png or .svg")
    parser.add_argument(
        "--check-chances", action="store_true", help="compare the chances to win after every turn with who won"
    )
    parser.set_defaults(run=simulate)


def simulate(arguments: argparse.Namespace) -> int:
    """Plays the games, then prints the table or the JSON."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # processes share the cores, not the threads of one
    from pi.shell.matches import chance_bins, play_match, tallies

    match = _match(arguments)
    games = _at_least_one(arguments.games, "games")
    workers = _at_least_one(arguments.workers, "workers") if arguments.workers else os.cpu_count() or 1
    plot = _plot_path(arguments.plot)
    played = play_match(match, games, workers, lambda done: _tell_progress(done, games))
    found, bins = tallies(match, played), chance_bins(played)
    print(json.dumps(match_json(match, found, bins)) if arguments.json else _table(found, bins))
    if plot is not None:
        _chart(found).savefig(plot)
    return 0


def match_json(match: Match, found: Sequence[Tally], bins: Sequence[Bin]) -> dict[str, Any]:
    """Writes what came of a match; the times are all that a second run of the same seed may change."""
    written: dict[str, Any] = {
        "games": found[0].games,
        "rules": list(match.rules),
        **({"cards": [laid_card_json(laid) for laid in match.cards]} if match.cards else {}),
        "seed": match.seed,
        "seats": [
            {
                "player": tally.name,
                "wins": round(tally.wins, 4),
                "share": round(tally.share, 4),
                "interval": [round(bound, 4) for bound in tally.interval],
                "points": round(fmean(tally.points), 2),
                "ms": {"median": round(tally.ms_median, 3), "p95": round(tally.ms_p95, 3)},
            }
            for tally in found
        ],
    }
    if match.checks_chances:
        written["chances"] = [
            {"from": each.low, "count": each.count, "said": round(each.said, 4), "won": round(each.won, 4)}
            for each in bins
        ]
    return written


def _match(arguments: argparse.Namespace) -> Match:
    from pi.shell.matches import Match

    entrants = tuple(arguments.seats.split(","))
    for name in entrants:
        player_named(name)
    rules = tuple(arguments.rules.split(","))
    settings = parse_settings(parse_setting_words(arguments.set), rule_set(rules))
    cards = cards_laid(arguments, rule_set(rules))
    new_position(len(entrants), rules=rules, settings=settings, cards=cards)  # refuses what can't be played
    return Match(entrants, rules, settings, parse_number(arguments.seed, "seed"), arguments.check_chances, cards)


def _at_least_one(text: str, field: str) -> int:
    number = parse_number(text, field)
    if number < 1:
        raise EngineError(f"{field}: expected 1 or more, found {number}")
    return number


def _plot_path(text: str | None) -> Path | None:
    if text is None:
        return None
    path = Path(text)
    if path.suffix not in _PLOT_KINDS:
        raise UsageError(f"{path}: a chart's name ends in {' or '.join(_PLOT_KINDS)}")
    if importlib.util.find_spec("matplotlib") is None:
        raise UsageError("plot: charts need matplotlib; install it with: pip install 'goatherd[plot]'")
    return path


def _table(found: Sequence[Tally], bins: Sequence[Bin]) -> str:
    lines = [f"{'player':<10} {'wins':>8} {'share':>7} {'95 % interval':>17} {'points':>7} {'ms':>7} {'ms p95':>7}"]
    for tally in found:
        low, high = tally.interval
        lines.append(
            f"{tally.name:<10} {tally.wins:>8.1f} {tally.share:>7.1%} {low:>8.1%} -{high:>7.1%}"
            f" {fmean(tally.points):>7.1f} {tally.ms_median:>7.1f} {tally.ms_p95:>7.1f}"
        )
    if bins:
        lines += ["", f"{'chance':<10} {'turns':>8} {'said':>7} {'won':>7}"]
    lines += [f"from {each.low:<5.0%} {each.count:>8} {each.said:>7.1%} {each.won:>7.1%}" for each in bins]
    return "\n".join(lines)


def _tell_progress(done: int, games: int) -> None:
    if sys.stderr.isatty() or done == games:
        bar = "#" * (_BAR_WIDTH * done // games)
        ends = "\n" if done == games else ""
        print(f"\r[{bar:<{_BAR_WIDTH}}] {done} of {games} games", end=ends, file=sys.stderr, flush=True)


def _chart(found: Sequence[Tally]) -> Figure:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    lowest, highest = min(min(tally.points) for tally in found), max(max(tally.points) for tally in found)
    bins = range(lowest - lowest % _PLOT_BIN, highest + _PLOT_BIN + 1, _PLOT_BIN)
    for place, tally in enumerate(found, start=1):
        label = f"{place} {tally.name}: {tally.share:.1%} wins, {fmean(tally.points):.1f} points"
        axes.hist(tally.points, bins, histtype="step", linewidth=1.5, label=label)
    axes.set(xlabel="points", ylabel="games", title=f"{found[0].games} games")
    axes.legend()
    return figure
