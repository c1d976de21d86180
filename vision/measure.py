"""How good a reader is: its readings against what a person saw, as plain numbers with their intervals.

A labelled folder holds `images/` and `labels.csv`, in one of two shapes. Photographs: file, source, values (the faces
on top, separated by blanks), n_dice, notes. Rendered trays: file, kind instead of source, values with `g` for the goat
symbol, corners (of each top face, in the order of the values), groups (`0 2|1|3`, indexes into the values).
"""

from __future__ import annotations

import csv
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from vision.reading import Face, Point, Reading, sorted_faces

TRAY_DICE: Final = 4
"""So many dice lie on a rendered tray, unless its kind says otherwise."""
DOUBTFUL_KINDS: Final = frozenset({"count", "cocked", "blocked", "moving"})
"""Kinds of rendered trays that must not be taken without asking, whatever can be read on them."""
AT_REST_KINDS: Final = frozenset({"ordinary", "touching", "groups"})
"""Kinds of rendered trays on which four dice lie at rest."""
UNSEEN_SOURCES: Final = frozenset(
    {"king", "yahtzee", "krajzys", "marceli", "tomek", "bartek", "piotrowy", "jimthompson", "imciechan", "strauss"}
)
"""Sources of photographs that nothing was ever trained or tuned on."""
TRAY_SOURCES: Final = frozenset({"king", "yahtzee"})
"""Those of them that look most like a camera above a tray."""

CONFIDENCE_STEPS: Final = (0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1.0)
"""Between these the confidences are counted together."""


