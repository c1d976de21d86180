"""Installing, again and over an older version: what is there afterwards, and that nothing is half done."""

from __future__ import annotations

import platform
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.position import new_position
from installer.games import copy_games, put_back
from installer.installing import Choices, backup, install, remove, restore
from installer.machine import InstallError
from installer.releases import SOURCE, fetch_wheels
from installer.system_files import FILES, FIRST_OPTIONS, PAGE, text_of
from pi.shell.store import open_store
from tests.installer.bench import CONFIG, STAND_IN, Bench

CONFIG_FILE = "/boot/firmware/config.txt"
UNIT_FILE = "/etc/systemd/system/goatherd.service"

pytestmark = pytest.mark.skipif(shutil.which("sh") is None, reason="the stand-ins are shell scripts")


def installed(bench: Bench) -> Bench:
    install(bench.machine(), Choices())
    bench.forget_calls()
    return bench


# A fresh machine


def test_a_fresh_machine_gets_everything_and_the_service_runs(bench: Bench) -> None:
    install(bench.machine(), Choices())
    for file in FILES:
        assert bench.text(file.target) == text_of(file)
        assert (bench.root / file.target.lstrip("/")).stat().st_mode & 0o777 == file.mode
    assert (bench.release, bench.releases) == ("1", {"1"})
    assert "systemctl enable goatherd" in bench.calls()
    assert bench.is_running


