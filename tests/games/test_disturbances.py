"""Nothing but a throw passes for one: every kind of disturbance, on drawn pictures, in running games."""

from __future__ import annotations

from pathlib import Path

import pytest

from pi.shell.benches import disturbances
from tests.games.scripting import play_script, status

BEGIN = ("--players", "2", "--names", "Ann,Bo")
TOLD_APART = tuple(kind for kind in disturbances.KINDS if kind != "leaning")
GAMES = tuple(TOLD_APART[start::4] for start in range(4))


@pytest.mark.parametrize("kinds", GAMES, ids=[" ".join(kinds) for kinds in GAMES])
def test_a_disturbance_begins_ends_skips_and_changes_no_turn_and_every_throw_counts(kinds: tuple[str, ...]) -> None:
    played = disturbances.play(disturbances.Job(3, kinds))
    assert played.fooled == ()
    assert sorted(kind for kind, _ in played.happened) == sorted(kinds)
    assert played.throws >= 1


def test_a_leaning_die_is_no_roll() -> None:
    assert disturbances.play(disturbances.Job(3, ("leaning",) * 3)).fooled == ()


@pytest.mark.parametrize("mishap", ["nudge", "bump", "card", "leave", "dim"])
def test_a_script_can_disturb_the_table(tmp_path: Path, mishap: str) -> None:
    script = f"""
    roll 2 4 5 6
    disturb {mishap}
    expect screen "Ann: choose"
    press ok
    disturb {mishap}
    expect screen "Ann: done"
    """
    played = play_script(tmp_path, script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")
    assert status(tmp_path)["turns"] == 1


@pytest.mark.parametrize("ending", ["spinning", "rocking"])
def test_a_die_that_spins_or_rocks_is_waited_for(tmp_path: Path, ending: str) -> None:
    played = play_script(tmp_path, f'roll 2 4 5 6 {ending}\nexpect screen "Ann: choose"', *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")
    assert status(tmp_path)["reading"]["faces"] == [2, 4, 5, 6]


def test_a_die_over_the_rim_is_thrown_again_and_counts_with_the_three_that_stayed(tmp_path: Path) -> None:
    script = """
    roll 2 4 5 6 dropped
    expect screen "3 dice"
    add 3
    expect screen "Ann: choose"
    """
    played = play_script(tmp_path, script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")
    assert status(tmp_path)["reading"]["faces"] == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("roll 1 2 3 4 flying", "expected faces"),
        ("disturb peace", "known are hand, nudge"),
        ("disturb nudge", "needs dice"),
        ("add 9", "9"),
        ("add", "expected faces"),
        ("take 4", "no die left that shows 4"),
        ("straighten", "every die lies flat"),
    ],
)
def test_a_wrong_line_is_named_with_the_reason(tmp_path: Path, line: str, reason: str) -> None:
    played = play_script(tmp_path, line, *BEGIN)
    assert played.returncode == 2
    assert reason in played.stderr
    assert played.stderr.count("\n") == 1
