"""Symbols that no threshold of the eyes was ever chosen on, and how well they are known again after five pictures.

`python -m tests.vision.held_out 4` teaches four sets of ten and prints the figures. Symbols are added here and never
looked at while the eyes are tuned; those to tune on are in `tests.vision.symbols`.
"""

from __future__ import annotations

import math
import random
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np

from hardware.simulated.scene import Scene
from hardware.simulated.tray import top_corners
from tests.vision.symbols import TEXTURE_PX, Drawing, Face, Image, draw_mark, draw_symbols, ring_of, spots, thrown
from vision.reader import Reader, load_reader
from vision.reading import SAFE, Die
from vision.taught import NO_FACES, TaughtFaces, learn

SHOWN: Final = 5
"""Pictures that a group shows of each face."""
IN_A_SET: Final = 10
"""So many faces are taught together; the others stay untaught."""

LETTERS: Final = {
    "numeral-2": ("2", cv2.FONT_HERSHEY_TRIPLEX),
    "numeral-5": ("5", cv2.FONT_HERSHEY_SIMPLEX),
    "numeral-7": ("7", cv2.FONT_HERSHEY_TRIPLEX),
    "numeral-8": ("8", cv2.FONT_HERSHEY_SIMPLEX),
    "letter-b": ("B", cv2.FONT_HERSHEY_TRIPLEX),
    "letter-g": ("G", cv2.FONT_HERSHEY_SIMPLEX),
    "letter-k": ("K", cv2.FONT_HERSHEY_TRIPLEX),
    "letter-q": ("Q", cv2.FONT_HERSHEY_SCRIPT_COMPLEX),
    "letter-r": ("R", cv2.FONT_HERSHEY_SIMPLEX),
    "letter-t": ("T", cv2.FONT_HERSHEY_TRIPLEX),
    "letter-y": ("Y", cv2.FONT_HERSHEY_SIMPLEX),
    "question": ("?", cv2.FONT_HERSHEY_TRIPLEX),
    "ampersand": ("&", cv2.FONT_HERSHEY_SIMPLEX),
}
"""Text and the font that it is set in."""

