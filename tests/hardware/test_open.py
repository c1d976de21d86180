"""Which device is chosen, and by what name."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image

from hardware.open import is_raspberry_pi, open_buttons, open_camera, open_display
from hardware.ports import DeviceError, Frame
from hardware.process import ProcessCamera
from hardware.real.oled import Oled
from hardware.simulated.photos import PhotosCamera
from hardware.simulated.terminal import Terminal


class NoCamera:
    """Stands for the simulated camera, which others make."""

    def frames(self) -> Iterator[Frame]:
        return iter(())

    def close(self) -> None:
        return


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    model_file = tmp_path / "model"
    model_file.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    return model_file


@pytest.fixture
def pc(tmp_path: Path) -> Path:
    return tmp_path / "no-model"


def test_a_raspberry_pi_is_known_by_its_model_file(pi: Path, pc: Path, tmp_path: Path) -> None:
    other_board = tmp_path / "other"
    other_board.write_bytes(b"Orange Pi 5\0")
    assert is_raspberry_pi(pi)
    assert not is_raspberry_pi(pc)
    assert not is_raspberry_pi(other_board)


@pytest.mark.parametrize(
    ("kind", "on_pi", "chip"),
    [
        ("auto", True, "SSD1306"),
        ("oled", True, "SSD1306"),
        ("oled", False, "SSD1306"),
        ("oled:ssd1306", True, "SSD1306"),
        ("oled:sh1106", True, "SH1106"),
    ],
)
def test_the_oled(kind: str, on_pi: bool, chip: str, pi: Path, pc: Path) -> None:
    display, words = open_display(kind, model_file=pi if on_pi else pc)
    assert isinstance(display, Oled)
    assert words == f"OLED display ({chip})"


@pytest.mark.parametrize(("kind", "on_pi"), [("auto", False), ("terminal", True), ("terminal", False)])
def test_the_terminal(kind: str, on_pi: bool, pi: Path, pc: Path) -> None:
    display, words = open_display(kind, model_file=pi if on_pi else pc)
    assert isinstance(display, Terminal)
    assert words == "display in the terminal"


def test_no_display_and_no_buttons(pi: Path) -> None:
    assert open_display("none", pi) == (None, "no display")
    assert open_buttons("none", failed=lambda _: None, model_file=pi) == (None, "no buttons")


@pytest.mark.parametrize("kind", ["auto", "simulated"])
def test_the_simulated_camera_comes_from_the_caller(kind: str, pc: Path) -> None:
    simulated = NoCamera()
    assert open_camera(kind, lambda: simulated, pc) == (simulated, "simulated camera")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("auto", "Raspberry Pi camera"),
        ("picamera2", "Raspberry Pi camera"),
        ("usb", "USB camera"),
        ("usb:2", "USB camera 2"),
    ],
)
def test_real_cameras_run_in_a_process_of_their_own_that_begins_at_once(kind: str, words: str, pi: Path) -> None:
    camera, chosen = open_camera(kind, NoCamera, pi)
    with closing(camera):
        assert isinstance(camera, ProcessCamera)
        assert chosen == words
        assert [child.name for child in multiprocessing.active_children()] == ["camera"]
    assert multiprocessing.active_children() == []


def test_a_folder_of_photos(tmp_path: Path, pc: Path) -> None:
    folder = tmp_path / "a:b"  # a colon may be part of the name
    folder.mkdir()
    Image.new("L", (4, 4)).save(folder / "a.png")
    camera, words = open_camera(f"photos:{folder}", NoCamera, pc)
    assert isinstance(camera, PhotosCamera)
    assert words == f"pictures in {folder}"


def open_display_kind(kind: str) -> object:
    return open_display(kind)


def open_buttons_kind(kind: str) -> object:
    return open_buttons(kind, failed=lambda _: None)


def open_camera_kind(kind: str) -> object:
    return open_camera(kind, NoCamera)


@pytest.mark.parametrize(
    ("opened", "kind", "said"),
    [
        (open_display_kind, "lcd", "screen: 'lcd' is no kind of display; expected auto, oled, oled:sh1106, "),
        (open_display_kind, "", "screen: '' is no kind"),
        (open_display_kind, "oled:lcd", "screen: 'oled:lcd' is no kind"),
        (open_buttons_kind, "mouse", "buttons: 'mouse' is no kind of buttons; expected auto, gpio, keyboard or none"),
        (open_camera_kind, "webcam", "camera: 'webcam' is no kind of camera; expected auto, picamera2, usb, usb:N, "),
        (open_camera_kind, "usb:", "camera: 'usb:' is no kind"),
        (open_camera_kind, "usb:two", "camera: 'usb:two' is no kind"),
        (open_camera_kind, "usb:-1", "camera: 'usb:-1' is no kind"),
        (open_camera_kind, "photos:", "camera: 'photos:' is no kind"),
        (open_camera_kind, "photos", "camera: 'photos' is no kind"),
        (open_camera_kind, "simulated:x", "camera: 'simulated:x' is no kind"),
    ],
)
def test_a_wrong_kind_is_named_with_those_there_are(opened: Callable[[str], object], kind: str, said: str) -> None:
    with pytest.raises(ValueError, match="is no kind") as refused:
        opened(kind)
    assert str(refused.value).startswith(said)


@pytest.mark.skipif(is_raspberry_pi(), reason="here the real device may be there")
@pytest.mark.parametrize("kind", ["auto", "gpio"])
def test_real_buttons_that_fail_are_not_replaced(kind: str, pi: Path) -> None:
    with pytest.raises(DeviceError, match=r"^buttons: "):
        open_buttons(kind, failed=lambda _: None, model_file=pi)


@pytest.mark.skipif(is_raspberry_pi(), reason="here the real device may be there")
def test_a_real_camera_that_fails_is_not_replaced(pi: Path) -> None:
    camera, _ = open_camera("usb:63", NoCamera, pi)
    with pytest.raises(DeviceError, match=r"^camera: /dev/video63: it is not there; .*usb:N"):
        next(camera.frames())


def test_opening_loads_no_heavy_library() -> None:
    code = "import sys, hardware.open; print(sorted({'numpy', 'cv2', 'PIL', 'gpiozero', 'luma'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
