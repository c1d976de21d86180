"""Chances to win by hand-made features, for rules that nothing was learnt for, and points as they are likely to end."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from engine.places import Place, path
from engine.position import Player, Position
from engine.rules import RuleSet
from engine.scoring import Outlook, totals

# Fitted (log loss over who won) to 28,800 positions of 750 games among noisy greedy and advised players, 2 to 5 a game.
_STEP_WORTH = 2.1  # of its mountain's number, for all the steps from foot to top
_TOP_WORTH = 0.95  # of its mountain's number
_BONUS_WORTH = 0.55  # of the next bonus, for the square of how much of the set is there
_TURN_WORTH = 6.2  # points, for still having a turn in this round
_TURNS_A_GAME = 12
_TURNS_TO_RIPEN = 1.4  # with so many turns left half of these hopes come true
_SPREAD_NOW = 4.2  # points that make a chance 2.7 times another's, at the end
_SPREAD_LEFT = 17.0  # and how many more at the start


def guessed_chances(position: Position) -> tuple[float, ...]:
    """Estimates everybody's chance to win from points and what is likely to become points: by seat, together 1."""
    share_left = _share_left(position)
    spread = _SPREAD_NOW + _SPREAD_LEFT * share_left
    strengths = [strength / spread for strength in _strengths(position, share_left)]
    highest = max(strengths)
    weights = [exp(strength - highest) for strength in strengths]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def _share_left(position: Position) -> float:
    """Says how much of the game is left, 1 at the start, 0 in the last round, by what will end it first (B11)."""
    if position.last_round:
        return 0.0
    full = position.rules.full_stacks(len(position.players))
    shares = sorted(left / whole for left, whole in zip(position.stacks, full, strict=True))
    return min(sum(shares[:3]) / 3, len(position.bonus) / len(position.rules.bonus))


def likely_totals(position: Position) -> tuple[float, ...]:
    """Gives everybody's points, those of expansions as they are likely to be in the end."""
    now = totals(position)
    if position.over:
        return tuple(map(float, now))
    outlook = _outlook(position, _share_left(position))
    changes = [module.outlook(position, outlook) for module in position.rules.modules]
    return tuple(total + sum(change) for total, *change in zip(now, *changes, strict=True))


def _outlook(position: Position, share_left: float) -> Outlook:
    turns = [_TURNS_A_GAME * share_left + _moves_yet(position, seat) for seat in range(len(position.players))]
    return Outlook(share_left, tuple(each / (each + _TURNS_TO_RIPEN) for each in turns))


def _strengths(position: Position, share_left: float) -> list[float]:
    """Adds up everybody's points and what is likely to become points before the end."""
    outlook = _outlook(position, share_left)
    worths = _worths_by_seat(position)
    strengths = []
    for seat, (player, total) in enumerate(zip(position.players, likely_totals(position), strict=True)):
        on_the_way = sum(worths[seat].get(goat, 0.0) for goat in player.goats)
        hopes = on_the_way + _BONUS_WORTH * _next_bonus(position, player)
        strengths.append(total + outlook.ripe[seat] * hopes + _TURN_WORTH * _moves_yet(position, seat))
    return strengths


def _moves_yet(position: Position, seat: int) -> bool:
    seats = len(position.players)
    return (seat - position.starts) % seats >= (position.to_move - position.starts) % seats


def _worths_by_seat(position: Position) -> tuple[dict[Place, float], ...]:
    """Values places for everybody by what scoring is worth there: the token, or what a module knows better."""
    for module in position.rules.modules:
        if (scoring := module.scoring_worths(position)) is not None:
            return tuple(_worths_of_places(position.rules, each) for each in scoring)
    tokens = zip(position.rules.numbers, position.stacks, strict=True)
    scoring_by_token = tuple(float(number) if stack > 0 else 0.0 for number, stack in tokens)
    return (_worths_of_places(position.rules, scoring_by_token),) * len(position.players)


@lru_cache(maxsize=1024)
def _worths_of_places(rules: RuleSet, scoring: tuple[float, ...]) -> dict[Place, float]:
    """Values places on the way and tops by what scoring the mountain is worth; a mountain that is worth nothing not."""
    worths = {}
    for mountain, worth in zip(rules.mountains, scoring, strict=True):
        if worth:
            for step in range(1, mountain.top):
                worths[path(mountain.number, step)] = _STEP_WORTH * worth * step / mountain.top
            worths[path(mountain.number, mountain.top)] = _TOP_WORTH * worth
    return worths


def _next_bonus(position: Position, player: Player) -> float:
    """Gives the next bonus, worth less the more tokens of its set are missing; 0 when it can't be had any more."""
    sets = min(player.tokens)
    missing = [stack for tokens, stack in zip(player.tokens, position.stacks, strict=True) if tokens == sets]
    if not position.bonus or 0 in missing:
        return 0.0
    nearness = 1 - len(missing) / len(player.tokens)
    return position.bonus[0] * nearness**2
