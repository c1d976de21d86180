"""Faces that a group teaches: known again on fresh pictures, and nothing else is called by their names."""

from __future__ import annotations

import csv
import json
import math
import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from hardware.simulated.scene import Scene
from hardware.simulated.tray import top_corners
from tests.shared import RENDERED, needs_rendered
from tests.vision.symbols import DRAWINGS, Face, Image, drawn, seen_face
from vision.marks import may_be_pips
from vision.pictures import load_picture
from vision.pips import SIDE_PX
from vision.reader import Look, Reader, load_reader
from vision.reading import SAFE, Die, Doubt
from vision.taught import (
    MOST_EXAMPLES,
    NO_FACES,
    Match,
    Matcher,
    TaughtError,
    TaughtFaces,
    forget,
    learn,
    parse_taught,
    taught_text,
)

NAMES = tuple(DRAWINGS)
TAUGHT, UNTAUGHT = NAMES[0::2], NAMES[1::2]
SHOWN = 5
"""Pictures that a group shows of each face."""
LEAST_RIGHT = 0.98


@dataclass(frozen=True)
class Seen:
    """One die of a drawn picture: what it shows, and what was read where it lies."""

    truth: Face
    die: Die | None


@pytest.fixture(scope="module")
def plain() -> Reader:
    return load_reader()


@pytest.fixture(scope="module")
def taught(plain: Reader) -> TaughtFaces:
    """Half of the drawings, each shown five times, alone."""
    faces = NO_FACES
    for name in TAUGHT:
        rng = random.Random(f"shown {name}")
        for _ in range(SHOWN):
            image, _scene = drawn(rng, [name])
            faces = learn(faces, name, [likeliest(plain.looks(image)).close_ups[0]])
    return faces


@pytest.fixture(scope="module")
def reader(taught: TaughtFaces) -> Reader:
    return load_reader(taught)


@pytest.fixture(scope="module")
def seen(reader: Reader) -> list[Seen]:
    """Hundreds of dice on fresh pictures, two taught symbols, an untaught one and pips on each."""
    dice = []
    for seed in range(64):
        rng = random.Random(f"fresh {seed}")
        truths: list[Face] = [*rng.sample(TAUGHT, 2), UNTAUGHT[seed % len(UNTAUGHT)], rng.randint(1, 6)]
        dice += read_drawn(reader, rng, truths)
    return dice


def likeliest(looks: Iterable[Look]) -> Look:
    return max(looks, key=lambda look: look.is_die)


def read_drawn(reader: Reader, rng: random.Random, truths: list[Face]) -> list[Seen]:
    image, scene = drawn(rng, truths)
    places = [top_middle(scene, index) for index in range(len(truths))]
    reading = reader.read(image)
    return [
        Seen(truth, next((die for die in reading.dice if math.dist(die.centre_xy, place) < 22), None))
        for truth, place in zip(truths, places, strict=True)
    ]


def top_middle(scene: Scene, index: int) -> tuple[float, float]:
    corners = np.array(top_corners(scene.dice[index], scene.view))
    return float(corners[:, 0].mean()), float(corners[:, 1].mean())


def crops_of(face: Face, seed: int, count: int = SHOWN) -> list[Image]:
    """A face as the reader would cut it out of `count` pictures."""
    rng = random.Random(f"{face} {seed}")
    crops = []
    for _ in range(count):
        image, scene = drawn(rng, [face])
        crops.append(seen_face(rng, image, scene, 0))
    return crops


# On whole pictures


def test_taught_faces_are_called_by_their_names(seen: list[Seen]) -> None:
    shown = [one for one in seen if one.truth in TAUGHT]
    right = [one for one in shown if one.die is not None and one.die.face == one.truth and one.die.confidence >= SAFE]
    assert len(right) >= LEAST_RIGHT * len(shown), [one for one in shown if one not in right]


def test_untaught_faces_have_no_name_and_no_number_that_is_taken(seen: list[Seen]) -> None:
    dice = [one.die for one in seen if one.truth in UNTAUGHT and one.die is not None]
    assert len(dice) > 45
    assert [die for die in dice if isinstance(die.face, str)] == []
    assert [die for die in dice if die.confidence >= SAFE] == []


