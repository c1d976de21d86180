"""What counts as right and as wrong, and how labels are read."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.measure import (
    Labelled,
    LabelsError,
    Share,
    has_right_groups,
    is_exact,
    is_misread,
    is_wrongly_accepted,
    load_labels,
    reliability,
    score,
    score_json,
    scores_by_source,
    sums,
)
from vision.reading import NOTHING, Die, Doubt, Face, Reading


def labelled(
    *faces: Face, source: str = "king", doubtful: bool = False, rendered: bool = False, unreadable: bool = False
) -> Labelled:
    return Labelled(Path("a.jpg"), source, rendered, None if unreadable else faces, doubtful or unreadable)


def read(*faces: Face | None, accepted: bool = True, confidence: float = 0.99) -> Reading:
    dice = tuple(
        Die(face, None, 0.99, (100.0 * i, 0.0), ((0, 0), (1, 0), (1, 1), (0, 1))) for i, face in enumerate(faces)
    )
    alone = tuple((i,) for i in range(len(dice)))
    return Reading(dice, confidence, accepted, () if accepted else (Doubt.GLARE,), alone)


# Right and wrong


@pytest.mark.parametrize(
    ("truth", "reading", "exact", "wrongly_accepted", "misread"),
    [
        pytest.param(labelled(1, 4), read(4, 1), True, False, False, id="right and accepted"),
        pytest.param(labelled(1, 4), read(4, 1, accepted=False), True, False, False, id="right and doubted"),
        pytest.param(labelled(1, 4), read(4, 2, accepted=False), False, False, True, id="wrong and doubted"),
        pytest.param(labelled(1, 4), read(4, 2), False, True, True, id="wrong and accepted"),
        pytest.param(labelled(1, 4), read(4, 1, None), False, True, True, id="one die too many, without a face"),
        pytest.param(labelled(1, 4), read(4), False, True, True, id="one die overlooked"),
        pytest.param(labelled(1, 4, doubtful=True), read(1, 4), True, True, True, id="five dice taken for four"),
        pytest.param(labelled(1, 4, doubtful=True), read(1, 4, accepted=False), True, False, False, id="asked about"),
        pytest.param(labelled("goat", 4, doubtful=True), read(1, 4), False, True, True, id="a goat taken for a 1"),
        pytest.param(labelled("goat", 4, doubtful=True), read(None, 4, accepted=False), False, False, False, id="goat"),
        pytest.param(labelled(unreadable=True), read(3), False, True, True, id="a number where none can be read"),
        pytest.param(labelled(unreadable=True), read(3, accepted=False), False, False, False, id="none can be read"),
        pytest.param(labelled(), NOTHING, True, False, False, id="an empty table"),
        pytest.param(labelled(), read(3), False, True, True, id="a number on an empty table"),
    ],
)
def test_right_and_wrong(truth: Labelled, reading: Reading, exact: bool, wrongly_accepted: bool, misread: bool) -> None:
    assert is_exact(truth, reading) is exact
    assert is_wrongly_accepted(truth, reading) is wrongly_accepted
    assert is_misread(truth, reading) is misread


def test_a_score_counts_each_picture_where_it_belongs() -> None:
    scored = score(
        "some",
        [
            (labelled(1, 4), read(1, 4)),
            (labelled(1, 4), read(1, 4, 4, accepted=False)),
            (labelled(6, 6), read(6, 5)),
            (labelled(2, 3, 3, doubtful=True), read(2, 3, 3)),
            (labelled(unreadable=True), read(5)),
            (labelled(), NOTHING),
        ],
    )
    assert scored.exact == Share(2, 4)
    assert scored.accepted == Share(2, 3)
    assert scored.wrong == Share(3, 5)
    assert scored.numbers == Share(1, 2)
    assert scored.recall == Share(8, 9)
    assert scored.precision == Share(8, 10)
    assert scored.groups == Share(0, 0)


def test_scores_come_by_source_and_in_sums() -> None:
    measured = [
        (labelled(1, source="yahtzee"), read(1)),
        (labelled(2, source="tomek"), read(2)),
        (labelled(3, source="byler"), read(3)),
        (labelled(4, source="ordinary", rendered=True), read(4)),
        (labelled(4, source="cocked", rendered=True, doubtful=True), read(4)),
    ]
    assert [one.name for one in scores_by_source(measured)] == ["byler", "cocked", "ordinary", "tomek", "yahtzee"]
    assert {one.name: one.exact.whole for one in sums(measured)} == {
        "all photographs": 3,
        "never trained on": 2,
        "king and yahtzee": 1,
        "trained or tuned on": 1,
        "rendered, at rest": 1,
        "rendered, every kind": 2,
    }
    assert [one.name for one in sums(measured[:1])] == ["all photographs", "never trained on", "king and yahtzee"]


@pytest.mark.parametrize(
    ("groups", "right"), [(((0, 2), (1,)), True), (((0,), (1,), (2,)), False), (((0, 1), (2,)), False)]
)
def test_groups_are_right_when_the_same_dice_lie_together(groups: tuple[tuple[int, ...], ...], right: bool) -> None:
    places: tuple[tuple[Face, tuple[float, float]], ...] = ((2, (201, 3)), (3, (99, -2)), (1, (4, 4)))
    truth = Labelled(Path("a.jpg"), "groups", True, (1, 2, 3), False, places=places, groups=((0, 2), (1,)))
    reading = Reading(read(1, 3, 2).dice, 0.9, True, (), groups)
    assert has_right_groups(truth, reading) is right
    assert score("one", [(truth, reading)]).groups == Share(int(right), 1)


def test_groups_of_overlooked_dice_are_wrong() -> None:
    truth = Labelled(Path("a.jpg"), "groups", True, (1,), False, places=((1, (0, 0)),), groups=((0,),))
    assert not has_right_groups(truth, NOTHING)


# Shares


@pytest.mark.parametrize(
    ("part", "whole", "low", "high"),
    [(0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1.0), (97, 100, 0.9155, 0.9897)],
)
def test_the_interval_is_wilsons(part: int, whole: int, low: float, high: float) -> None:
    assert Share(part, whole).interval == pytest.approx((low, high), abs=1e-4)


@given(st.integers(1, 1000).flatmap(lambda whole: st.tuples(st.integers(0, whole), st.just(whole))))
def test_the_interval_holds_the_share(counts: tuple[int, int]) -> None:
    share = Share(*counts)
    low, high = share.interval
    assert share.value is not None
    assert 0 <= low <= share.value + 1e-12
    assert share.value - 1e-12 <= high <= 1


def test_a_share_of_nothing_is_none() -> None:
    assert Share(0, 0).value is None
    assert Share(0, 0).interval == (0.0, 1.0)
    assert score_json(score("none", []))["exact"] == {"part": 0, "of": 0, "share": None, "interval": [0.0, 1.0]}


def test_reliability_compares_what_was_said_with_what_was_right() -> None:
    sure = [(labelled(1), read(1, confidence=0.96)), (labelled(1), read(2, confidence=0.98))]
    unsure = [(labelled(1), read(2, confidence=0.2)), (labelled(1), read(1, confidence=1.0))]
    uncounted = [(labelled(1, doubtful=True), read(1, confidence=0.5)), (labelled(), NOTHING)]
    low, high = reliability([*sure, *unsure, *uncounted], steps=(0, 0.5, 1))
    assert (low.said, low.right) == (0.2, Share(0, 1))
    assert high.said == pytest.approx(math.fsum((0.96, 0.98, 1.0)) / 3)
    assert high.right == Share(2, 3)


# Labels

PHOTOS = """file,source,width,height,values,n_dice,boxes,notes
a.jpg,king,640,480,1 3 3,3,,dark
b.jpg,king,640,480,,2,,"REJECT: rolling"
c.jpg,tomek,640,480,,0,,empty
"""
RENDERED = """file,kind,values,n_dice,corners,groups,notes
r1.jpg,groups,5 g,2,"5:0,0,2,0,2,2,0,2;g:10,0,12,0,12,2,10,2",1|0,lamp
r2.jpg,cocked,4 2,2,,,lamp
r3.jpg,empty,,0,,,lamp
r4.jpg,ordinary,4 2,2,,,lamp
"""


def folder_with(path: Path, labels: str) -> Path:
    (path / "labels.csv").write_text(labels, encoding="utf-8")
    return path


def test_labels_of_photographs(tmp_path: Path) -> None:
    first, rejected, empty = load_labels(folder_with(tmp_path, PHOTOS))
    assert first == Labelled(tmp_path / "images" / "a.jpg", "king", False, (1, 3, 3), False, notes="dark")
    assert (rejected.faces, rejected.doubtful) == (None, True)
    assert (empty.faces, empty.doubtful, empty.has_faces) == ((), False, False)


def test_labels_of_rendered_trays(tmp_path: Path) -> None:
    grouped, cocked, empty, ordinary = load_labels(folder_with(tmp_path, RENDERED))
    assert (grouped.source, grouped.rendered, grouped.expect) == ("groups", True, 4)
    assert grouped.faces == ("goat", 5)
    assert grouped.places == ((5, (1, 1)), ("goat", (11, 1)))
    assert grouped.groups == ((0,), (1,))
    assert [one.doubtful for one in (grouped, cocked, empty, ordinary)] == [True, True, False, False]
    assert ordinary.groups == ()


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        pytest.param(PHOTOS.replace("1 3 3", "1 7 3"), "line 2 is wrong: '7' is no face", id="no face"),
        pytest.param(PHOTOS.replace("n_dice", "count"), "the column 'n_dice' is missing", id="no column"),
        pytest.param(PHOTOS.splitlines()[0], "holds no pictures", id="no line"),
        pytest.param(RENDERED.replace("1|0", "1|1"), "line 2 is wrong: '1|1' does not hold each of 2", id="groups"),
        pytest.param(RENDERED.replace("5:0,0,", "5:0,"), "has no four corners", id="corners"),
    ],
)
def test_wrong_labels_are_named(tmp_path: Path, labels: str, told: str) -> None:
    with pytest.raises(LabelsError) as caught:
        load_labels(folder_with(tmp_path, labels))
    assert told in str(caught.value)
    assert str(tmp_path / "labels.csv") in str(caught.value)


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    with pytest.raises(LabelsError, match=r"labels\.csv: can't be read"):
        load_labels(tmp_path)
