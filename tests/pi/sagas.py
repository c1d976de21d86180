"""Tables of the Saga for tests, with the cards of the sample pack."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pi
from engine.position import new_position
from engine.record import new_game
from engine.saga.cards import Card, LaidCard
from engine.saga.pack import parse_pack
from pi.core.language import Language
from pi.core.model import Model, Setup, resumed
from pi.core.screens import screens
from pi.core.story import Guide, KnownPack
from pi.core.update import update
from tests.pi.driving import NEXT, OK, play

NAMES = ("Ann", "Bo")


def sample_pack() -> KnownPack:
    """The pack that comes with the program, as if the group had typed it in."""
    text = (Path(pi.__file__).parent / "packs" / "sample.toml").read_text(encoding="utf-8")
    return KnownPack("sample", parse_pack(tomllib.loads(text)).cards)


def sample_card(code: str) -> Card:
    return next(card for card in sample_pack().cards if card.code == code)


def laid_table(codes: tuple[str, ...], language: Language = Language.ENGLISH) -> Model:
    """A game of two with cards of the sample pack, summit tiles as S1@9."""
    laid = []
    for code in codes:
        code, _, mountain = code.partition("@")
        laid.append(LaidCard(sample_card(code), int(mountain) if mountain else None))
    first = new_position(2, NAMES, ("saga",), cards=tuple(laid))
    return resumed(Model(language=language), new_game(first))


def asked(language: Language = Language.ENGLISH) -> Model:
    """The set-up with the sample pack to be chosen."""
    return Model(language=language, setup=Setup(names=NAMES), packs=(sample_pack(),))


def with_example(language: Language = Language.ENGLISH) -> Model:
    """The same, and the example after it."""
    model = asked(language)
    return replace(model, packs=(*model.packs, replace(sample_pack(), is_example=True)))


def at_saga(model: Model) -> Model:
    """The question which Saga is played."""
    model = play(model, OK, NEXT, NEXT, NEXT, NEXT, OK)
    lines = [row.text for row in screens(model).rows]
    saga = next(index for index, text in enumerate(lines) if "Saga" in text)
    return play(model, *[NEXT] * saga, OK)


def answered(model: Model, *texts: str) -> Model:
    """Selects the lines of a question that begin with these texts, one after the other, each with OK."""
    for text in texts:
        for _ in range(40):
            selected = [row.text for row in screens(model).rows if row.selected]
            if selected and selected[0].startswith(text):
                break
            model = update(model, NEXT).model
        else:
            raise AssertionError(f"no line {text!r}: {screens(model)}")
        model = update(model, OK).model
    return model


def chapter(language: Language = Language.ENGLISH) -> Model:
    """The first chapter about to be laid out, everything of it discovered, the first player starting."""
    done = "Done" if language is Language.ENGLISH else "Fertig"
    return answered(play(at_saga(asked(language)), OK), "Ann, Bo", "Ann", "A1", "A2", "S1", done)


def near_its_end(model: Model) -> Model:
    """The game of a chapter that ends with the next turn, as if it had begun like that."""
    assert model.game is not None
    assert model.story is not None
    last = replace(model.game.position, to_move=1, last_round=True, round=9)
    return resumed(replace(model, overlay=None, story=replace(model.story, game=new_game(last))), new_game(last))


def near_its_end_alone(model: Model) -> Model:
    """The same of a game outside any campaign."""
    assert model.game is not None
    last = replace(model.game.position, to_move=1, last_round=True, round=9)
    return resumed(replace(model, overlay=None), new_game(last))


def is_asked(model: Model, kind: str) -> bool:
    """Whether a step of a campaign lies open."""
    story = model.story
    return isinstance(model.overlay, Guide) and story is not None and story.now.step == kind
