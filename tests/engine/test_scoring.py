"""The score sheet as other programs read it."""

from __future__ import annotations

from hypothesis import given, settings

from engine.places import Region
from engine.position import Position
from engine.scoring import Line, sheet, sheet_json, tops_held
from tests.engine.tables import BIG_MOUNTAIN, BOTH, laid_out, positions_of_any_rules


def test_the_sheet_has_a_line_for_each_mountain_and_the_bonus() -> None:
    written = sheet_json(sheet(laid_out(3, tokens={0: "5 5 9", 1: "10"}, bonus={2: (15,)})))
    assert written["players"][0] == {
        "name": "Player 1",
        "total": 19,
        "lines": [
            {"what": "tokens-5", "points": 10},
            {"what": "tokens-6", "points": 0},
            {"what": "tokens-7", "points": 0},
            {"what": "tokens-8", "points": 0},
            {"what": "tokens-9", "points": 9},
            {"what": "tokens-10", "points": 0},
            {"what": "bonus", "points": 0},
        ],
    }
    assert [player["total"] for player in written["players"]] == [19, 10, 15]
    assert written["players"][2]["lines"][-1] == {"what": "bonus", "points": 15}
    assert written["ranking"] == [[0], [2], [1]]
    assert written["decided_by"] == "points"


def test_the_five_players_of_the_german_example() -> None:
    """White holds the highest place, red the second, third and fifth, yellow the fourth."""
    white, red, yellow = {0: "5>B22"}, {1: "5>B20 6>B17 7>B11"}, {2: "5>B14"}
    written = sheet_json(sheet(laid_out(5, rules=BIG_MOUNTAIN, goats=white | red | yellow)))
    assert [player["lines"][-1] for player in written["players"]] == [
        {"what": "big-mountain", "points": points} for points in (15, 12 + 9 + 3, 6, 0, 0)
    ]
    assert [player["total"] for player in written["players"]] == [15, 24, 6, 0, 0]
    assert written["ranking"] == [[1], [0], [2], [3, 4]]


def test_the_lines_of_both_expansions_come_last_whatever_the_order_of_their_names() -> None:
    for rules in (BOTH, ("base", "green-valley", "big-mountain")):
        table = laid_out(rules=rules, goats={0: "5>B22 6>V3 7>V3"})
        lines = sheet(table).players[0].lines[-3:]
        assert lines == (Line("bonus", 0), Line("big-mountain", 12), Line("valley", 6))


@settings(max_examples=200, deadline=None)
@given(positions_of_any_rules())
def test_everybody_has_one_place_and_better_places_are_better(position: Position) -> None:
    score = sheet(position)
    assert sorted(seat for seats in score.ranking for seat in seats) == list(range(len(position.players)))
    keys = [_key(position, seats[0]) for seats in score.ranking]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) == len(keys)
    assert all(_key(position, seat) == keys[place] for place, seats in enumerate(score.ranking) for seat in seats)
    assert (score.decided_by == "shared") == (len(score.ranking[0]) > 1)


def _key(position: Position, seat: int) -> tuple[int, int, int]:
    player = position.players[seat]
    tokens = sum(number * count for number, count in zip(range(5, 11), player.tokens, strict=True))
    tops = list(tops_held(position, seat))
    spaces = sorted(
        (g for each in position.players for g in each.goats if g.region is Region.BIG_MOUNTAIN), reverse=True
    )
    places = {2: (12, 8, 4), 3: (16, 12, 8, 4)}.get(len(position.players), (15, 12, 9, 6, 3))
    high = sum(points for points, space in zip(places, spaces, strict=False) if space in player.goats)
    valley = sum(goat.number for goat in player.goats if goat.region is Region.VALLEY)
    return tokens + sum(player.bonus) + high + valley, len(tops), max(tops, default=0)
