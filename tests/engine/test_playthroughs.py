"""Recorded games, written to be read, replayed turn by turn.

A file holds one game. The line `game` sets it up; each turn is a line `NAME  DICE  turned FACES  STEPS  => FACTS`,
without the parts that are empty; after each round a line says everybody's points; `result` lines say how it ended.
Steps are written as `parse_steps` reads them.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from engine.dice import Roll
from engine.facts import Fact
from engine.play import play_turn
from engine.position import Position, new_position
from engine.position_json import position_json
from engine.scoring import points, sheet
from engine.turns import Redeploy, Turn
from tests.engine.slow_rules import afters
from tests.engine.tables import RULE_SETS, parse_steps

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))
TURN = re.compile(
    r"(?P<name>\w+) +(?P<dice>\d \d \d \d)(?: +turned (?P<turned>[\d ]+?))?(?: {2,}(?P<steps>[\dBV@.>+ ]+?))?"
    r" +=> ?(?P<facts>.*)"
)


@dataclass
class Table:
    """The game as far as it has been read."""

    position: Position
    turns: int = 0
    results: list[str] = field(default_factory=list)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_recorded_game_plays_again_as_it_was(file: Path) -> None:
    lines = [line for line in file.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    table = Table(_set_up(lines[0]))
    for line in lines[1:]:
        if line.startswith("points"):
            assert line == _points_text(table.position)
        elif line.startswith("result"):
            table.results.append(line)
        else:
            _play_line(table, line)
    assert table.position.over
    assert table.results == _results(table.position)


def test_there_is_a_game_of_every_rule_set() -> None:
    texts = [file.read_text("utf-8") for file in FILES]
    assert [rules for rules in RULE_SETS if not any(f" rules {','.join(rules)} " in text for text in texts)] == []


def _set_up(line: str) -> Position:
    read = re.fullmatch(r"game (?P<names>[\w,]+) rules (?P<rules>[\w,-]+) starts (?P<starts>\w+)", line)
    assert read, line
    names = read["names"].split(",")
    return new_position(len(names), names, tuple(read["rules"].split(",")), starts=names.index(read["starts"]))


def _play_line(table: Table, line: str) -> None:
    read = TURN.fullmatch(line)
    assert read, line
    position = table.position
    assert read["name"] == position.players[position.to_move].name, line
    dice = [int(face) for face in read["dice"].split()]
    steps = parse_steps(read["steps"] or "", position)
    turned = tuple(int(face) for face in (read["turned"] or "").split())
    outcome = play_turn(position, Roll(tuple(sorted(dice))), Turn(turned, steps))
    assert ", ".join(_fact_text(fact, position) for fact in outcome.facts) == read["facts"], line
    if not any(isinstance(step, Redeploy) for step in steps):
        after = json.dumps(position_json(outcome.position), sort_keys=True)
        assert after in afters(position_json(position), dice), line
    table.position = outcome.position
    table.turns += 1


def _fact_text(fact: Fact, position: Position) -> str:
    who = [position.players[fact.seat].name] if fact.kind == "bumped" else []
    points = fact.points if fact.kind in ("bonus", "valley") else None
    where = [str(number) for number in (fact.mountain, fact.space, points) if number]
    return " ".join([fact.kind.replace("_", " "), *who, *where])


def _points_text(position: Position) -> str:
    totals = (f"{player.name} {points(position, seat)}" for seat, player in enumerate(position.players))
    return f"points  {', '.join(totals)}"


def _results(position: Position) -> list[str]:
    score = sheet(position)
    places = enumerate(score.ranking, start=1)
    ranking = [f"result  {place}. {', '.join(score.players[s].name for s in seats)}" for place, seats in places]
    return [*ranking, f"result  decided by {score.decided_by}"]
