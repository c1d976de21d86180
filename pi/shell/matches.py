"""Games of built-in players against each other, in several processes, and what they add up to."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from statistics import fmean
from typing import Final

from engine.dice import Roll
from engine.options import Option
from engine.players import Player, play_out, player_named
from engine.position import Position, new_position
from engine.rules import Settings
from engine.saga.cards import LaidCard
from engine.scoring import sheet
from engine.suggest import chances

_Z95: Final = 1.96
_GAMES_AT_ONCE: Final = 10
_BINS: Final = 10


@dataclass(frozen=True, slots=True)
class Match:
    """What is played again and again.

    Attributes:
        entrants: names of built-in players; how many play.
        rules: names of the rule sets.
        settings: what is agreed on.
        seed: of all dice; game number n of a seed is always the same.
        checks_chances: whether the chances after every turn are kept.
        cards: what lies beside the board.
    """

    entrants: tuple[str, ...]
    rules: tuple[str, ...]
    settings: Settings
    seed: int
    checks_chances: bool = False
    cards: tuple[LaidCard, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One entrant's part of one game.

    Attributes:
        share: of the first place, 0..1.
        points: in the end.
        seconds: for each of its decisions.
        said: the chance to win that it was given after every turn of the game, if they are checked.
    """

    share: float
    points: int
    seconds: tuple[float, ...]
    said: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """One entrant's part of all games.

    Attributes:
        name: of the built-in player.
        games: how many were played.
        wins: first places, shared ones in parts.
        interval: 95 % of the share of wins.
        points: in each game.
        ms_median: a decision.
        ms_p95: 95 of 100 decisions take no longer.
    """

    name: str
    games: int
    wins: float
    interval: tuple[float, float]
    points: tuple[int, ...]
    ms_median: float
    ms_p95: float

    @property
    def share(self) -> float:
        """Wins a game, 0..1."""
        return self.wins / self.games


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances that were said to lie within a tenth.

    Attributes:
        low: where the tenth begins.
        count: how many there were.
        said: their mean.
        won: the share of first places that they led to.
    """

    low: float
    count: int
    said: float
    won: float


def play_match(
    match: Match, games: int, workers: int, tell: Callable[[int], None] = lambda done: None
) -> list[tuple[Part, ...]]:
    """Plays games 0 to `games` - 1 of a match.

    Args:
        match: what is played.
        games: how many.
        workers: in so many processes; 1 is this one.
        tell: is told how many are done.

    Returns:
        For each game the parts of the entrants in order; the same for every number of workers, but for the times.
    """
    numbers = range(games)
    lots = [numbers[first : first + _GAMES_AT_ONCE] for first in range(0, games, _GAMES_AT_ONCE)]
    found: dict[range, list[tuple[Part, ...]]] = {}
    for lot, parts in _in_processes(match, lots, min(workers, len(lots))):
        found[lot] = parts
        tell(sum(map(len, found)))
    return [game for lot in lots for game in found[lot]]


def play_game(match: Match, number: int) -> tuple[Part, ...]:
    """Plays one game of a match."""
    count = len(match.entrants)
    seconds: list[list[float]] = [[] for _ in range(count)]
    seen: list[Position] = []
    players: list[Player] = [
        partial(_watched, player_named(name), spent, seen) for name, spent in zip(match.entrants, seconds, strict=True)
    ]
    order = seating(count, number)
    first = new_position(count, rules=match.rules, settings=match.settings, cards=match.cards)
    last = play_out(first, [players[entrant] for entrant in order], Random(f"{match.seed}/{number}"))
    ended = sheet(last)
    winners = ended.ranking[0]
    said = [chances(position) for position in seen if not position.over] if match.checks_chances else []
    return tuple(
        Part(
            1 / len(winners) if (seat := order.index(entrant)) in winners else 0.0,
            ended.players[seat].total,
            tuple(seconds[entrant]),
            tuple(each[seat] for each in said),
        )
        for entrant in range(count)
    )


def seating(count: int, number: int) -> tuple[int, ...]:
    """Says which entrant sits in each seat in a game: everybody moves on a seat from game to game."""
    return tuple((seat - number) % count for seat in range(count))


def tallies(match: Match, games: Sequence[tuple[Part, ...]]) -> tuple[Tally, ...]:
    """Adds the games up, one tally for each entrant in order."""
    found: list[Tally] = []
    for name, parts in zip(match.entrants, zip(*games, strict=True), strict=True):
        wins = sum(part.share for part in parts)
        ms = sorted(1000 * each for part in parts for each in part.seconds)
        points = tuple(part.points for part in parts)
        middle, late = ms[len(ms) // 2], ms[len(ms) * 95 // 100]
        found.append(Tally(name, len(parts), wins, wilson(wins, len(parts)), points, middle, late))
    return tuple(found)


def chance_bins(games: Sequence[tuple[Part, ...]]) -> tuple[Bin, ...]:
    """Compares the chances that were said with who won, in ten bins of equal width; empty bins are left out."""
    pairs = [(said, part.share) for game in games for part in game for said in part.said]
    found: list[Bin] = []
    for tenth in range(_BINS):
        inside = [pair for pair in pairs if min(int(pair[0] * _BINS), _BINS - 1) == tenth]
        if inside:
            said, won = fmean(pair[0] for pair in inside), fmean(pair[1] for pair in inside)
            found.append(Bin(tenth / _BINS, len(inside), said, won))
    return tuple(found)


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share of wins (Wilson 1927)."""
    share, square = wins / games, _Z95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = _Z95 / (1 + square / games) * sqrt(share * (1 - share) / games + square / (4 * games**2))
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _watched(
    player: Player, seconds: list[float], seen: list[Position], position: Position, roll: Roll, random: Random
) -> Option:
    begun = time.perf_counter()
    option = player(position, roll, random)
    seconds.append(time.perf_counter() - begun)
    seen.append(option.position)
    return option


def _in_processes(match: Match, lots: Sequence[range], workers: int) -> Iterator[tuple[range, list[tuple[Part, ...]]]]:
    if workers == 1:
        yield from ((lot, _play_lot(match, lot)) for lot in lots)
        return
    with ProcessPoolExecutor(workers, multiprocessing.get_context("spawn")) as processes:
        running = {processes.submit(_play_lot, match, lot): lot for lot in lots}
        for done in as_completed(running):
            yield running[done], done.result()


def _play_lot(match: Match, numbers: range) -> list[tuple[Part, ...]]:
    return [play_game(match, number) for number in numbers]
