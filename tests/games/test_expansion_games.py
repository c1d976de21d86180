"""One short game of each rule set, from the set-up or the command line to who won, on drawn dice and with the buttons.

Which goat the first suggestion takes is not told here, as that is for the adviser to say.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.games.scripting import play_script, status

TWO = ("--players", "2", "--names", "Ann,Bo")


def presses(*words: str) -> str:
    """Lines of a script: `next*3` is NEXT three times."""
    lines = []
    for word in words:
        button, _, times = word.partition("*")
        lines += [f"press {button}"] * int(times or 1)
    return "\n".join(lines)


# In the list of what can be corrected of Ann's: all tokens of 8, 9 and 10, then "done" twice.
TAKE_THREE_STACKS = presses(
    "ok", "next*9", "ok", "next*7", "ok", "next", "ok", "next*6", "ok", "next", "ok", "next*5", "ok", "next*5", "ok*2"
)  # fmt: skip

BASE = f"""
roll 4 6 3 5
push 4 6 | 3 5
expect screen "8↑ 10↑"
press ok
expect position players.0.goats=5.0,6.0,7.0,8.1,9.0,10.1
clear
roll 6 6 1 2
press ok
clear
{presses("ok", "next*3")}
expect screen "Correct the board"
press ok
{TAKE_THREE_STACKS}
expect position stacks.10=0
roll 4 6 2 2
push 4 6 | 2 | 2
press ok
expect screen "The last round is on"
expect screen "10: to the top"
clear
roll 1 2 3 3
press ok
expect screen "The game is over"
clear
expect screen "Ann wins"
"""

BIG_MOUNTAIN = f"""
{presses("ok", "next*2", "ok", "ok")}
expect screen "Goat on 5"
{presses("ok", "next*5", "ok")}
expect screen "Goat: Big Mountain 11"
{presses("next*11", "ok*2")}
expect position players.0.goats.5=B11
roll 5 6 6 1
push 5 | 6 6 | 1
expect screen "→B12"
press ok
expect screen "Big Mountain 12"
expect position players.0.goats.0=5.1
clear
roll 3 6 6 6
push 3 6 6 6
press ok
expect screen "Big Mountain 21"
expect position players.1.goats.5=B21
press undo
expect screen "Take this back"
expect screen "B21→"
press ok
press ok
expect position players.1.goats.5=B21
clear
{presses("ok", "next*3", "ok")}
{TAKE_THREE_STACKS}
roll 1 2 2 3
press ok
clear
roll 1 2 2 3
press ok
clear
expect screen "Ann wins"
{presses("next*2")}
expect screen "Big Mountain: 8"
"""

GREEN_VALLEY = f"""
{presses("ok", "next*2", "ok")}
{TAKE_THREE_STACKS}
roll 4 6 5 5
push 4 6 | 5 5
expect screen "10→V5"
press ok
expect screen "10 → valley 5"
expect position players.0.goats=5.0,6.0,7.0,8.0,9.0,V5
press undo
expect screen "Ann V5→10: foot"
press ok
press ok
clear
expect screen "Bo: throw"
roll 1 2 2 3
press ok
expect screen "The game is over"
clear
{presses("next*2")}
expect screen "Valley: 5"
"""

BOTH = f"""
roll 4 5 6 6
push 5 6 | 4 6
expect screen "→B11"
press ok
expect screen "Big Mountain 11"
expect position players.0.goats.5=B11
clear
roll 2 6 6 6
push 6 6 | 6 | 2
press ok
expect position players.1.goats.5=B12
clear
{presses("ok", "next")}
expect screen "Take a goat back"
press ok
expect screen "Ann: which goat?"
press ok
expect screen "To which mountain?"
expect screen "B11 →"
press ok
expect screen "Ann: move a goat"
expect position players.0.goats.0=5.0
press undo
expect screen "→B11"
expect position players.0.goats.5=B11
press ok
press ok hold
expect screen "Redo"
press ok
expect screen "Ann: move a goat"
press ok
{presses("ok", "next*3", "ok")}
{TAKE_THREE_STACKS}
roll 4 6 5 5
push 4 6 | 5 5
press ok
expect screen "valley 5"
expect position players.0.goats.5=V5
clear
{presses("ok hold", "next*6", "ok", "next")}
expect screen "12:B"
expect screen "Valley 5: A"
press back
roll 1 2 2 3
press ok
clear
expect screen "wins"
"""

SCRIPTS = {
    "base": BASE,
    "base,big-mountain": BIG_MOUNTAIN,
    "base,green-valley": GREEN_VALLEY,
    "base,big-mountain,green-valley": BOTH,
}


@pytest.mark.parametrize("rules", SCRIPTS)
def test_a_game_of_each_rule_set_is_played_to_its_end(tmp_path: Path, rules: str) -> None:
    played = play_script(tmp_path, SCRIPTS[rules], *TWO, "--rules", rules)
    assert played.returncode == 0, played.stderr
    told = status(tmp_path)
    assert told["phase"] == "over"
    assert told["position"]["rules"] == rules.split(",")


def test_expansions_and_settings_are_chosen_with_the_buttons(tmp_path: Path) -> None:
    script = f"""
    {presses("ok", "next*4", "ok")}
    expect screen "Big Mountain no"
    {presses("ok", "next", "ok")}
    expect screen "Green Valley yes"
    {presses("next*3")}
    expect screen "Take goats back yes"
    {presses("ok", "next", "ok")}
    expect screen "Valley fields"
    {presses("ok", "back", "ok")}
    expect screen "Lay out"
    expect screen "Fields 4 3 4 4 5 5"
    press ok
    expect screen "Player 1: throw"
    """
    played = play_script(tmp_path, script)
    assert played.returncode == 0, played.stderr
    position = status(tmp_path)["position"]
    assert position["rules"] == ["base", "big-mountain", "green-valley"]
    assert position["settings"] == {
        "free_redeploy": False,
        "valley_fields": {"5": 4, "6": 3, "7": 4, "8": 4, "9": 5, "10": 5},
    }
