"""Strict readers for values that came from JSON: every wrong type, missing or unknown field is named."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import EngineError

_SHOWN_CHARACTERS = 40
_SHOWN_BITS = 64


def shown(value: object) -> str:
    """Writes a value for a message: short, on one line, printable."""
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        return "a huge number"
    text = repr(value)
    return text if len(text) <= _SHOWN_CHARACTERS else text[: _SHOWN_CHARACTERS - 3] + "..."


def members(value: object, field: str, required: Sequence[str], optional: Sequence[str] = ()) -> dict[str, object]:
    """Reads an object that has all the required fields, perhaps the optional ones, and no others.

    Raises:
        EngineError: naming `field` and the member that is missing or unknown.
    """
    known = (*required, *optional)
    if not isinstance(value, dict):
        raise EngineError(f"{field}: expected an object with {', '.join(known)}, found {shown(value)}")
    for key in value:
        if key not in known:
            raise EngineError(f"{field}: unknown field {shown(key)}; known are {', '.join(known) or 'none'}")
    for key in required:
        if key not in value:
            raise EngineError(f"{field}: the field '{key}' is missing")
    return value


def items(value: object, field: str, what: str) -> list[object]:
    """Reads a list; `what` says what it should hold."""
    if not isinstance(value, list):
        raise EngineError(f"{field}: expected a list of {what}, found {shown(value)}")
    return value


def whole(value: object, field: str, low: int, high: int | None = None) -> int:
    """Reads a whole number in low..high, both included; True, 1.0 and "1" are none."""
    if type(value) is int and value >= low and (high is None or value <= high):
        return value
    expected = f"a whole number from {low} to {high}" if high is not None else f"a whole number from {low} up"
    raise EngineError(f"{field}: expected {expected}, found {shown(value)}")


def flag(value: object, field: str) -> bool:
    """Reads true or false."""
    if not isinstance(value, bool):
        raise EngineError(f"{field}: expected true or false, found {shown(value)}")
    return value


def text(value: object, field: str) -> str:
    """Reads a string."""
    if not isinstance(value, str):
        raise EngineError(f"{field}: expected a text, found {shown(value)}")
    return value
