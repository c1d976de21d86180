"""Tables to play on: laid out by hand, or at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any

from hypothesis import strategies as st

from engine.dice import Roll
from engine.places import parse_place
from engine.position import Position, new_position
from engine.position_json import parse_position, position_json
from engine.turns import Climb, Enter, Land, Redeploy, Step

BASE = ("base",)
BIG_MOUNTAIN = ("base", "big-mountain")
GREEN_VALLEY = ("base", "green-valley")
BOTH = ("base", "big-mountain", "green-valley")
RULE_SETS = (BASE, BIG_MOUNTAIN, GREEN_VALLEY, BOTH)

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
    rules: tuple[str, ...] = BASE,
    settings: Mapping[str, Any] = MappingProxyType({}),
    **fields: int | bool,
) -> Position:
    """Lays a table out.

    Args:
        players: how many.
        goats: by seat, places such as "7.2 9.2"; the other goats stand at the foot. "9>B17" is the goat of mountain 9,
            which stands on space 17 now.
        tokens: by seat, the numbers of its tokens, such as "5 5 9"; they come from the stacks.
        empty: mountains whose stack is empty; the last seat has all that nobody else has.
        bonus: by seat, the bonus tokens it has; they come from the row.
        must_move: the setting.
        rules: names of the rule sets.
        settings: others than `must_move`.
        fields: any other field of the position.
    """
    table = position_json(new_position(players, rules=rules))
    table["settings"] = dict(settings) | ({"must_move": True} if must_move else {})
    for owner, places in goats.items():
        for place in places.split():
            home, _, elsewhere = place.partition(">")
            table["players"][owner]["goats"][int(home.split(".")[0]) - 5] = elsewhere or place
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


def parse_steps(text: str, position: Position) -> tuple[Step, ...]:
    """Reads steps: "4+6" climbs, "4+6@B12" enters with the goat on B12, "6+6@5.0" lands, "V4>9" takes a goat back."""
    return tuple(_parse_step(word, position) for word in text.split())


def _parse_step(word: str, position: Position) -> Step:
    if ">" in word:
        origin, _, mountain = word.partition(">")
        return Redeploy(parse_place(origin), int(mountain))
    group, _, origin = word.partition("@")
    dice = tuple(sorted(map(int, group.split("+"))))
    if not origin:
        return Climb(dice, sum(dice))
    kind = Enter if sum(dice) in position.rules.numbers else Land
    return kind(dice, sum(dice), parse_place(origin))


def random_table(random: Random, rules: tuple[str, ...] = BASE) -> dict[str, Any]:
    """Lays out any table that the rules allow, as JSON: stacks often low, tops often held, every seat to move."""
    players = random.randint(2, 5)
    table = position_json(new_position(players, rules=rules))
    table["settings"] = _random_settings(random, rules)
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
    _scatter_goats(random, seats, rules)
    return {
        **table,
        "starts": random.randrange(players),
        "to_move": random.randrange(players),
        "round": random.randint(1, 20),
        "last_round": random.random() < 0.2,
    }


def _random_settings(random: Random, rules: tuple[str, ...]) -> dict[str, Any]:
    """Chooses settings that differ from the defaults, each now and then."""
    chosen: dict[str, Any] = {}
    if random.random() < 0.5:
        chosen["must_move"] = True
    if BIG_MOUNTAIN[1] in rules and random.random() < 0.25:
        chosen["entry_climbs"] = False
    if rules != BASE and random.random() < 0.25:
        chosen["free_redeploy"] = GREEN_VALLEY[1] not in rules
    if GREEN_VALLEY[1] in rules and random.random() < 0.25:
        chosen["valley_fields"] = {str(mountain): random.randint(3, 5) for mountain in TOPS}
    if chosen.get("valley_fields") == {"5": 3, "6": 3, "7": 4, "8": 4, "9": 5, "10": 5}:
        del chosen["valley_fields"]
    return chosen


def _scatter_goats(random: Random, seats: list[dict[str, Any]], rules: tuple[str, ...]) -> None:
    """Sends goats to the places that the expansions add, few or many."""
    spaces = [f"B{number}" for number in range(11, 25)] if BIG_MOUNTAIN[1] in rules else []
    fields = ["V3", "V4", "V5"] if GREEN_VALLEY[1] in rules else []
    share = random.choice((0.1, 0.3, 0.6))
    for seat in seats:
        for index in range(len(seat["goats"])):
            kinds = [places for places in (spaces, fields) if places]
            if kinds and random.random() < share:
                places = random.choice(kinds)
                seat["goats"][index] = random.choice(places)
                if places is spaces:
                    spaces.remove(seat["goats"][index])
        seat["goats"].sort(key=_order)


def _order(place: str) -> tuple[int, float]:
    return (" BV".index(place[0]), float(place[1:])) if place[0] in "BV" else (0, float(place))


def random_dice(random: Random) -> list[int]:
    """Rolls four dice, 1s more often than honest dice would."""
    return random.choices(range(1, 7), weights=(6 if random.random() < 0.1 else 1, 1, 1, 1, 1, 1), k=4)


def positions(rules: tuple[str, ...] = BASE) -> st.SearchStrategy[Position]:
    """Any position that is not over."""
    return st.randoms(use_true_random=False).map(lambda random: parse_position(random_table(random, rules)))


def positions_of_any_rules() -> st.SearchStrategy[Position]:
    """Any position that is not over, of any rule set."""
    return st.sampled_from(RULE_SETS).flatmap(positions)


def rolls() -> st.SearchStrategy[Roll]:
    """Any roll."""
    return st.lists(st.integers(1, 6), min_size=4, max_size=4).map(lambda faces: Roll(tuple(sorted(faces))))
