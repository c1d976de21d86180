"""`goatherd status`, `games`, `show` and `export`: the games kept, those from elsewhere included."""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Iterator
from typing import Any

from engine.dice import face_json
from engine.facts import fact_json
from engine.places import place_text
from engine.position_json import position_json
from engine.record import (
    Game,
    Moment,
    RedeployEntry,
    RollEntry,
    TurnEntry,
    enter,
    entry_json,
    entry_kind,
    new_game,
)
from engine.scoring import Sheet, sheet, sheet_json
from engine.turns import Ability, Choose, Climb, Enter, Land, Redeploy, Step, Turn, Way, dice_text
from pi.core.model import phase_of
from pi.shell.data import add_data_option, data_folder
from pi.shell.errors import NoSuchGameError
from pi.shell.kept import KeptGames
from pi.shell.store import Store, StoredGame, open_store

EXPORT_SCHEMA = 1


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands of this family."""
    status = commands.add_parser("status", help="the running or last game as JSON")
    status.set_defaults(run=_run_status)
    listing = commands.add_parser("games", help="the games kept, one line each")
    listing.add_argument("--json", action="store_true", help="one JSON object a line")
    listing.add_argument("--put-away", action="store_true", help="those put away on the companion page instead")
    listing.set_defaults(run=_run_games)
    show = commands.add_parser("show", help="a game turn by turn")
    show.add_argument("id", help="its number, as `goatherd games` lists it: 12, or i3 for one from elsewhere")
    show.set_defaults(run=_run_show)
    export = commands.add_parser("export", help="a game for other programs")
    export.add_argument("id", help="its number, as `goatherd games` lists it: 12, or i3 for one from elsewhere")
    export.add_argument(
        "--format", choices=("json", "csv"), default="json", help="json: everything; csv: a line a turn"
    )
    export.set_defaults(run=_run_export)
    for parser in (status, listing, show, export):
        add_data_option(parser)


def _open(arguments: argparse.Namespace) -> Store:
    return open_store(data_folder(arguments.data))


def _run_status(arguments: argparse.Namespace) -> int:
    store = _open(arguments)
    stored = store.last_game()
    if stored is None:
        raise NoSuchGameError(f"{store.path}: holds no game yet; start one with `goatherd play`")
    print(json.dumps(status_json(stored)))
    return 0


def status_json(stored: StoredGame) -> dict[str, Any]:
    """The game as it stands in the record."""
    game = stored.game
    return {
        "game": stored.id,
        "phase": phase_of(game).value,
        "position": position_json(game.position),
        "roll": None if game.roll is None else [face_json(face) for face in game.roll.faces],
        "reading": reading_of(stored, game),
        "turns": game.turns,
        "presses": stored.presses,
        "saved": True,
    }


def reading_of(stored: StoredGame, game: Game) -> dict[str, Any] | None:
    """What the camera saw of the roll that waits; None without such a roll, or when it was entered by hand."""
    if game.roll is None:
        return None
    rolled = next(one.change for one in reversed(game.moments) if isinstance(one.change, RollEntry))
    return next(kept.reading for kept in reversed(stored.entries) if kept.entry == rolled)


def _run_games(arguments: argparse.Namespace) -> int:
    _open(arguments).close()  # says so when there is no record
    kept = KeptGames(data_folder(arguments.data))
    for game_id in sorted(kept.ids(put_away=arguments.put_away), key=in_order):
        stored = kept.game(game_id)
        print(json.dumps(_summary_json(game_id, stored)) if arguments.json else _summary_line(game_id, stored))
    return 0


def in_order(game_id: str) -> tuple[bool, int]:
    """Sorts the games of this table by number, then those from elsewhere."""
    return game_id.startswith("i"), int(game_id.removeprefix("i"))


def _summary_json(game_id: str, stored: StoredGame) -> dict[str, Any]:
    game = stored.game
    standing = sheet(game.position)
    return {
        "id": game_id if game_id.startswith("i") else stored.id,
        "started_at": stored.started_at,
        "rules": list(game.position.rules.names),
        "players": [{"name": player.name, "total": player.total} for player in standing.players],
        "turns": game.turns,
        "over": game.position.over,
        "ranking": [list(seats) for seats in standing.ranking],
    }


def _summary_line(game_id: str, stored: StoredGame) -> str:
    game = stored.game
    standing = sheet(game.position)
    scores = ", ".join(f"{player.name} {player.total}" for player in standing.players)
    state = f"won by {_winners(standing)}" if game.position.over else "running"
    return f"{game_id:>4}  {stored.started_at}  {game.turns:>3} turns  {state}  ({scores})"


def _winners(standing: Sheet) -> str:
    return " and ".join(standing.players[seat].name for seat in standing.ranking[0])


def _run_show(arguments: argparse.Namespace) -> int:
    stored = _game(arguments)
    print(_summary_line(arguments.id, stored))
    for line in history_lines(stored):
        print(line)
    standing = sheet(stored.game.position)
    for player in standing.players:
        lines = ", ".join(f"{line.what} {line.points}" for line in player.lines if line.points)
        print(f"{player.name}: {player.total}  ({lines or 'nothing yet'})")
    return 0


def _game(arguments: argparse.Namespace) -> StoredGame:
    return KeptGames(data_folder(arguments.data)).game(arguments.id)


def history_lines(stored: StoredGame) -> Iterator[str]:
    """Everything that happened in a game, what was taken back and corrected included, a line each."""
    game = new_game(stored.first)
    for kept in stored.entries:
        before = game.now
        game = enter(game, kept.entry)
        yield f"{kept.number:>4}  {_told(before, game.now, entry_kind(kept.entry))}"


def _told(before: Moment, after: Moment, kind: str) -> str:
    position = before.position
    name = position.players[position.to_move].name
    match after.change if kind not in ("undo", "redo") else None:
        case RollEntry(roll=roll, read=read):
            source = "entered by hand" if read is None else "read by the camera"
            return f"round {position.round}  {name} rolls {dice_text(roll.faces)}  ({source})"
        case TurnEntry(turn=turn):
            facts = ", ".join(_fact_words(fact_json(fact)) for fact in after.facts)
            return f"round {position.round}  {name} plays {turn_words(turn)}{': ' if facts else ''}{facts}"
        case RedeployEntry(step=step):
            return f"round {position.round}  {name} takes {_step_words(step)}"
        case None:
            return f"{kind}: {name}'s turn was before, {after.position.players[after.position.to_move].name}'s is now"
        case change:
            return f"correction: {json.dumps(entry_json(change))}"


def turn_words(turn: Turn) -> str:
    """A turn in one short phrase: turned 1s, then groups with what they did."""
    turned = f"1s turned to {' '.join(map(str, turn.turned))}, " if turn.turned else ""
    return turned + (", ".join(map(_step_words, turn.steps)) or "nothing")


def _step_words(step: Step) -> str:
    dice = dice_text(step.dice).replace(" ", "+")
    match step:
        case Climb(mountain=mountain):
            return f"{dice} on {mountain}"
        case Enter(origin=origin, mountain=mountain):
            return f"{dice} from {place_text(origin)} on {mountain}"
        case Land(origin=origin, space=space):
            return f"{dice} from {place_text(origin)} on space {space}"
        case Redeploy(origin=origin, mountain=mountain):
            return f"a goat back from {place_text(origin)} to {mountain}"
        case Ability(card=card, way=way):
            return f"{dice} for card {card}{_way_words(way)}"
        case Choose(card=card, way=way):
            return f"card {card}{_way_words(way)}"


def _way_words(way: Way) -> str:
    if way.decline:
        return " declined"
    option = "" if way.option is None else f", way {way.option + 1}"
    return option if way.goat is None else f"{option}, the goat on {place_text(way.goat)}"


def _fact_words(fact: dict[str, Any]) -> str:
    details = [str(fact[key]) for key in ("mountain", "space", "points") if key in fact]
    return " ".join([fact["fact"].replace("_", " "), *details])


def _run_export(arguments: argparse.Namespace) -> int:
    stored = _game(arguments)
    if arguments.format == "json":
        print(json.dumps(export_json(stored)))
    else:
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerows(export_rows(stored.game))
    return 0


def export_json(stored: StoredGame) -> dict[str, Any]:
    """A whole game: its first position, every entry, and where they lead."""
    game = stored.game
    return {
        "schema": EXPORT_SCHEMA,
        "id": stored.id,
        "started_at": stored.started_at,
        "first": position_json(stored.first),
        "entries": [
            {"number": kept.number, "at": kept.at, "kind": entry_kind(kept.entry), **entry_json(kept.entry)}
            for kept in stored.entries
        ],
        "position": position_json(game.position),
        "sheet": sheet_json(sheet(game.position)),
    }


def export_rows(game: Game) -> Iterator[tuple[object, ...]]:
    """The turns that stand, a row each, under a row of headings."""
    yield ("turn", "round", "seat", "name", "dice", "turned", "groups", "facts", "total")
    number = 0
    for before, after in zip(game.moments, game.moments[1:], strict=False):
        if not isinstance(after.change, TurnEntry) or before.roll is None:
            continue
        number += 1
        position, seat = before.position, before.position.to_move
        yield (
            number,
            position.round,
            seat,
            position.players[seat].name,
            dice_text(before.roll.faces),
            " ".join(map(str, after.change.turn.turned)),
            " | ".join(" ".join(map(str, step.dice)) for step in after.change.turn.steps),
            "; ".join(_fact_words(fact_json(fact)) for fact in after.facts),
            sheet(after.position).players[seat].total,
        )
