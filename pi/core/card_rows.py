"""What the table is told about cards in a few letters: what they did, what they ask for, which ones are used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

from engine.choices import cards_of
from engine.facts import Fact
from engine.options import Option
from engine.position import Player, Position
from engine.saga.cards import LaidCard
from engine.saga.verbs import Manual, Remind
from engine.saga.vocabulary import IN_PLAY
from engine.turns import Choose
from pi.core.effect_text import texts_of
from pi.core.goats import goat_moves, move_text, place_sentence
from pi.core.screen import cut
from pi.core.texts import Say

LETTERS = 24
"""Of a row in a list that scrolls."""


def cards_used(option: Option) -> tuple[str, ...]:
    """Codes of the abilities that an option uses and of the cards whose choices it makes, each once."""
    chosen = (step.card for step in option.turn.steps if isinstance(step, Choose))
    return tuple(dict.fromkeys((*cards_of(option.turn), *chosen)))


def cards_named(option: Option, position: Position) -> str:
    """Codes and names of the cards that an option uses; empty for none."""
    names = {laid.card.code: laid.card.name for laid in position.cards}
    return cut(", ".join(f"{code} {names[code]}" for code in cards_used(option)), LETTERS)


def others_moved(facts: Sequence[Fact], before: Position, speak: Say) -> Iterator[str]:
    """The goats of others that cards moved, as short as can be."""
    for seat, player in _with_goats_moved(facts, before):
        for move in goat_moves(facts, before, seat):
            yield f"{player.name[:1]}{move_text(move, before, speak)}"


def doing_card_sentences(
    facts: Sequence[Fact], before: Position, after: Position, name_of: Sequence[str], speak: Say
) -> Iterator[str]:
    """What cards make the hands do in a turn besides moving the goats of the player to move.

    Args:
        facts: of the turn.
        before: the position that the turn was played on.
        after: the position it led to.
        name_of: what to call everybody, by seat.
        speak: in a language.
    """
    for seat, _ in _with_goats_moved(facts, before):
        for move in goat_moves(facts, before, seat):
            yield f"{name_of[seat]} {place_sentence(move.to, after, speak)}"
    for fact in facts:
        is_others = fact.seat != before.to_move
        match fact.kind:
            case "took" if is_others:
                yield speak("{name}: token of {mountain}", name=name_of[fact.seat], mountain=fact.mountain)
            case "points":
                yield f"{name_of[fact.seat]}: {fact.points or 0:+d} ({fact.card})"
            case "stopped":
                yield speak("{card}: go on by hand", card=fact.card)
    yield from _said(facts, before)
    if asks_for_correction(facts):
        yield speak("Hold OK: correct it")


def asks_for_correction(facts: Sequence[Fact]) -> bool:
    """Whether something is done by hand that the position does not know of yet."""
    return any(fact.kind in ("manual", "stopped") for fact in facts)


def is_told_with_card(bumped: Fact, facts: Sequence[Fact], before: Position) -> bool:
    """Whether where a bumped goat ends is told with what cards did to its player's goats, or with the mover's own."""
    return bumped.seat == before.to_move or any(fact.kind == "moved" and fact.seat == bumped.seat for fact in facts)


def extra_points_between(was: Player, now: Player) -> Iterator[str]:
    """Points of cards that differ, with the code of the card."""
    had, has = dict(was.extra), dict(now.extra)
    for code in sorted({*had, *has}):
        if had.get(code, 0) != has.get(code, 0):
            yield f"{has.get(code, 0) - had.get(code, 0):+d} ({code})"


def laid_out_rows(position: Position, speak: Say) -> Iterator[str]:
    """The cards in play, each with what it asks to set up, and what it reminds of as the first turn begins."""
    for laid in position.cards:
        yield from wrap(_title(laid, speak), LETTERS)
        for text in texts_of(laid.card, ("set-up", "turn-start"), Remind, Manual):
            yield from wrap(f"- {text}", LETTERS)


def _title(laid: LaidCard, speak: Say) -> str:
    title = f"{laid.card.code} {laid.card.name}"
    return title if laid.mountain is None else speak("{card} above {mountain}", card=title, mountain=laid.mountain)


def _with_goats_moved(facts: Sequence[Fact], before: Position) -> Iterator[tuple[int, Player]]:
    """The others whose goats a card moved."""
    moved = {fact.seat for fact in facts if fact.kind == "moved"}
    for seat, player in enumerate(before.players):
        if seat in moved and seat != before.to_move:
            yield seat, player


def _said(facts: Sequence[Fact], position: Position) -> Iterator[str]:
    """What cards remind of, and what they ask to do by hand, each text once."""
    cards = {laid.card.code: laid.card for laid in position.cards}
    is_over = False
    told: dict[str, None] = {}
    for fact in facts:
        is_over = is_over or fact.kind == "over"
        if fact.kind in ("reminded", "manual") and fact.card is not None:
            verb: type[Remind | Manual] = Remind if fact.kind == "reminded" else Manual
            told |= {f"{fact.card}: {text}": None for text in texts_of(cards[fact.card], _whens(fact, is_over), verb)}
    for text in told:
        yield from wrap(text, LETTERS)


def _whens(fact: Fact, is_over: bool) -> tuple[str | None, ...]:
    if fact.mountain is not None:
        return IN_PLAY
    return ("final", "chapter-end") if is_over else ("turn-start", "turn-end", None)
