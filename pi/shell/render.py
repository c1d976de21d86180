"""Draws a `Screen` as 128x64 one-bit pixels, or writes it as plain lines of text. The only code with coordinates.

Both cut and scroll alike, so what the lines say is what the display shows. Every glyph is 5x8 pixels, so a line has 25
columns. Down the display: title bar, dice (if any), rows, hint (if any).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from operator import attrgetter
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from pi.core.screen import DieSign, Icon, Row, Screen

WIDTH, HEIGHT = 128, 64
COLUMNS = 25
MAX_DICE = 6

_FONT_FILE = Path(__file__).with_name("fonts") / "fixed-5x8.bdf"
_GLYPH_WIDTH, _GLYPH_HEIGHT = 5, 8
_MARGIN = 1
_ICON_COLUMNS = 2
_MARK_COLUMNS = 1

_BAR_HEIGHT = 9  # a text line with a pixel above it, so that the dots of an Ä stand free in an inverse bar
_BODY_TOP = _BAR_HEIGHT + 1
_DICE_TOP, _DICE_HEIGHT = _BODY_TOP + 1, 17
_DIE_SIZE, _DIE_PITCH = 15, 20
_PIP_SIZE, _PIP_PITCH = 3, 4
_HINT_RULE = HEIGHT - _BAR_HEIGHT
_RULE_DOT_PITCH = 3

_CUT = "…"
_UNREADABLE = "?"
_SELECTED, _MORE_ABOVE, _MORE_BELOW = "▸", "▴", "▾"

# Where the pips of a face lie on a 3x3 grid, as (column, row).
_PIPS = {
    1: ((1, 1),),
    2: ((2, 0), (0, 2)),
    3: ((2, 0), (1, 1), (0, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}

_ICONS = {
    Icon.NO_CAMERA: (
        "..###....",
        "##.###.##",
        "###.#.###",
        "####.####",
        "###.#.###",
        "##.###.##",
        "#########",
    ),
    Icon.NOT_SAVED: (
        "######..#",
        "#.##.##.#",
        "#.##.##.#",
        "#######.#",
        "#.....#.#",
        "#.....#..",
        "#######.#",
    ),
    Icon.LAST_ROUND: (
        ".########",
        ".#..##..#",
        ".###..###",
        ".#..##..#",
        ".########",
        ".#.......",
        ".#.......",
    ),
}
_QUESTION_MARK = (
    ".####.",
    "##..##",
    "....##",
    "...##.",
    "..##..",
    "..##..",
    "......",
    "..##..",
    "..##..",
)
# A small 1: what a turned die really shows.
_TURNED_MARK = (
    ".#.",
    "##.",
    ".#.",
    ".#.",
    "###",
)


def render(screen: Screen) -> Image.Image:
    """Draws a screen for the display.

    Letters that the font lacks are drawn as "?", text that is too long ends in "…"; it never raises.

    Args:
        screen: what is to be seen; dice beyond the sixth are not drawn.

    Returns:
        A new picture, mode "1", 128x64 pixels (width x height), 1 = lit.
    """
    image = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    _draw_title(draw, screen)
    _draw_dice(draw, screen.dice[:MAX_DICE])
    _draw_rows(draw, screen)
    if screen.hint:
        _draw_hint(draw, screen.hint)
    return image


def screen_lines(
    screen: Screen, width: int = COLUMNS + 1, icon_text: Callable[[Icon], str] = attrgetter("value")
) -> tuple[str, ...]:
    """Writes the same screen as lines of text, for terminals and tests.

    A line for the title, one a sign ("! no camera"), one for the dice, one a visible row, one for the hint. Dice read
    `3`, `?` in doubt, `1→3` turned, `[3]` selected. A row begins with `▸` when selected, else with a space, and ends in
    `▴` or `▾` where more rows lie above or below.

    Args:
        screen: what is to be seen.
        width: columns of a line, 8 or more; at 26 title, rows and hint are cut exactly where the display cuts them.
        icon_text: what to write for a sign.

    Returns:
        The lines, each at most `width` characters, no spaces at their ends.
    """
    columns = width - 1
    lines = [_cut(_clean(screen.title), columns - _ICON_COLUMNS * len(_icons(screen)))]
    lines += [_cut(f"! {icon_text(icon)}", columns) for icon in _icons(screen)]
    if screen.dice:
        lines.append(" " + _cut(" ".join(_die_text(die) for die in screen.dice[:MAX_DICE]), columns))
    lines += [(_SELECTED if row.selected else " ") + text for row, text in _visible_rows(screen, columns)]
    if screen.hint:
        lines.append(_cut(_clean(screen.hint), columns))
    return tuple(line.rstrip() for line in lines)


def fits(screen: Screen) -> bool:
    """Says whether the display can show all of a screen: no text cut, no die left out, no row out of reach.

    More rows than fit are within reach when one of them is selected.
    """
    return (
        len(_clean(screen.title)) <= COLUMNS - _ICON_COLUMNS * len(_icons(screen))
        and len(_clean(screen.hint)) <= COLUMNS
        and len(screen.dice) <= MAX_DICE
        and all(_row_length(row) <= _row_columns(screen, COLUMNS) for row in screen.rows)
        and (len(screen.rows) <= _row_room(screen) or any(row.selected for row in screen.rows))
    )


def has_glyphs(text: str) -> bool:
    """Says whether the font has every letter of a text, so that none is drawn as "?" instead."""
    return all(ord(letter) in _glyphs() for letter in unicodedata.normalize("NFC", text))


# What a screen shows, in letters: shared by both renderers.


def _clean(text: str) -> str:
    """Makes a text one line: composed letters, each space a blank, "?" for what can't be printed."""
    composed = unicodedata.normalize("NFC", text)
    return "".join(" " if letter.isspace() else letter if letter.isprintable() else "?" for letter in composed)


