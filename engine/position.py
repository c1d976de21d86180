"""A position: everything on the table between two turns, and its JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import EngineError
from engine.fields import flag, items, members, shown, text, whole
from engine.moves import move_goat, with_item
from engine.places import Place, Region, parse_place, path, place_text
from engine.rules import DEFAULTS, RuleSet, Settings, parse_rules, parse_settings, rule_set, settings_json

SCHEMA = 1

_NAME_CHARACTERS_MAX = 40
_REQUIRED = (
    "schema", "rules", "players", "stacks", "bonus", "starts", "to_move", "round", "last_round", "over",
)  # fmt: skip
_PLAYER = ("name", "colour", "goats", "tokens", "bonus")


@dataclass(frozen=True, slots=True)
class Player:
    """One player and what is in front of them.

    Attributes:
        name: 1 to 40 printable characters; two players may have the same.
        colour: of the goats; everybody has another one.
        goats: one on each mountain, sorted.
        tokens: how many of each mountain, by mountain.
        bonus: points of the bonus tokens, in the order taken, so the highest first.
    """

    name: str
    colour: str
    goats: tuple[Place, ...]
    tokens: tuple[int, ...]
    bonus: tuple[int, ...] = ()

    def goat_on(self, mountain: int) -> Place:
        """Gives the place of the goat on a mountain."""
        return next(goat for goat in self.goats if goat.number == mountain and goat.region is Region.PATH)


@dataclass(frozen=True, slots=True)
class Position:
    """The table between two turns.

    Attributes:
        rules: what is played.
        settings: what the group agreed on.
        players: by seat.
        stacks: tokens left, by mountain.
        bonus: points of the bonus tokens left, the next one first.
        starts: the seat that has the first turn of every round.
        to_move: the seat whose turn it is.
        round: from 1.
        last_round: the game ends when everybody has had the same number of turns.
        over: nobody moves any more.
    """

    rules: RuleSet
    settings: Settings
    players: tuple[Player, ...]
    stacks: tuple[int, ...]
    bonus: tuple[int, ...]
    starts: int
    to_move: int
    round: int
    last_round: bool = False
    over: bool = False

    def seated(self, seat: int, player: Player) -> Position:
        """Gives the position with one player replaced."""
        return replace(self, players=(*self.players[:seat], player, *self.players[seat + 1 :]))


def new_position(
    players: int,
    names: Sequence[str] = (),
    rules: tuple[str, ...] = ("base",),
    settings: Settings = DEFAULTS,
    starts: int = 0,
) -> Position:
    """Sets the table up.

    Args:
        players: how many play.
        names: one for each seat, or none for "Player 1" and so on.
        rules: names of the rule sets.
        settings: what the group agreed on.
        starts: the seat that has the first turn, from 0.

    Raises:
        EngineError: naming the argument that is wrong.
    """
    known = rule_set(rules)
    stacks = known.full_stacks(players)
    if names and len(names) != players:
        raise EngineError(f"names: expected {players} names, found {len(names)}")
    chosen = [_parse_name(name, f"names.{seat}") for seat, name in enumerate(names)]
    feet = tuple(path(mountain.number, 0) for mountain in known.mountains)
    seats = tuple(
        Player(name, colour, feet, tokens=(0,) * len(stacks))
        for name, colour in zip(
            chosen or [f"Player {seat + 1}" for seat in range(players)], known.colours, strict=False
        )
    )
    starts = whole(starts, "starts", 0, players - 1)
    return Position(known, settings, seats, stacks, known.bonus, starts, to_move=starts, round=1)


def parse_position(value: object) -> Position:
    """Reads a position in the contract's shape.

    Raises:
        EngineError: naming the field that is wrong, or that breaks a rule.
    """
    read = members(value, "position", _REQUIRED, ("settings",))
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
    }


def check_position(position: Position) -> None:
    """Checks everything that goats, tokens and bonus can do wrong together.

    Raises:
        EngineError: naming the field and the rule.
    """
    _check_colours(position)
    _check_goats(position)
    _check_tops(position)
    _check_tokens(position)
    _check_bonus(position)


def with_goat(position: Position, seat: int, mountain: int, step: int) -> Position:
    """Corrects where a goat stands; nothing is taken, nobody is bumped.

    Raises:
        EngineError: when there is no such seat, mountain or step, or somebody else holds that top.
    """
    _check_seat(position, seat)
    top = position.rules.mountain(mountain).top
    whole(step, "step", 0, top)
    corrected = move_goat(position, seat, position.players[seat].goat_on(mountain), path(mountain, step))
    check_position(corrected)
    return corrected


def with_tokens(position: Position, seat: int, mountain: int, count: int) -> Position:
    """Corrects how many tokens of a mountain a player has; the stack gives or takes the difference.

    Raises:
        EngineError: when there is no such seat or mountain, or the stack does not hold so many.
    """
    _check_seat(position, seat)
    index = position.rules.index(mountain)
    player = position.players[seat]
    available = player.tokens[index] + position.stacks[index]
    whole(count, f"players.{seat}.tokens.{mountain}", 0, available)
    corrected = position.seated(seat, replace(player, tokens=with_item(player.tokens, index, count)))
    return replace(corrected, stacks=with_item(position.stacks, index, available - count))


def _parse_player(value: object, field: str, rules: RuleSet) -> Player:
    read = members(value, field, _PLAYER)
    goats = items(read["goats"], f"{field}.goats", "places")
    bonus = _parse_bonus(read["bonus"], f"{field}.bonus", rules)
    return Player(
        name=_parse_name(read["name"], f"{field}.name"),
        colour=_parse_colour(read["colour"], f"{field}.colour", rules),
        goats=tuple(sorted(parse_place(goat, f"{field}.goats.{index}") for index, goat in enumerate(goats))),
        tokens=_parse_tokens(read["tokens"], f"{field}.tokens", rules),
        bonus=tuple(sorted(bonus, reverse=True)),
    )


def _player_json(player: Player, rules: RuleSet) -> dict[str, Any]:
    return {
        "name": player.name,
        "colour": player.colour,
        "goats": [place_text(goat) for goat in player.goats],
        "tokens": _tokens_json(player.tokens, rules),
        "bonus": list(player.bonus),
    }


def _parse_name(value: object, field: str) -> str:
    name = text(value, field).strip()
    if not (1 <= len(name) <= _NAME_CHARACTERS_MAX and name.isprintable()):
        raise EngineError(f"{field}: expected 1 to {_NAME_CHARACTERS_MAX} printable characters, found {shown(value)}")
    return name


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


def _check_seat(position: Position, seat: int) -> None:
    whole(seat, "seat", 0, len(position.players) - 1)


def _check_colours(position: Position) -> None:
    seen: set[str] = set()
    for seat, player in enumerate(position.players):
        if player.colour in seen:
            raise EngineError(f"players.{seat}.colour: somebody else has {player.colour} already; expected another one")
        seen.add(player.colour)


def _check_goats(position: Position) -> None:
    numbers = [mountain.number for mountain in position.rules.mountains]
    for seat, player in enumerate(position.players):
        field = f"players.{seat}.goats"
        if [goat.number for goat in player.goats if goat.region is Region.PATH] != numbers or len(player.goats) != len(
            numbers
        ):
            raise EngineError(f"{field}: expected one goat on each mountain {', '.join(map(str, numbers))}")
        for goat, mountain in zip(player.goats, position.rules.mountains, strict=True):
            if goat.step > mountain.top:
                raise EngineError(
                    f"{field}: mountain {mountain.number} has its top at step {mountain.top}, found {place_text(goat)}"
                )


def _check_tops(position: Position) -> None:
    for mountain, top in position.rules.tops:
        holders = [seat for seat, player in enumerate(position.players) if top in player.goats]
        if len(holders) > 1:
            raise EngineError(
                f"players.{holders[1]}.goats: two goats on the top of mountain {mountain.number} "
                f"(seats {holders[0]} and {holders[1]}); expected one at most"
            )


def _check_tokens(position: Position) -> None:
    full = position.rules.full_stacks(len(position.players))
    for index, mountain in enumerate(position.rules.mountains):
        found = position.stacks[index] + sum(player.tokens[index] for player in position.players)
        if found != full[index]:
            raise EngineError(
                f"stacks.{mountain.number}: expected {full[index]} tokens of mountain {mountain.number} "
                f"in the stack and with {len(position.players)} players together, found {shown(found)}"
            )


def _check_bonus(position: Position) -> None:
    row = position.rules.bonus
    left = len(position.bonus)
    if position.bonus != row[len(row) - left :]:
        known = " ".join(str(points) for points in row)
        raise EngineError(f"bonus: expected what is left of {known} when the highest go first")
    taken = sorted((points for player in position.players for points in player.bonus), reverse=True)
    if tuple(taken) != row[: len(row) - left]:
        missing = " ".join(str(points) for points in row[: len(row) - left]) or "none"
        raise EngineError(f"bonus: expected the players to have {missing} together, as the row has it not")
