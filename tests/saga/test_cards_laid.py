"""`goatherd new` and `goatherd simulate` lay cards of a pack."""

from __future__ import annotations

import json

import pytest

from tests.saga.folders import Console, codes

SAGA = ("--rules", "saga", "--pack", "sample", "--cards")
PLAYS = {"new": ("--players", "2"), "simulate": ("--seats", "greedy,greedy", "--games", "2", "--workers", "1")}
COMMANDS = pytest.mark.parametrize("command", PLAYS)


def test_a_first_position_has_the_cards_named_tiles_above_their_mountains(console: Console) -> None:
    position = json.loads(console.done("new", *PLAYS["new"], *SAGA, "a1,S1@9,R1"))
    assert codes(position["cards"]) == "A1 S1@9 R1"


def test_built_in_players_play_with_the_cards_named(console: Console) -> None:
    told = json.loads(console.done("simulate", *PLAYS["simulate"], "--json", *SAGA, "A1,S8@5"))
    assert codes(told["cards"]) == "A1 S8@5"
    without = json.loads(console.done("simulate", *PLAYS["simulate"], "--json", "--rules", "saga"))
    assert "cards" not in without
    assert [seat["points"] for seat in told["seats"]] != [seat["points"] for seat in without["seats"]]


@COMMANDS
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rules", "base", "--pack", "sample", "--cards", "A1"), "the rules base lay no cards; add --rules saga"),
        (("--rules", "saga", "--pack", "sample"), "name them with --cards, such as --cards A1,S1@9"),
        (("--rules", "saga", "--cards", "A1"), "there is none of yours yet; write one with `goatherd pack add`"),
        (("--rules", "saga", "--cards", "A1", "--pack", "ours"), "is not there; `goatherd pack list` names the packs"),
        ((*SAGA, "S1"), "S1 lies above 9, 7 or 5; write where, such as S1@9"),
        ((*SAGA, "S1@9,S2@9"), "S1 lies above mountain 9 already; name another one"),
        ((*SAGA, "A1@7"), "A1 is no summit tile; write A1 alone"),
        ((*SAGA, "A1,a1"), "A1 is named twice; expected every card once"),
        ((*SAGA, "A99"), "'A99' is not in the pack 'Sample (made up)'; these are: A1, A2, S1"),
    ],
)
def test_cards_that_can_not_be_laid_are_refused_with_the_remedy(
    console: Console, command: str, words: tuple[str, ...], said: str
) -> None:
    assert said in console.refused(command, *PLAYS[command], *words)
