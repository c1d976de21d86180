"""The page's own files: all there, nothing from elsewhere, and every sentence in both languages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "pi" / "shell" / "web" / "static"
LIBRARY = {"lit-html.js", "directive.js", "directive-helpers.js", "repeat.js"}
OWN = sorted(path for path in STATIC.glob("*.js") if path.name not in LIBRARY)
SENTENCE = r"'((?:[^'\\]|\\.)+)'"


def german() -> dict[str, str]:
    table = (STATIC / "texts.js").read_text(encoding="utf-8").partition("const GERMAN = {")[2].partition("\n};")[0]
    return dict(re.findall(rf"{SENTENCE}: '((?:[^'\\]|\\.)*)'", table))


def spoken() -> set[str]:
    texts = "\n".join(path.read_text(encoding="utf-8") for path in OWN)
    return set(re.findall(rf"\bt\({SENTENCE}", texts))


def test_every_sentence_has_a_german_one() -> None:
    assert sorted(spoken() - set(german())) == []


def test_german_sentences_keep_the_places_for_values() -> None:
    places = re.compile(r"\{\w+\}")
    for english, translated in german().items():
        assert sorted(places.findall(english)) == sorted(places.findall(translated)), english


def test_the_whole_page_weighs_little() -> None:
    assert sum(path.stat().st_size for path in STATIC.iterdir()) <= 300_000


@pytest.mark.parametrize("path", OWN, ids=lambda path: path.name)
def test_a_module_uses_only_what_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name in re.findall(r"(?:from|import\()\s*'\./([\w.-]+)'", text):
        assert (STATIC / name).is_file(), name
    assert re.findall(r"https?://(?!www\.w3\.org)[\w.]+", text) == []
    for forbidden in ("eval(", "innerHTML", "unsafeHTML", "document.write", " style=$", ' style="'):
        assert forbidden not in text
