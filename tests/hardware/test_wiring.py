"""The wiring in words, in the picture and in the code is the same."""

from __future__ import annotations

import re
from pathlib import Path

from gpiozero.pins.mock import MockFactory

from hardware.ports import Button
from hardware.real.gpio_buttons import DEFAULT_PINS
from hardware.real.gpio_pins import TAKEN_PINS

DOCS = Path(__file__).parents[2] / "docs"
WORDS = (DOCS / "wiring.md").read_text(encoding="utf-8")
PICTURE = (DOCS / "wiring.svg").read_text(encoding="utf-8")


def header_pin_of(gpio: int) -> int:
    """Asks gpiozero where a GPIO lies on the 40-pin header."""
    ((_, pin),) = MockFactory().board_info.find_pin(f"GPIO{gpio}")
    return int(pin.number)


def test_the_table_of_the_buttons() -> None:
    rows = re.findall(r"^\| (back|next|ok|undo) \| (\d+) \| (\d+) \|$", WORDS, re.MULTILINE)
    assert {(Button(name), int(pin), int(gpio)) for name, pin, gpio in rows} == {
        (button, header_pin_of(gpio), gpio) for button, gpio in DEFAULT_PINS.items()
    }


def test_the_table_of_the_display() -> None:
    rows = re.findall(r"^\| (?:SDA|SCL) \| (\d+) \| GPIO(\d+) \|$", WORDS, re.MULTILINE)
    assert [(int(pin), int(gpio)) for pin, gpio in rows] == [(header_pin_of(2), 2), (header_pin_of(3), 3)]


def test_the_pins_that_are_refused() -> None:
    sentence = re.search(r"those of the display.*?are refused", WORDS, re.DOTALL)
    assert sentence is not None
    assert {int(number) for number in re.findall(r"\d+", sentence.group())} == set(TAKEN_PINS)


def test_the_wires_in_the_picture() -> None:
    wires = re.findall(r"<title>pin (\d+) \(GPIO(\d+)\) to (\w+)</title>", PICTURE)
    assert {(Button(name), int(pin), int(gpio)) for pin, gpio, name in wires} == {
        (button, header_pin_of(gpio), gpio) for button, gpio in DEFAULT_PINS.items()
    }
    for pin, gpio, _ in wires:
        assert f">{pin} · GPIO{gpio}<" in PICTURE


def test_the_display_hangs_on_the_same_pins_in_words_and_picture() -> None:
    in_words = re.findall(r"^\| (VCC|SDA|SCL|GND) \| (\d+) \|", WORDS, re.MULTILINE)
    in_picture = re.findall(r"<title>pin (\d+) to (VCC|SDA|SCL|GND)</title>", PICTURE)
    assert len(in_words) == 4
    assert set(in_words) == {(pad, pin) for pin, pad in in_picture}
