"""`goatherd doctor`: every part, found or not, with what to do about it."""

from __future__ import annotations

import json
import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from hardware.open import is_raspberry_pi
from pi.shell.calibrations import CALIBRATION_NAME, save_calibration
from pi.shell.checks import (
    HOT_C,
    Finding,
    State,
    folder,
    health,
    is_playing,
    machine,
    packages,
    record,
    rights,
    tray,
    weights,
)
from pi.shell.data import playing_alone
from pi.shell.faces import FACES_NAME
from pi.shell.main import main
from pi.shell.record_file import FILE_NAME
from pi.shell.store import open_store
from tests.pi.test_store import FIRST, ROLL
from vision.calibration import Calibration

PARTS = ["machine", "packages", "reader", "camera", "screen", "buttons", "data folder", "tray", "record"]

on_a_pc = pytest.mark.skipif(is_raspberry_pi(), reason="this is about a PC")


def doctor(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, Any]]:
    status = main(["doctor", "--json", *arguments])
    return status, json.loads(capsys.readouterr().out)


@on_a_pc
def test_on_a_pc_nothing_is_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, document = doctor(capsys, "--data", str(tmp_path))
    assert (status, document["works"]) == (0, True)
    assert [part["part"] for part in document["parts"]] == PARTS
    assert {part["state"] for part in document["parts"]} <= {"works", "note"}


@on_a_pc
def test_every_part_that_fails_is_named_with_a_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chosen = ("--camera", "usb:63", "--screen", "oled", "--buttons", "gpio", "--lamp", "17")
    status, document = doctor(capsys, "--data", str(tmp_path), *chosen)
    assert (status, document["works"]) == (1, False)
    states = {part["part"]: part["state"] for part in document["parts"]}
    assert [states[part] for part in ("camera", "screen", "buttons", "lamp")] == ["fails", "fails", "fails", "note"]
    assert all(part["remedy"] for part in document["parts"] if part["state"] != "works")


