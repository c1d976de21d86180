"""Every sentence exists in both languages, and every screen that can be reached fits the display in both."""

from __future__ import annotations

import ast
import random
import string
from pathlib import Path

import pytest

from pi.core import texts
from pi.core.events import ButtonPressed
from pi.core.language import Language
from pi.core.model import Model, Phase
from pi.core.screens import screens
from pi.core.texts import GERMAN, say
from pi.shell import terminal
from pi.shell.render import fits, has_glyphs, screen_lines
from tests.pi.driving import HOLD_NEXT, HOLD_OK, HOLD_UNDO, NEXT, in_language, new_table, play, random_events

CORE = Path(texts.__file__).parent
SPOKEN = [path for path in sorted(CORE.glob("*.py")) if path.name != "texts.py"] + [Path(terminal.__file__ or "")]


def sentences_in(path: Path) -> set[str]:
    """The sentences that a module speaks: arguments of `speak` and `say`, and values of tables of sentences."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"speak", "say"}:
            strings = [part for argument in node.args for part in ast.walk(argument)]
        elif (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.value, ast.Dict)
            and "str]" in ast.unparse(node.annotation)
        ):
            strings = list(node.value.values)
        else:
            continue
        found |= {part.value for part in strings if isinstance(part, ast.Constant) and isinstance(part.value, str)}
    return found


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: path.name)
def test_every_sentence_spoken_has_a_german_one(path: Path) -> None:
    spoken = {text for text in sentences_in(path) if " " in text or text[:1].isupper()}
    assert spoken - set(GERMAN) == set()


def test_the_sentences_spoken_are_found() -> None:
    assert len(set().union(*map(sentences_in, SPOKEN))) > len(GERMAN) // 2


def strings_in(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_no_sentence_is_left_that_nobody_speaks() -> None:
    assert set(GERMAN) - set().union(*(strings_in(path) for path in SPOKEN)) == set()


def fields_of(sentence: str) -> set[str | None]:
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


@pytest.mark.parametrize(("english", "german"), GERMAN.items(), ids=list(GERMAN))
def test_both_languages_fill_in_the_same_values_with_letters_of_the_font(english: str, german: str) -> None:
    assert fields_of(english) == fields_of(german)
    assert has_glyphs(english.replace("\n", ""))
    assert has_glyphs(german)


def test_a_sentence_is_said_in_the_language_asked_for() -> None:
    assert say(Language.GERMAN, "{name}: throw", name="Ann") == "Ann: würfeln"
    assert say(Language.ENGLISH, "{name}: throw", name="Ann") == "Ann: throw"


def test_an_unknown_sentence_is_an_error_not_a_blank() -> None:
    assert "hello" not in texts.GERMAN
    with pytest.raises(KeyError):
        say(Language.GERMAN, "hello")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(4))
def test_every_screen_reached_by_random_play_fits_the_display(players: int, seed: int) -> None:
    names = ("Wolfgang", "Mathilda", "Wilhelm", "Marianne", "Maximilian")
    model = new_table(players, names=names)
    seen = set()
    for event in random_events(random.Random(seed), 400):
        model = play(model, event)
        seen.add(model.phase)
        for language in Language:
            screen = screens(in_language(model, language))
            assert fits(screen), "\n".join(screen_lines(screen))
    assert {Phase.WAITING, Phase.MOVING, Phase.CHOOSING, Phase.DOING} <= seen


@pytest.mark.parametrize("language", list(Language))
def test_the_set_up_fits_the_display(language: Language) -> None:
    model = Model(language=language)
    for _ in range(4):
        assert fits(screens(model))
        model = play(model, NEXT)


@pytest.mark.parametrize("event", [HOLD_NEXT, HOLD_OK, HOLD_UNDO])
def test_long_presses_before_a_game_do_no_harm(event: ButtonPressed) -> None:
    assert fits(screens(play(Model(), event)))
