"""The score sheet as other programs read it."""

from __future__ import annotations

from hypothesis import given, settings

from engine.position import Position
from engine.scoring import sheet, sheet_json, tops_held
from tests.engine.tables import laid_out, positions


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


@settings(max_examples=200, deadline=None)
@given(positions())
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
    return tokens + sum(player.bonus), len(tops), max(tops, default=0)
