"""The vocabulary of effects: one table for the reader of cards, for the page that asks for them, and for the docs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from engine.base import TOPS
from engine.saga import verbs
from engine.saga.verbs import Verb

CardKind = Literal["ability", "summit", "rule"]

When = Literal["moved", "reached", "scored", "bumped", "final", "set-up", "turn-start", "turn-end", "chapter-end"]

CARD_KINDS: tuple[CardKind, ...] = get_args(CardKind)
WHENS: tuple[When, ...] = get_args(When)
MOUNTAINS = tuple(TOPS)
STEPS_MAX = max(TOPS.values())
AMOUNT_MAX = 99
TEXT_CHARACTERS_MAX = 200

IN_PLAY: tuple[When, ...] = ("moved", "reached", "scored", "bumped")
"""What sets an effect off during a turn."""

TIMES: tuple[When, ...] = ("set-up", "turn-start", "turn-end", "chapter-end")
"""When the players are told something."""

ArgumentKind = Literal["whole", "mountain", "mountains", "steps", "word", "flag", "perhaps", "text", "where", "verbs"]


@dataclass(frozen=True, slots=True)
class Argument:
    """What a verb needs to be told.

    Attributes:
        name: its key in a row.
        kind: `whole`: a number in low..high, 0 only where `zero` says so; `mountain`: one number of `MOUNTAINS`;
            `mountains`, `steps`: a list; `word`: one of `words`; `flag`: true or false; `perhaps`: true, false, or left
            out; `text`: 1 to 200 characters; `where`: an object of what `WHERE` lists; `verbs`: rows with no when.
        english, german: one line of help.
        required: can't be left out.
        low, high, zero: of a whole number.
        words: to choose from.
    """

    name: str
    kind: ArgumentKind
    english: str
    german: str
    required: bool = False
    low: int = 1
    high: int = AMOUNT_MAX
    zero: bool = False
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VerbSpec:
    """A verb of the vocabulary.

    Attributes:
        name: as a row writes it.
        make: the value that it becomes.
        whens: what can set it off; None stands for an ability.
        english, german: one line of help.
        arguments: in the order of the value's attributes.
    """

    name: str
    make: type[Verb]
    whens: tuple[When | None, ...]
    english: str
    german: str
    arguments: tuple[Argument, ...] = ()


WHERE: tuple[Argument, ...] = (
    Argument("mountains", "mountains", "on one of these mountains", "auf einem dieser Berge"),
    Argument("steps", "steps", "so many steps above the foot", "so viele Schritte über dem Fuß"),
    Argument("top", "perhaps", "on a top, or not", "auf einem Gipfel oder nicht"),
    Argument("alone", "perhaps", "alone on its space, or with others", "allein auf ihrem Feld oder mit anderen"),
    Argument(
        "rank",
        "word",
        "only the lowest or the highest of those that fit",
        "nur die niedrigste oder höchste der passenden",
        words=get_args(verbs.Rank),
    ),
)

_MOUNTAIN = Argument("mountain", "mountain", "left out: the mountain watched", "weggelassen: der beobachtete Berg")
_TO = Argument(
    "to",
    "word",
    "them: whom it happened to (left out: them); mover: whose turn it is; others: than them; all",
    "them: wem es geschah (weggelassen: them); mover: wer am Zug ist; others: die anderen; all: alle",
    words=get_args(verbs.To),
)
_POINTS = Argument("points", "whole", "how many points", "wie viele Punkte", required=True, low=-AMOUNT_MAX)
_TEXT = Argument("text", "text", "what to say", "was zu sagen ist", required=True)

_SPECS = (
    VerbSpec(
        "number",
        verbs.Number,
        (None,),
        "the goat die takes a value, above 6 perhaps; it is never split",
        "der Ziegenwürfel nimmt einen Wert an, auch über 6; er wird nie geteilt",
        (Argument("number", "whole", "the value", "der Wert", required=True),),
    ),
    VerbSpec(
        "move",
        verbs.Move,
        (None, *IN_PLAY),
        "a goat goes up, or down for negative steps; never beyond the top, never below the foot",
        "eine Ziege geht hinauf, bei negativen Schritten hinab; nie über den Gipfel, nie unter den Fuß",
        (
            Argument(
                "whose",
                "word",
                "own: of whom it is about; others; any",
                "own: wen es betrifft; others: andere; any: beliebige",
                required=True,
                words=get_args(verbs.Whose),
            ),
            Argument("steps", "whole", "left out: 1", "weggelassen: 1", low=-STEPS_MAX, high=STEPS_MAX),
            Argument("where", "where", "which goats; left out: any", "welche Ziegen; weggelassen: jede"),
            Argument("every", "flag", "all that fit, not one of them", "alle passenden, nicht eine davon"),
        ),
    ),
    VerbSpec(
        "take",
        verbs.Take,
        (None, *IN_PLAY),
        "a token is taken from a stack; that is no scoring",
        "ein Plättchen wird von einem Stapel genommen; das ist keine Wertung",
        (_MOUNTAIN, _TO),
    ),
    VerbSpec(
        "score",
        verbs.Score,
        (None, *IN_PLAY),
        "a mountain is scored, as if the goat stood on its top",
        "ein Berg wird gewertet, als stünde die Ziege auf dem Gipfel",
        (_MOUNTAIN, _TO),
    ),
    VerbSpec(
        "points",
        verbs.Points,
        (None, *IN_PLAY, "final"),
        "points, or a loss of points for a negative number",
        "Punkte, oder ein Abzug bei einer negativen Zahl",
        (_POINTS, _TO),
    ),
    VerbSpec(
        "no-bump",
        verbs.NoBump,
        ("bumped",),
        "below: the goat on the top goes one step down only; held: nobody else gets up while it is there",
        "below: die Ziege vom Gipfel geht nur einen Schritt hinab; held: solange sie dort steht, kommt niemand hinauf",
        (
            Argument(
                "instead",
                "word",
                "below or held",
                "below: einen Schritt hinab; held: besetzt",
                required=True,
                words=get_args(verbs.Instead),
            ),
        ),
    ),
    VerbSpec(
        "choice",
        verbs.Choice,
        (None, *IN_PLAY),
        "one of several effects, as the player to move says",
        "einer von mehreren Effekten, wie der Spieler am Zug sagt",
        (Argument("of", "verbs", "two or more effects", "zwei oder mehr Effekte", required=True),),
    ),
    VerbSpec(
        "worth",
        verbs.Worth,
        ("final",),
        "what each token of the mountain is worth: set first, then multiplied, then added",
        "was jedes Plättchen des Berges wert ist: erst gesetzt, dann multipliziert, dann addiert",
        (
            Argument(
                "how",
                "word",
                "set, multiply or add",
                "set: setzen; multiply: malnehmen; add: dazuzählen",
                required=True,
                words=get_args(verbs.How),
            ),
            Argument("amount", "whole", "by how much", "um wie viel", required=True, low=-AMOUNT_MAX, zero=True),
        ),
    ),
    VerbSpec(
        "per-pair",
        verbs.PerPair,
        ("final",),
        "points for every two tokens of the mountain",
        "Punkte für je zwei Plättchen des Berges",
        (_POINTS,),
    ),
    VerbSpec(
        "per-set",
        verbs.PerSet,
        ("final",),
        "points for every set of one token of each of these mountains",
        "Punkte für jeden Satz aus je einem Plättchen dieser Berge",
        (Argument("of", "mountains", "the mountains of the set", "die Berge des Satzes", required=True), _POINTS),
    ),
    VerbSpec(
        "most",
        verbs.Most,
        ("final",),
        "points for the most tokens of the mountain, one at least; all who are tied get them",
        "Punkte für die meisten Plättchen des Berges, mindestens eines; bei Gleichstand für alle",
        (_POINTS,),
    ),
    VerbSpec(
        "fewest",
        verbs.Fewest,
        ("final",),
        "points for the fewest tokens of the mountain, or none; all who are tied get them",
        "Punkte für die wenigsten Plättchen des Berges, auch keines; bei Gleichstand für alle",
        (_POINTS,),
    ),
    VerbSpec(
        "remind",
        verbs.Remind,
        (*IN_PLAY, "final", *TIMES),
        "the players are reminded of something",
        "die Spieler werden an etwas erinnert",
        (_TEXT,),
    ),
    VerbSpec(
        "manual",
        verbs.Manual,
        (None, *IN_PLAY, "final", *TIMES),
        "the players do something by hand and correct the position; the record says so",
        "die Spieler tun etwas von Hand und berichtigen die Stellung; die Aufzeichnung vermerkt es",
        (_TEXT,),
    ),
)

VERBS: Mapping[str, VerbSpec] = {spec.name: spec for spec in _SPECS}
"""The verbs by name."""

_NAMES = {spec.make: spec.name for spec in _SPECS}


def verb_name(verb: Verb) -> str:
    """Gives the name of a verb's kind."""
    return _NAMES[type(verb)]


