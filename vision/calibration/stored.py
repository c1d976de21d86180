"""A calibration as JSON."""

from __future__ import annotations

import base64
import binascii
from typing import Any, Final

from vision.calibration.tray import LEAST_SIDE, Calibration, Size, area, small_wh
from vision.reading import Point

_SCHEMA: Final = 1


class CalibrationError(Exception):
    """A stored calibration is wrong; one line that names the field and what was expected."""


def calibration_json(calibration: Calibration) -> dict[str, Any]:
    """Writes a calibration as JSON."""
    return {
        "schema": _SCHEMA,
        "size": list(calibration.size_wh),
        "outline": [list(point) for point in calibration.outline_xy],
        "empty": base64.b64encode(calibration.empty).decode("ascii"),
        "light": calibration.light,
        "sharpness": calibration.sharpness,
        "die": calibration.die_px,
        "made_from": calibration.made_from,
    }


def parse_calibration(data: Any) -> Calibration:
    """Reads a calibration from JSON.

    Raises:
        CalibrationError: names the field and what was expected.
    """
    fields = ("schema", "size", "outline", "empty", "light", "sharpness", "die", "made_from")
    if not isinstance(data, dict):
        raise CalibrationError(f"calibration: expected an object with {', '.join(fields)}")
    for name in fields:
        if name not in data:
            raise CalibrationError(f"{name}: is missing")
    unknown = sorted(str(name) for name in set(data) - set(fields))
    if unknown:
        raise CalibrationError(f"{unknown[0]}: is no field of a calibration")
    if data["schema"] != _SCHEMA or isinstance(data["schema"], bool):
        raise CalibrationError(f"schema: expected {_SCHEMA}, got {data['schema']!r}")
    size_wh = _parse_size(data["size"])
    sharpness, die = data["sharpness"], data["die"]
    return Calibration(
        size_wh=size_wh,
        outline_xy=_parse_outline(data["outline"], size_wh),
        empty=_parse_empty(data["empty"], size_wh),
        light=_parse_number(data["light"], "light", 0, 255),
        sharpness=None if sharpness is None else _parse_number(sharpness, "sharpness", 0, 1),
        die_px=None if die is None else _parse_number(die, "die", 1, max(size_wh)),
        made_from=_parse_count(data["made_from"], "made_from", 1),
    )


def _parse_count(value: Any, name: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise CalibrationError(f"{name}: expected a whole number from {least} on, got {value!r}")
    return value


def _parse_number(value: Any, name: str, least: float, most: float) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool) or not least <= value <= most:
        raise CalibrationError(f"{name}: expected a number from {least} to {most}, got {value!r}")
    return float(value)


def _parse_size(value: Any) -> Size:
    if not isinstance(value, list) or len(value) != 2:
        raise CalibrationError("size: expected [width, height]")
    return _parse_count(value[0], "size", LEAST_SIDE), _parse_count(value[1], "size", LEAST_SIDE)


def _parse_outline(value: Any, size_wh: Size) -> tuple[Point, ...]:
    if not isinstance(value, list) or len(value) < 3 or not all(isinstance(p, list) and len(p) == 2 for p in value):
        raise CalibrationError("outline: expected three or more points [x, y]")
    outline = tuple(
        (_parse_number(x, "outline", 0, size_wh[0]), _parse_number(y, "outline", 0, size_wh[1])) for x, y in value
    )
    if area(outline) <= 0:
        raise CalibrationError("outline: expected points round an area")
    return outline


def _parse_empty(value: Any, size_wh: Size) -> bytes:
    width, height = small_wh(size_wh)
    try:
        levels = base64.b64decode(value, validate=True) if isinstance(value, str) else b""
    except (binascii.Error, ValueError):
        levels = b""
    if len(levels) != width * height:
        raise CalibrationError(f"empty: expected {width}x{height} grey levels in base64")
    return levels
