"""The file of what was learnt of the tray, in the data folder."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from typing import Final

from pi.shell.data import write_whole
from pi.shell.errors import UsageError
from vision.calibration import Calibration, CalibrationError, calibration_json, parse_calibration

log = logging.getLogger(__name__)

CALIBRATION_NAME: Final = "calibration.json"


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Puts a calibration in place of the old one."""
    write_whole(path, json.dumps(calibration_json(calibration)))


def load_calibration(path: Path) -> Calibration:
    """Reads a stored calibration.

    Raises:
        UsageError: names the file, what is wrong, and the remedy.
    """
    again = "make it again with goatherd calibrate"
    try:
        return parse_calibration(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise UsageError(f"{path}: no such file; make it with goatherd calibrate") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path}: can't be read ({error}); {again}") from error
    except json.JSONDecodeError as error:
        raise UsageError(f"{path}: is no JSON (line {error.lineno}); {again}") from error
    except CalibrationError as error:
        raise UsageError(f"{path}: {error}; {again}") from error


def known_calibration(folder: Path) -> Calibration | None:
    """The calibration of a data folder; none where it has none or one that is broken, since it is learnt anew."""
    path = folder / CALIBRATION_NAME
    if not path.exists():
        return None
    try:
        return load_calibration(path)
    except UsageError as error:
        log.warning("%s", error)
        return None
