"""The base game once more, slow and obvious: plain JSON, every die tried in every way, every order of groups.

It shares no code with the engine, so that where both agree neither is likely to be wrong.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import permutations, product
from typing import Any

Json = dict[str, Any]

TOP = {5: 4, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}
OUT = 4


def afters(position: Json, dice: list[int]) -> set[str]:
    """Every position at the end of the turn, written as JSON with sorted keys."""
    must_move = position["settings"].get("must_move", False)
    found = set()
    for mountains in orders(tuple(sorted(dice)), must_move):
        after = copied(position)
        for mountain in mountains:
            move(after, mountain)
        end(after)
        found.add(json.dumps(after, sort_keys=True))
    return found


@cache
def orders(dice: tuple[int, ...], must_move: bool) -> frozenset[tuple[int, ...]]:
    """Every sequence of mountains that the groups of a roll can move on."""
    found: set[tuple[int, ...]] = set()
    for hand in hands(dice):
        # Every die gets the number of its group; OUT is no group at all.
        for numbers in product(range(OUT if must_move else OUT + 1), repeat=4):
            sums = [sum(die for die, n in zip(hand, numbers, strict=True) if n == group) for group in range(OUT)]
            found.update(permutations([total for total in sums if 5 <= total <= 10]))
    return frozenset(found)


def hands(dice: tuple[int, ...]) -> set[tuple[int, ...]]:
    """The roll after every way to turn all but one of its 1s."""
    ones = [die for die in dice if die == 1]
    others = [die for die in dice if die != 1]
    if len(ones) < 2:
        return {dice}
    return {tuple(sorted([1, *turned, *others])) for turned in product(range(1, 7), repeat=len(ones) - 1)}


def move(position: Json, mountain: int) -> None:
    seat = position["to_move"]
    player = position["players"][seat]
    top = f"{mountain}.{TOP[mountain]}"
    index = mountain - 5
    step = int(player["goats"][index].split(".")[1])
    if step < TOP[mountain]:
        player["goats"][index] = f"{mountain}.{step + 1}"
        if step + 1 < TOP[mountain]:
            return
        for other in position["players"]:
            if other is not player and other["goats"][index] == top:
                other["goats"][index] = f"{mountain}.0"
    if position["stacks"][str(mountain)] == 0:
        return
    position["stacks"][str(mountain)] -= 1
    player["tokens"][str(mountain)] += 1
    while position["bonus"] and len(player["bonus"]) < min(player["tokens"].values()):
        player["bonus"].append(position["bonus"].pop(0))


def end(position: Json) -> None:
    empty = [number for number, tokens in position["stacks"].items() if tokens == 0]
    if len(empty) >= 3 or position["bonus"] == []:
        position["last_round"] = True
    position["to_move"] = (position["to_move"] + 1) % len(position["players"])
    if position["to_move"] == position["starts"]:
        if position["last_round"]:
            position["over"] = True
        else:
            position["round"] += 1


def copied(position: Json) -> Json:
    return {
        **position,
        "players": [
            {**player, "goats": [*player["goats"]], "tokens": {**player["tokens"]}, "bonus": [*player["bonus"]]}
            for player in position["players"]
        ],
        "stacks": {**position["stacks"]},
        "bonus": [*position["bonus"]],
    }
