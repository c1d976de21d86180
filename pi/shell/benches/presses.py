"""How many buttons a turn takes, counted in whole games at the simulated table."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from pi.shell.benches.players import clear, confirm_first, correct, push_and_confirm, random_faces
from pi.shell.benches.simulated_table import SimulatedTable
from pi.shell.benches.work import spread
from vision.reading import SAFE, Doubt, Face, Reading

SUGGESTED, PUSHED, MISREAD, DOUBTED = "suggested", "pushed", "misread", "doubted"
WAYS: Final = {
    SUGGESTED: "the first suggestion is taken",
    PUSHED: "dice are pushed into groups",
    MISREAD: "one die of every roll is read wrong, and accepted",
    DOUBTED: "one die of every roll is read wrong, and doubted",
}
MOST_TURNS: Final = 400
"""Far more than any game has."""


@dataclass(frozen=True, slots=True)
class Job:
    """A game to play.

    Attributes:
        way: one of WAYS.
        seed: of dice, players and tray.
        stills: whether one picture of every roll is read; else the eyes watch every frame.
    """

    way: str
    seed: int
    stills: bool


@dataclass(frozen=True, slots=True)
class Played:
    """A whole game.

    Attributes:
        job: which.
        presses: for each turn, the presses that it took.
        doubted: readings of dice at rest that were not accepted; counted where stills are read.
        is_over: whether the game came to its end.
    """

    job: Job
    presses: tuple[int, ...]
    doubted: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class Presses:
    """Several games played in one way.

    Attributes:
        way: one of WAYS.
        stills: whether stills were read.
        games: how many came to their end.
        turns: in all of them.
        presses: in all of them.
        most: in one turn.
        extra: turns that took more than one.
        doubted: readings that were not accepted.
    """

    way: str
    stills: bool
    games: int
    turns: int
    presses: int
    most: int
    extra: int
    doubted: int

    @property
    def per_turn(self) -> float:
        """Presses a turn."""
        return self.presses / self.turns


def play(job: Job) -> Played:
    """Plays a game to its end."""
    chance = random.Random(f"{job.way} {job.seed}")
    with tempfile.TemporaryDirectory() as folder:
        table = SimulatedTable(Path(folder), job.seed, players=2 + job.seed % 4, stills=job.stills)
        presses: list[int] = []
        while not table.position.over and len(presses) < MOST_TURNS:
            before = table.presses
            _turn(table, job.way, chance)
            presses.append(table.presses - before)
        return Played(job, tuple(presses), table.readings[False], table.position.over)


def _turn(table: SimulatedTable, way: str, chance: random.Random) -> None:
    faces = random_faces(chance)
    table.tray.throw(faces)
    if way in (MISREAD, DOUBTED):
        table.spoil = lambda reading: one_wrong(reading, way == DOUBTED, chance)
    table.watch_to_rest()
    table.spoil = lambda reading: reading
    correct(table, faces)
    if way == PUSHED:
        push_and_confirm(table, chance)
    else:
        confirm_first(table)
    clear(table)


def one_wrong(reading: Reading, doubted: bool, chance: random.Random) -> Reading:
    """The reading with another face for one die: the least sure of all, the true face second."""
    index = chance.randrange(len(reading.dice))
    true = reading.dice[index]
    others: list[Face] = [face for face in range(1, 7) if face != true.face]
    least = min(die.confidence for die in reading.dice)
    confidence = SAFE - 0.2 if doubted else least - 0.001
    wrong = replace(true, face=chance.choice(others), second=true.face, confidence=confidence)
    return replace(
        reading,
        dice=(*reading.dice[:index], wrong, *reading.dice[index + 1 :]),
        accepted=not doubted,
        doubts=(Doubt.UNKNOWN_FACE,) if doubted else (),
    )


def measure(way: str, seeds: Sequence[int], stills: bool, processes: int) -> Presses:
    """Plays a game for each seed.

    Args:
        way: one of WAYS.
        seeds: of the games.
        stills: whether one picture of every roll is read; else the eyes watch every frame.
        processes: how many games are played at the same time.
    """
    jobs = [Job(way, seed, stills) for seed in seeds]
    return summed(spread(f"games, {WAYS[way]}", play, jobs, processes))


def summed(games: Sequence[Played]) -> Presses:
    """Adds games of one way up."""
    turns = [presses for game in games for presses in game.presses]
    return Presses(
        way=games[0].job.way,
        stills=games[0].job.stills,
        games=sum(game.is_over for game in games),
        turns=len(turns),
        presses=sum(turns),
        most=max(turns),
        extra=sum(presses > 1 for presses in turns),
        doubted=sum(game.doubted for game in games),
    )


def presses_json(one: Presses) -> dict[str, Any]:
    """Writes a count as JSON."""
    return {
        "way": one.way,
        "pictures": "stills" if one.stills else "frames",
        "games": one.games,
        "turns": one.turns,
        "presses": one.presses,
        "presses_a_turn": round(one.per_turn, 4),
        "most_in_a_turn": one.most,
        "turns_with_more_than_one": one.extra,
        "doubted": one.doubted,
    }
