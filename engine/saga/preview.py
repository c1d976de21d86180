"""What a card does, played on an example board before anybody relies on it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.base import TOPS
from engine.dice import GOAT
from engine.facts import Fact, FactKind
from engine.places import path
from engine.play import perform, steps_of
from engine.position import Player, Position, new_position
from engine.position_checks import check_position
from engine.saga.cards import Card, Effect, LaidCard
from engine.saga.effects import ability_ways, choices_of
from engine.saga.verbs import Remind
from engine.saga.vocabulary import IN_PLAY
from engine.turns import Ability, Choose, Climb, Step

NAMES = ("Ann", "Bo", "Cy")
_TOKENS = ((2, 1, 2, 2, 2, 1), (1, 2, 0, 1, 1, 0), (0, 0, 1, 0, 0, 2))
_SUMMIT_AT = 9


@dataclass(frozen=True, slots=True)
class Preview:
    """One effect of a card on the example board, where Ann is to move and Bo holds the top that is watched.

    Attributes:
        effect: which one.
        before: the board; for a final effect without the card.
        steps: what Ann does, where several things can be chosen the first of them; nothing where nothing is to be done.
        facts: what happened.
        after: the board then; the same where nothing can happen.
    """

    effect: Effect
    before: Position
    steps: tuple[Step, ...]
    facts: tuple[Fact, ...]
    after: Position


def previews(card: Card, mountain: int | None = None) -> tuple[Preview, ...]:
    """Plays each effect of a card on the example board.

    Args:
        card: any card.
        mountain: that a summit tile lies above, 9, 7 or 5; 9 when it is not said.
    """
    laid = LaidCard(card, (mountain or _SUMMIT_AT) if card.kind == "summit" else None)
    return tuple(_preview(laid, effect) for effect in card.effects)


def _preview(laid: LaidCard, effect: Effect) -> Preview:
    """The effect is alone on its card, so that what is seen is its own."""
    laid = replace(laid, card=replace(laid.card, effects=(effect,)))
    before = _example(laid)
    if effect.when is None:
        ways = ability_ways(before, laid.card.code, effect.does)
        return _played(effect, before, [Ability((GOAT,), laid.card.code, way) for way in ways[:1]])
    if effect.when in IN_PLAY:
        mountain = laid.watched(effect)[0]
        return _played(effect, before, [Climb((mountain,), mountain)] if steps_of(before, mountain) else [])
    if effect.when == "final":
        return Preview(effect, replace(before, cards=()), (), (), before)
    kind: FactKind = "reminded" if isinstance(effect.does, Remind) else "manual"
    return Preview(effect, before, (), (Fact(kind, before.to_move, card=laid.card.code),), before)


def _played(effect: Effect, before: Position, steps: list[Step]) -> Preview:
    now = before
    facts: list[Fact] = []
    for step in steps:  # it grows by what has to be chosen
        outcome = perform(now, step)
        now = outcome.position
        facts += outcome.facts
        if now.pending:
            steps.append(Choose(now.pending[0].code, choices_of(now)[0]))
    return Preview(effect, before, tuple(steps), tuple(facts), now)


def _example(laid: LaidCard) -> Position:
    """Ann stands one step below the watched top, Bo on it; everywhere else goats stand in all sorts of ways."""
    watched = laid.watched(laid.card.effects[0])[0]
    held = next(mountain for mountain in (6, 8) if mountain != watched)
    ann = {mountain: top - 1 for mountain, top in TOPS.items()} | {held: TOPS[held], 10: 0}
    bo = dict.fromkeys(TOPS, 1) | {5: 0, 7: TOPS[7] - 1}
    cy = dict.fromkeys(TOPS, 0) | {8: 2, 5: 2}
    ann[watched], bo[watched] = TOPS[watched] - 1, TOPS[watched]
    empty = new_position(len(NAMES), NAMES, ("saga",), cards=(laid,))
    players = tuple(
        _player(player, steps, tokens)
        for player, steps, tokens in zip(empty.players, (ann, bo, cy), _TOKENS, strict=True)
    )
    stacks = tuple(full - sum(held) for full, *held in zip(empty.stacks, *_TOKENS, strict=True))
    first, *bonus_left = empty.bonus
    rich = replace(players[0], bonus=(first,))
    position = replace(empty, players=(rich, *players[1:]), stacks=stacks, bonus=tuple(bonus_left), round=6)
    check_position(position)
    return position


def _player(player: Player, steps: dict[int, int], tokens: tuple[int, ...]) -> Player:
    goats = tuple(path(mountain, step) for mountain, step in sorted(steps.items()))
    return replace(player, goats=goats, tokens=tokens)
