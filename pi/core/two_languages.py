"""A sentence in both languages, for texts that are longer than a row of the display."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pi.core.language import Language


@dataclass(frozen=True, slots=True)
class Sentence:
    """The same in English and German, with the same values in braces."""

    english: str
    german: str

    def said(self, language: Language, **values: object) -> str:
        """The sentence in a language, its values filled in."""
        return (self.german if language.value == "de" else self.english).format(**values)
