"""What is put into the system's own folders: unit, user, rights, and the lines that the firmware reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from installer.machine import InstallError, Machine
from installer.releases import SOURCE

UNIT: Final = "goatherd.service"
DROP_INS: Final = f"/etc/systemd/system/{UNIT}.d"
OPTIONS: Final = "/etc/default/goatherd"
APPARMOR: Final = "/etc/apparmor.d/goatherd"
APPARMOR_STATE: Final = "/sys/module/apparmor/parameters/enabled"


@dataclass(frozen=True, slots=True)
class SystemFile:
    """A file of the folder systemd and where it goes."""

    source: str
    target: str
    mode: int = 0o644


FILES: Final = (
    SystemFile(UNIT, f"/etc/systemd/system/{UNIT}"),
    SystemFile("goatherd.sysusers", "/etc/sysusers.d/goatherd.conf"),
    SystemFile("goatherd.rules", "/etc/polkit-1/rules.d/50-goatherd.rules"),
    SystemFile("goatherd.udev", "/etc/udev/rules.d/60-goatherd.rules"),
    SystemFile("goatherd.journal", "/etc/systemd/journald.conf.d/goatherd.conf"),
    SystemFile("goatherd.modules", "/etc/modules-load.d/goatherd.conf"),
    SystemFile("goatherd.apparmor", APPARMOR),
    SystemFile("goatherd.light", "/opt/goatherd/first-light", 0o755),
    SystemFile("goatherd.command", "/usr/local/bin/goatherd", 0o755),
)
"""Always there."""
PAGE: Final = SystemFile("page.conf", f"{DROP_INS}/page.conf")
"""Only where the companion page is wanted."""
FIRST_OPTIONS: Final = SystemFile("goatherd.options", OPTIONS)
"""Written once; what the builder changes in it stays."""

CONFIGS: Final = ("/boot/firmware/config.txt", "/boot/config.txt")
BLOCK_BEGINS: Final = "# Goatherd begins: ./install writes these lines and ./install remove takes them away"
BLOCK_ENDS: Final = "# Goatherd ends"
DISPLAY_LINES: Final = ("[all]", "dtparam=i2c_arm=on", "dtparam=i2c_arm_baudrate=400000")
"""The display's wire, a picture in 25 ms."""
BUTTON_LINE: Final = "dtoverlay=gpio-shutdown,gpio_pin="
TAKEN_PINS: Final = {
    **dict.fromkeys((0, 1), "add-on boards"),
    **dict.fromkeys((2, 3), "the display"),
    **dict.fromkeys((7, 8), "SPI"),
    **dict.fromkeys((14, 15), "the serial console"),
    **dict.fromkeys((5, 6, 13, 26), "the table's own buttons"),
}
PINS: Final = range(28)


def text_of(file: SystemFile) -> str:
    """What a file of the folder systemd says."""
    return (SOURCE / "systemd" / file.source).read_text(encoding="utf-8")


def write_files(machine: Machine, page: bool | None) -> Callable[[], None]:
    """Writes them all.

    Args:
        machine: whose they are.
        page: whether the companion page is served to the local network; None leaves that as it is.

    Returns:
        What puts everything back as it was.
    """
    wanted = {file.target: (text_of(file), file.mode) for file in FILES}
    if machine.read(OPTIONS) is None:
        wanted[OPTIONS] = (text_of(FIRST_OPTIONS), FIRST_OPTIONS.mode)
    has_page = machine.read(PAGE.target) is not None
    if page or (page is None and has_page):
        wanted[PAGE.target] = (text_of(PAGE), PAGE.mode)
    before = {target: machine.read(target) for target in (*wanted, PAGE.target)}
    for target, (text, mode) in wanted.items():
        machine.write(target, text, mode)
    if PAGE.target not in wanted:
        machine.delete(PAGE.target)
    modes = {file.target: file.mode for file in FILES}

    def put_back() -> None:
        for target, text in before.items():
            if text is None:
                machine.delete(target)
            else:
                machine.write(target, text, modes.get(target, 0o644))

    return put_back


def apply_files(machine: Machine) -> None:
    """Makes user and groups, and has everybody concerned read the files; raises InstallError where one refuses."""
    machine.run("systemd-sysusers", machine.path("/etc/sysusers.d/goatherd.conf"), remedy="sudo apt install systemd")
    if machine.read(APPARMOR_STATE) == "Y\n":
        machine.run("apparmor_parser", "--replace", machine.path(APPARMOR), remedy="sudo apt install apparmor")
    if not machine.is_booted:
        return
    machine.run("systemctl", "daemon-reload", remedy="sudo reboot, then run this again")
    machine.try_run("udevadm", "control", "--reload")
    machine.try_run("udevadm", "trigger")
    machine.try_run("systemctl", "try-restart", "systemd-journald", "polkit")


def delete_files(machine: Machine) -> None:
    """Takes all of them away."""
    if machine.read(APPARMOR_STATE) == "Y\n":
        machine.try_run("apparmor_parser", "--remove", machine.path(APPARMOR))
    for target in (*(file.target for file in FILES), PAGE.target, OPTIONS):
        machine.delete(target)


def check_button(pin: int) -> None:
    """Raises InstallError for a pin that can be no shutdown button."""
    if pin not in PINS:
        raise InstallError(f"GPIO{pin} is no pin of the header; name one from 0 to {PINS[-1]}, such as 21")
    if pin in TAKEN_PINS:
        raise InstallError(f"GPIO{pin} is kept for {TAKEN_PINS[pin]}; name another pin, such as 21")


def write_firmware_lines(machine: Machine, button: int | None, keep: bool) -> bool:
    """Switches I2C on at 400 kHz, and the shutdown button.

    Args:
        machine: whose firmware.
        button: GPIO number of the shutdown button; None for none.
        keep: whether to leave the button as it is instead.

    Returns:
        Whether anything changed, which counts from the next start on.
    """
    config = _config(machine)
    if config is None:
        return False
    before = machine.read(config) or ""
    rest, old = _without_block(before)
    buttons = [line for line in old if line.startswith(BUTTON_LINE)] if keep else []
    if button is not None:
        buttons = [f"{BUTTON_LINE}{button}"]
    after = "\n".join([*rest, BLOCK_BEGINS, *DISPLAY_LINES, *buttons, BLOCK_ENDS, ""])
    if after == before:
        return False
    machine.write(config, after, 0o755)
    return True


def delete_firmware_lines(machine: Machine) -> None:
    """Takes them away."""
    config = _config(machine)
    if config is not None:
        before = machine.read(config) or ""
        rest, old = _without_block(before)
        if old:
            machine.write(config, "\n".join([*rest, ""]), 0o755)


def _config(machine: Machine) -> str | None:
    return next((name for name in CONFIGS if machine.path(name).is_file()), None)


def _without_block(text: str) -> tuple[list[str], list[str]]:
    """The lines of others, and ours."""
    rest: list[str] = []
    ours: list[str] = []
    inside = False
    for line in text.splitlines():
        inside = inside or line == BLOCK_BEGINS
        (ours if inside else rest).append(line)
        inside = inside and line != BLOCK_ENDS
    return rest, ours
