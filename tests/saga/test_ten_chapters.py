"""A whole story with the sample pack: ten chapters, changing groups, power cuts, and undo across an ending."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine.dice import parse_roll
from engine.errors import EngineError
from engine.facts import fact_json
from engine.play import play_turn as rules_play_turn
from engine.position import Position, with_tokens
from engine.record import PositionEntry, RollEntry, TurnEntry
from engine.scoring import sheet
from engine.turns import PASS, parse_turn
from pi.shell.packs import SAMPLE
from pi.shell.store import open_store
from tests.games.scripting import play_script, status
from tests.positions import with_goat
from tests.saga.folders import Console, codes
from tests.saga.verbs_in_use import ALL_VERBS, VerbInUse, verbs_in_use

NAME = "The sample story"
GOAT = "goat"
ENDING = (10, 9, 8)
"""Mountains whose stacks the winner empties."""


@dataclass(frozen=True)
class Chapter:
    """What a group does in a chapter, and what comes of it.

    Attributes:
        answers: to the steps of the set-up, from the players on.
        goats: where goats are put before the turn: steps by mountain, by name.
        roll: of the first player.
        steps: of the turn.
        happens: what cards make happen in it, in words.
        winner: empties three stacks at the end.
        closing: answers to the closing steps.
        backpack, memories: afterwards.
        row: of the chronicle.
        tokens: that the winner has besides at the end, by mountain.
        card_points: of the winner at the final scoring, by card.
        refused: a turn that a card forbids.
    """

    answers: tuple[str, ...]
    goats: Mapping[str, Mapping[int, int]]
    roll: tuple[Any, ...]
    steps: tuple[dict[str, Any], ...]
    happens: str
    winner: str
    closing: tuple[str, ...]
    backpack: str
    memories: str
    row: tuple[Any, ...]
    tokens: Mapping[int, int] = field(default_factory=dict)
    card_points: Mapping[str, int] = field(default_factory=dict)
    refused: tuple[dict[str, Any], ...] = ()


def climb(mountain: int, *dice: int) -> dict[str, Any]:
    return {"do": "climb", "dice": list(dice), "mountain": mountain}


def use(card: str, **way: object) -> dict[str, Any]:
    return {"do": "ability", "dice": [GOAT], "card": card, **way}


def choose(card: str, **way: object) -> dict[str, Any]:
    return {"do": "choose", "card": card, **way}


STORY = (
    Chapter(
        answers=("Ann Bo Cy", "Bo", "A1 A2 S1", "", ""),
        goats={"Bo": {9: 1}},
        roll=(GOAT, GOAT, 4, 5),
        steps=(use("A1"), climb(8, 8), use("A2", seat=1, goat="5.0"), climb(9, 4, 5)),
        happens="A1 ability, A2 ability, A2 Bo moved 5, Bo took 9, Bo took 5",
        winner="Cy",
        closing=("no", "12", ""),
        backpack="A1 A2 S1@9",
        memories="",
        row=(1, "Cy", "S1", "", "no", 12),
    ),
    Chapter(
        answers=("Ann Bo Cy", "", "A3 S2 R1", "A1", "", ""),
        goats={"Cy": {9: 1, 6: 3}},
        roll=(GOAT, 4, 5, 6),
        steps=(climb(9, 4, 5), climb(6, 6), use("A3", seat=0, goat="10.0")),
        happens="Cy took 9, S2 Cy points 2, Cy took 6, R1 Ann points 1, R1 Bo points 1, A3 ability, A3 Ann moved 10",
        winner="Ann",
        closing=("yes", "20", ""),
        backpack="S1@7 A3 S2@9 R1 A1",
        memories="A2",
        row=(2, "Ann", "S2", "S1", "yes", 20),
    ),
    Chapter(
        answers=("Ann Dot", "", "A4 S3", "A3", "", ""),
        goats={"Ann": {9: 1}, "Dot": {9: 2, 10: 1}},
        roll=(GOAT, 2, 4, 5),
        steps=(climb(9, 4, 5), use("A4", seat=1, goat="10.1")),
        happens="S3 Dot moved 9, Ann took 9, A4 ability, A4 Dot moved 10",
        winner="Dot",
        closing=("no", "31", "R1", ""),
        backpack="S2@7 A4 S3@9 A3",
        memories="A2 A1 S1 R1",
        row=(3, "Dot", "S3", "S2", "no", 31),
    ),
    Chapter(
        answers=("Bo Cy Eve", "", "Eve", "A5 S4 R2", "A4", "", ""),
        goats={"Bo": {10: 1}, "Eve": {9: 2}},
        roll=(GOAT, GOAT, 2, 3),
        steps=(use("A5", option=1), use("A4", seat=0, goat="10.1")),
        happens="A5 ability, A5 Eve points 1, A4 ability, A4 Bo moved 10",
        winner="Eve",
        closing=("no", "40", "", ""),
        backpack="S3@7 A5 S4@9 R2 A4",
        memories="A2 A1 S1 R1 A3 S2",
        row=(4, "Eve", "S4", "S3", "no", 40),
        card_points={"A5": 1, "R2": 12, "S4": 72},
    ),
    Chapter(
        answers=("Ann Bo Cy Dot Eve", "", "A6 S5", "A5", "", ""),
        goats={"Eve": {9: 1}},
        roll=(GOAT, GOAT, 2, 2),
        steps=(use("A6"), climb(9, 9), choose("S5", option=0), use("A5", option=1)),
        happens="A6 ability, Eve took 9, Eve took 6, A5 ability, A5 Eve points 1",
        winner="Bo",
        closing=("yes", "55", "R2", ""),
        backpack="S4@7 A6 S5@9 A5",
        memories="A2 A1 S1 R1 A3 S2 A4 S3 R2",
        row=(5, "Bo", "S5", "S4", "yes", 55),
        tokens={5: 1, 6: 1, 7: 1},
        card_points={"R2": 12 + 4},
    ),
    Chapter(
        answers=("Bo Ann", "", "A7 S6 R3", "A5", "", ""),
        goats={"Bo": {7: 1, 8: 1, 9: 1, 10: 1}, "Ann": {9: 2}},
        roll=(GOAT, 2, 2, 5),
        steps=(use("A7"),),
        happens="A7 ability, A7 Bo moved 5, A7 Bo moved 6, R3 reminded",
        winner="Bo",
        closing=("no", "61", "", ""),
        backpack="S5@7 A7 S6@9 R3 A5",
        memories="A2 A1 S1 R1 A3 S2 A4 S3 R2 A6 S4",
        row=(6, "Bo", "S6", "S5", "no", 61),
        refused=(climb(9, 2, 2, 5),),
    ),
    Chapter(
        answers=("Ann Bo Cy", "", "A8 S7", "A7", "", ""),
        goats={"Bo": {9: 1}, "Ann": {10: 1}, "Cy": {10: 1, 5: 3}},
        roll=(GOAT, 4, 5, 2),
        steps=(climb(9, 4, 5), use("A8", seat=2, goat="5.3"), choose("S5", decline=True)),
        happens="Bo took 9, S7 Cy moved 10, S7 Ann moved 10, A8 ability, A8 Cy moved 5, Cy took 5, R3 reminded",
        winner="Cy",
        closing=("no", "70", "R3", ""),
        backpack="S6@7 A8 S7@9 A7",
        memories="A2 A1 S1 R1 A3 S2 A4 S3 R2 A6 S4 A5 S5 R3",
        row=(7, "Cy", "S7", "S6", "no", 70),
    ),
    Chapter(
        answers=("Cy Dot", "", "A9 S8 R4", "A8", "", ""),
        goats={"Cy": {10: 1}},
        roll=(GOAT, 2, 2, 3),
        steps=(use("A9"), climb(10, 10)),
        happens="A9 ability, Cy took 10",
        winner="Cy",
        closing=("yes", "82", "", ""),
        backpack="S7@7 A9 S8@9 R4 A8",
        memories="A2 A1 S1 R1 A3 S2 A4 S3 R2 A6 S4 A5 S5 R3 A7 S6",
        row=(8, "Cy", "S8", "S7", "yes", 82),
        card_points={"R4": 3, "S8": -16},
    ),
    Chapter(
        answers=("Dot Cy", "", "A10 S9", "A8", "", ""),
        goats={"Cy": {9: 1, 7: 1}},
        roll=(GOAT, 4, 5, 2),
        steps=(climb(9, 4, 5), use("A10", seat=1, goat="7.1")),
        happens="Cy took 9, Cy took 9, A10 ability, A10 Cy moved 7",
        winner="Dot",
        closing=("no", "90", "R4", ""),
        backpack="S8@7 A10 S9@9 A8",
        memories="A2 A1 S1 R1 A3 S2 A4 S3 R2 A6 S4 A5 S5 R3 A7 S6 A9 S7 R4",
        row=(9, "Dot", "S9", "S8", "no", 90),
        tokens={7: 2},
        card_points={"R4": 5 + 3, "S9": 3},
    ),
    Chapter(
        answers=("Dot Ann Bo Cy", "", "A11 S10", "A10", "", ""),
        goats={"Dot": {9: 0, 7: 2}},
        roll=(GOAT, 4, 5, 2),
        steps=(climb(9, 4, 5), use("A10", seat=0, goat="7.2")),
        happens="S10 manual, A10 ability, A10 Dot moved 7, Dot took 7, Dot took 7",
        winner="Ann",
        closing=("yes", "", ""),
        backpack="S9@7 A11 S10@9 A10",
        memories="A2 A1 S1 R1 A3 S2 A4 S3 R2 A6 S4 A5 S5 R3 A7 S6 A9 S7 R4 A8 S8",
        row=(10, "Ann", "S10", "S9", "yes", None),
        card_points={"S10": 8, "S9": 3},
    ),
)


@pytest.fixture
def story(console: Console) -> Console:
    console.done("saga", "new", NAME, "--pack", SAMPLE)
    return console


def play_turn(story: Console, chapter: Chapter, used: set[VerbInUse]) -> str:
    """Lays the goats, rolls, plays the turn; gives what cards and tokens did, in words, and notes verbs in use."""
    number = story.shown()["game"]
    store = open_store(story.folder)
    position = store.game(number).game.position
    names = [player.name for player in position.players]
    for name, goats in chapter.goats.items():
        for mountain, step in goats.items():
            position = with_goat(position, names.index(name), mountain, step)
    roll = parse_roll(list(chapter.roll), position.rules)
    if chapter.refused:
        with pytest.raises(EngineError, match="closes the top"):
            rules_play_turn(position, roll, parse_turn({"turned": [], "steps": list(chapter.refused)}))
    store.append(number, (PositionEntry(position), RollEntry(roll)), 0)
    turn = parse_turn({"turned": [], "steps": list(chapter.steps)})
    store.append(number, (TurnEntry(turn),), 0)
    used |= verbs_in_use(position, roll, turn)
    facts = [fact_json(fact) for fact in store.game(number).game.now.facts]
    store.close()
    return ", ".join(_fact_words(fact, names) for fact in facts if "card" in fact or fact["fact"] == "took")


def _fact_words(fact: dict[str, Any], names: list[str]) -> str:
    told = fact["fact"]
    if told in ("ability", "reminded", "manual"):
        return f"{fact['card']} {told}"
    what = fact["points"] if told == "points" else fact["mountain"]
    return " ".join((*([fact["card"]] if "card" in fact else []), names[fact["seat"]], told, str(what)))


def end_game(story: Console, chapter: Chapter, used: set[VerbInUse]) -> None:
    """The winner empties three stacks, and everybody passes until the round is done; notes verbs in use."""
    number = story.shown()["game"]
    store = open_store(story.folder)
    position = _with_stacks_emptied(store.game(number).game.position, chapter)
    store.append(number, (PositionEntry(position),), 0)
    roll = parse_roll([2, 2, 2, 3], position.rules)
    while not (now := store.game(number).game.position).over:
        used |= verbs_in_use(now, roll, PASS)
        store.append(number, (RollEntry(roll), TurnEntry(PASS)), 0)
    store.close()


def _with_stacks_emptied(position: Position, chapter: Chapter) -> Position:
    seat = [player.name for player in position.players].index(chapter.winner)
    for mountain in position.rules.numbers:
        for other in range(len(position.players)):
            position = with_tokens(position, other, mountain, 0)
        full = position.stacks[position.rules.index(mountain)]
        position = with_tokens(
            position, seat, mountain, full if mountain in ENDING else chapter.tokens.get(mountain, 0)
        )
    return position


def card_points(story: Console, winner: str) -> dict[str, int]:
    """What cards give the winner on the sheet of the chapter's game."""
    store = open_store(story.folder)
    standing = sheet(store.game(story.shown()["game"]).game.position)
    store.close()
    lines = next(player.lines for player in standing.players if player.name == winner)
    return {line.what.removeprefix("card-"): line.points for line in lines if line.what.startswith("card-")}


