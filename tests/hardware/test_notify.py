"""Words to systemd, on a real socket."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.real.notify import READY, STOPPING, WATCHDOG, notify, status_line


@pytest.fixture
def manager() -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.settimeout(10)
        yield listening


def test_lines_arrive_in_one_message(manager: socket.socket, tmp_path: Path) -> None:
    address = str(tmp_path / "notify")
    manager.bind(address)
    assert notify(READY, status_line("Ann's turn"), address=address)
    assert manager.recv(1000) == b"READY=1\nSTATUS=Ann's turn"


def test_an_abstract_socket(manager: socket.socket) -> None:
    name = f"goatherd-test-{os.getpid()}"
    manager.bind("\0" + name)
    assert notify(WATCHDOG, address="@" + name)
    assert manager.recv(1000) == b"WATCHDOG=1"


def test_the_address_comes_from_the_environment(
    manager: socket.socket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager.bind(str(tmp_path / "notify"))
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
    assert notify(STOPPING)
    assert manager.recv(1000) == b"STOPPING=1"


def test_a_status_stays_one_line() -> None:
    assert status_line("für\n READY=1") == "STATUS=für READY=1"


def test_without_a_manager_nothing_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    assert not notify(READY)
    assert not notify(READY, address=str(tmp_path / "gone"))
