"""Positions: written and read back, refused when they break a rule, corrected by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from engine.errors import EngineError
from engine.places import Place, parse_place, path, space, valley_field
from engine.position import Position, new_position, with_goat_at, with_tokens
from engine.position_checks import check_position
from engine.position_json import parse_position, position_json
from engine.rules import DEFAULTS, Settings, parse_settings, rule_set
from tests.engine.tables import BOTH, RULE_SETS, laid_out, positions_of_any_rules, random_table

Json = dict[str, Any]

# The contract's own example, with the second player that it leaves to the reader.
CONTRACT_TEXT = """
{"schema": 1, "rules": ["base"], "settings": {},
 "players": [
  {"name": "Ann", "colour": "white", "goats": ["5.0","6.2","7.0","8.3","9.0","10.0"],
   "tokens": {"5":0,"6":1,"7":0,"8":2,"9":0,"10":0}, "bonus": [15]},
  {"name": "Bo", "colour": "black", "goats": ["5.0","6.2","7.3","8.0","9.0","10.0"],
   "tokens": {"5":0,"6":0,"7":1,"8":0,"9":0,"10":0}, "bonus": []},
  {"name": "Cy", "colour": "red", "goats": ["5.0","6.0","7.0","8.0","9.0","10.0"],
   "tokens": {"5":0,"6":0,"7":0,"8":0,"9":0,"10":0}, "bonus": []},
  {"name": "Di", "colour": "blue", "goats": ["5.0","6.0","7.0","8.0","9.0","10.0"],
   "tokens": {"5":0,"6":0,"7":0,"8":0,"9":0,"10":0}, "bonus": []}],
 "stacks": {"5":12,"6":10,"7":9,"8":7,"9":8,"10":7}, "bonus": [12,9,6],
 "starts": 0, "to_move": 1, "round": 3, "last_round": false, "over": false}
