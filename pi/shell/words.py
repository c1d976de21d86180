"""Words of the command line turned into values."""

from __future__ import annotations

import argparse
import locale
import os
from collections.abc import Sequence

from engine.errors import EngineError
from engine.fields import shown
from pi.core.language import Language

_DIGITS_MAX = 18
_FLAGS = {"true": True, "false": False}


def parse_names(text: str | None) -> tuple[str, ...]:
    """Reads names parted by commas; none for None."""
    return tuple(text.split(",")) if text is not None else ()


def parse_number(text: str, field: str) -> int:
    """Reads a whole number from 0 up; raises EngineError naming the field."""
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS_MAX):
        raise EngineError(f"{field}: expected a whole number, found {shown(text)}")
    return int(text)


def dice_count(text: str) -> int:
    """Reads a number of dice, as the type of a command line argument."""
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of dice; give 0 or more")
    return int(text)


def parse_setting_words(assignments: Sequence[str]) -> dict[str, object]:
    """Reads words such as `must_move=true` or `valley_fields=5:3,6:3,7:4,8:4,9:5,10:5`, each setting once.

    Returns:
        The settings with their values; whether the rules know them is for the engine to say.

    Raises:
        EngineError: naming the setting that is given twice or whose value is none of these.
    """
    chosen: dict[str, object] = {}
    for assignment in assignments:
        key, _, value = assignment.partition("=")
        if key in chosen:
            raise EngineError(f"settings: {shown(key)} is given twice; expected it once")
        chosen[key] = _setting_value(key, value)
    return chosen


def _setting_value(key: str, text: str) -> object:
    if text in _FLAGS:
        return _FLAGS[text]
    if text.isdigit():
        return parse_number(text, f"settings.{key}")
    if ":" in text:
        return _numbers_by_name(key, text)
    raise EngineError(
        f"settings.{key}: expected true, false or a whole number (or pairs such as 5:3,6:3), found {shown(text)}"
    )


def _numbers_by_name(key: str, text: str) -> dict[str, int]:
    numbers: dict[str, int] = {}
    for pair in text.split(","):
        name, _, number = pair.partition(":")
        if name in numbers:
            raise EngineError(f"settings.{key}: {shown(name)} is given twice; expected it once")
        numbers[name] = parse_number(number, f"settings.{key}.{name}")
    return numbers


def system_language() -> Language:
    """German where the system speaks it, else English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return Language.GERMAN if spoken.lower().startswith("de") else Language.ENGLISH
