"""A position: everything on the table between two turns, and its JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.errors import EngineError
from engine.fields import flag, items, members, shown, text, whole
from engine.moves import move_goat, with_item
from engine.places import Place, Region, parse_place, path, place_text
from engine.rules import DEFAULTS, RuleSet, Settings, parse_rules, parse_settings, rule_set, settings_for, settings_json
from engine.saga.cards import LaidCard, laid_card_json, parse_code, parse_laid_card

if TYPE_CHECKING:
    from engine.saga.waiting import Pending

SCHEMA = 1

_NAME_CHARACTERS_MAX = 40
_REQUIRED = (
    "schema", "rules", "players", "stacks", "bonus", "starts", "to_move", "round", "last_round", "over",
)  # fmt: skip
_OPTIONAL = ("settings", "cards")
_PLAYER = ("name", "colour", "goats", "tokens", "bonus")
_CARDS_MAX = 60
_EXTRA_MAX = 999


@dataclass(frozen=True, slots=True)
class Player:
    """One player and what is in front of them.

    Attributes:
        name: 1 to 40 printable characters; two players may have the same.
        colour: of the goats; everybody has another one.
        goats: where they stand, sorted; one at most on each mountain.
        tokens: how many of each mountain, by mountain.
        bonus: points of the bonus tokens, in the order taken, so the highest first.
        extra: points that cards gave during the game, by their codes, sorted; no card that gave none.
    """

    name: str
    colour: str
    goats: tuple[Place, ...]
    tokens: tuple[int, ...]
    bonus: tuple[int, ...] = ()
    extra: tuple[tuple[str, int], ...] = ()

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
        return Player(self.name, self.colour, tuple(sorted(goats)), self.tokens, self.bonus, self.extra)

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
        cards: what lies beside the board, the same all through a game.
        pending: within a turn, effects of cards that wait for a choice, the first one first.
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
    cards: tuple[LaidCard, ...] = ()
    pending: tuple[Pending, ...] = ()

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
            self.cards, self.pending,
        )  # fmt: skip


def new_position(
    players: int,
    names: Sequence[str] = (),
    rules: tuple[str, ...] = ("base",),
    settings: Settings = DEFAULTS,
    starts: int = 0,
    cards: Sequence[LaidCard] = (),
) -> Position:
    """Sets the table up.

    Args:
        players: how many play.
        names: one for each seat, or none for "Player 1" and so on.
        rules: names of the rule sets.
        settings: what the group agreed on; what the rules don't read is left out.
        starts: the seat that has the first turn, from 0.
        cards: what lies beside the board.

    Raises:
        EngineError: naming the argument that is wrong.
    """
    known = rule_set(rules)
    agreed = settings_for(settings, known)
    stacks = known.full_stacks(players, agreed)
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
    laid = tuple(cards)
    _check_cards(laid, known)
    laid = _known_cards(laid)
    return Position(known, agreed, seats, stacks, known.bonus, starts, to_move=starts, round=1, cards=laid)


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
    _check_extra(position)


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


def with_extra(position: Position, seat: int, code: str, points: int) -> Position:
    """Corrects how many points a card has given a player, as for what players do by hand (S17).

    Raises:
        EngineError: when there is no such seat, no such card in play, or the points are beyond reason.
    """
    _check_seat(position, seat)
    whole(points, f"players.{seat}.extra.{code}", -_EXTRA_MAX, _EXTRA_MAX)
    player = position.players[seat]
    extra = dict(player.extra) | {code: points}
    kept = tuple(sorted((each, given) for each, given in extra.items() if given))
    corrected = position.seated(seat, replace(player, extra=kept))
    _check_extra(corrected)
    return corrected


def _parse_player(value: object, field: str, rules: RuleSet) -> Player:
    read = members(value, field, _PLAYER, ("extra",))
    goats = items(read["goats"], f"{field}.goats", "places")
    bonus = _parse_bonus(read["bonus"], f"{field}.bonus", rules)
    return Player(
        name=_parse_name(read["name"], f"{field}.name"),
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
        parse_code(code, field): whole(points, f"{field}.{code}", -_EXTRA_MAX, _EXTRA_MAX)
        for code, points in value.items()
    }
    return tuple(sorted((code, points) for code, points in given.items() if points))


def _parse_cards(value: object, rules: RuleSet) -> tuple[LaidCard, ...]:
    cards = tuple(parse_laid_card(card, f"cards.{index}") for index, card in enumerate(items(value, "cards", "cards")))
    _check_cards(cards, rules)
    return _known_cards(cards)


@lru_cache(maxsize=64)
def _known_cards(cards: tuple[LaidCard, ...]) -> tuple[LaidCard, ...]:
    """Gives the same values for the same cards, so that what is worked out about them is found again at once."""
    return cards


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


def _check_cards(cards: Sequence[LaidCard], rules: RuleSet) -> None:
    if cards and not rules.lays_cards:
        raise EngineError(f"cards: the rules {' '.join(rules.names)} lay no cards; expected none")
    if len(cards) > _CARDS_MAX:
        raise EngineError(f"cards: expected {_CARDS_MAX} cards at most, found {len(cards)}")
    codes = [laid.card.code for laid in cards]
    lies = [laid.mountain for laid in cards if laid.mountain is not None]
    for index, laid in enumerate(cards):
        if codes.count(laid.card.code) > 1:
            raise EngineError(f"cards.{index}.code: {laid.card.code} is there twice; expected every card once")
        if lies.count(laid.mountain or 0) > 1:
            raise EngineError(f"cards.{index}.lies: two summits above mountain {laid.mountain}; expected one at most")


def _check_extra(position: Position) -> None:
    codes = [laid.card.code for laid in position.cards]
    for seat, player in enumerate(position.players):
        for code, _ in player.extra:
            if code not in codes:
                raise EngineError(f"players.{seat}.extra: no card {code} is in play; known are {', '.join(codes)}")


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
    full = position.rules.full_stacks(len(position.players), position.settings)
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
