"""The packs of a data folder: TOML files that a group fills with the cards it has discovered, and the sample."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.errors import EngineError
from engine.fields import shown
from engine.rules import RuleSet
from engine.saga.campaign import Campaign
from engine.saga.cards import Card, LaidCard, card_json, parse_card
from engine.saga.pack import Pack, lay_cards, pack_faults, parse_pack
from pi.core.story import everything_laid
from pi.shell.data import add_data_option, data_folder, write_whole
from pi.shell.errors import UsageError
from pi.shell.pack_text import card_text, line_of, pack_head, with_card_replaced

if TYPE_CHECKING:
    import argparse

FOLDER_NAME: Final = "packs"
SAMPLE: Final = "sample"
FIRST_NAME: Final = "discovered"
"""What the first pack of a group is called when nobody says otherwise."""

EVERYTHING: Final = "all"
CARDS_HELP: Final = "codes of a pack, summit tiles with their mountain; or all of it, with the tiles found last"

_SHIPPED = Path(__file__).parents[1] / "packs"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")
_TOML_LINE = re.compile(r"\(at line (\d+), column \d+\)|\(at end of document\)")


@dataclass(frozen=True, slots=True)
class Finding:
    """Something about a pack's file.

    Attributes:
        line: from 1.
        key: the key in question, as in card.2.effect.0.number.
        message: what is wrong, and what was expected.
        is_warning: the pack can be played all the same.
    """

    line: int
    key: str
    message: str
    is_warning: bool = False


def add_cards_options(parser: argparse.ArgumentParser) -> None:
    """Adds `--cards`, and what is needed to look them up: `--pack` and `--data`."""
    parser.add_argument("--cards", metavar="A1,S1@9,...", help=f"Saga: {CARDS_HELP}")
    parser.add_argument("--pack", metavar="NAME", help="Saga: which pack (default: the only one)")
    add_data_option(parser)


def cards_laid(arguments: argparse.Namespace, rules: RuleSet) -> tuple[LaidCard, ...]:
    """The cards named on the command line, none where none are; raises UsageError or EngineError naming the remedy."""
    if arguments.cards is None:
        if arguments.pack is not None:
            raise UsageError("pack: says where cards are looked up; name them with --cards, such as --cards A1,S1@9")
        return ()
    if not rules.lays_cards:
        raise UsageError(
            f"cards: the rules {','.join(rules.names)} lay no cards; add --rules saga, or leave --cards out"
        )
    folder = data_folder(arguments.data)
    return laid(load_pack(folder, chosen_pack(folder, arguments.pack)), arguments.cards)


def laid(pack: Pack, words: str) -> tuple[LaidCard, ...]:
    """The cards named in words such as A1,S1@9, or all of a pack; raises EngineError."""
    return everything_laid(pack.cards) if words == EVERYTHING else lay_cards(pack, words.split(","))


def pack_names(folder: Path) -> tuple[str, ...]:
    """The packs of a data folder by name, the sample not among them."""
    return tuple(sorted(path.stem for path in (folder / FOLDER_NAME).glob("*.toml") if _NAME.fullmatch(path.stem)))


def pack_path(folder: Path, name: str) -> Path:
    """The file of a pack; that of the sample is shipped, unless the folder has one of that name.

    Raises:
        UsageError: the name is no name of a pack.
    """
    if not _NAME.fullmatch(name):
        raise UsageError(f"pack: expected a name of a-z, 0-9, - and _, up to 40 characters, found {shown(name)}")
    path = folder / FOLDER_NAME / f"{name}.toml"
    return _SHIPPED / path.name if name == SAMPLE and not path.is_file() else path


def is_example(folder: Path, name: str) -> bool:
    """Whether a pack is the one that comes with the program, made up from end to end."""
    return pack_path(folder, name).parent == _SHIPPED


def chosen_pack(folder: Path, name: str | None) -> str:
    """The pack that is meant: the one named, else the only one; raises UsageError when there are none or several."""
    if name is not None:
        return name
    names = pack_names(folder)
    if not names:
        raise UsageError(
            "pack: there is none of yours yet; write one with `goatherd pack add`, or try the example: --pack sample"
        )
    if len(names) > 1:
        raise UsageError(f"pack: name one with --pack; these are here: {', '.join(names)} (and {SAMPLE}, the example)")
    return names[0]


def load_pack(folder: Path, name: str) -> Pack:
    """Reads a pack; raises UsageError naming the file, the line, the key and the remedy of the first fault."""
    path = pack_path(folder, name)
    text = _read(path)
    for finding in findings(text):
        if not finding.is_warning:
            raise UsageError(f"{path}:{finding.line}: {finding.key}: {finding.message}")
    return parse_pack(tomllib.loads(text))


def cards_asked_for(folder: Path, campaign: Campaign) -> tuple[Card, ...]:
    """What a campaign may discover now; the pack is looked at only where that is asked; raises UsageError."""
    return load_pack(folder, campaign.pack).cards if campaign.step == "discover" else ()


def pack_file_findings(path: Path) -> tuple[Finding, ...]:
    """Everything that is wrong with a file, or worth a warning; raises UsageError when it can't be read."""
    return findings(_read(path))


