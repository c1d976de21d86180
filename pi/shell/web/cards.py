"""The packs of a group for the page: cards in words, a card checked and played while it is typed in, and written."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, cast

from engine.errors import EngineError
from engine.position_json import position_json
from engine.saga.cards import (
    CHAPTERS,
    EFFECTS_MAX,
    SUMMIT_MOUNTAINS,
    Card,
    LaidCard,
    Only,
    card_json,
    parse_card,
    parse_code,
)
from engine.saga.pack import Fault, Pack, find_card, pack_faults
from engine.saga.preview import previews
from engine.saga.verbs import Manual, NoBump, Remind
from engine.saga.vocabulary import CARD_KINDS, IN_PLAY, MOUNTAINS, VERBS, WHEN_SPECS, WHERE, Argument, VerbSpec
from engine.scoring import sheet
from pi.core.effect_text import card_sentences
from pi.core.preview_text import preview_lines
from pi.core.saga_texts import KINDS
from pi.shell.data import write_whole
from pi.shell.errors import UsageError
from pi.shell.pack_text import card_text, with_card_replaced
from pi.shell.packs import FIRST_NAME, SAMPLE, add_card, findings, load_pack, pack_names, pack_path
from pi.shell.web.messages import Said
from pi.shell.web.saga_messages import (
    CardChecked,
    CardFault,
    PackTold,
    Previewed,
    Vocabulary,
)
from pi.shell.web.saying import both, both_lines, card_told
from pi.shell.web.telling import moves

_ON_ITS_OWN: Final[Mapping[str, Any]] = {"name": "?", "chapter": 1}
"""The head of a card whose own is not right yet, so that its effects can be told all the same."""
_MISSING: Final = re.compile(r"^the (?:key|field) '(\w+)' is missing")
_ONLY: Final[tuple[Only, ...]] = ("holder", "not-holder")


class CardError(Exception):
    """A pack or card can't be had or written; one line.

    Attributes:
        is_stale: somebody else was quicker.
    """

    def __init__(self, why: str, is_stale: bool = False) -> None:
        super().__init__(why)
        self.is_stale = is_stale


class Packs:
    """The packs of a data folder. Calls may come from any thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._writing = threading.Lock()

    def names(self) -> list[str]:
        """The packs by name, the sample last; one to begin with where there is none yet."""
        return [*(pack_names(self._folder) or (FIRST_NAME,)), SAMPLE]

    def pack(self, name: str) -> PackTold:
        """A pack in words, or everything that is wrong with its file; raises CardError."""
        with _translated():
            path = pack_path(self._folder, name)
            told = PackTold(name=name, title=name, is_example=name == SAMPLE, cards=[], faults=[])
            if not path.is_file():
                return told
            found = findings(path.read_text(encoding="utf-8"))
            told["faults"] = [cast(Any, asdict(finding)) for finding in found]
            if all(finding.is_warning for finding in found):
                pack = load_pack(self._folder, name)
                told["title"] = pack.name
                told["cards"] = [card_told(LaidCard(card)) for card in pack.cards]
        return told

    def write(self, name: str, row: object, was: object | None) -> None:
        """Writes a card, in the place of the one that it was; comments and the order of the rest stay.

        Args:
            name: of the pack, which is made when there is none.
            row: of the card.
            was: the row as it was when somebody began to change it; None for a new card.

        Raises:
            CardError: the card is wrong, or the pack takes none.
        """
        with self._writing, _translated():
            if was is None:
                add_card(self._folder, name, row)
                return
            card, (pack, index) = parse_card(row), self._found(name, was)
            if any(other.code == card.code for other in (*pack.cards[:index], *pack.cards[index + 1 :])):
                raise CardError(f"card.code: {card.code} is in the pack already")
            self._replace(name, pack.cards, index, card)

    def remove(self, name: str, was: object) -> None:
        """Takes a card out of a pack; raises CardError."""
        with self._writing, _translated():
            pack, index = self._found(name, was)
            self._replace(name, pack.cards, index, None)

    def _found(self, name: str, was: object) -> tuple[Pack, int]:
        """The pack and where in it a card stands, as long as it is the same that somebody saw."""
        if name == SAMPLE:
            raise CardError("the sample comes with the program; make a pack of your own")
        seen, pack = parse_card(was), load_pack(self._folder, name)
        if seen not in pack.cards:
            raise CardError("the pack has changed", is_stale=True)
        return pack, pack.cards.index(find_card(pack, seen.code))

    def _replace(self, name: str, cards: Sequence[Card], index: int, card: Card | None) -> None:
        path = pack_path(self._folder, name)
        fresh = "" if card is None else card_text(card_json(card))
        text = with_card_replaced(path.read_text(encoding="utf-8"), index, fresh)
        if any(not finding.is_warning for finding in findings(text)):
            raise CardError(f"{path.name} is written in a way that can't be changed here; edit the file")
        write_whole(path, text)


