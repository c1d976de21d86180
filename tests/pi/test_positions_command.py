"""The commands new, turns, apply and sheet, run as other programs run them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.position import new_position
from engine.position_json import position_json
from tests.engine.tables import random_dice, random_table

ROOT = Path(__file__).parents[2]
GOATHERD = (sys.executable, "-m", "pi.shell.main")

START = position_json(new_position(2))
CLIMB_10 = {"turned": [], "steps": [{"do": "climb", "dice": [4, 6], "mountain": 10}]}


def goatherd(*arguments: str, given: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    given = given.encode() if isinstance(given, str) else given
    return subprocess.run((*GOATHERD, *arguments), input=given, capture_output=True, cwd=ROOT, timeout=60, check=False)


def answered(*arguments: str, given: str | bytes = b"") -> Any:
    done = goatherd(*arguments, given=given)
    assert (done.returncode, done.stderr) == (0, b"")
    return json.loads(done.stdout)


def streamed(command: str, *requests: bytes) -> list[Any]:
    done = goatherd(command, "--stream", given=b"".join(request + b"\n" for request in requests))
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def refused(*arguments: str, given: str | bytes = b"") -> str:
    done = goatherd(*arguments, given=given)
    assert (done.returncode, done.stdout) == (2, b"")
    (line,) = done.stderr.decode().splitlines()
    return line


def test_new_prints_the_first_position() -> None:
    assert answered("new", "--players", "2") == START


def test_new_takes_names_rules_settings_and_the_starting_seat() -> None:
    position = answered(
        *(
            "new",
            "--players",
            "3",
            "--names",
            "Ann,Bo,Jürgen",
            "--rules",
            "base",
            "--set",
            "must_move=true",
            "--starts",
            "1",
        )
    )
    assert [player["name"] for player in position["players"]] == ["Ann", "Bo", "Jürgen"]
    assert position["settings"] == {"must_move": True}
    assert (position["starts"], position["to_move"]) == (1, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--players", "6"], "players: expected 2 to 5 players, found 6"),
        (["--players", "two"], "players: expected a whole number, found 'two'"),
        (["--players", "2", "--names", "Ann"], "names: expected 2 names, found 1"),
        (["--players", "2", "--names", "Ann,"], "names.1: expected 1 to 40 printable characters, found ''"),
        (["--players", "2", "--rules", "lake"], "rules: unknown rule set 'lake'; known are base"),
        (["--players", "2", "--set", "fast=true"], "settings: unknown field 'fast'; known are must_move"),
        (["--players", "2", "--set", "must_move=maybe"], "settings.must_move: expected true, false or a whole number"),
        (["--players", "2", "--set", "must_move=1"], "settings.must_move: expected true or false, found 1"),
        (["--players", "2", "--set", "must_move"], "settings.must_move: expected true, false or a whole number"),
        (["--players", "2", "--set", "a=true", "--set", "a=true"], "settings: 'a' is given twice"),
        (["--players", "2", "--starts", "2"], "starts: expected a whole number from 0 to 1, found 2"),
        (["--players", "2", "--starts", "-1"], "starts: expected a whole number, found '-1'"),
    ],
)
def test_new_refuses_in_one_line(arguments: list[str], said: str) -> None:
    assert refused("new", *arguments).startswith(f"goatherd: {said}")


def test_turns_apply_and_sheet_answer_as_the_contract_says() -> None:
    found = answered("turns", given=json.dumps({"position": START, "dice": [6, 2, 4, 1]}))
    assert list(found) == ["turns"]
    assert [list(each) for each in found["turns"]] == [["turn", "after", "facts", "rating", "why"]] * len(
        found["turns"]
    )
    ratings = [each["rating"] for each in found["turns"]]
    assert ratings == sorted(ratings, reverse=True)
    climbing = next(each for each in found["turns"] if each["turn"] == CLIMB_10)
    assert climbing["facts"] == [{"fact": "climbed", "seat": 0, "mountain": 10}]
    assert 0 < climbing["rating"] < 1
    assert climbing["why"] == "climbs mountain 10"

    applied = answered("apply", given=json.dumps({"position": START, "dice": [1, 2, 4, 6], "turn": CLIMB_10}))
    assert applied == {"after": climbing["after"], "facts": climbing["facts"]}

    sheet = answered("sheet", given=json.dumps(applied["after"]))
    assert list(sheet) == ["players", "ranking", "decided_by"]
    assert sheet["ranking"] == [[0, 1]]


def test_a_stream_answers_each_line_in_order_and_applying_its_turns_gives_their_positions() -> None:
    random = Random(4)
    requests: list[dict[str, Any]] = [
        {"position": random_table(random), "dice": random_dice(random)} for _ in range(40)
    ]
    found = streamed("turns", *(json.dumps(request).encode() for request in requests))
    assert len(found) == len(requests)
    turns = [(request, each) for request, answer in zip(requests, found, strict=True) for each in answer["turns"]]
    applied = streamed("apply", *(json.dumps({**request, "turn": each["turn"]}).encode() for request, each in turns))
    assert applied == [{"after": each["after"], "facts": each["facts"]} for _, each in turns]
    sheets = streamed("sheet", *(json.dumps(each["after"]).encode() for _, each in turns))
    assert [len(sheet["players"]) for sheet in sheets] == [len(each["after"]["players"]) for _, each in turns]


def test_a_stream_answers_at_once() -> None:
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(
        (*GOATHERD, "sheet", "--stream"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, env=buffered
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for request in (json.dumps(START).encode(), b"wrong"):
            process.stdin.write(request + b"\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith((b'{"players":', b'{"error":'))
        process.stdin.close()
        assert process.wait(timeout=60) == 0


DEEP = b"[" * 100_000 + b"]" * 100_000


def asked(dice: list[Any], **changed: object) -> bytes:
    """Asks for the turns of a roll at the start of a game, some fields of the position changed."""
    return json.dumps({"position": {**START, **changed}, "dice": dice}).encode()


WRONG_REQUESTS = [
    (b"", "input: expected a JSON object, found nothing"),
    (b"   ", "input: expected a JSON object, found nothing"),
    (b"{", "input: no valid JSON at line 1, column 2"),
    (b"{} {}", "input: no valid JSON at line 1, column 4"),
    (b"\xff\xfe", "input: expected UTF-8; byte 1 is none"),
    (b'{"dice": [1], "dice": [2]}', "input: the field 'dice' is there twice"),
    (b'{"dice": [NaN]}', "input: NaN is no number of JSON"),
    (b'{"dice": [-Infinity]}', "input: -Infinity is no number of JSON"),
    (b'{"dice": [' + b"9" * 5000 + b"]}", "input: a number has 5000 digits"),
    (DEEP, "input: lists and objects are nested too deep"),
    (b"[]", "request: expected an object with position, dice, found a list of 0"),
    (b"7", "request: expected an object with position, dice, found 7"),
    (b"null", "request: expected an object with position, dice, found nothing"),
    (b"{}", "request: the field 'position' is missing"),
    (json.dumps({"position": START}).encode(), "request: the field 'dice' is missing"),
    (b'{"position": {}, "dice": [1,2,3,4], "die": 5}', "request: unknown field 'die'"),
    (b'{"position": {}, "dice": [1,2,3,4]}', "position: the field 'schema' is missing"),
    (asked([1, 2, 3, 4, 5]), "dice: expected 4 dice, found 5"),
    (asked([1, 2, 3, 0]), "dice.3: expected a face from 1 to 6, found 0"),
    (asked([1, 2, 3, 7]), "dice.3: expected a face from 1 to 6, found 7"),
    (asked([1.5, 2, 3, 4]).replace(b"1.5", b"1e999"), "dice.0: expected a face from 1 to 6, found inf"),
    (asked([1, 2, 3, 4], rules=["lake"]), "rules: unknown rule set 'lake'; known are base"),
    (asked([1, 2, 3, 4], over=True), "over: the game is over"),
]


def test_a_wrong_request_gets_an_error_in_its_place_and_the_stream_goes_on() -> None:
    right = asked([1, 2, 4, 6])
    answers = streamed("turns", *(line for wrong, _ in WRONG_REQUESTS for line in (wrong, right)))
    errors, turns = answers[::2], answers[1::2]
    for error, (request, said) in zip(errors, WRONG_REQUESTS, strict=True):
        assert list(error) == ["error"], request[:80]
        assert error["error"].startswith(said), request[:80]
    assert all(list(answer) == ["turns"] for answer in turns)


@pytest.mark.parametrize("index", range(0, len(WRONG_REQUESTS), 4))
def test_a_wrong_request_alone_ends_with_one_line(index: int) -> None:
    request, said = WRONG_REQUESTS[index]
    assert refused("turns", given=request).startswith(f"goatherd: {said}")


def test_apply_says_why_a_turn_is_not_legal() -> None:
    request = {"position": START, "dice": [1, 2, 4, 5], "turn": CLIMB_10}
    assert refused("apply", given=json.dumps(request)) == (
        "goatherd: turn.steps.0.dice: 1 x 6 needed, 0 left; a die is used once at most"
    )


def test_sheet_says_what_is_wrong_with_a_position() -> None:
    assert refused("sheet", given=json.dumps({**START, "round": 0})).startswith("goatherd: round: ")


def test_an_empty_stream_ends_well() -> None:
    assert streamed("turns") == []


def test_a_reader_that_goes_away_ends_it_quietly() -> None:
    request = asked([1, 1, 1, 1]) + b"\n"
    with subprocess.Popen(
        (*GOATHERD, "turns", "--stream"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(request)
        process.stdin.flush()
        assert process.stdout.readline()
        process.stdout.close()
        process.stdin.write(request)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 0


def test_these_commands_load_nothing_heavy() -> None:
    program = (
        "import sys\n"
        "from pi.shell.main import main\n"
        "main(['new', '--players', '2'])\n"
        "main(['apply', '--stream'])\n"
        "assert 'numpy' not in sys.modules\n"
        "main(['turns', '--stream'])\n"
        "sys.exit(sorted({'cv2', 'PIL', 'gpiozero', 'luma'} & set(sys.modules)) or None)\n"
    )
    request = asked([1, 2, 4, 6])
    done = subprocess.run(
        (sys.executable, "-c", program), input=request, capture_output=True, cwd=ROOT, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
