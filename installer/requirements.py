"""What must be there before anything is changed, and the packages that come from the system."""

from __future__ import annotations

import os
import platform
import shutil
from typing import Final

from installer.machine import InstallError, Machine

PACKAGES: Final = ("python3-venv", "python3-numpy", "polkitd", "i2c-tools", "v4l-utils")
"""From apt on every machine."""
PI_PACKAGES: Final = ("python3-picamera2", "python3-lgpio")
"""Likewise on a Raspberry Pi: they match its kernel and its cameras, those of other sources do not."""
PROCESSORS: Final = ("aarch64", "x86_64")
SPACE_MIB: Final = 900
"""Two versions side by side while one takes the place of the other."""
MEBIBYTE: Final = 1 << 20
PI_FILES: Final = ("/proc/device-tree/model", "/etc/rpi-issue")
"""The firmware's name for the machine, and the mark of Raspberry Pi OS, which is there while an image is made, too."""


def check_machine(machine: Machine) -> None:
    """Says what machine this is; raises InstallError where Goatherd can't be installed."""
    if machine.root.samefile("/") and os.geteuid():
        raise InstallError("only root may install; run it with sudo")
    if platform.machine() not in PROCESSORS:
        raise InstallError(f"{platform.machine()} is no 64-bit system; use 64-bit Raspberry Pi OS Bookworm or later")
    if machine.try_run("apt-get", "--version")[0] or machine.try_run("systemctl", "--version")[0]:
        raise InstallError("apt or systemd is missing; use 64-bit Raspberry Pi OS Bookworm or later")
    check_writable(machine)
    free_mib = shutil.disk_usage(machine.root).free // MEBIBYTE
    if free_mib < SPACE_MIB:
        raise InstallError(f"only {free_mib} MiB are free of {SPACE_MIB} needed; delete something or use a larger card")
    kind = _pi_model(machine) or "no Raspberry Pi: its camera and its pins are left out"
    machine.say("machine", f"{kind}, {platform.machine()}, Python {platform.python_version()}")


def check_writable(machine: Machine) -> None:
    """Raises InstallError where the root is read-only: whatever is changed would be gone after the next start."""
    mounts = [line.split() for line in (machine.read("/proc/mounts") or "").splitlines()]
    if any(fields[1] == "/" and fields[2] == "overlay" for fields in mounts if len(fields) > 2) and machine.is_booted:
        raise InstallError("the root is read-only; first: sudo ./install read-only off, then sudo reboot")


def is_pi(machine: Machine) -> bool:
    """Whether it is a Raspberry Pi."""
    return _pi_model(machine) is not None


def _pi_model(machine: Machine) -> str | None:
    model = (machine.read(PI_FILES[0]) or "").rstrip("\0")
    if "Raspberry Pi" in model:
        return model
    return "an image of Raspberry Pi OS" if machine.path(PI_FILES[1]).exists() else None


def install_packages(machine: Machine) -> None:
    """Installs what is missing from apt; asks for no network where nothing is missing.

    Raises:
        InstallError: a package can't be had.
    """
    wanted = PACKAGES + (PI_PACKAGES if is_pi(machine) else ())
    missing = [name for name in wanted if not _is_installed(machine, name)]
    if not missing:
        machine.say("packages", "from apt: all there")
        return
    machine.say("packages", f"from apt: {', '.join(missing)}; this takes minutes")
    quiet = {"DEBIAN_FRONTEND": "noninteractive"}
    machine.run("apt-get", "update", "--quiet", remedy="look after the network", **quiet)
    lacking = [name for name in missing if machine.try_run("apt-cache", "show", name)[0]]
    if lacking:
        raise InstallError(f"apt has no {', '.join(lacking)}; use 64-bit Raspberry Pi OS Bookworm or later")
    command = ("apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *missing)
    machine.run(*command, remedy="look after the network and the free space, then run this again", **quiet)


def _is_installed(machine: Machine, package: str) -> bool:
    status, said = machine.try_run("dpkg-query", "--show", "--showformat=${db:Status-Status}", package)
    return not status and said == "installed"
