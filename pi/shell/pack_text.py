"""The text of a pack: where in a TOML file a key stands, and how a card is written into it.

A group's file is only ever added to, or one card's rows replaced, so that its comments and its order stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

KeyPath = tuple[str | int, ...]
"""Keys and indexes that lead to a value, such as ("card", 2, "effect", 0, "number")."""

_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.\"' -]+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"^\s*([A-Za-z0-9_-]+|\"[^\"]*\"|'[^']*')\s*(?:\.[^=]*)?=")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"' + r"|'[^']*'|#.*$")
_TRIPLE = re.compile(r'"""' + r"|'''")


def line_of(text: str, path: KeyPath) -> int:
    """Finds the line of a key, from 1; where it has none of its own, that of the table round it."""
    lines = {found: number for number, found in _paths(text)}
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


def card_text(row: Mapping[str, Any]) -> str:
    """Writes a card's row, as `card_json` gives it, as the rows of a pack."""
    head = "".join(f"{key} = {_value(value)}\n" for key, value in row.items() if key != "effects")
    effects = ("".join(f"{key} = {_value(value)}\n" for key, value in effect.items()) for effect in row["effects"])
    return "\n[[card]]\n" + head + "".join(f"\n[[card.effect]]\n{effect}" for effect in effects)


def pack_head(name: str) -> str:
    """Writes what a new pack begins with."""
    return f"[pack]\nname = {_value(name)}\n"


def with_card_replaced(text: str, index: int, fresh: str) -> str:
    """Puts other rows in the place of a card's; what is remarked above the next card stays.

    Args:
        text: of the whole pack.
        index: of the card, from 0.
        fresh: the rows, as `card_text` writes them.
    """
    lines = text.splitlines(keepends=True)
    heads = [number - 1 for number, path in _paths(text) if len(path) == 2 and path[0] == "card"]
    start = heads[index]
    end = heads[index + 1] if index + 1 < len(heads) else len(lines)
    while end > start + 1 and lines[end - 1].lstrip()[:1] in ("", "#"):
        end -= 1
    return "".join(lines[:start]) + fresh.lstrip("\n") + "".join(lines[end:])


def _paths(text: str) -> Iterator[tuple[int, KeyPath]]:
    """Yields each line on which a table or a key begins, with the path that leads there."""
    counts: dict[KeyPath, int] = {}
    table: KeyPath = ()
    depth, quotes = 0, ""
    for number, line in enumerate(text.splitlines(), start=1):
        if not depth and not quotes:
            if header := _HEADER.match(line):
                table = _table(header[2], header[1] == "[[", counts)
                yield number, table
                continue
            if key := _KEY.match(line):
                yield number, (*table, key[1].strip("\"'"))
        quotes, code = _outside_strings(line, quotes)
        depth = max(0, depth + sum(code.count(each) for each in "[{") - sum(code.count(each) for each in "]}"))


def _table(header: str, is_array: bool, counts: dict[KeyPath, int]) -> KeyPath:
    path: KeyPath = ()
    names = [name.strip(" \"'") for name in header.split(".")]
    for name in names[:-1]:
        path = (*path, name)
        if path in counts:
            path = (*path, counts[path])
    path = (*path, names[-1])
    if is_array:
        counts[path] = counts.get(path, -1) + 1
        path = (*path, counts[path])
    return path


def _outside_strings(line: str, quotes: str) -> tuple[str, str]:
    """Gives the quotes of a long string that goes on after the line, and the line without strings and comments."""
    code = ""
    while True:
        if quotes:
            _, found, line = line.partition(quotes)
            if not found:
                return quotes, code
            quotes = ""
        opening = _TRIPLE.search(line)
        if opening is None:
            return "", code + _STRING.sub("", line)
        code += _STRING.sub("", line[: opening.start()])
        quotes, line = opening[0], line[opening.end() :]


def _value(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_value, value)) + "]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
