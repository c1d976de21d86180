"""What may be chosen: page, shutdown button, a partition for the games, a root that is never written."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from installer.installing import Choices, install, remove
from installer.machine import InstallError
from installer.partition import MOUNT_FILE, mount_unit, switch_read_only
from installer.releases import SOURCE
from installer.system_files import BLOCK_BEGINS, BLOCK_ENDS, DISPLAY_LINES, PAGE, TAKEN_PINS
from tests.installer.bench import CONFIG, Bench

CONFIG_FILE = "/boot/firmware/config.txt"
DEVICE = "/dev/mmcblk0p3"


# The display's wire and the shutdown button


def block(*lines: str) -> str:
    return "\n".join([BLOCK_BEGINS, *DISPLAY_LINES, *lines, BLOCK_ENDS, ""])


@pytest.mark.parametrize(
    ("choices", "lines"),
    [
        ([Choices()], []),
        ([Choices(has_button=True, button=21)], ["dtoverlay=gpio-shutdown,gpio_pin=21"]),
        ([Choices(has_button=True, button=21), Choices()], ["dtoverlay=gpio-shutdown,gpio_pin=21"]),
        (
            [Choices(has_button=True, button=21), Choices(has_button=True, button=20)],
            ["dtoverlay=gpio-shutdown,gpio_pin=20"],
        ),
        ([Choices(has_button=True, button=21), Choices(has_button=False)], []),
    ],
    ids=["without", "with", "stays", "moves", "goes"],
)
def test_the_firmware_is_told_below_the_lines_of_others(bench: Bench, choices: list[Choices], lines: list[str]) -> None:
    for chosen in choices:
        install(bench.machine(), chosen)
    assert bench.text(CONFIG_FILE) == CONFIG + block(*lines)


def test_only_a_change_asks_for_a_restart(bench: Bench, capsys: pytest.CaptureFixture[str]) -> None:
    install(bench.machine(), Choices())
    assert "sudo reboot" in capsys.readouterr().out
    install(bench.machine(), Choices())
    assert "sudo reboot" not in capsys.readouterr().out


@pytest.mark.parametrize(("pin", "words"), [(3, "the display"), (14, "the serial console"), (13, "own buttons")])
def test_a_pin_that_is_taken_is_refused_before_anything_is_done(bench: Bench, pin: int, words: str) -> None:
    with pytest.raises(InstallError, match=rf"GPIO{pin} is kept for .*{words}; name another pin, such as 21"):
        install(bench.machine(), Choices(has_button=True, button=pin))
    assert not bench.has("/opt/goatherd")


def test_the_pins_that_are_taken_are_those_of_the_devices() -> None:
    from hardware.real.gpio_buttons import DEFAULT_PINS
    from hardware.real.gpio_pins import TAKEN_PINS as SYSTEM_PINS

    assert set(TAKEN_PINS) == {*SYSTEM_PINS, *DEFAULT_PINS.values()}


def test_the_shutdown_button_in_the_drawing_is_the_one_that_the_docs_ask_for() -> None:
    from gpiozero.pins.mock import MockFactory

    ((header, number),) = re.findall(
        r"<title>pin (\d+) \(GPIO(\d+)\) to the shutdown button</title>", read("docs/wiring.svg")
    )
    ((_, pin),) = MockFactory().board_info.find_pin(f"GPIO{number}")
    assert int(pin.number) == int(header)
    assert int(number) not in TAKEN_PINS
    assert f">{header} · GPIO{number}<" in read("docs/wiring.svg")
    assert f"GPIO{number} (header pin {header})" in read("docs/wiring.md")
    assert all(f"--shutdown-button {number}`" in read(page) for page in ("docs/wiring.md", "docs/install.md"))


def read(name: str) -> str:
    return (SOURCE / name).read_text(encoding="utf-8")


# The page


@pytest.mark.parametrize(
    ("before", "chosen", "served"),
    [(None, None, False), (None, True, True), (True, None, True), (True, True, True), (True, False, False)],
)
def test_the_page_is_served_when_asked_and_until_asked(
    bench: Bench, before: bool | None, chosen: bool | None, served: bool
) -> None:
    install(bench.machine(), Choices(page=before))
    install(bench.machine(), Choices(page=chosen))
    assert bench.has(PAGE.target) is served


# A partition for the games, and a root that is never written


def with_partition(bench: Bench, kind: str = "ext4") -> Bench:
    bench.tell("blkid-TYPE", kind)
    bench.tell("blkid-UUID", "12-34")
    return bench


def test_the_games_get_a_partition_of_their_own(bench: Bench) -> None:
    with_partition(bench)
    install(bench.machine(), Choices(device=DEVICE))
    assert bench.text(MOUNT_FILE) == mount_unit("12-34", "ext4")
    assert "What=/dev/disk/by-uuid/12-34" in bench.text(MOUNT_FILE)
    calls = bench.calls()
    assert calls.index("systemctl enable --now var-lib-goatherd.mount") < calls.index("systemctl restart goatherd")


@pytest.mark.parametrize("kind", ["vfat", ""])
def test_a_partition_that_can_keep_no_games_is_refused(bench: Bench, kind: str) -> None:
    with_partition(bench, kind)
    with pytest.raises(InstallError, match=rf"{DEVICE}: holds no ext4 or f2fs; make one: sudo mkfs.ext4"):
        install(bench.machine(), Choices(device=DEVICE))
    assert not bench.has(MOUNT_FILE)


def test_a_root_is_made_read_only_when_the_games_lie_elsewhere(bench: Bench) -> None:
    with pytest.raises(InstallError, match=r"the games would be gone .*--data-device DEVICE"):
        switch_read_only(bench.machine(), on=True)
    with_partition(bench)
    install(bench.machine(), Choices(device=DEVICE))
    switch_read_only(bench.machine(), on=True)
    switch_read_only(bench.machine(), on=False)
    assert bench.calls()[-2:] == ["raspi-config nonint do_overlayfs 0", "raspi-config nonint do_overlayfs 1"]


def test_the_partition_is_let_go_with_the_games(bench: Bench) -> None:
    with_partition(bench)
    install(bench.machine(), Choices(device=DEVICE))
    remove(bench.machine(), with_games=True)
    assert not bench.has(MOUNT_FILE)


# The command line


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--shutdown-button", "x"), "--shutdown-button: 'x' is no GPIO number; name one such as 21, or none"),
        (("--shutdown-button", "2"), "GPIO2 is kept for the display"),
        (("backup", "copy"), "there are no games to copy"),
        (("restore", "copy"), "install first, and name a copy"),
        (("read-only", "on"), "first give them a partition"),
    ],
)
def test_what_can_not_be_done_is_one_line(tmp_path: Path, arguments: tuple[str, ...], words: str) -> None:
    command = [sys.executable, str(SOURCE / "install"), "--root", str(tmp_path), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr.startswith("install: ")
    assert ended.stderr.count("\n") == 1
    assert words in ended.stderr
