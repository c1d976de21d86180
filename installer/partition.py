"""The games on a partition of their own, and a root that is never written."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from installer.games import DATA, NAME
from installer.machine import InstallError, Machine

MOUNT_UNIT: Final = "var-lib-goatherd.mount"
MOUNT_FILE: Final = f"/etc/systemd/system/{MOUNT_UNIT}"
SPARE_PLACE: Final = "/run/goatherd-partition"
KINDS: Final = ("ext4", "f2fs")


def use_partition(machine: Machine, device: str) -> None:
    """Keeps the games on a partition from now on; those there are move there, unless it holds games already.

    The service must not be running.

    Raises:
        InstallError: the partition can't be used.
    """
    kind = machine.try_run("blkid", "--output", "value", "--match-tag", "TYPE", device)[1]
    if kind not in KINDS:
        raise InstallError(f"{device}: holds no {' or '.join(KINDS)}; make one: sudo mkfs.ext4 -L goatherd {device}")
    uuid = machine.run("blkid", "--output", "value", "--match-tag", "UUID", device, remedy=f"is {device} there?")
    _move_games(machine, device)
    machine.write(MOUNT_FILE, mount_unit(uuid, kind))
    machine.run("systemctl", "daemon-reload", remedy="run this again")
    machine.run("systemctl", "enable", "--now", MOUNT_UNIT, remedy=f"journalctl -u {MOUNT_UNIT}")
    machine.say("partition", f"the games lie on {device} ({kind})")


def mount_unit(uuid: str, kind: str) -> str:
    """The unit that mounts it: no line of fstab, which the read-only root would cover like itself."""
    return f"""[Unit]
Description=Goatherd's games

[Mount]
What=/dev/disk/by-uuid/{uuid}
Where={DATA}
Type={kind}
Options=noatime,nodev,nosuid,noexec
TimeoutSec=30

[Install]
WantedBy=local-fs.target
"""


def _move_games(machine: Machine, device: str) -> None:
    if machine.try_run("mountpoint", "--quiet", machine.path(DATA))[0] == 0:
        return
    place = machine.path(SPARE_PLACE)
    place.mkdir(parents=True, exist_ok=True)
    machine.run("mount", device, place, remedy=f"sudo fsck {device}")
    try:
        if (place / NAME).exists():
            machine.say("partition", f"holds games already, which are used; those of before stay below {DATA}")
        else:
            machine.run("cp", "--archive", f"{machine.path(DATA)}/.", place, remedy="use a larger partition")
        machine.run("chown", f"--reference={machine.path(DATA)}", place, remedy="run this again")
        machine.run("chmod", f"--reference={machine.path(DATA)}", place, remedy="run this again")
    finally:
        machine.run("umount", place, remedy="sudo reboot, then run this again")


def switch_read_only(machine: Machine, on: bool) -> None:
    """Makes the root read-only, or writable again, from the next start on.

    Raises:
        InstallError: the games would be lost, or the system has no such switch.
    """
    if on and machine.read(MOUNT_FILE) is None:
        raise InstallError(
            "the games would be gone after every start; first give them a partition: ./install --data-device DEVICE"
        )
    remedy = "sudo apt install raspi-config, on Raspberry Pi OS"
    machine.run("raspi-config", "nonint", "do_overlayfs", "0" if on else "1", remedy=remedy)
    machine.say("root", f"{'read-only' if on else 'writable'} from the next start on: sudo reboot")


def delete_mount(machine: Machine) -> Path | None:
    """Takes the mount away; the games stay on their partition."""
    if machine.read(MOUNT_FILE) is None:
        return None
    machine.run("systemctl", "disable", "--now", MOUNT_UNIT, remedy="run this again")
    machine.delete(MOUNT_FILE)
    return machine.path(MOUNT_FILE)