def do_and_lose_power(story: Console, *answers: str) -> None:
    """Does a step in a process that dies as soon as it has answered."""
    code = "import os, sys; from pi.shell.main import main; main(sys.argv[1:]); sys.stdout.flush(); os._exit(137)"
    command = [sys.executable, "-c", code, "saga", "do", *answers, "--data", str(story.folder)]
    assert subprocess.run(command, check=False, capture_output=True).returncode == 137


def play_a_round_and_lose_power(story: Console) -> None:
    """Plays at the table; in the third turn the power goes, and the next start goes on with all that was confirmed."""
    turn = "roll 2 2 2 2\npress ok\nclear\n"
    at_the_campaign = "--campaign", NAME
    killed = play_script(story.folder, turn * 2 + "roll 2 2 2 3\nkill\npress ok", *at_the_campaign)
    assert killed.returncode == 137, killed.stderr
    told = status(story.folder)
    assert (told["turns"], told["phase"], told["reading"]["faces"]) == (2, "choosing", [2, 2, 2, 3])
    moved = [sum(not goat.endswith(".0") for goat in player["goats"]) for player in told["position"]["players"]]
    assert moved == [1, 1]
    again = play_script(story.folder, 'expect screen "Cy: choose"\npress ok\nclear\n' + turn, *at_the_campaign)
    assert again.returncode == 0, again.stderr
    assert (status(story.folder)["turns"], status(story.folder)["position"]["to_move"]) == (4, 0)


