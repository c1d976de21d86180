"""A position: everything on the table between two turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.errors import EngineError
from engine.fields import shown, whole
from engine.moves import move_goat, with_item
from engine.places import Place, Region, path, place_text
from engine.position_checks import EXTRA_MAX, check_extra, check_position, check_seat, checked_cards, checked_name
from engine.rules import DEFAULTS, RuleSet, Settings, rule_set, settings_for
from engine.saga.cards import LaidCard

if TYPE_CHECKING:
    from engine.saga.waiting import Pending


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
    chosen = [checked_name(name, f"names.{seat}") for seat, name in enumerate(names)]
    feet = tuple(path(mountain.number, 0) for mountain in known.mountains)
    seats = tuple(
        Player(name, colour, feet, tokens=(0,) * len(stacks))
        for name, colour in zip(
            chosen or [f"Player {seat + 1}" for seat in range(players)], known.colours, strict=False
        )
    )
    starts = whole(starts, "starts", 0, players - 1)
    laid = checked_cards(cards, known)
    return Position(known, agreed, seats, stacks, known.bonus, starts, to_move=starts, round=1, cards=laid)


def with_goat_at(position: Position, seat: int, goat: Place, to: Place) -> Position:
    """Corrects where a goat stands, wherever that is; nothing is taken, nobody is bumped.

    Raises:
        EngineError: when there is no such seat or goat, or no goat of the seat may stand there.
    """
    check_seat(position, seat)
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
    check_seat(position, seat)
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
    check_seat(position, seat)
    whole(points, f"players.{seat}.extra.{code}", -EXTRA_MAX, EXTRA_MAX)
    player = position.players[seat]
    extra = dict(player.extra) | {code: points}
    kept = tuple(sorted((each, given) for each, given in extra.items() if given))
    corrected = position.seated(seat, replace(player, extra=kept))
    check_extra(corrected)
    return corrected
