"""A face as the rules have it, and as the camera names it: they differ in the goat alone."""

from __future__ import annotations

from collections.abc import Iterable

from engine.dice import Face as RolledFace
from engine.dice import face_json
from vision.reading import Face, sorted_faces


def seen(faces: Iterable[RolledFace]) -> tuple[Face, ...]:
    """The faces as the camera names them, sorted as a reading sorts them."""
    return sorted_faces(map(face_json, faces))


def rolled(face: Face | None, faces: tuple[RolledFace, ...]) -> RolledFace | None:
    """The face as the rules have it; None when it could not be read, or is no face of their dice."""
    return next((each for each in faces if face is not None and face_json(each) == face), None)


def faces_text(faces: Iterable[RolledFace]) -> str:
    """Faces in a row of the display, a goat as its first letter."""
    return " ".join(str(face_json(face))[:1].upper() for face in faces)
