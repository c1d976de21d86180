"""Tables to play on: laid out by hand, or at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from hypothesis import strategies as st

from engine.dice import Roll
from engine.position import Position, new_position, parse_position, position_json
from engine.rules import Settings

TOPS = {5: 4, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}
NOTHING: Mapping[int, Any] = {}


def laid_out(
    players: int = 2,
    *,
    goats: Mapping[int, str] = NOTHING,
    tokens: Mapping[int, str] = NOTHING,
    empty: tuple[int, ...] = (),
    bonus: Mapping[int, tuple[int, ...]] = NOTHING,
    must_move: bool = False,
    **fields: int | bool,
) -> Position:
    """Lays a table out.

    Args:
        players: how many.
        goats: by seat, places such as "7.2 9.2"; the other goats stand at the foot.
        tokens: by seat, the numbers of its tokens, such as "5 5 9"; they come from the stacks.
        empty: mountains whose stack is empty; the last seat has all that nobody else has.
        bonus: by seat, the bonus tokens it has; they come from the row.
        must_move: the setting.
        fields: any other field of the position.
    """
    table = position_json(new_position(players, settings=Settings(must_move)))
    for seat, places in goats.items():
        for place in places.split():
            table["players"][seat]["goats"][int(place.split(".")[0]) - 5] = place
    for seat, numbers in tokens.items():
        for number in numbers.split():
            table["players"][seat]["tokens"][number] += 1
            table["stacks"][number] -= 1
    for mountain in empty:
        table["players"][-1]["tokens"][str(mountain)] += table["stacks"][str(mountain)]
        table["stacks"][str(mountain)] = 0
    for seat, points in bonus.items():
        table["players"][seat]["bonus"] = list(points)
        table["bonus"] = [each for each in table["bonus"] if each not in points]
    return parse_position({**table, **fields})


def random_table(random: Random) -> dict[str, Any]:
    """Lays out any table that the rules allow, as JSON: stacks often low, tops often held, every seat to move."""
    players = random.randint(2, 5)
    table = position_json(new_position(players, settings=Settings(must_move=random.random() < 0.5)))
    seats = table["players"]
    lowest = random.choice((0.0, 0.5))
    for number, tokens in table["stacks"].items():
        left = random.choice((0, 1, 2, int(tokens * lowest), random.randint(0, tokens)))
        table["stacks"][number] = left
        for _ in range(tokens - left):
            random.choice(seats)["tokens"][number] += 1
    for points in table["bonus"][: random.choice((0, 0, 1, 2, 3, 3, 4))]:
        random.choice(seats)["bonus"].append(points)
        table["bonus"].remove(points)
    for index, (mountain, top) in enumerate(TOPS.items()):
        for seat in seats:
            seat["goats"][index] = f"{mountain}.{random.randrange(top)}"
        if random.random() < 0.7:
            random.choice(seats)["goats"][index] = f"{mountain}.{top}"
    return {
        **table,
        "starts": random.randrange(players),
        "to_move": random.randrange(players),
        "round": random.randint(1, 20),
        "last_round": random.random() < 0.2,
    }


def random_dice(random: Random) -> list[int]:
    """Rolls four dice, 1s more often than honest dice would."""
    return random.choices(range(1, 7), weights=random.choice(((1, 1, 1, 1, 1, 1), (6, 1, 1, 1, 1, 1))), k=4)


def positions() -> st.SearchStrategy[Position]:
    """Any position that is not over."""
    return st.randoms(use_true_random=False).map(lambda random: parse_position(random_table(random)))


def rolls() -> st.SearchStrategy[Roll]:
    """Any roll."""
    return st.lists(st.integers(1, 6), min_size=4, max_size=4).map(lambda faces: Roll(tuple(sorted(faces))))
