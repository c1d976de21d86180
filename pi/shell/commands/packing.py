"""`goatherd pack`: the cards that a group has discovered."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from engine.errors import EngineError
from engine.fields import shown
from engine.saga.cards import Card, card_json, parse_card
from engine.saga.pack import find_card
from engine.saga.preview import previews
from engine.saga.vocabulary import CARD_KINDS
from pi.core.effect_text import card_sentences
from pi.core.language import Language
from pi.core.preview_text import preview_lines
from pi.core.saga_texts import EXAMPLE, card_title
from pi.shell.data import add_data_option, data_folder
from pi.shell.errors import UsageError
from pi.shell.packs import (
    FIRST_NAME,
    SAMPLE,
    Finding,
    add_card,
    chosen_pack,
    is_example,
    load_pack,
    pack_file_findings,
    pack_names,
    pack_path,
)
from pi.shell.words import system_language

_WORDS = {"true": True, "false": False}
_LISTS = ("on", "of", "where.mountains", "where.steps")


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands of this family."""
    pack = commands.add_parser("pack", help="the Saga's cards that a group has discovered: add, check, show, list")
    kinds = pack.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listing = kinds.add_parser("list", help="the packs, a line each")
    listing.set_defaults(run=_run_list)
    check = kinds.add_parser("check", help="everything that is wrong with a pack: line, key and remedy")
    check.add_argument("packs", nargs="*", metavar="PACK", help="a pack's name or a TOML file (default: all packs)")
    check.set_defaults(run=_run_check)
    show = kinds.add_parser("show", help="cards in words")
    show.add_argument("codes", nargs="*", metavar="CODE", help="codes of cards (default: all)")
    show.add_argument("--language", choices=("en", "de"), help="of the words (default: the system's)")
    show.add_argument("--json", action="store_true", help="one JSON object a line")
    show.set_defaults(run=_run_show)
    add = kinds.add_parser(
        "add",
        help="write a card into a pack",
        description="Writes a card into a pack, by options or, with - alone, from a JSON row on standard input.",
    )
    add.add_argument("row", nargs="?", choices=("-",), help="- reads the whole card from standard input, as JSON")
    add.add_argument("--code", help="letter and number on the card")
    add.add_argument("--kind", choices=CARD_KINDS)
    add.add_argument("--name", help="what you call it")
    add.add_argument("--chapter", type=int, help="in which it is discovered, 1 to 10")
    add.add_argument("--text", help="anything to note down besides")
    add.add_argument(
        "--effect",
        action="append",
        default=[],
        metavar="'KEY=VALUE ...'",
        help="such as 'when=reached verb=take mountain=5' or 'verb=move whose=own where.top=false'; repeatable; "
        "or the same as a JSON object (docs/saga.md has all verbs)",
    )
    add.add_argument("--replace", action="store_true", help="put it in the place of the card of the same code")
    add.add_argument("--preview", action="store_true", help="only play it on an example board; nothing is written")
    add.set_defaults(run=_run_add)
    preview = kinds.add_parser("preview", help="play each effect of a card on an example board")
    preview.add_argument("code", metavar="CODE")
    preview.set_defaults(run=_run_preview)
    for parser in (add, preview):
        parser.add_argument("--above", type=int, choices=(9, 7, 5), help="where a summit tile lies (default: 9)")
        parser.add_argument("--language", choices=("en", "de"), help="of the words (default: the system's)")
    for parser in (show, add, preview):
        parser.add_argument("--pack", metavar="NAME", help="which pack (default: the only one)")
    for parser in (listing, check, show, add, preview):
        add_data_option(parser)


def _run_list(arguments: argparse.Namespace) -> int:
    folder = data_folder(arguments.data)
    for name in dict.fromkeys((*pack_names(folder), SAMPLE)):
        path = pack_path(folder, name)
        faults = [finding for finding in pack_file_findings(path) if not finding.is_warning]
        state = f"{len(faults)} faults" if faults else f"{len(load_pack(folder, name).cards)} cards"
        mark = "  (example: made-up cards)" if is_example(folder, name) else ""
        print(f"{name:<20} {state:>10}  {path}{mark}")
    return 0


def _run_check(arguments: argparse.Namespace) -> int:
    folder = data_folder(arguments.data)
    names = arguments.packs or pack_names(folder) or (SAMPLE,)
    paths = [Path(name) if name.endswith(".toml") else pack_path(folder, name) for name in names]
    faults = sum([_print_findings(path) for path in paths])
    if faults:
        raise UsageError(f"{', '.join(map(str, paths))}: faults: {faults}; mend them and check again")
    return 0


