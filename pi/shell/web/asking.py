"""What the page asks of the table, as commands of the core."""

from __future__ import annotations

from typing import Any

from engine.dice import parse_roll
from engine.errors import EngineError
from engine.places import parse_place
from engine.position_json import parse_position
from engine.rules import RuleSet, parse_rules, parse_settings
from engine.saga.cards import LaidCard
from engine.saga.pack import Pack, lay_cards
from engine.turns import Redeploy, parse_turn
from hardware.ports import Button
from pi.core.commands import (
    BeginPlaying,
    ChangeTurn,
    Command,
    MakeAgain,
    PlayChapter,
    PlayTurn,
    PressButton,
    SetDice,
    SetPosition,
    TakeBack,
    TakeGoatBack,
)
from pi.core.hints import Hints
from pi.core.model import Model


def command_of(ask: dict[str, Any], seen: Model) -> Command:
    """Reads a message that has the declared shape; raises EngineError naming what in it makes no sense."""
    match ask["do"]:
        case "press":
            return PressButton(Button(ask["button"]), ask["held"])
        case "begin":
            rules = parse_rules(ask["rules"])
            settings = parse_settings(ask["settings"], rules)
            names, colours = tuple(ask["names"]), tuple(ask.get("colours", ()))
            hints = tuple(map(Hints, ask.get("hints", ())))
            return BeginPlaying(names, rules.names, settings, ask["starts"], colours, _cards(ask, seen), hints)
        case "chapter":
            return PlayChapter(ask["campaign"], ask["leaves"])
        case "play":
            return PlayTurn(parse_turn(ask["turn"]))
        case "redeploy":
            return TakeGoatBack(Redeploy(parse_place(ask["origin"], "origin"), ask["mountain"]))
        case "dice":
            return SetDice(parse_roll(ask["dice"], _rules(seen)))
        case "change":
            return ChangeTurn(ask["turn_number"], parse_roll(ask["dice"], _rules(seen)), parse_turn(ask["turn"]))
        case "position":
            position = parse_position(ask["position"])
            if position.rules != _rules(seen) or len(position.players) != _players(seen):
                raise EngineError("position: rules and players stay as they are")
            return SetPosition(position)
        case "undo":
            return TakeBack()
        case _:
            return MakeAgain()


def _cards(ask: dict[str, Any], seen: Model) -> tuple[LaidCard, ...]:
    """The cards that lie in a single game of the Saga."""
    if "pack" not in ask:
        return ()
    pack = next((pack for pack in seen.packs if pack.name == ask["pack"]), None)
    if pack is None:
        raise EngineError("pack: there is none of this name")
    return lay_cards(Pack(pack.name, pack.cards), ask.get("cards", []))


def _rules(seen: Model) -> RuleSet:
    if seen.game is None:
        raise EngineError("no game has begun")
    return seen.game.position.rules


def _players(seen: Model) -> int:
    return 0 if seen.game is None else len(seen.game.position.players)
