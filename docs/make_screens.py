"""Draws docs/screen.png: four screens of one game. Run `python -m docs.make_screens` after a change of layout."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageOps

from pi.core.model import Model, Phase
from pi.core.screen import Screen
from pi.core.screens import screens
from pi.shell.render import HEIGHT, WIDTH, render
from tests.pi.driving import EMPTIED, OK, new_table, play, thrown

SCALE = 4
BORDER, GAP = 12, 20
LIT, DARK, BACKGROUND = (226, 242, 255), (6, 10, 16), (44, 50, 58)
SEED = 8
ROUND = 7


def one_game() -> Iterator[Model]:
    """A game of three in which everybody takes the best option, seen after every step."""
    chance = random.Random(SEED)
    model = new_table(3, names=("Anna", "Ben", "Jürgen"))
    while model.phase is not Phase.OVER:
        yield model
        choosing = play(model, *thrown(*(chance.randint(1, 6) for _ in range(4))))
        yield choosing
        doing = play(choosing, OK)
        yield doing
        model = play(doing, EMPTIED)
    yield model


def chosen_screens() -> tuple[Screen, ...]:
    """Waiting, choosing and doing of the first turn with a bump and a token in the middle of the game, and its end."""
    game = list(one_game())
    for waiting, choosing, doing in zip(game[::3], game[1::3], game[2::3], strict=False):
        assert doing.game is not None
        kinds = {fact.kind for fact in doing.game.now.facts}
        if doing.game.position.round >= ROUND and {"bumped", "took"} <= kinds:
            return tuple(screens(model) for model in (waiting, choosing, doing, game[-1]))
    raise RuntimeError("no such turn in this game; take another seed")


def enlarged(screen: Screen) -> Image.Image:
    """Draws a screen as it glows in its frame: RGB, SCALE times the display's size plus the frame."""
    grey = render(screen).convert("L").resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.NEAREST)
    return ImageOps.expand(ImageOps.colorize(grey, DARK, LIT), BORDER, DARK)


def montage(shown: tuple[Screen, ...]) -> Image.Image:
    """Lays the screens out in two columns: RGB."""
    pictures = [enlarged(screen) for screen in shown]
    width, height = pictures[0].size
    sheet = Image.new("RGB", (2 * width + 3 * GAP, 2 * height + 3 * GAP), BACKGROUND)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, 2)
        sheet.paste(picture, (GAP + column * (width + GAP), GAP + row * (height + GAP)))
    return sheet


if __name__ == "__main__":
    montage(chosen_screens()).quantize(8).save(Path(__file__).with_name("screen.png"), optimize=True)
