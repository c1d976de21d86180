"""`goatherd stats`: what the games kept tell of the players."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator

from pi.core.statistics import PlayerStatistics, Summary, player_json, statistics, summary_of
from pi.shell.commands.games import in_order
from pi.shell.data import add_data_option, data_folder
from pi.shell.kept import KeptGames
from pi.shell.store import open_store


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command."""
    stats = commands.add_parser("stats", help="players through all games kept: wins, scores, rivals, luck of the dice")
    stats.add_argument("--json", action="store_true", help="one JSON object a line")
    stats.set_defaults(run=_run)
    add_data_option(stats)


def _run(arguments: argparse.Namespace) -> int:
    folder = data_folder(arguments.data)
    open_store(folder).close()  # says so when there is no record
    players = statistics(_summaries(KeptGames(folder)))
    for player in players:
        print(json.dumps(player_json(player)) if arguments.json else line(player))
    return 0


def _summaries(kept: KeptGames) -> Iterator[Summary]:
    """The games in use, in order; says on a terminal how far it is."""
    ids = sorted(kept.ids(), key=in_order)
    shows = sys.stderr.isatty()
    for done, game_id in enumerate(ids):
        if shows:
            print(f"\r{done} of {len(ids)}", end="", file=sys.stderr, flush=True)
        stored = kept.game(game_id)
        yield summary_of(stored.game, game_id, stored.started_at, with_luck=True)
    if shows:
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def line(player: PlayerStatistics) -> str:
    """One player in one line."""
    rival = player.rival
    against = "" if rival is None else f"  against {rival.name} {rival.won} of {rival.games}"
    luck = player.luck
    return (
        f"{player.name}: {player.games} games, {player.wins:.4g} won, mean {player.mean:.1f}, best {player.best}"
        f"{against}  dice gained {luck.gained:.0f}, expected {luck.expected:.0f}"
    )