def _cut(text: str, columns: int) -> str:
    if len(text) <= columns:
        return text
    return text[: columns - 1].rstrip() + _CUT if columns > 0 else ""


def _row_length(row: Row) -> int:
    gap = 1 if row.text and row.right else 0
    return len(_clean(row.text)) + gap + len(_clean(row.right))


def _row_text(row: Row, columns: int) -> str:
    """Sets a row in at most `columns` letters; `text` is cut before `right` is, but never without a trace."""
    if not row.right:
        return _cut(_clean(row.text), columns)
    right = _cut(_clean(row.right), columns - (len(_CUT) + 1 if row.text else 0))
    left = _cut(_clean(row.text), columns - len(right) - 1)
    return _right_aligned(left, right, columns)


def _right_aligned(left: str, right: str, columns: int) -> str:
    return left.ljust(columns - len(right)) + right


def _row_columns(screen: Screen, columns: int) -> int:
    """Counts the columns for a row: the last one is for the marks where rows scroll."""
    return columns - _MARK_COLUMNS if len(screen.rows) > _row_room(screen) else columns


def _visible_rows(screen: Screen, columns: int) -> tuple[tuple[Row, str], ...]:
    """Sets the rows in view, the selected one in the middle as far as the list reaches, each with its text."""
    count, room = len(screen.rows), _row_room(screen)
    selected = next((number for number, row in enumerate(screen.rows) if row.selected), 0)
    first = max(0, min(selected - room // 2, count - room))
    rows = screen.rows[first : first + room]
    texts = [_row_text(row, _row_columns(screen, columns)) for row in rows]
    if first > 0:
        texts[0] = _right_aligned(texts[0], _MORE_ABOVE, columns)
    if first + room < count:
        texts[-1] = _right_aligned(texts[-1], _MORE_BELOW, columns)
    return tuple(zip(rows, texts, strict=True))


def _die_text(die: DieSign) -> str:
    face = _UNREADABLE if die.face is None else _clean(str(die.face))
    text = f"1→{face}" if die.turned else face
    return f"[{text}]" if die.selected else text


def _icons(screen: Screen) -> tuple[Icon, ...]:
    """Lists each sign once, in a fixed order, so that they keep their places."""
    return tuple(icon for icon in Icon if icon in screen.icons)


# Where it goes on the display.


def _rows_top(screen: Screen) -> int:
    return _BODY_TOP + (_DICE_HEIGHT if screen.dice else 0)


def _row_room(screen: Screen) -> int:
    """Counts the rows that fit: 3 to 6."""
    bottom = _HINT_RULE if screen.hint else HEIGHT
    return (bottom - _rows_top(screen)) // _BAR_HEIGHT


def _draw_title(draw: ImageDraw.ImageDraw, screen: Screen) -> None:
    icons = _icons(screen)
    title = _cut(_clean(screen.title), COLUMNS - _ICON_COLUMNS * len(icons))
    _draw_line(draw, 0, title, inverse=True)
    pitch = _ICON_COLUMNS * _GLYPH_WIDTH
    left = WIDTH - _MARGIN - pitch * len(icons)
    for place, icon in enumerate(icons):
        _draw_art(draw, (left + pitch * place, 1), _ICONS[icon], ink=0)


def _draw_dice(draw: ImageDraw.ImageDraw, dice: tuple[DieSign, ...]) -> None:
    left = (WIDTH - _DIE_PITCH * (len(dice) - 1) - _DIE_SIZE) // 2
    for place, die in enumerate(dice):
        _draw_die(draw, (left + _DIE_PITCH * place, _DICE_TOP), die)


def _draw_die(draw: ImageDraw.ImageDraw, corner_xy: tuple[int, int], die: DieSign) -> None:
    x, y = corner_xy
    end = _DIE_SIZE - 1
    ink = 0 if die.selected else 1
    draw.rectangle((x, y, x + end, y + end), fill=1 - ink, outline=1)
    draw.point([(x, y), (x + end, y), (x, y + end), (x + end, y + end)], fill=0)
    if die.face is None:
        _draw_art(draw, (x + 4, y + 3), _QUESTION_MARK, ink)
    elif isinstance(die.face, int) and die.face in _PIPS:
        _draw_pips(draw, corner_xy, _PIPS[die.face], ink)
    else:
        _draw_text(draw, (x + 3, y + 4), _clean(str(die.face))[:2], ink)
    if die.turned:
        _draw_art(draw, (x + _DIE_SIZE + 1, y), _TURNED_MARK, ink=1)


def _draw_pips(
    draw: ImageDraw.ImageDraw, corner_xy: tuple[int, int], pips: tuple[tuple[int, int], ...], ink: int
) -> None:
    for column, row in pips:
        x, y = corner_xy[0] + 2 + _PIP_PITCH * column, corner_xy[1] + 2 + _PIP_PITCH * row
        draw.rectangle((x, y, x + _PIP_SIZE - 1, y + _PIP_SIZE - 1), fill=ink)


def _draw_rows(draw: ImageDraw.ImageDraw, screen: Screen) -> None:
    for place, (row, text) in enumerate(_visible_rows(screen, COLUMNS)):
        _draw_line(draw, _rows_top(screen) + _BAR_HEIGHT * place, text, inverse=row.selected)


def _draw_hint(draw: ImageDraw.ImageDraw, hint: str) -> None:
    draw.point([(x, _HINT_RULE) for x in range(_MARGIN, WIDTH, _RULE_DOT_PITCH)], fill=1)
    _draw_line(draw, _HINT_RULE, _cut(_clean(hint), COLUMNS), inverse=False)


def _draw_line(draw: ImageDraw.ImageDraw, top: int, text: str, inverse: bool) -> None:
    """Draws a line of text into the bar that begins at `top`, lit text on dark or the inverse over the whole width."""
    if inverse:
        draw.rectangle((0, top, WIDTH - 1, top + _BAR_HEIGHT - 1), fill=1)
    _draw_text(draw, (_MARGIN, top + 1), text, ink=0 if inverse else 1)


def _draw_text(draw: ImageDraw.ImageDraw, corner_xy: tuple[int, int], text: str, ink: int) -> None:
    glyphs = _glyphs()
    drawable = "".join(letter if ord(letter) in glyphs else "?" for letter in text)
    draw.text(corner_xy, drawable, font=_font(), fill=ink)


def _draw_art(draw: ImageDraw.ImageDraw, corner_xy: tuple[int, int], art: tuple[str, ...], ink: int) -> None:
    x, y = corner_xy
    dots = [(x + i, y + j) for j, line in enumerate(art) for i, dot in enumerate(line) if dot == "#"]
    draw.point(dots, fill=ink)


@cache
def _font() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(str(_FONT_FILE), _GLYPH_HEIGHT, layout_engine=ImageFont.Layout.BASIC)


@cache
def _glyphs() -> frozenset[int]:
    """Lists the code points that the font file has glyphs for."""
    encodings = re.findall(r"^ENCODING (\d+)", _FONT_FILE.read_text("ascii"), re.MULTILINE)
    return frozenset(int(number) for number in encodings)
