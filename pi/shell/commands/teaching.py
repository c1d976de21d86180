"""`goatherd teach`: faces other than pips, learnt from pictures of them."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pi.shell.data import add_data_option, data_folder
from pi.shell.errors import UsageError
from pi.shell.faces import load_faces, save_faces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from vision.reader import Reader
    from vision.taught import TaughtFaces

    Picture = NDArray[np.uint8]

DONE, WRONG = 0, 2


class NotLearntError(Exception):
    """Nothing can be learnt from a picture; the text says why and what to show."""


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands of this family."""
    teach = commands.add_parser(
        "teach",
        help="teach a face that is not pips, such as goat",
        description="Each picture shows dice with that face up: one die alone, or among dice that show pips.",
    )
    teach.add_argument("name", nargs="?", metavar="NAME", help="of the face: letters, digits, hyphens, and not 1 to 6")
    teach.add_argument("images", nargs="*", type=Path, metavar="IMAGE", help="a picture file; five are a good number")
    teach.add_argument("--list", action="store_true", help="list the faces taught")
    teach.add_argument("--forget", action="store_true", help="forget the face NAME")
    add_data_option(teach)
    teach.set_defaults(run=_run_teach)


def _run_teach(arguments: argparse.Namespace) -> int:
    folder: Path = data_folder(arguments.data)
    if arguments.list:
        if arguments.name is not None or arguments.forget:
            raise UsageError("--list: takes no NAME and no --forget")
        return _list(folder)
    if arguments.name is None:
        raise UsageError("NAME: missing; say which face to teach, or --list")
    if arguments.forget:
        if arguments.images:
            raise UsageError("--forget: takes no IMAGE")
        return _forget(folder, arguments.name)
    if not arguments.images:
        raise UsageError("IMAGE: missing; give pictures of dice with that face up, five are a good number")
    return _teach(folder, arguments.name, arguments.images)


def _list(folder: Path) -> int:
    faces = load_faces(folder).faces
    for face in faces:
        print(f"{face.name:<20} {_examples(len(face.examples))}")
    if not faces:
        print(f"no faces taught in {folder}", file=sys.stderr)
    return DONE


def _forget(folder: Path, name: str) -> int:
    from vision.taught import TaughtError, forget

    try:
        taught = forget(load_faces(folder), name)
    except TaughtError as error:
        raise UsageError(str(error)) from None
    save_faces(folder, taught)
    print(f"{name}: forgotten")
    return DONE


def _teach(folder: Path, name: str, images: list[Path]) -> int:
    from vision.pictures import PictureError, load_picture
    from vision.reader import load_reader
    from vision.taught import TaughtError, check_name

    try:
        check_name(name)
    except TaughtError as error:
        raise UsageError(f"NAME: {error}") from None
    taught, reader, status = load_faces(folder), load_reader(), DONE
    for path in images:
        try:
            taught, learnt = learn_from(taught, name, reader, load_picture(path))
        except PictureError as error:
            print(f"goatherd: {error}", file=sys.stderr)
            status = WRONG
        except NotLearntError as error:
            print(f"goatherd: {path}: {error}", file=sys.stderr)
            status = WRONG
        else:
            save_faces(folder, taught)
            print(f"{path}: {_examples(learnt)} of {name}")
    return status


def learn_from(taught: TaughtFaces, name: str, reader: Reader, image_bgr: Picture) -> tuple[TaughtFaces, int]:
    """Learns a face from one picture.

    Args:
        taught: what is known so far.
        name: of the face.
        reader: one that knows no taught faces.
        image_bgr: uint8 (H, W, 3), blue-green-red.

    Returns:
        The faces with the new examples, and how many those are.

    Raises:
        NotLearntError: no die, several that differ, pips, a blur, or a face taught under another name.
    """
    from vision.marks import mark_of
    from vision.taught import Matcher, are_pips, are_same, forget, learn

    crops = _shown(reader, image_bgr)
    marks = [mark for mark in map(mark_of, crops) if mark is not None]
    if len(marks) < len(crops):
        raise NotLearntError("the face is blank or too blurred; show a sharp picture in even light")
    if not are_same(marks):
        raise NotLearntError("shows several dice that differ; show the one to be taught alone or among dice with pips")
    if any(are_pips(mark) for mark in marks):
        raise NotLearntError("shows pips as an ordinary die has them; they are known already")
    others = forget(taught, name) if name in taught.names else taught
    match = Matcher(others).match(crops)
    if match is not None:
        raise NotLearntError(f"looks like {match.name}, which is taught already; show another face or forget that one")
    return learn(taught, name, crops), len(crops)


def _shown(reader: Reader, image_bgr: Picture) -> list[Picture]:
    """The faces to learn: that of the only die, else those that are not surely pips."""
    from vision.reader import IS_DIE
    from vision.reading import Doubt

    if Doubt.BLURRED in reader.read(image_bgr).doubts:
        raise NotLearntError("too blurred; hold the camera still and let it focus")
    looks = [look for look in reader.looks(image_bgr) if look.is_die >= IS_DIE]
    if not looks:
        raise NotLearntError("no die seen; show it larger, on a plain ground")
    shown = [look for look in looks if look.is_refuted or not look.is_safe]
    if not shown:
        raise NotLearntError("shows only pips as ordinary dice have them; they are known already")
    return [look.close_ups[0] for look in shown]


def _examples(count: int) -> str:
    return "1 example" if count == 1 else f"{count} examples"
