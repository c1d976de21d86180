"""Words of the command line turned into values."""

from __future__ import annotations

import locale
import os
from collections.abc import Sequence

from pi.core.model import Language
from pi.shell.errors import UsageError

_SETTING_WORDS = {"true": True, "false": False}


def parse_names(text: str | None, players: int | None) -> tuple[str, ...]:
    """Names parted by commas; none for None. Raises UsageError when there are not as many as players."""
    if text is None:
        return ()
    names = tuple(name.strip() for name in text.split(","))
    if players is None or len(names) != players:
        raise UsageError(
            f"--names: {len(names)} names for {players or 'no'} players; name everybody, and say --players"
        )
    return names


def parse_setting_words(words: Sequence[str]) -> dict[str, object]:
    """`KEY=VALUE` words as a mapping, their values true, false or left as text. Raises UsageError."""
    settings: dict[str, object] = {}
    for word in words:
        key, found, value = word.partition("=")
        if not found:
            raise UsageError(f"--set: expected KEY=VALUE, found {word!r}")
        settings[key] = _SETTING_WORDS.get(value, value)
    return settings


def system_language() -> Language:
    """German where the system speaks it, else English."""
    spoken = os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return Language.GERMAN if spoken.lower().startswith("de") else Language.ENGLISH
