"""Checks JSON against the types it is declared with, and writes those types for the page.

The declarations are TypedDicts. They are the one source for both sides: the server checks what comes in by them, the
tests what goes out, and the page's editor reads the same as JSDoc.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

MOST_ITEMS = 200
"""No list or object from outside has more."""
MOST_LETTERS = 200
"""No text from outside has more."""


class ShapeError(Exception):
    """JSON is not of the declared shape; names the field and what was expected."""


def check_shape(value: object, shape: Any, field: str, is_limited: bool = True) -> None:
    """Checks a JSON value.

    Args:
        value: as `json.loads` gives it.
        shape: a TypedDict, `Literal`, `list[...]`, `dict[str, ...]`, a union, int, float, str, bool, None or `Any`.
        field: how to name it.
        is_limited: whether long lists and texts are refused; what comes from outside is limited.

    Raises:
        ShapeError: naming the field.
    """
    if shape is Any:
        return
    if is_typeddict(shape):
        _check_members(value, shape, field, is_limited)
        return
    match get_origin(shape):
        case o if o is Literal:
            if not any(value == one and type(value) is type(one) for one in get_args(shape)):
                raise ShapeError(f"{field}: expected {_words(get_args(shape))}")
        case o if o is list:
            _check_size(value, list, field, "a list", is_limited)
            for index, item in enumerate(value):  # type: ignore[arg-type, var-annotated]
                check_shape(item, get_args(shape)[0], f"{field}.{index}", is_limited)
        case o if o is dict:
            _check_size(value, dict, field, "an object", is_limited)
            for key, item in value.items():  # type: ignore[attr-defined]
                check_shape(item, get_args(shape)[1], f"{field}.{key[:40]}", is_limited)
        case o if o in (Union, UnionType):
            _check_union(value, get_args(shape), field, is_limited)
        case _:
            _check_plain(value, shape, field, is_limited)


def _check_members(value: object, shape: Any, field: str, is_limited: bool) -> None:
    if not isinstance(value, dict):
        raise ShapeError(f"{field}: expected an object")
    hints = get_type_hints(shape, include_extras=True)
    for name in value:
        if name not in hints:
            raise ShapeError(f"{field}: nothing is called {str(name)[:40]!r} here; expected {_words(hints)}")
    for name, hint in hints.items():
        is_optional = get_origin(hint) is NotRequired
        if name in value:
            check_shape(value[name], get_args(hint)[0] if is_optional else hint, f"{field}.{name}", is_limited)
        elif not is_optional:
            raise ShapeError(f"{field}.{name}: is missing")


def _check_union(value: object, shapes: tuple[Any, ...], field: str, is_limited: bool) -> None:
    tagged = [shape for shape in shapes if is_typeddict(shape) and "do" in shape.__annotations__]
    if tagged and isinstance(value, dict):
        known = {get_args(get_type_hints(shape)["do"])[0]: shape for shape in tagged}
        do = value.get("do")
        if not isinstance(do, str) or do not in known:
            raise ShapeError(f"{field}.do: expected {_words(known)}")
        check_shape(value, known[do], field, is_limited)
        return
    troubles = []
    for shape in shapes:
        try:
            check_shape(value, shape, field, is_limited)
        except ShapeError as error:
            troubles.append(error)
        else:
            return
    raise troubles[0]


def _check_plain(value: object, shape: Any, field: str, is_limited: bool) -> None:
    kinds: Any = {float: (int, float), int: int, str: str, bool: bool, None: NoneType, NoneType: NoneType}[shape]
    if not isinstance(value, kinds) or (isinstance(value, bool) and shape is not bool):
        raise ShapeError(f"{field}: expected {_PLAIN_WORDS[shape]}")
    if is_limited and isinstance(value, str) and len(value) > MOST_LETTERS:
        raise ShapeError(f"{field}: expected at most {MOST_LETTERS} letters")
    if is_limited and isinstance(value, int) and abs(value) >= 2**53:
        raise ShapeError(f"{field}: expected a smaller number")


_PLAIN_WORDS = {
    float: "a number",
    int: "a whole number",
    str: "a text",
    bool: "true or false",
    None: "null",
    NoneType: "null",
}


def _check_size(
    value: object, kind: type[list[Any]] | type[dict[str, Any]], field: str, word: str, limit: bool
) -> None:
    if not isinstance(value, kind):
        raise ShapeError(f"{field}: expected {word}")
    if limit and len(value) > MOST_ITEMS:
        raise ShapeError(f"{field}: expected at most {MOST_ITEMS} items")


def _words(names: Iterable[object]) -> str:
    return ", ".join(map(str, names))


def jsdoc(shapes: Iterable[type]) -> str:
    """Writes TypedDicts as JSDoc typedefs."""
    return "\n".join(_typedef(shape) for shape in shapes)


def _typedef(shape: type) -> str:
    hints = get_type_hints(shape, include_extras=True)
    said = (shape.__doc__ or "").strip().splitlines()[0]
    lines = [f"/**\n * {said}\n * @typedef {{object}} {shape.__name__}"]
    for name, hint in hints.items():
        is_optional = get_origin(hint) is NotRequired
        lines.append(f" * @property {{{_js(hint)}}} {f'[{name}]' if is_optional else name}")
    return "\n".join([*lines, " */\n"])


def _js(shape: Any) -> str:
    if is_typeddict(shape):
        return str(shape.__name__)
    match get_origin(shape):
        case o if o is NotRequired:
            return _js(get_args(shape)[0])
        case o if o is Literal:
            return "|".join(f"'{one}'" for one in get_args(shape))
        case o if o is list:
            return f"Array<{_js(get_args(shape)[0])}>"
        case o if o is dict:
            return f"Object<string, {_js(get_args(shape)[1])}>"
        case o if o in (Union, UnionType):
            return "|".join(map(_js, get_args(shape)))
        case _:
            return {float: "number", int: "number", str: "string", bool: "boolean", NoneType: "null", None: "null"}.get(
                shape, "*"
            )
