"""The commands on positions: new, turns, apply, sheet. JSON in, JSON out, nothing kept."""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

from engine.dice import Roll, parse_roll
from engine.errors import EngineError
from engine.fields import members, shown
from engine.play import fact_json, play_turn
from engine.position import Position, new_position
from engine.position_json import parse_position, position_json
from engine.rules import EXPANSIONS, parse_settings, rule_set
from engine.saga.walks import is_cut
from engine.scoring import sheet as score_sheet
from engine.scoring import sheet_json
from engine.suggest import Advice, advise, reason_text
from engine.turns import parse_turn, turn_json
from pi.shell.packs import add_cards_options, cards_laid
from pi.shell.words import parse_names, parse_number, parse_setting_words

Answer = Callable[[object], dict[str, Any]]
"""Makes the answer to one request; raises EngineError when the request is wrong."""

_DIGITS_MAX = 18
_RATING_DIGITS = 4


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds new, turns, apply and sheet to the command line."""
    parser = commands.add_parser("new", help="print the first position of a game")
    parser.add_argument("--players", required=True, metavar="N", help="how many play, 2 to 5")
    parser.add_argument("--names", metavar="A,B,...", help="one name for each seat")
    parser.add_argument(
        "--rules",
        default="base",
        metavar="NAME,...",
        help=f"base, and any of {', '.join(EXPANSIONS)}; or saga (default: base)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="a setting, such as must_move=true or valley_fields=5:3,6:3,7:4,8:4,9:5,10:5; repeatable",
    )
    parser.add_argument("--starts", default="0", metavar="SEAT", help="who has the first turn, from 0 (default: 0)")
    add_cards_options(parser)
    parser.set_defaults(run=new)
    for name, run, takes, gives in (
        (
            "turns",
            turns,
            '{"position": P, "dice": [1,1,4,6]}',
            "every distinct position the roll can lead to, best first",
        ),
        (
            "apply",
            apply,
            '{"position": P, "dice": [1,1,4,6], "turn": T}',
            "the position after a turn, and what happened",
        ),
        ("sheet", sheet, "P", "everybody's score and the ranking"),
    ):
        parser = commands.add_parser(
            name, help=gives, description=f"Reads {takes} from standard input; prints {gives}, as JSON."
        )
        parser.add_argument("--stream", action="store_true", help="one request a line in, one answer a line out")
        parser.set_defaults(run=run)


def new(arguments: argparse.Namespace) -> int:
    """Prints the first position of a game."""
    rules = tuple(arguments.rules.split(","))
    position = new_position(
        players=parse_number(arguments.players, "players"),
        names=parse_names(arguments.names),
        rules=rules,
        settings=parse_settings(parse_setting_words(arguments.set), rule_set(rules)),
        starts=parse_number(arguments.starts, "starts"),
        cards=cards_laid(arguments, rule_set(rules)),
    )
    return _print_all([position_json(position)])


def turns(arguments: argparse.Namespace) -> int:
    """Prints everything a player can make of a roll, the best first."""
    return _serve(turns_json, arguments.stream)


def apply(arguments: argparse.Namespace) -> int:
    """Prints the position after a turn."""
    return _serve(_apply, arguments.stream)


def sheet(arguments: argparse.Namespace) -> int:
    """Prints the score sheet of a position."""
    return _serve(_sheet, arguments.stream)


def turns_json(request: object) -> dict[str, Any]:
    """Answers {"position": P, "dice": [...]}; where some ways are left out, "cut" is true; raises EngineError."""
    read = members(request, "request", ("position", "dice"))
    position, roll = _position_and_roll(read)
    found: dict[str, Any] = {"turns": [_advice_json(advice, position) for advice in advise(position, roll)]}
    if position.rules.free_order and is_cut(position, roll.faces):
        found["cut"] = True
    return found


def _apply(request: object) -> dict[str, Any]:
    read = members(request, "request", ("position", "dice", "turn"))
    position, roll = _position_and_roll(read)
    outcome = play_turn(position, roll, parse_turn(read["turn"]))
    return {"after": position_json(outcome.position), "facts": [fact_json(fact) for fact in outcome.facts]}


def _sheet(request: object) -> dict[str, Any]:
    return sheet_json(score_sheet(parse_position(request)))


def _position_and_roll(read: dict[str, object]) -> tuple[Position, Roll]:
    position = parse_position(read["position"])
    return position, parse_roll(read["dice"], position.rules)


def _advice_json(advice: Advice, before: Position) -> dict[str, Any]:
    return {
        "turn": turn_json(advice.option.turn),
        "after": position_json(advice.option.position),
        "facts": [fact_json(fact) for fact in advice.option.facts],
        "rating": round(advice.chance, _RATING_DIGITS),
        "why": reason_text(advice.reason, before),
    }


def _serve(answer: Answer, stream: bool) -> int:
    # A wide answer is tens of thousands of values without a cycle; looking for cycles would cost a third of it.
    gc.freeze()
    gc.set_threshold(100_000, 10, 10)
    requests = sys.stdin.buffer
    if stream:
        return _print_all(_answer_or_error(answer, line) for line in requests)
    return _print_all([answer(_load(requests.read()))])


def _answer_or_error(answer: Answer, line: bytes) -> dict[str, Any]:
    try:
        return answer(_load(line))
    except EngineError as error:
        return {"error": str(error)}


def _print_all(documents: Iterable[dict[str, Any]]) -> int:
    """Prints each document on a line of its own at once; a reader that has gone away ends it quietly."""
    try:
        for document in documents:
            sys.stdout.write(json.dumps(document, separators=(",", ":")) + "\n")
            sys.stdout.flush()
    except BrokenPipeError:
        # Python flushes standard output once more at its end, which must not fail a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _load(data: bytes) -> object:
    """Reads one JSON document, more strictly than the standard library: no field twice, no NaN, no endless numbers."""
    if not data.strip():
        raise EngineError("input: expected a JSON object, found nothing")
    try:
        return json.loads(
            data.decode("utf-8").rstrip(), object_pairs_hook=_object, parse_constant=_no_number, parse_int=_whole_number
        )
    except UnicodeDecodeError as error:
        raise EngineError(f"input: expected UTF-8; byte {error.start + 1} is none") from error
    except json.JSONDecodeError as error:
        raise EngineError(f"input: no valid JSON at line {error.lineno}, column {error.colno}: {error.msg}") from error
    except RecursionError as error:
        raise EngineError("input: lists and objects are nested too deep") from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    read: dict[str, object] = {}
    for key, value in pairs:
        if key in read:
            raise EngineError(f"input: the field {shown(key)} is there twice; expected it once")
        read[key] = value
    return read


def _no_number(constant: str) -> object:
    raise EngineError(f"input: {constant} is no number of JSON")


def _whole_number(digits: str) -> int:
    if len(digits) > _DIGITS_MAX:
        raise EngineError(f"input: a number has {len(digits)} digits; expected {_DIGITS_MAX} at most")
    return int(digits)