"""


def contract() -> Json:
    read: Json = json.loads(CONTRACT_TEXT)
    return read


def test_the_contract_is_written_as_it_is_read() -> None:
    assert json.dumps(position_json(parse_position(contract()))) == json.dumps(contract())


@settings(max_examples=200, deadline=None)
@given(positions_of_any_rules())
def test_a_position_written_and_read_is_the_same(position: Position) -> None:
    assert parse_position(position_json(position)) == position


@pytest.mark.parametrize("rules", RULE_SETS, ids="+".join)
@pytest.mark.parametrize("seed", range(20))
def test_a_position_read_and_written_is_the_same(seed: int, rules: tuple[str, ...]) -> None:
    table = random_table(Random(seed), rules)
    assert json.dumps(position_json(parse_position(json.loads(json.dumps(table))))) == json.dumps(table)


def test_goats_and_bonus_are_read_in_any_order_and_written_sorted() -> None:
    table = contract()
    table["players"][0].update(goats=["10.0", "8.3", "5.0", "9.0", "7.0", "6.2"], bonus=[12, 15])
    table["bonus"] = [9, 6]
    written = position_json(parse_position(table))
    assert written["players"][0]["goats"] == ["5.0", "6.2", "7.0", "8.3", "9.0", "10.0"]
    assert written["players"][0]["bonus"] == [15, 12]


def test_settings_may_be_missing_and_only_what_differs_is_written() -> None:
    table = contract()
    del table["settings"]
    assert parse_position(table).settings == DEFAULTS
    table["settings"] = {"must_move": False}
    assert position_json(parse_position(table))["settings"] == {}
    table["settings"] = {"must_move": True}
    assert position_json(parse_position(table))["settings"] == {"must_move": True}


def test_a_name_is_stripped() -> None:
    table = contract()
    table["players"][0]["name"] = "  Jürgen von Ärmel "
    assert parse_position(table).players[0].name == "Jürgen von Ärmel"


def put(path: str, value: object) -> Callable[[Json], None]:
    """Gives a change that puts a value at a dotted path."""

    def change(table: Json) -> None:
        *way, last = path.split(".")
        at: Any = table
        for key in way:
            at = at[int(key)] if isinstance(at, list) else at[key]
        at[int(last) if isinstance(at, list) else last] = value

    return change


def drop(path: str) -> Callable[[Json], None]:
    """Gives a change that takes the field at a dotted path away."""

    def change(table: Json) -> None:
        *way, last = path.split(".")
        at: Any = table
        for key in way:
            at = at[int(key)] if isinstance(at, list) else at[key]
        del at[int(last) if isinstance(at, list) else last]

    return change


FEET = ["5.0", "6.0", "7.0", "8.0", "9.0", "10.0"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        # shape
        (drop("schema"), "position: the field 'schema' is missing"),
        (drop("bonus"), "position: the field 'bonus' is missing"),
        (drop("over"), "position: the field 'over' is missing"),
        (put("colour", "red"), "position: unknown field 'colour'"),
        (put("schema", 2), "schema: expected a whole number from 1 to 1, found 2"),
        (put("schema", True), "schema: expected .* found true"),
        (put("schema", 1.0), "schema: expected .* found 1.0"),
        (put("rules", "base"), "rules: expected a list of rule set names, found 'base'"),
        (put("rules", []), "rules: expected a list that begins with one of base"),
        (put("rules", ["base", "base"]), "rules: base is named twice; expected every rule set once"),
        (put("rules", ["lake"]), "rules: unknown rule set 'lake'; known are base"),
        (put("rules", ["base", 7]), "rules: unknown rule set 7; known are base"),
        (put("settings", []), "settings: expected an object with must_move, found a list"),
        (put("settings", {"must_win": True}), "settings: unknown field 'must_win'; known are must_move"),
        (put("settings", {"must_move": 1}), "settings.must_move: expected true or false, found 1"),
        (put("players", {}), "players: expected a list of players, found an object"),
        (drop("players.0.goats"), "players.0: the field 'goats' is missing"),
        (put("players.0.age", 7), "players.0: unknown field 'age'"),
        (put("players.3", None), "players.3: expected an object with name, .* found nothing"),
        # players
        (put("players", []), "players: expected 2 to 5 players, found 0"),
        (put("players", [{}]), "players: expected 2 to 5 players, found 1"),
        (put("players", [{}] * 6), "players: expected 2 to 5 players, found 6"),
        (put("players.1.name", ""), "players.1.name: expected 1 to 40 printable characters, found ''"),
        (put("players.1.name", "   "), "players.1.name: expected 1 to 40"),
        (put("players.1.name", "A\nB"), r"players.1.name: expected .* found 'A\\nB'"),
        (put("players.1.name", "\ud800"), "players.1.name: expected 1 to 40"),
        (put("players.1.name", "x" * 41), "players.1.name: expected 1 to 40"),
        (put("players.1.name", 5), "players.1.name: expected a text, found 5"),
        (put("players.1.colour", "plaid"), "players.1.colour: expected one of white, .* found 'plaid'"),
        (put("players.1.colour", "white"), "players.1.colour: somebody else has white"),
        # goats
        (put("players.2.goats", FEET[:5]), "players.2.goats: expected 6 goats, found 5"),
        (put("players.2.goats", [*FEET, "7.1"]), "players.2.goats: expected 6 goats, found 7"),
        (put("players.2.goats", [*FEET[:5], "9.1"]), "players.2.goats: two goats on mountain 9; expected one at most"),
        (put("players.2.goats", [*FEET[:5], "B17"]), "players.2.goats: B17 is no place of the rules base"),
        (put("players.2.goats", [*FEET, "V4"]), "players.2.goats: expected 6 goats, found 7"),
        (put("players.2.goats.0", "4.0"), "players.2.goats: expected a mountain from 5 to 10, found 4.0"),
        (put("players.2.goats.2", "7.4"), "players.2.goats: mountain 7 has its top at step 3, found 7.4"),
        (put("players.2.goats.5", "10.3"), "players.2.goats: mountain 10 has its top at step 2, found 10.3"),
        (put("players.2.goats.3", "8.3"), "players.2.goats: two goats on the top of mountain 8"),
        (put("players.2.goats.1", "6"), "players.2.goats.1: expected a place such as .* found '6'"),
        (put("players.2.goats.1", "6.-1"), "players.2.goats.1: expected a place"),
        (put("players.2.goats.1", "06.1"), "players.2.goats.1: expected a place"),
        (put("players.2.goats.1", "6.1 "), "players.2.goats.1: expected a place"),
        (put("players.2.goats.1", "٦.1"), "players.2.goats.1: expected a place"),
        (put("players.2.goats.1", 6.1), "players.2.goats.1: expected a place"),
        (put("players.2.goats", "5.0"), "players.2.goats: expected a list of places"),
        # tokens
        (put("stacks.5", 13), "stacks.5: expected 12 tokens of mountain 5 .* found 13"),
        (put("stacks.5", 11), "stacks.5: expected 12 tokens of mountain 5 .* found 11"),
        (put("players.0.tokens.8", 3), "stacks.8: expected 9 tokens"),
        (put("stacks.5", -1), "stacks.5: expected a whole number from 0 up, found -1"),
        (put("stacks.5", 12.0), "stacks.5: expected a whole number .* found 12.0"),
        (put("stacks.5", "12"), "stacks.5: expected a whole number .* found '12'"),
        (put("stacks.5", None), "stacks.5: expected a whole number .* found nothing"),
        (put("stacks.5", 10**5000), "stacks.5: expected 12 tokens .* found a huge number"),
        (drop("stacks.10"), "stacks: the field '10' is missing"),
        (put("stacks.11", 0), "stacks: unknown field '11'"),
        (put("players.0.tokens.5", True), "players.0.tokens.5: expected a whole number .* found true"),
        (put("players.0.tokens", [0, 1, 0, 2, 0, 0]), "players.0.tokens: expected an object with 5, 6"),
        # bonus
        (put("bonus", [12, 6, 9]), "bonus: expected what is left of 15 12 9 6 when the highest go first"),
        (put("bonus", [12, 9]), "bonus: expected what is left"),
        (put("bonus", [15, 12, 9, 6]), "bonus: expected the players to have none together"),
        (put("bonus", [9, 6]), "bonus: expected the players to have 15 12 together"),
        (put("bonus.0", 13), "bonus.0: expected one of 15, 12, 9, 6, found 13"),
        (put("bonus", None), "bonus: expected a list of bonus tokens, found nothing"),
        (put("players.1.bonus", [15]), "bonus: expected the players to have 15 together"),
        (put("players.1.bonus", [7]), "players.1.bonus.0: expected one of 15, 12, 9, 6, found 7"),
        # the rest
        (put("starts", 4), "starts: expected a whole number from 0 to 3, found 4"),
        (put("starts", -1), "starts: expected a whole number from 0 to 3, found -1"),
        (put("to_move", 4), "to_move: expected a whole number from 0 to 3, found 4"),
        (put("to_move", False), "to_move: expected a whole number from 0 to 3, found false"),
        (put("round", 0), "round: expected a whole number from 1 up, found 0"),
        (put("last_round", 0), "last_round: expected true or false, found 0"),
        (put("over", "no"), "over: expected true or false, found 'no'"),
    ],
)
def test_what_is_wrong_with_a_position_is_named(change: Callable[[Json], None], said: str) -> None:
    table = contract()
    change(table)
    with pytest.raises(EngineError, match=f"^{said}") as refused:
        parse_position(table)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (put("rules", ["base", "green-valley", "green-valley"]), "rules: green-valley is named twice"),
        (put("rules", ["green-valley"]), "rules: expected a list that begins with one of base"),
        (put("rules", ["big-mountain", "base"]), "rules: expected a list that begins with one of base"),
        (
            put("rules", ["base", "big mountain"]),
            "rules: unknown rule set 'big mountain'; known are base, big-mountain",
        ),
        (
            put("players.2.goats.5", "B25"),
            "players.2.goats: expected a space of the Big Mountain from 11 to 24, found B25",
        ),
        (
            put("players.2.goats.5", "B10"),
            "players.2.goats: expected a space of the Big Mountain from 11 to 24, found B10",
        ),
        (put("players.2.goats.5", "V6"), "players.2.goats: expected a valley field from 3 to 5, found V6"),
        (put("players.2.goats.5", "V0"), "players.2.goats.5: expected a place such as"),
        (put("players.2.goats", [*FEET, "B12"]), "players.2.goats: expected 6 goats, found 7"),
        (put("players.2.goats", ["5.0", "5.1", *FEET[2:]]), "players.2.goats: two goats on mountain 5"),
        (put("players.2.goats", ["B12", "B12", *FEET[2:]]), r"players.2.goats: two goats on B12 \(both of seat 2\)"),
        (put("players.2.goats.5", "B17"), r"players.2.goats: two goats on B17 \(seats 1 and 2\)"),
        (put("rules", ["base", "green-valley"]), "players.1.goats: B17 is no place of the rules base green-valley"),
        (put("settings.entry_climbs", "no"), "settings.entry_climbs: expected true or false, found 'no'"),
        (put("settings.free_redeploy", None), "settings.free_redeploy: expected true or false, found nothing"),
        (put("settings.valley_fields", [3, 3, 4, 4, 5, 5]), "settings.valley_fields: expected an object with 5, 6, 7"),
        (drop("settings.valley_fields.7"), "settings.valley_fields: the field '7' is missing"),
        (put("settings.valley_fields.11", 5), "settings.valley_fields: unknown field '11'"),
        (
            put("settings.valley_fields.10", 6),
            "settings.valley_fields.10: expected a whole number from 3 to 5, found 6",
        ),
        (put("settings.valley_fields.10", True), "settings.valley_fields.10: expected a whole number from 3 to 5"),
    ],
)
def test_what_is_wrong_with_a_position_of_both_expansions_is_named(change: Callable[[Json], None], said: str) -> None:
    table = position_json(laid_out(3, rules=BOTH, goats={1: "9>B17", 2: "8>V4 7>V4"}))
    table["settings"] = {"valley_fields": {"5": 5, "6": 3, "7": 4, "8": 4, "9": 5, "10": 5}}
    parse_position(table)
    change(table)
    with pytest.raises(EngineError, match=f"^{said}") as refused:
        parse_position(table)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("rules", "settings", "known"),
    [
        (("base",), {"entry_climbs": False}, "must_move"),
        (("base",), {"free_redeploy": False}, "must_move"),
        (("base", "big-mountain"), {"valley_fields": {}}, "must_move, entry_climbs, free_redeploy"),
        (("base", "green-valley"), {"entry_climbs": False}, "must_move, valley_fields, free_redeploy"),
    ],
)
def test_a_setting_that_the_rules_do_not_read_is_refused(
    rules: tuple[str, ...], settings: dict[str, object], known: str
) -> None:
    with pytest.raises(EngineError, match=f"^settings: unknown field '{next(iter(settings))}'; known are {known}$"):
        parse_settings(settings, rule_set(rules))


@pytest.mark.parametrize(
    ("rules", "chosen", "can_redeploy", "written"),
    [
        (("base",), {}, False, {}),
        (("base", "big-mountain"), {}, False, {}),
        (("base", "big-mountain"), {"free_redeploy": False}, False, {}),
        (("base", "big-mountain"), {"free_redeploy": True}, True, {"free_redeploy": True}),
        (("base", "green-valley"), {}, True, {}),
        (("base", "green-valley"), {"free_redeploy": True}, True, {}),
        (("base", "green-valley"), {"free_redeploy": False}, False, {"free_redeploy": False}),
        (("base", "green-valley", "big-mountain"), {}, True, {}),
    ],
)
def test_goats_are_taken_back_as_rules_and_settings_have_it(
    rules: tuple[str, ...], chosen: Json, can_redeploy: bool, written: Json
) -> None:
    table = position_json(new_position(2, rules=rules)) | {"settings": chosen}
    position = parse_position(table)
    assert position.can_redeploy == can_redeploy
    assert position_json(position)["settings"] == written


def test_a_new_game_leaves_out_what_its_rules_do_not_read() -> None:
    agreed = Settings(must_move=True, entry_climbs=False, free_redeploy=False)
    assert new_position(2, settings=agreed).settings == Settings(must_move=True)
    assert new_position(2, rules=BOTH, settings=agreed).settings == agreed


@pytest.mark.parametrize("value", [None, 7, "P", [], True, {}])
def test_what_is_no_position_at_all_is_refused(value: object) -> None:
    with pytest.raises(EngineError, match=r"^position: "):
        parse_position(value)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"players": 1}, "players: expected 2 to 5 players, found 1"),
        ({"players": 6}, "players: expected 2 to 5 players, found 6"),
        ({"players": 2, "names": ("Ann",)}, "names: expected 2 names, found 1"),
        ({"players": 2, "names": ("Ann", "")}, "names.1: expected 1 to 40 printable characters"),
        ({"players": 2, "rules": ("chess",)}, "rules: unknown rule set 'chess'; known are base"),
        ({"players": 2, "starts": 2}, "starts: expected a whole number from 0 to 1, found 2"),
    ],
)
def test_a_game_that_cannot_be_set_up_is_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(EngineError, match=f"^{said}"):
        new_position(**arguments)


def test_a_new_game_takes_names_settings_and_the_starting_seat() -> None:
    position = new_position(3, ("Ann", "Bo", "Ann"), settings=Settings(must_move=True), starts=2)
    assert [player.name for player in position.players] == ["Ann", "Bo", "Ann"]
    assert (position.starts, position.to_move, position.round) == (2, 2, 1)
    assert position.settings.must_move
    assert [player.name for player in new_position(2).players] == ["Player 1", "Player 2"]
    check_position(position)


def test_settings_are_read_for_their_rules() -> None:
    assert parse_settings({"must_move": True}, rule_set(("base",))) == Settings(must_move=True)


def test_a_goat_is_put_elsewhere_and_bumps_nobody() -> None:
    position = laid_out(goats={0: "7.2", 1: "7.3"})
    assert with_goat_at(position, 0, path(7, 2), path(7, 1)) == laid_out(goats={0: "7.1", 1: "7.3"})
    assert with_goat_at(position, 1, path(10, 0), path(10, 2)) == laid_out(goats={0: "7.2", 1: "7.3 10.2"})


def test_a_goat_is_put_anywhere_by_its_place() -> None:
    position = laid_out(rules=BOTH, goats={0: "7>B17 8>V4"})
    assert with_goat_at(position, 0, space(17), path(7, 3)) == laid_out(rules=BOTH, goats={0: "7.3 8>V4"})
    assert with_goat_at(position, 0, valley_field(4), space(11)) == laid_out(rules=BOTH, goats={0: "7>B17 8>B11"})


@pytest.mark.parametrize(
    ("goat", "to", "said"),
    [
        ("B18", "7.0", "players.0.goats: no goat stands on B18"),
        ("B17", "8.0", "players.0.goats: two goats on mountain 8"),
        ("B17", "B20", r"players.1.goats: two goats on B20 \(seats 0 and 1\)"),
        ("B17", "V6", "players.0.goats: expected a valley field from 3 to 5, found V6"),
    ],
)
def test_a_goat_is_not_put_on_a_place_that_is_closed(goat: str, to: str, said: str) -> None:
    position = laid_out(rules=BOTH, goats={0: "7>B17", 1: "7>B20"})
    with pytest.raises(EngineError, match=f"^{said}"):
        with_goat_at(position, 0, parse_place(goat), parse_place(to))


@pytest.mark.parametrize(
    ("seat", "to", "said"),
    [
        (2, path(7, 1), "seat: expected a whole number from 0 to 1, found 2"),
        (0, path(4, 1), "players.0.goats: expected a mountain from 5 to 10, found 4.1"),
        (0, path(7, 4), "players.0.goats: mountain 7 has its top at step 3, found 7.4"),
        (0, path(7, 3), "players.1.goats: two goats on the top of mountain 7"),
    ],
)
def test_a_goat_is_not_put_where_it_cannot_stand(seat: int, to: Place, said: str) -> None:
    with pytest.raises(EngineError, match=f"^{said}"):
        with_goat_at(laid_out(goats={1: "7.3"}), seat, path(7, 0), to)


def test_tokens_are_set_and_the_stack_takes_the_difference() -> None:
    position = laid_out(tokens={0: "7 7", 1: "7"})
    assert with_tokens(position, 0, 7, 0) == laid_out(tokens={1: "7"})
    assert with_tokens(position, 0, 7, 7) == laid_out(tokens={0: "7 7 7 7 7 7 7", 1: "7"})


@pytest.mark.parametrize(
    ("seat", "mountain", "count", "said"),
    [
        (5, 7, 1, "seat: expected a whole number from 0 to 1, found 5"),
        (0, 11, 1, "mountain: expected one of 5, 6, 7, 8, 9, 10, found 11"),
        (0, 7, 8, "players.0.tokens.7: expected a whole number from 0 to 7, found 8"),
        (0, 7, -1, "players.0.tokens.7: expected a whole number from 0 to 7, found -1"),
    ],
)
def test_tokens_are_not_set_to_what_is_not_there(seat: int, mountain: int, count: int, said: str) -> None:
    with pytest.raises(EngineError, match=f"^{said}"):
        with_tokens(laid_out(tokens={1: "7"}), seat, mountain, count)
