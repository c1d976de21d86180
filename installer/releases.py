"""Versions of Goatherd side by side, each with its own environment; the link `current` names the one that runs."""

from __future__ import annotations

import platform
import shutil
import tempfile
import tomllib
from pathlib import Path
from typing import Final

from installer.machine import InstallError, Machine
from installer.requirements import is_pi

SOURCE: Final = Path(__file__).resolve().parent.parent
ROOMS: Final = ("engine", "vision", "hardware", "pi", "pyproject.toml", "README.md", "LICENSE")
"""What a version is built from."""
EXTRAS: Final = "vision,web,club"
HOME: Final = "/opt/goatherd"
CURRENT: Final = f"{HOME}/current"
RELEASES: Final = f"{HOME}/releases"

LIBRARIES: Final = ("numpy", "cv2", "PIL", "gpiozero", "luma.oled.device")
PI_LIBRARIES: Final = ("picamera2", "lgpio")

WHEEL_PLATFORMS: Final = tuple(f"manylinux_2_{minor}_aarch64" for minor in (17, 26, 27, 28, 31, 34, 35, 36))
"""What the C library of Bookworm (2.36) and later takes."""
PI_PYTHONS: Final = {"3.11": "1.24.2", "3.13": "2.2.4"}
"""The Pythons of Bookworm and Trixie, and the numpy of each."""


def version() -> str:
    """The version in this folder."""
    return str(tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def current(machine: Machine) -> Path | None:
    """The folder of the version that runs; None before the first."""
    link = machine.path(CURRENT)
    return link.parent / link.readlink() if link.is_symlink() else None


def build(machine: Machine, wheels: Path | None) -> Path:
    """Makes a new version beside the one that runs, and checks that its libraries load.

    Args:
        machine: to build on.
        wheels: folder that packages are taken from, and from nowhere else; None for the network.

    Raises:
        InstallError: it can't be built, or does not load.
    """
    clean(machine)
    number = max((int(path.name) for path in _releases(machine)), default=0) + 1
    release = machine.path(f"{RELEASES}/{number}")
    where = "the network" if wheels is None else wheels
    machine.say("version", f"{version()} as {release}, packages from {where}; this takes minutes")
    machine.run("python3", "-m", "venv", "--system-site-packages", release, remedy="sudo apt install python3-venv")
    _fill(machine, release, wheels)
    machine.run(release / "bin/python", "-m", "compileall", "-q", release / "lib", remedy="run this again")
    _check_libraries(machine, release)
    return release


def _fill(machine: Machine, release: Path, wheels: Path | None) -> None:
    numpy = machine.run(
        "python3", "-c", "import numpy; print(numpy.__version__)", remedy="sudo apt install python3-numpy"
    )
    constraints = release / "constraints.txt"
    constraints.write_text(f"numpy=={numpy}\n", encoding="utf-8")  # the camera's libraries are built for this one
    source = () if wheels is None else ("--no-index", "--find-links", str(wheels.resolve()))
    remedy = "look after the network" if wheels is None else "prepare the folder anew: ./install wheels DIR"
    # Not /tmp, which is memory on a small Pi.
    with tempfile.TemporaryDirectory(prefix="goatherd-", dir=_scratch(machine)) as scratch:
        project = Path(scratch) / "goatherd"
        copy_source(project)
        machine.run(
            release / "bin/pip", "install", "--quiet", "--no-cache-dir", "--disable-pip-version-check",
            "--only-binary=:all:", "--constraint", constraints, *source, f"{project}[{EXTRAS}]",
            remedy=f"{remedy}, then run this again", TMPDIR=scratch,
        )  # fmt: skip


def _scratch(machine: Machine) -> Path:
    folder = machine.path("/var/tmp")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def copy_source(target: Path) -> None:
    """Copies what a version is built from, so that building leaves nothing in this folder."""
    target.mkdir(parents=True)
    for name in ROOMS:
        if (SOURCE / name).is_dir():
            shutil.copytree(SOURCE / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(SOURCE / name, target / name)


def _check_libraries(machine: Machine, release: Path) -> None:
    names = LIBRARIES + (PI_LIBRARIES if is_pi(machine) else ())
    remedy = "a library of another source hides apt's: sudo pip uninstall numpy simplejpeg, then run this again"
    code = f"import {', '.join(names)}"
    machine.run(release / "bin/python", "-c", code, remedy=remedy, GPIOZERO_PIN_FACTORY="mock", LG_WD="/tmp")


def switch(machine: Machine, release: Path) -> None:
    """Makes a version the one that runs, in one step."""
    link = machine.path(CURRENT)
    fresh = link.with_name("current.new")
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(release.relative_to(link.parent))
    fresh.replace(link)


def clean(machine: Machine) -> None:
    """Deletes every version but the one that runs, what an installation left that was cut short included."""
    kept = current(machine)
    for release in _releases(machine):
        if release != kept:
            shutil.rmtree(release)


def _releases(machine: Machine) -> list[Path]:
    folder = machine.path(RELEASES)
    folder.mkdir(parents=True, exist_ok=True)
    return [path for path in folder.iterdir() if path.name.isdecimal()]


def fetch_wheels(machine: Machine, folder: Path) -> None:
    """Fills a folder with all that a Pi without a network needs from elsewhere than apt.

    Raises:
        InstallError: a package has no wheel for the Pi, or can't be had.
    """
    folder.mkdir(parents=True, exist_ok=True)
    project = tomllib.loads((SOURCE / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    wanted = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    wanted += [requirement for extra in EXTRAS.split(",") for requirement in extras[extra]]
    platforms = [word for name in (*WHEEL_PLATFORMS, "manylinux2014_aarch64") for word in ("--platform", name)]
    for python, numpy in PI_PYTHONS.items():
        machine.say("wheels", f"for Python {python} on a 64-bit Pi, into {folder}")
        machine.run(
            "python3", "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", folder,
            "--only-binary=:all:", "--implementation", "cp", "--python-version", python, *platforms,
            f"numpy=={numpy}", *wanted, remedy="look after the network",
        )  # fmt: skip


def check_wheels(folder: Path) -> None:
    """Raises InstallError where a folder of wheels has none for this Python."""
    tag = f"cp{''.join(platform.python_version_tuple()[:2])}"
    if not any(folder.glob(f"*-{tag}-*.whl")):
        remedy = "prepare it where there is a network: ./install wheels DIR"
        raise InstallError(f"{folder}: holds no wheels for Python {platform.python_version()}; {remedy}")
