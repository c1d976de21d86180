"""Scripts: every line of them does what it says, on drawn dice."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from tests.games.scripting import goatherd, play_script, status

BEGIN = ("--players", "2", "--names", "Ann,Bo")


def test_a_roll_becomes_a_scored_turn(tmp_path: Path) -> None:
    script = """
    expect screen "Ann: throw"
    roll 4 6 5 3
    expect screen "Ann: choose"
    push 4 6 | 5 | 3
    press ok
    expect screen "10: up 1"
    expect position players.0.goats=5.1,6.0,7.0,8.0,9.0,10.1
    expect position to_move=1
    clear
    expect screen "Bo: throw"
    """
    played = play_script(tmp_path, script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")
    assert status(tmp_path)["turns"] == 1


def test_the_set_up_is_done_with_buttons(tmp_path: Path) -> None:
    script = """
    expect screen "How many play?"
    press next
    expect screen "Players: 3"
    press ok
    press next
    expect screen "Starts: Player 2"
    press ok
    expect screen "Player 2: throw"
    """
    played = play_script(tmp_path, script)
    assert (played.returncode, played.stderr) == (0, "")
    assert [player["name"] for player in status(tmp_path)["position"]["players"]] == [
        "Player 1",
        "Player 2",
        "Player 3",
    ]


def test_a_hand_over_the_tray_is_seen_and_is_no_roll(tmp_path: Path) -> None:
    script = """
    cover
    expect screen "Ann: rolling"
    uncover
    expect screen "Ann: throw"
    """
    played = play_script(tmp_path, script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")
    assert status(tmp_path)["phase"] == "waiting"


def test_a_1_turned_by_hand_leads_to_its_option(tmp_path: Path) -> None:
    script = """
    roll 1 1 2 6
    turn 1 3
    push 1 6 | 2 3
    press ok
    expect position players.0.goats=5.1,6.0,7.1,8.0,9.0,10.0
    clear
    expect screen "Bo: throw"
    """
    played = play_script(tmp_path, script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")


def test_three_dice_are_asked_about(tmp_path: Path) -> None:
    script = """
    roll 2 4 5
    expect screen "3 dice, not four"
    clear
    """
    played = play_script(tmp_path, script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")
    assert status(tmp_path)["turns"] == 0


def test_without_a_camera_the_game_goes_on_by_hand(tmp_path: Path) -> None:
    script = """
    unplug camera
    expect screen "No camera"
    press ok
    expect screen "Enter the dice"
    press next
    press ok
    press next
    press next
    press ok
    press next
    press next
    press next
    press ok
    press next
    press next
    press next
    press next
    press next
    press next
    press ok
    expect screen "Ann: choose"
    press ok
    press ok
    plug camera
    wait 1
    expect screen "Bo: throw"
    """
    played = play_script(tmp_path, script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")
    told = status(tmp_path)
    assert (told["turns"], told["phase"]) == (1, "doing")


def test_without_a_display_the_game_goes_on_and_it_is_redrawn(tmp_path: Path) -> None:
    shot = tmp_path / "shot"
    script = f"""
    unplug screen
    roll 2 4 5 6
    press ok
    plug screen
    expect screen "Then: Bo"
    shot {shot}
    """
    played = play_script(tmp_path / "data", script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")
    with Image.open(shot.with_suffix(".png")) as picture:
        assert (picture.size, picture.mode) == ((128, 64), "1")
        assert picture.getbbox() is not None
    assert status(tmp_path / "data")["turns"] == 1


def test_kill_ends_at_once_and_the_next_start_goes_on(tmp_path: Path) -> None:
    killed = play_script(tmp_path, "roll 2 4 5 6\nkill\nexpect screen never", *BEGIN)
    assert killed.returncode == 137
    assert status(tmp_path)["phase"] == "choosing"
    assert status(tmp_path)["reading"]["faces"] == [2, 4, 5, 6]
    resumed = play_script(tmp_path, 'expect screen "Ann: choose"\npress ok\nkill')
    assert resumed.returncode == 137
    again = play_script(tmp_path, 'expect screen "Bo: throw"\nroll 1 1 1 1\nexpect screen "Bo: choose"')
    assert (again.returncode, again.stderr) == (0, "")
    assert status(tmp_path)["turns"] == 1


def test_undo_and_redo_reach_across_a_restart(tmp_path: Path) -> None:
    play_script(tmp_path, "roll 2 4 5 6\npress ok\nclear\nroll 3 3 3 3\npress ok\nclear\nkill", *BEGIN)
    before = status(tmp_path)["position"]
    undone = play_script(tmp_path, "press undo hold\npress undo hold\npress undo\nkill")
    assert undone.returncode == 137
    assert status(tmp_path)["turns"] == 0
    assert status(tmp_path)["phase"] == "waiting"
    redo = "press ok hold\nexpect screen Redo\npress ok\n"
    redone = play_script(tmp_path, redo * 4)
    assert (redone.returncode, redone.stderr) == (0, "")
    assert status(tmp_path)["position"] == before


def test_undo_says_what_the_hands_take_back(tmp_path: Path) -> None:
    script = """
    roll 4 6 5 3
    push 4 6 | 5 | 3
    press ok
    press undo hold
    expect screen "Take this back"
    expect screen "Ann 10: foot"
    press ok
    expect screen "Ann: choose"
    expect position players.0.goats=5.0,6.0,7.0,8.0,9.0,10.0
    """
    played = play_script(tmp_path, script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")


def test_a_throw_made_before_the_turn_was_confirmed_is_asked_about_and_not_lost(tmp_path: Path) -> None:
    script = """
    roll 4 6 5 3
    roll 2 2 5 6
    expect screen "Other dice?"
    expect screen "Turn done, next throw"
    press ok
    expect screen "Bo: choose"
    expect position to_move=1
    """
    played = play_script(tmp_path, script, *BEGIN)
    assert (played.returncode, played.stderr) == (0, "")
    assert (status(tmp_path)["turns"], status(tmp_path)["reading"]["faces"]) == (1, [2, 2, 5, 6])


def test_a_new_game_enters_the_record_with_its_first_roll(tmp_path: Path) -> None:
    new_game = ["press ok hold", *["press next"] * 4, "press ok", "press next", "press ok"]
    begun = [
        "roll 4 6 5 3",
        "press ok",
        "clear",
        *new_game,
        'expect screen "Starts: Bo"',
        "press ok",
        'expect screen "Bo: throw"',
    ]
    killed = play_script(tmp_path, [*begun, "kill"], *BEGIN)
    assert killed.returncode == 137, killed.stderr
    assert status(tmp_path)["turns"] == 1
    back = play_script(tmp_path, [*new_game, "press ok", "press undo", 'expect screen "Then: Bo"', "clear"])
    assert (back.returncode, back.stderr) == (0, "")
    assert (status(tmp_path)["turns"], goatherd("games", "--data", tmp_path).stdout.count("\n")) == (1, 1)
    assert play_script(tmp_path, [*new_game, "press ok", "roll 1 2 3 4"]).returncode == 0
    assert (status(tmp_path)["turns"], goatherd("games", "--data", tmp_path).stdout.count("\n")) == (0, 2)


def test_presses_are_counted(tmp_path: Path) -> None:
    play_script(tmp_path, "roll 2 4 5 6\npress next\npress back\npress ok\nclear", *BEGIN)
    assert status(tmp_path)["presses"] == 3


def test_the_same_script_gives_the_same_game(tmp_path: Path) -> None:
    script = "roll 2 4 5 6\npush 2 4 | 5 | 6\npress ok\nclear\nroll 1 1 3 6\npress ok"
    one, other = tmp_path / "one", tmp_path / "other"
    for data in (one, other):
        assert play_script(data, script, *BEGIN).returncode == 0
    assert status(one) == status(other)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dance", "no command 'dance'"),
        ("roll", "expected faces"),
        ("roll 1 2 seven 4", "expected faces"),
        ("roll 1 2 3 9", "9"),
        ("press start", "expected next, back, ok or undo"),
        ("press ok long", "and perhaps hold"),
        ("push 1 6", "no die left that shows 1"),
        ("turn 1", "the face shown and the face wanted"),
        ("turn 1 4", "no die left that shows 1"),
        ("uncover", "no hand"),
        ("photo nowhere.jpg", "nowhere.jpg"),
        ("unplug kettle", "expected camera or screen"),
        ("wait long", "wait"),
        ("wait -1", "expected seconds"),
        ("expect weather fine", "expected screen"),
        ("expect position players.9.name=Ann", "there is no '9'"),
        ("shot", "expected a name"),
    ],
)
def test_a_wrong_line_is_named_with_the_reason(tmp_path: Path, line: str, reason: str) -> None:
    played = play_script(tmp_path, f"# a comment\n\n{line}", *BEGIN)
    assert played.returncode == 2
    assert "3" in played.stderr
    assert reason in played.stderr
    assert played.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("line", "both"),
    [
        ('expect screen "Bo: throw"', ("Bo: throw", "Ann: throw")),
        ("expect position to_move=1", ("to_move=1", "found 0")),
    ],
)
def test_a_failed_expectation_shows_both(tmp_path: Path, line: str, both: tuple[str, str]) -> None:
    played = play_script(tmp_path, line, *BEGIN)
    assert played.returncode == 1
    assert all(part in played.stderr for part in both)


# Starting


def test_a_running_game_is_not_destroyed_by_starting_another(tmp_path: Path) -> None:
    play_script(tmp_path, "roll 2 4 5 6\npress ok", *BEGIN)
    refused = play_script(tmp_path, "", *BEGIN)
    assert refused.returncode == 2
    assert "--new" in refused.stderr
    assert play_script(tmp_path, 'expect screen "Ann: throw"', "--new", *BEGIN).returncode == 0
    assert goatherd("games", "--data", tmp_path).stdout.count("\n") == 2


@pytest.mark.parametrize(
    ("arguments", "status_code", "reason"),
    [
        (("--players", "6"), 2, "players"),
        (("--rules", "chess"), 2, "unknown rule set"),
        (("--set", "must_move=perhaps"), 2, "settings.must_move"),
        (("--set", "must_move"), 2, "settings.must_move"),
        (("--names", "Ann"), 2, "--names"),
        (("--players", "2", "--starts", "2"), 2, "starts"),
        (("--web", "nowhere"), 2, "--web"),
    ],
)
def test_a_wrong_start_is_refused(tmp_path: Path, arguments: tuple[str, ...], status_code: int, reason: str) -> None:
    played = play_script(tmp_path, "", *arguments)
    assert played.returncode == status_code
    assert reason in played.stderr
    assert played.stderr.count("\n") == 1
    assert not (tmp_path / "goatherd.sqlite").exists() or goatherd("games", "--data", tmp_path).stdout == ""


def test_a_script_that_can_not_be_read_is_named(tmp_path: Path) -> None:
    played = goatherd("play", "--data", tmp_path, "--script", tmp_path / "none.txt")
    assert played.returncode == 2
    assert "none.txt" in played.stderr


def test_a_folder_that_can_not_be_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    played = play_script(tmp_path / "file" / "data", "", *BEGIN)
    assert played.returncode == 1
    assert "--data" in played.stderr
    assert played.stderr.count("\n") == 1


def test_the_screens_speak_german(tmp_path: Path) -> None:
    played = goatherd(
        "play", "--data", tmp_path, "--language", "de", "--players", "2", "--script", "-",
        stdin='expect screen "Spieler 1: würfeln"',
    )  # fmt: skip
    assert played.returncode == 0, played.stderr


def test_must_move_is_a_setting_of_the_game(tmp_path: Path) -> None:
    play_script(tmp_path, "roll 5 5 2 2", *BEGIN, "--set", "must_move=true")
    assert status(tmp_path)["position"]["settings"] == {"must_move": True}
