"""From the answers of the set-up to a game: its first position, names and colours."""

from __future__ import annotations

from dataclasses import replace

from engine.position import Position, new_position
from engine.record import new_game
from engine.rules import rule_set
from pi.core.effects import BeginGame
from pi.core.handler import Next
from pi.core.language import Language
from pi.core.model import Model, Phase, Setup, SetupStep
from pi.core.texts import say


def begin_game(model: Model) -> Next:
    """Begins a game as set up; it takes the place of the one there was when something has happened in it.

    Raises:
        EngineError: when the set-up breaks a rule.
    """
    return begin_with(model, first_position(model.setup, model.language))


def begin_with(model: Model, first: Position) -> Next:
    """Begins a game from any first position; it takes the place of the one there was once something has happened."""
    left = model.left or model.game
    begun = replace(
        model,
        phase=Phase.WAITING,
        setup=replace(model.setup, step=SetupStep.PLAYERS, cursor=0, known_names=_known_after(model.setup)),
        game=new_game(first),
        left=left,
        judged=(),
        advice=(),
        choices=(),
        path=(),
        cursor=0,
        overlay=None,
        presses=0,
    )
    return Next(begun, () if left is not None else (BeginGame(first),))


def first_position(setup: Setup, language: Language) -> Position:
    """The position in which a game of this set-up begins; raises EngineError when the set-up breaks a rule."""
    cards = setup.cards if rule_set(setup.rules).lays_cards else ()
    names = names_of(setup, language)
    position = new_position(setup.players, names, setup.rules, setup.settings, setup.starts, cards)
    return with_colours(position, setup)


def with_colours(position: Position, setup: Setup) -> Position:
    """The position with the goats' colours as set up."""
    colours = colours_of(setup)
    seats = zip(position.players, colours, strict=True)
    return replace(position, players=tuple(replace(player, colour=colour) for player, colour in seats))


def names_of(setup: Setup, language: Language) -> tuple[str, ...]:
    """Everybody's name, by seat."""
    return tuple(
        name or say(language, "Player {number}", number=seat + 1) for seat, name in enumerate(names_given(setup))
    )


def names_given(setup: Setup) -> tuple[str, ...]:
    """The names as answered, by seat; empty for a default one."""
    return (*setup.names[: setup.players], *[""] * (setup.players - len(setup.names)))


def colours_of(setup: Setup) -> tuple[str, ...]:
    """Everybody's colour, by seat."""
    chosen = setup.colours[: setup.players]
    free = [colour for colour in rule_set(setup.rules).colours if colour not in chosen]
    return (*chosen, *free[: setup.players - len(chosen)])


def _known_after(setup: Setup) -> tuple[str, ...]:
    """The names known once a game has begun, its own first."""
    return tuple(dict.fromkeys(name for name in (*setup.names[: setup.players], *setup.known_names) if name))
