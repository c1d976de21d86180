"""The Saga once more, slow and obvious: cards as rows, goats as steps, every order of everything tried.

It shares no code with the engine, so that where both agree neither is likely to be wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain, permutations, product
from math import prod
from typing import Any, NamedTuple

Json = dict[str, Any]

TOP = {5: 4, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2}
NUMBERS = tuple(TOP)
EFFECTS_MAX = 30
WAYS_MAX = 3_000
ORDERS_MAX = 100


class Table(NamedTuple):
    """What can change during a turn, by seat and mountain."""

    steps: tuple[tuple[int, ...], ...]
    tokens: tuple[tuple[int, ...], ...]
    stacks: tuple[int, ...]
    bonus: tuple[tuple[int, ...], ...]
    row: tuple[int, ...]
    extra: tuple[tuple[tuple[str, int], ...], ...]


class Waits(NamedTuple):
    """An effect that has been set off: code, row as text, whom and where it is about, and what led to it."""

    code: str
    row: str
    seat: int
    mountain: int | None
    led: tuple[str, ...]


class Way(NamedTuple):
    """Where a walk has come to."""

    table: Table
    dice: tuple[int, ...]
    waiting: tuple[Waits, ...] = ()
    ran: int = 0


class TooManyError(Exception):
    """There is too much to try."""


class Slow:
    """A turn of one position."""

    def __init__(self, position: Json) -> None:
        self.position = position
        self.mover = position["to_move"]
        self.cards = position.get("cards", [])
        self.seats = [(self.mover + turn) % len(position["players"]) for turn in range(len(position["players"]))]
        players = position["players"]
        self.first = Table(
            steps=tuple(tuple(int(goat.split(".")[1]) for goat in each["goats"]) for each in players),
            tokens=tuple(tuple(each["tokens"].values()) for each in players),
            stacks=tuple(position["stacks"].values()),
            bonus=tuple(tuple(each["bonus"]) for each in players),
            row=tuple(position["bonus"]),
            extra=tuple(tuple(sorted(each.get("extra", {}).items())) for each in players),
        )

    def afters(self, dice: list[Any]) -> set[str]:
        """Every position at the end of the turn, as text with sorted keys."""
        found = set()
        seen = set()
        open_ways = [Way(self.first, tuple(0 if die == "goat" else die for die in dice))]
        while open_ways:
            way = open_ways.pop()
            way = way._replace(dice=tuple(sorted(way.dice)))
            if way in seen:
                continue
            seen.add(way)
            if len(seen) > WAYS_MAX:
                raise TooManyError
            if way.waiting:
                open_ways += self.settle(way)
                continue
            found.add(json.dumps(self.written(way.table), sort_keys=True))
            open_ways += self.climbs(way)
            open_ways += self.abilities(way)
        return found

    def climbs(self, way: Way) -> Iterator[Way]:
        for taken in product((True, False), repeat=len(way.dice)):
            group = [die for die, used in zip(way.dice, taken, strict=True) if used]
            rest = tuple(die for die, used in zip(way.dice, taken, strict=True) if not used)
            total = sum(1 if die == 0 else die for die in group)
            if not group or total not in TOP:
                continue
            step = way.table.steps[self.mover][total - 5]
            if step == TOP[total]:
                yield self.score(Way(way.table, rest), self.mover, total, ())
            elif self.can_step(way.table, self.mover, total, 1):
                yield self.step(Way(way.table, rest), self.mover, total, 1, ())

    def abilities(self, way: Way) -> Iterator[Way]:
        if 0 not in way.dice:
            return
        left = list(way.dice)
        left.remove(0)
        for card in self.cards:
            if card["kind"] == "ability":
                effect = card["effects"][0]
                waits = Waits(card["code"], json.dumps(effect), self.mover, None, (f"{card['code']} 0",))
                for verb in effect.get("of", [effect]):
                    if verb["verb"] == "number":
                        yield Way(way.table, (*left, verb["number"]))
                    else:
                        yield from self.done(Way(way.table, tuple(left)), waits._replace(row=json.dumps(verb)))

    def settle(self, way: Way) -> Iterator[Way]:
        """The first effect that waits, in every way."""
        head, rest = way.waiting[0], way._replace(waiting=way.waiting[1:])
        row = json.loads(head.row)
        ways = list(self.done(rest, head))
        if row.get("optional") or not ways:
            yield rest
        yield from ways

    def done(self, way: Way, waits: Waits) -> Iterator[Way]:
        """Every way in which an effect can take place; what follows waits."""
        row = json.loads(waits.row)
        if row["verb"] == "choice":
            for verb in row["of"]:
                yield from self.done(way, waits._replace(row=json.dumps(verb)))
            return
        if way.ran >= EFFECTS_MAX - 5:
            raise TooManyError
        way = way._replace(ran=way.ran + 1)
        mountain = row.get("mountain", waits.mountain)
        match row["verb"]:
            case "move":
                yield from self.moved(way, waits, row)
            case "take":
                seats = self.given(row, waits.seat)
                if way.table.stacks[mountain - 5] and seats:
                    table = way.table
                    for seat in seats:
                        table = self.take(table, seat, mountain)
                    yield way._replace(table=table)
            case "score":
                for seat in self.given(row, waits.seat):
                    way = self.score(way, seat, mountain, waits.led)
                yield way
            case "points":
                table = way.table
                for seat in self.given(row, waits.seat):
                    extra = dict(table.extra[seat])
                    extra[waits.code] = extra.get(waits.code, 0) + row["points"]
                    kept = tuple(sorted((code, points) for code, points in extra.items() if points))
                    table = table._replace(extra=with_item(table.extra, seat, kept))
                yield way._replace(table=table)
            case "remind" | "manual":
                yield way
            case other:
                raise AssertionError(other)

    def given(self, row: Json, them: int) -> list[int]:
        match row.get("to", "them"):
            case "them":
                return [them]
            case "mover":
                return [self.mover]
            case "others":
                return [seat for seat in self.seats if seat != them]
            case _:
                return self.seats

    def moved(self, way: Way, waits: Waits, row: Json) -> Iterator[Way]:
        steps = row.get("steps", 1)
        direction = 1 if steps > 0 else -1
        goats = self.fitting(way.table, row, waits.seat, direction)
        if not row.get("every"):
            for seat, mountain in goats:
                yield self.steps(way, seat, mountain, steps, waits.led)
            return
        arriving = [g for g in goats if way.table.steps[g[0]][g[1] - 5] + steps >= TOP[g[1]]] if steps > 0 else []
        orders = [list(permutations(goat for goat in arriving if goat[1] == mountain)) for mountain in NUMBERS]
        if prod(map(len, orders)) > ORDERS_MAX:
            raise TooManyError
        for order in product(*orders):
            after = way
            for seat, mountain in [*(goat for goat in goats if goat not in arriving), *chain.from_iterable(order)]:
                after = self.steps(after, seat, mountain, steps, waits.led)
            if goats:
                yield after

    def fitting(self, table: Table, row: Json, them: int, direction: int) -> list[tuple[int, int]]:
        where = row.get("where", {})
        found = []
        for seat in self.seats:
            if (row["whose"] == "own" and seat != them) or (row["whose"] == "others" and seat == them):
                continue
            for mountain in NUMBERS:
                step = table.steps[seat][mountain - 5]
                together = sum(each[mountain - 5] == step for each in table.steps)
                fits = [
                    mountain in where.get("mountains", NUMBERS),
                    step in where.get("steps", range(5)),
                    where.get("top") in (None, step == TOP[mountain]),
                    where.get("alone") in (None, together == 1),
                    self.can_step(table, seat, mountain, direction),
                ]
                if all(fits):
                    found.append((seat, mountain))
        if "rank" in where and found:
            choose = min if where["rank"] == "lowest" else max
            wanted = choose(table.steps[seat][mountain - 5] for seat, mountain in found)
            found = [goat for goat in found if table.steps[goat[0]][goat[1] - 5] == wanted]
        return found

    def can_step(self, table: Table, seat: int, mountain: int, direction: int) -> bool:
        step = table.steps[seat][mountain - 5] + direction
        if not 0 <= step <= TOP[mountain]:
            return False
        others = [each[mountain - 5] for other, each in enumerate(table.steps) if other != seat]
        return not (step == TOP[mountain] and direction > 0 and self.spared(mountain) == "held" and step in others)

    def spared(self, mountain: int) -> str | None:
        for _, row, watched in self.watching("bumped"):
            if row["verb"] == "no-bump" and mountain in watched:
                instead: str = row["instead"]
                return instead
        return None

    def watching(self, when: str) -> Iterator[tuple[str, Json, list[int]]]:
        for card in self.cards:
            for index, row in enumerate(card["effects"]):
                if row.get("when") == when:
                    watched = row.get("on") or ([card["lies"]] if card["lies"] else list(NUMBERS))
                    yield f"{card['code']} {index}", row, watched

    def set_off(self, way: Way, when: str, seat: int, mountain: int, led: tuple[str, ...]) -> Way:
        more = tuple(
            Waits(name.split()[0], json.dumps(row), seat, mountain, (*led, name))
            for name, row, watched in self.watching(when)
            if mountain in watched and name not in led and row["verb"] != "no-bump"
        )
        return way._replace(waiting=way.waiting + more)

    def steps(self, way: Way, seat: int, mountain: int, steps: int, led: tuple[str, ...]) -> Way:
        direction = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            if self.can_step(way.table, seat, mountain, direction):
                way = self.step(way, seat, mountain, direction, led)
        return way

    def step(self, way: Way, seat: int, mountain: int, direction: int, led: tuple[str, ...]) -> Way:
        step = way.table.steps[seat][mountain - 5] + direction
        way = self.set_off(put(way, seat, mountain, step), "moved", seat, mountain, led)
        if direction < 0 or step < TOP[mountain]:
            return way
        way = self.set_off(way, "reached", seat, mountain, led)
        for other in self.seats:
            if other != seat and way.table.steps[other][mountain - 5] == step:
                if self.spared(mountain):
                    way = self.step(way, other, mountain, -1, led)
                else:
                    way = self.set_off(put(way, other, mountain, 0), "bumped", other, mountain, led)
        return self.score(way, seat, mountain, led)

    def score(self, way: Way, seat: int, mountain: int, led: tuple[str, ...]) -> Way:
        way = self.set_off(way, "scored", seat, mountain, led)
        return way._replace(table=self.take(way.table, seat, mountain))

    def take(self, table: Table, seat: int, mountain: int) -> Table:
        index = mountain - 5
        if not table.stacks[index]:
            return table
        tokens = with_item(table.tokens[seat], index, table.tokens[seat][index] + 1)
        bonus, row = table.bonus[seat], table.row
        while row and len(bonus) < min(tokens):
            bonus, row = (*bonus, row[0]), row[1:]
        return table._replace(
            stacks=with_item(table.stacks, index, table.stacks[index] - 1),
            tokens=with_item(table.tokens, seat, tokens),
            bonus=with_item(table.bonus, seat, bonus),
            row=row,
        )

    def written(self, table: Table) -> Json:
        """The position after the turn: the table as it is then, and the dice handed on."""
        players = []
        for seat, player in enumerate(self.position["players"]):
            goats = [f"{mountain}.{step}" for mountain, step in zip(NUMBERS, table.steps[seat], strict=True)]
            tokens = dict(zip(map(str, NUMBERS), table.tokens[seat], strict=True))
            written = {**player, "goats": goats, "tokens": tokens, "bonus": table.bonus[seat]}
            written.pop("extra", None)
            players.append(written | ({"extra": dict(table.extra[seat])} if table.extra[seat] else {}))
        last_round = self.position["last_round"] or table.stacks.count(0) >= 3 or not table.row
        following = (self.mover + 1) % len(players)
        round_done = following == self.position["starts"]
        return {
            **self.position,
            "players": players,
            "stacks": dict(zip(map(str, NUMBERS), table.stacks, strict=True)),
            "bonus": table.row,
            "to_move": following,
            "round": self.position["round"] + (1 if round_done and not last_round else 0),
            "last_round": last_round,
            "over": round_done and last_round,
        }


def put(way: Way, seat: int, mountain: int, step: int) -> Way:
    steps = with_item(way.table.steps, seat, with_item(way.table.steps[seat], mountain - 5, step))
    return way._replace(table=way.table._replace(steps=steps))


def with_item(values: tuple[Any, ...], index: int, value: Any) -> tuple[Any, ...]:
    return (*values[:index], value, *values[index + 1 :])