DRAWINGS: Final[dict[str, Drawing]] = {
    # heads of animals
    "cat": Drawing(
        filled=([(-0.55, -0.65), (-0.25, -0.35), (0.25, -0.35), (0.55, -0.65), (0.55, 0.2), (0, 0.62), (-0.55, 0.2)],),
        cut=((-0.24, 0.0, 0.11), (0.24, 0.0, 0.11)),
    ),
    "rabbit": Drawing(
        filled=(
            [(-0.34, -0.7), (-0.12, -0.68), (-0.06, 0), (-0.3, 0)],
            [(0.34, -0.7), (0.12, -0.68), (0.06, 0), (0.3, 0)],
        ),
        discs=((0, 0.26, 0.4),),
    ),
    "bear": Drawing(discs=((0, 0.1, 0.5), (-0.4, -0.4, 0.22), (0.4, -0.4, 0.22)), cut=((0, 0.25, 0.16),)),
    "fox": Drawing(
        filled=([(-0.6, -0.55), (-0.15, -0.2), (0.15, -0.2), (0.6, -0.55), (0.45, 0.1), (0, 0.68), (-0.45, 0.1)],)
    ),
    "owl": Drawing(
        discs=((-0.28, -0.1, 0.36), (0.28, -0.1, 0.36)),
        filled=([(-0.15, 0.2), (0.15, 0.2), (0, 0.6)],),
        cut=((-0.28, -0.1, 0.17), (0.28, -0.1, 0.17)),
    ),
    "bull": Drawing(
        filled=([(-0.3, -0.25), (0.3, -0.25), (0.22, 0.6), (-0.22, 0.6)],),
        strokes=([(-0.3, -0.2), (-0.62, -0.3), (-0.6, -0.66)], [(0.3, -0.2), (0.62, -0.3), (0.6, -0.66)]),
    ),
    "duck": Drawing(
        discs=((-0.12, -0.1, 0.42),), filled=([(0.2, -0.2), (0.7, 0.02), (0.2, 0.16)],), cut=((-0.1, -0.22, 0.09),)
    ),
    # runes
    "rune-f": Drawing(
        strokes=([(-0.3, -0.65), (-0.3, 0.65)], [(-0.3, 0.0), (0.35, -0.45)], [(-0.3, 0.35), (0.35, -0.1)])
    ),
    "rune-z": Drawing(strokes=([(0, -0.65), (0, 0.65)], [(0, 0.05), (-0.5, -0.55)], [(0, 0.05), (0.5, -0.55)])),
    "rune-o": Drawing(strokes=([(-0.45, 0.65), (0.3, -0.2), (0, -0.6), (-0.3, -0.2), (0.45, 0.65)],)),
    "rune-th": Drawing(strokes=([(-0.25, -0.65), (-0.25, 0.65)], [(-0.25, -0.3), (0.3, 0), (-0.25, 0.3)])),
    "rune-r": Drawing(strokes=([(-0.3, 0.65), (-0.3, -0.6), (0.3, -0.3), (-0.3, 0), (0.35, 0.65)],)),
    "rune-h": Drawing(strokes=([(-0.4, -0.6), (-0.4, 0.6)], [(0.4, -0.6), (0.4, 0.6)], [(-0.4, -0.2), (0.4, 0.2)])),
    # arrows
    "arrow-both-ways": Drawing(
        filled=([(-0.72, 0), (-0.3, -0.4), (-0.3, 0.4)], [(0.72, 0), (0.3, -0.4), (0.3, 0.4)]),
        strokes=([(-0.35, 0), (0.35, 0)],),
        width=0.22,
    ),
    "arrow-bent": Drawing(
        strokes=([(-0.4, 0.62), (-0.4, -0.25), (0.2, -0.25)],),
        filled=([(0.1, -0.62), (0.66, -0.25), (0.1, 0.12)],),
        width=0.22,
    ),
    "chevrons": Drawing(strokes=([(-0.5, 0), (0, -0.5), (0.5, 0)], [(-0.5, 0.5), (0, 0), (0.5, 0.5)]), width=0.18),
    "arrow-thin": Drawing(strokes=([(0, 0.65), (0, -0.6)], [(-0.35, -0.2), (0, -0.62), (0.35, -0.2)])),
    # shapes
    "triangle": Drawing(filled=([(0, -0.62), (0.6, 0.45), (-0.6, 0.45)],)),
    "hourglass": Drawing(filled=([(-0.5, -0.6), (0.5, -0.6), (0, 0)], [(-0.5, 0.6), (0.5, 0.6), (0, 0)])),
    "drop": Drawing(filled=([(0, -0.7), (0.36, 0.05), (-0.36, 0.05)],), discs=((0, 0.2, 0.4),)),
    "key": Drawing(
        discs=((0, -0.4, 0.3),),
        cut=((0, -0.4, 0.14),),
        strokes=([(0, -0.1), (0, 0.66)], [(0, 0.6), (0.26, 0.6)], [(0, 0.36), (0.2, 0.36)]),
    ),
    "sun": Drawing(
        discs=((0, 0, 0.3),), strokes=tuple([(0.42 * x, 0.42 * y), (0.68 * x, 0.68 * y)] for x, y in ring_of(8, (1.0,)))
    ),
    "crown": Drawing(
        filled=([(-0.6, 0.45), (-0.6, -0.4), (-0.28, -0.02), (0, -0.5), (0.28, -0.02), (0.6, -0.4), (0.6, 0.45)],)
    ),
    # pips as no ordinary die has them
    "four-in-a-row": spots(*((x, 0.0) for x in (-0.57, -0.19, 0.19, 0.57)), radius=0.13),
    "three-in-a-triangle": spots(*ring_of(3, (0.46,))),
    "eight-pips": spots(*((x, y) for x in (-0.5, 0.0, 0.5) for y in (-0.5, 0.0, 0.5) if (x, y) != (0, 0)), radius=0.13),
    "nine-pips": spots(*((x, y) for x in (-0.5, 0.0, 0.5) for y in (-0.5, 0.0, 0.5)), radius=0.13),
    "pip-and-bar": Drawing(discs=((0, -0.35, 0.2),), strokes=([(-0.5, 0.35), (0.5, 0.35)],), width=0.2),
}


@cache
def marks() -> Mapping[str, Image]:
    """All of the symbols as marks of faces."""
    return {name: _set_in(*text) for name, text in LETTERS.items()} | {
        name: draw_mark(drawing) for name, drawing in DRAWINGS.items()
    }


