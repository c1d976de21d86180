"""One true reason for an option: what it has that the next best has not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from engine.facts import Fact, FactKind
from engine.options import Option
from engine.places import Region
from engine.position import Position
from engine.scoring import sheet, tops_held

ReasonKind = Literal[
    "wins", "shares", "bonus", "ends", "waits", "tokens", "cards", "missing", "valley", "bumps", "tops", "threatens",
    "lands", "lowers", "enters", "climbs", "uses", "idle", "passes",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Reason:
    """What speaks for an option: something that is true of it.

    Attributes:
        kind: `wins` and `shares`: the first place, the game being over; `bonus`, `tokens`: takes them, more than the
            next; `cards`: gets points from cards, more than the next; `ends`: begins the last round; `waits`: leaves
            that to others; `missing`: takes a token that the next bonus lacks; `bumps`: sends a goat to its foot;
            `valley`: sends an own goat there; `tops`: reaches a top; `threatens`: comes within a step of somebody's
            top; `lands`: on the Big Mountain; `lowers`: takes somebody's goat a step down; `enters`: brings a goat to
            another mountain; `climbs`; `uses`: a card; `idle`: dice are used to no effect; `passes`.
        seat: who is bumped, lowered or threatened.
        mountain: the highest one where it happens.
        points: taken in all, or of the fields reached.
        count: how many tokens, bumps, fields, tops, goats or steps.
        space: the highest one landed on.
        card: code of the card used.
    """

    kind: ReasonKind
    seat: int | None = None
    mountain: int | None = None
    points: int | None = None
    count: int | None = None
    space: int | None = None
    card: str | None = None


def reasons(options: Sequence[Option], before: Position) -> tuple[Reason, ...]:
    """Gives each option, best first, a reason to take it rather than the next; the last has one for itself.

    The reason is the weightiest difference; if there is none to name, the weightiest thing that is true of the option.

    Args:
        options: of one roll.
        before: the position before the turn.
    """
    claims = [_claims(option.facts, option, before) for option in options]
    found = []
    for index, option in enumerate(options):
        differences = []
        if index + 1 < len(options):
            rest = _claims(_without(option.facts, options[index + 1].facts), option, before)
            differences = _differences(rest, claims[index], claims[index + 1])
        found.append(min(differences or _lasting(claims[index]), key=_rank))
    return tuple(found)


def reason_text(reason: Reason, position: Position) -> str:
    """Says a reason in English; `position` is the one before the turn."""
    return _TEXTS[reason.kind].format(
        name=position.players[reason.seat].name if reason.seat is not None else "",
        mountain=reason.mountain,
        points=reason.points,
        count=reason.count,
        space=reason.space,
        card=reason.card,
    )


_TEXTS: dict[ReasonKind, str] = {
    "wins": "wins the game",
    "shares": "shares the first place",
    "bonus": "takes {points} bonus points",
    "ends": "begins the last round",
    "waits": "does not begin the last round",
    "tokens": "takes {points} points in tokens",
    "cards": "gets {points} points from cards",
    "missing": "takes a token of mountain {mountain} for the next bonus",
    "valley": "sends a goat to the valley for {points} points",
    "bumps": "sends {name} down from mountain {mountain}",
    "tops": "reaches the top of mountain {mountain}",
    "threatens": "comes one step below {name} on mountain {mountain}",
    "lands": "lands on space {space} of the Big Mountain",
    "lowers": "takes {name} a step down on mountain {mountain}",
    "enters": "brings a goat to mountain {mountain}",
    "climbs": "climbs mountain {mountain}",
    "uses": "uses card {card}",
    "idle": "changes nothing",
    "passes": "passes",
}

_Claims = dict[ReasonKind, Reason]

_WEIGHTIEST_FIRST = get_args(ReasonKind)


def _rank(reason: Reason) -> int:
    return _WEIGHTIEST_FIRST.index(reason.kind)


def _differences(rest: _Claims, own: _Claims, others: _Claims) -> list[Reason]:
    """Lists what is true of an option and not of another, by the claims of the facts that only it has, and of all."""
    found = []
    for kind, claim in rest.items():
        match kind:
            case "idle" | "passes":
                pass  # says nothing that the other might not have
            case "bonus" | "tokens" | "cards" | "valley":
                found += [own[kind]] if _points_of(own, kind) > _points_of(others, kind) else []
            case _:
                found.append(claim)
    if "ends" in others and "ends" not in own:
        found.append(Reason("waits"))
    return found


def _lasting(claims: _Claims) -> list[Reason]:
    """What speaks for an option by itself: that the last round begins is neither good nor bad."""
    return [claim for claim in claims.values() if claim.kind != "ends"]


def _points_of(claims: _Claims, kind: ReasonKind) -> int:
    return (claims[kind].points or 0) if kind in claims else 0


def _claims(facts: Sequence[Fact], option: Option, before: Position) -> _Claims:
    """Gives what can be said for an option by some of its facts; never nothing."""
    mover, after = before.to_move, option.position
    of_mover = _by_kind(fact for fact in facts if fact.seat == mover)
    of_others = _by_kind(fact for fact in facts if fact.seat != mover)
    found = [Reason("idle" if option.turn.steps else "passes")]
    if after.over and mover in (first := sheet(after).ranking[0]):
        found.append(Reason("wins" if len(first) == 1 else "shares"))
    if bonus := of_mover.get("bonus"):
        found.append(Reason("bonus", points=_points(bonus), count=len(bonus)))
    if "last_round" in of_mover:
        found.append(Reason("ends"))
    if took := of_mover.get("took"):
        found.append(Reason("tokens", mountain=_highest(took), points=_points(took), count=len(took)))
        if missing := [fact for fact in took if _is_missing(before, fact)]:
            found.append(Reason("missing", mountain=_highest(missing), count=len(missing)))
    if valley := of_mover.get("valley"):
        found.append(Reason("valley", mountain=_highest(valley), points=_points(valley), count=len(valley)))
    if (by_cards := _points(of_mover.get("points", ()))) > 0:
        found.append(Reason("cards", points=by_cards))
    if used := of_mover.get("ability"):
        found.append(Reason("uses", card=used[-1].card, count=len(used)))
    if lowered := [fact for fact in of_others.get("moved", ()) if fact.steps == -1]:
        found.append(Reason("lowers", seat=lowered[-1].seat, mountain=lowered[-1].mountain, count=len(lowered)))
    if bumped := of_others.get("bumped"):
        found.append(Reason("bumps", seat=bumped[-1].seat, mountain=bumped[-1].mountain, count=len(bumped)))
    if landed := of_mover.get("landed"):
        found.append(Reason("lands", space=max(fact.space or 0 for fact in landed), count=len(landed)))
    if entered := of_mover.get("redeployed"):
        found.append(Reason("enters", mountain=_highest(entered), count=len(entered)))
    raised = [fact for fact in of_mover.get("moved", ()) if fact.steps == 1]
    if climbed := [*of_mover.get("climbed", ()), *raised]:
        found.append(Reason("climbs", mountain=_highest(climbed), count=len(climbed)))
        held = set(tops_held(after, mover))
        if tops := [fact for fact in climbed if fact.mountain in held]:
            found.append(Reason("tops", mountain=_highest(tops), count=len({fact.mountain for fact in tops})))
        if threats := [threat for fact in climbed for threat in _threats(after, mover, fact)]:
            mountain, seat = max(threats)
            found.append(Reason("threatens", seat=seat, mountain=mountain))
    return {claim.kind: claim for claim in found}


def _without(facts: Sequence[Fact], others: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts that the others have not, or not as often, in order."""
    left = list(others)
    found = []
    for fact in facts:
        if fact in left:
            left.remove(fact)
        else:
            found.append(fact)
    return tuple(found)


def _by_kind(facts: Iterable[Fact]) -> dict[FactKind, list[Fact]]:
    found: dict[FactKind, list[Fact]] = {}
    for fact in facts:
        found.setdefault(fact.kind, []).append(fact)
    return found


def _points(facts: Iterable[Fact]) -> int:
    return sum(fact.points or 0 for fact in facts)


def _highest(facts: Iterable[Fact]) -> int:
    return max(fact.mountain or 0 for fact in facts)


def _is_missing(before: Position, took: Fact) -> bool:
    player = before.players[took.seat]
    return (
        bool(before.bonus)
        and took.mountain is not None
        and player.tokens[before.rules.index(took.mountain)] <= len(player.bonus)
    )


def _threats(after: Position, mover: int, climbed: Fact) -> Iterator[tuple[int, int]]:
    """Gives the mountain and the seat that holds its top, if the goat that climbed stands one step below."""
    for mountain, top in after.rules.tops:
        if mountain.number != climbed.mountain:
            continue
        below = any(
            goat.region is Region.PATH and goat.number == mountain.number and goat.step == mountain.top - 1
            for goat in after.players[mover].goats
        )
        for seat, player in enumerate(after.players):
            if below and seat != mover and top in player.goats:
                yield mountain.number, seat
