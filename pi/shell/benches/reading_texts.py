"""What was measured of reading dice, for people and for other programs."""

from __future__ import annotations

from typing import Any, Final

from pi.shell.benches.reading import Result, scores_of
from pi.shell.benches.reading_pictures import read_text, truth_text
from vision import measure
from vision.measure import Labelled, Score, Share
from vision.reading import Reading


def result_json(result: Result) -> dict[str, Any]:
    """Writes the result as the JSON that other programs rely on."""
    sources, sums = scores_of(result)
    return {
        "folders": list(result.folders),
        "pictures": len(result.measured),
        "drawn": len(result.drawn[0]),
        "sources": [measure.score_json(score) for score in sources],
        "sums": [measure.score_json(score) for score in sums],
        "reliability": [measure.bin_json(one) for one in measure.reliability(result.single)],
        "speed": {
            "frames": result.speed.frames,
            "read_ms": round(result.speed.read_ms, 3),
            "blur_ms": round(result.speed.blur_ms, 4),
            "blurs": round(result.speed.blurs, 1),
        },
        "peak_mib": None if result.peak_mib is None else round(result.peak_mib, 1),
        "misread": [_misread_json(*pair) for pair in result.misread],
    }


def _misread_json(labelled: Labelled, reading: Reading) -> dict[str, Any]:
    return {
        "file": str(labelled.path),
        "source": labelled.source,
        "faces": None if labelled.faces is None else list(labelled.faces),
        "doubtful": labelled.doubtful,
        "read": [die.face for die in reading.dice],
        "confidence": round(reading.confidence, 4),
        "accepted": reading.accepted,
        "doubts": [doubt.value for doubt in reading.doubts],
    }


NAME_WIDTH: Final = 20
COLUMNS: Final = {
    "exact": ("exact", 25),
    "accepted": ("accepted", 25),
    "wrong": ("wrong of accepted", 24),
    "numbers": ("nothing read as dice", 23),
    "recall": ("dice found", 13),
    "precision": ("right", 10),
    "groups": ("groups", 9),
}
"""Heading and width of the column of each share."""
WITH_INTERVAL: Final = ("exact", "accepted", "wrong")
AS_COUNT: Final = ("numbers", "groups")


def result_text(result: Result) -> str:
    """Writes the result as tables for people; shares with their 95 % intervals."""
    sources, sums = scores_of(result)
    head = " " * NAME_WIDTH + "".join(f"{title:>{width}}" for title, width in COLUMNS.values())
    tables = [*map(_score_line, sources), *([""] if sources else []), *map(_score_line, sums)]
    lines = [head, *tables, "", "confidence     said   was right"]
    for one in measure.reliability(result.single):
        lines.append(f"{one.low:.2f}..{one.high:.2f}  {one.said:7.1%}   {_share_text(one.right)}")
    speed = result.speed
    lines += [
        "",
        f"a frame of 640x480: {speed.read_ms:.1f} ms = {speed.blurs:.0f} blurs of 5x5 grey ({speed.blur_ms:.3f} ms), "
        f"median of {speed.frames}, one thread",
    ]
    if result.peak_mib is not None:
        lines.append(f"memory of a process that reads: {result.peak_mib:.0f} MiB at most")
    if result.misread:
        lines += ["", "misread (! and accepted):"]
    for labelled, reading in result.misread:
        mark = "!" if reading.accepted else " "
        lines.append(f"{mark} {labelled.path.name}: is {truth_text(labelled)}; read {read_text(reading)}")
    return "\n".join(lines)


def _score_line(score: Score) -> str:
    shares = "".join(f"{_cell(name, getattr(score, name)):>{width}}" for name, (_, width) in COLUMNS.items())
    return f"{score.name:<{NAME_WIDTH}}{shares}"


def _cell(name: str, share: Share) -> str:
    if share.value is None:
        return "-"
    if name in AS_COUNT:
        return f"{share.part}/{share.whole}"
    return _share_text(share) if name in WITH_INTERVAL else f"{share.value:.1%}"


def _share_text(share: Share) -> str:
    low, high = share.interval
    return f"{share.part}/{share.whole} {share.part / share.whole:.1%} [{100 * low:.0f}, {100 * high:.0f}]"
