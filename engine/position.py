"""A position: everything on the table between two turns, and its JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.errors import EngineError
from engine.fields import flag, items, members, shown, text, whole
from engine.moves import move_goat, with_item
from engine.places import Place, Region, parse_place, path, place_text
from engine.rules import DEFAULTS, RuleSet, Settings, parse_rules, parse_settings, rule_set, settings_for, settings_json

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
        goats: where they stand, sorted; one at most on each mountain.
        tokens: how many of each mountain, by mountain.
        bonus: points of the bonus tokens, in the order taken, so the highest first.
    """

    name: str
    colour: str
    goats: tuple[Place, ...]
    tokens: tuple[int, ...]
    bonus: tuple[int, ...] = ()

    def __hash__(self) -> int:
        """Of what changes within a turn: options are told apart by the thousand."""
        return hash((self.goats, self.tokens))

    def has_goat_on(self, mountain: int) -> bool:
        """Says whether there is a goat on a mountain."""
        return self._find_goat(mountain) is not None

    def goat_on(self, mountain: int) -> Place:
        """Gives the place of the goat on a mountain; raises EngineError when there is none."""
        goat = self._find_goat(mountain)
        if goat is None:
            raise EngineError(f"mountain: {self.name} has no goat on mountain {shown(mountain)}")
        return goat

    def with_goats(self, goats: Sequence[Place]) -> Player:
        """Gives the player with the goats elsewhere, in any order."""
        return Player(self.name, self.colour, tuple(sorted(goats)), self.tokens, self.bonus)

    def _find_goat(self, mountain: int) -> Place | None:
        for goat in self.goats:
            if goat.number == mountain and goat.region is Region.PATH:
                return goat
        return None


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

    def __hash__(self) -> int:
        """Of what changes within a turn, as for players."""
        return hash((self.players, self.stacks))

    @property
    def mover(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.to_move]

    @property
    def can_redeploy(self) -> bool:
        """Whether the player to move may take goats back without dice (V6)."""
        agreed = self.settings.free_redeploy
        return self.rules.redeploys if agreed is None else agreed

    def seated(self, seat: int, player: Player) -> Position:
        """Gives the position with one player replaced."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        # Spelled out, as `replace` takes several times as long and this happens on every step of every option.
        return Position(
            self.rules, self.settings, players, self.stacks, self.bonus,
            self.starts, self.to_move, self.round, self.last_round, self.over,
        )  # fmt: skip


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
        settings: what the group agreed on; what the rules don't read is left out.
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
    agreed = settings_for(settings, known)
    return Position(known, agreed, seats, stacks, known.bonus, starts, to_move=starts, round=1)


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
    _check_single_places(position)
    _check_tokens(position)
    _check_bonus(position)


def with_goat(position: Position, seat: int, mountain: int, step: int) -> Position:
    """Corrects where the goat of a mountain stands; nothing is taken, nobody is bumped.

    Raises:
        EngineError: when there is no such seat, mountain, goat or step, or somebody else holds that top.
    """
    _check_seat(position, seat)
    top = position.rules.mountain(mountain).top
    whole(step, "step", 0, top)
    return with_goat_at(position, seat, position.players[seat].goat_on(mountain), path(mountain, step))


def with_goat_at(position: Position, seat: int, goat: Place, to: Place) -> Position:
    """Corrects where a goat stands, wherever that is; nothing is taken, nobody is bumped.

    Raises:
        EngineError: when there is no such seat or goat, or no goat of the seat may stand there.
    """
    _check_seat(position, seat)
    if goat not in position.players[seat].goats:
        raise EngineError(f"players.{seat}.goats: no goat stands on {place_text(goat)}")
    corrected = move_goat(position, seat, goat, to)
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
    rules = position.rules
    for seat, player in enumerate(position.players):
        field = f"players.{seat}.goats"
        if len(player.goats) != len(rules.mountains):
            raise EngineError(f"{field}: expected {len(rules.mountains)} goats, found {len(player.goats)}")
        for goat in player.goats:
            if goat not in rules.known_places:
                raise EngineError(f"{field}: {_why_no_place(goat, rules)}")
        numbers = [goat.number for goat in player.goats if goat.region is Region.PATH]
        for number in numbers:
            if numbers.count(number) > 1:
                raise EngineError(f"{field}: two goats on mountain {number}; expected one at most")


def _why_no_place(goat: Place, rules: RuleSet) -> str:
    known = sorted({place.number for place in rules.places if place.region is goat.region})
    if not known:
        return f"{place_text(goat)} is no place of the rules {' '.join(rules.names)}"
    if goat.number in known:
        top = rules.mountain(goat.number).top
        return f"mountain {goat.number} has its top at step {top}, found {place_text(goat)}"
    kind = _KINDS_OF_PLACE[goat.region]
    return f"expected {kind} from {known[0]} to {known[-1]}, found {place_text(goat)}"


_KINDS_OF_PLACE = {
    Region.PATH: "a mountain",
    Region.BIG_MOUNTAIN: "a space of the Big Mountain",
    Region.VALLEY: "a valley field",
}


def _check_single_places(position: Position) -> None:
    single = position.rules.single_places
    holders: dict[Place, int] = {}
    for seat, player in enumerate(position.players):
        for goat in player.goats:
            if goat in holders:
                other = holders[goat]
                whose = f"seats {other} and {seat}" if other != seat else f"both of seat {seat}"
                raise EngineError(
                    f"players.{seat}.goats: two goats on {_single_place_text(goat)} ({whose}); expected one at most"
                )
            if goat in single:
                holders[goat] = seat


def _single_place_text(place: Place) -> str:
    return f"the top of mountain {place.number}" if place.region is Region.PATH else place_text(place)


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