def _set_in(text: str, font: int) -> Image:
    """A letter in the middle of a face, two thirds of it high."""
    mark = np.zeros((TEXTURE_PX, TEXTURE_PX), np.uint8)
    (_, height), _ = cv2.getTextSize(text, font, 1, 1)
    scale = 0.62 * TEXTURE_PX / height
    thickness = round(0.075 * TEXTURE_PX)
    (width, height), _ = cv2.getTextSize(text, font, scale, thickness)
    origin = (round((TEXTURE_PX - width) / 2), round((TEXTURE_PX + height) / 2))
    cv2.putText(mark, text, origin, font, scale, (255,), thickness, cv2.LINE_AA)
    return mark


def pictured(rng: random.Random, faces: Sequence[Face]) -> tuple[Image, Scene]:
    """A picture of dice with these faces: 1..6 for pips, the name of a symbol otherwise."""
    scene, _ = thrown(rng, faces)
    return draw_symbols(rng, scene, [None if isinstance(face, int) else marks()[face] for face in faces]), scene


def taught_set(seed: int) -> tuple[str, ...]:
    """The names that are taught together."""
    return tuple(random.Random(f"set {seed}").sample(sorted(marks()), IN_A_SET))


def teach(plain: Reader, names: Sequence[str], seed: int) -> TaughtFaces:
    """Shows each face, alone, as often as a group would."""
    faces = NO_FACES
    for name in names:
        rng = random.Random(f"shown {name} {seed}")
        for _ in range(SHOWN):
            image, _scene = pictured(rng, [name])
            look = max(plain.looks(image), key=lambda look: look.is_die)
            faces = learn(faces, name, [look.close_ups[0]])
    return faces


@dataclass(frozen=True, slots=True)
class Seen:
    """One die: what it shows, whether that was taught, and what was read where it lies."""

    truth: Face
    is_taught: bool
    die: Die | None

    @property
    def is_right(self) -> bool:
        """Whether it was read right and would be taken without asking."""
        return self.die is not None and self.die.face == self.truth and self.die.confidence >= SAFE

    @property
    def is_taken(self) -> bool:
        """Whether something was read that would be taken without asking."""
        return self.die is not None and self.die.face is not None and self.die.confidence >= SAFE


def seen_in_set(plain: Reader, seed: int, pictures: int) -> list[Seen]:
    """Teaches a set; then reads pictures, each of two taught symbols, an untaught one and pips."""
    names = taught_set(seed)
    untaught = [name for name in marks() if name not in names]
    reader = load_reader(teach(plain, names, seed))
    seen = []
    for number in range(pictures):
        rng = random.Random(f"fresh {seed} {number}")
        truths: list[Face] = [*rng.sample(names, 2), rng.choice(untaught), rng.randint(1, 6)]
        image, scene = pictured(rng, truths)
        dice = reader.read(image).dice
        for index, truth in enumerate(truths):
            corners = np.array(top_corners(scene.dice[index], scene.view))
            place = (float(corners[:, 0].mean()), float(corners[:, 1].mean()))
            die = next((die for die in dice if math.dist(die.centre_xy, place) < 22), None)
            seen.append(Seen(truth, truth in names, die))
    return seen


def main(sets: int, pictures: int) -> None:
    """Prints the figures of some sets."""
    plain = load_reader()
    seen = [one for seed in range(sets) for one in seen_in_set(plain, seed, pictures)]
    taught = [one for one in seen if one.is_taught]
    untaught = [one for one in seen if not one.is_taught and isinstance(one.truth, str)]
    pips = [one for one in seen if isinstance(one.truth, int)]
    right = sum(one.is_right for one in taught)
    print(f"{len(marks())} symbols, {sets} sets of {IN_A_SET} taught from {SHOWN} pictures each")
    print(f"taught: {right} of {len(taught)} right and sure, {right / len(taught):.1%}")
    print(f"taught and taken for another: {[_text(one) for one in taught if one.is_taken and not one.is_right]}")
    print(f"untaught and taken, of {len(untaught)}: {[_text(one) for one in untaught if one.is_taken]}")
    wrong = [_text(one) for one in pips if one.die is None or one.die.face != one.truth]
    print(f"pips read wrong, of {len(pips)}: {wrong}")
    print(f"taught and in doubt: {[_text(one) for one in taught if not one.is_right and not one.is_taken]}")


def _text(one: Seen) -> str:
    read = "not seen" if one.die is None else f"{one.die.face or one.die.second} {one.die.confidence:.2f}"
    return f"{one.truth}: {read}"


if __name__ == "__main__":
    given = sys.argv[1:3]
    main(*(int(word) for word in (*given, *("4", "65")[len(given) :])))