def test_pips_beside_symbols_stay_pips(seen: list[Seen]) -> None:
    pips = [one for one in seen if isinstance(one.truth, int)]
    assert [one for one in pips if one.die is None or one.die.face != one.truth] == []


def test_pips_are_read_as_before_when_faces_are_taught(plain: Reader, reader: Reader) -> None:
    for seed in range(25):
        rng = random.Random(f"pips {seed}")
        image, _scene = drawn(rng, [rng.randint(1, 6) for _ in range(4)])
        assert reader.read(image) == plain.read(image)


@pytest.mark.parametrize("name", UNTAUGHT)
def test_nothing_taught_leaves_a_symbol_in_doubt(plain: Reader, name: str) -> None:
    image, _scene = drawn(random.Random(f"untaught {name}"), [name] * 4)
    reading = plain.read(image)
    assert not reading.accepted
    assert Doubt.UNKNOWN_FACE in reading.doubts or Doubt.COUNT in reading.doubts


def test_a_tray_with_goats_is_accepted_once_they_are_taught(plain: Reader, reader: Reader) -> None:
    image, _scene = drawn(random.Random(4), ["goat", "goat", 3, 6])
    assert not plain.read(image).accepted
    reading = reader.read(image, expect=4)
    assert reading.faces == ("goat", "goat", 3, 6)
    assert reading.accepted


@needs_rendered
@pytest.mark.parametrize(
    ("shown", "asked", "least"),
    [("r0374.jpg", "r0025.jpg", 3), ("r0235.jpg", "r0235.jpg", 3), ("r0374.jpg", "r0164.jpg", 1)],
)
def test_rendered_symbols_are_known_on_other_dice_in_other_light(
    plain: Reader, shown: str, asked: str, least: int
) -> None:
    teaching, truths = rendered(shown), rendered_faces(asked)
    places = [place for face, place in rendered_faces(shown) if face == "g"]
    looks = [look for look in plain.looks(teaching) if any(math.dist(look.spot.centre_xy, at) < 12 for at in places)]
    reader = load_reader(learn(NO_FACES, "goat", [look.close_ups[0] for look in looks]))
    reading = reader.read(rendered(asked))
    assert sum(die.face == "goat" for die in reading.dice) == least == sum(face == "g" for face, _ in truths)


def rendered(file: str) -> Image:
    return load_picture(RENDERED / "images" / file)


def rendered_faces(file: str) -> list[tuple[str, tuple[float, float]]]:
    """The faces of a rendered picture and where their middles are."""
    with (RENDERED / "labels.csv").open(encoding="utf-8", newline="") as labels:
        (row,) = (row for row in csv.DictReader(labels) if row["file"] == file)
    faces = []
    for one in row["corners"].split(";"):
        face, numbers = one.split(":")
        corners = np.array([float(number) for number in numbers.split(",")]).reshape(4, 2)
        faces.append((face, (float(corners[:, 0].mean()), float(corners[:, 1].mean()))))
    return faces


# On single faces


@pytest.mark.parametrize("turns", [0, 1, 2, 3])
@pytest.mark.parametrize("change", ["as it was", "inverted", "dim", "uneven light"])
def test_turn_light_and_colours_do_not_matter(turns: int, change: str) -> None:
    matcher = Matcher(learn(NO_FACES, "goat", crops_of("goat", 1)))
    (face,) = crops_of("goat", 2, 1)
    ramp = np.linspace(0.6, 1.0, SIDE_PX)[:, None, None]
    changed = {
        "as it was": face,
        "inverted": 255 - face,
        "dim": (face * 0.4).astype(np.uint8),
        "uneven light": (face * ramp).astype(np.uint8),
    }[change]
    match = matcher.match([np.ascontiguousarray(np.rot90(changed, turns))])
    assert match is not None
    assert match.name == "goat"
    assert match.confidence >= SAFE


@pytest.mark.parametrize("name", UNTAUGHT)
def test_other_symbols_do_not_match(taught: TaughtFaces, name: str) -> None:
    assert sure(Matcher(taught).match([crop]) for crop in crops_of(name, 3)) == []


@pytest.mark.parametrize("face", range(1, 7))
def test_pips_do_not_match(taught: TaughtFaces, face: int) -> None:
    assert sure(Matcher(taught).match([crop]) for crop in crops_of(face, 4)) == []


