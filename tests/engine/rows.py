"""Rows of the rule book's table: what a sentence means on a table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest

from engine.dice import Roll
from engine.errors import EngineError
from engine.play import Outcome, fact_json, play_turn
from engine.position import Position
from engine.position_json import position_json
from engine.scoring import sheet, sheet_json
from engine.turns import Turn
from tests.engine.tables import parse_steps


@dataclass(frozen=True)
class Row:
    """What a sentence means on a table.

    Attributes:
        rule: number of the sentence.
        table: the position before.
        expect: what is true afterwards, "path=value" separated by spaces; lists are joined by commas.
        dice: the roll, or nothing to look at the table as it is.
        groups: of the turn, such as "4+6 5", as `parse_steps` reads them.
        turned: faces that 1s were turned to.
        refused: what is said when the turn is not legal.
    """

    rule: int
    table: Position
    expect: str = ""
    dice: str = ""
    groups: str = ""
    turned: tuple[int, ...] = ()
    refused: str = ""


def check(row: Row) -> None:
    """Plays a row and looks at what it expects."""
    if row.refused:
        with pytest.raises(EngineError, match=re.escape(row.refused)):
            _play(row)
        return
    outcome = _play(row) if row.dice else Outcome(row.table)
    seen = {
        **position_json(outcome.position),
        "seats": len(outcome.position.players),
        "facts": [fact_json(fact)["fact"] for fact in outcome.facts],
        "sheet": sheet_json(sheet(outcome.position)),
    }
    expected = dict(expectation.split("=") for expectation in row.expect.split(" "))
    assert {path: shown_at(seen, path) for path in expected} == expected


def _play(row: Row) -> Outcome:
    roll = Roll(tuple(sorted(map(int, row.dice.split()))))
    return play_turn(row.table, roll, Turn(row.turned, parse_steps(row.groups, row.table)))


def shown_at(value: Any, path: str) -> str:
    """What stands at a path of some JSON, as expectations write it."""
    for key in path.split("."):
        value = value[int(key)] if isinstance(value, list) else value[key]
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
