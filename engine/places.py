"""Where a goat can stand: one type for every place of the table."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from engine.errors import EngineError
from engine.fields import shown


class Region(StrEnum):
    """A part of the table; its value is the letter that begins the place's text, and its order the order of writing."""

    PATH = ""
    BIG_MOUNTAIN = "B"
    VALLEY = "V"

    __hash__ = str.__hash__


class Place(NamedTuple):
    """A place for a goat; a tuple, as positions are told apart by the places of their goats, thousands at a time.

    Attributes:
        region: the part of the table.
        number: the mountain of a path, or the space or field elsewhere.
        step: steps above the foot of a path; 0 elsewhere.
    """

    region: Region
    number: int
    step: int = 0


_PATH_TEXT = re.compile(r"([1-9][0-9]?)\.([0-9])")
_SPACE_TEXT = re.compile(r"([BV])([1-9][0-9]?)")


@cache
def path(mountain: int, step: int) -> Place:
    """Gives the place `step` steps above the foot of a mountain."""
    return Place(Region.PATH, mountain, step)


@cache
def space(number: int) -> Place:
    """Gives a space of the Big Mountain."""
    return Place(Region.BIG_MOUNTAIN, number)


@cache
def valley_field(points: int) -> Place:
    """Gives the valley field that is worth so many points."""
    return Place(Region.VALLEY, points)


_OFF_THE_PATHS = {Region.BIG_MOUNTAIN: space, Region.VALLEY: valley_field}


def parse_place(text: object, field: str = "place") -> Place:
    """Reads "7.2", "B17" or "V4".

    Raises:
        EngineError: naming `field`, when the text is none of these.
    """
    if isinstance(text, str):
        if found := _PATH_TEXT.fullmatch(text):
            return path(int(found[1]), int(found[2]))
        if found := _SPACE_TEXT.fullmatch(text):
            return _OFF_THE_PATHS[Region(found[1])](int(found[2]))
    raise EngineError(f'{field}: expected a place such as "7.2" (mountain 7, two steps up), found {shown(text)}')


@cache
def place_text(place: Place) -> str:
    """Writes a place as `parse_place` reads it."""
    if place.region is Region.PATH:
        return f"{place.number}.{place.step}"
    return f"{place.region.value}{place.number}"
