"""What a group is told and asked between the games of a campaign, in English and German."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.saga.campaign import SUMMITS_FROM, Campaign, StepKind
from engine.saga.cards import Card, CardKind, LaidCard
from engine.saga.guide import Step, listed_steps
from engine.saga.verbs import Manual, Remind
from pi.core.effect_text import texts_of
from pi.core.language import Language
from pi.core.two_languages import Sentence

STEPS: Final[Mapping[StepKind, Sentence]] = {
    "players": Sentence("Who plays? Name everybody, by seat", "Wer spielt mit? Alle der Reihe nach"),
    "unpack": Sentence("Take everything out of the backpack", "Nehmt alles aus dem Rucksack"),
    "starter": Sentence("Who starts?", "Wer fängt an?"),
    "discover": Sentence("What does the book let you discover?", "Was lässt euch das Buch entdecken?"),
    "keep-ability": Sentence(
        "{name} keeps one of these abilities; the other becomes a memory",
        "{name} behält eine dieser Fähigkeiten; die andere wird Erinnerung",
    ),
    "lay-out": Sentence("Lay everything out", "Legt alles bereit"),
    "play": Sentence("Play the chapter", "Spielt das Kapitel"),
    "award": Sentence("Was the chapter's award reached?", "Habt ihr die Auszeichnung des Kapitels erreicht?"),
    "next-page": Sentence(
        "On which page does the book go on? {name} chooses", "Auf welcher Seite geht es weiter? {name} wählt"
    ),
    "memories": Sentence("Which cards does the book make memories?", "Welche Karten macht das Buch zu Erinnerungen?"),
    "pack": Sentence("Pack the backpack", "Packt den Rucksack"),
}
"""What each step asks for; `name` is who decides."""

REFUSED: Final[Mapping[StepKind, Sentence]] = {
    "players": Sentence("It takes 2 to 5 names that differ.", "Es braucht 2 bis 5 Namen, alle verschieden."),
    "discover": Sentence(
        "A chapter has one new summit tile, not {tiles}.", "Ein Kapitel hat eine neue Gipfeltafel, nicht {tiles}."
    ),
    "play": Sentence("The chapter's game can't be read.", "Das Spiel des Kapitels ist nicht lesbar."),
}
_NO_FIT = Sentence("That does not fit.", "Das passt nicht.")

KINDS: Final[Mapping[CardKind, Sentence]] = {
    "ability": Sentence("ability", "Fähigkeit"),
    "summit": Sentence("summit tile", "Gipfeltafel"),
    "rule": Sentence("rule card", "Regelkarte"),
}

EXAMPLE: Final = Sentence(
    "An example: its cards are made up, none is a card of the game.",
    "Ein Beispiel: seine Karten sind erfunden, keine ist eine Karte des Spiels.",
)
OVER: Final = Sentence("The story is told", "Ende der Geschichte")
CHAPTER: Final = Sentence("Chapter {chapter}", "Kapitel {chapter}")
BEFORE: Final = Sentence("Before chapter {chapter}", "Vor Kapitel {chapter}")
ABOVE: Final = Sentence("above {mountain}", "über {mountain}")
SET_UP: Final = Sentence("to set up", "aufzubauen")

_BACKPACK = Sentence("Backpack", "Rucksack")
_IN_PLAY = Sentence("In play", "Im Spiel")
_MEMORIES = Sentence("Memories", "Erinnerungen")
_BOX = Sentence("Known, not yet found again", "Bekannt, noch nicht wieder entdeckt")
_NOTHING = Sentence("nothing", "nichts")
_FIRST_PAGE = Sentence("Open the book at the first chapter.", "Schlagt das Buch beim ersten Kapitel auf.")
_PAGE = Sentence("Open the book on page {page}.", "Schlagt das Buch auf Seite {page} auf.")
_FOR_CHRONICLE = Sentence(
    "For the chronicle: {winner}; above 9: {nine}; above 7: {seven}.",
    "Für die Chronik: {winner}; über 9: {nine}; über 7: {seven}.",
)
_TILE_LEAVES = Sentence("{tile} above 5 is a memory now.", "{tile} über 5 ist jetzt eine Erinnerung.")
_MOUNTAINS = Sentence("mountains, goats at their feet", "Berge, Ziegen an deren Fuß")
_DICE = Sentence("the dice for {name}", "die Würfel für {name}")
_STACKS = Sentence("all token stacks", "alle Plättchenstapel")
_BONUS = Sentence("all bonus tokens", "alle Bonusplättchen")
_WITH_MATERIAL = Sentence("with everything that belongs to it", "mit allem, was dazugehört")
_HOW_TO_ANSWER: Final[Mapping[StepKind, Sentence]] = {
    "players": Sentence("2 to 5 names", "2 bis 5 Namen"),
    "discover": Sentence("codes, or nothing", "Codes oder nichts"),
    "memories": Sentence("codes, or nothing", "Codes oder nichts"),
    "next-page": Sentence("a page number", "eine Seitenzahl"),
}
_STATES = {"done": "✓", "now": "→", "later": " "}


def step_text(kind: StepKind, campaign: Campaign, language: Language) -> str:
    """What a step asks for."""
    names = (campaign.starter or "?",) if kind == "keep-ability" else campaign.last_winners
    return STEPS[kind].said(language, name=" + ".join(names))


def refused_text(step: Step, answer: Sequence[str], campaign: Campaign, language: Language) -> str:
    """What is wrong with an answer that was refused, and what is expected."""
    new = (laid for laid in step.cards if laid.card.kind == "summit" and laid.card.code in answer)
    lying = (laid for laid in campaign.in_play if laid.mountain == SUMMITS_FROM)
    tiles = [laid.card.code for laid in (*lying, *new)]
    return REFUSED.get(step.kind, _NO_FIT).said(language, tiles=" + ".join(tiles))


def stage_text(campaign: Campaign, language: Language) -> str:
    """Which chapter the campaign is at."""
    if campaign.stage == "over":
        return OVER.said(language)
    if campaign.stage == "between":
        return BEFORE.said(language, chapter=campaign.chapter + 1)
    return CHAPTER.said(language, chapter=campaign.chapter)


def card_line(laid: LaidCard, language: Language) -> str:
    """A card in a few words: code, name, kind, and where a summit tile lies."""
    where = f", {ABOVE.said(language, mountain=laid.mountain)}" if laid.mountain else ""
    return f"{laid.card.code} {laid.card.name} ({KINDS[laid.card.kind].said(language)}{where})"


def card_title(card: Card, language: Language) -> str:
    """A card with its kind and the chapter that it is discovered in."""
    chapter = CHAPTER.said(language, chapter=card.chapter)
    return f"{card.code} {card.name} ({KINDS[card.kind].said(language)}, {chapter})"


def set_up_reminders(laid: LaidCard) -> tuple[str, ...]:
    """What a card asks for in the set-up, as the group typed it in."""
    return texts_of(laid.card, ("set-up",), Remind, Manual)


def step_notes(kind: StepKind, campaign: Campaign, language: Language) -> Iterator[str]:
    """What is to be known or done before a step is answered: the page to open, what goes into the chronicle."""
    if kind == "discover":
        pages = [row.next_page for row in campaign.chronicle[-1:] if row.story == campaign.story and row.next_page]
        if pages or campaign.chapter == 1:
            yield (_PAGE if pages else _FIRST_PAGE).said(language, page=pages[0] if pages else "")
    if kind == "award":
        row = campaign.chronicle[-1]
        tiles = {"nine": row.summit_9 or "–", "seven": row.summit_7 or "–"}
        yield _FOR_CHRONICLE.said(language, winner=" + ".join(row.winners), **tiles)
    if kind == "memories":
        before = [row for row in campaign.chronicle[-2:-1] if row.story == campaign.story and row.summit_7]
        yield from (_TILE_LEAVES.said(language, tile=row.summit_7) for row in before)


def step_lines(step: Step, campaign: Campaign, language: Language) -> Iterator[str]:
    """A step with everything that is to be known for it: what to do, the cards it is about, what may be answered."""
    yield from told_lines(step, campaign, language)
    if step.kind in _HOW_TO_ANSWER:
        yield f"({_HOW_TO_ANSWER[step.kind].said(language)})"
    elif step.choices and not step.cards:
        yield f"({' / '.join(step.choices)})"


def told_lines(step: Step, campaign: Campaign, language: Language) -> Iterator[str]:
    """What to do in a step, and the cards it is about."""
    yield from step_notes(step.kind, campaign, language)
    yield step_text(step.kind, campaign, language)
    if step.kind == "lay-out":
        yield f"- {_MOUNTAINS.said(language)}"
    if step.kind in ("unpack", "pack", "lay-out"):
        yield f"- {_STACKS.said(language)}"
        yield f"- {_BONUS.said(language)}"
    for laid in step.cards if step.kind != "play" else ():
        has_material = step.kind in ("pack", "memories") and laid.card.kind == "rule"
        material = f", {_WITH_MATERIAL.said(language)}" if has_material else ""
        yield f"- {card_line(laid, language)}{material}"
        if step.kind == "lay-out":
            yield from (f"  {SET_UP.said(language)}: {text}" for text in set_up_reminders(laid))
    if step.kind == "lay-out":
        yield f"- {_DICE.said(language, name=campaign.starter)}"


def guide_lines(campaign: Campaign, language: Language) -> Iterator[str]:
    """The guided list of the stage, with what is done and what is to be done now."""
    for listed in listed_steps(campaign):
        yield f"{_STATES[listed.state]} {step_text(listed.kind, campaign, language)}"


def keeping_lines(campaign: Campaign, language: Language) -> Iterator[str]:
    """Where all the cards are."""
    memories, box = ([LaidCard(card) for card in cards] for cards in (campaign.memories, campaign.box))
    for title, cards in (
        (_IN_PLAY, campaign.in_play),
        (_BACKPACK, campaign.backpack),
        (_MEMORIES, memories),
        (_BOX, box),
    ):
        if title is _BOX and not cards:
            continue
        listed = "; ".join(card_line(laid, language) for laid in cards)
        yield f"{title.said(language)}: {listed or _NOTHING.said(language)}"
