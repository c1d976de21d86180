"""What goats, tokens, bonus and cards can do wrong together in a position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.fields import shown, text, whole
from engine.places import Place, Region, place_text
from engine.rules import RuleSet
from engine.saga.cards import LaidCard

if TYPE_CHECKING:
    from engine.position import Position

EXTRA_MAX = 999
"""So many points, or as many below none, may a card have given a player."""

_NAME_CHARACTERS_MAX = 40
_CARDS_MAX = 60


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
    check_extra(position)


def checked_name(value: object, field: str) -> str:
    """Gives a player's name without blanks around it; raises EngineError for one that is too long or can't be shown."""
    name = text(value, field).strip()
    if not (1 <= len(name) <= _NAME_CHARACTERS_MAX and name.isprintable()):
        raise EngineError(f"{field}: expected 1 to {_NAME_CHARACTERS_MAX} printable characters, found {shown(value)}")
    return name


def checked_cards(cards: Sequence[LaidCard], rules: RuleSet) -> tuple[LaidCard, ...]:
    """Gives the cards that lie beside the board; raises EngineError when they can't lie there together."""
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
    return _known_cards(tuple(cards))


@lru_cache(maxsize=64)
def _known_cards(cards: tuple[LaidCard, ...]) -> tuple[LaidCard, ...]:
    """Gives the same values for the same cards, so that what is worked out about them is found again at once."""
    return cards


def check_extra(position: Position) -> None:
    """Checks that only cards in play have given points; raises EngineError."""
    codes = [laid.card.code for laid in position.cards]
    for seat, player in enumerate(position.players):
        for code, _ in player.extra:
            if code not in codes:
                raise EngineError(f"players.{seat}.extra: no card {code} is in play; known are {', '.join(codes)}")


def check_seat(position: Position, seat: int) -> None:
    """Checks that there is such a seat; raises EngineError."""
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
