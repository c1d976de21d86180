"""The unit and its user."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

SYSTEMD = Path(__file__).parents[2] / "systemd"
UNIT_FILE = SYSTEMD / "goatherd.service"
PROGRAM = "/opt/goatherd/current/bin/goatherd"


def settings_of(unit: str) -> dict[str, list[str]]:
    """Collects every `name=value` of a unit, since a name may come several times."""
    settings: dict[str, list[str]] = defaultdict(list)
    for line in unit.splitlines():
        name, is_setting, value = line.partition("=")
        if is_setting and not line.startswith("#"):
            settings[name].append(value)
    return settings


UNIT = settings_of(UNIT_FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("ExecStart", f"{PROGRAM} play $PAGE $OPTIONS"),
        ("Type", "notify"),
        ("User", "goatherd"),
        ("StateDirectory", "goatherd"),
        ("RuntimeDirectory", "goatherd"),
        ("WorkingDirectory", "/run/goatherd"),
        ("Restart", "always"),
        ("SupplementaryGroups", "gpio i2c video"),
        ("NoNewPrivileges", "yes"),
        ("ProtectSystem", "strict"),
        ("WantedBy", "multi-user.target"),
    ],
)
def test_the_unit_says(name: str, value: str) -> None:
    assert UNIT[name] == [value]


def test_lgpio_finds_a_folder_that_can_be_written() -> None:
    assert f"LG_WD={UNIT['WorkingDirectory'][0]}" in " ".join(UNIT["Environment"]).split()


@pytest.mark.parametrize("device", ["gpiochip", "i2c", "video4linux", "media", "dma_heap"])
def test_the_devices_can_be_reached(device: str) -> None:
    assert f"char-{device} rw" in UNIT["DeviceAllow"]


@pytest.mark.parametrize("name", ["ProcSubset", "PrivateDevices"])
def test_what_would_hide_the_pi_from_its_libraries_is_not_there(name: str) -> None:
    assert name not in UNIT


def test_the_user_and_every_group_are_made() -> None:
    rows = [
        line.split()
        for line in (SYSTEMD / "goatherd.sysusers").read_text(encoding="utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    (user,) = UNIT["User"]
    (groups,) = UNIT["SupplementaryGroups"]
    assert [row[1] for row in rows if row[0] == "u"] == [user]
    assert {row[1] for row in rows if row[0] == "g"} == set(groups.split())
    assert {(row[1], row[2]) for row in rows if row[0] == "m"} == {(user, group) for group in groups.split()}


def test_the_user_may_switch_the_machine_off_and_nothing_else() -> None:
    rules = (SYSTEMD / "goatherd.rules").read_text(encoding="utf-8")
    (user,) = UNIT["User"]
    assert f'subject.user === "{user}"' in rules
    assert re.findall(r"org\.[a-z0-9.-]+", rules) == ["org.freedesktop.login1.power-off"]
    assert rules.count("Result.YES") == 1


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed here")
def test_systemd_itself_finds_nothing_wrong(tmp_path: Path) -> None:
    # Only the program is exchanged, since the real one is not installed here.
    unit_file = tmp_path / UNIT_FILE.name
    unit_file.write_text(UNIT_FILE.read_text(encoding="utf-8").replace(PROGRAM, "/bin/true"), encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit_file)], capture_output=True, text=True, check=False
    )
    said = [line for line in ran.stderr.splitlines() if UNIT_FILE.name in line]
    assert (ran.returncode, said) == (0, [])
