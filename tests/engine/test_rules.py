"""The rule book as a table: at least one row for every numbered sentence of docs/rules.md, here the base game's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.errors import EngineError
from engine.position import new_position
from tests.engine.rows import Row, check
from tests.engine.tables import laid_out
from tests.engine.test_expansion_rules import ROWS as EXPANSION_ROWS

RULES = Path(__file__).parents[2] / "docs" / "rules.md"

NEW = laid_out()
MUST_MOVE = laid_out(must_move=True)
ALMOST_A_SET = laid_out(tokens={0: "6 7 8 9 10"}, goats={0: "5.3"})
TWO_SETS_BUT_FOR_5 = "6 6 7 7 8 8 9 9 10 10"
ONE_LEFT_ON_7 = "7 7 7 7 7 7 7"

ROWS = [
    # The table
    *(Row(1, new_position(players), f"seats={players}") for players in (2, 3, 4, 5)),
    Row(2, new_position(4), "stacks=12,11,10,9,8,7"),
    Row(2, new_position(5), "stacks=12,11,10,9,8,7"),
    Row(3, new_position(3), "stacks=11,10,9,8,7,6"),
    Row(4, new_position(2), "stacks=10,9,8,7,6,5"),
    *(Row(5, new_position(players), "bonus=15,12,9,6") for players in (2, 3, 4, 5)),
    Row(6, NEW, "players.0.goats=5.0,6.0,7.0,8.0,9.0,10.0 players.1.goats=5.0,6.0,7.0,8.0,9.0,10.0"),
    Row(7, laid_out(goats={0: "5.2"}), "players.0.goats.0=5.3 facts=climbed", "5 2 2 2", "5"),
    Row(7, laid_out(goats={0: "5.3"}), "players.0.goats.0=5.4 facts=climbed,took", "5 2 2 2", "5"),
    Row(7, laid_out(goats={0: "6.2"}), "players.0.goats.1=6.3 facts=climbed", "6 2 2 3", "6"),
    Row(7, laid_out(goats={0: "6.3"}), "players.0.goats.1=6.4 facts=climbed,took", "6 2 2 3", "6"),
    Row(8, laid_out(goats={0: "7.1"}), "players.0.goats.2=7.2 facts=climbed", "2 5 6 6", "2+5"),
    Row(8, laid_out(goats={0: "7.2"}), "players.0.goats.2=7.3 facts=climbed,took", "2 5 6 6", "2+5"),
    Row(8, laid_out(goats={0: "8.1"}), "players.0.goats.3=8.2 facts=climbed", "2 5 6 6", "2+6"),
    Row(8, laid_out(goats={0: "8.2"}), "players.0.goats.3=8.3 facts=climbed,took", "2 5 6 6", "2+6"),
    Row(9, NEW, "players.0.goats.4=9.1 facts=climbed", "3 4 6 6", "3+6"),
    Row(9, laid_out(goats={0: "9.1"}), "players.0.goats.4=9.2 facts=climbed,took", "3 4 6 6", "3+6"),
    Row(9, NEW, "players.0.goats.5=10.1 facts=climbed", "3 4 6 6", "4+6"),
    Row(9, laid_out(goats={0: "10.1"}), "players.0.goats.5=10.2 facts=climbed,took", "3 4 6 6", "4+6"),
    # The ones
    Row(10, NEW, dice="1 2 3 4", turned=(5,), groups="5", refused="turn.turned: at most 0"),
    Row(10, NEW, dice="2 2 3 4", turned=(5,), groups="5", refused="turn.turned: at most 0"),
    Row(11, NEW, "players.0.goats.0=5.1", "1 1 2 2", "5", (5,)),
    Row(11, NEW, "players.0.goats.0=5.2", "1 1 1 2", "5 5", (5, 5)),
    Row(11, NEW, "players.0.goats.0=5.3", "1 1 1 1", "5 5 5", (5, 5, 5)),
    Row(12, NEW, dice="1 1 2 2", turned=(5, 5), groups="5 5", refused="turn.turned: at most 1"),
    Row(12, NEW, dice="1 1 1 1", turned=(5, 5, 5, 5), groups="5", refused="turn.turned: at most 3"),
    *(Row(13, NEW, f"players.0.goats.{f - 1}={f + 4}.1", "1 1 4 4", f"{f}+4", (f,)) for f in (1, 2, 3, 4, 5, 6)),
    Row(13, NEW, "players.0.goats=5.1,6.1,7.0,8.0,9.0,10.0", "1 1 1 1", "1+4 6", (4, 6)),
    Row(14, NEW, "players.0.goats.2=7.1", "1 1 5 6", "1+1+5"),
    Row(14, NEW, "players.0.goats.3=8.1", "1 1 1 5", "1+1+1+5"),
    Row(15, NEW, "players.0.goats.1=6.1", "1 1 4 6", "1+1+4", (1,)),
    Row(15, NEW, dice="1 1 4 6", turned=(1, 5), groups="5", refused="turn.turned: at most 1"),
    # Groups
    Row(16, NEW, "players.0.goats.1=6.1", "6 2 2 2", "6"),
    Row(16, NEW, "players.0.goats.3=8.1", "6 2 2 2", "6+2"),
    Row(16, NEW, "players.0.goats.5=10.1", "6 2 2 2", "6+2+2"),
    Row(16, NEW, "players.0.goats.3=8.1", "2 2 2 2", "2+2+2+2"),
    Row(17, NEW, dice="2 3 4 4", groups="2+4 2+3", refused="turn.steps.1.dice: 1 x 2 needed, 0 left"),
    *(Row(18, NEW, f"players.0.goats.{n - 5}={n}.1", f"{n - 4} 2 2 4", f"{n - 4}+4") for n in (5, 6, 7, 8, 9, 10)),
    Row(19, NEW, dice="2 2 5 6", groups="2+2", refused="turn.steps.0: the dice 2 2 sum up to 4"),
    Row(19, NEW, dice="2 2 5 6", groups="5+6", refused="turn.steps.0: the dice 5 6 sum up to 11"),
    Row(20, NEW, "players.0.goats=5.0,6.0,7.0,8.0,9.1,10.0", "3 5 6 6", "3+6"),
    Row(21, NEW, "players.0.goats=5.0,6.0,7.0,8.0,9.0,10.0 to_move=1 facts=", "1 2 2 5"),
    Row(22, MUST_MOVE, dice="1 2 2 5", refused="turn.steps: the dice 1 2 2 5 left out"),
    Row(22, MUST_MOVE, dice="2 5 5 5", groups="5 5", refused="turn.steps: the dice 2 5 left out"),
    Row(22, MUST_MOVE, "players.0.goats=5.1,6.0,7.0,8.0,9.0,10.0", "1 2 2 5", "5"),
    Row(22, MUST_MOVE, "players.0.goats=5.1,6.0,7.0,8.0,9.0,10.0", "2 5 5 5", "5"),
    Row(23, MUST_MOVE, "players.0.goats=5.0,6.0,7.0,8.0,9.0,10.0 to_move=1", "5 6 6 6"),
    Row(23, MUST_MOVE, "players.0.goats=5.0,6.0,7.0,8.0,9.0,10.0 to_move=1", "1 2 2 2"),
    Row(24, ALMOST_A_SET, "players.0.goats=5.4,6.1,7.0,8.0,9.0,10.0 players.0.bonus=15", "1 4 3 3", "1+4 3+3"),
    Row(24, ALMOST_A_SET, "players.0.goats=5.4,6.1,7.0,8.0,9.0,10.0 players.0.bonus=15", "1 4 3 3", "3+3 1+4"),
    # Climbing
    Row(25, NEW, "players.0.goats=5.0,6.0,7.1,8.0,9.0,10.0 players.1.goats.2=7.0", "3 4 6 6", "3+4"),
    Row(26, NEW, "players.0.goats=5.0,6.0,7.0,8.2,9.0,10.0", "4 4 4 4", "4+4 4+4"),
    Row(26, NEW, "players.0.goats=5.0,6.4,7.0,8.0,9.0,10.0", "6 6 6 6", "6 6 6 6"),
    Row(27, laid_out(goats={0: "7.1", 1: "7.2"}), "players.0.goats.2=7.2 players.1.goats.2=7.2", "3 4 6 6", "3+4"),
    Row(28, laid_out(goats={0: "7.2", 1: "7.3"}), "players.0.goats.2=7.3 players.1.goats.2=7.0", "3 4 6 6", "3+4"),
    Row(28, laid_out(goats={0: "7.2", 1: "7.3"}), "facts=climbed,bumped,took", "3 4 6 6", "3+4"),
    Row(29, laid_out(goats={0: "7.2"}), "players.0.tokens.7=1 stacks.7=7 facts=climbed,took", "3 4 6 6", "3+4"),
    Row(30, laid_out(goats={0: "7.2", 1: "7.3"}, tokens={1: "7 7"}), "players.1.tokens.7=2", "3 4 6 6", "3+4"),
    Row(31, laid_out(goats={0: "7.3"}), "players.0.tokens.7=1 stacks.7=7 facts=took", "3 4 6 6", "3+4"),
    Row(31, laid_out(goats={0: "7.3"}), "players.0.tokens.7=2 stacks.7=6 facts=took,took", "3 4 2 5", "3+4 2+5"),
    Row(32, laid_out(goats={0: "7.3"}), "players.0.goats.2=7.3", "3 4 6 6", "3+4"),
    Row(33, laid_out(goats={0: "7.1"}, empty=(7,)), "players.0.goats.2=7.2", "3 4 6 6", "3+4"),
    Row(33, laid_out(goats={0: "7.2"}, empty=(7,)), "players.0.goats.2=7.3", "3 4 6 6", "3+4"),
    Row(34, laid_out(goats={0: "7.2", 1: "7.3"}, empty=(7,)), "players.1.goats.2=7.0", "3 4 6 6", "3+4"),
    Row(35, laid_out(goats={0: "7.2"}, empty=(7,)), "players.0.tokens.7=0 stacks.7=0 facts=climbed", "3 4 6 6", "3+4"),
    Row(36, laid_out(goats={0: "7.3"}, empty=(7,)), "players.0.goats.2=7.3 players.0.tokens.7=0", "3 4 6 6", "3+4"),
    Row(36, laid_out(goats={0: "7.3"}, empty=(7,)), "facts=", "3 4 6 6", "3+4"),
    # Bonus
    Row(37, ALMOST_A_SET, "players.0.bonus=15 bonus=12,9,6 facts=climbed,took,bonus", "5 2 2 2", "5"),
    Row(
        37,
        laid_out(tokens={0: "6 7 8 9 10"}, goats={0: "5.4"}, bonus={1: (15,)}),
        "players.0.bonus=12 bonus=9,6 facts=took,bonus",
        "5 2 2 2",
        "5",
    ),
    Row(
        38,
        laid_out(tokens={0: "5 6 7 8 9 10"}, goats={0: "5.4"}, bonus={0: (15,)}),
        "players.0.bonus=15 bonus=12,9,6 facts=took",
        "5 2 2 2",
        "5",
    ),
    Row(
        39,
        laid_out(tokens={0: f"5 {TWO_SETS_BUT_FOR_5}"}, goats={0: "5.4"}, bonus={0: (15,)}),
        "players.0.bonus=15,12 bonus=9,6 facts=took,bonus",
        "5 2 2 2",
        "5",
    ),
    Row(
        40,
        laid_out(tokens={0: TWO_SETS_BUT_FOR_5}, goats={0: "5.4"}),
        "players.0.bonus=15,12 bonus=9,6 facts=took,bonus,took,bonus",
        "5 5 2 2",
        "5 5",
    ),
    Row(
        41,
        laid_out(tokens={0: "6 7 8 9 10"}, goats={0: "5.4"}, bonus={1: (15, 12, 9, 6)}),
        "players.0.bonus= bonus= facts=took,last_round",
        "5 2 2 2",
        "5",
    ),
    Row(
        41,
        laid_out(tokens={0: TWO_SETS_BUT_FOR_5}, goats={0: "5.4"}, bonus={1: (15, 12, 9)}),
        "players.0.bonus=6 bonus= facts=took,bonus,took,last_round",
        "5 5 2 2",
        "5 5",
    ),
    # The end
    Row(
        42,
        laid_out(tokens={0: ONE_LEFT_ON_7}, goats={0: "7.2"}, empty=(5, 6)),
        "stacks.7=0 last_round=true over=false to_move=1 facts=climbed,took,emptied,last_round",
        "3 4 6 6",
        "3+4",
    ),
    Row(42, laid_out(empty=(5, 6, 7)), "last_round=true facts=last_round", "3 4 6 6"),
    Row(42, laid_out(empty=(5, 6, 7, 8)), "last_round=true facts=last_round", "3 4 6 6"),
    Row(43, laid_out(empty=(5, 6)), "last_round=false facts=", "3 4 6 6"),
    Row(
        44,
        laid_out(tokens={0: "6 7 8 9 10"}, goats={0: "5.4"}, bonus={1: (15, 12, 9)}),
        "bonus= last_round=true over=false facts=took,bonus,last_round",
        "5 2 2 2",
        "5",
    ),
    Row(45, laid_out(3, last_round=True, to_move=0), "over=false to_move=1 round=1", "3 4 6 6"),
    Row(45, laid_out(3, last_round=True, to_move=1), "over=false to_move=2 round=1", "3 4 6 6"),
    Row(45, laid_out(3, last_round=True, to_move=2), "over=true round=1 facts=over", "3 4 6 6"),
    Row(45, laid_out(3, last_round=True, to_move=2, starts=1), "over=false to_move=0 round=1", "3 4 6 6"),
    Row(45, laid_out(3, last_round=True, to_move=0, starts=1), "over=true round=1 facts=over", "3 4 6 6"),
    Row(
        46,
        laid_out(tokens={1: ONE_LEFT_ON_7}, goats={1: "7.2"}, empty=(5, 6), to_move=1),
        "over=true round=1 facts=climbed,took,emptied,last_round,over",
        "3 4 6 6",
        "3+4",
    ),
    Row(47, laid_out(last_round=True), "last_round=true stacks=10,9,8,7,6,5", "3 4 6 6"),
    Row(48, laid_out(to_move=0), "to_move=1 round=1", "3 4 6 6"),
    Row(48, laid_out(to_move=1), "to_move=0 round=2", "3 4 6 6"),
    Row(49, laid_out(over=True), dice="3 4 6 6", refused="over: the game is over"),
    # The score
    Row(50, laid_out(tokens={0: "5 6 7 8 9 10"}), "sheet.players.0.total=45"),
    Row(50, laid_out(tokens={0: "10 10 5"}), "sheet.players.0.lines.0.points=5 sheet.players.0.lines.5.points=20"),
    Row(51, laid_out(bonus={0: (15, 9), 1: (12,)}), "sheet.players.0.total=24 sheet.players.1.total=12"),
    Row(52, laid_out(tokens={0: "5 5", 1: "6"}), "sheet.ranking.0=0 sheet.ranking.1=1 sheet.decided_by=points"),
    Row(52, laid_out(tokens={0: "5", 1: "6"}), "sheet.ranking.0=1 sheet.ranking.1=0 sheet.decided_by=points"),
    Row(
        53,
        laid_out(goats={0: "10.2", 1: "5.4 6.4"}, tokens={0: "10", 1: "5 5"}),
        "sheet.ranking.0=1 sheet.ranking.1=0 sheet.decided_by=tops",
    ),
    Row(
        54,
        laid_out(goats={0: "5.4 9.2", 1: "7.3 8.3"}),
        "sheet.ranking.0=0 sheet.ranking.1=1 sheet.decided_by=highest-top",
    ),
    Row(55, NEW, "sheet.ranking.0=0,1 sheet.decided_by=shared"),
    Row(55, laid_out(3, tokens={2: "5"}), "sheet.ranking.0=2 sheet.ranking.1=0,1 sheet.decided_by=points"),
    Row(
        56,
        laid_out(3, tokens={0: "10", 1: "5 5", 2: "9"}, goats={1: "5.4", 2: "10.2 9.2 8.3"}),
        "sheet.ranking.0=1 sheet.ranking.1=0 sheet.ranking.2=2 sheet.decided_by=tops",
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"R{row.rule}")
def test_a_sentence_holds(row: Row) -> None:
    check(row)


@pytest.mark.parametrize("players", [0, 1, 6])
def test_no_other_number_can_play(players: int) -> None:
    with pytest.raises(EngineError, match="expected 2 to 5 players"):
        new_position(players)


def test_every_sentence_has_a_row_and_every_row_a_sentence() -> None:
    sentences = [
        int(number) for number in re.findall(r"^- \*\*R(\d+)\*\* .+ \([BMV]\d+\)$", RULES.read_text("utf-8"), re.M)
    ]
    rows = {row.rule for row in (*ROWS, *EXPANSION_ROWS)}
    assert sentences == list(range(1, len(sentences) + 1)), "the sentences are not numbered in order"
    assert [f"R{number}" for number in sentences if number not in rows] == [], "sentences without a row"
    assert [f"R{number}" for number in sorted(rows) if number not in sentences] == [], "rows without a sentence"


def test_every_ruling_is_followed_by_a_sentence() -> None:
    rulings = set(re.findall(r"\(([BMV]\d+)\)$", RULES.read_text("utf-8"), re.M))
    last = {"B": 13, "M": 7, "V": 9}
    assert rulings == {f"{letter}{number}" for letter in last for number in range(1, last[letter] + 1)}
