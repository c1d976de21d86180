"""The file of the faces that a group taught, in the data folder."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from pi.shell.data import write_whole
from pi.shell.errors import UsageError

if TYPE_CHECKING:
    from vision.taught import TaughtFaces

FACES_NAME: Final = "faces.json"


def load_faces(folder: Path) -> TaughtFaces:
    """Reads the faces of a data folder, none where it has no such file; raises UsageError for a file that is wrong."""
    from vision.taught import NO_FACES, TaughtError, parse_taught

    path = folder / FACES_NAME
    try:
        return parse_taught(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return NO_FACES
    except UnicodeDecodeError:
        raise UsageError(f"{path}: is no text; delete it and teach the faces anew") from None
    except TaughtError as error:
        raise UsageError(f"{path}: {error}") from None


def save_faces(folder: Path, taught: TaughtFaces) -> None:
    """Writes the faces of a data folder."""
    from vision.taught import taught_text

    write_whole(folder / FACES_NAME, taught_text(taught))
