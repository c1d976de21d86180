"""The effects of cards in whole sentences, English and German: for the page, the display and the command line."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Final

from engine.saga.cards import Card, Effect
from engine.saga.verbs import (
    Choice,
    Fewest,
    Manual,
    Most,
    Move,
    NoBump,
    Number,
    PerPair,
    PerSet,
    Points,
    Remind,
    Score,
    Take,
    Verb,
    Where,
    Worth,
)
from engine.saga.vocabulary import CardKind
from pi.core.language import Language
from pi.core.two_languages import Sentence

_OCCASIONS: Final[Mapping[str | None, Sentence]] = {
    None: Sentence("For a goat die", "Für einen Ziegenwürfel"),
    "moved": Sentence("When a goat moves on {mountains}", "Wenn eine Ziege auf {mountains} zieht"),
    "reached": Sentence(
        "When a goat reaches the top of {mountains}", "Wenn eine Ziege den Gipfel von {mountains} erreicht"
    ),
    "scored": Sentence("When {mountains} is scored", "Bei einer Wertung von {mountains}"),
    "bumped": Sentence("When a goat is bumped from {mountains}", "Wenn eine Ziege von {mountains} gestoßen wird"),
    "final": Sentence("At the final scoring", "Bei der Schlusswertung"),
    "set-up": Sentence("In the set-up", "Beim Aufbau"),
    "turn-start": Sentence("When a turn begins", "Wenn ein Zug beginnt"),
    "turn-end": Sentence("When a turn ends", "Wenn ein Zug endet"),
    "chapter-end": Sentence("After the game", "Nach dem Spiel"),
}
_TO: Final[Mapping[str, Sentence]] = {
    "them": Sentence("that player", "diese Person"),
    "mover": Sentence("the player to move", "die Person am Zug"),
    "others": Sentence("each of the others", "alle anderen"),
    "all": Sentence("everybody", "alle"),
}
_WHOSE: Final[Mapping[tuple[str, bool], Sentence]] = {
    ("own", False): Sentence("a goat of that player", "eine Ziege dieser Person"),
    ("others", False): Sentence("a goat of another player", "eine Ziege einer anderen Person"),
    ("any", False): Sentence("any goat", "eine beliebige Ziege"),
    ("own", True): Sentence("every goat of that player", "jede Ziege dieser Person"),
    ("others", True): Sentence("every goat of the others", "jede Ziege der anderen"),
    ("any", True): Sentence("every goat", "jede Ziege"),
}
_YOUR_GOAT: Final = Sentence("a goat of yours", "eine eigene Ziege")
_YOUR_GOATS: Final = Sentence("every goat of yours", "jede eigene Ziege")
_YOU: Final = Sentence("you", "dich")
_ON: Final = Sentence("on {mountains}", "auf {mountains}")
_AT_FOOT: Final = Sentence("at the foot", "am Fuß")
_STEPS_UP: Final = Sentence("{steps} above the foot", "{steps} über dem Fuß")
_TOP: Final[Mapping[bool, Sentence]] = {
    True: Sentence("on a top", "auf einem Gipfel"),
    False: Sentence("below the top", "unter dem Gipfel"),
}
_ALONE: Final[Mapping[bool, Sentence]] = {
    True: Sentence("alone on its space", "allein auf ihrem Feld"),
    False: Sentence("not alone on its space", "nicht allein auf ihrem Feld"),
}
_RANK: Final[Mapping[str, Sentence]] = {
    "lowest": Sentence("the lowest of these", "die niedrigste davon"),
    "highest": Sentence("the highest of these", "die höchste davon"),
}
_UP: Final = Sentence("{goat} goes up {steps}", "{goat} geht {steps} hinauf")
_DOWN: Final = Sentence("{goat} goes down {steps}", "{goat} geht {steps} hinab")
_STEP: Final = Sentence("1 step", "1 Schritt")
_STEPS: Final = Sentence("{count} steps", "{count} Schritte")
_POINT: Final = Sentence("1 point", "1 Punkt")
_POINTS: Final = Sentence("{count} points", "{count} Punkte")
_NO_BUMP: Final[Mapping[str, Sentence]] = {
    "below": Sentence("it goes only one step down", "sie geht nur einen Schritt hinab"),
    "held": Sentence("it stays, nobody gets to a top that is held", "sie bleibt, ein besetzter Gipfel ist zu"),
}
_WORTH: Final[Mapping[str, Sentence]] = {
    "set": Sentence("each token of {mountain} is worth {amount}", "jedes Plättchen von {mountain} zählt {amount}"),
    "multiply": Sentence(
        "each token of {mountain} is worth {amount} times as much",
        "jedes Plättchen von {mountain} zählt {amount}-mal so viel",
    ),
    "add": Sentence(
        "each token of {mountain} is worth {amount} more", "jedes Plättchen von {mountain} zählt {amount} mehr"
    ),
}
_ONLY: Final[Mapping[str, Sentence]] = {
    "holder": Sentence("only for who holds the top of {mountain}", "nur für die Person auf dem Gipfel von {mountain}"),
    "not-holder": Sentence(
        "only for those not on the top of {mountain}", "nur für alle, die nicht auf dem Gipfel von {mountain} stehen"
    ),
}
_MOUNTAIN: Final = Sentence("mountain {numbers}", "Berg {numbers}")
_OR: Final = Sentence(" or ", " oder ")
_AND: Final = Sentence(" and ", " und ")
_WATCHED: Final[Mapping[CardKind, Sentence]] = {
    "ability": Sentence("the mountain", "dem Berg"),
    "summit": Sentence("the tile's mountain", "dem Berg der Tafel"),
    "rule": Sentence("a mountain", "irgendeinem Berg"),
}
_NUMBER: Final = Sentence("it counts as {number}", "er zählt als {number}")
_TAKE: Final = Sentence("a token of {mountain} for {to}", "ein Plättchen von {mountain} für {to}")
_SCORE: Final = Sentence("{mountain} is scored for {to}", "eine Wertung von {mountain} für {to}")
_GIVE: Final = Sentence("{points} for {to}", "{points} für {to}")
_PER_PAIR: Final = Sentence(
    "{points} for every two tokens of {mountain}", "{points} für je zwei Plättchen von {mountain}"
)
_PER_SET: Final = Sentence("{points} for every set of {mountains}", "{points} für jeden Satz aus {mountains}")
_MOST: Final = Sentence(
    "{points} for the most tokens of {mountain}", "{points} für die meisten Plättchen von {mountain}"
)
_FEWEST: Final = Sentence(
    "{points} for the fewest tokens of {mountain}", "{points} für die wenigsten Plättchen von {mountain}"
)
_REMIND: Final = Sentence("remember: {text}", "denkt daran: {text}")
_MANUAL: Final = Sentence("by hand: {text}", "von Hand: {text}")
_ONE_OF: Final = Sentence("one of these: {ways}", "eines davon: {ways}")
_OPTIONAL: Final = Sentence("(if you like)", "(freiwillig)")


def card_sentences(card: Card, language: Language, mountain: int | None = None) -> tuple[str, ...]:
    """What a card does, a sentence an effect.

    Args:
        card: any card.
        language: to say it in.
        mountain: the one that a summit tile lies above, where that is known.
    """
    return tuple(effect_sentence(effect, card.kind, language, mountain) for effect in card.effects)


def texts_of(card: Card, whens: Container[str | None], *verbs: type[Remind | Manual]) -> tuple[str, ...]:
    """What a group typed in to be said then, in its own words."""
    return tuple(effect.does.text for effect in card.effects if effect.when in whens and isinstance(effect.does, verbs))


def effect_sentence(effect: Effect, kind: CardKind, language: Language, mountain: int | None = None) -> str:
    """What one effect of a card of this kind does, as a whole sentence."""
    watched = effect.on or (() if mountain is None else (mountain,))
    mountains = _mountains(watched, _OR, language) if watched else _WATCHED[kind].said(language)
    occasion = _OCCASIONS[effect.when].said(language, mountains=mountains)
    words = _verb_words(effect.does, mountains, kind, language)
    only = f", {_ONLY[effect.only].said(language, mountain=mountains)}" if effect.only else ""
    optional = f" {_OPTIONAL.said(language)}" if effect.optional else ""
    sentence = f"{occasion}: {words}{only}{optional}"
    return sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."


def _verb_words(verb: Verb, mountains: str, kind: CardKind, language: Language) -> str:
    def to(whom: str) -> str:
        return (_YOU if kind == "ability" and whom in ("them", "mover") else _TO[whom]).said(language)

    def stack(number: int | None) -> str:
        return mountains if number is None else _mountains((number,), _OR, language)

    match verb:
        case Number(number=number):
            return _NUMBER.said(language, number=number)
        case Move():
            return _move_words(verb, kind, language)
        case Take(mountain=number, to=whom):
            return _TAKE.said(language, mountain=stack(number), to=to(whom))
        case Score(mountain=number, to=whom):
            return _SCORE.said(language, mountain=stack(number), to=to(whom))
        case Points(points=points, to=whom):
            return _GIVE.said(language, points=_points(points, language), to=to(whom))
        case NoBump(instead=instead):
            return _NO_BUMP[instead].said(language)
        case Choice(of=ways):
            listed = "; ".join(
                f"({number}) {_verb_words(way, mountains, kind, language)}" for number, way in enumerate(ways, start=1)
            )
            return _ONE_OF.said(language, ways=listed)
        case Worth(how=how, amount=amount):
            return _WORTH[how].said(language, mountain=mountains, amount=amount)
        case PerPair(points=points):
            return _PER_PAIR.said(language, points=_points(points, language), mountain=mountains)
        case PerSet(of=numbers, points=points):
            listed = _mountains(numbers, _AND, language)
            return _PER_SET.said(language, points=_points(points, language), mountains=listed)
        case Most(points=points):
            return _MOST.said(language, points=_points(points, language), mountain=mountains)
        case Fewest(points=points):
            return _FEWEST.said(language, points=_points(points, language), mountain=mountains)
        case Remind(text=text):
            return _REMIND.said(language, text=text)
        case Manual(text=text):
            return _MANUAL.said(language, text=text)


def _move_words(move: Move, kind: CardKind, language: Language) -> str:
    whose = _WHOSE[move.whose, move.every]
    if kind == "ability" and move.whose == "own":
        whose = _YOUR_GOATS if move.every else _YOUR_GOAT
    goat = whose.said(language)
    if where := ", ".join(_where_words(move.where, language)):
        goat = f"{goat} ({where})"
    way = _UP if move.steps > 0 else _DOWN
    return way.said(language, goat=goat, steps=_steps(abs(move.steps), language))


def _where_words(where: Where, language: Language) -> Iterable[str]:
    if where.mountains:
        yield _ON.said(language, mountains=_mountains(where.mountains, _OR, language))
    if where.steps == (0,):
        yield _AT_FOOT.said(language)
    elif where.steps:
        counts = _OR.said(language).join(_steps(step, language) for step in where.steps)
        yield _STEPS_UP.said(language, steps=counts)
    if where.top is not None:
        yield _TOP[where.top].said(language)
    if where.alone is not None:
        yield _ALONE[where.alone].said(language)
    if where.rank is not None:
        yield _RANK[where.rank].said(language)


def _mountains(numbers: tuple[int, ...], joint: Sentence, language: Language) -> str:
    *most, last = map(str, numbers)
    listed = joint.said(language).join(part for part in (", ".join(most), last) if part)
    return _MOUNTAIN.said(language, numbers=listed)


def _steps(count: int, language: Language) -> str:
    return (_STEP if count == 1 else _STEPS).said(language, count=count)


def _points(count: int, language: Language) -> str:
    return (_POINT if count == 1 else _POINTS).said(language, count=count)
