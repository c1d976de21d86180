"""The rule book as a table: the sentences of docs/rules.md on Big Mountain and Green Valley."""

from __future__ import annotations

import pytest

from engine.position import Position
from tests.engine.rows import Row, check
from tests.engine.tables import BIG_MOUNTAIN, BOTH, GREEN_VALLEY, laid_out

HIGH = laid_out(rules=BIG_MOUNTAIN)
WIDE = laid_out(rules=BOTH)
NOT_ON_5 = laid_out(rules=BIG_MOUNTAIN, goats={0: "5>B11"}, must_move=True)
FEET = "5.0,6.0,7.0,8.0,9.0,10.0"

# Seat 0 has its goat of mountain 9 elsewhere: one row for each kind of place, and what is left there.
ELSEWHERE: dict[str, tuple[Position, str]] = {
    "a foot": (laid_out(rules=BOTH, goats={0: "9>B11"}), "5.0"),
    "a path": (laid_out(rules=BOTH, goats={0: "7.2 9>B11"}), "7.2"),
    "a top": (laid_out(rules=BOTH, goats={0: "7.3 9>B11"}), "7.3"),
    "a space": (laid_out(rules=BOTH, goats={0: "9>B17"}), "B17"),
    "the valley": (laid_out(rules=BOTH, goats={0: "9>V4"}), "V4"),
}


def reached(*mountains: int, rules: tuple[str, ...] = GREEN_VALLEY, **more: str) -> Position:
    """Seat 0 stands one step below the top of mountains with empty stacks."""
    below = {5: "5.3", 6: "6.3", 7: "7.2", 8: "8.2", 9: "9.1", 10: "10.1"}
    goats = {0: " ".join(below[mountain] for mountain in mountains), 1: more.get("other", "")}
    return laid_out(3, rules=rules, goats=goats, empty=mountains)


def ranked(players: int, *goats: str) -> Position:
    """Every seat's goats on the Big Mountain, such as "B12 B24"."""
    moved = {seat: " ".join(f"{m}>{g}" for m, g in enumerate(each.split(), 5)) for seat, each in enumerate(goats)}
    return laid_out(players, rules=BIG_MOUNTAIN, goats=moved)


def totals(*points: int) -> str:
    return " ".join(f"sheet.players.{seat}.total={total}" for seat, total in enumerate(points))


