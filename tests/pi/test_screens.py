"""Golden screens: what is to be seen in every phase and overlay, in both languages.

Rewrite them with GOATHERD_UPDATE_GOLDEN=1 and look at the difference.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from engine.record import new_game
from pi.core.events import DeviceFailed, SaveFailed, TrayBlocked
from pi.core.model import Language, Model, Phase, Setup, resumed
from pi.core.screens import screens
from pi.shell.render import fits, screen_lines
from tests.pi.driving import AT, BACK, EMPTIED, HOLD_OK, MOVED, NEXT, OK, UNDO, new_table, play, settled, thrown
from vision.reading import Doubt

GOLDEN = Path(__file__).parent / "golden_screens"


def last_turn(language: Language, players: int = 2) -> Model:
    """A game before its very last turn."""
    table = new_table(players, language)
    assert table.game is not None
    last = replace(table.game.position, to_move=players - 1, last_round=True, round=9)
    return resumed(table, new_game(last))


def scenes(language: Language) -> dict[str, Model]:
    table = new_table(2, language)
    five = new_table(5, language, ("Ann", "Bo", "Cy", "Di", "Maximilian"))
    choosing = play(table, *thrown(1, 1, 4, 6))
    doing = play(choosing, OK)
    doubt = settled(1, None, 4, 6, accepted=False, doubts=(Doubt.UNKNOWN_FACE, Doubt.GLARE))
    passing = play(table, *thrown(1, 2, 3, 4))
    passing = replace(passing, cursor=next(i for i, one in enumerate(passing.advice) if not one.option.turn.steps))
    return {
        "set-up-players": Model(language=language, setup=Setup(players=3)),
        "set-up-starts": play(Model(language=language), NEXT, OK, NEXT),
        "waiting": table,
        "waiting-five-players": five,
        "waiting-without-camera": play(table, DeviceFailed("camera", "gone", "plug it in", AT)),
        "waiting-not-saved": play(table, SaveFailed("disk full", AT)),
        "waiting-counted-dice": play(doing, OK, MOVED, settled(1, 1, 4, 6)),
        "moving": play(table, MOVED),
        "moving-blocked": play(table, TrayBlocked(AT)),
        "doubt": play(table, MOVED, doubt),
        "doubt-count": play(table, MOVED, settled(1, 4, 6, accepted=False, doubts=(Doubt.COUNT,))),
        "choosing": choosing,
        "choosing-third": play(choosing, NEXT, NEXT),
        "choosing-last-round": play(last_turn(language), *thrown(1, 2, 2, 6)),
        "doing": doing,
        "doing-pass": play(passing, OK),
        "over": play(last_turn(language), *thrown(1, 2, 2, 6), OK, EMPTIED),
        "over-five-players": play(last_turn(language, 5), *thrown(1, 2, 2, 6), OK, EMPTIED),
        "menu": play(doing, OK, HOLD_OK),
        "menu-choosing": play(choosing, HOLD_OK),
        "menu-after-undo": play(doing, UNDO, HOLD_OK),
        "scores": play(table, NEXT),
        "scores-of-a-seat": play(table, NEXT, NEXT),
        "dice-by-hand": play(table, OK, OK),
        "dice-corrected": play(choosing, BACK, NEXT),
        "board-seats": play(table, OK, NEXT, NEXT, OK, NEXT),
        "board-item": play(table, OK, NEXT, NEXT, OK, OK, NEXT),
        "board-value": play(table, OK, NEXT, NEXT, OK, OK, NEXT, OK, NEXT),
        "new-game-question": play(table, OK, NEXT, NEXT, NEXT, OK),
    }


@pytest.mark.parametrize("name", list(scenes(Language.ENGLISH)))
@pytest.mark.parametrize("language", list(Language))
def test_the_screen_shows_what_it_showed(name: str, language: Language) -> None:
    screen = screens(scenes(language)[name])
    assert fits(screen)
    shown = "\n".join(screen_lines(screen)) + "\n"
    path = GOLDEN / f"{name}.{language.value}.txt"
    if os.environ.get("GOATHERD_UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(shown, encoding="utf-8")
    assert shown == path.read_text(encoding="utf-8")


def test_every_phase_has_a_golden_screen() -> None:
    assert {model.phase for model in scenes(Language.ENGLISH).values()} == set(Phase)


def test_every_golden_screen_is_checked() -> None:
    names = {f"{name}.{language.value}.txt" for name in scenes(Language.ENGLISH) for language in Language}
    assert {path.name for path in GOLDEN.iterdir()} == names
