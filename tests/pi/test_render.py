"""What the display shows of a screen, as pixels and as lines of text.

Golden pictures lie in golden_pixels as text, two pixels a character; GOATHERD_UPDATE_GOLDEN=1 writes them anew.
"""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pi.core.screen import DieSign, Icon, Row, Screen
from pi.shell.render import HEIGHT, MAX_DICE, WIDTH, fits, has_glyphs, render, screen_lines

GOLDEN = Path(__file__).with_name("golden_pixels")
ENGLISH_AND_GERMAN = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÜabcdefghijklmnopqrstuvwxyzäöüß0123456789" + "!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~§°"
)
MARKS = "…–—„“”‚‘’«»·•×½€←↑→↓▲▼▸▴▾"

WAITING = Screen(
    "Anna's turn", rows=(Row("Roll the dice."), Row(""), Row("Anna", "21"), Row("Jürgen", "9")), hint="OK: go"
)
CHOOSING = Screen(
    "Anna: choose",
    dice=(DieSign(6), DieSign(3), DieSign(4, turned=True), DieSign(1, selected=True)),
    rows=(Row("7 and 6", "48%"), Row("10, bumps Ben", "45%", selected=True), Row("6 twice", "41%"), Row("pass", "9%")),
    hint="▲▼ choose  OK take",
    icons=(Icon.LAST_ROUND,),
)
DOUBTING = Screen(
    "Überprüfe die Würfel",
    dice=(DieSign(None, selected=True), DieSign(2), DieSign(5), DieSign("GO"), DieSign(6, turned=True), DieSign(None)),
    rows=(Row("Würfel 1 ist", "?", selected=True),),
)
SCROLLED = Screen(
    "Menü",
    rows=tuple(Row(f"Berg {number}", "12 Punkte", selected=number == 8) for number in range(5, 12)),
    hint="Größe wählen",
    icons=(Icon.NOT_SAVED, Icon.NO_CAMERA, Icon.LAST_ROUND),
)
TOO_LONG = Screen(
    "A title that nobody could read in one go",
    rows=(
        Row("A row that is too long for its right part", "12 points"),
        Row("", "A right part that alone is too long"),
    ),
    hint="A hint that nobody could read in one go",
    icons=(Icon.NO_CAMERA,),
)


def pixel_art(image: Image.Image) -> str:
    """Writes a 1-bit picture as half-block characters, a line for two rows of pixels."""
    lit = [[bool(image.getpixel((x, y))) for x in range(image.width)] for y in range(image.height)]
    blocks = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
    pairs = zip(lit[::2], lit[1::2], strict=True)
    return "".join("".join(blocks[pair] for pair in zip(*rows, strict=True)) + "|\n" for rows in pairs)


def bar_tops(image: Image.Image) -> list[int]:
    """Finds the inverse bars below the title: only they light the left edge, nine pixels down."""
    edge = [y for y in range(10, HEIGHT) if image.getpixel((0, y))]
    return edge[::9]


@pytest.mark.parametrize(
    ("name", "screen"),
    [
        ("waiting", WAITING),
        ("choosing", CHOOSING),
        ("doubting", DOUBTING),
        ("scrolled", SCROLLED),
        ("too_long", TOO_LONG),
        ("empty", Screen("")),
    ],
)
def test_a_layout_is_drawn_as_its_golden_picture(name: str, screen: Screen) -> None:
    golden = GOLDEN / f"{name}.txt"
    drawn = pixel_art(render(screen))
    if os.environ.get("GOATHERD_UPDATE_GOLDEN") == "1":
        golden.write_text(drawn, encoding="utf-8")
    expected = golden.read_text(encoding="utf-8")
    assert drawn == expected, f"drawn:\n{drawn}\nexpected:\n{expected}"