ROWS = [
    # Big Mountain
    *(
        Row(57, HIGH, f"players.0.goats.5=B{sum(dice)}", " ".join(map(str, dice)), f"{'+'.join(map(str, dice))}@5.0")
        for dice in ((2, 3, 3, 3), (3, 3, 3, 3), (2, 3, 4, 4), (6, 6, 6, 5), (6, 6, 6, 6))
    ),
    Row(57, HIGH, dice="4 6 6 6", groups="6+4@5.0", refused="Player 1 has a goat on mountain 10"),
    Row(57, laid_out(), dice="4 6 6 6", groups="6+6@5.0", refused="a step such as land is none of the rules base"),
    Row(58, HIGH, "players.0.goats=5.0,6.0,7.0,8.0,10.0,B12 facts=landed", "2 4 6 6", "6+6@9.0"),
    Row(58, HIGH, dice="2 4 6 6", groups="6+6@9.1", refused="turn.steps.0: Player 1 has no goat on 9.1"),
    Row(59, HIGH, "players.0.goats=5.0,6.0,7.0,8.0,9.0,B12", "2 4 6 6", "6+6@10.0"),
    Row(59, laid_out(rules=BIG_MOUNTAIN, goats={0: "7.1"}), "players.0.goats.5=B12", "2 4 6 6", "6+6@7.1"),
    Row(59, laid_out(rules=BIG_MOUNTAIN, goats={0: "7.3"}), "players.0.goats.5=B12", "2 4 6 6", "6+6@7.3"),
    Row(59, laid_out(rules=BIG_MOUNTAIN, goats={0: "7>B20"}), "players.0.goats.5=B12", "2 4 6 6", "6+6@B20"),
    Row(60, laid_out(rules=BIG_MOUNTAIN, goats={1: "7>B12"}), dice="2 4 6 6", groups="6+6@5.0", refused="12 is taken"),
    Row(60, laid_out(rules=BIG_MOUNTAIN, goats={0: "7>B12"}), dice="2 4 6 6", groups="6+6@5.0", refused="12 is taken"),
    Row(60, laid_out(rules=BIG_MOUNTAIN, goats={0: "7>B12"}), dice="2 4 6 6", groups="6+6@B12", refused="12 is taken"),
    Row(
        60,
        laid_out(rules=BIG_MOUNTAIN, goats={0: "7>B12"}),
        "players.0.goats.4=B11 players.0.goats.5=B12",
        "5 6 6 6",
        "5+6@B12 6+6@5.0",
    ),
    Row(61, HIGH, f"players.0.goats={FEET} facts=", "5 6 6 6"),
    Row(61, laid_out(rules=BIG_MOUNTAIN, must_move=True), f"players.0.goats={FEET}", "4 4 4 4", ""),
    Row(61, laid_out(rules=BIG_MOUNTAIN, must_move=True), "players.0.goats.5=B16", "4 4 4 4", "4+4+4+4@9.0"),
    Row(62, HIGH, "players.0.goats=7.0,8.0,9.0,10.0,B11,B12", "5 6 6 6", "5+6@5.0 6+6@6.0"),
    Row(63, laid_out(rules=BIG_MOUNTAIN, goats={0: "10.2"}), "players.0.goats.4=9.0", "2 4 6 6", "6+6@10.2"),
    Row(
        63,
        laid_out(rules=BIG_MOUNTAIN, goats={0: "7>B12", 1: "7.2"}, to_move=1),
        "players.1.goats.2=7.3 players.0.goats.5=B12 facts=climbed,took",
        "3 4 6 6",
        "3+4",
    ),
    Row(
        64,
        laid_out(rules=BIG_MOUNTAIN, goats={0: "7.3"}, tokens={0: "7 7"}),
        "players.0.tokens.7=2 players.0.goats.5=B12",
        "2 4 6 6",
        "6+6@7.3",
    ),
    *(
        Row(65, table, f"players.0.goats.{index}=9.1 facts=redeployed,climbed", "3 6 1 1", f"3+6@{origin}")
        for (table, origin), index in zip(ELSEWHERE.values(), (3, 3, 3, 4, 4), strict=True)
    ),
    Row(65, HIGH, dice="3 6 1 1", groups="3+6@5.0", refused="Player 1 has a goat on mountain 9; expected none there"),
    Row(65, ELSEWHERE["a foot"][0], dice="3 6 1 1", groups="3+6", refused="Player 1 has no goat on mountain 9"),
    Row(65, ELSEWHERE["a foot"][0], dice="3 6 1 1", groups="3+6@5.1", refused="Player 1 has no goat on 5.1"),
    Row(
        66,
        laid_out(rules=BIG_MOUNTAIN, goats={0: "9>B11"}, settings={"entry_climbs": False}),
        "players.0.goats=5.0,6.0,7.0,8.0,9.0,10.0 facts=redeployed",
        "3 6 1 1",
        "3+6@B11",
    ),
    Row(67, NOT_ON_5, dice="1 2 2 5", refused="the dice 1 2 2 5 left out make a group that moves"),
    Row(67, NOT_ON_5, "players.0.goats.0=5.1", "1 2 2 5", "5@B11"),
    Row(68, WIDE, dice="3 6 1 1", groups="5.0>9", refused="Player 1 has a goat on mountain 9; expected none there"),
    Row(69, ranked(2, "B24", "B11"), f"{totals(12, 8)} sheet.players.0.lines.7.what=big-mountain"),
    Row(69, ranked(2, "B11", "B24"), totals(8, 12)),
    Row(69, laid_out(goats={0: "10.2"}), "sheet.players.0.lines.6.what=bonus"),
    Row(70, ranked(2, "B24 B11", "B20 B12"), totals(12, 12)),
    Row(71, ranked(3, "B24 B12", "B20", "B13"), totals(16 + 4, 12, 8)),
    Row(72, ranked(4, "B24 B12", "B20", "B15", "B13"), totals(15 + 3, 12, 9, 6)),
    Row(72, ranked(5, "B22", "B21 B20 B12", "B13"), totals(15, 12 + 9 + 3, 6, 0, 0)),
    Row(73, ranked(2, "B24 B23 B22", "B21"), totals(24, 0)),
    Row(73, ranked(5, "B24", "B23", "B22", "B21 B19", "B20 B18"), totals(15, 12, 9, 6, 3)),
    Row(74, HIGH, f"{totals(0, 0)} sheet.ranking.0=0,1 sheet.decided_by=shared"),
    Row(74, ranked(3, "B12"), f"{totals(16, 0, 0)} sheet.ranking.0=0 sheet.ranking.1=1,2"),
    Row(75, ranked(5, "B11 B12 B13 B14 B15 B16", "B17"), totals(12 + 9 + 6 + 3, 15, 0, 0, 0)),
    Row(
        76,
        laid_out(rules=BIG_MOUNTAIN, goats={0: "5>B24", 1: "5.4"}, tokens={1: "6 6"}),
        "sheet.ranking.0=1 sheet.ranking.1=0 sheet.decided_by=tops",
    ),
    Row(77, ranked(3, "B11 B12 B13 B14 B15 B16", "B17 B18 B19 B20 B21", "B22 B23 B24"), "facts=", "1 2 2 2"),
    # Green Valley
    Row(78, reached(9), "players.0.goats=5.0,6.0,7.0,8.0,10.0,V5 facts=climbed,valley", "3 6 1 1", "3+6"),
    Row(78, laid_out(goats={0: "9.1"}, empty=(9,)), "players.0.goats.4=9.2 facts=climbed", "3 6 1 1", "3+6"),
    Row(
        79,
        laid_out(rules=GREEN_VALLEY, goats={0: "9.2"}, empty=(9,)),
        "players.0.goats.5=V5 facts=valley",
        "3 6 1 1",
        "3+6",
    ),
    Row(
        80,
        laid_out(rules=GREEN_VALLEY, goats={0: "9.1"}, tokens={0: "9 9 9 9 9"}),
        "players.0.goats.4=9.2 stacks.9=0 facts=climbed,took,emptied",
        "3 6 1 1",
        "3+6",
    ),
    *(
        Row(81, reached(number), f"players.0.goats.5=V{field}", f"{number - 4} 4 1 2", f"{number - 4}+4")
        for number, field in ((5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (10, 5))
    ),
    Row(
        82,
        laid_out(
            rules=GREEN_VALLEY,
            goats={0: "9.1"},
            empty=(9,),
            settings={"valley_fields": {"5": 5, "6": 5, "7": 4, "8": 4, "9": 3, "10": 3}},
        ),
        "players.0.goats.5=V3",
        "3 6 1 1",
        "3+6",
    ),
    Row(83, reached(9, other="9.2"), "players.1.goats=5.0,6.0,7.0,8.0,9.0,10.0", "3 6 1 1", "3+6"),
    Row(83, reached(9, other="9.2"), "players.0.goats.5=V5 facts=climbed,bumped,valley", "3 6 1 1", "3+6"),
    Row(84, reached(9, other="9.2"), "players.0.goats.4=10.0 players.1.goats.4=9.0", "3 6 1 1", "3+6"),
    Row(
        85,
        laid_out(rules=GREEN_VALLEY, goats={0: "5.3"}, tokens={0: "6 7 8 9 10"}, empty=(5,)),
        "players.0.tokens.5=0 players.0.bonus= bonus=15,12,9,6 facts=climbed,valley",
        "5 2 2 2",
        "5",
    ),
    Row(86, reached(9, 10), "players.0.goats=5.0,6.0,7.0,8.0,V5,V5", "3 6 4 6", "3+6 4+6"),
    Row(86, laid_out(rules=GREEN_VALLEY, goats={0: "9>V5", 1: "9>V5"}), "players.1.goats.5=V5"),
    *(
        Row(87, table, f"players.0.goats.{index}=9.0 facts=redeployed", "1 1 1 2", f"{origin}>9")
        for (table, origin), index in zip(ELSEWHERE.values(), (3, 3, 3, 4, 4), strict=True)
    ),
    Row(87, ELSEWHERE["the valley"][0], dice="1 1 1 2", groups="V3>9", refused="Player 1 has no goat on V3"),
    Row(87, ELSEWHERE["the valley"][0], dice="1 1 1 2", groups="V4>11", refused="mountain: expected one of 5, 6"),
    Row(
        88,
        laid_out(rules=GREEN_VALLEY, goats={0: "7>V4 8>V4 9>V5"}),
        "players.0.goats=5.1,6.0,7.0,8.0,9.1,10.0 facts=redeployed,climbed,redeployed,climbed,redeployed",
        "5 3 6 1",
        "V4>7 5 V5>9 3+6 V4>8",
    ),
    Row(
        88,
        laid_out(rules=GREEN_VALLEY, goats={0: "7>V4"}),
        "players.0.goats=5.0,6.0,7.0,8.0,9.0,V4 facts=climbed,redeployed,redeployed,valley",
        "4 6 1 2",
        "4+6 V4>7 10.1>8",
        refused="Player 1 has a goat on mountain 8",
    ),
    Row(89, ELSEWHERE["the valley"][0], "players.0.goats.4=9.1", "3 6 1 1", "V4>9 3+6"),
    Row(89, laid_out(rules=GREEN_VALLEY, goats={0: "9>V4"}), "players.0.goats.4=9.1", "3 6 1 1", "3+6@V4"),
    *(
        Row(
            90,
            laid_out(rules=GREEN_VALLEY, goats={0: "9>V4"}, settings={"free_redeploy": False}),
            dice="3 6 1 1",
            groups=groups,
            refused=refused,
        )
        for groups, refused in (
            ("V4>9", "no goat is taken back with these rules and settings"),
            ("3+6@V4", "no goat is taken back with these rules and settings"),
            ("3+6", "Player 1 has no goat on mountain 9"),
        )
    ),
    Row(
        90,
        laid_out(rules=GREEN_VALLEY, goats={0: "9>V4"}, settings={"free_redeploy": False}, must_move=True),
        "facts=",
        "2 2 2 3",
    ),
    Row(
        90,
        laid_out(rules=GREEN_VALLEY, goats={0: "9.2"}, empty=(9,), settings={"free_redeploy": False}, must_move=True),
        "players.0.goats.5=V5 facts=valley",  # the other 3 and 6 have nothing to move then
        "3 6 3 6",
        "3+6",
    ),
    Row(
        91, laid_out(rules=BIG_MOUNTAIN, goats={0: "9>B11"}), dice="3 6 1 1", groups="B11>9", refused="no goat is taken"
    ),
    Row(
        91,
        laid_out(rules=BIG_MOUNTAIN, goats={0: "9>B11"}, settings={"free_redeploy": True}),
        f"players.0.goats={FEET} facts=redeployed",
        "3 6 1 1",
        "B11>9",
    ),
    Row(91, laid_out(), dice="3 6 1 1", groups="5.0>9", refused="a step such as redeploy is none of the rules base"),
    Row(92, laid_out(rules=GREEN_VALLEY, empty=(5, 6, 7)), "last_round=true", "1 1 1 2"),
    Row(93, laid_out(3, rules=GREEN_VALLEY, goats={0: "5>V3 7>V4 9>V5", 1: "9>V5 10>V5"}), totals(12, 10, 0)),
    Row(93, laid_out(rules=GREEN_VALLEY, goats={0: "9>V5"}), "sheet.players.0.lines.7.what=valley"),
    Row(93, laid_out(rules=BOTH, goats={0: "5>B11 9>V5"}), f"{totals(17, 0)} sheet.players.0.lines.8.points=5"),
    Row(
        94,
        laid_out(rules=GREEN_VALLEY, goats={0: "9>V5", 1: "5.4"}, tokens={1: "5"}),
        "sheet.ranking.0=1 sheet.ranking.1=0 sheet.decided_by=tops",
    ),
    Row(95, ELSEWHERE["the valley"][0], "players.0.goats.5=B12 facts=landed", "6 6 1 1", "6+6@V4"),
    Row(95, ELSEWHERE["the valley"][0], "players.0.goats.4=9.1 facts=redeployed,climbed", "3 6 1 1", "3+6@V4"),
    Row(
        96,
        reached(9, rules=BOTH),
        "players.0.goats=5.0,6.0,7.0,8.0,10.0,B11 facts=climbed,valley,landed",
        "3 6 5 6",
        "3+6 5+6@V5",
    ),
    Row(
        96,
        reached(9, rules=BOTH),
        "players.0.goats=6.0,7.0,8.0,9.1,10.0,B11 facts=landed,redeployed,climbed",
        "3 6 5 6",
        "5+6@9.1 3+6@5.0",
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"R{row.rule}")
def test_a_sentence_holds(row: Row) -> None:
    check(row)
