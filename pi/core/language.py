"""The languages of everything that players see."""

from __future__ import annotations

from enum import Enum


class Language(Enum):
    """What the screens speak."""

    ENGLISH = "en"
    GERMAN = "de"