@dataclass(frozen=True, slots=True)
class WhenSpec:
    """What can set an effect off.

    Attributes:
        name: as a row writes it.
        kinds: of cards that can wait for it.
        english, german: one line of help.
    """

    name: When
    kinds: tuple[CardKind, ...]
    english: str
    german: str


_BOTH: tuple[CardKind, ...] = ("summit", "rule")

WHEN_SPECS: Mapping[str, WhenSpec] = {
    spec.name: spec
    for spec in (
        WhenSpec("moved", _BOTH, "a goat goes a step up or down", "eine Ziege geht einen Schritt hinauf oder hinab"),
        WhenSpec("reached", _BOTH, "a goat comes to the top", "eine Ziege kommt auf den Gipfel"),
        WhenSpec(
            "scored", _BOTH, "the mountain is scored, token or no token", "der Berg wird gewertet, auch ohne Plättchen"
        ),
        WhenSpec("bumped", _BOTH, "a goat is sent to the foot", "eine Ziege wird an den Fuß geschickt"),
        WhenSpec("final", _BOTH, "final scoring", "Schlusswertung"),
        WhenSpec("set-up", _BOTH, "before the game", "vor dem Spiel"),
        WhenSpec("turn-start", _BOTH, "a turn begins", "ein Zug beginnt"),
        WhenSpec("turn-end", _BOTH, "a turn ends", "ein Zug endet"),
        WhenSpec("chapter-end", _BOTH, "after the game", "nach dem Spiel"),
    )
}
"""The whens by name."""