@on_a_pc
def test_for_people_it_is_a_line_a_part(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--data", str(tmp_path), "--camera", "usb:63"]) == 1
    printed = capsys.readouterr().out
    assert "✓ reader" in printed
    assert "✗ camera       /dev/video63: it is not there" in printed
    assert "-> plug it in, or name another: --camera usb:N" in printed


@pytest.mark.parametrize(
    ("option", "value"), [("--camera", "eye"), ("--screen", "wall"), ("--buttons", "bell"), ("--buzzer", "loud")]
)
def test_a_kind_that_there_is_not_is_a_wrong_request(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: str, value: str
) -> None:
    assert main(["doctor", "--data", str(tmp_path), option, value]) == 2
    assert f"{option}: {value!r}" in capsys.readouterr().err


def test_the_devices_of_a_running_goatherd_are_left_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert not is_playing(tmp_path)
    assert not is_playing(tmp_path / "nowhere")
    with playing_alone(tmp_path):
        assert is_playing(tmp_path)
        _, document = doctor(capsys, "--data", str(tmp_path), "--camera", "usb:63")
    parts = {part["part"]: part for part in document["parts"]}
    assert parts["devices"]["found"] == "a running goatherd uses them"
    assert "camera" not in parts


# The parts


def test_the_machine_is_named_by_its_firmware(tmp_path: Path) -> None:
    model_file = tmp_path / "model"
    model_file.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    assert machine(model_file).found.startswith("Raspberry Pi 4 Model B Rev 1.4, ")
    assert machine(tmp_path / "none").found.startswith("a PC, ")


def test_a_package_is_named_with_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "built_for_another.py").write_text("raise ValueError('numpy.dtype size changed')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert packages("packages", {"json": "json"}, "").state is State.WORKS
    for module, reason in (("built_for_another", "numpy.dtype size changed"), ("not_there_at_all", "No module named")):
        found = packages("packages", {"json": "json", module: "a-package"}, "install it")
        assert (found.state, found.remedy) == (State.FAILS, "install it")
        assert found.found.startswith("a-package can't be loaded")
        assert reason in found.found


@pytest.mark.parametrize(
    ("millidegrees", "alarm", "state", "remedies"),
    [
        (45_000, "0", State.WORKS, 0),
        (int(HOT_C * 1000), "0", State.NOTE, 1),
        (45_000, "1", State.NOTE, 1),
        (90_000, "1", State.NOTE, 2),
    ],
)
def test_heat_and_low_voltage_are_told_of(
    tmp_path: Path, millidegrees: int, alarm: str, state: State, remedies: int
) -> None:
    zone, voltage, other = (
        tmp_path / "class" / name for name in ("thermal/thermal_zone0", "hwmon/hwmon1", "hwmon/hwmon0")
    )
    for directory in (zone, voltage, other):
        directory.mkdir(parents=True)
    (zone / "temp").write_text(f"{millidegrees}\n")
    (other / "name").write_text("cpu_thermal\n")
    (voltage / "name").write_text("rpi_volt\n")
    (voltage / "in0_lcrit_alarm").write_text(f"{alarm}\n")
    found = health(tmp_path)
    assert (found.state, len(found.remedy.split("; ")) if found.remedy else 0) == (state, remedies)
    assert f"{millidegrees / 1000:.0f} °C" in found.found


def test_faces_that_can_not_be_read_fail(tmp_path: Path) -> None:
    assert weights(tmp_path).state is State.WORKS
    (tmp_path / FACES_NAME).write_text("no faces", encoding="utf-8")
    assert (weights(tmp_path).state, FACES_NAME in weights(tmp_path).found) == (State.FAILS, True)


def test_a_system_that_tells_nothing_of_its_health_is_no_trouble(tmp_path: Path) -> None:
    assert health(tmp_path) == Finding("health", State.WORKS, "not told by this system")


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may use every device")
def test_a_device_that_may_not_be_used_names_the_groups(tmp_path: Path) -> None:
    node = tmp_path / "gpiochip0"
    node.touch()
    node.chmod(0)
    found = rights(tmp_path)
    assert found.state is State.FAILS
    assert "usermod -aG gpio,i2c,video" in found.remedy


def test_devices_that_may_be_used_are_no_trouble(tmp_path: Path) -> None:
    (tmp_path / "i2c-1").touch()
    assert rights(tmp_path).state is State.WORKS


def test_a_folder_that_can_not_be_written_fails(tmp_path: Path) -> None:
    assert folder(tmp_path).state is State.WORKS
    (tmp_path / "file").touch()
    assert folder(tmp_path / "file").state is State.FAILS


def test_the_record_is_read_to_its_last_entry(tmp_path: Path) -> None:
    assert record(tmp_path).found == "no games yet"
    store = open_store(tmp_path, create=True)
    store.append(store.begin_game(FIRST), (ROLL,), 1)
    store.close()
    assert record(tmp_path) == Finding("record", State.WORKS, "1 games, 1 entries, all of them readable")
    with sqlite3.connect(tmp_path / FILE_NAME) as other:
        other.execute("INSERT INTO entries VALUES (1, 2, 'now', 'turn', '{\"turn\": 7}', 0, NULL)")
    assert record(tmp_path).state is State.FAILS


def test_a_damaged_record_says_what_keeps_it(tmp_path: Path) -> None:
    store = open_store(tmp_path, create=True)
    store.append(store.begin_game(FIRST), (ROLL,), 1)
    store.close()
    os.truncate(tmp_path / FILE_NAME, (tmp_path / FILE_NAME).stat().st_size - 5)
    found = record(tmp_path)
    assert found.state is State.FAILS
    assert "goatherd play keeps what is whole" in found.found


def test_a_tray_is_learnt_not_learnt_or_to_be_learnt_again(tmp_path: Path) -> None:
    fresh = tray(tmp_path)
    assert (fresh.state, fresh.found, "empty" in fresh.remedy) == (State.NOTE, "not learnt yet", True)
    outline_xy = ((20.0, 20.0), (620.0, 20.0), (620.0, 460.0), (20.0, 460.0))
    seen = Calibration((640, 480), outline_xy, bytes(240 * 180), 80.0, 0.3, 61.2, 5)
    save_calibration(seen, tmp_path / CALIBRATION_NAME)
    assert tray(tmp_path) == Finding("tray", State.WORKS, "learnt in pictures of 640x480, dice of 61 pixels")
    (tmp_path / CALIBRATION_NAME).write_text("{}")
    assert (tray(tmp_path).state, "goatherd calibrate" in tray(tmp_path).found) == (State.NOTE, True)