def go_back_into_the_game(story: Console) -> None:
    """Takes back the award, the result, and the last pass with its roll."""
    for _ in range(4):
        story.done("saga", "undo")
    assert story.shown()["stage"] == "playing"
    assert "is not over yet" in story.refused("saga", "do")


def test_ten_chapters_of_the_sample_pack(story: Console) -> None:
    used: set[VerbInUse] = set()
    for number, chapter in enumerate(STORY, start=1):
        if number == 4:
            do_and_lose_power(story, *chapter.answers[0].split())
            story.do(*chapter.answers[1:])
        else:
            story.do(*chapter.answers)
        if number == 8:
            play_a_round_and_lose_power(story)
        assert play_turn(story, chapter, used) == chapter.happens
        end_game(story, chapter, used)
        if number == 2:
            story.do("", "no")
            go_back_into_the_game(story)
            end_game(story, chapter, used)
        points = card_points(story, chapter.winner)
        story.do("", chapter.closing[0])
        if number == 7:
            do_and_lose_power(story, chapter.closing[1])
            story.do(*chapter.closing[2:])
        else:
            story.do(*chapter.closing[1:])
        told = story.shown()
        assert codes(told["backpack"]) == chapter.backpack
        assert codes(told["memories"]) == chapter.memories
        assert _row_words(told["chronicle"][-1]) == chapter.row
        assert {code: points.get(code, 0) for code in chapter.card_points} == chapter.card_points
    assert used == ALL_VERBS
    assert story.shown()["stage"] == "over"
    assert [row["game"] for row in story.shown()["chronicle"]] == list(range(1, 11))


def _row_words(row: dict[str, Any]) -> tuple[Any, ...]:
    tiles = row["summits"]["9"], row["summits"]["7"] or ""
    return (row["chapter"], " + ".join(row["winners"]), *tiles, "yes" if row["award"] else "no", row["next_page"])
