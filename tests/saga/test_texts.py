"""Everything a group reads about its cards exists in both languages."""

from __future__ import annotations

import ast
import string
from pathlib import Path

import pytest

from engine.position_checks import check_position
from engine.saga.campaign import StepKind
from engine.saga.cards import Card, parse_card
from engine.saga.chronicle import ChronicleRow
from engine.saga.pack import Pack
from engine.saga.preview import previews
from engine.saga.vocabulary import VERBS
from pi.core import chronicle_page, effect_text, preview_text, saga_texts
from pi.core.chronicle_page import chronicle_html, chronicle_text
from pi.core.effect_text import card_sentences
from pi.core.language import Language
from pi.core.preview_text import preview_lines
from pi.core.saga_texts import STEPS
from pi.shell.packs import SAMPLE, load_pack
from pi.shell.render import has_glyphs

SPOKEN = (effect_text, chronicle_page, preview_text, saga_texts)


def sentences() -> list[tuple[str, str]]:
    found = []
    for module in SPOKEN:
        tree = ast.parse(Path(module.__file__ or "").read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Sentence":
                english, german = (ast.literal_eval(argument) for argument in node.args)
                found.append((english, german))
    return found


def fields_of(sentence: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


@pytest.mark.parametrize(("english", "german"), sentences())
def test_both_languages_fill_in_the_same_values_with_letters_of_the_font(english: str, german: str) -> None:
    assert fields_of(english) == fields_of(german)
    assert has_glyphs(english)
    assert has_glyphs(german)


def test_every_step_is_asked_in_words() -> None:
    assert set(STEPS) == set(StepKind.__args__)  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Pack:
    return load_pack(tmp_path_factory.mktemp("data"), SAMPLE)


@pytest.mark.parametrize("language", list(Language))
def test_every_card_of_the_sample_is_said_and_previewed(sample: Pack, language: Language) -> None:
    for card in sample.cards:
        said = card_sentences(card, language, 9)
        assert len(said) == len(card.effects)
        assert all(sentence[0].isupper() and sentence[-1] in ".!" for sentence in said)
        for preview in previews(card):
            check_position(preview.after)
            assert preview.after.pending == ()
            assert list(preview_lines(preview, language))


def ability(**effect: object) -> Card:
    return parse_card({"code": "A1", "kind": "ability", "name": "A", "chapter": 1, "effects": [effect]})


def summit(**effect: object) -> Card:
    return parse_card({"code": "S1", "kind": "summit", "name": "S", "chapter": 1, "effects": [effect]})


@pytest.mark.parametrize(
    ("card", "english", "german"),
    [
        (
            ability(verb="number", number=9),
            "For a goat die: it counts as 9.",
            "Für einen Ziegenwürfel: er zählt als 9.",
        ),
        (
            ability(verb="move", whose="own", where={"steps": [0], "mountains": [7, 9]}),
            "For a goat die: a goat of yours (on mountain 7 or 9, at the foot) goes up 1 step.",
            "Für einen Ziegenwürfel: eine eigene Ziege (auf Berg 7 oder 9, am Fuß) geht 1 Schritt hinauf.",
        ),
        (
            summit(when="bumped", verb="take", mountain=5, to="others", optional=True),
            "When a goat is bumped from mountain 9: a token of mountain 5 for each of the others (if you like).",
            "Wenn eine Ziege von Berg 9 gestoßen wird: ein Plättchen von Berg 5 für alle anderen (freiwillig).",
        ),
        (
            summit(when="final", verb="worth", how="add", amount=2, only="holder"),
            "At the final scoring: each token of mountain 9 is worth 2 more, only for who holds the top of mountain 9.",
            "Bei der Schlusswertung: jedes Plättchen von Berg 9 zählt 2 mehr, "
            "nur für die Person auf dem Gipfel von Berg 9.",
        ),
    ],
)
def test_an_effect_is_a_sentence(card: Card, english: str, german: str) -> None:
    mountain = 9 if card.kind == "summit" else None
    assert card_sentences(card, Language.ENGLISH, mountain) == (english,)
    assert card_sentences(card, Language.GERMAN, mountain) == (german,)


@pytest.mark.parametrize(
    ("card", "lines"),
    [
        (ability(verb="number", number=9), ["Ann uses a goat die", "the die counts as 9"]),
        (
            ability(verb="move", whose="own", where={"mountains": [10]}),
            ["Ann uses a goat die", "Ann: 10.0 → 10.1"],
        ),
        (
            summit(when="reached", verb="points", points=4),
            ["Ann climbs 9", "Ann: 9.1 → 9.2", "Ann: tokens of 9: 2 → 3", "Bo: 9.2 → 9.0", "Ann: points 89 → 102"],
        ),
        (summit(when="bumped", verb="no-bump", instead="held"), ["nothing happens on the example board"]),
        (summit(when="final", verb="worth", how="set", amount=1), ["Ann: points 89 → 73", "Bo: points 34 → 26"]),
        (summit(when="set-up", verb="remind", text="Ring."), ["you are told"]),
    ],
)
def test_a_preview_says_what_differs_afterwards(card: Card, lines: list[str]) -> None:
    (preview,) = previews(card)
    assert list(preview_lines(preview, Language.ENGLISH)) == lines


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_is_in_the_sample(sample: Pack, name: str) -> None:
    kinds = {type(effect.does) for card in sample.cards for effect in card.effects}
    assert VERBS[name].make in kinds


ROWS = (
    ChronicleRow(1, 1, ("Ann", "Bo"), (40, 51), ("Bo",), "S1", None, True, 12, 1),
    ChronicleRow(1, 2, ("Ann", "Cy"), (50, 50), ("Ann", "Cy"), "S2", "S1", None, None, 2),
)


def test_the_chronicle_is_a_table() -> None:
    assert chronicle_text("Ours", ROWS, Language.ENGLISH).splitlines() == [
        "Chronicle of Ours",
        "Chapter  Winner    Summit 9  Summit 7  Award    Next page  Players and points",
        "1        Bo        S1        –         reached  12         Ann 40, Bo 51",
        "2        Ann + Cy  S2        S1        open     –          Ann 50, Cy 50",
    ]


def test_the_chronicle_in_german_says_it_in_german() -> None:
    lines = chronicle_text("Ours", ROWS, Language.GERMAN).splitlines()
    assert lines[0] == "Chronik von Ours"
    assert "erreicht" in lines[2]
    assert "offen" in lines[3]


@pytest.mark.parametrize("language", list(Language))
def test_an_empty_chronicle_says_so(language: Language) -> None:
    assert len(chronicle_text("Ours", (), language).splitlines()) == 2
    assert "<table" not in chronicle_html("Ours", (), language)


def test_names_on_the_page_are_text_whatever_they_are() -> None:
    evil = "<script>alert('&\"')</script>"
    row = ChronicleRow(1, 1, (evil, "Bo"), (1, 2), (evil,), "S1", None)
    page = chronicle_html(evil, (row,), Language.ENGLISH)
    assert "<script" not in page
    assert page.count("&lt;script&gt;alert(&#x27;&amp;&quot;&#x27;)&lt;/script&gt;") == 4


def test_the_page_prints_and_can_be_read_aloud() -> None:
    page = chronicle_html("Ours", ROWS, Language.GERMAN)
    assert '<html lang="de">' in page
    assert "@page" in page
    assert page.count('<th scope="col">') == 7
    assert page.count('<th scope="row">') == 2