def test_each_step_is_said(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    install(bench.machine(), Choices())
    said = capsys.readouterr().out
    parts = [line.split()[0] for line in said.splitlines() if not line.startswith(" ")]
    assert parts == ["machine", "packages", "version", "system", "firmware", "doctor", "service", "done"]
    assert "✓ machine      a stand-in" in said


def test_every_file_of_the_folder_systemd_is_installed() -> None:
    sources = {file.source for file in (*FILES, FIRST_OPTIONS, PAGE)}
    assert {path.name for path in (SOURCE / "systemd").iterdir()} == sources


def test_the_doctor_looks_at_the_devices_that_the_builder_chose(bench: Bench) -> None:
    bench.file("/etc/default/goatherd", "OPTIONS=--screen oled:sh1106 --mains 60 --camera usb\n")
    install(bench.machine(), Choices())
    (doctor,) = [call for call in bench.calls() if call.startswith("goatherd doctor")]
    assert "--screen oled:sh1106 --camera usb" in doctor
    assert "--mains" not in doctor


def test_missing_packages_come_from_apt(bench: Bench) -> None:
    bench.tell("packages", "python3-venv\npython3-numpy\n")
    install(bench.machine(), Choices())
    (call,) = [call for call in bench.calls() if call.startswith("apt-get install")]
    assert call.split()[5:] == ["polkitd", "i2c-tools", "v4l-utils", "python3-picamera2", "python3-lgpio"]


def test_a_machine_that_is_no_pi_is_asked_for_no_package_of_a_pi(bench: Bench) -> None:
    bench.file("/proc/device-tree/model", "another machine")
    bench.tell("packages", "")
    install(bench.machine(), Choices())
    assert not [call for call in bench.calls() if "picamera2" in call]


def test_without_systemd_running_the_service_starts_with_the_machine(bench: Bench) -> None:
    shutil.rmtree(bench.root / "run/systemd")
    install(bench.machine(), Choices())
    assert "systemctl enable goatherd" in bench.calls()
    assert not bench.is_running


# Again


def test_installing_again_changes_nothing_but_the_version(bench: Bench) -> None:
    installed(bench)
    before = bench.text(CONFIG_FILE)
    bench.file("/etc/default/goatherd", "OPTIONS=--mains 60\n")
    install(bench.machine(), Choices())
    assert bench.text(CONFIG_FILE) == before
    assert bench.text("/etc/default/goatherd") == "OPTIONS=--mains 60\n"
    assert (bench.release, bench.releases) == ("2", {"2"})
    assert bench.is_running


def test_what_an_installation_left_that_was_cut_short_goes(bench: Bench) -> None:
    installed(bench)
    bench.file("/opt/goatherd/releases/5/half", "")
    install(bench.machine(), Choices())
    assert bench.releases == {bench.release}


# The games


def test_the_games_are_copied_first_and_the_new_version_reads_a_copy(bench: Bench) -> None:
    installed(bench).begin_game(is_over=True)
    install(bench.machine(), Choices())
    calls = bench.calls()
    read = next(number for number, call in enumerate(calls) if call.startswith("goatherd games"))
    assert "/copies/" in calls[read]
    assert read < calls.index("systemctl restart goatherd")


def test_three_copies_stay(bench: Bench) -> None:
    installed(bench).begin_game(is_over=True)
    for name in ("20200101-000000", "20200102-000000", "20200103-000000"):
        bench.file(f"/var/lib/goatherd/copies/{name}/goatherd.sqlite", "")
    install(bench.machine(), Choices())
    copies = sorted(path.name for path in (bench.games.parent / "copies").iterdir())
    assert copies[:2] == ["20200102-000000", "20200103-000000"]
    assert len(copies) == 3


@pytest.mark.parametrize("action", ["install", "remove", "restore"])
def test_nothing_is_touched_during_a_game(bench: Bench, tmp_path: Path, action: str) -> None:
    installed(bench).begin_game()
    machine = bench.machine()
    backup(machine, tmp_path / "copy")
    with pytest.raises(InstallError, match=r"a game is being played; .*systemctl stop goatherd"):
        {
            "install": lambda: install(machine, Choices()),
            "remove": lambda: remove(machine, with_games=True),
            "restore": lambda: restore(machine, tmp_path / "copy"),
        }[action]()
    assert (bench.release, bench.is_running) == ("1", True)
    assert not [call for call in bench.calls() if call.startswith("systemctl stop")]


def test_a_table_that_is_switched_off_can_be_brought_up_to_date_within_a_game(bench: Bench) -> None:
    installed(bench).begin_game()
    (bench.folder / "running").unlink()
    install(bench.machine(), Choices())
    assert bench.release == "2"


def test_whether_a_game_is_played_must_be_told(bench: Bench) -> None:
    installed(bench).begin_game()
    bench.tell("status", "nonsense")
    with pytest.raises(InstallError, match="can't be told"):
        install(bench.machine(), Choices())


# The way back


def test_whatever_fails_the_old_version_runs_as_before(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    old = installed(Bench(tmp_path / "old"))
    old.begin_game(is_over=True)
    old.file(UNIT_FILE, "the old unit\n")
    old.tell("migrates", "")
    whole = copied(old, tmp_path / "whole")
    install(whole.machine(), Choices())
    assert (whole.release, whole.format()) == ("2", 2)
    begins = dict.fromkeys(re.split(r"[^ ]*/20\d\d", call)[0] for call in whole.calls())
    refused = 0
    for number, begin in enumerate(begins):
        bench = copied(old, tmp_path / str(number))
        bench.tell("fails", begin.replace(str(whole.folder), str(bench.folder)) + "\n")
        error = refusal(bench)
        if error is None:
            assert (bench.release, bench.is_running) == ("2", True), begin
            continue
        refused += 1
        assert "\n" not in error
        found = (bench.release, bench.text(UNIT_FILE), bench.format(), bench.is_running)
        assert found == ("1", "the old unit\n", 1, True), begin
    assert refused > 10


def refusal(bench: Bench) -> str | None:
    """Why an installation stopped; None where it did not."""
    try:
        install(bench.machine(), Choices())
    except InstallError as error:
        return str(error)
    return None


def copied(bench: Bench, folder: Path) -> Bench:
    """The same machine in another folder."""
    shutil.copytree(bench.folder, folder, symlinks=True)
    return Bench(folder)


def test_a_version_that_does_not_stay_up_gives_its_place_back(bench: Bench) -> None:
    installed(bench).begin_game(is_over=True)

    def crash(seconds: float) -> None:
        bench.tell("state", "activating\n1\n")
        bench.tell("migrates", "")

    with pytest.raises(InstallError, match=r"does not stay up .*journalctl -u goatherd"):
        install(bench.machine(crash), Choices())
    assert (bench.release, bench.releases, bench.is_running) == ("1", {"1"}, True)


def test_games_that_a_new_version_has_changed_are_put_back_and_its_own_kept_beside(bench: Bench) -> None:
    installed(bench).begin_game(is_over=True)
    bench.tell("migrates", "")

    def crash(seconds: float) -> None:
        assert bench.format() == 2
        (bench.folder / "migrates").unlink()
        bench.tell("state", "failed\n5\n")

    with pytest.raises(InstallError):
        install(bench.machine(crash), Choices())
    assert bench.format() == 1
    assert len(list(bench.games.parent.glob("goatherd.sqlite.replaced-*"))) == 1


def test_a_record_that_went_over_to_a_new_format_is_put_back_as_the_old_version_left_it(bench: Bench) -> None:
    """With the program's own record: format 1 knew no campaigns."""
    folder = bench.games.parent
    folder.mkdir(parents=True)
    store = open_store(folder, create=True)
    store.begin_game(new_position(2, ("Ann", "Bo")))
    store.close()
    with closing(sqlite3.connect(bench.games)) as connection:
        connection.executescript("DROP TABLE campaign_entries; DROP TABLE campaigns; PRAGMA user_version = 1;")
    before = tables(bench.games)
    copy = copy_games(bench.machine())
    assert copy is not None

    newer = open_store(folder)
    newer.begin_game(new_position(3))
    put_back(bench.machine(), copy)  # as after a crash: the new version has not closed its log
    newer.close()

    assert (bench.format(), tables(bench.games)) == (1, before)
    (replaced,) = folder.glob("goatherd.sqlite.replaced-*[0-9]")
    assert tables(replaced) >= {"campaigns", "campaign_entries"}
    assert open_store(folder).game_ids() == (1,)


def tables(path: Path) -> set[str]:
    with closing(sqlite3.connect(path)) as connection:
        return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def test_breaking_it_off_leads_back_too(bench: Bench) -> None:
    installed(bench)

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        install(bench.machine(interrupt), Choices())
    assert (bench.release, bench.is_running) == ("1", True)


def test_a_first_version_that_does_not_come_up_stays_to_be_looked_at(bench: Bench) -> None:
    bench.tell("fails", "systemctl restart\n")
    with pytest.raises(InstallError, match="journalctl -u goatherd"):
        install(bench.machine(), Choices())
    assert bench.release == "1"
    assert bench.has(UNIT_FILE)


# What is missing


@pytest.mark.parametrize(
    ("fails", "words"),
    [
        ("apt-get --version", "apt or systemd is missing; use 64-bit Raspberry Pi OS"),
        ("python3 -m venv", "python3 -m: does not work; sudo apt install python3-venv"),
        ("python3 -c", "sudo apt install python3-numpy"),
        ("pip install", "look after the network, then run this again"),
        ("python -c import numpy", "a library of another source hides apt's"),
        ("systemd-sysusers", "sudo apt install systemd"),
    ],
)
def test_what_is_missing_is_named_with_its_remedy(bench: Bench, fails: str, words: str) -> None:
    bench.tell("fails", f"{fails}\n")
    with pytest.raises(InstallError) as raised:
        install(bench.machine(), Choices())
    assert words in str(raised.value)


def test_a_package_that_apt_does_not_have_is_named(bench: Bench) -> None:
    bench.tell("packages", "")
    bench.tell("unknown", "python3-picamera2\n")
    with pytest.raises(InstallError, match="apt has no python3-picamera2; use 64-bit Raspberry Pi OS"):
        install(bench.machine(), Choices())


def test_a_root_that_is_read_only_takes_no_version(bench: Bench) -> None:
    bench.file("/proc/mounts", "overlayroot / overlay rw 0 0\n")
    with pytest.raises(InstallError, match=r"root is read-only; first: sudo \./install read-only off"):
        install(bench.machine(), Choices())


# Without a network


def test_packages_come_from_a_folder_alone(bench: Bench, tmp_path: Path) -> None:
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    major, minor, _ = platform.python_version_tuple()
    (wheels / f"numpy-2.2.4-cp{major}{minor}-cp{major}{minor}-manylinux_2_17_aarch64.whl").touch()
    install(bench.machine(), Choices(wheels=wheels))
    (call,) = [call for call in bench.calls() if call.startswith("pip install")]
    assert f"--no-index --find-links {wheels}" in call
    assert not [call for call in bench.calls() if call.startswith("apt-get update")]


def test_a_folder_without_wheels_for_this_python_is_refused(bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(InstallError, match=r"holds no wheels for Python .*; prepare it .*\./install wheels DIR"):
        install(bench.machine(), Choices(wheels=tmp_path))


def test_the_folder_is_filled_for_both_releases_of_the_system(bench: Bench, tmp_path: Path) -> None:
    fetch_wheels(bench.machine(), tmp_path / "wheels")
    calls = [call for call in bench.calls() if " download " in call]
    assert [call.partition("--python-version ")[2].split()[0] for call in calls] == ["3.11", "3.13"]
    assert all("--only-binary=:all:" in call and "setuptools" in call for call in calls)


# Away with it


def test_removing_leaves_the_games_and_nothing_else(bench: Bench) -> None:
    installed(bench).begin_game(is_over=True)
    remove(bench.machine(), with_games=False)
    assert bench.games.is_file()
    assert not bench.is_running
    assert not any(bench.has(file.target) for file in (*FILES, PAGE, FIRST_OPTIONS))
    assert not bench.has("/opt/goatherd")
    assert bench.text(CONFIG_FILE) == CONFIG


def test_the_games_go_when_asked(bench: Bench) -> None:
    installed(bench).begin_game(is_over=True)
    remove(bench.machine(), with_games=True)
    assert not bench.has("/var/lib/goatherd")
    assert "userdel goatherd" in bench.calls()


def test_it_can_be_installed_again_after_it_was_removed(bench: Bench) -> None:
    installed(bench).begin_game(is_over=True)
    remove(bench.machine(), with_games=False)
    install(bench.machine(), Choices())
    assert bench.is_running
    assert bench.games.is_file()


def test_the_stand_ins_are_what_is_called() -> None:
    assert STAND_IN.stat().st_mode & 0o111


# Copies


def test_a_backup_is_put_back_and_what_was_there_is_kept_beside(bench: Bench, tmp_path: Path) -> None:
    installed(bench).begin_game(is_over=True)
    backup(bench.machine(), tmp_path / "copy")
    bench.games.unlink()
    bench.begin_game(is_over=True)
    restore(bench.machine(), tmp_path / "copy")
    assert bench.format() == 1
    assert bench.is_running
    assert len(list(bench.games.parent.glob("goatherd.sqlite.replaced-*"))) == 1


def test_a_backup_overwrites_nothing(bench: Bench, tmp_path: Path) -> None:
    installed(bench).begin_game(is_over=True)
    (tmp_path / "copy").touch()
    with pytest.raises(InstallError, match="is there already"):
        backup(bench.machine(), tmp_path / "copy")