@pytest.mark.parametrize("name", ["fish", "heart", "goat", "letter-a", "moon"])
def test_a_symbol_of_one_piece_is_no_one(name: str) -> None:
    assert not any(may_be_pips(1, [crop]) for crop in crops_of(name, 9))


@pytest.mark.parametrize(("name", "face"), [("five-in-a-ring", 6), ("seven-pips", 6), ("three-in-a-corner", 4)])
def test_a_number_needs_as_many_spots(name: str, face: int) -> None:
    assert not any(may_be_pips(face, [crop]) for crop in crops_of(name, 9))


@pytest.mark.parametrize("face", range(1, 7))
def test_pips_may_be_pips(face: int) -> None:
    assert all(may_be_pips(face, [crop]) for crop in crops_of(face, 9))


def sure(matches: Iterable[Match | None]) -> list[Match]:
    return [match for match in matches if match is not None and match.confidence >= SAFE]


def test_two_names_for_one_symbol_are_never_sure() -> None:
    twice = learn(learn(NO_FACES, "star", crops_of("star", 5)), "sun", crops_of("star", 6))
    assert sure(Matcher(twice).match([crop]) for crop in crops_of("star", 7)) == []


def test_a_blank_face_matches_nothing_and_is_not_learnt() -> None:
    blank = np.full((SIDE_PX, SIDE_PX, 3), 128, dtype=np.uint8)
    assert Matcher(learn(NO_FACES, "star", crops_of("star", 1))).match([blank]) is None
    with pytest.raises(TaughtError, match="blank"):
        learn(NO_FACES, "star", [blank])


def test_the_newest_examples_are_kept() -> None:
    crops = crops_of("star", 8, MOST_EXAMPLES + 2)
    (face,) = learn(NO_FACES, "star", crops).faces
    assert face == learn(NO_FACES, "star", crops[2:]).faces[0]


def test_a_face_is_forgotten() -> None:
    both = learn(learn(NO_FACES, "star", crops_of("star", 1, 1)), "goat", crops_of("goat", 1, 1))
    assert both.names == ("goat", "star")
    assert forget(both, "goat") == learn(NO_FACES, "star", crops_of("star", 1, 1))
    with pytest.raises(TaughtError, match="moon"):
        forget(both, "moon")


@pytest.mark.parametrize("name", ["1", "6", "", "a" * 21, "two words", "a_b", "naïve!"])
def test_what_is_no_name_is_refused(name: str) -> None:
    with pytest.raises(TaughtError, match="no name"):
        learn(NO_FACES, name, crops_of("star", 1, 1))


# As text


def test_text_and_back(taught: TaughtFaces) -> None:
    assert parse_taught(taught_text(taught)) == taught


MARK = json.loads(taught_text(learn(NO_FACES, "star", crops_of("star", 1, 1))))["faces"]["star"][0]


@pytest.mark.parametrize(
    ("value", "named"),
    [
        ([], "schema and faces"),
        ({"schema": 1}, "schema and faces"),
        ({"schema": 2, "faces": {}}, "schema: expected 1"),
        ({"schema": 1, "faces": []}, "faces"),
        ({"schema": 1, "faces": {"3": [MARK]}}, "'3'"),
        ({"schema": 1, "faces": {"goat": []}}, "faces.goat"),
        ({"schema": 1, "faces": {"goat": [{"mark": MARK["mark"]}]}}, "faces.goat.0"),
        ({"schema": 1, "faces": {"goat": [MARK | {"spread": "wide"}]}}, "faces.goat.0.spread"),
        ({"schema": 1, "faces": {"goat": [MARK | {"spread": 2}]}}, "faces.goat.0.spread"),
        ({"schema": 1, "faces": {"goat": [MARK, MARK | {"mark": "%"}]}}, "faces.goat.1.mark"),
        ({"schema": 1, "faces": {"goat": [MARK | {"mark": 5}]}}, "faces.goat.0.mark"),
        ({"schema": 1, "faces": {"goat": [MARK | {"mark": "AAAA"}]}}, "faces.goat.0.mark"),
    ],
)
def test_a_wrong_text_is_refused_and_the_field_named(value: Any, named: str) -> None:
    with pytest.raises(TaughtError) as refused:
        parse_taught(json.dumps(value))
    assert named in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TaughtError, match="JSON"):
        parse_taught("{")