@pytest.mark.parametrize(
    ("screen", "lines"),
    [
        (
            WAITING,
            (
                "Anna's turn",
                " Roll the dice.",
                "",
                " Anna                   21",
                " Jürgen                  9",
                "OK: go",
            ),
        ),
        (
            CHOOSING,
            (
                "Anna: choose",
                "! last round",
                " 6 3 1→4 [1]",
                " 7 and 6              48%",
                "▸10, bumps Ben        45%",
                " 6 twice              41%▾",
                "▲▼ choose  OK take",
            ),
        ),
        (DOUBTING, ("Überprüfe die Würfel", " [?] 2 5 GO 1→6 ?", "▸Würfel 1 ist            ?")),
        (
            SCROLLED,
            (
                "Menü",
                "! no camera",
                "! not saved",
                "! last round",
                " Berg 6         12 Punkte▴",
                " Berg 7         12 Punkte",
                "▸Berg 8         12 Punkte",
                " Berg 9         12 Punkte",
                " Berg 10        12 Punkte▾",
                "Größe wählen",
            ),
        ),
        (
            TOO_LONG,
            (
                "A title that nobody co…",
                "! no camera",
                " A row that is…  12 points",
                "  A right part that alone…",
                "A hint that nobody could…",
            ),
        ),
    ],
)
def test_the_lines_say_what_the_display_shows(screen: Screen, lines: tuple[str, ...]) -> None:
    assert screen_lines(screen) == lines


def test_wider_lines_cut_later_and_align_to_their_own_edge() -> None:
    screen = Screen("t", rows=(Row("A row that is too long for 25", "12"),), hint="h")
    assert screen_lines(screen, width=40) == ("t", " A row that is too long for 25        12", "h")


@pytest.mark.parametrize(
    ("what", "screen", "answer"),
    [
        ("a title of 25 letters", Screen("x" * 25), True),
        ("a title of 26 letters", Screen("x" * 26), False),
        ("a title of 23 letters beside a sign", Screen("x" * 23, icons=(Icon.NO_CAMERA,)), True),
        ("a title of 24 letters beside a sign", Screen("x" * 24, icons=(Icon.NO_CAMERA,)), False),
        ("a hint of 25 letters", Screen("", hint="x" * 25), True),
        ("a hint of 26 letters", Screen("", hint="x" * 26), False),
        ("a row with a blank before its right part", Screen("", rows=(Row("x" * 20, "1234"),)), True),
        ("a row that meets its right part", Screen("", rows=(Row("x" * 21, "1234"),)), False),
        ("decomposed letters count once", Screen("u\u0308" * 25), True),
        ("six dice", Screen("", dice=(DieSign(1),) * 6), True),
        ("seven dice", Screen("", dice=(DieSign(1),) * 7), False),
        ("six rows", Screen("", rows=(Row("x" * 25),) * 6), True),
        ("five rows and a hint", Screen("", rows=(Row("x" * 25),) * 5, hint="h"), True),
        ("four rows and dice", Screen("", rows=(Row("x" * 25),) * 4, dice=(DieSign(1),)), True),
        ("three rows, dice and a hint", Screen("", rows=(Row("x" * 25),) * 3, dice=(DieSign(1),), hint="h"), True),
        ("rows out of reach", Screen("", rows=(Row("x"),) * 7), False),
        ("rows in reach", Screen("", rows=(Row("x"),) * 6 + (Row("x", selected=True),)), True),
        ("rows that scroll leave a column for the marks", Screen("", rows=(Row("x" * 25, selected=True),) * 7), False),
    ],
)
def test_fits(what: str, screen: Screen, answer: bool) -> None:
    assert fits(screen) is answer, what


@pytest.mark.parametrize("alphabet", [ENGLISH_AND_GERMAN, MARKS], ids=["letters", "marks"])
def test_every_letter_of_english_and_german_has_a_glyph_of_its_own(alphabet: str) -> None:
    pictures = {pixel_art(render(Screen(letter))) for letter in alphabet + " "}
    assert has_glyphs(alphabet)
    assert len(pictures) == len(alphabet) + 1


@pytest.mark.parametrize("letter", ["李", "✓", "🐐", "\x07", "\u200d", "\ud800"])
def test_a_letter_that_the_font_lacks_is_drawn_as_a_question_mark(letter: str) -> None:
    assert not has_glyphs(letter)
    assert pixel_art(render(Screen(f"Anna {letter} Ben"))) == pixel_art(render(Screen("Anna ? Ben")))


@pytest.mark.parametrize(
    ("typed", "shown"),
    [("Ju\u0308rgen", "Jürgen"), ("Anna\nBen", "Anna Ben"), ("z.\u00a0B.", "z. B."), ("Anna\tBen", "Anna Ben")],
)
def test_a_text_is_one_line_of_composed_letters(typed: str, shown: str) -> None:
    assert screen_lines(Screen(typed)) == (shown,)
    assert pixel_art(render(Screen(typed))) == pixel_art(render(Screen(shown)))


