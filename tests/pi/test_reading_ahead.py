"""What the eyes need is read from the card by a process of its own, ahead of them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pi.shell.reading_ahead import command

ROOT = Path(__file__).parent.parent.parent

EYES_AFTER_READING_AHEAD = """
import sys
from pi.shell import reading_ahead
reading_ahead.main()
before = set(sys.modules)
import numpy as np
from pi.shell.eyes import Eyes
from vision.reader import load_reader
from hardware.ports import Frame
eyes = Eyes(lambda event: None, load_reader())
for number in range(3):
    eyes.look(Frame(np.full((480, 640, 3), 90, np.uint8), number / 15, number))
print(*sorted({name.split(".")[0] for name in set(sys.modules) - before} & {"cv2", "numpy"}))
"""


def test_the_eyes_then_find_their_libraries_in_memory() -> None:
    pytest.importorskip("cv2")
    command = [sys.executable, "-c", EYES_AFTER_READING_AHEAD]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip() == ""


def test_its_process_does_so() -> None:
    pytest.importorskip("cv2")
    verbose = [sys.executable, "-v", *command()[1:]]
    ended = subprocess.run(verbose, cwd="/", capture_output=True, text=True, check=True)
    assert "import 'cv2.dnn'" in ended.stderr
    assert "import 'vision.reader'" in ended.stderr


def test_it_is_not_waited_for_and_ends_by_itself() -> None:
    pytest.importorskip("cv2")
    read, write = os.pipe()
    os.set_inheritable(write, True)
    code = f"from pi.shell.reading_ahead import read_ahead; read_ahead(); import os; os.set_inheritable({write}, False)"
    try:
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, pass_fds=(write,))
    finally:
        os.close(write)
    with open(read, "rb") as ended:
        assert ended.read() == b""  # the process that still held the pipe has ended


def test_a_system_that_starts_no_process_is_played_on() -> None:
    code = "import sys; sys.executable = '/nonexistent'; from pi.shell.reading_ahead import read_ahead; read_ahead()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
