"""Draws docs/screen.png: four typical screens, enlarged. Run `python docs/make_screens.py` after a change of layout."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageOps

from pi.core.screen import DieSign, Icon, Row, Screen
from pi.shell.render import HEIGHT, WIDTH, render

SCALE = 4
BORDER, GAP = 12, 20
LIT, DARK, BACKGROUND = (226, 242, 255), (6, 10, 16), (44, 50, 58)

SCREENS = (
    Screen(
        "Anna: throw",
        rows=(Row("Round 7"), Row("Anna", "21"), Row("Ben", "19"), Row("Jürgen", "24")),
        hint="OK menu  NEXT scores",
    ),
    Screen(
        "Anna: choose",
        dice=(DieSign(4, turned=True), DieSign(1), DieSign(3), DieSign(6)),
        rows=(
            Row("10▲ ×B +10 +15", "63%", selected=True),
            Row("7↑ 7▲ +7", "48%"),
            Row("9↑", "41%"),
            Row("Pass", "37%"),
        ),
        hint="bumps Ben from 10",
    ),
    Screen(
        "Anna: done",
        rows=(
            Row("Your goat 10: up"),
            Row("Ben's goat 10: foot"),
            Row("Take a token: 10"),
            Row("Take the bonus: 15"),
            Row("Then: Ben"),
        ),
        hint="OK done  UNDO back",
        icons=(Icon.LAST_ROUND,),
    ),
    Screen(
        "Game over",
        rows=(
            Row("Jürgen wins", selected=True),
            Row("by points"),
            Row("1. Jürgen", "64"),
            Row("2. Anna", "59"),
            Row("3. Ben", "52"),
        ),
        hint="OK new game  NEXT more",
    ),
)


def enlarged(screen: Screen) -> Image.Image:
    """Draws a screen as it glows in its frame: RGB, SCALE times the display's size plus the frame."""
    glowing = ImageOps.colorize(render(screen).convert("L"), black=DARK, white=LIT)
    return ImageOps.expand(glowing.resize((WIDTH * SCALE, HEIGHT * SCALE), Image.Resampling.NEAREST), BORDER, fill=DARK)


def montage(screens: tuple[Screen, ...], columns: int = 2) -> Image.Image:
    """Lays screens out in rows of `columns` on one RGB picture."""
    pictures = [enlarged(screen) for screen in screens]
    width, height = pictures[0].width + GAP, pictures[0].height + GAP
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (width * columns + GAP, height * rows + GAP), BACKGROUND)
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (GAP + width * (place % columns), GAP + height * (place // columns)))
    return sheet


if __name__ == "__main__":
    montage(SCREENS).quantize(8).save(Path(__file__).with_name("screen.png"), optimize=True)
