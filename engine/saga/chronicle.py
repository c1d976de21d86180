"""The chronicle of a campaign: a row for every chapter played (S13), as JSON and as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

CHRONICLE_HEADINGS = ("story", "chapter", "winner", "summit_9", "summit_7", "award", "next_page", "players", "game")


@dataclass(frozen=True, slots=True)
class ChronicleRow:
    """One chapter that was played.

    Attributes:
        story: which telling of the story, from 1; it may be started anew.
        chapter: from 1.
        players: who played, by seat.
        points: what each had at the end, by seat.
        winners: who won; more than one when the first place was shared.
        summit_9: code of the tile above mountain 9; None without one.
        summit_7: code of the tile above mountain 7; None without one.
        award: whether the chapter's award was reached; None until it is noted.
        next_page: where the book goes on; None until it is chosen, and after the last chapter.
        game: the game's number in the record.
    """

    story: int
    chapter: int
    players: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[str, ...]
    summit_9: str | None
    summit_7: str | None
    award: bool | None = None
    next_page: int | None = None
    game: int | None = None


def chronicle_json(rows: Sequence[ChronicleRow]) -> list[dict[str, Any]]:
    """Writes the rows for other programs, the first chapter first."""
    return [
        {
            "story": row.story,
            "chapter": row.chapter,
            "players": [{"name": name, "total": total} for name, total in zip(row.players, row.points, strict=True)],
            "winners": list(row.winners),
            "summits": {"9": row.summit_9, "7": row.summit_7},
            "award": row.award,
            "next_page": row.next_page,
            "game": row.game,
        }
        for row in rows
    ]


def chronicle_table(rows: Sequence[ChronicleRow]) -> Iterator[tuple[object, ...]]:
    """Gives the rows for a spreadsheet under a row of headings; what is not known is empty."""
    yield CHRONICLE_HEADINGS
    for row in rows:
        yield (
            row.story,
            row.chapter,
            " + ".join(row.winners),
            row.summit_9 or "",
            row.summit_7 or "",
            "" if row.award is None else "yes" if row.award else "no",
            "" if row.next_page is None else row.next_page,
            "; ".join(f"{name} {total}" for name, total in zip(row.players, row.points, strict=True)),
            "" if row.game is None else row.game,
        )
