"""`goatherd calibrate`: looks at the empty tray and keeps what it looks like."""

from __future__ import annotations

import argparse
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hardware.ports import Camera, DeviceError
from pi.shell.calibrations import CALIBRATION_NAME, save_calibration
from pi.shell.data import add_data_option, data_folder
from pi.shell.errors import UsageError
from vision.calibration import Calibration, CalibrationTrouble, apply_calibration, calibrate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]

FRAMES: Final = 5
EVERY: Final = 4
"""Of so many frames one is taken, so that something that moves slowly is noticed, too."""
SMALL_SHARE: Final = 0.25
DIM: Final = 25.0
SOFT: Final = 0.2
SURE: Final = 0.95
"""What the reader takes for a die with this confidence is one."""

TROUBLES: Final[dict[CalibrationTrouble, tuple[str, str]]] = {
    CalibrationTrouble.SMALL: ("the picture is too small", "use one of 640x480 pixels or more"),
    CalibrationTrouble.SIZES: ("the pictures differ in size", "use pictures of one camera"),
    CalibrationTrouble.DARK: ("it is too dark", "switch on a lamp, or take the cap off the lens"),
    CalibrationTrouble.MOVING: ("something moves", "keep hands away and the camera still, and try again"),
    CalibrationTrouble.GLARE: (
        "light glares on the tray, or something white lies on it",
        "move the lamp to the side, put felt into the tray, or empty it",
    ),
    CalibrationTrouble.BLURRED: (
        "the picture is blurred",
        "focus on the ground of the tray, clean the lens",
    ),
    CalibrationTrouble.NOT_EMPTY: ("something lies on the tray", "take everything off it, hands as well"),
}
"""What is wrong and what to do."""


def add_parsers(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds `calibrate`."""
    parser = commands.add_parser("calibrate", help="look at the empty tray, say how it is aimed and lit, and keep it")
    parser.add_argument("--camera", default="auto", help="auto, picamera2, usb, usb:N, photos:DIR or simulated")
    parser.add_argument("--frames", type=_frames, default=FRAMES, metavar="N", help=f"how many ({FRAMES}) are compared")
    parser.add_argument("--show", type=Path, metavar="FILE", help="write the picture with the outline as a PNG file")
    add_data_option(parser)
    parser.add_argument("images", nargs="*", type=Path, metavar="IMAGE", help="pictures to use instead of the camera")
    parser.set_defaults(run=_run)


def _frames(text: str) -> int:
    """A number of frames."""
    if not text.isdecimal() or not 1 <= int(text) <= 50:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of frames; give 1 to 50")
    return int(text)


def _run(arguments: argparse.Namespace) -> int:
    if arguments.show is not None and arguments.show.suffix.lower() != ".png":
        raise UsageError(f"--show: {arguments.show} must end in .png")
    images = _loaded(arguments.images) if arguments.images else _taken(arguments.camera, arguments.frames)
    found = calibrate(images)
    if isinstance(found, Calibration) and _has_dice(found, images[-1]):
        found = CalibrationTrouble.NOT_EMPTY
    if arguments.show is not None:
        _draw(images[-1], found, arguments.show)
    if isinstance(found, CalibrationTrouble):
        reason, remedy = TROUBLES[found]
        if arguments.images:
            raise UsageError(f"{arguments.images[0]}: {reason}; {remedy}")
        raise DeviceError("camera", reason, remedy)
    path = data_folder(arguments.data) / CALIBRATION_NAME
    save_calibration(found, path)
    for line in calibration_lines(found):
        print(line)
    print(f"kept in {path}")
    return 0


def _loaded(paths: list[Path]) -> list[Image]:
    from vision.pictures import PictureError, load_picture

    try:
        return [load_picture(path) for path in paths]
    except PictureError as error:
        raise UsageError(str(error)) from error


def _taken(kind: str, frames: int) -> list[Image]:
    """Takes pictures with the camera."""
    from hardware.open import open_camera

    try:
        camera, _ = open_camera(kind, _simulated)
    except ValueError as error:
        raise UsageError(f"--{error}") from error
    try:
        seen = islice(camera.frames(), EVERY - 1, EVERY * frames, EVERY)
        images = [frame.image_bgr for frame in seen]
    finally:
        camera.close()
    if not images:
        raise DeviceError("camera", "it gives no pictures", "check its cable")
    return images


def _simulated() -> Camera:
    from hardware.simulated.camera import SimulatedCamera, SimulatedTray

    return SimulatedCamera(SimulatedTray())


def _has_dice(calibration: Calibration, image_bgr: Image) -> bool:
    """Whether the reader sees dice on the tray, which may be as plain as the ground they lie on."""
    from vision.reader import load_reader

    reading = apply_calibration(calibration, load_reader().read(image_bgr))
    return any(die.confidence >= SURE for die in reading.dice)


def _draw(image_bgr: Image, found: Calibration | CalibrationTrouble, path: Path) -> None:
    """Writes the picture, with the outline where there is one."""
    from PIL import Image as Pictures
    from PIL import ImageDraw

    picture = Pictures.fromarray(image_bgr[:, :, ::-1])
    if isinstance(found, Calibration):
        closed = (*found.outline_xy, found.outline_xy[0])
        ImageDraw.Draw(picture).line(closed, fill=(255, 0, 255), width=max(2, picture.width // 320), joint="curve")
    picture.save(path, "PNG")


def calibration_lines(calibration: Calibration) -> tuple[str, ...]:
    """Says in plain words what was found, and what would be better otherwise."""
    return (_outline_line(calibration), _light_line(calibration), _sharpness_line(calibration))


def _outline_line(calibration: Calibration) -> str:
    if not calibration.has_rim:
        return "tray: no rim in sight, so the whole picture counts; lift the camera if dice can fall outside"
    cut = _cut_sides(calibration)
    share = f"tray: its ground fills {calibration.share:.0%} of the picture"
    if cut:
        return f"{share} and reaches its border ({', '.join(cut)}); lift the camera or move it that way"
    if calibration.share < SMALL_SHARE:
        return f"{share}; lower the camera, so that dice are seen larger"
    return f"{share}, all in sight"


def _cut_sides(calibration: Calibration) -> tuple[str, ...]:
    """The sides on which the ground leaves the picture."""
    width, height = calibration.size_wh
    xs, ys = zip(*calibration.outline_xy, strict=True)
    sides = {"left": xs.count(0), "right": xs.count(width), "top": ys.count(0), "bottom": ys.count(height)}
    return tuple(side for side, points in sides.items() if points > 1)


def _light_line(calibration: Calibration) -> str:
    dim = "; more light would do no harm if the ground is not black" if calibration.light < DIM else ", good"
    return f"light: {calibration.light:.0f} of 255 on the ground{dim}"


def _sharpness_line(calibration: Calibration) -> str:
    if calibration.sharpness is None:
        return "sharpness: can't be told, nothing in the picture has an edge"
    if calibration.sharpness < SOFT:
        return "sharpness: soft; focus on the ground of the tray if your camera lets you"
    return "sharpness: good"
