"""What the games kept tell of the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from engine.record import Game
from engine.scoring import sheet
from pi.core.luck import Luck, luck_of


@dataclass(frozen=True, slots=True)
class Summary:
    """A game in short.

    Attributes:
        id: "12" of this table, "i3" from elsewhere.
        started_at: as in the record.
        rules: names of the rule sets.
        names: by seat.
        totals: by seat.
        ranking: seats by place; those who share one together.
        turns: that stand.
        over: whether it was played to its end.
        luck: by seat; None when it was not worked out.
    """

    id: str
    started_at: str
    rules: tuple[str, ...]
    names: tuple[str, ...]
    totals: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    turns: int
    over: bool
    luck: tuple[Luck, ...] | None = None


@dataclass(frozen=True, slots=True)
class Rival:
    """The one met most often, in how many games, and in how many of them the player was ahead."""

    name: str
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player through all games.

    Attributes:
        name: players are known by it.
        games: played to their end.
        wins: a shared first place counts in parts.
        scores: of every game, in order.
        rival: None for one who only ever played alone.
        luck: of the dice.
    """

    name: str
    games: int
    wins: float
    scores: tuple[int, ...]
    rival: Rival | None
    luck: Luck

    @property
    def mean(self) -> float:
        """The mean score."""
        return sum(self.scores) / len(self.scores)

    @property
    def best(self) -> int:
        """The best score."""
        return max(self.scores)


@dataclass(slots=True)
class _Tally:
    wins: float = 0.0
    scores: list[int] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    ahead: Counter[str] = field(default_factory=Counter)
    luck: Luck = field(default_factory=Luck)


def summary_of(game: Game, game_id: str, started_at: str, with_luck: bool = False) -> Summary:
    """A game in short; its luck takes a while to work out."""
    position = game.position
    standing = sheet(position)
    return Summary(
        id=game_id,
        started_at=started_at,
        rules=position.rules.names,
        names=tuple(player.name for player in position.players),
        totals=tuple(player.total for player in standing.players),
        ranking=standing.ranking,
        turns=game.turns,
        over=position.over,
        luck=luck_of(game) if with_luck else None,
    )


def statistics(games: Iterable[Summary]) -> tuple[PlayerStatistics, ...]:
    """Adds up the games that are over by player; those with most games first."""
    tallies: dict[str, _Tally] = {}
    for game in games:
        if game.over:
            _count(game, tallies)
    found = (_player(name, tally) for name, tally in tallies.items())
    return tuple(sorted(found, key=lambda one: (-one.games, one.name)))


def _count(game: Summary, tallies: dict[str, _Tally]) -> None:
    place = {seat: index for index, seats in enumerate(game.ranking) for seat in seats}
    for seat, name in enumerate(game.names):
        tally = tallies.setdefault(name, _Tally())
        tally.scores.append(game.totals[seat])
        if place[seat] == 0:
            tally.wins += 1 / len(game.ranking[0])
        for other, rival in enumerate(game.names):
            if other != seat and rival != name:
                tally.met[rival] += 1
                tally.ahead[rival] += place[seat] < place[other]
        if game.luck is not None:
            tally.luck += game.luck[seat]


def _player(name: str, tally: _Tally) -> PlayerStatistics:
    met = tally.met.most_common(1)
    rival = Rival(met[0][0], met[0][1], tally.ahead[met[0][0]]) if met else None
    return PlayerStatistics(name, len(tally.scores), tally.wins, tuple(tally.scores), rival, tally.luck)


def player_json(player: PlayerStatistics) -> dict[str, Any]:
    """One player for other programs."""
    return {
        "name": player.name,
        "games": player.games,
        "wins": round(player.wins, 2),
        "mean": round(player.mean, 1),
        "best": player.best,
        "rival": None if player.rival is None else asdict(player.rival),
        "gained": round(player.luck.gained, 1),
        "expected": round(player.luck.expected, 1),
    }
