"""Pictures made small, and what is measured on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from vision.calibration.tray import EMPTY_SIDE

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Image = NDArray[np.uint8]
    Grey = NDArray[np.uint8]
    Floats = NDArray[np.float32]

DARKEST: Final = 25.0
"""Grey level that the brightest fiftieth of a picture must reach: an ivory die is about twice as bright, and the reader
needs that."""


def scaled(image: Image, side: int) -> Image:
    """The picture with this longer side. Of a large one pixels are left out first, which is faster and no worse."""
    import cv2
    import numpy as np

    scale = side / max(image.shape[:2])
    if scale == 1:
        return image
    size_wh = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    flags = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    skip = max(1, int(0.5 / scale))
    return np.asarray(cv2.resize(image[::skip, ::skip], size_wh, interpolation=flags), dtype=np.uint8)


def median(images: Sequence[Image]) -> Image:
    """What most of the pictures show at each place; all of one size."""
    import numpy as np

    if len(images) == 3:  # as many as the appliance takes, and twenty times as fast
        a, b, c = images
        return np.asarray(np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c)), dtype=np.uint8)
    return images[0] if len(images) == 1 else np.rint(np.median(np.stack(images), axis=0)).astype(np.uint8)


def grey(image_bgr: Image) -> Grey:
    """Grey levels, 0..255."""
    import cv2
    import numpy as np

    return np.asarray(cv2.cvtColor(image_bgr, cv2.COLOR_BGR2GRAY), dtype=np.uint8)


def small_grey(image_bgr: Image) -> Grey:
    """Grey levels with EMPTY_SIDE as the longer side: the picture that is kept."""
    return grey(scaled(image_bgr, EMPTY_SIDE))


def log(image: Image, floor: float) -> Floats:
    """Logarithms of brightness; what is darker than `floor` hardly differs, since there is more noise than light."""
    import cv2
    import numpy as np

    return np.asarray(np.log(cv2.GaussianBlur(image.astype(np.float32), (0, 0), 1.2) + floor), dtype=np.float32)
