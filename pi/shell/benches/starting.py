"""How soon the device shows something and reads dice after its process was started, and how much memory it then has.

The program runs in a terminal of its own (a pseudo-terminal), on a folder with one drawn picture of four dice.
"""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, Final

from hardware.ports import Frame

FACES: Final = (2, 3, 5, 6)
PATIENCE_S: Final = 60.0
REST_S: Final = 3.0
"""How long the device is left alone before its memory is looked at."""
FRAME_PERIOD_S: Final = 1 / 30
ESCAPES: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
FIRST, READ = "throw", "choose"
"""What the first screen says, and the one after the dice were read."""


@dataclass(frozen=True, slots=True)
class Start:
    """One start of the program.

    Attributes:
        screen_s: from the start of the process to the first screen.
        screen_cpu_s: computing of it; on an idle machine both are the same, more or less.
        read_s: to the options of the dice that lay there from the start: all of getting ready, watching them lie still,
            and reading them.
        memory_mib: of all its processes at rest, memory that they share counted once.
    """

    screen_s: float
    screen_cpu_s: float
    read_s: float
    memory_mib: float


class EmptyCamera:
    """A camera that gives empty pictures, in a process that has loaded OpenCV as a camera's driver has."""

    def frames(self) -> Iterator[Frame]:
        """Yields grey frames of 640x480."""
        import cv2
        import numpy as np

        image_bgr = np.full((480, 640, 3), 128, np.uint8)
        for number in count(1):
            time.sleep(FRAME_PERIOD_S)
            yield Frame(cv2.flip(image_bgr, 1).astype(np.uint8), time.monotonic(), number)

    def close(self) -> None:
        """There is nothing to give back."""


def measure(starts: int) -> tuple[Start, ...]:
    """Starts the program so many times, one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        pictures = Path(folder) / "pictures"
        pictures.mkdir()
        _draw_dice(pictures / "dice.png")
        found = []
        for number in range(starts):
            found.append(_start(pictures, Path(folder) / str(number)))
            print(f"{number + 1} of {starts} starts", file=sys.stderr, flush=True)
        return tuple(found)


def _draw_dice(path: Path) -> None:
    import cv2

    from hardware.simulated.scene import DrawnDie, Scene
    from hardware.simulated.tray import draw_tray

    dice = tuple(
        DrawnDie(face, (35.0 * place - 52, 10.0 * place - 15), 20.0 * place) for place, face in enumerate(FACES)
    )
    cv2.imwrite(str(path), draw_tray(Scene(dice)))


def _start(pictures: Path, data: Path) -> Start:
    fd, child_fd = pty.openpty()
    command = (
        *(
            sys.executable,
            "-m",
            "pi.shell.main",
            "play",
            "--web",
            "off",
            "--data",
            str(data),
            "--players",
            "2",
            "--language",
            "en",
        ),
        *("--camera", f"photos:{pictures}", "--screen", "terminal", "--buttons", "keyboard"),
    )
    environment = {**os.environ, "TERM": "xterm"}
    started = time.monotonic()
    process = subprocess.Popen(command, stdin=child_fd, stdout=child_fd, stderr=child_fd, env=environment)
    try:
        os.close(child_fd)
        _read_until(fd, FIRST)
        screen_s = time.monotonic() - started
        screen_cpu_s = _cpu_s(process.pid)
        _read_until(fd, READ)
        read_s = time.monotonic() - started
        _read_for(fd, REST_S)
        return Start(screen_s, screen_cpu_s, read_s, memory_mib(process.pid))
    finally:
        process.send_signal(signal.SIGTERM)
        _read_for(fd, 0.5)
        process.kill()
        process.wait()
        os.close(fd)


def _read_until(fd: int, text: str) -> None:
    seen = ""
    ends = time.monotonic() + PATIENCE_S
    while text not in seen:
        if not select.select([fd], [], [], max(0.0, ends - time.monotonic()))[0]:
            raise TimeoutError(f"the program never showed {text!r}, but: {seen[-500:]}")
        seen += ESCAPES.sub("", os.read(fd, 65536).decode(errors="replace"))


def _read_for(fd: int, seconds: float) -> None:
    """Reads and drops what comes, so that the program never waits for its terminal."""
    ends = time.monotonic() + seconds
    while (left := ends - time.monotonic()) > 0:
        if select.select([fd], [], [], left)[0]:
            try:
                os.read(fd, 65536)
            except OSError:  # the program has ended
                return


def camera_memory_mib() -> float:
    """Memory of the process that a real camera runs in: the frames' way to it, OpenCV, and no camera."""
    from hardware.process import ProcessCamera

    before = set(_children(os.getpid()))
    camera = ProcessCamera(EmptyCamera)
    frames = camera.frames()
    try:
        for _ in range(10):
            next(frames)
        return sum(_pss_mib(process) for process in set(_children(os.getpid())) - before if _is_spawned(process))
    finally:
        camera.close()


def _is_spawned(process: int) -> bool:
    """Whether it is the camera, not the helper that multiprocessing keeps beside."""
    return b"resource_tracker" not in Path(f"/proc/{process}/cmdline").read_bytes()


def memory_mib(process: int) -> float:
    """Memory of a process and all that it started, shared memory counted by halves (PSS). Linux only."""
    return _pss_mib(process) + sum(memory_mib(child) for child in _children(process))


def _cpu_s(process: int) -> float:
    """What a process has computed so far. Linux only."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _children(process: int) -> list[int]:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text().split()]


def _pss_mib(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def starts_json(starts: Sequence[Start], camera_mib: float) -> dict[str, Any]:
    """Writes the starts as JSON: medians, and the worst of all."""
    device = [start.memory_mib + camera_mib for start in starts]
    return {
        "starts": len(starts),
        "first_screen_s": _spread([start.screen_s for start in starts]),
        "first_screen_computing_s": _spread([start.screen_cpu_s for start in starts]),
        "dice_read_s": _spread([start.read_s for start in starts]),
        "memory_mib": _spread(device),
        "of_it_camera_process_mib": round(camera_mib, 1),
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    return {"median": round(statistics.median(values), 3), "most": round(max(values), 3)}
