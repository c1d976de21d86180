"""What is known of the tray from looking at it while it is empty: its outline, its light, and how it looks.

`calibrate` finds it in a few pictures, `has_moved` tells when the camera no longer stands where it stood, and
`apply_calibration` keeps what lies beside the tray out of a reading.
"""

from vision.calibration.beside import apply_calibration, learn_die_size
from vision.calibration.empty import CalibrationTrouble, calibrate
from vision.calibration.moved import Moved, fits, has_moved
from vision.calibration.stored import CalibrationError, calibration_json, parse_calibration
from vision.calibration.tray import Calibration, Size, small_wh

__all__ = [
    "Calibration",
    "CalibrationError",
    "CalibrationTrouble",
    "Moved",
    "Size",
    "apply_calibration",
    "calibrate",
    "calibration_json",
    "fits",
    "has_moved",
    "learn_die_size",
    "parse_calibration",
    "small_wh",
]
