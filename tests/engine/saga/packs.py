"""Cards made up at random from the vocabulary, and tables to lay them at."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.position import new_position
from engine.position_json import position_json
from engine.saga.cards import LaidCard, parse_card
from engine.saga.vocabulary import IN_PLAY, MOUNTAINS, TIMES, VERBS, WHERE, Argument, When
from tests.engine.tables import TOPS

Json = dict[str, Any]

SAGA = ("saga",)


def card(code: str, *effects: Json, lies: int | None = None) -> LaidCard:
    """A card in play: what lies above a mountain is a summit, what says when is a rule, all else an ability."""
    kind = "summit" if lies else "rule" if "when" in effects[0] else "ability"
    row = {"code": code, "kind": kind, "name": f"Example {code}", "chapter": 1, "effects": list(effects)}
    return LaidCard(parse_card(row), lies)


def random_cards(random: Random) -> tuple[LaidCard, ...]:
    """Up to two abilities, three summits and two rule cards."""
    abilities = [card(f"A{n}", random_effect(random, None)) for n in range(random.randint(0, 2))]
    lying = random.sample((9, 7, 5), random.randint(0, 3))
    summits = [card(f"S{lies}", *_random_effects(random), lies=lies) for lies in lying]
    rules = [card(f"R{n}", *_random_effects(random)) for n in range(random.randint(0, 2))]
    cards = [*abilities, *summits, *rules]
    random.shuffle(cards)
    return tuple(cards)


def _random_effects(random: Random) -> list[Json]:
    whens: list[When] = [*IN_PLAY * 3, "final", "final", *TIMES]
    return [random_effect(random, random.choice(whens)) for _ in range(random.choice((1, 1, 2)))]


def random_effect(random: Random, when: When | None) -> Json:
    """Any effect that goes with a when, as a row."""
    fitting = [name for name, spec in VERBS.items() if when in spec.whens]
    row = random_verb(random, random.choice(fitting), when)
    if when is None:
        return row
    row["when"] = when
    if when in (*IN_PLAY, "final") and random.random() < 0.3:
        row["on"] = sorted(random.sample(MOUNTAINS, random.randint(1, 2)))
    if when == "final" and random.random() < 0.3:
        row["only"] = random.choice(("holder", "not-holder"))
    if when in IN_PLAY and row["verb"] not in ("no-bump", "remind", "manual") and random.random() < 0.3:
        row["optional"] = True
    return row


def random_verb(random: Random, name: str, when: When | None) -> Json:
    """Any row of a verb, without when."""
    row: Json = {"verb": name}
    for argument in VERBS[name].arguments:
        needed = argument.required or (when is None and argument.kind == "mountain")
        if needed or random.random() < _LIKELY.get(argument.kind, 0.6):
            row[argument.name] = _random_value(random, argument, when)
    return row


_LIKELY = {"where": 0.9, "flag": 0.2}
"""Effects that may move any of all goats leave too much to try."""


def _random_value(random: Random, argument: Argument, when: When | None) -> Any:
    match argument.kind:
        case "whole":
            return random.choice([n for n in (-2, -1, 1, 1, 2, 3, 7, 8) if n >= argument.low and n <= argument.high])
        case "mountain":
            return random.choice(MOUNTAINS)
        case "mountains":
            return sorted(random.sample(MOUNTAINS, random.randint(1, 3)))
        case "steps":
            return sorted(random.sample(range(4), random.randint(1, 2)))
        case "word":
            return random.choice(argument.words)
        case "flag" | "perhaps":
            return random.random() < 0.5
        case "text":
            return "As the card says."
        case "where":
            return {each.name: _random_value(random, each, when) for each in WHERE if random.random() < 0.5}
        case "verbs":
            names = [n for n, spec in VERBS.items() if when in spec.whens and n not in ("choice", "no-bump")]
            return [random_verb(random, random.choice(names), when) for _ in range(random.randint(2, 3))]


def saga_table(random: Random, cards: tuple[LaidCard, ...], players: int | None = None) -> Json:
    """Lays out any table of the Saga, as JSON: stacks often low, tops often held, every seat to move."""
    players = players or random.choice((2, 2, 3))
    table = position_json(new_position(players, rules=SAGA, cards=cards))
    seats = table["players"]
    for number, tokens in table["stacks"].items():
        left = random.choice((0, 1, 2, tokens // 2, random.randint(0, tokens)))
        table["stacks"][number] = left
        for _ in range(tokens - left):
            random.choice(seats)["tokens"][number] += 1
    for points in table["bonus"][: random.choice((0, 1, 2, 3))]:
        random.choice(seats)["bonus"].append(points)
        table["bonus"].remove(points)
    for index, (mountain, top) in enumerate(TOPS.items()):
        for seat in seats:
            seat["goats"][index] = f"{mountain}.{random.randrange(top)}"
        if random.random() < 0.6:
            random.choice(seats)["goats"][index] = f"{mountain}.{top}"
    starts, to_move = random.randrange(players), random.randrange(players)
    return {**table, "starts": starts, "to_move": to_move, "last_round": random.random() < 0.2}