class LabelsError(Exception):
    """A folder that can't be measured; the text names the file, what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Labelled:
    """One picture and what a person saw on it.

    Attributes:
        path: the picture file.
        source: who took it; for a rendered tray its kind.
        rendered: whether it is a rendered tray.
        faces: those on top, sorted, named ones first; empty for a table without dice; None where nobody can tell.
        doubtful: whether the right answer is a doubt, even where the faces can be told.
        expect: how many dice the reader is told to expect; None for nothing.
        places: face and middle of each die, in the order of the labels; empty where the labels don't say.
        groups: dice that lie together, as indexes into `places`; empty where the labels don't say.
        notes: light, ground, difficulty.
    """

    path: Path
    source: str
    rendered: bool
    faces: tuple[Face, ...] | None
    doubtful: bool
    expect: int | None = None
    places: tuple[tuple[Face, Point], ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    notes: str = ""

    @property
    def has_faces(self) -> bool:
        """Whether faces are to be read here."""
        return bool(self.faces)


Measured = tuple[Labelled, Reading]
"""A picture and what the reader made of it."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many."""

    part: int
    whole: int

    @property
    def value(self) -> float | None:
        """0..1; None of nothing."""
        return self.part / self.whole if self.whole else None

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of Wilson, 1927; (0, 1) of nothing."""
        if not self.whole:
            return 0.0, 1.0
        z = 1.96
        p, n = self.part / self.whole, self.whole
        middle = p + z * z / (2 * n)
        half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        low, high = ((middle + sign * half) / (1 + z * z / n) for sign in (-1, 1))
        return max(0.0, low), min(1.0, high)


@dataclass(frozen=True, slots=True)
class Score:
    """How some pictures were read.

    Attributes:
        name: of the source or of the sum.
        exact: of the pictures whose faces can be told: every face right, none too many.
        accepted: of the pictures that should be taken without asking: those that were.
        wrong: of the accepted: those that should not have been.
        numbers: of the pictures that show no faces to be read or none that count: accepted with dice.
        recall: of the dice that lie there: those whose face was given.
        precision: of the faces given: those that lie there.
        groups: of the pictures labelled with groups: all of them right.
    """

    name: str
    exact: Share
    accepted: Share
    wrong: Share
    numbers: Share
    recall: Share
    precision: Share
    groups: Share


@dataclass(frozen=True, slots=True)
class Bin:
    """Readings of a confidence between `low` and `high`: the mean of what was said, and how often it was right."""

    low: float
    high: float
    said: float
    right: Share


# Labels


def load_labels(folder: Path) -> tuple[Labelled, ...]:
    """Reads the labels of a folder, in the order of the file.

    Raises:
        LabelsError: no labels there, or a line of them is wrong.
    """
    path = folder / "labels.csv"
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
    except OSError as error:
        reason = error.strerror or "an error of the disk"
        raise LabelsError(f"{path}: can't be read ({reason}); name a folder with labels.csv and images") from None
    labels = []
    for number, row in enumerate(rows, start=2):
        try:
            labels.append(_labelled(folder / "images", row))
        except (KeyError, ValueError) as error:
            raise LabelsError(f"{path}: line {number} is wrong: {_what(error)}; put it right") from None
    if not labels:
        raise LabelsError(f"{path}: holds no pictures; name a folder with labels.csv and images")
    return tuple(labels)


def _what(error: Exception) -> str:
    return f"the column {error} is missing" if isinstance(error, KeyError) else str(error)


def _labelled(images: Path, row: Mapping[str, str]) -> Labelled:
    kind = row.get("kind")
    values = tuple(_face(text) for text in row["values"].split())
    unreadable = row["notes"].startswith("REJECT") or (not values and int(row["n_dice"]) > 0)
    places = tuple(_place(text) for text in (row.get("corners") or "").split(";") if text)
    return Labelled(
        path=images / row["file"],
        source=kind or row["source"],
        rendered=kind is not None,
        faces=None if unreadable else sorted_faces(values),
        doubtful=unreadable or kind in DOUBTFUL_KINDS or "goat" in values,
        expect=None if kind is None else TRAY_DICE,
        places=places,
        groups=_groups(row.get("groups") or "", len(places)),
        notes=row["notes"],
    )


def _face(text: str) -> Face:
    if text == "g":
        return "goat"
    if text not in ("1", "2", "3", "4", "5", "6"):
        raise ValueError(f"{text!r} is no face")
    return int(text)


def _place(text: str) -> tuple[Face, Point]:
    face, _, corners = text.partition(":")
    numbers = [float(number) for number in corners.split(",")]
    if len(numbers) != 8:
        raise ValueError(f"{text!r} has no four corners")
    return _face(face), (sum(numbers[::2]) / 4, sum(numbers[1::2]) / 4)


def _groups(text: str, dice: int) -> tuple[tuple[int, ...], ...]:
    groups = tuple(tuple(sorted(int(index) for index in group.split())) for group in text.split("|") if group)
    if groups and sorted(index for group in groups for index in group) != list(range(dice)):
        raise ValueError(f"{text!r} does not hold each of {dice} dice once")
    return tuple(sorted(groups))


# Right and wrong


def is_exact(labelled: Labelled, reading: Reading) -> bool:
    """Whether every face was read right, and none too many."""
    return reading.faces == labelled.faces and len(reading.faces) == len(reading.dice)


def is_wrongly_accepted(labelled: Labelled, reading: Reading) -> bool:
    """Whether the table would take what it should not."""
    return reading.accepted and (labelled.doubtful or not is_exact(labelled, reading))


def is_misread(labelled: Labelled, reading: Reading) -> bool:
    """Whether the reading is not what it should be: a face is wrong, or it was accepted and should not have been."""
    legible = labelled.has_faces and not labelled.doubtful
    return is_wrongly_accepted(labelled, reading) or (legible and not is_exact(labelled, reading))


def has_right_groups(labelled: Labelled, reading: Reading) -> bool:
    """Whether the same dice lie together, each labelled die being the one read nearest to it."""
    if len(reading.dice) != len(labelled.places):
        return False
    nearest = [
        min(range(len(reading.dice)), key=lambda i: math.dist(reading.dice[i].centre_xy, middle))
        for _, middle in labelled.places
    ]
    seen = {tuple(sorted(nearest[index] for index in group)) for group in labelled.groups}
    return seen == set(reading.groups)


def score(name: str, measured: Iterable[Measured]) -> Score:
    """Counts some pictures."""
    pairs = tuple(measured)
    told = [pair for pair in pairs if pair[0].has_faces]
    plain = [pair for pair in told if not pair[0].doubtful]
    bare = [pair for pair in pairs if not pair[0].has_faces]
    grouped = [pair for pair in pairs if pair[0].groups]
    accepted = [pair for pair in pairs if pair[1].accepted]
    found = sum(_found(labelled, reading) for labelled, reading in told)
    return Score(
        name=name,
        exact=_share(is_exact, told),
        accepted=Share(sum(reading.accepted for _, reading in plain), len(plain)),
        wrong=_share(is_wrongly_accepted, accepted),
        numbers=Share(sum(reading.accepted and bool(reading.dice) for _, reading in bare), len(bare)),
        recall=Share(found, sum(len(labelled.faces or ()) for labelled, _ in told)),
        precision=Share(found, sum(len(reading.faces) for _, reading in told)),
        groups=_share(has_right_groups, grouped),
    )


def _share(is_so: Callable[[Labelled, Reading], bool], pairs: Sequence[Measured]) -> Share:
    return Share(sum(is_so(labelled, reading) for labelled, reading in pairs), len(pairs))


def _found(labelled: Labelled, reading: Reading) -> int:
    """How many of the dice that lie there were given with their face."""
    return (Counter(labelled.faces) & Counter(reading.faces)).total()


def scores_by_source(measured: Sequence[Measured]) -> tuple[Score, ...]:
    """One score a source or kind, sorted by name."""
    return tuple(
        score(name, [pair for pair in measured if pair[0].source == name])
        for name in sorted({labelled.source for labelled, _ in measured})
    )


def sums(measured: Sequence[Measured]) -> tuple[Score, ...]:
    """The sums that matter, those without a picture left out."""
    parts: dict[str, Callable[[Labelled], bool]] = {
        "all photographs": lambda one: not one.rendered,
        "never trained on": lambda one: not one.rendered and one.source in UNSEEN_SOURCES,
        "king and yahtzee": lambda one: not one.rendered and one.source in TRAY_SOURCES,
        "trained or tuned on": lambda one: not one.rendered and one.source not in UNSEEN_SOURCES,
        "rendered, at rest": lambda one: one.rendered and one.source in AT_REST_KINDS,
        "rendered, every kind": lambda one: one.rendered,
    }
    chosen = {name: [pair for pair in measured if belongs(pair[0])] for name, belongs in parts.items()}
    return tuple(score(name, pairs) for name, pairs in chosen.items() if pairs)


def reliability(measured: Iterable[Measured], steps: Sequence[float] = CONFIDENCE_STEPS) -> tuple[Bin, ...]:
    """How often readings of some confidence are right, where the number of dice is no trap; empty bins left out.

    Args:
        measured: pictures; those without faces and those whose right answer is a doubt don't count.
        steps: borders of the bins, from 0 to 1.
    """
    said = [
        (reading.confidence, is_exact(labelled, reading))
        for labelled, reading in measured
        if labelled.has_faces and not labelled.doubtful
    ]
    bins = []
    for low, high in pairwise(steps):
        inside = [pair for pair in said if low <= pair[0] < high or (pair[0] == high == steps[-1])]
        if inside:
            mean = sum(confidence for confidence, _ in inside) / len(inside)
            bins.append(Bin(low, high, mean, Share(sum(right for _, right in inside), len(inside))))
    return tuple(bins)


# For other programs


def share_json(share: Share) -> dict[str, Any]:
    """Writes a share with its interval; `share` is null of nothing."""
    low, high = share.interval
    value = share.value
    return {
        "part": share.part,
        "of": share.whole,
        "share": None if value is None else round(value, 4),
        "interval": [round(low, 4), round(high, 4)],
    }


SHARES: Final = ("exact", "accepted", "wrong", "numbers", "recall", "precision", "groups")
"""The names of the shares of a score, in the order in which they are told."""


def score_json(scored: Score) -> dict[str, Any]:
    """Writes a score."""
    return {"name": scored.name, **{name: share_json(getattr(scored, name)) for name in SHARES}}


def bin_json(one: Bin) -> dict[str, Any]:
    """Writes a bin of the reliability diagram."""
    return {"low": one.low, "high": one.high, "said": round(one.said, 4), "right": share_json(one.right)}
