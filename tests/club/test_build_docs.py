"""What a builder reads is what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.real.gpio_buttons import DEFAULT_PINS
from hardware.real.gpio_pins import TAKEN_PINS
from hardware.real.picamera import DISTANCE_M, SIZE_WH
from pi.core.announcing import TOPICS
from pi.core.announcing import table_json as said
from pi.core.model import Model
from pi.core.texts import GERMAN
from pi.shell.main import build_parser
from tests.club.games import after_turns

DOCS = Path(__file__).parents[2] / "docs"
BUILD = DOCS / "build"
PAGES = (*sorted(BUILD.glob("*.md")), DOCS / "club.md")
SIGNALS = (BUILD / "signals.svg").read_text(encoding="utf-8")
MOUNTING = (BUILD / "mounting.svg").read_text(encoding="utf-8")
TROUBLE = (BUILD / "troubleshooting.md").read_text(encoding="utf-8")
HELP = (BUILD / "hilfe.md").read_text(encoding="utf-8")
CLUB = (DOCS / "club.md").read_text(encoding="utf-8")


def test_the_wires_of_buzzer_and_lamp() -> None:
    wires = re.findall(r"<title>pin (\d+) \(GPIO(\d+)\) to (buzzer|lamp)</title>", SIGNALS)
    assert len(wires) == 2
    for pin, gpio, name in wires:
        ((_, header),) = MockFactory().board_info.find_pin(f"GPIO{gpio}")
        assert int(header.number) == int(pin)
        assert f">{pin} · GPIO{gpio}<" in SIGNALS
        assert f"--{name} {gpio}" in (BUILD / "README.md").read_text(encoding="utf-8")
        assert f"GPIO{gpio} (header pin {pin})" in (DOCS / "wiring.md").read_text(encoding="utf-8")
        assert int(gpio) not in {*TAKEN_PINS, *DEFAULT_PINS.values()}


def test_their_other_side_goes_to_ground() -> None:
    (pin,) = re.findall(r"<title>pin (\d+) to the other side of both</title>", SIGNALS)
    header = MockFactory().board_info.headers["J8"].pins[int(pin)]
    assert header.name == "GND"


def test_the_height_is_the_one_that_the_camera_is_focused_for() -> None:
    assert f">{100 * DISTANCE_M:g} cm<" in MOUNTING
    assert f"what the camera sees: {100 * DISTANCE_M:g} cm" in MOUNTING


def test_dice_are_as_large_in_the_picture_as_the_drawing_says() -> None:
    (pixels,) = re.findall(r"Dice of 16 mm are about (\d+) pixels wide", MOUNTING)
    assert int(pixels) == pytest.approx(SIZE_WH[0] / 40 * 1.6, rel=0.1)


def test_the_pins_that_are_refused() -> None:
    (pins,) = re.findall(r"the Pi needs it itself: GPIO ([\d, ]+)", TROUBLE)
    assert {int(pin) for pin in pins.split(",")} == set(TAKEN_PINS)


def quoted(text: str) -> list[str]:
    """What stands in quotation marks in the first column of a table."""
    return [
        words for row in re.findall(r"^\| ([^|]*) \|", text, re.MULTILINE) for words in re.findall(r'"([^"]+)"', row)
    ]


DICE = TROUBLE.partition("## Dice")[2].partition("##")[0]


@pytest.mark.parametrize("words", quoted(DICE))
def test_what_the_display_says_of_dice(words: str) -> None:
    assert words in GERMAN


@pytest.mark.parametrize("words", quoted(HELP))
def test_what_it_says_in_german(words: str) -> None:
    assert words in GERMAN.values()


@pytest.mark.parametrize("doubt", ["Too dark to be sure", "Glare on a die", "A die leans", "Dice touch"])
def test_every_doubt_has_an_answer(doubt: str) -> None:
    assert doubt in quoted(DICE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]*)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert not link or (page.parent / link).exists(), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_heading_that_is_linked_to_exists(page: Path) -> None:
    for link, heading in re.findall(r"\]\(([^)#]*\.md)?#([^)]+)\)", page.read_text(encoding="utf-8")):
        text = (page.parent / link if link else page).read_text(encoding="utf-8")
        headings = [
            re.sub(r"[^\w -]", "", one).replace(" ", "-").lower() for one in re.findall(r"^#+ (.+)$", text, re.M)
        ]
        assert heading in headings, f"{link}#{heading}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_line_is_one_of_ours(page: Path) -> None:
    for line in re.findall(
        r"(?:^|[ /`])goatherd (play (?!--help)[^`\n#]*--[^`\n#]*|tables [^`\n#]*)", page.read_text(encoding="utf-8")
    ):
        build_parser().parse_args(line.split())


def test_the_message_shown_is_one_that_is_said() -> None:
    (shown,) = re.findall(r"```json\n(.*?)```", CLUB, re.DOTALL)
    model = after_turns(1)
    assert list(json.loads(shown)) == list(said(model, model.game, "Bar"))
    assert json.loads(shown).keys() == said(Model(), None, "Bar").keys()


def test_every_topic_is_explained() -> None:
    assert tuple(re.findall(r"^\| `(\w+)` \|", CLUB, re.MULTILINE)) == TOPICS
