"""How long `goatherd turns` takes over the sample pack: `python -m tests.saga.measure`.

Every pair of its abilities on one table with three tiles that do much during a game and all rule cards, every roll,
each from a first position and from one in the middle of a game; then cards that leave more to do than anybody could
look through. Seconds are those of the processor, one core, from the request's line to the answer's. It takes some ten
minutes, so that it is no test.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random
from time import process_time
from types import SimpleNamespace
from typing import Any

from engine.dice import face_json
from engine.position import new_position
from engine.position_json import position_json
from engine.saga.cards import Card, LaidCard
from engine.saga.game import FACES
from pi.shell.main import main
from pi.shell.packs import SAMPLE, load_pack
from tests.engine.saga.packs import SAGA, card, saga_table

TILES = {"S5": 9, "S7": 7, "S9": 5}
PLAYERS = (2, 5)
ROLLS = tuple(combinations_with_replacement(FACES, 4))

_ANY_GOAT = {"verb": "move", "whose": "any"}
_EVERY_GOAT = _ANY_GOAT | {"every": True}
_ASKED = {"when": "moved", "optional": True, "verb": "choice", "of": [_ANY_GOAT, {"verb": "points", "points": 1}]}
WIDEST = {
    "any goat": (card("A1", _ANY_GOAT),),
    "any goat, then any other": (card("A1", _ANY_GOAT), card("R1", _ASKED)),
    "every goat, points for all": (
        card("A1", _EVERY_GOAT),
        card("A2", _EVERY_GOAT | {"steps": 2}),
        card("R1", {"when": "moved", "verb": "points", "points": 1, "to": "all"}),
    ),
}
"""Cards that leave more to do than anybody could look through."""


@dataclass(frozen=True)
class Measured:
    """What the requests of one table took.

    Attributes:
        seconds: one for each request.
        slowest: the dice of the request that took longest.
    """

    seconds: tuple[float, ...]
    slowest: tuple[int, ...]


def measured(tables: Sequence[dict[str, Any]], rolls: Sequence[tuple[int, ...]] = ROLLS) -> Measured:
    """Asks for the turns of every roll on every table."""
    asked = [(table, roll) for table in tables for roll in rolls]
    requests = (json.dumps({"position": table, "dice": list(map(face_json, roll))}) for table, roll in asked)
    seconds: list[float] = []

    def lines() -> Iterator[bytes]:
        for request in requests:
            line = request.encode()
            start = process_time()
            yield line
            seconds.append(process_time() - start)

    console = sys.stdin
    sys.stdin = SimpleNamespace(buffer=lines())
    try:
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
            main(["turns", "--stream"])
    finally:
        sys.stdin = console
    return Measured(tuple(seconds), asked[seconds.index(max(seconds))][1])


def laid_cards(cards: Sequence[Card], abilities: tuple[str, ...]) -> tuple[LaidCard, ...]:
    """Lays two abilities, the tiles and all rule cards."""
    return tuple(
        LaidCard(each, TILES.get(each.code))
        for each in cards
        if each.code in abilities or each.code in TILES or each.kind == "rule"
    )


def tables(laid: tuple[LaidCard, ...], players: int) -> tuple[dict[str, Any], ...]:
    """Gives a first position and one in the middle of a game."""
    first = position_json(new_position(players, rules=SAGA, cards=laid))
    return first, saga_table(Random("the middle of a game"), laid, players)


def report() -> None:
    """Prints a row for each pair of abilities and number of players, then the worst of all."""
    cards = load_pack(Path(), SAMPLE).cards
    abilities = [each.code for each in cards if each.kind == "ability"]
    print("abilities  players  requests a second  slowest  with the dice")
    rows = []
    for pair in combinations(abilities, 2):
        for players in PLAYERS:
            row = measured(tables(laid_cards(cards, pair), players))
            rows.append(row)
            dice = " ".join(str(face_json(face)) for face in row.slowest)
            pace = len(row.seconds) / sum(row.seconds)
            print(
                f"{'+'.join(pair):<9}  {players:>7}  {pace:>17.0f}  {max(row.seconds) * 1000:>4.0f} ms  {dice}",
                flush=True,
            )
    pace = min(len(row.seconds) / sum(row.seconds) for row in rows)
    slowest = max(max(row.seconds) for row in rows)
    print(f"at least {pace:.0f} requests a second, none above {slowest * 1000:.0f} ms")
    for name, laid in WIDEST.items():
        row = measured(tables(laid, max(PLAYERS)), (ROLLS[0],))
        print(f"{name}: {max(row.seconds):.1f} s")


if __name__ == "__main__":
    report()