def test_dice_that_differ_look_different() -> None:
    faces = (*range(1, 7), None)
    dice = [DieSign(face, turned, selected) for face in faces for turned in (False, True) for selected in (False, True)]
    assert len({pixel_art(render(Screen("", dice=(die,)))) for die in dice}) == len(dice)


def test_signs_that_differ_look_different_and_keep_their_order() -> None:
    assert len({pixel_art(render(Screen("", icons=(icon,)))) for icon in Icon}) == len(Icon)
    both = (Icon.NO_CAMERA, Icon.NOT_SAVED)
    assert pixel_art(render(Screen("", icons=both))) == pixel_art(render(Screen("", icons=both[::-1] + both)))


def test_a_screen_is_drawn_within_three_milliseconds() -> None:
    def seconds() -> float:
        start = time.perf_counter()
        render(SCROLLED)
        return time.perf_counter() - start

    assert min(seconds() for _ in range(20)) < 0.003


texts = st.text(st.characters(exclude_characters="▸"), max_size=40)
dice_signs = st.builds(
    DieSign, face=st.one_of(st.none(), st.integers(-1, 9), texts), turned=st.booleans(), selected=st.booleans()
)


@st.composite
def random_screens(draw: st.DrawFn, alphabet: st.SearchStrategy[str] = texts, max_dice: int = 8) -> Screen:
    rows = draw(st.lists(st.builds(Row, text=alphabet, right=alphabet), max_size=12))
    selected = draw(st.none() | st.integers(0, len(rows) - 1)) if rows else None
    return Screen(
        title=draw(alphabet),
        dice=tuple(draw(st.lists(dice_signs, max_size=max_dice))),
        rows=tuple(Row(row.text, row.right, number == selected) for number, row in enumerate(rows)),
        hint=draw(alphabet),
        icons=tuple(draw(st.lists(st.sampled_from(Icon), max_size=4))),
    )


@given(random_screens())
def test_any_screen_is_drawn_at_the_size_of_the_display(screen: Screen) -> None:
    image = render(screen)
    assert (image.mode, image.size) == ("1", (WIDTH, HEIGHT))


@given(random_screens(), st.integers(8, 80))
def test_any_screen_is_written_within_its_width(screen: Screen, width: int) -> None:
    assert all(len(line) <= width and line.isprintable() for line in screen_lines(screen, width))


@given(random_screens())
def test_the_selected_row_is_in_view(screen: Screen) -> None:
    selected = sum(row.selected for row in screen.rows)
    assert len([line for line in screen_lines(screen) if line.startswith("▸")]) == selected
    assert len(bar_tops(render(screen))) == selected


@given(random_screens(alphabet=st.text("aß9 ", max_size=30), max_dice=0))
def test_a_screen_fits_exactly_if_nothing_is_cut_and_every_row_is_in_reach(screen: Screen) -> None:
    rows = tuple(replace(row, selected=False) for row in screen.rows)
    views = [
        replace(screen, rows=(*rows[:i], replace(row, selected=True), *rows[i + 1 :])) for i, row in enumerate(rows)
    ]
    cut = any("…" in line for view in views or [screen] for line in screen_lines(view))
    in_reach = any(row.selected for row in screen.rows) or len(screen.rows) <= (5 if screen.hint else 6)
    assert fits(screen) is (not cut and in_reach)


@pytest.mark.parametrize("right", ["9" * 24, "9" * 25, "9" * 40])
def test_text_that_finds_no_room_beside_its_right_part_leaves_a_trace(right: str) -> None:
    screen = Screen("", rows=(Row("Ann", right),))
    assert not fits(screen)
    assert screen_lines(screen)[1].split()[0] == "…"


@given(st.lists(dice_signs, min_size=MAX_DICE + 1, max_size=9))
def test_dice_beyond_the_sixth_are_left_out(dice: list[DieSign]) -> None:
    all_dice, six = Screen("", dice=tuple(dice)), Screen("", dice=tuple(dice[:MAX_DICE]))
    assert not fits(all_dice)
    assert pixel_art(render(all_dice)) == pixel_art(render(six))
