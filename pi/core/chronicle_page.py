"""The chronicle to read: as text, and as a page to look at and print, in English and German."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from engine.saga.chronicle import ChronicleRow
from pi.core.language import Language
from pi.core.two_languages import Sentence

_TITLE = Sentence("Chronicle of {name}", "Chronik von {name}")
_STORY = Sentence("Story {story}", "Geschichte {story}")
_EMPTY = Sentence("No chapter has been played yet.", "Noch wurde kein Kapitel gespielt.")
_YES = Sentence("reached", "erreicht")
_NO = Sentence("not reached", "nicht erreicht")
_OPEN = Sentence("open", "offen")
_HEADINGS: Final = (
    Sentence("Chapter", "Kapitel"),
    Sentence("Winner", "Gewonnen hat"),
    Sentence("Summit 9", "Gipfel 9"),
    Sentence("Summit 7", "Gipfel 7"),
    Sentence("Award", "Auszeichnung"),
    Sentence("Next page", "Nächste Seite"),
    Sentence("Players and points", "Mitspielende und Punkte"),
)
_STYLE = """
:root { color-scheme: light dark; font: 1rem/1.45 system-ui, sans-serif; }
body { margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: start; font-size: 1.25rem; font-weight: 600; padding: .75rem 0; }
th, td { border: 1px solid currentColor; padding: .4rem .6rem; }
th, td { text-align: start; vertical-align: top; overflow-wrap: anywhere; }
tr { break-inside: avoid; }
@media (max-width: 40rem) { table { display: block; overflow-x: auto; } }
@page { size: A4 landscape; margin: 15mm; }
@media print { :root { color-scheme: light; } body { margin: 0; max-width: none; } }
"""


def chronicle_text(name: str, rows: Sequence[ChronicleRow], language: Language) -> str:
    """The chronicle as plain text, its columns under each other."""
    lines = [_TITLE.said(language, name=name)]
    if not rows:
        lines.append(_EMPTY.said(language))
    for story, told in _by_story(rows):
        if len({row.story for row in rows}) > 1:
            lines.append(_STORY.said(language, story=story))
        table = [_headings(language), *(_cells(row, language) for row in told)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines += [
            "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip() for cells in table
        ]
    return "\n".join(lines) + "\n"


def chronicle_html(name: str, rows: Sequence[ChronicleRow], language: Language) -> str:
    """The chronicle as a whole HTML page that needs nothing besides, for the screen and for paper.

    Args:
        name: of the campaign.
        rows: the chapters played, the first first.
        language: of headings and words.
    """
    title = escape(_TITLE.said(language, name=name))
    tables = "".join(_table(story, told, language) for story, told in _by_story(rows))
    return (
        f'<!DOCTYPE html>\n<html lang="{language.value}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n"
        f"{tables or f'<p>{escape(_EMPTY.said(language))}</p>'}\n</main>\n</body>\n</html>\n"
    )


def _table(story: int, rows: Sequence[ChronicleRow], language: Language) -> str:
    headings = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in _headings(language))
    body = "".join(_table_row(_cells(row, language)) for row in rows)
    caption = escape(_STORY.said(language, story=story))
    head = f"<caption>{caption}</caption>\n<thead><tr>{headings}</tr></thead>"
    return f"<table>\n{head}\n<tbody>\n{body}</tbody>\n</table>\n"


def _table_row(cells: Sequence[str]) -> str:
    first, *others = map(escape, cells)
    return f'<tr><th scope="row">{first}</th>{"".join(f"<td>{cell}</td>" for cell in others)}</tr>\n'


def _by_story(rows: Sequence[ChronicleRow]) -> Iterator[tuple[int, tuple[ChronicleRow, ...]]]:
    for story in sorted({row.story for row in rows}):
        yield story, tuple(row for row in rows if row.story == story)


def _headings(language: Language) -> tuple[str, ...]:
    return tuple(heading.said(language) for heading in _HEADINGS)


def _cells(row: ChronicleRow, language: Language) -> tuple[str, ...]:
    award = _OPEN if row.award is None else _YES if row.award else _NO
    return (
        str(row.chapter),
        " + ".join(row.winners),
        row.summit_9 or "–",
        row.summit_7 or "–",
        award.said(language),
        "–" if row.next_page is None else str(row.next_page),
        ", ".join(f"{name} {total}" for name, total in zip(row.players, row.points, strict=True)),
    )
