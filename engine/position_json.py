"""The JSON of a position, as the contract has it."""

from __future__ import annotations

from typing import Any

from engine.errors import EngineError
from engine.fields import flag, items, members, shown, text, whole
from engine.places import parse_place, place_text
from engine.position import Player, Position
from engine.position_checks import EXTRA_MAX, check_position, checked_cards, checked_name
from engine.rules import RuleSet, parse_rules, parse_settings, settings_json
from engine.saga.cards import LaidCard, laid_card_json, parse_code, parse_laid_card

SCHEMA = 1
_REQUIRED = (
    "schema", "rules", "players", "stacks", "bonus", "starts", "to_move", "round", "last_round", "over",
)  # fmt: skip
_OPTIONAL = ("settings", "cards")
_PLAYER = ("name", "colour", "goats", "tokens", "bonus")


def parse_position(value: object) -> Position:
    """Reads a position in the contract's shape.

    Raises:
        EngineError: naming the field that is wrong, or that breaks a rule.
    """
    read = members(value, "position", _REQUIRED, _OPTIONAL)
    whole(read["schema"], "schema", SCHEMA, SCHEMA)
    rules = parse_rules(read["rules"])
    seats = items(read["players"], "players", "players")
    rules.full_stacks(len(seats))
    last_seat = len(seats) - 1
    position = Position(
        rules=rules,
        settings=parse_settings(read.get("settings", {}), rules),
        players=tuple(_parse_player(seat, f"players.{index}", rules) for index, seat in enumerate(seats)),
        stacks=_parse_tokens(read["stacks"], "stacks", rules),
        bonus=_parse_bonus(read["bonus"], "bonus", rules),
        starts=whole(read["starts"], "starts", 0, last_seat),
        to_move=whole(read["to_move"], "to_move", 0, last_seat),
        round=whole(read["round"], "round", 1),
        last_round=flag(read["last_round"], "last_round"),
        over=flag(read["over"], "over"),
        cards=_parse_cards(read.get("cards", []), rules),
    )
    check_position(position)
    return position


def position_json(position: Position) -> dict[str, Any]:
    """Writes a position as `parse_position` reads it, its fields in the contract's order."""
    return {
        "schema": SCHEMA,
        "rules": list(position.rules.names),
        "settings": settings_json(position.settings),
        "players": [_player_json(player, position.rules) for player in position.players],
        "stacks": _tokens_json(position.stacks, position.rules),
        "bonus": list(position.bonus),
        "starts": position.starts,
        "to_move": position.to_move,
        "round": position.round,
        "last_round": position.last_round,
        "over": position.over,
        **({"cards": [laid_card_json(laid) for laid in position.cards]} if position.cards else {}),
    }


def _parse_player(value: object, field: str, rules: RuleSet) -> Player:
    read = members(value, field, _PLAYER, ("extra",))
    goats = items(read["goats"], f"{field}.goats", "places")
    bonus = _parse_bonus(read["bonus"], f"{field}.bonus", rules)
    return Player(
        name=checked_name(read["name"], f"{field}.name"),
        colour=_parse_colour(read["colour"], f"{field}.colour", rules),
        goats=tuple(sorted(parse_place(goat, f"{field}.goats.{index}") for index, goat in enumerate(goats))),
        tokens=_parse_tokens(read["tokens"], f"{field}.tokens", rules),
        bonus=tuple(sorted(bonus, reverse=True)),
        extra=_parse_extra(read.get("extra", {}), f"{field}.extra"),
    )


def _player_json(player: Player, rules: RuleSet) -> dict[str, Any]:
    return {
        "name": player.name,
        "colour": player.colour,
        "goats": [place_text(goat) for goat in player.goats],
        "tokens": _tokens_json(player.tokens, rules),
        "bonus": list(player.bonus),
        **({"extra": dict(player.extra)} if player.extra else {}),
    }


def _parse_extra(value: object, field: str) -> tuple[tuple[str, int], ...]:
    if not isinstance(value, dict):
        raise EngineError(f"{field}: expected an object with points by the codes of cards, found {shown(value)}")
    given = {
        parse_code(code, field): whole(points, f"{field}.{code}", -EXTRA_MAX, EXTRA_MAX)
        for code, points in value.items()
    }
    return tuple(sorted((code, points) for code, points in given.items() if points))


def _parse_cards(value: object, rules: RuleSet) -> tuple[LaidCard, ...]:
    cards = tuple(parse_laid_card(card, f"cards.{index}") for index, card in enumerate(items(value, "cards", "cards")))
    return checked_cards(cards, rules)


def _parse_colour(value: object, field: str, rules: RuleSet) -> str:
    colour = text(value, field)
    if colour not in rules.colours:
        raise EngineError(f"{field}: expected one of {', '.join(rules.colours)}, found {shown(value)}")
    return colour


def _parse_tokens(value: object, field: str, rules: RuleSet) -> tuple[int, ...]:
    numbers = tuple(str(mountain.number) for mountain in rules.mountains)
    read = members(value, field, numbers)
    return tuple(whole(read[number], f"{field}.{number}", 0) for number in numbers)


def _tokens_json(tokens: tuple[int, ...], rules: RuleSet) -> dict[str, int]:
    return {str(mountain.number): count for mountain, count in zip(rules.mountains, tokens, strict=True)}


def _parse_bonus(value: object, field: str, rules: RuleSet) -> tuple[int, ...]:
    bonus = []
    for index, points in enumerate(items(value, field, "bonus tokens")):
        if type(points) is not int or points not in rules.bonus:
            known = ", ".join(str(each) for each in rules.bonus)
            raise EngineError(f"{field}.{index}: expected one of {known}, found {shown(points)}")
        bonus.append(points)
    return tuple(bonus)
