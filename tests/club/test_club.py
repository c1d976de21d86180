"""All tables of a club, as anybody may have told of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pi.core.announcing import NOTHING, Channel, Message, Results, announcements, status
from pi.core.club import Club, club_lines, forgetting
from pi.core.home_assistant import discovery
from pi.core.language import Language
from pi.core.model import Model
from tests.club.games import after_turns, before_the_end
from tests.pi.driving import EMPTIED, OK, new_table, play, thrown

WINDOW = Channel("Window", "goats")


def told(model: Model, channel: Channel = WINDOW, results: Results | None = None) -> tuple[Message, ...]:
    known = Results().after(model.game) if results is None else results
    return (status(channel, is_online=True), *announcements(model, known, channel))


def club(*messages: Message) -> Club:
    known = Club("goats")
    for message in messages:
        known = known.after(message)
    return known


def lines(messages: Iterable[Message], language: Language = Language.ENGLISH) -> tuple[str, ...]:
    return club_lines(club(*messages), "broker:1883", language)


def test_a_club_without_tables_says_where_it_looked() -> None:
    assert lines(()) == ("No table is published to broker:1883/goats.",)


def test_a_table_at_which_nobody_plays_is_free() -> None:
    assert lines(told(Model())) == ("● Window   free",)


def test_a_running_game() -> None:
    assert lines(told(new_table())) == ("● Window   round 1, Ann: to roll", "    ▸ Ann 0   Bo 0")


def test_the_dice_are_shown_as_soon_as_they_are_read() -> None:
    (first, _) = lines(told(play(new_table(), *thrown(1, 1, 4, 6))))
    assert first == "● Window   round 1, Ann: 1 1 4 6"


def test_the_last_round() -> None:
    assert lines(told(before_the_end()))[0] == "● Window   round 9, last round, Bo: to roll"


def test_a_game_that_is_over_and_the_one_after_it() -> None:
    over = play(before_the_end(), *thrown(1, 2, 3, 4), OK, EMPTIED)
    first, players = lines(told(over))
    assert (first, "▸" in players) == ("● Window   over", False)
    after = lines(told(new_table(), results=Results().after(over.game)))
    assert after[0] == "● Window   round 1, Ann: to roll"
    assert after[2].startswith("    last game: ")


def test_a_table_that_has_gone_still_shows_its_game() -> None:
    assert lines((*told(new_table()), status(WINDOW, is_online=False))) == (
        "○ Window   offline",
        "    ▸ Ann 0   Bo 0",
    )


def test_tables_stand_in_the_order_of_their_names() -> None:
    bar = Channel("bar", "goats")
    shown = lines((*told(Model()), *told(new_table(), bar)))
    assert shown == ("● bar      round 1, Ann: to roll", "    ▸ Ann 0   Bo 0", "", "● Window   free")


def test_in_german() -> None:
    shown = lines(told(play(new_table(), *thrown(1, 1, 4, 6))), Language.GERMAN)
    assert shown[0] == "● Window   Runde 1, Ann: 1 1 4 6"
    assert lines((), Language.GERMAN) == ("Kein Tisch meldet sich bei broker:1883/goats.",)


def test_a_table_is_forgotten_once_everything_of_it_is_cleared() -> None:
    assert club(*told(after_turns(1)), *forgetting("goats", "window")).tables == {}


def test_forgetting_leaves_nothing_with_the_broker() -> None:
    over = play(before_the_end(), *thrown(1, 2, 3, 4), OK, EMPTIED)
    published = {message.topic for message in (*told(over), *discovery(WINDOW, "1"))}
    cleared = forgetting("goats", "window")
    assert published == {message.topic for message in cleared}
    assert {message.payload for message in cleared} == {NOTHING}


def changed(**fields: Any) -> Message:
    """The message of a table with some fields different."""
    (_, table, *_) = told(new_table())
    return Message(table.topic, json.dumps(json.loads(table.payload) | fields))


@pytest.mark.parametrize(
    "message",
    [
        Message("goats/window/table", "{"),
        Message("goats/window/table", "[]"),
        Message("goats/window/table", "[" * 60_000),
        Message("goats/window/table", "{}"),
        changed(phase="dancing"),
        changed(players=[1]),
        changed(players=[{"name": "Ann", "total": 10**30}]),
        changed(to_move=2),
        changed(round="three"),
        changed(dice=3),
    ],
    ids=lambda message: message.payload[:40],
)
def test_what_can_not_be_read_is_no_game(message: Message) -> None:
    assert lines((status(WINDOW, is_online=True), message)) == ("● window   says nothing that can be read",)


@pytest.mark.parametrize(
    "result",
    [
        {"players": [], "ranking": []},
        {"players": [{"name": "Ann", "total": 1}], "ranking": [3]},
        {"players": [{"name": "Ann", "total": 1}], "ranking": [[0, 0]]},
        {"players": [{"name": "Ann", "total": 1}], "ranking": [[1]]},
    ],
    ids=str,
)
def test_what_can_not_be_read_is_no_result(result: dict[str, Any]) -> None:
    (table,) = club(status(WINDOW, is_online=True), Message("goats/window/result", json.dumps(result))).tables.values()
    assert table.ended is None


def test_a_name_does_nothing_to_the_terminal() -> None:
    players = [{"name": "\x1b[2JAnn\n" + "x" * 100, "total": 1}, {"name": "Bo", "total": 2}]
    shown = lines((status(WINDOW, is_online=True), changed(players=players, table="\x07W")))
    assert all(line.isprintable() for line in shown)
    assert max(map(len, shown)) < 80


def test_more_fields_than_these_are_none_of_our_business() -> None:
    assert lines((status(WINDOW, is_online=True), changed(more={"x": 1}))) == lines(told(new_table()))


def test_a_flood_of_tables_is_cut_off() -> None:
    flood = (Message(f"goats/t{number}/status", "online") for number in range(5_000))
    assert len(club(*flood).tables) == 200


@given(st.from_regex(r"(goats/)?[a-zA-Z0-9 /-]{0,12}/(status|table|result|x)", fullmatch=True), st.text())
def test_nothing_that_may_arrive_ends_the_view(topic: str, payload: str) -> None:
    assert lines((*told(new_table()), Message(topic, payload)))