def _print_findings(path: Path) -> int:
    found = pack_file_findings(path)
    for finding in found:
        print(_finding_line(path, finding))
    faults = sum(not finding.is_warning for finding in found)
    if not faults:
        print(f"{path}: no faults, warnings: {len(found)}")
    return faults


def _finding_line(path: Path, finding: Finding) -> str:
    warning = "warning: " if finding.is_warning else ""
    return f"{path}:{finding.line}: {warning}{finding.key}: {finding.message}"


def _run_show(arguments: argparse.Namespace) -> int:
    folder = data_folder(arguments.data)
    name = chosen_pack(folder, arguments.pack)
    pack = load_pack(folder, name)
    cards = [find_card(pack, code) for code in arguments.codes] or pack.cards
    if is_example(folder, name) and not arguments.json:
        print(f"{EXAMPLE.said(_language(arguments))}\n")
    for card in cards:
        print(json.dumps(card_json(card)) if arguments.json else _card_words(card, _language(arguments)))
    return 0


def _card_words(card: Card, language: Language) -> str:
    return "\n  ".join(
        (card_title(card, language), *card_sentences(card, language), *([card.text] if card.text else []))
    )


def _run_add(arguments: argparse.Namespace) -> int:
    folder = data_folder(arguments.data)
    name = arguments.pack or (chosen_pack(folder, None) if pack_names(folder) else FIRST_NAME)
    row = _row_from_input() if arguments.row else _row_from_options(arguments)
    if arguments.preview:
        _print_previews(parse_card(row), arguments)
        return 0
    card, line = add_card(folder, name, row, arguments.replace)
    print(f"{pack_path(folder, name)}:{line}: {_card_words(card, _language(arguments))}")
    return 0


def _run_preview(arguments: argparse.Namespace) -> int:
    folder = data_folder(arguments.data)
    pack = load_pack(folder, chosen_pack(folder, arguments.pack))
    _print_previews(find_card(pack, arguments.code), arguments)
    return 0


def _print_previews(card: Card, arguments: argparse.Namespace) -> None:
    language = _language(arguments)
    sentences = card_sentences(card, language, (arguments.above or 9) if card.kind == "summit" else None)
    print(card_title(card, language))
    for sentence, preview in zip(sentences, previews(card, arguments.above), strict=True):
        print(f"  {sentence}")
        for line in preview_lines(preview, language):
            print(f"    {line}")


def _language(arguments: argparse.Namespace) -> Language:
    return Language(arguments.language) if arguments.language else system_language()


def _row_from_input() -> object:
    try:
        return json.load(sys.stdin)
    except ValueError as error:
        raise UsageError(f"card: expected a JSON object on standard input ({error})") from error


def _row_from_options(arguments: argparse.Namespace) -> dict[str, Any]:
    given = {key: getattr(arguments, key) for key in ("code", "kind", "name", "chapter", "text")}
    row = {key: value for key, value in given.items() if value is not None}
    return row | {"effects": [_effect_row(words, index) for index, words in enumerate(arguments.effect)]}


def _effect_row(words: str, index: int) -> object:
    """Reads an effect from words such as `verb=move whose=own where.mountains=7,8`, or from a JSON object."""
    field = f"card.effects.{index}"
    if words.lstrip().startswith("{"):
        try:
            return json.loads(words)
        except ValueError as error:
            raise EngineError(f"{field}: expected a JSON object ({error})") from error
    row: dict[str, Any] = {}
    for word in _words(words):
        key, equals, value = word.partition("=")
        if not equals:
            raise EngineError(f"{field}: expected KEY=VALUE, found {shown(word)}; a text goes last, as text=...")
        outer, _, inner = key.rpartition(".")
        table = row.setdefault(outer, {}) if outer else row
        table[inner] = _word_value(key, value)
    return row


def _words(words: str) -> list[str]:
    """Parts the words; a text may have spaces and goes to the end."""
    before, text, after = words.partition("text=")
    return [*before.split(), *([text + after] if text else [])]


def _word_value(key: str, value: str) -> object:
    if key == "text":
        return value
    if key in _LISTS:
        return [_word_value("", each) for each in value.split(",")]
    if value.lstrip("-").isdigit() and len(value) < 18:
        return int(value)
    return _WORDS.get(value, value)
