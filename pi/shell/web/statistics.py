"""What the games kept tell of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pi.shell.web.archive import Summary


@dataclass(slots=True)
class _Tally:
    name: str
    games: int = 0
    wins: float = 0.0
    scores: list[int] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    ahead: Counter[str] = field(default_factory=Counter)
    gained: float = 0.0
    expected: float = 0.0


def statistics(games: Iterable[Summary]) -> list[dict[str, Any]]:
    """Adds up finished games by player, who is known by name; those with most games first.

    Returns:
        For each player: games, wins (a shared first place counts in parts), mean and best score, the scores in order,
        the rival met most often with games and how many were won against, and what the dice gained and should have.
    """
    tallies: dict[str, _Tally] = {}
    for game in games:
        if game.over:
            _count(game, tallies)
    return [_told(tally) for tally in sorted(tallies.values(), key=lambda one: (-one.games, one.name))]


def _count(game: Summary, tallies: dict[str, _Tally]) -> None:
    place = {seat: index for index, seats in enumerate(game.ranking) for seat in seats}
    for seat, name in enumerate(game.names):
        tally = tallies.setdefault(name, _Tally(name))
        tally.games += 1
        tally.scores.append(game.totals[seat])
        if place[seat] == 0:
            tally.wins += 1 / len(game.ranking[0])
        for other, rival in enumerate(game.names):
            if other != seat and rival != name:
                tally.met[rival] += 1
                tally.ahead[rival] += place[seat] < place[other]
        if game.luck is not None:
            tally.gained += game.luck[seat].gained
            tally.expected += game.luck[seat].expected


def _told(tally: _Tally) -> dict[str, Any]:
    rival, met = next(iter(tally.met.most_common(1)), ("", 0))
    return {
        "name": tally.name,
        "games": tally.games,
        "wins": round(tally.wins, 2),
        "mean": round(sum(tally.scores) / len(tally.scores), 1),
        "best": max(tally.scores),
        "scores": tally.scores[-50:],
        "rival": None if not met else {"name": rival, "games": met, "won": tally.ahead[rival]},
        "gained": round(tally.gained, 1),
        "expected": round(tally.expected, 1),
    }
