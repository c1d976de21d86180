"""The unit as systemd judges it: nothing wrong with it, and little that it may do."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from installer.releases import CURRENT, SOURCE
from pi.shell.web.address import parse_address

SYSTEMD = SOURCE / "systemd"
PROGRAM = f"{CURRENT}/bin/goatherd"

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def unit_in(folder: Path, with_page: bool) -> Path:
    """The unit, with a program that there is on every machine, and the drop-in where it is wanted."""
    unit = folder / "goatherd.service"
    text = (SYSTEMD / "goatherd.service").read_text(encoding="utf-8")
    unit.write_text(text.replace(PROGRAM, "/bin/true"), encoding="utf-8")
    if with_page:
        drop_ins = folder / "goatherd.service.d"
        drop_ins.mkdir()
        shutil.copy(SYSTEMD / "page.conf", drop_ins)
    return unit


@needs_systemd
@pytest.mark.parametrize(("with_page", "most"), [(False, 1.0), (True, 1.5)], ids=["no network", "with the page"])
def test_it_is_exposed_to_little(tmp_path: Path, with_page: bool, most: float) -> None:
    unit = unit_in(tmp_path, with_page)
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    level = re.search(r"Overall exposure level for goatherd\.service: ([0-9.]+)", ended.stdout)
    assert level is not None, ended.stdout + ended.stderr
    assert float(level[1]) <= most
    network = re.search(r"^. PrivateNetwork=", ended.stdout, re.MULTILINE)
    assert network is not None
    assert network[0].startswith("✗" if with_page else "✓")  # else the drop-in would not have been looked at


@needs_systemd
@pytest.mark.parametrize("with_page", [False, True], ids=["no network", "with the page"])
def test_systemd_finds_nothing_wrong(tmp_path: Path, with_page: bool) -> None:
    command = ["systemd-analyze", "verify", "--man=no", str(unit_in(tmp_path, with_page))]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert [line for line in ended.stderr.splitlines() if "goatherd" in line] == []
    assert ended.returncode == 0


@pytest.mark.parametrize(
    ("file", "is_served"), [("goatherd.service", False), ("page.conf", True)], ids=["no network", "with the page"]
)
def test_the_page_is_served_with_the_drop_in_alone(file: str, is_served: bool) -> None:
    (options,) = re.findall(r'^Environment="PAGE=([^"]*)"', (SYSTEMD / file).read_text(encoding="utf-8"), re.MULTILINE)
    option, _, value = options.partition(" ")
    assert option == "--web"
    address = parse_address(value)
    assert (address is not None and address.is_open) is is_served


def test_it_ends_before_the_bus_and_ends_its_processes_itself() -> None:
    """Otherwise it could not tell, at the end, whether the machine is switched off."""
    lines = (SYSTEMD / "goatherd.service").read_text(encoding="utf-8").splitlines()
    assert {"After=dbus.service", "KillMode=mixed"} <= set(lines)


@pytest.mark.skipif(shutil.which("apparmor_parser") is None, reason="apparmor_parser is not installed")
def test_apparmor_understands_the_profile() -> None:
    command = ["apparmor_parser", "--skip-kernel-load", "--skip-cache", str(SYSTEMD / "goatherd.apparmor")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr


def test_the_unit_names_the_profile() -> None:
    assert "AppArmorProfile=-goatherd\n" in (SYSTEMD / "goatherd.service").read_text(encoding="utf-8")
    assert "profile goatherd " in (SYSTEMD / "goatherd.apparmor").read_text(encoding="utf-8")
