"""`goatherd bench table`: what it prints and refuses."""

from __future__ import annotations

import argparse
import json

import pytest

from pi.shell.benches.figures import FIGURES, Figure
from pi.shell.commands import bench_table


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    parser.set_defaults(json=False)
    bench_table.add_parser(parser.add_subparsers(required=True))
    chosen = parser.parse_args(["table", *arguments])
    return int(chosen.run(chosen))


def test_json_is_one_document_and_progress_goes_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("mashes", "--share", "0.02", "--processes", "2", "--json") == 0
    printed = capsys.readouterr()
    told = json.loads(printed.out)
    assert printed.err == "2 of 2 games of 100 mashes\n"
    assert (told["seed"], told["share"]) == (1, 0.02)
    assert list(told["figures"]) == ["mashes"]
    mashed = told["figures"]["mashes"]
    assert (mashed["mashes"], mashed["stuck"], mashed["broken"]) == (200, [], [])


def test_a_broken_promise_is_told_and_ends_with_1() -> None:
    text = bench_table.text_of({"time": Figure({"rolls": 3}, ("wait_ms 400, 300 promised",))}, "here")
    assert text.splitlines() == ["here", "", "time: 1 promises broken", "  rolls: 3", "  ! wait_ms 400, 300 promised"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("weather",), f"'weather' is no figure; known are {', '.join(FIGURES)}"),
        (("--share", "2"), "'2' is no share"),
        (("--share", "some"), "'some' is no share"),
        (("--processes", "0"), "'0' is no number of processes"),
    ],
)
def test_a_wrong_argument_is_refused(
    arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as refused:
        run(*arguments)
    assert refused.value.code == 2
    assert reason in capsys.readouterr().err
