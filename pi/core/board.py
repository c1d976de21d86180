"""The board on the display: what to lay out before a game, and where everything stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from engine.places import Place, Region
from engine.position import Player, Position
from hardware.ports import Button
from pi.core.card_rows import laid_out_rows
from pi.core.events import ButtonPressed
from pi.core.handler import Next
from pi.core.model import Model
from pi.core.overlay_values import Board, LayOut
from pi.core.recording import game_of, undo, without_overlay
from pi.core.screen import ROWS_ABOVE_HINT, Row, Screen
from pi.core.texts import Say

_SPACES_A_ROW = 5

# Before a game


def is_laid_out(position: Position) -> bool:
    """Whether a game needs more of the box than the mountains' board."""
    return bool(_regions(position) or position.cards)


def lay_out_pressed(model: Model, event: ButtonPressed) -> Next:
    """It is on the table, or this is not the game that was wanted; NEXT goes down a long list."""
    lying = model.overlay
    assert isinstance(lying, LayOut)
    if event.button is Button.NEXT and game_of(model).position.cards:
        return Next(replace(model, overlay=LayOut(lying.cursor + 1)))
    return undo(model) if event.button is Button.UNDO else Next(without_overlay(model))


def lay_out_screen(model: Model, speak: Say) -> Screen:
    """What this game needs besides the board, and how many tokens."""
    lying = model.overlay
    assert isinstance(lying, LayOut)
    position = game_of(model).position
    rows = [Row(speak(_PIECES[region])) for region in _regions(position)]
    if Region.VALLEY in _regions(position):
        fields = " ".join(str(points) for _, points in position.settings.valley_fields)
        rows.append(Row(speak("Fields"), fields))
    tokens = " ".join(map(str, position.stacks))
    rows.append(Row(speak("Tokens"), tokens))
    rows += [Row(text) for text in laid_out_rows(position, speak)]
    scrolls = len(rows) > ROWS_ABOVE_HINT
    marked = (replace(row, selected=scrolls and index == lying.cursor % len(rows)) for index, row in enumerate(rows))
    return Screen(speak("Lay out"), rows=tuple(marked), hint=speak("NEXT more  OK go on" if scrolls else "OK go on"))


def _regions(position: Position) -> tuple[Region, ...]:
    """The parts of the table off the paths."""
    return tuple(dict.fromkeys(place.region for place in position.rules.places if place.region is not Region.PATH))


_PIECES: Mapping[Region, str] = {Region.BIG_MOUNTAIN: "Big Mountain", Region.VALLEY: "Green Valley"}

# While it is played


def board_pressed(model: Model, event: ButtonPressed) -> Next:
    """NEXT turns the page, anything else closes."""
    assert isinstance(model.overlay, Board)
    if event.button is not Button.NEXT:
        return Next(without_overlay(model))
    pages = 2 if _regions(game_of(model).position) else 1
    return Next(replace(model, overlay=Board((model.overlay.page + 1) % pages)))


def board_screen(model: Model, speak: Say) -> Screen:
    """The mountains with the tokens of each and everybody's goat on it, then the places off the paths."""
    assert isinstance(model.overlay, Board)
    position = game_of(model).position
    rows = _rows_off_paths(position, speak) if model.overlay.page else _mountain_rows(position)
    return Screen(speak("Board"), rows=tuple(rows))


def _mountain_rows(position: Position) -> Iterator[Row]:
    marks = marks_of(position)
    for (mountain, _), stack in zip(position.rules.tops, position.stacks, strict=True):
        goats = (
            f"{mark}{_step_text(player, mountain.number, mountain.top)}"
            for mark, player in zip(marks, position.players, strict=True)
            if player.has_goat_on(mountain.number)
        )
        yield Row(f"{mountain.number}: {' '.join(goats)}", str(stack))


def _step_text(player: Player, mountain: int, top: int) -> str:
    step = player.goat_on(mountain).step
    return "▲" if step == top else f":{step}"


def _rows_off_paths(position: Position, speak: Say) -> Iterator[Row]:
    rules, marks = position.rules, marks_of(position)
    spaces = [
        f"{place.number}:{_holders(position, place, marks) or '·'}"
        for place in rules.places
        if place.region is Region.BIG_MOUNTAIN
    ]
    for start in range(0, len(spaces), _SPACES_A_ROW):
        yield Row(" ".join(spaces[start : start + _SPACES_A_ROW]))
    for place in rules.places:
        if place.region is Region.VALLEY:
            counts = Counter(_holders(position, place, marks))
            goats = " ".join(mark if count == 1 else f"{count}{mark}" for mark, count in counts.items())
            yield Row(speak("Valley {number}: {goats}", number=place.number, goats=goats or "·"))


def _holders(position: Position, place: Place, marks: tuple[str, ...]) -> str:
    return "".join(mark * player.goats.count(place) for mark, player in zip(marks, position.players, strict=True))


def marks_of(position: Position) -> tuple[str, ...]:
    """A letter for everybody: the first of the name where nobody shares it, else those from A on by seat."""
    firsts = tuple(player.name[0].upper() for player in position.players)
    if len(set(firsts)) == len(firsts):
        return firsts
    return tuple("ABCDE"[: len(firsts)])