def checked(row: Mapping[str, Any], lies: int) -> CardChecked:
    """What is wrong with a card being typed in, what its effects say, and what they do on an example board.

    Args:
        row: of the card, perhaps half of it.
        lies: the mountain that a summit tile lies above.
    """
    lies = lies if lies in SUMMIT_MOUNTAINS else SUMMIT_MOUNTAINS[0]
    effects = row.get("effects")
    rows = effects[:EFFECTS_MAX] if isinstance(effects, list) else []
    return CardChecked(faults=_faults(row), effects=[_effect_checked(row, one, lies) for one in rows])


def _faults(row: Mapping[str, Any]) -> list[CardFault]:
    """Where in the row, and what; a card that is not whole yet is told so key by key."""
    head = {key: value for key, value in row.items() if key != "effects"}
    written = {"pack": {"name": "?"}, "card": [head | {"effect": row.get("effects", [])}]}
    return [
        CardFault(key=_key(fault), why=fault.message, is_warning=fault.is_warning)
        for fault in pack_faults(written)
        if fault.path[:2] == ("card", 0)  # what is said of the pack as a whole is not for the form
    ]


def _key(fault: Fault) -> str:
    """The key under the card; one that is missing stands for itself."""
    missing = _MISSING.search(fault.message)
    return ".".join(map(str, (*fault.path[2:], *([missing[1]] if missing else []))))


def _effect_checked(row: Mapping[str, Any], effect: object, lies: int) -> Previewed | None:
    try:
        card = parse_card({**_ON_ITS_OWN, "code": _code(row), "kind": row.get("kind"), "effects": [effect]})
        laid = LaidCard(card, lies if card.kind == "summit" else None)
        preview = previews(card, laid.mountain)[0]
    except EngineError:
        return None
    return Previewed(
        sentence=both(lambda language: card_sentences(card, language, laid.mountain)[0]),
        lines=both_lines(lambda language: tuple(preview_lines(preview, language))),
        before=position_json(preview.before),
        moves=list(moves(preview.before, preview.after)),
        totals=[[player.total for player in sheet(board).players] for board in (preview.before, preview.after)],
    )


def _code(row: Mapping[str, Any]) -> str:
    """The code, once it is one."""
    try:
        return parse_code(row.get("code"))
    except EngineError:
        return "X1"


def vocabulary() -> Vocabulary:
    """The vocabulary of cards, out of which the page makes its form."""
    return Vocabulary(
        kinds=[{"name": kind, "said": both(KINDS[kind].said)} for kind in CARD_KINDS],
        whens=[
            {"name": when.name, "kinds": list(when.kinds), "said": _said(when.english, when.german)}
            for when in WHEN_SPECS.values()
        ],
        verbs=[_verb_told(spec) for spec in VERBS.values()],
        where=[_argument_told(argument) for argument in WHERE],
        mountains=list(MOUNTAINS),
        lies=list(SUMMIT_MOUNTAINS),
        chapters=CHAPTERS[-1],
        most_effects=EFFECTS_MAX,
        watching=[*IN_PLAY, "final"],
        declining=list(IN_PLAY),
        only=list(_ONLY),
    )


def _verb_told(spec: VerbSpec) -> Any:
    return {
        "name": spec.name,
        "whens": list(spec.whens),
        "said": _said(spec.english, spec.german),
        "can_decline": spec.make not in (NoBump, Remind, Manual),
        "arguments": [_argument_told(argument) for argument in spec.arguments],
    }


def _argument_told(argument: Argument) -> Any:
    told = asdict(argument)
    said = _said(told.pop("english"), told.pop("german"))
    return told | {"words": list(argument.words), "said": said}


def _said(english: str, german: str) -> Said:
    return Said(en=english, de=german)


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (EngineError, UsageError) as error:
        raise CardError(str(error)) from error
    except UnicodeDecodeError as error:
        raise CardError("the file of the pack is no text; save it as UTF-8") from error
    except OSError as error:
        raise CardError(f"the pack can't be written ({error.strerror})") from error