def findings(text: str) -> tuple[Finding, ...]:
    """Everything that is wrong with the text of a pack, in the order of its lines; warnings when nothing is."""
    try:
        value = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (_syntax_finding(text, error),)
    found = (
        Finding(line_of(text, fault.path), fault.key, fault.message, fault.is_warning) for fault in pack_faults(value)
    )
    return tuple(sorted(found, key=lambda finding: finding.line))


def add_card(folder: Path, name: str, row: object, replace: bool = False) -> tuple[Card, int]:
    """Writes a card into a pack, which is made when there is none; comments and the order of the rest stay.

    Args:
        folder: the data folder.
        name: of the pack.
        row: of the card, as `parse_card` reads it.
        replace: whether a card of this code may be there already, and gives way.

    Returns:
        The card, and the line where it begins.

    Raises:
        EngineError: the row is wrong, naming the key.
        UsageError: the pack is the sample or faulty, or has the card already.
    """
    card = parse_card(row, "card")
    path = pack_path(folder, name)
    if is_example(folder, name):
        raise UsageError(f"pack: '{SAMPLE}' is the example that comes with goatherd; name a pack of your own")
    cards = load_pack(folder, name).cards if path.exists() else ()
    text = _read(path) if path.exists() else pack_head(name)
    index = next((index for index, other in enumerate(cards) if other.code == card.code), len(cards))
    if index < len(cards) and not replace:
        line = line_of(text, ("card", index))
        raise UsageError(f"{path}:{line}: {card.code} is there already; --replace puts the new one in its place")
    fresh = card_text(card_json(card))
    written = with_card_replaced(text, index, fresh) if index < len(cards) else f"{text.rstrip()}\n{fresh}"
    if _cards_in(written) != (*cards[:index], card, *cards[index + 1 :]):
        raise UsageError(f"{path}: is written in a way that no card can be added to; write the cards as [[card]]")
    write_whole(path, written)
    return card, line_of(written, ("card", index))


def _cards_in(text: str) -> tuple[Card, ...] | None:
    try:
        return parse_pack(tomllib.loads(text)).cards
    except (EngineError, tomllib.TOMLDecodeError):
        return None


def _syntax_finding(text: str, error: tomllib.TOMLDecodeError) -> Finding:
    where = _TOML_LINE.search(str(error))
    line = int(where[1]) if where and where[1] else len(text.splitlines())
    message = _TOML_LINE.sub("", str(error)).strip()
    return Finding(line, "pack", f"is no TOML here ({message}); docs/saga.md shows how a pack is written")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"{path}: is not there; `goatherd pack list` names the packs") from None
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is no text; save it as UTF-8") from None
