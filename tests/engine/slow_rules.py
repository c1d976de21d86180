"""The rules once more, slow and obvious: places as text, every die tried in every group, groups in every order.

It shares no code with the engine, so that where both agree neither is likely to be wrong. What it knows of every rule
set: base game, Big Mountain, Green Valley, and both; goats are taken back without dice only to climb with at once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

Json = dict[str, Any]
Dice = tuple[int, ...]
Deed = tuple[str, str | None]  # what a group does, and with which goat where that is the player's choice

TOP = {5: 4, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}
FIELD = {"5": 3, "6": 3, "7": 4, "8": 4, "9": 5, "10": 5}
SPACES = range(11, 25)
GROUPS = 4


class Game(NamedTuple):
    """What stays the same during a turn."""

    mover: int
    has_spaces: bool
    has_valley: bool
    enters: bool
    redeploys: bool
    entry_climbs: bool
    must_move: bool
    fields: tuple[int, ...]


class Table(NamedTuple):
    """What can change during a turn: goats of everybody, stacks, and what the mover has."""

    goats: tuple[tuple[str, ...], ...]
    stacks: tuple[int, ...]
    tokens: tuple[int, ...]
    bonus: tuple[int, ...]
    row: tuple[int, ...]


def afters(position: Json, dice: list[int]) -> set[str]:
    """Every position at the end of the turn, as text with sorted keys."""
    return {json.dumps(written(position, table), sort_keys=True) for table in ends(position, dice)}


def ends(position: Json, dice: list[int]) -> set[Table]:
    """Every table at the end of the turn."""
    game, first = read(position, position["to_move"])
    found: set[Table] = set()
    seen: set[tuple[Table, Dice]] = set()
    open_ways = [(first, hand) for hand in hands(tuple(sorted(dice)))]
    while open_ways:
        way = open_ways.pop()
        if way in seen:
            continue
        seen.add(way)
        table, left = way
        if not game.must_move or can_stop(game, table, left):
            found.add(table)
        for total, rest in groups(left):
            open_ways.extend((after, rest) for _, after in deeds(game, table, total))
    return found


def random_turn(position: Json, dice: Dice, random: Random) -> tuple[Json, str]:
    """Any legal turn as JSON, goats taken back here and there, and the position after it as JSON with sorted keys."""
    game, table = read(position, position["to_move"])
    hand = random.choice(sorted(hands(dice)))
    spare = max(0, dice.count(1) - 1)
    turned = list(hand)
    for die in dice[spare:]:
        turned.remove(die)
    left, steps = hand, list[Json]()
    while True:
        backs = [({"do": "redeploy", "from": goat, "mountain": m}, after) for goat, m, after in taken_back(game, table)]
        moves = [
            (step_json(deed, total, left, rest), after, rest)
            for total, rest in sorted(groups(left))
            for deed, after in deeds(game, table, total)
        ]
        if backs and random.random() < 0.4:
            step, table = random.choice(backs)
        elif moves and random.random() < 0.8:
            step, table, left = random.choice(moves)
        elif not game.must_move or can_stop(game, table, left):
            return {"turned": turned, "steps": steps}, json.dumps(written(position, table), sort_keys=True)
        else:
            continue
        steps.append(step)


def step_json(deed: Deed, total: int, before: Dice, after: Dice) -> Json:
    """A step as the contract writes it; its dice are those that are there before and not after."""
    group = list(before)
    for die in after:
        group.remove(die)
    do, goat = deed
    return {"do": do, "dice": group, "space" if do == "land" else "mountain": total, **({"from": goat} if goat else {})}


def read(position: Json, mover: int) -> tuple[Game, Table]:
    """The game and the table as they are for a seat whose turn it is, or was."""
    rules, settings = position["rules"], position["settings"]
    has_spaces, has_valley = "big-mountain" in rules, "green-valley" in rules
    fields = settings.get("valley_fields", FIELD)
    redeploys = settings.get("free_redeploy", has_valley)
    game = Game(
        mover=mover,
        has_spaces=has_spaces,
        has_valley=has_valley,
        enters=has_spaces or redeploys,
        redeploys=redeploys,
        entry_climbs=not has_spaces or settings.get("entry_climbs", True),
        must_move=settings.get("must_move", False),
        fields=tuple(fields[number] for number in FIELD),
    )
    player = position["players"][game.mover]
    return game, Table(
        goats=tuple(tuple(each["goats"]) for each in position["players"]),
        stacks=tuple(position["stacks"].values()),
        tokens=tuple(player["tokens"].values()),
        bonus=tuple(player["bonus"]),
        row=tuple(position["bonus"]),
    )


@cache
def hands(dice: Dice) -> set[Dice]:
    """The roll after every way to turn all but one of its 1s."""
    ones = [die for die in dice if die == 1]
    others = [die for die in dice if die != 1]
    if len(ones) < 2:
        return {dice}
    return {tuple(sorted([1, *turned, *others])) for turned in product(range(1, 7), repeat=len(ones) - 1)}


@cache
def groups(dice: Dice) -> set[tuple[int, Dice]]:
    """Every group that can be taken of some dice: its sum, and the dice that are left."""
    found = set()
    for taken in product((True, False), repeat=len(dice)):
        if any(taken):
            total = sum(die for die, is_taken in zip(dice, taken, strict=True) if is_taken)
            found.add((total, tuple(die for die, is_taken in zip(dice, taken, strict=True) if not is_taken)))
    return found


def can_stop(game: Game, table: Table, left: Dice) -> bool:
    """With `must_move`: the dice that are left can be grouped so that nothing on the mountains moves."""
    return any(
        not any(5 <= total <= 10 and list(deeds(game, table, total)) for total in sums) for sums in groupings(left)
    )


@cache
def groupings(dice: Dice) -> set[Dice]:
    """The sums of every way to put all dice into groups."""
    found = set()
    for numbers in product(range(GROUPS), repeat=len(dice)):
        sums = [sum(die for die, n in zip(dice, numbers, strict=True) if n == group) for group in range(GROUPS)]
        found.add(tuple(sorted(total for total in sums if total)))
    return found


def deeds(game: Game, table: Table, total: int) -> Iterator[tuple[Deed, Table]]:
    """Everything that the mover can do with a group."""
    own = table.goats[game.mover]
    if total in TOP:
        on_it = [goat for goat in own if goat.startswith(f"{total}.")]
        if on_it:
            yield ("climb", None), climbed(game, table, on_it[0], total)
        elif game.enters:
            for goat in set(own):
                at_foot = moved(table, game.mover, goat, f"{total}.0")
                yield ("enter", goat), climbed(game, at_foot, f"{total}.0", total) if game.entry_climbs else at_foot
    elif total in SPACES and game.has_spaces:
        space = f"B{total}"
        if not any(space in goats for goats in table.goats):
            for goat in set(own):
                yield ("land", goat), moved(table, game.mover, goat, space)


def taken_back(game: Game, table: Table) -> Iterator[tuple[str, int, Table]]:
    """Every goat that the mover can take back without dice, and the mountain where it is put."""
    own = table.goats[game.mover]
    if game.redeploys:
        for mountain in TOP:
            if not any(goat.startswith(f"{mountain}.") for goat in own):
                for goat in set(own):
                    yield goat, mountain, moved(table, game.mover, goat, f"{mountain}.0")


def moved(table: Table, seat: int, goat: str, to: str) -> Table:
    goats = list(table.goats[seat])
    goats.remove(goat)
    goats.append(to)
    sorted_goats = tuple(sorted(goats, key=order))
    return table._replace(goats=(*table.goats[:seat], sorted_goats, *table.goats[seat + 1 :]))


@cache
def order(place: str) -> tuple[int, float]:
    """Mountains by number, then the Big Mountain, then the valley."""
    if place[0] in "BV":
        return "BV".index(place[0]) + 1, float(place[1:])
    return 0, float(place.split(".")[0])


def climbed(game: Game, table: Table, goat: str, mountain: int) -> Table:
    top = f"{mountain}.{TOP[mountain]}"
    if goat != top:
        higher = f"{mountain}.{int(goat[-1]) + 1}"
        table = moved(table, game.mover, goat, higher)
        if higher != top:
            return table
        for seat, goats in enumerate(table.goats):
            if seat != game.mover and top in goats:
                table = moved(table, seat, top, f"{mountain}.0")
    index = mountain - 5
    if table.stacks[index] > 0:
        return with_token(table, index)
    return moved(table, game.mover, top, f"V{game.fields[index]}") if game.has_valley else table


def with_token(table: Table, index: int) -> Table:
    stacks, tokens = list(table.stacks), list(table.tokens)
    stacks[index] -= 1
    tokens[index] += 1
    row, bonus = table.row, table.bonus
    while row and len(bonus) < min(tokens):
        bonus, row = (*bonus, row[0]), row[1:]
    return table._replace(stacks=tuple(stacks), tokens=tuple(tokens), bonus=bonus, row=row)


def as_json(position: Json) -> Json:
    """The position with lists for tuples."""
    read: Json = json.loads(json.dumps(position))
    return read


def written(position: Json, table: Table) -> Json:
    """The position after the turn: the table as it is then, and the dice handed on."""
    players = [{**player, "goats": goats} for player, goats in zip(position["players"], table.goats, strict=True)]
    mover, numbers = position["to_move"], list(position["stacks"])
    players[mover] |= {"tokens": dict(zip(numbers, table.tokens, strict=True)), "bonus": table.bonus}
    last_round = position["last_round"] or table.stacks.count(0) >= 3 or not table.row
    following = (mover + 1) % len(players)
    round_done = following == position["starts"]
    return {
        **position,
        "players": players,
        "stacks": dict(zip(numbers, table.stacks, strict=True)),
        "bonus": table.row,
        "to_move": following,
        "round": position["round"] + (1 if round_done and not last_round else 0),
        "last_round": last_round,
        "over": round_done and last_round,
    }
